"""Five Hundreds: cards on the table less cards in hand, and no more than the pack holds."""

from __future__ import annotations

from typing import Any

from rulesets.cards.card_rules import count_cards
from rulesets.cards.deck import Deck, parse_cards
from rulesets.files.counting import by_game
from tests.rulesets.tables import night

SLUG = "five-hundreds"


def hand(out: int, *points: int) -> dict[str, Any]:
    return {"out": out, "points": list(points)}


def test_the_pack_holds_420_points() -> None:
    """Metzker p. 15: ace 25, king to ten 10, nine to two 5."""
    values = by_game()[SLUG].values
    assert values is not None
    assert count_cards(parse_cards("AS KD 10H 9C 2S"), values).values == (25, 10, 10, 5, 5)
    assert count_cards(Deck().cards(), values).count == 420


def test_of_several_past_500_the_highest_wins() -> None:
    """Metzker p. 15."""
    history = night(SLUG, *[hand(0, 120, 100, -20)] * 4, hand(0, 35, 150, 0))
    assert history.state.totals == (515, 550, -80)
    assert history.ending.winners == (1,)
