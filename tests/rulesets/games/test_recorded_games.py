"""Every game asks, refuses, counts and writes what it did when that was recorded.

The limits of every question, the points of every card and the coins of every stake are numbers of
a book; here each of them reaches an evening, with the usual options and with every other one.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rulesets.engine.game import Game, parse_options
from rulesets.engine.replay import Replay
from rulesets.engine.roster import Setup
from rulesets.files.report_names import report_schema
from tests.recordings import Recording, digest, plain
from tests.rulesets.every_game import GAMES, NAMES, begun, numbers, other_options, tables
from tests.rulesets.games import contract

RECORDING = Recording("games")
ROUNDS = 8  # of an evening
REPORTS = 40  # random ones, most of them refused


def questions_of(game: Game) -> Iterator[Any]:
    """Everything asked of any number of players in any round, with its limits, and what has to be
    on the table."""
    yield plain(game.needs), game.minutes
    for players, state in tables(game):
        yield players, plain(game.plays.fields(state)), plain(game.plays.dues(state))
        yield plain(game.plays.name_of_round(state)), plain(game.plays.note_before(state))
        yield plain(game.plays.final)


def evening_of(game: Game, setup: Setup, seed: int) -> Replay:
    reports, _states = contract.evening(game, setup, seed, ROUNDS)
    return contract.of_reports(game, setup, reports)


def books_of(game: Game, history: Replay) -> Iterator[Any]:
    """Every line of the ledger, and after every round what there is to see of it."""
    plays = game.plays
    yield plain(history.ledger())
    for played in history.rounds:
        state = played.state
        yield plain([played.problems, played.summary, played.moments])
        yield plays.totals(state), plays.ranks(state), plain(plays.out_since(state))
        yield plays.view(state), plays.round_view(state), plain(plays.holdings(state))
    yield plain(history.ending)


def papers_of(game: Game, setup: Setup, history: Replay) -> Iterator[Any]:
    plays = game.plays
    states = [history.opening.state, *(played.state for played in history.rounds)]
    yield plain([plays.board(states), plays.sheet(dataclasses.replace(setup, played=0))])
    yield plain(plays.victory(setup.options)), plays.rounds_in_all(setup), plays.target(setup)
    if plays.rows == "couple":
        yield plain(plays.worksheet(states[0], []))


def pictures_of(game: Game, history: Replay) -> Iterator[Any]:
    yield plain(game.plays.drawing(history.state))
    yield plain(game.plays.blank_drawings(game.options()))


def refusals_of(game: Game) -> Iterator[Any]:
    chance, plays = Random(game.slug), game.plays
    states = [state for _players, state in tables(game)]
    for _ in range(REPORTS):
        state = chance.choice(states)
        yield plain(plays.check(state, contract.random_report(plays, state, chance)))


def options_of(game: Game) -> Iterator[Any]:
    """An evening by each other option that is possible, or why it is not."""
    for choice in other_options(game.options):
        options, problems = parse_options(game.options, choice)
        for players in (numbers(game)[0], numbers(game)[-1]):
            roster = game.plays.roster(NAMES[:players], options=options)
            setup = Setup(roster, options, 0)
            problems = problems or game.plays.check_setup(setup)
            yield choice, plain(problems)
            if problems:
                continue
            history = evening_of(game, setup, 3)
            yield plain(game.plays.fields(history.opening.state))
            yield plain(history.ledger()), plain(history.ending)
            yield from papers_of(game, setup, history)


@pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])
def test_a_game_is_as_recorded(game: Game) -> None:
    setups = [begun(game, players) for players in {numbers(game)[0], numbers(game)[-1]}]
    evenings = [(setup, evening_of(game, setup, 3)) for setup in setups]
    digests = {
        "questions": digest(list(questions_of(game))),
        "refusals": digest(list(refusals_of(game))),
        "books": digest([list(books_of(game, history)) for _setup, history in evenings]),
        "papers": digest([list(papers_of(game, *evening)) for evening in evenings]),
        "pictures": digest(list(pictures_of(game, evenings[0][1]))),
        "options": digest(list(options_of(game))),
        "schema": digest(report_schema(game)),
    }
    assert digests == RECORDING.entry(game.slug, digests)


def test_every_game_is_recorded() -> None:
    assert list(RECORDING.read()) == sorted(game.slug for game in GAMES)
