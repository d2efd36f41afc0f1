"""Scoreboards of score pads with the addresses that their rows lead to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.urls import reverse

if TYPE_CHECKING:
    from rulesets.drawing.scoreboard import Scoreboard
    from tournaments.models import Event
    from tournaments.scoring.pad import Pad, PadRound


@dataclass(frozen=True, slots=True)
class Board:
    """A scoreboard and where its rows (`links`) or what it tells of (`reports`) lead, for
    `{% scoreboard %}`."""

    board: Scoreboard
    links: list[str | None] = field(default_factory=list)
    reports: dict[int, str] = field(default_factory=dict)


def board_of(pad: Pad, event: Event | None = None) -> Board:
    """The board as it stands; with an event what it tells of a round leads there."""
    board = pad.board
    if event is None or not pad.table_number:
        return Board(board)
    counted = [one.number for one in pad.rounds if one.counted]
    addresses = [
        reverse("event_deal", args=[event.pk, pad.set_number, pad.table_number, number])
        for number in counted
    ]
    return Board(board, reports=dict(enumerate(addresses, 1)))


def couples_of(one: PadRound) -> list[tuple[int, int]]:
    """Who faces whom in a round of the room, as they are seated."""
    return [(line.chairs[0], line.chairs[1]) for line in one.lines]


def worksheet_of(pad: Pad, one: PadRound, event: Event | None = None) -> Board | None:
    """A round's worksheet as far as it is filled in; None where rounds have none.

    With an event a row leads to what was reported, or to the form where nothing was yet.
    """
    if not pad.room:
        return None
    board = pad.plays.worksheet(one.before, one.report, couples_of(one))
    if event is None or len(board.rows) != len(one.lines):
        return Board(board)
    return Board(
        board,
        [
            reverse(
                "event_deal" if line.standing else "event_deal_report",
                args=[event.pk, line.set_number, line.table_number, line.deal],
            )
            for line in one.lines
        ],
    )
