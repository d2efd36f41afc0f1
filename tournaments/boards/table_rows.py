"""Tables as rows: seats, substitutes and what is reported, of a set, a table or a whole event."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any

from rulesets.engine.roster import order_of_seats
from tournaments.boards.deal_reports import DealReport, report_of_rows, reports_of
from tournaments.db.rows import rows_of
from tournaments.log.current_values import WHOLE
from tournaments.models import CUT, Entry, Seating, SitOut, Table
from tournaments.models.event_games import format_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from rulesets.formats import Format
    from tournaments.boards.deal_reports import Spot
    from tournaments.models import Event


# Who was seated, by chair; of a game that went on, who joined it and who left it.
SEATS = """
SELECT s.table_id, s.entry_id, e.name, s.role, s.joined_after, s.joined_with, s.left_after,
    s.pauses, s.neighbour
FROM tournaments_seat s JOIN tournaments_entry e ON e.id = s.entry_id
WHERE s.table_id IN ({ids}) ORDER BY s.table_id, s.chair
"""
SUBSTITUTES = """
SELECT u.table_id, u.from_hand, u.chair, u.entry_id, e.name
FROM tournaments_substitution u JOIN tournaments_entry e ON e.id = u.entry_id
WHERE u.table_id IN ({ids}) ORDER BY u.from_hand, u.id
"""


@dataclass(slots=True)
class TableRow:
    """One table of one seating: who sat there, and what was reported at it."""

    table_id: int
    number: int
    set_number: int
    seating_id: int
    first_dealer: int | None = None
    last_deal: int | None = None
    late: bool = False  # opened after the draw
    division: int | None = None  # of a table that did, where there are several
    dealers: tuple[tuple[int, int], ...] = ()  # who dealt out of turn: after which deal, chair
    chairs: tuple[int, ...] = ()  # entry ids as seated
    names: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    # Who joined a game that went on, and who left it, by chair: after which deal, with how much.
    # `pauses`: after which deals somebody left who came back after another. `neighbours`: to the
    # left of which chair somebody sits who joined, if it is not the last one.
    joined: dict[int, tuple[int, int]] = field(default_factory=dict)
    left: dict[int, int] = field(default_factory=dict)
    pauses: dict[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    neighbours: dict[int, int] = field(default_factory=dict)
    subs: tuple[tuple[int, int, int], ...] = ()  # (from hand, chair, entry id)
    sub_names: dict[int, str] = field(default_factory=dict)
    deals: dict[int, DealReport] = field(default_factory=dict)

    def seat(self, seats: Sequence[Sequence[Any]], subs: Sequence[Sequence[Any]]) -> None:
        """Store who was seated, by chair (entry, name, role; who joined or left), and who took a
        chair over (from which hand, chair, entry, name)."""
        if seats:
            self.chairs, self.names, self.roles = zip(*(one[:3] for one in seats), strict=True)
        for chair, (_entry, _name, _role, *late) in enumerate(seats):
            joined, amount, left, pauses, neighbour = late or (None, 0, None, "[]", None)
            if pauses != "[]":
                self.pauses[chair] = pairs_of(json.loads(pauses))
            if joined is not None:
                self.joined[chair] = (joined, amount or 0)
            if neighbour is not None:
                self.neighbours[chair] = neighbour
            if left is not None:
                self.left[chair] = left
        self.subs = tuple((hand, chair, entry) for hand, chair, entry, _name in subs)
        self.sub_names = {entry: name for _hand, _chair, entry, name in subs}

    @property
    def order(self) -> tuple[int, ...]:
        """The chairs as they stand around the table, clockwise."""
        newcomers = ((chair, self.neighbours.get(chair)) for chair in self.joined)
        return order_of_seats(len(self.chairs), newcomers)

    def sitters(self, hand: int) -> tuple[int, ...]:
        """The entries in the chairs in that hand (from 1)."""
        seated = list(self.chairs)
        for from_hand, chair, entry_id in self.subs:
            if from_hand <= hand:
                seated[chair] = entry_id
        return tuple(seated)

    @property
    def sitters_at_end(self) -> tuple[int, ...]:
        return self.sitters(10_000) if self.subs else self.chairs

    @property
    def names_at_end(self) -> tuple[str, ...]:
        """The names of those in the chairs at the end."""
        return tuple(map(self.name_of, self.sitters_at_end)) if self.subs else self.names

    def name_of(self, entry_id: int) -> str:
        """The name of somebody who sits or sat at this table."""
        if entry_id in self.chairs:
            return self.names[self.chairs.index(entry_id)]
        return self.sub_names[entry_id]

    @property
    def spot(self) -> Spot:
        """The table and its places, as its reports refer to them."""
        return self.table_id, self.number, self.set_number, tuple(range(len(self.chairs)))

    def deal(self, number: int) -> DealReport:
        """The report of a deal; a blank one if there is none."""
        return self.deals.get(number) or report_of_rows(self.spot, number, ())

    def payloads(
        self, game: Format, instead: Mapping[int, Any] | None = None
    ) -> tuple[dict[str, Any] | None, ...]:
        """The payload that counts for each hand of the table, None where there is none. `instead`
        replaces those of some hands."""
        said = {n: deal.payload for n, deal in self.deals.items()} | dict(instead or {})
        reports = [said.get(n) for n in range(1, max(said, default=0) + 1)]
        many = game.deals_to_tell(self.set_number, self.number, reports, self.last_deal)
        return tuple(said.get(n) for n in range(1, many + 1))

    @property
    def last_reported(self) -> int:
        """The last deal with a report that counts, or would count if the deal were needed; 0 for
        none."""
        return max((n for n, deal in self.deals.items() if deal.payload is not None), default=0)

    @property
    def cut(self) -> tuple[int, ...] | None:
        """The chairs that won the cut, if one was reported."""
        payload = self.deal(CUT).payload
        return tuple(payload["winners"]) if payload else None


def set_tables(seating: Seating, *, reported: bool = True) -> list[TableRow]:
    """All tables of a seating, by number; only who sat there if not `reported`. A fixed number of
    queries."""
    told = ("pk", "number", "first_dealer", "last_deal", "late", "division", "dealers")
    tables = Table.objects.filter(seating=seating).order_by("number").values_list(*told)
    at = seating.set_number, seating.pk
    rows = [
        TableRow(pk, number, *at, first, last, late, division, pairs_of(dealers))
        for pk, number, first, last, late, division, dealers in tables
    ]
    return _filled(rows, reported=reported)


def table_row(table: Table) -> TableRow:
    """One table, read from the database."""
    return load_tables([table])[0]


def table_with_seats(
    table: Table, seats: Sequence[Sequence[Any]], *, substituted: bool, doubted: bool
) -> TableRow:
    """One table whose seats are read already, by chair (entry, name, role). `substituted`: somebody
    has taken over a chair there; `doubted`: somebody objects to a deal, or it has two answers."""
    row = _row(table)
    subs = rows_of(SUBSTITUTES, [table.pk]) if substituted else []
    row.seat(seats, [sub for _table, *sub in subs])
    row.deals = reports_of([row.spot], doubted=doubted).get(table.pk, {})
    return row


def load_tables(tables: Iterable[Table], *, reported: bool = True) -> list[TableRow]:
    """These tables (each comes with its seating); with their reports if `reported`."""
    return _filled([_row(table) for table in tables], reported=reported)


def _row(table: Table) -> TableRow:
    at = table.number, table.seating.set_number
    first, last, late = table.first_dealer, table.last_deal, table.late
    beside = table.division, pairs_of(table.dealers)
    return TableRow(table.pk, *at, table.seating_id, first, last, late, *beside)


def pairs_of(rows: Iterable[Sequence[int]]) -> tuple[tuple[int, int], ...]:
    """Pairs of numbers as the database keeps them: [[4, 6], ...]."""
    return tuple((one, two) for one, two in rows)


def _filled(
    rows: list[TableRow], *, substituted: bool = True, reported: bool = True
) -> list[TableRow]:
    """The rows with who sits there, and with their reports if `reported`. `substituted`: somebody
    may have taken over a chair."""
    ids = [row.table_id for row in rows]
    seats: dict[int, list[Sequence[Any]]] = {}
    subs: dict[int, list[Sequence[Any]]] = {}
    for table, *seat in rows_of(SEATS, ids):
        seats.setdefault(table, []).append(seat)
    for table, *sub in rows_of(SUBSTITUTES, ids) if substituted else ():
        subs.setdefault(table, []).append(sub)
    for row in rows:
        row.seat(seats.get(row.table_id, ()), subs.get(row.table_id, ()))
    if reported:
        deals = reports_of(row.spot for row in rows)
        for row in rows:
            row.deals = deals.get(row.table_id, {})
    return rows


def unfinished(game: Format, tables: Iterable[TableRow]) -> list[TableRow]:
    """The tables that still miss a hand or a cut."""
    found = []
    for table in tables:
        result = game.result(table.set_number, table.roles, table.payloads(game), table.cut)
        if not result.complete or result.tied:
            found.append(table)
    return found


@dataclass(slots=True)
class SetRow:
    """One published seating: its tables by number, and who sits out, by chair."""

    seating_id: int
    number: int
    tables: list[TableRow] = field(default_factory=list)
    byes: list[int] = field(default_factory=list)

    @property
    def chairs(self) -> dict[int, int]:
        """The number of each entry's chair; those who face an empty chair get the numbers that are
        left."""
        found = {pk: table.number for table in self.tables for pk in table.chairs}
        taken = {table.number for table in self.tables}
        left = (number for number in count(1) if number not in taken)
        return found | dict(zip(self.byes, left, strict=False))


@dataclass(frozen=True, slots=True)
class BoardRows:
    """An event's people (id -> name, team) in the order of entering, and its seatings."""

    people: dict[int, tuple[str, str]]
    sets: tuple[SetRow, ...]


