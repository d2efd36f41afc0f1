"""Who sits where: the people of an event, its sets with their tables, who sits out and who has
taken over a chair. Nothing of what was reported.

Boards, the drive and what a movement is asked with are made of it; nobody else reads seats,
substitutes and sit-outs for them. It changes some ten times in an evening, and is read as raw rows:
model instances would cost several times as much as all that is made of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, groupby
from operator import itemgetter
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import OuterRef, Subquery

from rulesets.engine.roster import order_of_seats
from rulesets.movements.seating import Past
from tournaments.cache.memo import Memo
from tournaments.db.rows import all_rows, rows_of
from tournaments.log.current_values import (
    EVENTS,
    WHOLE,
    Place,
    Steps,
    read_current,
    tables_of_steps,
)
from tournaments.log.steps import Touches
from tournaments.models import Entry, Event, Presence, Seating, Table
from tournaments.models.event_games import format_of

if TYPE_CHECKING:
    from tournaments.boards.deal_reports import Spot

TABLES = """
SELECT g.id, g.set_number, g.seed, t.id, t.number, t.first_dealer, t.last_deal, t.late, t.division,
    t.dealers
FROM tournaments_seating g LEFT JOIN tournaments_table t ON t.seating_id = g.id
WHERE g.event_id = %s AND g.state = %s
ORDER BY g.set_number, t.number
"""
CHAIRS = """
SELECT s.table_id, s.entry_id, s.role
FROM tournaments_seating g JOIN tournaments_seat s ON s.seating_id = g.id
WHERE g.event_id = %s AND g.state = %s
ORDER BY s.table_id, s.chair
"""
OTHERS = """
SELECT g.id, o.entry_id, 0, 0, 0, o.id, o.watches, o.partner_id, o.division
FROM tournaments_sitout o JOIN tournaments_seating g ON g.id = o.seating_id
WHERE g.event_id = %s AND g.state = %s
UNION ALL
SELECT g.id, u.entry_id, u.table_id, u.from_hand, u.chair, u.id, NULL, NULL, NULL
FROM tournaments_substitution u
JOIN tournaments_table t ON t.id = u.table_id
JOIN tournaments_seating g ON g.id = t.seating_id
WHERE g.event_id = %s AND g.state = %s
ORDER BY 4, 6
"""
# Of games that go on: who joined one, and who left it.
_COMINGS = "s.joined_after, s.joined_with, s.left_after, s.pauses, s.neighbour"
COMINGS = f"""
SELECT s.table_id, s.chair, {_COMINGS}
FROM tournaments_seating g JOIN tournaments_seat s ON s.seating_id = g.id
WHERE g.event_id = %s AND g.state = %s AND (s.joined_after IS NOT NULL
    OR s.left_after IS NOT NULL OR s.neighbour IS NOT NULL OR s.pauses <> '[]')
