"""A score pad as it would be, if something else had been reported."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tournaments.scoring.pad import Line, Pad, PadRound
from tournaments.scoring.pads import room_report
from tournaments.scoring.replay import with_rounds

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
        pending_payload=None,
        is_open=False,
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
    if pad.room:
        report = room_report(pad, lines, before.byes)
    complete = all(one.payload is not None for one in lines)
    rounds[number - 1] = replace(before, lines=lines, report=report, complete=complete)
    return with_rounds(pad, rounds, pad)


def moved_rounds(pad: Pad, after: Pad, number: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The later rounds that would no longer count, and those that would count again."""
    was = {one.number: one.counted for one in pad.rounds if one.complete}
    now = {one.number: one.counted for one in after.rounds if one.complete}
    later = [n for n in was if n > number and n in now]
    broken = tuple(n for n in later if was[n] and not now[n])
    return broken, tuple(n for n in later if now[n] and not was[n])


def new_line(pad: Pad, number: int) -> Line:
    """The line of a round of a table that nobody has reported anything of."""
    chairs = tuple(range(len(pad.entry_ids)))
    return Line(pad.table_id or 0, pad.table_number, pad.set_number, number, chairs)
