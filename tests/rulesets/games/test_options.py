"""An option that changes nothing is none: some paper, question, verdict or score differs by it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rulesets.engine.game import Game, parse_options
from rulesets.engine.replay import RoundReport, replay
from rulesets.engine.roster import Setup
from rulesets.referee import (
    Opening,
    PlayedCard,
    Setting,
    Turn,
    TurnFile,
    TurnStep,
    judge_turn,
    start,
)
from tests.rulesets.every_game import GAMES, begun, numbers
from tests.sampling import GAMES_OF_EACH_KIND

SEEDS = range(12)  # made-up evenings of each number of players
ROUNDS = 12
EXAMPLE_TURNS = 400


def other_values(field: dataclasses.Field[Any]) -> list[Any]:
    """What an option may be besides its default; of numbers the ends and a step beside it."""
    given, default = field.metadata, field.default
    if isinstance(default, bool):
        return [not default]
    choices = [key for key, _label in given["choices"]]
    if isinstance(default, tuple):
        if choices:
            return [tuple(reversed(default)), tuple(choices), (), *((key,) for key in choices)]
        count = given["high"] or given["low"] or 1
        return [tuple(f"Space {number}" for number in range(1, count + 1))]
    values = [key for key in choices if key != default]
    if given["low"] is not None and isinstance(default, int):
        bounds = (default + 1, default - 1, given["low"], given["high"])
        values += [n for n in bounds if given["low"] <= n <= given["high"] and n != default]
    return values


def differences(game: Game, ours: dict[str, Any], theirs: dict[str, Any]) -> Iterator[bool]:
    """Whether anything differs by these options, from the cheapest to look at on."""
    for players in numbers(game)[:4]:
        setups = [begun(game, players, **options) for options in (ours, theirs)]
        if any(game.plays.check_setup(setup) for setup in setups):
            yield bool(game.plays.check_setup(setups[0])) != bool(game.plays.check_setup(setups[1]))
            continue
        yield differs([evening(game, setup, ()) for setup in setups])
        for worked in game.examples:
            if (worked.players or len(worked.gives)) == players:
                yield differs([evening(game, setup, worked.reports) for setup in setups])
        yield differs([str(game.plays.sheet(setup)) for setup in setups])
        for seed in SEEDS:
            for setup in setups:
                reports = made_up_reports(game, setup, seed)
                yield differs([evening(game, setup, reports) for setup in setups])
    if game.referee is not None:
        yield from referee_differences(game, ours, theirs)


def differs(both: list[Any]) -> bool:
    return bool(both[0] != both[1])


def made_up_reports(game: Game, setup: Setup, seed: int) -> list[Any]:
    """The reports of some rounds by these options."""
    chance, state = Random(seed), game.plays.start(setup).state
    reports: list[Any] = []
    while game.plays.over(state) is None and len(reports) < ROUNDS:
        reports.append(game.plays.sample(state, chance))
        state = game.plays.play(state, reports[-1]).state
    return reports


def evening(game: Game, setup: Setup, reports: Any) -> list[Any]:
    """What is asked before each round, what is wrong with the report, what everybody has then."""
    history = replay(game.plays, setup, [RoundReport(report, override=True) for report in reports])
    shown: list[Any] = [(history.ending, game.plays.rounds_in_all(setup))]
    for place, one in enumerate(history.rounds):
        state = history.state_before(place)
        words = str(game.plays.note_before(state)), game.plays.fields(state)
        shown.append((words, one.problems, one.counted))
    shown.append((game.plays.fields(history.state), str(game.plays.note_before(history.state))))
    shown.append((game.plays.totals(history.state), game.plays.ranks(history.state)))
    return shown


def referee_differences(game: Game, ours: Any, theirs: Any) -> Iterator[bool]:
    """Whether the referee shuffles something else, or judges some turn otherwise."""
    referee, players = game.referee, numbers(game)[-1]
    assert referee is not None
    chosen = [parse_options(game.options, options)[0] for options in (ours, theirs)]
    for count in numbers(game):
        yield differs([referee.deck(options, count) for options in chosen])
    yield differs([referee.reshuffles(options) for options in chosen])
    settings = [
        Setting(referee, options, tuple("ABCDEFGHIJKLM"[:players]), referee.deck(options, players))
        for options in chosen
    ]
    cards = list(dict.fromkeys(settings[0].deck.cards()))
    for seed in range(EXAMPLE_TURNS):
        chance = Random(seed)
        opening = Opening(top=PlayedCard(chance.choice(cards)), pile=3, stock=chance.choice((0, 9)))
        positions = [start(TurnFile(setting, opening)) for setting in settings]
        for number in range(1, 9):
            calls = chance.choice(((), (), ("A",), ("H",)))
            steps = [
                TurnStep("play", tuple(PlayedCard(card, calls) for card in chance.sample(cards, 2)))
            ]
            steps[0] = steps[0]._replace(cards=steps[0].cards[: chance.choice((1, 1, 2))])
            if chance.random() < 0.5:
                steps.insert(chance.choice((0, 1)), TurnStep("draw", (), chance.choice((1, 3))))
            seat = positions[0].mover
            turn = Turn(number, seat, tuple(steps[: chance.choice((1, 2))]), override=True)
            verdicts = [judge_turn(position, turn) for position in positions]
            yield differs([verdict.problems for verdict in verdicts])
            positions = [verdict.after for verdict in verdicts]
            yield differs([(position.mover, position.due) for position in positions])
            if None in [position.mover for position in positions]:
                break


# It decides who sits where: tests/rulesets/transfers/test_ring.py shows what it does.
OF_SEATS = {("court-whist", "fewer_repeats")}
OPTIONS = [
    (game, field)
    for game in GAMES
    for field in dataclasses.fields(game.options)
    if (game.slug, field.name) not in OF_SEATS
]


@pytest.mark.exhaustive(keep=GAMES_OF_EACH_KIND)
@pytest.mark.parametrize(
    ("game", "field"), OPTIONS, ids=[f"{game.slug}-{field.name}" for game, field in OPTIONS]
)
def test_every_option_changes_something(game: Game, field: dataclasses.Field[Any]) -> None:
    values = other_values(field)
    assert values, "an option with one value"
    follows = field.metadata["follows"]
    beside: dict[str, Any] = {}
    if follows:
        leading = next(field for field in dataclasses.fields(game.options) if field.name == follows)
        beside = {follows: other_values(leading)[0]}
    assert any(
        difference
        for value in values
        if not parse_options(game.options, {**beside, field.name: value})[1]
        for difference in differences(game, beside, {**beside, field.name: value})
    )
