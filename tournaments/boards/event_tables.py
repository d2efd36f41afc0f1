"""Seats: the people of an event, its sets with their tables, sit-outs and substitutes; no reports.

Boards, the drive and what a movement is asked with are made of it; nobody else reads seats,
substitutes and sit-outs for them. It changes some ten times in an evening, and is read as raw rows:
model instances would cost several times as much as all that is made of them.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count, groupby
from operator import itemgetter
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import Subquery

from rulesets.engine.roster import order_of_seats
from rulesets.movements.seating import Past
from tournaments.boards.by_keeping import ByKeeping
from tournaments.cache.memo import Memo
from tournaments.db.current_values import (
    EVENTS,
    WHOLE,
    Place,
    Steps,
    read_current,
    tables_of_steps,
)
from tournaments.db.rows import (
    LAST_SET,
    SET_COLUMNS,
    TABLE_COLUMNS,
    all_rows,
    first_row,
    rows_of,
    table_in,
)
from tournaments.db.steps import Touches
from tournaments.models import Event, Seat, Seating, SitOut, Table

if TYPE_CHECKING:
    from django.db.models import QuerySet

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
# The newest seats of a table, whatever set is in play now: a row for each chair.
# Most tables have neither substitutes nor disputes, and need not be asked for any.
STOOD = f"""
SELECT (SELECT MAX(n.set_number) FROM tournaments_seating n
        WHERE n.event_id = %(event)s AND n.state = 'published'),
EXISTS (SELECT 1 FROM tournaments_substitution u WHERE u.table_id = t.id),
EXISTS (SELECT 1 FROM tournaments_dispute d
        WHERE d.table_id = t.id AND d.decided_at IS NULL AND d.deal IS NOT NULL)
OR EXISTS (SELECT 1 FROM tournaments_rivalreport v
        WHERE v.table_id = t.id),
s.entry_id, e.name, s.role, {SET_COLUMNS}
FROM tournaments_seating g
JOIN tournaments_table t ON t.seating_id = g.id AND t.number = %(number)s
JOIN tournaments_seat s ON s.table_id = t.id
JOIN tournaments_entry e ON e.id = s.entry_id
WHERE g.event_id = %(event)s AND g.state = 'published'
AND g.set_number = (
    SELECT MAX(n.set_number) FROM tournaments_seating n
    JOIN tournaments_table m ON m.seating_id = n.id AND m.number = %(number)s
    WHERE n.event_id = %(event)s AND n.state = 'published'
    AND n.set_number BETWEEN %(first)s AND %(last)s)
ORDER BY s.chair
"""  # noqa: S608  columns
# The same as a model, in the newest set or a given one.
SEATED = f"""
SELECT {TABLE_COLUMNS}
FROM (SELECT id, set_number, revision FROM tournaments_seating
      WHERE event_id = %(event)s AND state = 'published'
      AND set_number BETWEEN %(first)s AND %(last)s
      ORDER BY set_number DESC LIMIT 1) g
JOIN tournaments_table t ON t.seating_id = g.id AND t.number = %(number)s
"""  # noqa: S608  columns
# Where people sit in a set, by table and chair; and who of them sits it out.
SIT = """
SELECT s.entry_id, t.number, s.chair
FROM tournaments_seat s
JOIN tournaments_table t ON t.id = s.table_id
JOIN tournaments_seating g ON g.id = t.seating_id
WHERE g.set_number = %s AND g.state = 'published' AND s.entry_id IN ({ids})
"""
SIT_OUT = """
SELECT o.entry_id, o.watches
FROM tournaments_sitout o
JOIN tournaments_seating g ON g.id = o.seating_id
WHERE g.set_number = %s AND g.state = 'published' AND o.entry_id IN ({ids})
"""
# With what the roll call says last of an entry; nothing if it says nothing.
ENTRIES = """
SELECT e.id, e.name, e.role, e.team, e.seating_team, e.keeps_chair, e.late_as_sit_out, e.deductions,
    (SELECT p.here FROM tournaments_presence p WHERE p.entry_id = e.id
     ORDER BY p.from_set DESC, p.id DESC LIMIT 1)