"""  # noqa: S608  columns
# The same of some tables.
CHAIRS_OF = f"""
SELECT s.table_id, s.entry_id, e.name, s.role, {_COMINGS}
FROM tournaments_seat s JOIN tournaments_entry e ON e.id = s.entry_id
WHERE s.table_id IN ({{ids}}) ORDER BY s.table_id, s.chair
"""  # noqa: S608  columns
SUBSTITUTES_OF = """
SELECT u.table_id, u.from_hand, u.chair, u.entry_id, e.name
FROM tournaments_substitution u JOIN tournaments_entry e ON e.id = u.entry_id
WHERE u.table_id IN ({ids}) ORDER BY u.from_hand, u.id
"""
# What the roll call says last of an entry; None if it says nothing.
HERE = Subquery(
    Presence.objects.filter(entry=OuterRef("pk")).order_by("-from_set", "-pk").values("here")[:1]
)
NO_ROLES: Mapping[int, str] = {}


@dataclass(frozen=True, slots=True)
class EntryRecord:
    """Who is entered, as far as tables, counting and movements want it. `deducted`: points that the
    host has deducted; `has_left`: the roll call has sent them home."""

    entry_id: int
    name: str
    role: str
    team: str
    seating_team: str
    keeps_chair: bool
    late_as_sit_out: bool
    deducted: int
    has_left: bool


class Substitute(NamedTuple):
    """Who has taken over a chair, and from which hand on."""

    from_hand: int
    chair: int
    entry_id: int
    name: str


@dataclass(frozen=True, slots=True)
class TableRecord:
    """One table of one set: who was seated there, by chair, and what is known of it beside what is
    reported.

    `joined`, `left`: who joined a game that went on, and who left it, by chair: after which deal,
    with how much. `pauses`: after which deals somebody left who came back after another.
    `neighbours`: to the left of which chair somebody sits who joined, if it is not the last one.
    `dealers`: who dealt out of turn: after which deal, chair. `late`: opened after the draw.
    """

    table_id: int
    number: int
    set_number: int
    seating_id: int
    chairs: tuple[int, ...] = ()  # entries
    names: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    substitutes: tuple[Substitute, ...] = ()
    first_dealer: int | None = None
    last_deal: int | None = None
    late: bool = False
    division: int | None = None
    dealers: tuple[tuple[int, int], ...] = ()
    joined: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    left: Mapping[int, int] = field(default_factory=dict)
    pauses: Mapping[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    neighbours: Mapping[int, int] = field(default_factory=dict)

    @property
    def at(self) -> Place:
        """The set and the number of the table."""
        return self.set_number, self.number

    @property
    def order(self) -> tuple[int, ...]:
        """The chairs as they stand around the table, clockwise."""
        newcomers = ((chair, self.neighbours.get(chair)) for chair in self.joined)
        return order_of_seats(len(self.chairs), newcomers)

    def sitters(self, hand: int) -> tuple[int, ...]:
        """The entries in the chairs in that hand (from 1)."""
        seated = list(self.chairs)
        for sub in self.substitutes:
            if sub.from_hand <= hand:
                seated[sub.chair] = sub.entry_id
        return tuple(seated)

    @property
    def sitters_at_end(self) -> tuple[int, ...]:
        return self.sitters(10_000) if self.substitutes else self.chairs

    @property
    def names_at_end(self) -> tuple[str, ...]:
        """The names of those in the chairs at the end."""
        return tuple(map(self.name_of, self.sitters_at_end)) if self.substitutes else self.names

    def name_of(self, entry_id: int) -> str:
        """The name of somebody who sits or sat at this table."""
        if entry_id in self.chairs:
            return self.names[self.chairs.index(entry_id)]
        return next(sub.name for sub in self.substitutes if sub.entry_id == entry_id)

    @property
    def spot(self) -> Spot:
        """The table and its places, as its reports refer to them."""
        return self.table_id, self.number, self.set_number, tuple(range(len(self.chairs)))


class SitOutRecord(NamedTuple):
    """Somebody who was drawn to sit out a set, or watches: nobody would play in that place."""

    entry_id: int
    watches: bool
    partner: int | None
    division: int | None


@dataclass(frozen=True, slots=True)
class SetTables:
    """One set: its tables by number, and who sits out."""

    seating_id: int
    number: int
    seed: int
    tables: tuple[TableRecord, ...]
    sit_outs: tuple[SitOutRecord, ...]

    @property
    def chairs(self) -> dict[int, int]:
        """The number of each entry's table; those who face an empty chair get the numbers that are
        left."""
        seated = {pk: table.number for table in self.tables for pk in table.chairs}
        taken = {table.number for table in self.tables}
        left = (number for number in count(1) if number not in taken)
        outs = (out.entry_id for out in self.sit_outs)
        return seated | dict(zip(outs, left, strict=False))


@dataclass(frozen=True, slots=True)
class EventTables:
    """The people of an event by entry, in the order of entering, and its sets."""

    entries: Mapping[int, EntryRecord]
    sets: tuple[SetTables, ...]

    @property
    def tables(self) -> Iterable[TableRecord]:
        """All tables, set by set."""
        return (table for record in self.sets for table in record.tables)

    def set(self, number: int) -> SetTables | None:
        """The set with that number; None if there is none."""
        return next((record for record in self.sets if record.number == number), None)

    def table(self, at: Place) -> TableRecord | None:
        """A table by its set and number; None if there is none."""
        record = self.set(at[0])
        tables = record.tables if record is not None else ()
        return next((table for table in tables if table.number == at[1]), None)


# --- reading --------------------------------------------------------------------------------------


def read_tables(event: Event, *, drafts: bool = False) -> EventTables:
    """Everybody, and the seats that are shown; with `drafts` those that are not shown yet instead.
    Four statements; five where a table's game may go on with others."""
    entries = read_entries(event)
    seatings = event.pk, (Seating.State.DRAFT if drafts else Seating.State.PUBLISHED).value
    rows, chairs = all_rows(TABLES, seatings), all_rows(CHAIRS, seatings)
    subs: dict[int, list[Substitute]] = {}
    outs: dict[int, list[SitOutRecord]] = {}
    for seating, pk, table, hand, chair, _id, *out in all_rows(OTHERS, (*seatings, *seatings)):
        if table:
            sub = Substitute(hand, chair, pk, entries[pk].name)
            subs.setdefault(table, []).append(sub)
        else:
            outs.setdefault(seating, []).append(SitOutRecord(pk, bool(out[0]), *out[1:]))
    comings: dict[int, list[Sequence[Any]]] = {}
    if not format_of(event).apart:
        for table, *coming in all_rows(COMINGS, seatings):
            comings.setdefault(table, []).append(coming)
    names = {pk: entry.name for pk, entry in entries.items()}.__getitem__
    seats = {}
    for table, seated in groupby(chairs, itemgetter(0)):
        _table, people, roles = zip(*seated, strict=True)
        seats[table] = people, tuple(map(names, people)), roles
    sets = []
    for (seating, number, seed), tables in groupby(rows, itemgetter(0, 1, 2)):
        records = tuple(
            [
                _record((row[3], row[4], number, seating), row[5:], seats, subs, comings)
                for row in tables
                if row[3] is not None
            ]
        )
        sets.append(SetTables(seating, number, seed, records, tuple(outs.get(seating, ()))))
    return EventTables(entries, tuple(sets))


