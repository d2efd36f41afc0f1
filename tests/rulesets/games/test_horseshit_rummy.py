"""Horseshit Rummy: points with a wild rank of each hand, within what four packs hold."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets import games
from rulesets.cards import picker
from rulesets.cards.deck import RANKS
from tests.rulesets.every_game import begun
from tests.rulesets.tables import codes, night, problems

GAME = games.load("horseshit-rummy")
SLUG, PLAYS = GAME.slug, GAME.plays
WILD = ("A", *RANKS[2:])


def hand(wild: str, *points: int) -> dict[str, Any]:
    return {"wild": wild, "points": [*points]}


def test_points_are_added_until_somebody_has_1500() -> None:
    """Metzker p. 18."""
    history = night(SLUG, hand("9", 230, -45, 105), hand("A", 1270, 1395, 0))
    assert history.state.totals == (1500, 1350, 105)
    assert history.ending.winners == (0,)
    over = night(SLUG, hand("9", 1500, 1600, 0))
    assert over.ending.winners == (1,)


@pytest.mark.parametrize("wild", WILD)
@pytest.mark.parametrize("ace", [100, 50])
def test_four_packs_hold_no_more(wild: str, ace: int) -> None:
    """games.md: 700 a pack (500), and more for the wild rank."""
    pack = 700 if ace == 100 else 500
    if wild == "A":
        pack += 0 if ace == 100 else 200
    else:
        pack += 360 if wild in ("10", "J", "Q", "K") else 380
    most = 4 * pack
    assert codes(SLUG, hand(wild, most - 100, -100, 0), ace=ace) == []
    (found,) = problems(SLUG, hand(wild, most - 100, -105, 0), ace=ace)
    assert (found.code, found.severity) == ("points.many", "error")
    assert found.message.endswith(f"four packs have only {most}.")


def test_cards_on_the_table_less_cards_in_hand() -> None:
    """Metzker p. 18: what is played out in front of you less what is still in hand."""
    (counter,) = [
        field.counter
        for field in PLAYS.fields(PLAYS.start(begun(GAME, 3)).state)
        if field.counter is not None
    ]
    assert counter.wild == "wild"
    count = picker.count(counter, ["AS", "3D"], [["KS", "KH", "KD", "9C"]])
    assert count.value == 35 - 105
    assert count.text == "On the table minus in hand: -70"
    assert [group.count for group in count.groups] == [35, -105]
    assert picker.count(counter, [], []).value == 0
    (missing,) = picker.count(counter, ["2S"], []).problems
    assert missing.code == "card.copies"
