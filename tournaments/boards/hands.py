"""What tables have reported: the seats, substitutes and current reports of a set, a table or a
whole event, and the revisions of one deal.

The report that counts for a hand is the newest revision that does not wait for agreement.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any

from django.db.models import Exists, OuterRef, Q

from tournaments.boards.pad import ReportLine
from tournaments.cache.memo import Memo
from tournaments.db.rows import Columns, all_rows, rows_of, stored
from tournaments.log.event_changes import EVENTS, read_current, tables_of_steps
from tournaments.log.steps import Touches
from tournaments.models import CUT, Acceptance, Dispute, Entry, Report, Seating, SitOut, Table
from tournaments.models.errors import Conflict, refusal
from tournaments.models.event_games import format_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from django.db.models import QuerySet

    from rulesets.formats import Format
    from tournaments.access.permissions import Actor
    from tournaments.db.rows import Statement
    from tournaments.db.sql import Rows
    from tournaments.log.event_changes import DealAt, Place, Steps
    from tournaments.log.steps import EventTransaction
    from tournaments.models import Event, Table
    from tournaments.reports.judging import JudgedReport


AGREED = Exists(Acceptance.objects.filter(report=OuterRef("pk"), kind=Acceptance.Kind.AGREE))
COUNTS = Q(needs_agreement=False) | Q(AGREED)
REPORT, DISPUTE = Columns(Report, "r", 2), Columns(Dispute, "d")
# Whether a report counts; whether it was agreed by being saved (NULL: nobody has said yes to it);
# and its columns.
REPORTS = f"""
SELECT NOT r.needs_agreement OR EXISTS (
    SELECT 1 FROM tournaments_acceptance a WHERE a.report_id = r.id AND a.kind = 'agree'),
(SELECT a.by_saving FROM tournaments_acceptance a WHERE a.report_id = r.id AND a.kind = 'accept'),
{REPORT.sql}
FROM tournaments_report r WHERE r.table_id IN ({{ids}}) {{deals}}
ORDER BY r.table_id, r.deal, r.revision
"""  # noqa: S608  columns
DISPUTES = f"""
SELECT {DISPUTE.sql} FROM tournaments_dispute d
WHERE d.table_id IN ({{ids}}) {{deals}} AND d.decided_at IS NULL AND d.deal IS NOT NULL
ORDER BY d.id
"""  # noqa: S608  columns
# Who was seated, by chair; of a game that went on, who joined it and who left it.
SEATS = """
SELECT s.table_id, s.entry_id, e.name, s.role, s.joined_after, s.joined_with, s.left_after
FROM tournaments_seat s JOIN tournaments_entry e ON e.id = s.entry_id
WHERE s.table_id IN ({ids}) ORDER BY s.table_id, s.chair
"""
SUBSTITUTES = """
SELECT u.table_id, u.from_hand, u.chair, u.entry_id, e.name
FROM tournaments_substitution u JOIN tournaments_entry e ON e.id = u.entry_id
WHERE u.table_id IN ({ids}) ORDER BY u.from_hand, u.id
"""


@dataclass(slots=True)
class DealReports:
    """All that was reported for one deal (0: the cut) of one table."""

    current: Report | None = None  # counts; may be a withdrawal (payload None)
    newest: Report | None = None  # of any kind: its revision is what a form must have seen
    accepted: bool = False
    by_saving: bool = False  # it is accepted because the only phone saved it
    disputes: list[Dispute] = field(default_factory=list)  # open ones

    @property
    def payload(self) -> dict[str, Any] | None:
        return self.current.payload if self.current else None

    @property
    def revision(self) -> int:
        return self.newest.revision if self.newest else 0

    @property
    def pending(self) -> Report | None:
        """An override that waits for another player's agreement."""
        return self.newest if self.newest is not self.current else None

    def line(
        self,
        table_id: int,
        table_number: int,
        set_number: int,
        deal: int,
        chairs: tuple[int, ...],
    ) -> ReportLine:
        """Where the deal stands, at this place."""
        current, pending = self.current, self.pending
        return ReportLine(
            table_id,
            table_number,
            set_number,
            deal,
            chairs,
            payload=self.payload,
            revision=self.revision,
            report_id=current.pk if current and current.payload is not None else None,
            author=current.author if current else "",
            accepted=self.accepted and self.payload is not None,
            by_saving=self.by_saving,
            newest_id=self.newest.pk if self.newest else None,
            device=self.newest.device if self.newest else "",
            allowed=tuple(current.overrode) if current else (),
            reason=current.reason if current else "",
            pending_id=pending.pk if pending else None,
            pending_payload=pending.payload if pending else None,
            pending_reason=pending.reason if pending else "",
            disputed=bool(self.disputes),
            note=" · ".join(dispute.text for dispute in self.disputes),
        )