def read_entries(event: Event) -> dict[int, EntryRecord]:
    """Everybody who is entered, in the order of entering. One statement."""
    columns = ("pk", "name", "role", "team", "seating_team", "keeps_chair", "late_as_sit_out")
    people = Entry.objects.filter(event_id=event.pk).order_by("pk")
    rows: Any = people.values_list(*columns, "deductions", HERE)
    return {row[0]: EntryRecord(*row[:7], *_beside(row)) for row in rows}  # type: ignore[call-arg]


def _beside(row: Sequence[Any]) -> tuple[int, bool]:
    """How many points were deducted, and whether somebody has been sent home."""
    return sum(deduction["points"] for deduction in row[7]) if row[7] else 0, row[8] is False


Seats = tuple[tuple[int, ...], tuple[str, ...], tuple[str, ...]]  # entries, names and roles
NO_SEATS: Seats = (), (), ()
NOBODY = [None, None, None, "[]", None]


def _record(
    at: tuple[int, int, int, int],
    more: Sequence[Any],
    seats: Mapping[int, Seats],
    subs: Mapping[int, Sequence[Substitute]],
    comings: Mapping[int, Iterable[Sequence[Any]]],
) -> TableRecord:
    """A table from its rows: its first dealer, last deal and so on (`more`); and by table, who sits
    there, who took a chair over, and who joined or left (chair, and the columns for that)."""
    table, (first, last, late, division, dealers) = at[0], more
    turns = () if dealers == "[]" else pairs_of(json.loads(dealers))
    people = (*seats.get(table, NO_SEATS), tuple(subs.get(table, ())))
    changes = _changes(comings[table]) if table in comings else NO_CHANGES
    return TableRecord(*at, *people, first, last, bool(late), division, turns, *changes)


Changes = tuple[dict[int, tuple[int, int]], dict[int, int], dict[int, Any], dict[int, int]]
NO_CHANGES: Changes = ({}, {}, {}, {})


def _changes(comings: Iterable[Sequence[Any]]) -> Changes:
    """Who joined, who left, who paused, and beside whom newcomers sit; by chair."""
    changes: Changes = ({}, {}, {}, {})
    joined, left, pauses, neighbours = changes
    for chair, after, amount, last, breaks, neighbour in comings:
        if breaks != "[]":
            pauses[chair] = pairs_of(json.loads(breaks))
        if after is not None:
            joined[chair] = (after, amount or 0)
        if neighbour is not None:
            neighbours[chair] = neighbour
        if last is not None:
            left[chair] = last
    return changes


def pairs_of(rows: Iterable[Sequence[int]]) -> tuple[tuple[int, int], ...]:
    """Pairs of numbers as the database keeps them: [[4, 6], ...]."""
    return tuple((first, second) for first, second in rows)


def read_some(tables: Iterable[Table], *, substituted: bool = True) -> list[TableRecord]:
    """These tables (each comes with its seating), of whatever event; `substituted`: somebody may
    have taken over a chair. At most two statements."""
    rows = list(tables)
    ids = [table.pk for table in rows]
    seats = {
        pk: [row[1:] for row in seated]
        for pk, seated in groupby(rows_of(CHAIRS_OF, ids), itemgetter(0))
    }
    subs: dict[int, list[Substitute]] = {}
    for pk, *sub in rows_of(SUBSTITUTES_OF, ids) if substituted else ():
        subs.setdefault(pk, []).append(Substitute(*sub))
    return [one_table(table, seats.get(table.pk, ()), subs.get(table.pk, ())) for table in rows]


