"""Who leads, at a table or of two teams."""

from __future__ import annotations

from random import Random

import pytest

from tests.tournaments.board_evening import GIN, GOLF, entry, play_round, say, start, table
from tournaments.seats.requests import leads
from tournaments.standings.selectors import computed


@pytest.mark.django_db
def test_who_leads() -> None:
    event = start(GOLF, 6, tables=2)
    assert not leads(event, entry(event, "Ann").pk)
    say(table(event, 1), 1, {"points": [9, 1, 1]})
    assert not leads(event, entry(event, "Ann").pk)
    assert leads(event, entry(event, "Bo").pk)
    assert not leads(event, entry(event, "Di").pk)  # nothing has been played at her table
    teams = start(GIN, 4)
    play_round(teams, Random(1))
    best = computed(teams).rows[0]
    worst = computed(teams).rows[-1]
    assert leads(teams, best.entry_id)
    assert worst.rank == 1 or not leads(teams, worst.entry_id)