@dataclass(slots=True)
class TableRow:
    """One table of one seating: who sat there, and what was reported at it."""

    table_id: int
    number: int
    set_number: int
    seating_id: int
    first_dealer: int | None = None
    last_deal: int | None = None
    chairs: tuple[int, ...] = ()  # entry ids as seated
    names: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    # Who joined a game that went on, and who left it, by chair: after which deal, with how much.
    joined: dict[int, tuple[int, int]] = field(default_factory=dict)
    left: dict[int, int] = field(default_factory=dict)
    subs: tuple[tuple[int, int, int], ...] = ()  # (from hand, chair, entry id)
    sub_names: dict[int, str] = field(default_factory=dict)
    deals: dict[int, DealReports] = field(default_factory=dict)

    def seat(self, seats: Sequence[Sequence[Any]], subs: Sequence[Sequence[Any]]) -> None:
        """Note who was seated, by chair (entry, name, role; who joined or left), and who took a
        chair over (from which hand, the chair, entry, name)."""
        if seats:
            self.chairs, self.names, self.roles = zip(*(one[:3] for one in seats), strict=True)
        for chair, (_entry, _name, _role, *late) in enumerate(seats):
            joined, amount, left = late or (None, 0, None)
            if joined is not None:
                self.joined[chair] = (joined, amount or 0)
            if left is not None:
                self.left[chair] = left
        self.subs = tuple((hand, chair, entry) for hand, chair, entry, _name in subs)
        self.sub_names = {entry: name for _hand, _chair, entry, name in subs}

    def sitters(self, hand: int) -> tuple[int, ...]:
        """Who has each chair in that hand (from 1)."""
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
        """What those are called."""
        return tuple(map(self.name_of, self.sitters_at_end)) if self.subs else self.names

    def name_of(self, entry_id: int) -> str:
        """The name of somebody who sits or sat at this table."""
        if entry_id in self.chairs:
            return self.names[self.chairs.index(entry_id)]
        return self.sub_names[entry_id]

    def deal(self, number: int) -> DealReports:
        """The reports of a deal; an empty record where there are none."""
        return self.deals.get(number) or DealReports()

    def payloads(
        self, game: Format, instead: Mapping[int, Any] | None = None
    ) -> tuple[dict[str, Any] | None, ...]:
        """The report that counts for each hand that the table tells, None where there is none; as
        if other reports stood `instead` of those of some hands."""
        said = {n: deal.payload for n, deal in self.deals.items()} | dict(instead or {})
        reports = [said.get(n) for n in range(1, max(said, default=0) + 1)]
        many = game.deals_to_tell(self.set_number, self.number, reports, self.last_deal)
        return tuple(said.get(n) for n in range(1, many + 1))

    @property
    def last_reported(self) -> int:
        """The last deal of which a report counts, or would if it were needed; 0 for none."""
        return max((n for n, deal in self.deals.items() if deal.payload is not None), default=0)

    @property
    def cut(self) -> tuple[int, ...] | None:
        """The chairs that won the cut, if one was reported."""
        payload = self.deal(CUT).payload
        return tuple(payload["winners"]) if payload else None


def set_tables(seating: Seating, *, reported: bool = True) -> list[TableRow]:
    """All tables of a seating, by number; not `reported`: who sat there alone. A fixed number of
    queries, whatever their count."""
    tables = Table.objects.filter(seating=seating).order_by("number")
    return load_tables(tables.select_related("seating"), reported=reported)


def table_row(table: Table) -> TableRow:
    """One table."""
    return load_tables([table])[0]


