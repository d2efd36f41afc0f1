"""One report on a score pad: its place, what it says in words, and what it moved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from tournaments.scoring.books import in_words, stakes_of
from tournaments.scoring.consequences import as_if, new_line
from tournaments.scoring.pad import Line, Pad
from tournaments.scoring.pads import ROUND, line_at, pads
from tournaments.scoring.progress import couple_words, line_state
from tournaments.words import said

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from rulesets.plays import State
    from rulesets.problems import Problem
    from tournaments.models import Event
    from tournaments.scoring.books import Stake


@dataclass(frozen=True, slots=True)
class ReportPlace:
    """The place of one report. `number` is the round as people count it; `before` the state that
    it is judged on; `open`: somebody may report it now."""

    pad: Pad
    number: int
    line: Line
    before: State
    open: bool

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits there, by chair."""
        return tuple(self.pad.names[place] for place in self.line.chairs)

    @property
    def room(self) -> bool:
        """Whether it is a couple's part of a round of the whole room."""
        return self.pad.room

    @property
    def state(self) -> str:
        return line_state(self.line)

    @property
    def said(self) -> str:
        """What counts now, in words."""
        return report_words(self, self.line.payload)

    @property
    def is_last(self) -> bool:
        """Whether it is the report that closes the game."""
        final = self.pad.plays.final
        return bool(final and self.line.payload and final.key in self.line.payload)

    @property
    def later(self) -> bool:
        """Whether rounds after this one have been reported."""
        return any(one.number > self.number and one.complete for one in self.pad.rounds)


def place_at(event: Event, set_number: int, table_number: int, deal: int) -> ReportPlace | None:
    """The place of an address, or None if there is no such."""
    return place_among(pads(event), set_number, table_number, deal)


def place_among(
    found: Iterable[Pad], set_number: int, table_number: int, deal: int
) -> ReportPlace | None:
    """The same on one of these boards."""
    for pad in found:
        if pad.room:
            line = line_at(pad, table_number, set_number) if deal == ROUND else None
            if line is None:
                continue
            return ReportPlace(
                pad, set_number, line, _before(pad, set_number), _open(pad, set_number)
            )
        if (pad.set_number, pad.table_number) != (set_number, table_number):
            continue
        if not 1 <= deal <= max(pad.next_number, len(pad.rounds)):
            return None
        line = line_at(pad, table_number, deal) or new_line(pad, deal)
        return ReportPlace(pad, deal, line, _before(pad, deal), _open(pad, deal))
    return None


def report_words(
    place: ReportPlace, payload: dict[str, Any] | None, problems: Sequence[Problem] = ()
) -> str:
    """A report in words; `problems` are those that the rules find in it. "" for none."""
    if payload is None:
        return ""
    if place.room:
        return couple_words(place.pad, place.line, payload)
    codes = [problem.code for problem in problems] or place.line.allowed
    told = as_if(place.pad, place.number, place.line, payload, codes).round(place.number)
    counts = told is not None and told.played is not None and told.played.counted
    if counts and told and told.played:
        return said(told.played.summary)
    return _("does not count")


def moved_in(pad: Pad, number: int, row: int | None = None) -> tuple[Stake, ...]:
    """What the report of a round moved; of one couple's (`row`) only what it brought itself."""
    one = pad.round(number)
    if one is None or one.played is None:
        return ()
    if row is None:
        return stakes_of(pad, number)
    return in_words(pad, (m for m in one.played.movements if m.at[:1] == (row,)))


def troubles_in(pad: Pad, number: int) -> tuple[Problem, ...]:
    """Why a round that was reported does not count."""
    one = pad.round(number)
    if one is None or one.played is None or one.played.counted:
        return ()
    return tuple(p for p in one.played.problems if p.severity == "error")


def row_in(place: ReportPlace) -> int | None:
    """The couple's row in the round; None where the report is the whole round."""
    if not place.room:
        return None
    found = place.pad.round(place.number)
    return found.lines.index(place.line) if found else None


def names_of(pad: Pad, places: Collection[int]) -> tuple[str, ...]:
    """The names at places of the roster."""
    return tuple(pad.names[place] for place in places)


def _before(pad: Pad, number: int) -> State:
    found = pad.round(number)
    return found.before if found else pad.standing


def _open(pad: Pad, number: int) -> bool:
    return pad.open or number <= len(pad.rounds)
