"""What a file lists by side counts in the order in which it names the sides."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import permutations
from random import Random
from typing import Any

import pytest

from rulesets.engine.answers import SIDE
from rulesets.engine.fields import Field
from rulesets.engine.game import Game
from rulesets.engine.plays import Plays, State
from rulesets.engine.roster import Setup
from rulesets.files import board_file
from rulesets.files.board_file import BoardFile
from rulesets.files.score_file import read_file
from rulesets.formats import format_of
from tests.rulesets.every_game import GAMES, HOUSE, begun, every_field, numbers
from tests.rulesets.games.contract import as_file, evening, random_report

Json = dict[str, Any]
WITH_SIDES = tuple(
    game
    for game in (*GAMES, *HOUSE)
    if game.plays.paired
    and format_of(game).keeping.board != "set"
    and any(field.per == "side" or field.kind is SIDE for field in every_field(game))
)
of_sides = pytest.mark.parametrize("game", WITH_SIDES, ids=[game.slug for game in WITH_SIDES])


def reordered(fields: Sequence[Field], report: Json, order: Sequence[int]) -> Json:
    """A report whose sides stand in another order: `order` are their former places."""
    by_key = {field.key: field for field in fields}
    return {key: _answer(by_key.get(key), value, order) for key, value in report.items()}


def _answer(field: Field | None, value: Any, order: Sequence[int]) -> Any:
    if field is None or value is None:
        return value
    if field.parts and isinstance(value, Mapping):
        return reordered(field.parts, dict(value), order)
    if field.per == "side" and isinstance(value, list) and len(value) == len(order):
        return [value[place] for place in order]
    if field.kind is SIDE and isinstance(value, int) and not isinstance(value, bool):
        return order.index(value) if value in order else value
    return value


def other_order(file: Json, plays: Plays, states: Sequence[State], order: Sequence[int]) -> Json:
    """The same file with its sides, and all that counts in their order, in another."""
    sides = [file["sides"][place] for place in order]
    rounds = [
        reordered(plays.fields(state), report, order)
        for state, report in zip(states, file["rounds"], strict=False)
    ]
    return {**file, "sides": sides, "rounds": rounds}


def told(file: Json) -> Json:
    read = read_file(json.loads(json.dumps(file)))
    assert isinstance(read, BoardFile)
    return board_file.score(read, explain=True)


def back(answer: Json, plays: Plays, states: Sequence[State], order: Sequence[int]) -> Json:
    """An answer of the reordered file, its places as those of the first."""

    def former(at: list[Any], number: int) -> list[Any]:
        if not number or len(at) < 2 or number > len(states):
            return at
        by_side = {field.key for field in plays.fields(states[number - 1]) if field.per == "side"}
        return [at[0], order[at[1]], *at[2:]] if at[0] in by_side and at[1] in order else at

    def problem(one: Json) -> Json:
        at = one["at"]
        if len(at) > 3 and at[0] == "rounds" and isinstance(at[3], int):
            at = [*at[:2], *former(at[2:], at[1] + 1)]
        return {**one, "at": at}

    ledger = [{**one, "at": former(one["at"], one["round"])} for one in answer.get("ledger", ())]
    problems = sorted(map(problem, answer["problems"]), key=str)
    return {**answer, "ledger": ledger, "problems": problems}


def files(game: Game) -> list[tuple[Json, list[State]]]:
    """Made-up evenings, the last with a report in which much is wrong."""
    found = []
    for seed, players in enumerate(numbers(game)):
        setup = begun(game, players, first=None)
        reports, states = evening(game, setup, seed, most=6)
        file = with_seats(game, setup, reports)
        chance = Random(seed)
        spoiled = random_report(game.plays, states[-1], chance)
        found.append((file, states))
        if isinstance(spoiled, dict):
            wrong = numbers_by_side(game, states[-1], spoiled)
            found.append(({**file, "rounds": [*file["rounds"], wrong]}, states))
    return found


def numbers_by_side(game: Game, state: State, report: Json) -> Json:
    """What of a report has no names in it: numbers by side, however many."""
    return {
        field.key: report[field.key]
        for field in game.plays.fields(state)
        if field.per == "side"
        and isinstance(report.get(field.key), list)
        and all(one is None or type(one) is int for one in report[field.key])
    }


def with_seats(game: Game, setup: Setup, reports: Sequence[Any]) -> Json:
    """An evening as a file that has both the seats and the sides."""
    file = as_file(game, setup, reports, {})
    roster = setup.roster
    sides = [[roster.names[place] for place in side] for side in roster.sides]
    return {**file, "players": list(roster.names), "sides": sides}


@of_sides
def test_sides_in_another_order_change_nothing(game: Game) -> None:
    for file, states in files(game):
        count = len(file["sides"])
        usual = told(file)
        usual["problems"] = sorted(usual["problems"], key=str)
        orders = list(permutations(range(count)))
        for order in orders[1:] if count < 4 else orders[1::7]:
            answer = told(other_order(file, game.plays, states, order))
            assert back(answer, game.plays, states, order) == usual
