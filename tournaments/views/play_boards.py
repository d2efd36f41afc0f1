"""Scoreboards of score pads with the addresses that their rows lead to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.urls import reverse

if TYPE_CHECKING:
    from rulesets.scoreboard import Scoreboard
    from tournaments.models import Event
    from tournaments.selectors.pads import Pad, PadRound


@dataclass(frozen=True, slots=True)
class Board:
    """A scoreboard and where its rows lead, for `{% scoreboard %}`."""

    board: Scoreboard
    links: list[str | None] = field(default_factory=list)


def board_of(pad: Pad, event: Event | None = None) -> Board:
    """The board as it stands; with an event its rows from the first round on (`board.lead` stand
    before it) lead to their rounds."""
    board = pad.board
    counted = [one for one in pad.rounds if one.counted]
    if event is None or not pad.table_number:
        return Board(board)
    links: list[str | None] = [
        reverse("event_round", args=[event.pk, pad.set_number, pad.table_number, one.number])
        for one in counted
    ]
    return Board(board, links)


def worksheet_of(pad: Pad, one: PadRound, event: Event | None = None) -> Board | None:
    """A round's worksheet as far as it is filled in; None where rounds have none.

    With an event a row leads to what was reported, or to the form where nothing was yet.
    """
    if pad.scheme.worksheet is None:
        return None
    board = pad.scheme.worksheet(one.before, one.report, [line.chairs for line in one.lines])
    if event is None or len(board.rows) != len(one.lines):
        return Board(board)
    return Board(
        board,
        [
            reverse(
                "event_round" if line.standing else "event_round_report",
                args=[event.pk, line.set_number, line.table_number, line.deal],
            )
            for line in one.lines
        ],
    )
