"""What the database holds of an event that keeps score pads: seats, sit-outs and reports.

A fixed number of queries, whatever the number of rounds, tables and couples.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import count
from random import Random
from typing import TYPE_CHECKING

from tournaments.models import Entry, Seat, Seating, SitOut, Table
from tournaments.scoring.hands import DealReports, reports_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from tournaments.models import Event


@dataclass(slots=True)
class SeatedTable:
    """One table of one published seating, and what was reported at it."""

    table_id: int
    number: int
    set_number: int
    first_dealer: int | None
    entries: list[int] = field(default_factory=list)  # by chair
    deals: dict[int, DealReports] = field(default_factory=dict)

    def deal(self, number: int) -> DealReports:
        """The reports of a deal; an empty record where there are none."""
        return self.deals.get(number) or DealReports()


@dataclass(slots=True)
class SeatedSet:
    """One published seating: its tables by number, and who sits it out, chair by chair."""

    seating_id: int
    number: int
    tables: list[SeatedTable] = field(default_factory=list)
    byes: list[int] = field(default_factory=list)

    @property
    def chairs(self) -> dict[int, int]:
        """Entry -> the number of its chair; those who face an empty one have what is left."""
        found = {pk: table.number for table in self.tables for pk in table.entries}
        taken = {table.number for table in self.tables}
        left = (number for number in count(1) if number not in taken)
        return found | dict(zip(self.byes, left, strict=False))


@dataclass(frozen=True, slots=True)
class PadRows:
    """An event's people (id -> name, team) in the order they were entered, and its seatings."""

    people: dict[int, tuple[str, str]]
    sets: tuple[SeatedSet, ...]


def pad_rows(event: Event, *, drawn: bool = False) -> PadRows:
    """Read it all; or, `drawn`, the seats that nobody has been shown yet. Six queries."""
    entries = Entry.objects.filter(event_id=event.pk).order_by("pk")
    people = {pk: (name, role) for pk, name, role in entries.values_list("pk", "name", "role")}
    state = Seating.State.DRAFT if drawn else Seating.State.PUBLISHED
    shown = Seating.objects.filter(event_id=event.pk, state=state)
    sets = {
        pk: SeatedSet(pk, number)
        for pk, number in shown.order_by("set_number").values_list("pk", "set_number")
    }
    tables: dict[int, SeatedTable] = {}
    rows = Table.objects.filter(seating__in=list(sets)).order_by("number")
    for pk, seating, number, first in rows.values_list(
        "pk", "seating_id", "number", "first_dealer"
    ):
        tables[pk] = SeatedTable(pk, number, sets[seating].number, first)
        sets[seating].tables.append(tables[pk])
    seats = Seat.objects.filter(seating__in=list(sets)).order_by("table_id", "chair")
    for table_id, entry_id in seats.values_list("table_id", "entry_id"):
        tables[table_id].entries.append(entry_id)
    for seating, entry_id in (
        SitOut.objects.filter(seating__in=list(sets))
        .order_by("pk")
        .values_list("seating_id", "entry_id")
    ):
        sets[seating].byes.append(entry_id)
    for table_id, deals in reports_of(list(tables)).items():
        tables[table_id].deals = deals
    return PadRows(people, tuple(sets.values()))


def with_reports(rows: PadRows, places: Collection[tuple[int, int, int]]) -> PadRows | None:
    """The same with what is said now of some deals (set, table, deal); None where one of these
    tables is not among them. Two queries."""
    tables = {(one.number, table.number): table for one in rows.sets for table in one.tables}
    told = {(number, at): tables.get((number, at)) for number, at, _deal in places}
    if None in told.values():
        return None
    deals = {deal for _set, _table, deal in places}
    found = reports_of([table.table_id for table in told.values() if table], deals)
    for place, table in told.items():
        if table is not None:
            told[place] = replace(table, deals=table.deals | found.get(table.table_id, {}))
    changed = {number for number, _at in told}
    return PadRows(
        rows.people,
        tuple(
            replace(one, tables=[told.get((one.number, t.number)) or t for t in one.tables])
            if one.number in changed
            else one
            for one in rows.sets
        ),
    )


def team_order(first: SeatedSet | None, entries: Sequence[int], seed: str = "") -> list[int]:
    """The entries of a team in the order of their chairs.

    As the first seats have them; whoever came later follows in the order of entering. Before
    there are seats, drawn with a seed, or as they were entered.
    """
    if first is None:
        order = list(entries)
        if seed:
            Random(seed).shuffle(order)  # noqa: S311 - it is to be repeated
        return order
    chairs = first.chairs
    seated = sorted((pk for pk in entries if pk in chairs), key=chairs.__getitem__)
    return seated + [pk for pk in entries if pk not in chairs]