def board_rows(event: Event, *, drafts: bool = False) -> BoardRows:
    """Read all published seats; with `drafts`, those not shown yet instead. Six queries."""
    entries = Entry.objects.filter(event_id=event.pk).order_by("pk")
    people = {pk: (name, role) for pk, name, role in entries.values_list("pk", "name", "role")}
    state = Seating.State.DRAFT if drafts else Seating.State.PUBLISHED
    shown = Seating.objects.filter(event_id=event.pk, state=state)
    sets = {
        pk: SetRow(pk, number)
        for pk, number in shown.order_by("set_number").values_list("pk", "set_number")
    }
    found = Table.objects.filter(seating__in=list(sets)).order_by("number")
    tables = [
        TableRow(pk, number, sets[seating].number, seating, first, last, dealers=pairs_of(dealers))
        for pk, seating, number, first, last, dealers in found.values_list(
            "pk", "seating_id", "number", "first_dealer", "last_deal", "dealers"
        )
    ]
    for table in _filled(tables, substituted=format_of(event).apart):
        sets[table.seating_id].tables.append(table)
    for seating, entry_id in (
        SitOut.objects.filter(seating__in=list(sets))
        .order_by("pk")
        .values_list("seating_id", "entry_id")
    ):
        sets[seating].byes.append(entry_id)
    return BoardRows(people, tuple(sets.values()))


