"""A board is folded out of its reports in the same way, whichever group keeps it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import given, settings

from rulesets.engine.replay import RoundReport
from rulesets.formats import format_of
from rulesets.formats.board import Board
from rulesets.formats.carry import tally
from rulesets.formats.drive import Drive, Player, SetRecord, TableSet, roles_at, sitters
from rulesets.games import load
from tests.rulesets.reports import drives
from tests.sampling import examples

NAMES = ("Ann", "Bo", "Cy", "Di")


def told(hands: Sequence[Any]) -> list[RoundReport]:
    return [RoundReport(hand, skipped=hand is None, override=True) for hand in hands]


def board_at(drive: Drive, record: SetRecord, table: TableSet) -> Board:
    format, number = drive.format, record.number
    at_end = sitters(table, format.length.most_deals)
    names = tuple("" if who is None else drive.players[who].name for who in at_end)
    return Board(
        format, format.hands.setup(number, 1, names, roles_at(drive, record, table)), number
    )


def sums_of(drive: Drive) -> list[list[int]]:
    """Everybody's points of every set, from the boards of its tables."""
    format = drive.format
    found = [[0] * len(drive.sets) for _player in drive.players]
    for at, record in enumerate(drive.sets):
        hands_out = dict.fromkeys(record.sitting_out, format.length.most_deals)
        for table in record.tables:
            board = board_at(drive, record, table)
            folded = board.fold(told(table.hands))
            for deal in range(1, format.length.most_deals + 1):
                here = sitters(table, deal)
                for who in here:
                    if who in hands_out and who is not None:
                        hands_out[who] -= 1
                if deal <= len(folded.rounds):
                    for who, points in zip(here, board.gains(folded.rounds[deal - 1]), strict=True):
                        if who is not None:
                            found[who][at] += points
            if not table.subs:
                by_chair = format.hands.result(
                    record.number, board.setup.roster.roles, table.hands, None
                )
                assert board.sums(folded) == by_chair.sums
        for who, hands in hands_out.items():
            found[who][at] += format.ranking.sit_out.each_deal * hands
    return found


@given(drives())
@settings(max_examples=examples(40), deadline=None)
def test_the_boards_of_a_drive_add_up_to_its_tally(drive: Drive) -> None:
    players = tuple(
        Player(player.name, player.role) for player in drive.players
    )  # nobody came late
    played = Drive(drive.format, players, drive.sets)
    assert sums_of(played) == tally(played)


def test_a_hand_of_a_set_is_judged_by_itself_and_told_of_its_people() -> None:
    format = format_of(load("court-whist"))
    setup = format.hands.setup(4, 1, NAMES, format.facts.roles.names * 2)
    board = Board(format, setup, 4)
    hands = (
        {"tricks": [13, 0], "lady_tricks": [5, 0]},
        None,
        {"tricks": [7, 6], "lady_tricks": [3, 2]},
    )
    assert [board.report(1, {}, [], complete=number).skipped for number in (True, False)] == [
        False,
        True,
    ]
    assert board.is_told(1, complete=False)  # it has its place among the others
    folded = board.fold(told(hands))
    left = folded.rounds[0].state
    assert board.judged_on(3, left) is format.hands.table(4, 3, setup.roster.roles)
    assert [board_round.counted for board_round in folded.rounds] == [True, False, True]
    assert folded.rounds[2].summary == format.hands.summary(4, hands[2], 3)
    told_of = [moment.words.params["name"] for moment in folded.rounds[0].moments]
    assert told_of == ["Ann & Cy"]
    assert folded.ending is None
    again = board.fold(told(({"tricks": [6, 7], "lady_tricks": [0, 0]},)), folded, 2)
    assert again.rounds[:2] == folded.rounds[:2]
    assert board.gains(again.rounds[2]) == (6, 7, 6, 7)


def test_what_stands_in_a_hand_counts_as_it_was_judged_when_it_came() -> None:
    format = format_of(load("court-whist"))
    board = Board(format, format.hands.setup(4, 1, NAMES, ("gentleman",) * 4), 4)
    folded = board.fold(told(({"tricks": [7, 6], "lady_tricks": [1, 0]},)))
    assert [problem.code for problem in folded.rounds[0].problems] == ["lady_tricks.no_lady"]
    assert folded.rounds[0].counted