def table_with_seats(
    table: Table, seats: Sequence[Sequence[Any]], *, substituted: bool, disputed: bool
) -> TableRow:
    """One table whose seats are read already: by chair whose entry, name and role. `substituted`:
    somebody has taken a chair over there; `disputed`: somebody objects to a deal."""
    row, ids = _row(table), [table.pk]
    row.seat(seats, [sub for _table, *sub in rows_of(SUBSTITUTES, ids)] if substituted else [])
    row.deals = reports_of(ids, disputed=disputed).get(table.pk, {})
    return row


def load_tables(found: Iterable[Table], *, reported: bool = True) -> list[TableRow]:
    """These tables (each comes with its seating), with everything `reported` at them."""
    return _filled([_row(table) for table in found], reported=reported)


def _row(table: Table) -> TableRow:
    at = table.number, table.seating.set_number
    return TableRow(table.pk, *at, table.seating_id, table.first_dealer, table.last_deal)


def _filled(
    rows: list[TableRow], *, substituted: bool = True, reported: bool = True
) -> list[TableRow]:
    """Tables with those who sit there, and with everything `reported` at them. `substituted`:
    somebody may have taken a chair over."""
    ids = [row.table_id for row in rows]
    seats: dict[int, list[Sequence[Any]]] = {}
    subs: dict[int, list[Sequence[Any]]] = {}
    for table, *seat in rows_of(SEATS, ids):
        seats.setdefault(table, []).append(seat)
    for table, *sub in rows_of(SUBSTITUTES, ids) if substituted else ():
        subs.setdefault(table, []).append(sub)
    deals = reports_of(ids) if reported else {}
    for row in rows:
        row.seat(seats.get(row.table_id, ()), subs.get(row.table_id, ()))
        row.deals = deals.get(row.table_id, {})
    return rows


def reports_of(
    table_ids: Sequence[int], deals: Iterable[int] | None = None, *, disputed: bool = True
) -> dict[int, dict[int, DealReports]]:
    """table id -> deal -> what was reported for it; of some `deals` alone, where given. Not
    `disputed`: nobody objects to any of it."""
    among = ", ".join(map(str, sorted(deals))) if deals is not None else ""
    reports, disputes = (
        statement.replace("{deals}", f"AND {alias}.deal IN ({among})" if among else "")
        for statement, alias in ((REPORTS, "r"), (DISPUTES, "d"))
    )
    found: dict[int, dict[int, DealReports]] = {}
    for row in rows_of(reports, table_ids):
        report = REPORT.read(row)
        deal = found.setdefault(report.table_id, {}).setdefault(report.deal, DealReports())
        deal.newest = report
        if row[0]:
            deal.current, deal.accepted = report, row[1] is not None
            deal.by_saving = bool(row[1])
    for row in rows_of(disputes, table_ids) if disputed else ():
        dispute = DISPUTE.read(row)
        deal = found.setdefault(dispute.table_id, {}).setdefault(dispute.deal, DealReports())
        deal.disputes.append(dispute)
    return found


def standing(reports: QuerySet[Report]) -> QuerySet[Report]:
    """Those of them that stand: the newest of their deal, not withdrawn; some may still wait for
    agreement."""
    later = Report.objects.filter(
        table=OuterRef("table"), deal=OuterRef("deal"), revision__gt=OuterRef("revision")
    )
    return reports.filter(~Exists(later), payload__isnull=False)


def unfinished(game: Format, tables: Iterable[TableRow]) -> list[TableRow]:
    """The tables with a hand or a cut still to come."""
    found = []
    for table in tables:
        result = game.result(table.set_number, table.roles, table.payloads(game), table.cut)
        if not result.complete or result.tied:
            found.append(table)
    return found


