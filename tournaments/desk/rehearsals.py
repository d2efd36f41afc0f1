"""A rehearsal of an evening with the real names before it begins: duration, sit-outs, how good the
seats are, what to print, and what late arrivals would change. Nothing is saved."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events.arrangement import arrange
from tournaments.models import Entry
from tournaments.models.event_games import format_of
from tournaments.papers.catalogue import Pages, PrintOptions
from tournaments.papers.pack import entries_for_tonight
from tournaments.papers.selectors import EventOrder, papers_of
from tournaments.seating import searches
from tournaments.seats.requests import divisions_of_tables, rehearse_event
from tournaments.web.labels import division_name
from tournaments.web.wording import and_list, translate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rulesets.formats import Format
    from rulesets.formats.rehearsal import Rehearsal
    from rulesets.movements.exchanges import Progress
    from rulesets.movements.seating import Past
    from tournaments.models import Event

FEW = 5  # at most so many are named
LATE = 3  # late arrivals
AFTER = 2  # rounds


@dataclass(frozen=True, slots=True)
class RehearsedRound:
    """One round: its title, who sits at each table, and who sits out."""

    title: str
    tables: tuple[str, ...]
    out: str


@dataclass(frozen=True, slots=True)
class PaperCount:
    """A paper for tonight, and how many pages it has."""

    title: str
    pages: int


@dataclass(frozen=True, slots=True)
class EventRehearsal:
    """The rehearsal of an event. `words`: tables and hours; `sit_outs`: who sits out more or less
    often than others; `waits` are papers that cannot be counted until the seats are drawn."""

    words: str
    sit_outs: str
    quality: str
    figures: tuple[str, ...]
    late: str
    rounds: tuple[RehearsedRound, ...]
    papers: tuple[PaperCount, ...]
    waits: tuple[str, ...]

    @classmethod
    def of(cls, fields: Mapping[str, Any]) -> EventRehearsal:
        """The rehearsal that was stored as plain values."""
        rounds = tuple(RehearsedRound(**values) for values in fields["rounds"])
        papers = tuple(PaperCount(**values) for values in fields["papers"])
        return cls(**{**fields, "rounds": rounds, "papers": papers})

    @property
    def pages(self) -> int:
        """How many pages all countable papers have together."""
        return sum(paper.pages for paper in self.papers)


def read_rehearsal(event: Event, progress: Progress | None = None) -> EventRehearsal:
    """Rehearse the whole evening with those who are here, who have to be enough; report progress to
    `progress`."""
    format, names = (
        format_of(event),
        dict(Entry.objects.filter(event=event).values_list("pk", "name")),
    )
    rehearsal = rehearse_event(event, progress=_part(progress, 0))
    papers, waits = _count_papers(event)
    return EventRehearsal(
        words=arrange(format, len(rehearsal.sit_outs)).words,
        sit_outs=_sit_out_words(rehearsal.sit_outs, names),
        quality=translate(rehearsal.quality.sentence),
        figures=tuple(map(translate, rehearsal.quality.figures)),
        late=_late_words(event, rehearsal, _part(progress, 1)),
        rounds=_tell_rounds(format, rehearsal.rounds, names),
        papers=papers,
        waits=waits,
    )


def _tell_rounds(
    format: Format, rounds: Sequence[Past], names: Mapping[int, str]
) -> tuple[RehearsedRound, ...]:
    """Every round, with the division of each table if there are several."""
    rows = []
    for number, seats in enumerate(rounds, 1):
        division = divisions_of_tables(format, rounds[:number])
        tables = [", ".join(names[who] for who in table) for table in seats.tables]
        if division:
            tables = [
                f"{division_name(at)}: {who}" for at, who in zip(division, tables, strict=True)
            ]
        out = and_list([names[who] for who in seats.sitting_out])
        title = translate(format.labels.of_set(number).title)
        rows.append(RehearsedRound(title, tuple(tables), out))
    return tuple(rows)


def _sit_out_words(times: Mapping[int, int], names: Mapping[int, str]) -> str:
    """Return a sentence on the people who sit out more or less often than the others; "" if these
    are not few."""
    fewest, most = min(times.values()), max(times.values())
    for often in (most, fewest) if fewest < most else ():
        named = [names[who] for who, count in times.items() if count == often]
        if len(named) <= FEW:
            so_often = {
                0: _("Never sits out: {names}."),
                1: _("Sits out once: {names}."),
                2: _("Sits out twice: {names}."),
            }
            text = so_often.get(often) or _("Sits out {n} times: {names}.")
            return text.format(n=often, names=and_list(named))
    return ""


def _part(progress: Progress | None, number: int) -> Progress | None:
    """The progress of the first or the second of two rehearsals."""
    if progress is None:
        return None
    return lambda done, total: progress(number * total + done, 2 * total)


def _late_words(event: Event, before: Rehearsal, progress: Progress | None) -> str:
    """Describe the effects of some late arrivals."""
    format, people = format_of(event), len(before.sit_outs)
    if len(before.rounds) <= AFTER or format.tables.problems(people + LATE):
        return ""
    after = rehearse_event(event, late=LATE, after=AFTER, progress=progress)
    then = after.rounds[AFTER]  # the first in which they play
    here = {who for table in then.tables for who in table} | {*then.sitting_out}
    if here <= before.sit_outs.keys():
        return _("The draw is closed by then: they can only stand in for somebody who leaves.")
    tables, out = len(then.tables), len(then.sitting_out)
    return _count_words(tables, len(before.rounds[AFTER].tables), out)


def _count_words(tables: int, before: int, out: int) -> str:
    """ "3 tables instead of 2, and one sits out."; `before` is the former number of tables."""
    seated = ngettext("{n} table", "{n} tables", tables).format(n=tables)
    text = _("{tables} instead of {before}") if tables != before else _("{tables} as before")
    seated = text.format(tables=seated, before=before)
    if not out:
        return _("{tables}, and nobody sits out.").format(tables=seated)
    text = ngettext("{tables}, and {n} sits out.", "{tables}, and {n} sit out.", out)
    return text.format(tables=seated, n=out)


def _count_papers(event: Event) -> tuple[tuple[PaperCount, ...], tuple[str, ...]]:
    """The papers for tonight with their numbers of pages, without drawing them; and those that
    cannot be printed yet."""
    order = EventOrder(event, PrintOptions("tonight"))
    drawings = [(entry.title, entry.draw(entry.order)) for entry in entries_for_tonight(order)]
    counts = (
        PaperCount(title, len(drawing.pages))
        for title, drawing in drawings
        if isinstance(drawing, Pages)
    )
    waits = (str(kind.title) for kind in papers_of(event) if kind.tonight and kind.missing(order))
    return tuple(counts), tuple(waits)


@searches.register_look(searches.REHEARSE)
def rehearse(event: Event, _seed: int, progress: Progress) -> dict[str, Any]:
    """Rehearse an evening beside the page that waits for it."""
    return asdict(read_rehearsal(event, progress))
