"""Meetings: a board for every table of every round, whose end totals everybody carries on."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from rulesets.engine.plays import BANK, Account
from rulesets.engine.replay import RoundReport
from rulesets.engine.roster import Setup
from rulesets.files.drive_file import DriveFile
from rulesets.files.score_file import read_file
from rulesets.formats import Format
from rulesets.formats.board import Board
from rulesets.formats.drive import Drive, Player, SetRecord, TableSet
from rulesets.games import load, slugs
from rulesets.movements.seating import Guest, Past, as_past
from tests.rulesets.formats.euchre import form_of
from tests.rulesets.movements.movement_requests import request

ALONE = tuple(slug for slug in slugs() if "meetings" in load(slug).formats)
MOST = 40  # deals of a board that ends by its game alone


def a_report(format: Format, state: Any, chance: Random) -> Any:
    plays = format.game.plays
    while True:
        report = plays.sample(state, chance)
        if not any(problem.severity == "error" for problem in plays.check(state, report)):
            return report


def a_board(format: Format, people: int, chance: Random, most: int = MOST) -> tuple[Board, Any]:
    """A table that plays until its board is full, deal by deal."""
    names = tuple(f"P{number}" for number in range(people))
    setup = Setup(format.game.plays.roster(names, options=format.agreed), format.agreed, 0)
    board = Board(format, setup)
    folded = board.fold(())
    for _ in range(most):
        if board.points(folded, folded.rounds).over:
            break
        final = format.game.plays.final
        counted = len(folded.rounds)
        if final is not None and counted >= format.length.deals.at(people):
            report: Any = {final.key: [{"player": chance.randrange(people)}]}
        else:
            report = a_report(format, folded.state, chance)
        folded = board.fold([RoundReport(report)], folded, counted)
    return board, folded


def test_all_games_that_people_play_alone_can_be_played_so() -> None:
    assert len(ALONE) == 34


@pytest.mark.parametrize("slug", ALONE)
def test_what_a_board_comes_to_is_told_deal_by_deal(slug: str) -> None:
    format, chance = form_of("meetings", slug), Random(slug)
    plays = format.game.plays
    for people in {format.tables.sizes(9)[-1], format.tables.sizes(9)[0]}:
        board, folded = a_board(format, people, chance, MOST)
        found = board.points(folded, folded.rounds)
        assert all(board_round.counted for board_round in folded.rounds)
        each = format.length.deals.each
        if each:
            assert found.over
        if each and plays.final is None:
            assert len(folded.rounds) <= people * each
        held, bought = plays.holdings(folded.state)[plays.unit], Counter[Account]()
        for _number, one in folded.ledger():
            if one.source == BANK and one.unit == plays.unit and one.rule in plays.buying:
                bought[one.target] += one.amount
        accounts = [Account("player", place) for place in range(people)]
        assert found.points == tuple(held[mine] - bought[mine] for mine in accounts)
        if not bought:
            assert found.points == plays.totals(folded.state)
        for deal in found.deals:
            for chair, points in enumerate(deal.points):
                of_unit = (line for line in deal.lines(chair) if line.unit == plays.unit)
                assert sum(one.amount for one in of_unit) == points


def guests(count: int) -> list[Guest]:
    return [Guest(number, "") for number in range(count)]


def played(slug: str, people: int, rounds: int, late: int = 0) -> Drive:
    """Some rounds; `late` people arrive after the second."""
    format, chance = form_of("meetings", slug), Random(slug)
    sets: list[SetRecord] = []
    past: list[Past] = []
    for number in range(1, rounds + 1):
        here = guests(people + (late if number > 2 else 0))
        seating = format.movement.next_seats(request(here, past, rng=Random(3), sets=rounds))
        past.append(as_past(seating))
        tables = []
        for at, chairs in enumerate(seating.tables, 1):
            board, folded = a_board(format, len(chairs), chance)
            points = board.points(folded, folded.rounds)
            tables.append(TableSet(at, chairs, ({},) * len(folded.rounds), board=points))
        outs = tuple(out.id for out in seating.sitting_out)
        sets.append(SetRecord(number, tuple(tables), outs))
    players = tuple(Player(f"P{number}", "") for number in range(people + late))
    return Drive(format, players, tuple(sets))


DEAL = {"hearts": [7, 6, 0], "queen": "P0"}


def a_file(*deals: Any, **more: Any) -> dict[str, Any]:
    """Nine people at hearts, with what three of them reported."""
    names = [f"P{number}" for number in range(9)]
    table = {"table": 1, "chairs": names[:3], "hands": list(deals)} | more
    other = [{"table": at + 1, "chairs": names[3 * at : 3 * at + 3], "hands": []} for at in (1, 2)]
    return {
        "game": "hearts",
        "format": "meetings",
        "players": [{"name": name} for name in names],
        "sets": [{"set": 1, "tables": [table, *other]}],
    }


def read(value: dict[str, Any]) -> DriveFile:
    file = read_file(value)
    assert isinstance(file, DriveFile)
    return file


@pytest.mark.parametrize(
    ("file", "code"),
    [
        (a_file(DEAL, DEAL, DEAL, DEAL), "hands.count"),
        (a_file({"hearts": [1, 0, 0], "queen": "P0"}), "hearts.sum"),
        (a_file({"hearts": [13, 0, 0], "queen": "P8"}), "report.not_here"),
        (a_file(DEAL, chairs=["P0", "P1"]), "chairs.count"),
        (a_file(DEAL, chairs=["P0", "P1", "P1"]), "player.twice"),
        (a_file(DEAL, first_dealer="P7"), "report.not_here"),
    ],
)
def test_what_is_wrong_in_a_file_is_told_with_its_place(file: dict[str, Any], code: str) -> None:
    problems = read(file).problems
    assert code in {problem.code for problem in problems}
    assert all(problem.at[:4] == ("sets", 0, "tables", 0) for problem in problems)