# The deals with a report that counts and that nobody has accepted yet.
UNACCEPTED = """
SELECT g.set_number, t.number, r.deal
FROM tournaments_seating g
JOIN tournaments_table t ON t.seating_id = g.id
JOIN tournaments_report r ON r.table_id = t.id
WHERE g.event_id = %s AND g.state = 'published' AND r.deal > 0 AND r.payload IS NOT NULL
AND NOT EXISTS (
    SELECT 1 FROM tournaments_acceptance a WHERE a.report_id = r.id AND a.kind = 'accept')
AND (NOT r.needs_agreement OR EXISTS (
    SELECT 1 FROM tournaments_acceptance a WHERE a.report_id = r.id AND a.kind = 'agree'))
AND NOT EXISTS (
    SELECT 1 FROM tournaments_report l WHERE l.table_id = r.table_id AND l.deal = r.deal
    AND l.revision > r.revision AND (NOT l.needs_agreement OR EXISTS (
        SELECT 1 FROM tournaments_acceptance a WHERE a.report_id = l.id AND a.kind = 'agree')))
"""
_unaccepted_memo: Memo[dict[Place, int]] = Memo(EVENTS)


def unaccepted(event: Event) -> dict[Place, int]:
    """Of how many deals of a table nobody has accepted what counts, by set and table, where there
    are any. At most one query."""

    def renew(old: dict[Place, int], steps: Steps) -> dict[Place, int] | None:
        touched = tables_of_steps(steps, Touches.DISPUTES)
        if not touched:
            return None if touched is None else old
        # Most often they are of one set; of several, more are counted than were touched.
        sets, tables = ({place[at] for place in touched} for at in (0, 1))
        rest = {at: n for at, n in old.items() if at[0] not in sets or at[1] not in tables}
        among = f"AND g.set_number IN ({_numbers(sets)}) AND t.number IN ({_numbers(tables)})"
        return rest | read(among)

    def read(among: str = "") -> dict[Place, int]:
        per_table = (
            f"SELECT u.set_number, u.number, COUNT(*) FROM ({UNACCEPTED} {among}) u"  # noqa: S608
            " GROUP BY u.set_number, u.number"
        )
        rows = all_rows(per_table, [event.pk])
        return {(number, table): many for number, table, many in rows}

    return read_current(_unaccepted_memo, event, read, renew)


def unaccepted_deals(event: Event, tables: Iterable[int] | None = None) -> frozenset[DealAt]:
    """The deals (set, table, number) themselves; of some `tables` alone, where given."""
    among = "" if tables is None else f"AND t.id IN ({_numbers(tables)})"
    return frozenset(map(tuple, all_rows(UNACCEPTED + among, [event.pk])))


def _numbers(found: Iterable[int]) -> str:
    return ", ".join(map(str, sorted(found))) or "NULL"


@dataclass(slots=True)
class SetRow:
    """One published seating: its tables by number, and who sits it out, chair by chair."""

    seating_id: int
    number: int
    tables: list[TableRow] = field(default_factory=list)
    byes: list[int] = field(default_factory=list)

    @property
    def chairs(self) -> dict[int, int]:
        """Entry -> the number of its chair; those who face an empty one have what is left."""
        found = {pk: table.number for table in self.tables for pk in table.chairs}
        taken = {table.number for table in self.tables}
        left = (number for number in count(1) if number not in taken)
        return found | dict(zip(self.byes, left, strict=False))


@dataclass(frozen=True, slots=True)
class PadRows:
    """An event's people (id -> name, team) in the order they were entered, and its seatings."""

    people: dict[int, tuple[str, str]]
    sets: tuple[SetRow, ...]


def pad_rows(event: Event, *, drawn: bool = False) -> PadRows:
    """Read it all; or, `drawn`, the seats that nobody has been shown yet. Six queries."""
    entries = Entry.objects.filter(event_id=event.pk).order_by("pk")
    people = {pk: (name, role) for pk, name, role in entries.values_list("pk", "name", "role")}
    state = Seating.State.DRAFT if drawn else Seating.State.PUBLISHED
    shown = Seating.objects.filter(event_id=event.pk, state=state)
    sets = {
        pk: SetRow(pk, number)
        for pk, number in shown.order_by("set_number").values_list("pk", "set_number")
    }
    found = Table.objects.filter(seating__in=list(sets)).order_by("number")
    tables = [
        TableRow(pk, number, sets[seating].number, seating, first, last)
        for pk, seating, number, first, last in found.values_list(
            "pk", "seating_id", "number", "first_dealer", "last_deal"
        )
    ]
    for table in _filled(tables, substituted=format_of(event).substitutes):
        sets[table.seating_id].tables.append(table)
    for seating, entry_id in (
        SitOut.objects.filter(seating__in=list(sets))
        .order_by("pk")
        .values_list("seating_id", "entry_id")
    ):
        sets[seating].byes.append(entry_id)
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


