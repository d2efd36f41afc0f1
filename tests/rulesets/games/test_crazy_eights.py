"""Crazy Eights: who collects, blocked hands, what the decks hold, and five suits to count from."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets import games
from rulesets.cards.picker import count, pickable_cards
from rulesets.games.crazy_eights import VALUES, counter
from tests.rulesets.tables import codes, night, problems

SLUG = "crazy-eights"
PLAYS = games.load(SLUG).plays


def hand(*held: int, out: int | None = None) -> dict[str, Any]:
    return {"out": out, "held": list(held)}


def totals(*reports: Any, **given_: Any) -> tuple[int, ...]:
    return PLAYS.totals(night(SLUG, *reports, **given_).state)


def test_whoever_goes_out_collects_from_all_others() -> None:
    """Rules for the Janken Deck, Crazy Eights, scoring."""
    history = night(SLUG, hand(60, 0, 5, out=1))
    assert history.state.totals == (0, 65, 0)
    assert [(line.amount, line.text, line.at) for line in history.rounds[0].transfers] == [
        (60, "Ann holds 60", ("held", 0)),
        (5, "Cy holds 5", ("held", 2)),
    ]


def test_in_a_blocked_hand_the_lowest_scores_what_the_others_hold_above() -> None:
    """referee.md, crazy-eights."""
    assert totals(hand(7, 12, 25)) == (23, 0, 0)
    assert totals(hand(10, 10, 25)) == (7, 7, 0)
    assert totals(hand(10, 10, 10)) == (0, 0, 0)
    assert totals(hand(5, 25, 5, 5), players=4) == (6, 0, 6, 6)
    assert codes(SLUG, hand(0, 12, 25)) == [("held.none", "error", ("held", 0))]


def test_who_is_lowest_in_a_blocked_hand_is_told_why() -> None:
    """Alone, or with whom the points are shared."""
    (alone,) = night(SLUG, hand(7, 12, 25)).rounds[0].transfers
    assert alone.text == "Ann is lowest with 7; the others hold 23 above it"
    shares = night(SLUG, hand(10, 10, 25)).rounds[0].transfers
    assert [line.text for line in shares] == [
        f"{name} is lowest with 10; 2 share the 15 that others hold above it"
        for name in ("Ann", "Bo")
    ]


@pytest.mark.parametrize(
    ("players", "options", "most"),
    [
        (2, {}, 635),
        (5, {}, 635),
        (6, {}, 1270),
        (6, {"packs": 1}, 635),
        (2, {"packs": 2}, 1270),
        (2, {"deck": "standard"}, 508),
        (8, {"deck": "standard"}, 1016),
    ],
)
def test_all_hands_together_count_no_more_than_the_deck(
    players: int, options: dict[str, Any], most: int
) -> None:
    rest = [1] * (players - 2)
    sound = hand(0, most - len(rest), *rest, out=0)
    wrong = hand(0, most - len(rest), *rest[1:], 2, out=0) if rest else hand(1, most)
    assert codes(SLUG, sound, players=players, **options) == []
    (found,) = problems(SLUG, wrong, players=players, **options)
    assert found.message == f"All hands together count {most + 1}, but the pack has only {most}."


def test_a_target_is_agreed_on_or_nobody_stops() -> None:
    assert night(SLUG, *[hand(600, 0, 30, out=1)] * 9).ending is None
    history = night(SLUG, *[hand(40, 0, 10, out=1)] * 2, target=100)
    assert history.ending.winners == (1,)


def test_a_hand_is_counted_from_its_cards_of_five_suits() -> None:
    table = night(SLUG).state
    janken = counter(table)
    found = count(janken, ["8R", "KP", "as", "4W"])
    assert (found.value, found.text, found.problems) == (65, "The cards count 65", ())
    assert [(g.label, [c.text for c in g.cards], g.count) for g in found.groups] == [
        ("50 each", ["8R"], 50),
        ("10 each", ["KP"], 10),
        ("4 each", ["4W"], 4),
        ("1 each", ["AS"], 1),
    ]
    assert len(pickable_cards(janken)) == 65
    assert {copies for _, copies in pickable_cards(janken)} == {1}
    assert sum(VALUES.value(card) for card, _ in pickable_cards(janken)) == 635
    assert [p.code for p in count(janken, ["8H"]).problems] == ["card.unknown"]
    assert [p.code for p in count(janken, ["8R", "8R"]).problems] == ["card.copies"]
    field = next(field for field in PLAYS.fields(table) if field.key == "held")
    assert field.counter == janken
    assert hash(janken) == hash(field.counter)