def with_reports(rows: BoardRows, places: Collection[tuple[int, int, int]]) -> BoardRows | None:
    """The rows with the reports of some deals (set, table, deal), or of whole tables, read again;
    None if one of these tables is not among them. Two queries; three with whole tables."""
    tables = {(one.number, table.number): table for one in rows.sets for table in one.tables}
    told = {(number, at): tables.get((number, at)) for number, at, _deal in places}
    if None in told.values():
        return None
    deals = {deal for _set, _table, deal in places}
    found = reports_of((table.spot for table in told.values() if table), deals)
    whole = [told[number, at] for number, at, deal in places if deal == WHOLE]
    last = read_last_deals([table.table_id for table in whole if table]) if whole else {}
    for place, table in told.items():
        if table is not None:
            deals_now = table.deals | found.get(table.table_id, {})
            last_deal = last.get(table.table_id, table.last_deal)
            told[place] = replace(table, deals=deals_now, last_deal=last_deal)
    changed = {number for number, _at in told}
    return BoardRows(
        rows.people,
        tuple(
            replace(one, tables=[told.get((one.number, t.number)) or t for t in one.tables])
            if one.number in changed
            else one
            for one in rows.sets
        ),
    )


def read_last_deals(tables: Iterable[int]) -> dict[int, int | None]:
    """The last deal of these tables (ids), if they have named it. One query."""
    return dict(Table.objects.filter(pk__in=list(tables)).values_list("pk", "last_deal"))


def team_order(first: SetRow | None, entries: Sequence[int], seed: str = "") -> list[int]:
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