def one_table(
    table: Table, seats: Sequence[Sequence[Any]], subs: Iterable[Substitute]
) -> TableRecord:
    """A table whose seats are read already, by chair: entry, name, role, and who joined or left."""
    at = table.pk, table.number, table.seating.set_number, table.seating_id
    columns = table.first_dealer, table.last_deal, table.late, table.division, "[]"
    people: Any = tuple(zip(*(seat[:3] for seat in seats), strict=True)) or NO_SEATS
    late = [
        [chair, *seat[3:]] for chair, seat in enumerate(seats) if list(seat[3:] or NOBODY) != NOBODY
    ]
    comings = {table.pk: late} if late else {}
    record = _record(at, columns, {table.pk: people}, {table.pk: [*subs]}, comings)
    return replace(record, dealers=pairs_of(table.dealers)) if table.dealers else record


def substitutes_of(table: Table) -> list[Substitute]:
    """Who has taken over a chair of a table. One statement."""
    return [Substitute(*sub) for _table, *sub in rows_of(SUBSTITUTES_OF, [table.pk])]


# --- keeping --------------------------------------------------------------------------------------

_memo: Memo[EventTables] = Memo(EVENTS)


def current_tables(event: Event) -> EventTables:
    """The same at the event's version, as kept by this process and brought up to date by the
    log."""
    return read_current(_memo, event, lambda: read_tables(event), renew_tables)


def renew_tables(old: EventTables, steps: Steps) -> EventTables | None:
    """Tables that were read before, where nothing but reports has come since: only a table's last
    deal can be another one. None where anything else has happened."""
    touched = tables_of_steps(steps, Touches.DISPUTES)
    if touched is None:
        return None
    touched_deals = [step.deal for step in steps]
    whole = {deal[:2] for deal in touched_deals if deal is not None and deal[2] == WHOLE}
    return with_last_deals(old, whole)


def with_last_deals(old: EventTables, places: Iterable[Place]) -> EventTables | None:
    """The tables, with the last deals of some read again; None if one of these is not among them.
    One statement, or none."""
    tables = {at: old.table(at) for at in places}
    if not tables:
        return old
    ids = [table.table_id for table in tables.values() if table is not None]
    if len(ids) < len(tables):
        return None
    last = dict(Table.objects.filter(pk__in=ids).values_list("pk", "last_deal"))
    numbers = {number for number, _table in tables}
    sets = (
        replace(
            record,
            tables=tuple(
                replace(table, last_deal=last[table.table_id]) if table.table_id in last else table
                for table in record.tables
            ),
        )
        if record.number in numbers
        else record
        for record in old.sets
    )
    return replace(old, sets=tuple(sets))


# --- views ----------------------------------------------------------------------------------------


def past_of(record: SetTables, roles: Mapping[int, str]) -> Past:
    """A set as it ended, as a movement counts it, with entries for people; those who sat out have
    their own `roles` (by entry)."""
    outs = [out for out in record.sit_outs if not out.watches]
    played = {out.entry_id: roles[out.entry_id] for out in outs}
    parts = {out.entry_id: out.division for out in outs if out.division is not None}
    for table in record.tables:
        played |= dict(zip(table.sitters_at_end, table.roles, strict=True))
        if table.division is not None:
            parts |= dict.fromkeys(table.chairs, table.division)
    return Past.of(
        [table.chairs for table in record.tables],
        [table.sitters_at_end for table in record.tables],
        tuple(out.entry_id for out in outs),
        played,
        tuple(at for at, table in enumerate(record.tables) if table.late),
        {out.entry_id: out.partner for out in outs if out.partner is not None},
        parts,
    )


def team_order(first: SetTables | None, entries: Sequence[int], seed: str = "") -> list[int]:
    """The entries of a team in the order of their chairs in the first seats.

    Late arrivals follow in the order of entering. Before there are seats, the team is drawn with
    the seed, or stands as entered.
    """
    if first is None:
        order = list(entries)
        if seed:
            Random(seed).shuffle(order)  # noqa: S311 - it is to be repeated
        return order
    chairs = first.chairs
    seated = sorted((pk for pk in entries if pk in chairs), key=chairs.__getitem__)
    return seated + [pk for pk in entries if pk not in chairs]
