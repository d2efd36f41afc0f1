"""A score pad as it would be, if something else had been reported."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tournaments.selectors.padplay import with_rounds
from tournaments.selectors.pads import COUPLE, Line, Pad, PadRound, room_report

if TYPE_CHECKING:
    from collections.abc import Sequence


def as_if(
    pad: Pad, number: int, line: Line, payload: dict[str, Any] | None, allowed: Sequence[str] = ()
) -> Pad:
    """The pad as it would be if a line of a round held this payload (None: nothing)."""
    said = replace(
        line,
        payload=payload,
        allowed=tuple(allowed),
        revision=line.revision + 1,
        pending_id=None,
    )
    rounds = list(pad.rounds)
    while len(rounds) < number:
        blank = pad.replay.opening.state
        rounds.append(
            PadRound(
                number=len(rounds) + 1,
                lines=(said,),
                byes=(),
                report=None,
                complete=False,
                played=None,
                before=blank,
            )
        )
    before = rounds[number - 1]
    lines = tuple(said if one.table_number == line.table_number else one for one in before.lines)
    report: Any = payload
    if pad.scheme.rows == COUPLE:
        report = room_report(pad, lines, before.byes)
    complete = all(one.payload is not None for one in lines)
    rounds[number - 1] = replace(before, lines=lines, report=report, complete=complete)
    return with_rounds(pad, rounds, pad)


def new_line(pad: Pad, number: int) -> Line:
    """The line of a round of a table that nobody has reported anything of."""
    return Line(
        table_id=pad.table_id or 0,
        table_number=pad.table_number,
        set_number=pad.set_number,
        deal=number,
        chairs=tuple(range(len(pad.entry_ids))),
        payload=None,
        revision=0,
        report_id=None,
        author="",
        accepted=False,
        allowed=(),
        reason="",
        pending_id=None,
        disputed=False,
    )
