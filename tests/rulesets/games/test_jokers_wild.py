"""Joker’s Wild and its sister: what the Janken Deck counts, and which counts there are."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets import games
from rulesets.cards.deck import parse_card
from rulesets.cards.picker import count, pickable_cards
from rulesets.files.counting import by_game
from tests.rulesets.tables import codes, night, problems

WILD, EXTRA = "jokers-wild", "jokers-extra-wild"
BOTH = pytest.mark.parametrize("slug", [WILD, EXTRA])


def hand(*held: int, out: int | None = None) -> dict[str, Any]:
    return {"out": out, "held": list(held)}


def total(slug: str, *cards: str) -> int:
    return sum(by_game()[slug].values.value(parse_card(card)) for card in cards)


def test_cards_count_as_the_sheet_says() -> None:
    """Rules for the Janken Deck, second and third game, the end."""
    assert total(WILD, "JK", "KS", "QS", "JS", "8S", "AS", "2S") == 50 + 30 + 8 + 1 + 2
    assert total(EXTRA, "JK", "2S", "4S", "9S", "QS", "AS") == 50 + 5 * 20
    assert total(EXTRA, "KS", "JS", "10S", "3S", "5S", "8S") == 30 + 3 + 5 + 8


@pytest.mark.parametrize(("slug", "deck"), [(WILD, 675), (EXTRA, 1045)])
def test_the_deck_has_five_suits_and_five_jokers(slug: str, deck: int) -> None:
    state = night(slug).state
    field = next(one for one in games.load(slug).plays.fields(state) if one.key == "held")
    assert field.counter is not None
    shown = pickable_cards(field.counter)
    assert sum(copies for _card, copies in shown) == 70
    assert sum(by_game()[slug].values.value(card) * copies for card, copies in shown) == deck
    assert count(field.counter, ["JK", "8R", "KP"]).value == 68
    assert [p.code for p in count(field.counter, ["JK"] * 6).problems] == ["card.copies"]


@pytest.mark.parametrize(
    ("slug", "players", "options", "most"),
    [
        (WILD, 2, {}, 675),
        (WILD, 6, {}, 1350),
        (WILD, 6, {"packs": 1}, 675),
        (EXTRA, 5, {}, 1045),
        (EXTRA, 8, {}, 2090),
        (EXTRA, 2, {"packs": 2}, 2090),
    ],
)
def test_all_hands_together_count_no_more_than_the_deck(
    slug: str, players: int, options: dict[str, Any], most: int
) -> None:
    rest = [3] * (players - 2)
    sound = hand(0, most - sum(rest), *rest, out=0)
    wrong = hand(3, most, *rest)
    assert codes(slug, sound, players=players, **options) == []
    (found,) = problems(slug, wrong, players=players, **options)
    assert found.message == (
        f"All hands together count {most + 3 + sum(rest)}, but the pack has only {most}."
    )


def test_the_lightest_card_of_the_extra_wild_deck_is_a_three() -> None:
    """games.md C: every other holds at least 3, and 4 cannot be made."""
    assert codes(EXTRA, hand(0, 2, 9, out=0)) == [("held.none", "error", ("held", 1))]
    assert codes(EXTRA, hand(0, 4, 9, out=0)) == [("held.cards", "error", ("held", 1))]
    assert problems(EXTRA, hand(0, 4, 9, out=0))[0].message == (
        "Bo holds 4? No cards count that much."
    )
    assert codes(EXTRA, hand(3, 4, 9)) == [("held.cards", "error", ("held", 1))]
    assert codes(EXTRA, hand(0, 3, 5, out=0)) == []
    assert codes(WILD, hand(0, 4, 1, out=0)) == []


@BOTH
def test_the_winner_collects_and_a_blocked_hand_is_shared(slug: str) -> None:
    assert night(slug, hand(0, 73, 25, out=0)).state.totals == (98, 0, 0)
    assert night(slug, hand(8, 8, 31)).state.totals == (11, 11, 0)
    assert codes(slug, hand(60, 3, 5, out=1)) == [("held.left", "error", ("held", 1))]
