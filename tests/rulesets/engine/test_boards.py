"""Board, blank sheet and JSON of any game of rounds."""

from __future__ import annotations

from typing import Any

from rulesets.engine.plays import State
from rulesets.rounds import (
    POT,
    Events,
    Out,
    PerSide,
    Player,
    Players,
    Rounds,
    Show,
    Table,
    ask,
    bring,
    declared,
    gain,
    pay,
)
from tests.rulesets.engine.small import after, begun, game


def history(plays: Rounds, *reports: Any, players: int = 3, **setup: Any) -> list[State]:
    states = [begun(plays, players, **setup)]
    for report in reports:
        states.append(after(plays, states[-1], report))
    return states


def cells(row: Any) -> list[Any]:
    return [cell.value for cell in row.cells]


@declared
class Won:
    won: Player = ask("Who won?")
    gone: Players | None = ask("Out")


def stakes(deal: Won, _table: Table) -> Events:
    yield bring(4, deal.won, "{who} buys", "stakes")
    yield pay(1, deal.won, POT, "{who} pays", "paying")
    yield gain(deal.won, 2, "bid", unit="bids")
    yield Show(deal.won, None, ("knocked",), "×")
    yield from (Out(player) for player in deal.gone or ())


COINS = game(Won, score=stakes, unit="coins")


def test_pots_other_units_shows_and_who_went_out() -> None:
    states = history(COINS, {"won": 1, "gone": [1]})
    board = COINS.board(states)
    assert [row.label.text for row in board.foot] == ["Total", "Bids"]
    assert [cells(row) for row in board.foot] == [[0, 3, 0], [0, 2, 0]]
    assert [words.text for words in board.notes] == ["Pot: 1"]
    cell = board.rows[0].cells[1]
    assert (cell.value, cell.text, cell.marks) == (None, "×", ("out", "knocked"))
    assert COINS.view(states[-1]) == {
        "totals": {"Ann": 0, "Bo": 3, "Cy": 0},
        "bids": {"Ann": 0, "Bo": 2, "Cy": 0},
        "pot": 1,
        "out": ["Bo"],
        "round": 2,
        "dealer": None,
    }
    told = COINS.round_view(states[-1])
    assert told == {"gains": {"Bo": 3}, "said": [], "went_out": ["Bo"]}
    assert COINS.round_view(states[0]) == {}


@declared
class Throw:
    points: int = ask("Points", high=99)


def throw(deal: Throw, table: Table) -> Events:
    assert table.turn is not None
    yield gain(table.turn, deal.points, "{who} throws")


def test_laps_are_rows_where_a_report_is_a_turn() -> None:
    plays = game(Throw, score=throw, turns=True)
    turns = [{"points": n} for n in (1, 2, 3, 4)]
    states = history(plays, *turns, {"points": 9, "turn": 1}, {"points": 8, "turn": 0})
    board = plays.board(states)
    assert [(row.label.text, cells(row)) for row in board.rows] == [
        ("1", [1, 2, 3]),
        ("2", [4, 9, None]),
        ("3", [8, None, None]),
    ]
    reports = [[cell.report for cell in row.cells] for row in board.rows]
    assert reports == [[1, 2, 3], [4, 5, None], [6, None, None]]
    assert plays.view(states[1])["turn"] == "Bo"
    assert plays.round_view(states[1])["turn"] == "Ann"


@declared
class Tricks:
    tricks: PerSide[int] = ask("Tricks", high=13, total=13, worth=1, short="")
    tens: PerSide[int] = ask("Tens", high=4, total=4, worth=10, short="tens")
    spoke: PerSide[int] | None = ask("Spoke", high=9, short="spoke")


def test_short_names_tell_the_answers_in_one_line() -> None:
    plays = game(Tricks, sides=2, players=(4, 4))
    state = history(plays, {"tricks": [7, 6], "tens": [3, 1]}, players=4)[-1]
    assert plays.summary(state, None).text == "7 : 6, tens 3 : 1"
    report = {"tricks": [7, 6], "tens": [3, 1], "spoke": [0, 2]}
    state = history(plays, report, players=4)[-1]
    assert plays.summary(state, None).text == "7 : 6, tens 3 : 1, spoke 0 : 2"
    assert plays.summary(begun(plays, 4), None).text == ""
    assert [column.title.text for column in plays.board([state]).columns] == ["Ann & Cy", "Bo & Di"]