def team_order(first: SetRow | None, entries: Sequence[int], seed: str = "") -> list[int]:
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


@dataclass(slots=True)
class Revisions:
    """The reports of one deal at one table that a new one must look at, and the set in play."""

    set_number: int = 0
    seating_id: int = 0
    newest: Report | None = None
    current: Report | None = None
    same_key: Report | None = None

    @property
    def number(self) -> int:
        return self.newest.revision if self.newest else 0


def statements_for(table: Table, deal: int) -> Callable[[Rows], list[Statement]]:
    """What a turn about a deal reads as soon as it holds the event, for `revisions`."""
    return lambda rows: rows.look(table.seating.event_id, table.pk, deal)


def revisions(step: EventTransaction, table: Table, deal: int, key: str) -> Revisions:
    """Those that the turn has read first."""
    found = Revisions()
    for row in step.rows.first[0]:
        found.set_number, found.seating_id, pk, number, payload, used_key, author, counts = row
        if pk is None:
            break
        values = {"id": pk, "table_id": table.pk, "deal": deal, "revision": number}
        values |= {"key": used_key, "author": author}
        values["payload"] = None if payload is None else json.loads(payload)
        one: Report = stored(Report, values, table=table)
        found.newest = one
        if counts:
            found.current = one
        if used_key == key:
            found.same_key = one
    return found


def find_same_report(
    before: Revisions, payload: dict[str, Any] | None, actor: Actor
) -> Report | None:
    """The report that this very form has brought already, or that says the same meanwhile.

    A browser that goes back restores a page with its key: sent with other values it is another
    report, and at the desk so is one that was changed since; that raises Conflict. A phone only
    sends again what it has no answer to.
    """
    same, newest = before.same_key, before.newest
    if same is None or newest is None:
        return None
    if newest.payload == payload:
        return newest
    if same.payload == payload and not actor.at_desk:
        return same
    raise Conflict(newest, payload)


def find_settled(before: Revisions, said: JudgedReport, seen: int) -> Report | None:
    """The report that already says this, if there is one. Raises Conflict."""
    if before.newest is not None and before.number > seen:
        if before.newest.payload == said.payload:
            return before.newest
        raise Conflict(before.newest, said.payload)
    same = before.newest is not None and before.newest is before.current
    if same and before.newest and before.newest.payload == said.payload and not said.override:
        return before.newest
    return None


def refuse_agreed(before: Revisions, actor: Actor) -> None:
    """Refuse a table's change of a result that somebody else has agreed to; what was agreed by
    being saved it may change. Inside a turn, so that a yes and a change cannot cross."""
    if actor.at_desk or before.newest is None:
        return
    yes = Acceptance.objects.filter(report_id=before.newest.pk)
    if yes.exclude(by_saving=True).exists():
        text = "The others have agreed to this. The host can change it."
        raise refusal("report.agreed", text)


def to_withdraw(before: Revisions, seen: int) -> Report:
    """The report that would be taken back. Raises Refused, Conflict."""
    if before.newest is None or before.newest.payload is None:
        raise refusal("report.none", "There is nothing to withdraw.")
    if before.number > seen:
        raise Conflict(before.newest, None)
    return before.newest


def lost_race(table: Table, deal: int, payload: dict[str, Any] | None, key: str) -> Report:
    """The database itself refused a second report: find out which, and answer accordingly.

    Writers of one event queue up, so this is either a key that was used elsewhere or a database
    that does not lock rows.
    """
    same = Report.objects.filter(key=key).first()
    newest = Report.objects.filter(table=table, deal=deal).order_by("-revision").first()
    here = same is not None and (same.table_id, same.deal) == (table.pk, deal)
    if same is not None and here and same.payload == payload:
        return same
    if newest is not None and (same is None or here):
        raise Conflict(newest, payload) from None
    raise refusal("key.used", "This entry was sent before, for another one.") from None
