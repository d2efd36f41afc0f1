"""Wild, special and unknown cards in every place of every report that takes cards."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rulesets.engine.answers.cards import CARDS
from rulesets.engine.fields import Field
from rulesets.engine.game import Game, parse_options
from rulesets.families.extended import SPECIALS
from tests.rulesets.every_game import GAMES, begun, every_field, numbers, with_parts

UNKNOWN = ("", "QX", "1", "JKX", "♥", "kept", "X" * 300)
ODD = ("JK", "AS", "2H", *sorted(card.text for card in SPECIALS)[:6], *UNKNOWN)
WITH_CARDS = tuple(
    game for game in GAMES if any(field.kind is CARDS for field in every_field(game))
)


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where an answer has the text of a card."""
    if isinstance(value, str):
        yield at
    elif isinstance(value, list | tuple):
        for number, one in enumerate(value):
            yield from places(one, (*at, number))


def put(value: Any, at: tuple[Any, ...], card: str) -> Any:
    if not at:
        return card
    return [put(one, at[1:], card) if number == at[0] else one for number, one in enumerate(value)]


def told(game: Game) -> Iterator[tuple[Any, Any]]:
    """The examples' reports and made-up ones, each with the state that it comes after."""
    for worked in game.examples:
        options, _problems = parse_options(game.options, worked.options)
        state = game.plays.start(worked.setup(game, options)).state
        for report in worked.reports:
            yield state, report
            state = game.plays.play(state, report).state
    for seed, players in enumerate(numbers(game)[:3]):
        state = game.plays.start(begun(game, players)).state
        yield state, game.plays.sample(state, Random(seed))


def dealt(field: Field, players: int) -> Any:
    """Hands of five cards for a question that may be left open."""
    cards = iter([rank + suit for suit in "SHDC" for rank in ("3", "4", "6", "8", "10", "Q")])
    hands = [[next(cards, "3S") for _ in range(5)] for _ in range(players)]
    return hands if field.per == "player" else hands[0]


def altered(game: Game) -> Iterator[tuple[Any, Any, str, str]]:
    """Every report with one card changed: the state before, the report, the question, the card."""
    for state, report in told(game):
        rows = report if isinstance(report, list) else [report]
        fields = [field for field in with_parts(game.plays.fields(state)) if field.kind is CARDS]
        for number, row in enumerate(rows):
            for field in fields:
                given = (row or {}).get(field.key, dealt(field, len(state.roster.names)))
                for at in places(given):
                    for card in ODD:
                        changed = {**(row or {}), field.key: put(given, at, card)}
                        whole = [*rows[:number], changed, *rows[number + 1 :]]
                        yield state, whole if isinstance(report, list) else changed, field.key, card


def test_some_games_are_told_in_cards() -> None:
    assert len(WITH_CARDS) > 3


@pytest.mark.parametrize("game", WITH_CARDS, ids=[game.slug for game in WITH_CARDS])
def test_no_card_breaks_a_check_or_a_score(game: Game) -> None:
    tried = 0
    for state, report, key, card in altered(game):
        tried += 1
        problems = game.plays.check(state, report)
        firm = [problem for problem in problems if problem.firm]
        if card in UNKNOWN:
            assert any(key in problem.at for problem in firm), (card, report)
        if not firm:
            game.plays.play(state, report)  # as the table may let it stand
    assert tried