FROM tournaments_entry e WHERE e.event_id = %s ORDER BY e.id
"""
NO_ROLES: Mapping[int, str] = {}
NOTHING: Mapping[int, Any] = {}


class EntryRecord(NamedTuple):
    """An entry, as far as tables, counting and movements need it. `deducted`: points that the host
    has deducted; `has_left`: the roll call has sent them home."""

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
    """A substitute, with the chair and the hand from which on they play."""

    from_hand: int
    chair: int
    entry_id: int
    name: str


class TableRecord(NamedTuple):
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
    joined: Mapping[int, tuple[int, int]] = NOTHING
    left: Mapping[int, int] = NOTHING
    pauses: Mapping[int, tuple[tuple[int, int], ...]] = NOTHING
    neighbours: Mapping[int, int] = NOTHING

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
    comings = _COMINGS_OF(event)(seatings)
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


def _read_comings(seatings: tuple[int, str]) -> dict[int, list[Sequence[Any]]]:
    """Return the arrivals and departures during a game, by table."""
    comings: dict[int, list[Sequence[Any]]] = {}
    for table, *coming in all_rows(COMINGS, seatings):
        comings.setdefault(table, []).append(coming)
    return comings


def _skip_comings(_seatings: tuple[int, str]) -> dict[int, list[Sequence[Any]]]:
    """Nothing: somebody else takes a chair between two hands."""
    return {}


_COMINGS_OF = ByKeeping(
    table=_read_comings, set=_read_comings, hands=_skip_comings, room=_read_comings
)


def read_entries(event: Event) -> dict[int, EntryRecord]:
    """Everybody who is entered, in the order of entering. One statement."""
    return {
        pk: EntryRecord(
            pk, name, role, team, seating_team, bool(keeps), bool(late), _deducted(deductions),
            here is not None and not here,
        )
        for pk, name, role, team, seating_team, keeps, late, deductions, here in all_rows(
            ENTRIES, (event.pk,)
        )
    }  # fmt: skip


def _deducted(deductions: str) -> int:
    """How many points were deducted."""
    if deductions == "[]":
        return 0
    return sum(deduction["points"] for deduction in json.loads(deductions))


Seats = tuple[tuple[int, ...], tuple[str, ...], tuple[str, ...]]  # entries, names and roles
NO_SEATS: Seats = (), (), ()
NOBODY = None, None, None, "[]", None  # of those who neither joined nor left


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


Changes = tuple[
    Mapping[int, tuple[int, int]], Mapping[int, int], Mapping[int, Any], Mapping[int, int]
]
NO_CHANGES: Changes = (NOTHING, NOTHING, NOTHING, NOTHING)


def _changes(comings: Iterable[Sequence[Any]]) -> Changes:
    """Return by chair the joining, leaving and pauses of a table, and the neighbours of
    newcomers."""
    joined: dict[int, tuple[int, int]] = {}
    left: dict[int, int] = {}
    pauses: dict[int, Any] = {}
    neighbours: dict[int, int] = {}
    for chair, after, amount, last, breaks, neighbour in comings:
        if breaks != "[]":
            pauses[chair] = pairs_of(json.loads(breaks))
        if after is not None:
            joined[chair] = (after, amount or 0)
        if neighbour is not None:
            neighbours[chair] = neighbour
        if last is not None:
            left[chair] = last
    return joined, left, pauses, neighbours


def pairs_of(rows: Iterable[Sequence[int]]) -> tuple[tuple[int, int], ...]:
    """Pairs of numbers as the database keeps them: [[4, 6], ...]."""
    return tuple((first, second) for first, second in rows)


def read_some(tables: Iterable[Table]) -> list[TableRecord]:
    """These tables (each comes with its seating), of whatever event. At most two statements."""
    rows = list(tables)
    ids = [table.pk for table in rows]
    seats: dict[int, Seats] = {}
    comings: dict[int, Sequence[Sequence[Any]]] = {}
    for pk, seated in groupby(rows_of(CHAIRS_OF, ids), itemgetter(0)):
        chairs = list(seated)
        seats[pk] = _seats(row[1:4] for row in chairs)
        changes = [(chair, *row[4:]) for chair, row in enumerate(chairs) if row[4:] != NOBODY]
        if changes:
            comings[pk] = changes
    subs: dict[int, list[Substitute]] = {}
    for pk, *sub in rows_of(SUBSTITUTES_OF, ids):
        subs.setdefault(pk, []).append(Substitute(*sub))
    records = []
    for table in rows:
        at = table.pk, table.number, table.seating.set_number, table.seating_id
        columns = table.first_dealer, table.last_deal, table.late, table.division, "[]"
        record = _record(at, columns, seats, subs, comings)
        if table.dealers:
            record = record._replace(dealers=pairs_of(table.dealers))
        records.append(record)
    return records


def _seats(rows: Iterable[Sequence[Any]]) -> Seats:
    """Return the people of a table, from a row for each chair: entry, name, role."""
    people: Any = tuple(zip(*rows, strict=True))
    return people or NO_SEATS


class StandingTable(NamedTuple):
    """A table as it stands: `newest` is the number of the newest seats; `doubted`: somebody objects
    to a deal there, or it has two answers."""

    table: TableRecord
    newest: int
    doubted: bool


def read_table(event: Event, number: int, set_number: int | None = None) -> StandingTable | None:
    """The newest seats of a table, or those of a set; None if there are none. One statement; two
    with substitutes."""
    rows = all_rows(STOOD, at) if (at := _place(event, number, set_number)) else ()
    if not rows:
        return None
    newest, substituted, doubted, *_seat = rows[0]
    seating, state, _revision, table, *columns = rows[0][6:]
    seats = {table: _seats(row[3:6] for row in rows)}
    subs = rows_of(SUBSTITUTES_OF, [table]) if substituted else ()
    taken = {table: [Substitute(*sub) for _table, *sub in subs]}
    record = _record((table, number, state, seating), columns, seats, taken, {})
    return StandingTable(record, newest, bool(doubted))


def _place(event: Event, number: int, set_number: int | None) -> dict[str, int] | None:
    """Return a table as parameters of a statement; None if there can be none: an address can hold
    any number, a column cannot."""
    first, last = (1, LAST_SET) if set_number is None else (set_number, set_number)
    if max(last, number) > LAST_SET:
        return None
    return {"event": event.pk, "first": first, "last": last, "number": number}


def table_of(event: Event, set_number: int | None, number: int) -> Table | None:
    """A table of any set that was shown, or of the one in play; None if there is none.

    It comes with the roles at its chairs, and its seating's event is `event` itself.
    """
    row = first_row(SEATED, at) if (at := _place(event, number, set_number)) else None
    return None if row is None else table_in(row, event, number)


def current_table(event: Event, number: int) -> Table | None:
    """The table of that number in the set in play, as by `table_of`."""
    return table_of(event, None, number)


def read_places(
    people: Collection[int], set_number: int
) -> tuple[dict[int, tuple[int, int]], dict[int, bool]]:
    """Return table and chair of people (entries) in a set that is shown; and of the others whether
    they watch (else they sit out). Two statements."""
    seats = {pk: (table, chair) for pk, table, chair in rows_of(SIT, people, set_number)}
    return seats, dict(rows_of(SIT_OUT, set(people) - seats.keys(), set_number))


def roles_of(table: Table) -> tuple[str, ...]:
    """The role at each chair; not read again if it came with the table."""
    if table.roles_by_chair is not None:
        return table.roles_by_chair
    return tuple(table.seats.order_by("chair").values_list("role", flat=True))


def count_chairs(table: Table) -> int:
    """How many chairs a table has. One statement."""
    return table.seats.count()


def chairs_in(seating: Seating) -> dict[int, tuple[int, ...]]:
    """The entries at each table of a seating, as seated. One statement."""
    rows = seating.seats.order_by("table__number", "chair")
    tables = groupby(rows.values_list("table__number", "entry_id"), itemgetter(0))
    return {number: tuple(pk for _number, pk in seated) for number, seated in tables}


def reasons_in(seating: Seating) -> list[tuple[int, Any]]:
    """Return the people drawn to sit out (by name), each with the reason. One statement."""
    waiting = seating.sit_outs.filter(watches=False).order_by("entry__name")
    return list(waiting.values_list("entry_id", "reason"))


class WaitingRecord(NamedTuple):
    """Somebody who was drawn to sit out a set, and why."""

    number: int  # in the order in which they were drawn
    entry_id: int
    reason: Any
    watches: bool
    partner: int | None
    division: int | None


def waiting_in(seating: Seating) -> list[WaitingRecord]:
    """Return the people who sit out or watch in a set, by name. One statement."""
    columns = "pk", "entry_id", "reason", "watches", "partner_id", "division"
    rows = seating.sit_outs.order_by("entry__name").values_list(*columns)
    return [WaitingRecord(*row) for row in rows]


def newest_tables(event: Event, state: Seating.State, set_number: int | None = None) -> list[Table]:
    """The tables of the newest seats in that state, or of those of a set, each with its seating.
    One statement."""
    seatings = event.seatings.filter(state=state).order_by("-set_number")
    if set_number is not None:
        seatings = seatings.filter(set_number=set_number)
    tables = Table.objects.filter(seating__in=Subquery(seatings.values("pk")[:1]))
    return list(tables.select_related("seating").order_by("number"))


def count_sit_outs(event: Event) -> Counter[int]:
    """How often each entry has sat out. One statement."""
    return Counter(_sit_outs(event).values_list("entry_id", flat=True))


def read_sit_outs(event: Event, people: Collection[int]) -> list[tuple[int, int, Any]]:
    """When and why each of these entries sat out: entry, set and reason, by set. One statement."""
    rows = _sit_outs(event).filter(entry__in=people).order_by("seating__set_number")
    return list(rows.values_list("entry_id", "seating__set_number", "reason"))


def _sit_outs(event: Event) -> QuerySet[SitOut]:
    sit_outs = SitOut.objects.filter(seating__event=event, seating__state=Seating.State.PUBLISHED)
    return sit_outs.filter(watches=False)


def sit_later(people: Collection[int], set_number: int) -> bool:
    """Whether one of these entries sits in a set that is shown after that one. One statement."""
    seats = Seat.objects.filter(seating__state=Seating.State.PUBLISHED, entry__in=people)
    return seats.filter(seating__set_number__gt=set_number).exists()


# --- keeping --------------------------------------------------------------------------------------

_memo: Memo[EventTables] = Memo(EVENTS)


def current_tables(event: Event) -> EventTables:
    """Return the tables at the event's version, from this process's memo, which the log brings up
    to date."""
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
                table._replace(last_deal=last[table.table_id]) if table.table_id in last else table
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
