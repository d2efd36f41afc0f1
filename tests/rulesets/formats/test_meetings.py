"""Meetings: a board for every table of every round, whose end totals everybody carries on."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
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
from rulesets.formats.carry import tally
from rulesets.formats.drive import (
    Drive,
    Player,
    SetRecord,
    TableSet,
    complete,
    finished,
    set_in_play,
)
from rulesets.formats.explanations import explain
from rulesets.formats.ranking import standings
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
        assert all(one.counted for one in folded.rounds)
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
                of_unit = (one for one in deal.lines(chair) if one.unit == plays.unit)
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


@pytest.mark.parametrize(("slug", "people"), [("hearts", 9), ("golf", 8), ("extended-hearts", 9)])
def test_everybody_carries_the_end_totals_on(slug: str, people: int) -> None:
    drive = played(slug, people, 7, late=1)
    assert finished(drive)
    assert set_in_play(drive) == 0
    rows = tally(drive)
    for at, record in enumerate(drive.sets):
        for table in record.tables:
            assert complete(drive.format, table)
            for who, points in zip(table.chairs, table.board.points, strict=True):
                assert who is not None
                assert rows[who][at] == points
    for who in range(len(drive.players)):
        told = explain(drive, who)
        assert [one.points for one in told] == rows[who]
        for one in told:
            for hand in one.hands:
                assert hand.table is None or hand.points is not None
    best = standings(drive)[0]
    pick = min if drive.format.game.plays.wins == "low" else max
    assert best.total == pick(map(sum, rows))


def test_who_sits_out_has_the_mean_of_the_own_rounds() -> None:
    drive = played("extended-hearts", 9, 7)
    rows = tally(drive)
    outs = {who: at for at, record in enumerate(drive.sets) for who in record.sitting_out}
    assert len(outs) == 7  # somebody else every round
    for who, at in outs.items():
        own = [points for place, points in enumerate(rows[who]) if place != at]
        assert rows[who][at] == (2 * sum(own) + 6) // 12
        told = explain(drive, who)[at]
        assert (told.status, told.points) == ("sat out", rows[who][at])
    # A round that is not over does not count for it yet.
    *before, last = drive.sets
    open_ = tuple(
        replace(one, board=replace(one.board, over=False)) if one.board else one
        for one in last.tables
    )
    going = replace(drive, sets=(*before, replace(last, tables=open_)))
    assert set_in_play(going) == 7
    who, at = next((who, at) for who, at in outs.items() if at < 6)
    own = [points for place, points in enumerate(rows[who][:6]) if place != at]
    assert tally(going)[who][at] == (2 * sum(own) + 5) // 10


def test_a_deal_that_does_not_count_is_played_again() -> None:
    format = form_of("meetings", "hearts")
    names = ("Ann", "Bo", "Cy")
    board = Board(format, Setup(format.game.plays.roster(names), format.agreed))
    good, bad = {"hearts": [13, 0, 0], "queen": 0}, {"hearts": [1, 0, 0], "queen": 0}
    asked = {field.key for field in format.game.plays.fields(board.fold(()).state)}
    assert asked >= good.keys()
    folded = board.fold([RoundReport(one) for one in (good, bad, good)])
    told = board.points(folded, folded.rounds)
    assert [one is not None for one in told.deals] == [True, False, True]
    assert not told.over
    more = board.fold([RoundReport(good)], folded, 3)
    assert board.points(more, more.rounds).over


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
