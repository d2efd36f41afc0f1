"""The rounds so far in one strip on the desk, with what nobody has accepted yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Count, Exists, OuterRef
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.cache.memo import Memo
from tournaments.changes import EVENTS, Place, Steps, places, read_current
from tournaments.log.steps import Touches
from tournaments.models import CUT, Acceptance, Event, Report, Seating
from tournaments.scoring.hands import standing
from tournaments.words import called

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from tournaments.scoring.pad import Pad

SHOWN = 12  # of the newest; older ones only while something waits there


@dataclass(frozen=True, slots=True)
class Mark:
    """A round (a set) of the evening; `waiting` are its results that nobody has accepted, `open`
    says that results are missing."""

    label: str
    waiting: int
    url: str
    open: bool


def of_sets(event: Event, current: int, *, goes_on: bool) -> tuple[Mark, ...]:
    """The sets up to the `current` one, which may still be played; each leads to the first table
    where something waits."""
    waiting = _waiting(event)
    marks = []
    for number in range(1, current + 1):
        tables = waiting.get(number, {})
        url = reverse("event_table", args=[event.pk, number, min(tables, default=1)])
        label = _("Set {number}").format(number=number)
        running = goes_on and number == current
        marks.append(Mark(label, sum(tables.values()), url, running))
    return tuple(marks)


def of_board(event: Event, pad: Pad) -> tuple[Mark, ...]:
    """The rounds of the room, or of the only table."""
    marks = []
    for one in pad.rounds:
        if not any(line.standing for line in one.lines):
            continue
        if pad.table_number:
            place = [event.pk, pad.set_number, pad.table_number, one.number]
            url = reverse("event_deal", args=place)
        else:
            url = reverse("event_worksheet", args=[event.pk, one.number])
        label = called(pad.form).numbered(one.number)
        waiting = sum(line.to_accept for line in one.lines)
        marks.append(Mark(label, waiting, url, not one.complete))
    return _newest(marks)


def _newest(marks: list[Mark]) -> tuple[Mark, ...]:
    older: Iterable[Mark] = (mark for mark in marks[:-SHOWN] if mark.waiting)
    return (*older, *marks[-SHOWN:])


Waiting = dict[Place, int]
_memo: Memo[Waiting] = Memo(EVENTS)


def _waiting(event: Event) -> dict[int, dict[int, int]]:
    """set -> table -> how many of its results nobody has accepted. At most one query."""

    def renew(old: Waiting, steps: Steps) -> Waiting | None:
        touched = places(steps, Touches.DISPUTES)
        if touched is None:
            return None
        # Most often they are of one set; of several, more are counted than were touched.
        sets, tables = ({place[at] for place in touched} for at in (0, 1))
        rest = {
            place: count
            for place, count in old.items()
            if place[0] not in sets or place[1] not in tables
        }
        return rest | _count(event, sets, tables) if touched else old

    found: dict[int, dict[int, int]] = {}
    waiting = read_current(_memo, event, lambda: _count(event), renew)
    for (number, table), count in waiting.items():
        found.setdefault(number, {})[table] = count
    return found


def _count(
    event: Event, sets: Collection[int] | None = None, tables: Collection[int] = ()
) -> Waiting:
    """How many results nobody has accepted, by table; or of some `sets`, at some `tables`."""
    accepted = Acceptance.objects.filter(report=OuterRef("pk"), kind=Acceptance.Kind.ACCEPT)
    reports = Report.objects.filter(table__seating__event=event)
    if sets is not None:
        reports = reports.filter(table__seating__set_number__in=sets, table__number__in=tables)
    rows = (
        standing(reports)
        .filter(~Exists(accepted), table__seating__state=Seating.State.PUBLISHED)
        .exclude(deal=CUT)
        .values_list("table__seating__set_number", "table__number")
        .annotate(count=Count("pk"))
    )
    return {(number, table): count for number, table, count in rows}
