"""Partners that an option makes: the seats, the board and the totals follow it."""

from __future__ import annotations

import pytest

from tests.tournaments.board_evening import read_board, say, start, table
from tournaments.models.errors import Refused

pytestmark = pytest.mark.django_db

SLUG = "fast-track"
WON = {"winner": 1, "home": [4, 4, 3, 4]}


def test_those_who_sit_across_score_together() -> None:
    event = start(SLUG, 4, options={"partners": True})
    assert read_board(event).setup.roster.side_names == ("Ann & Cy", "Bo & Di")
    say(table(event), 1, WON)
    now = read_board(event)
    assert now.plays.totals(now.standing) == (0, 1)


def test_without_the_option_everybody_scores_alone() -> None:
    event = start(SLUG, 4)
    assert not read_board(event).setup.roster.in_sides
    with pytest.raises(Refused):
        say(table(event), 1, WON)  # Ann has all pegs home as well
    say(table(event), 1, {"winner": 1, "home": [3, 4, 3, 0]})
    assert read_board(event).plays.totals(read_board(event).standing) == (0, 1, 0, 0)


def test_five_cannot_be_partners() -> None:
    with pytest.raises(Refused, match="Partners play with 4 or 6, not 5"):
        start(SLUG, 5, options={"partners": True})
