"""The hands at a table of poker spaces: one pack, and what they are good for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rulesets.cards import poker
from rulesets.cards.deck import Card, Deck, parse_card
from rulesets.engine.problems import error, refusal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rulesets.engine.problems import At, Problem
    from rulesets.rummoli.chips import State

DECK = Deck()


def hand_problems(state: State, playing: Sequence[int], report: Mapping[str, Any]) -> list[Problem]:
    """The hands, where they are given: one pack, five cards or more, and what they win."""
    hands = report.get("hands")
    if hands is None:
        return []
    problems = _card_problems(state, hands)
    if problems:
        return problems
    missing = [player for player in playing if hands[player] is None]
    names = ", ".join(state.roster.names[player] for player in missing)
    if missing and not report.get("poker"):
        text = "To name the best poker hand, the cards of {names} are missing."
        problems.append(refusal("hands.missing", text, ("hands",), names=names))
    given = set(report.get("poker") or ())
    best = set() if missing else set(best_hands(hands, playing))
    if given and best and given != best:
        text = "The cards say that {names} had the best poker hand."
        names = " and ".join(state.roster.names[player] for player in sorted(best))
        problems.append(error("poker.not_best", text, ("poker",), names=names))
    for key, player in report.get("claims", {}).items():
        needed = state.spaces[state.place(key)].cards
        held = {card.text for card in _cards(hands[player] or ())}
        if hands[player] is not None and needed and not any(held >= set(n) for n in needed):
            text = "{name} did not hold the cards for {space}."
            space, name = state.spaces[state.place(key)].words, state.roster.names[player]
            problems.append(error("claims.not_held", text, ("claims", key), space=space, name=name))
    return problems


def _card_problems(state: State, hands: Sequence[Sequence[str] | None]) -> list[Problem]:
    problems = []
    places: list[tuple[At, str]] = []
    for player, hand in enumerate(hands):
        if hand is not None and len(hand) < poker.FIVE:
            text = "{name} holds {given} cards; five make a poker hand."
            name, at = state.roster.names[player], ("hands", player)
            problems.append(refusal("hands.few", text, at, name=name, given=len(hand)))
        places += [(("hands", player, n), text) for n, text in enumerate(hand or ())]
    found = DECK.problems([parse_card(text) for _, text in places])
    return problems + [replace(one, at=places[int(one.at[-1])][0], firm=True) for one in found]


def _cards(hand: Sequence[str]) -> list[Card]:
    return [parse_card(text) for text in hand]


def best_hands(hands: Sequence[Sequence[str] | None], playing: Sequence[int]) -> tuple[int, ...]:
    """The players with the best poker hand."""
    places = poker.winners([_cards(hands[player] or ()) for player in playing])
    return tuple(playing[place] for place in places)
