"""What tables have reported: the seats, substitutes and current reports of a set or a table.

The report that counts for a hand is the newest revision that does not wait for agreement.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.db.models import Exists, OuterRef, Q

from tournaments.models import CUT, Acceptance, Dispute, Report, Seating, Table
from tournaments.rows import Columns, rows_of
from tournaments.scoring.pad import Line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from django.db.models import QuerySet

    from rulesets.formats.drives import DriveFormat

AGREED = Exists(Acceptance.objects.filter(report=OuterRef("pk"), kind=Acceptance.Kind.AGREE))
COUNTS = Q(needs_agreement=False) | Q(AGREED)
REPORT, DISPUTE = Columns(Report, "r", 2), Columns(Dispute, "d")
# Whether a report counts, whether somebody else has said yes to it, and its columns.
REPORTS = f"""
SELECT NOT r.needs_agreement OR EXISTS (
    SELECT 1 FROM tournaments_acceptance a WHERE a.report_id = r.id AND a.kind = 'agree'),
EXISTS (SELECT 1 FROM tournaments_acceptance a WHERE a.report_id = r.id AND a.kind = 'accept'),
{REPORT.sql}
FROM tournaments_report r WHERE r.table_id IN ({{ids}}) {{deals}}
ORDER BY r.table_id, r.deal, r.revision
"""  # noqa: S608  columns
DISPUTES = f"""
SELECT {DISPUTE.sql} FROM tournaments_dispute d
WHERE d.table_id IN ({{ids}}) {{deals}} AND d.decided_at IS NULL AND d.deal IS NOT NULL
ORDER BY d.id
"""  # noqa: S608  columns
SEATS = """
SELECT s.table_id, s.entry_id, e.name, s.role
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
    ) -> Line:
        """Where the deal stands, at this place."""
        current, pending = self.current, self.pending
        return Line(
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
            allowed=tuple(current.overrode) if current else (),
            reason=current.reason if current else "",
            pending_id=pending.pk if pending else None,
            pending_payload=pending.payload if pending else None,
            pending_reason=pending.reason if pending else "",
            disputed=bool(self.disputes),
            note=" · ".join(dispute.text for dispute in self.disputes),
        )


@dataclass(slots=True)
class TableHands:
    """One table of one set: who sat there, and what was reported."""

    table: Table
    set_number: int
    chairs: tuple[int, ...]  # entry ids as seated
    names: tuple[str, ...]
    roles: tuple[str, ...]
    subs: tuple[tuple[int, int, int], ...]  # (from hand, chair, entry id)
    sub_names: dict[int, str]
    deals: dict[int, DealReports]

    def sitters(self, hand: int) -> tuple[int, ...]:
        """Who has each chair in that hand (from 1)."""
        seated = list(self.chairs)
        for from_hand, chair, entry_id in self.subs:
            if from_hand <= hand:
                seated[chair] = entry_id
        return tuple(seated)

    @property
    def sitters_at_end(self) -> tuple[int, ...]:
        return self.sitters(10_000)

    def name_of(self, entry_id: int) -> str:
        """The name of somebody who sits or sat at this table."""
        if entry_id in self.chairs:
            return self.names[self.chairs.index(entry_id)]
        return self.sub_names[entry_id]

    def deal(self, number: int) -> DealReports:
        """The reports of a deal; an empty record where there are none."""
        return self.deals.get(number) or DealReports()

    def payloads(self, game: DriveFormat) -> tuple[dict[str, Any] | None, ...]:
        """The report that counts for each hand, None where there is none."""
        return tuple(self.deal(n).payload for n in range(1, game.deals + 1))

    @property
    def cut(self) -> tuple[int, ...] | None:
        """The chairs that won the cut, if one was reported."""
        payload = self.deal(CUT).payload
        return tuple(payload["winners"]) if payload else None


def set_hands(seating: Seating, *, reported: bool = True) -> list[TableHands]:
    """All tables of a seating, by number; not `reported`: who sat there alone. A fixed number of
    queries, whatever their count."""
    tables = Table.objects.filter(seating=seating).order_by("number")
    return load_tables(list(tables.select_related("seating")), reported=reported)


def table_hands(table: Table) -> TableHands:
    """One table."""
    return load_tables([table])[0]


def seated_table(
    table: Table, seats: Sequence[tuple[Any, ...]], *, substituted: bool, disputed: bool
) -> TableHands:
    """One table whose seats are read already: by chair whose entry, name and role. `substituted`:
    somebody has taken a chair over there; `disputed`: somebody objects to a deal."""
    ids = [table.pk]
    subs = [tuple(sub) for _table, *sub in rows_of(SUBSTITUTES, ids)] if substituted else []
    return _one(table, seats, subs, reports_of(ids, disputed=disputed).get(table.pk, {}))


def load_tables(found: Sequence[Table], *, reported: bool = True) -> list[TableHands]:
    """These tables (each comes with its seating), with everything `reported` at them."""
    ids = [table.pk for table in found]
    seats: dict[int, list[tuple[Any, ...]]] = {}
    subs: dict[int, list[tuple[Any, ...]]] = {}
    for table, *seat in rows_of(SEATS, ids):
        seats.setdefault(table, []).append(tuple(seat))
    for table, *sub in rows_of(SUBSTITUTES, ids):
        subs.setdefault(table, []).append(tuple(sub))
    deals = reports_of(ids) if reported else {}
    return [
        _one(table, seats.get(table.pk, []), subs.get(table.pk, []), deals.get(table.pk, {}))
        for table in found
    ]


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
            deal.current, deal.accepted = report, bool(row[1])
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


def _one(
    table: Table,
    seats: Sequence[tuple[Any, ...]],
    subs: Sequence[tuple[Any, ...]],
    deals: dict[int, DealReports],
) -> TableHands:
    chairs, names, roles = zip(*seats, strict=True) if seats else ((), (), ())
    return TableHands(
        table=table,
        set_number=table.seating.set_number,
        chairs=chairs,
        names=names,
        roles=roles,
        subs=tuple((hand, chair, entry) for hand, chair, entry, _name in subs),
        sub_names={entry: name for _hand, _chair, entry, name in subs},
        deals=deals,
    )


def unfinished(game: DriveFormat, hands: Iterable[TableHands]) -> list[TableHands]:
    """The tables with a hand or a cut still to come."""
    return [
        table
        for table in hands
        if not game.result(table.set_number, table.roles, table.payloads(game), table.cut).winners
    ]
