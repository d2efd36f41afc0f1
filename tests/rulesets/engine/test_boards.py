"""Board, blank sheet and JSON of any game of rounds."""

from __future__ import annotations

from typing import Any

from rulesets.engine.plays import State
from rulesets.rounds import (
    PerSide,
    Rounds,
    ask,
    declared,
)
from rulesets.rounds import after as ends_after
from tests.rulesets.engine.small import after, begun, game, scored


def history(plays: Rounds, *reports: Any, players: int = 3, **setup: Any) -> list[State]:
    states = [begun(plays, players, **setup)]
    for report in reports:
        states.append(after(plays, states[-1], report))
    return states


def cells(row: Any) -> list[Any]:
    return [cell.value for cell in row.cells]


def test_rounds_are_rows_with_gains_and_totals_at_the_foot() -> None:
    plays = game(label=lambda table: f"{table.number} cards")
    board = plays.board(history(plays, scored(5, 0, -1), scored(1, 2, 3), first=1))
    assert board.title.text == "Points"
    assert [column.title.text for column in board.columns] == ["Ann", "Bo", "Cy"]
    assert [(row.label.text, cells(row), row.report) for row in board.rows] == [
        ("1 · 1 cards", [5, 0, -1], 1),
        ("2 · 2 cards", [1, 2, 3], 2),
    ]
    assert [cell.marks for cell in board.rows[0].cells] == [(), ("dealer",), ()]
    [foot] = board.foot
    assert (foot.label.text, cells(foot)) == ("Total", [6, 2, 2])
    assert not any(cell.marks for cell in foot.cells)  # somebody leads; nobody has won yet


def test_the_winner_is_marked_at_the_end_and_low_wins_is_said() -> None:
    plays = game(ends=ends_after(1), wins="low")
    board = plays.board(history(plays, scored(5, 0, -1)))
    assert [cell.marks for cell in board.foot[0].cells] == [(), (), ("won",)]
    assert [words.text for words in board.notes] == ["The lowest total wins."]


def test_a_report_that_did_not_count_has_no_row_and_the_next_one_keeps_its_number() -> None:
    plays = game()
    first, second = history(plays, scored(5, 0, -1))
    third = after(plays, second, scored(1, 1, 1))
    board = plays.board([first, first, second, second, third])
    assert [(row.label.text, row.report) for row in board.rows] == [("1", 2), ("2", 4)]


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
