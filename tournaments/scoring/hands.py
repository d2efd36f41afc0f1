"""What tables have reported: the seats, substitutes and current reports of a set or a table.

The report that counts for a hand is the newest revision that does not wait for agreement.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.db.models import Exists, OuterRef, Prefetch, Q

from tournaments.models import CUT, Acceptance, Dispute, Report, Seat, Seating, Substitution, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from django.db.models import QuerySet

    from rulesets.formats.court_whist import CourtWhistFormat

AGREED = Exists(Acceptance.objects.filter(report=OuterRef("pk"), kind=Acceptance.Kind.AGREE))
COUNTS = Q(needs_agreement=False) | Q(AGREED)


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

    def payloads(self, game: CourtWhistFormat) -> tuple[dict[str, Any] | None, ...]:
        """The report that counts for each hand, None where there is none."""
        return tuple(self.deal(n).payload for n in range(1, game.deals + 1))

    @property
    def cut(self) -> tuple[int, ...] | None:
        """The chairs that won the cut, if one was reported."""
        payload = self.deal(CUT).payload
        return tuple(payload["winners"]) if payload else None


def set_hands(seating: Seating) -> list[TableHands]:
    """All tables of a seating, by number. A fixed number of queries, whatever their count."""
    return load_tables(Table.objects.filter(seating=seating).order_by("number"))


def table_hands(table: Table) -> TableHands:
    """One table."""
    return load_tables(Table.objects.filter(pk=table.pk))[0]


def load_tables(tables: Any) -> list[TableHands]:
    """The tables of a queryset, with everything reported at them."""
    seats = Seat.objects.select_related("entry").order_by("chair")
    subs = Substitution.objects.select_related("entry").order_by("from_hand", "pk")
    found = list(
        tables.select_related("seating").prefetch_related(
            Prefetch("seats", queryset=seats), Prefetch("substitutions", queryset=subs)
        )
    )
    deals = reports_of([table.pk for table in found])
    return [_one(table, deals.get(table.pk, {})) for table in found]


def reports_of(table_ids: Sequence[int]) -> dict[int, dict[int, DealReports]]:
    """table id -> deal -> what was reported for it."""
    deals: dict[int, dict[int, DealReports]] = {}
    reports = (
        Report.objects.filter(table_id__in=table_ids)
        .annotate(counts=COUNTS, accepted=Exists(_acceptances()))
        .order_by("table_id", "deal", "revision")
    )
    for report in reports:
        deal = deals.setdefault(report.table_id, {}).setdefault(report.deal, DealReports())
        deal.newest = report
        if report.counts:
            deal.current = report
            deal.accepted = report.accepted
    open_disputes = Dispute.objects.filter(table_id__in=table_ids, decided_at=None)
    for dispute in open_disputes.exclude(deal=None):
        deal = deals.setdefault(dispute.table_id or 0, {}).setdefault(
            dispute.deal or 0, DealReports()
        )
        deal.disputes.append(dispute)
    return deals


def standing(reports: QuerySet[Report]) -> QuerySet[Report]:
    """Those of them that stand: the newest of their deal, not withdrawn; some may still wait for
    agreement."""
    later = Report.objects.filter(
        table=OuterRef("table"), deal=OuterRef("deal"), revision__gt=OuterRef("revision")
    )
    return reports.filter(~Exists(later), payload__isnull=False)


def _acceptances() -> Any:
    return Acceptance.objects.filter(report=OuterRef("pk"), kind=Acceptance.Kind.ACCEPT)


def _one(table: Table, deals: dict[int, DealReports]) -> TableHands:
    seats = list(table.seats.all())
    subs = list(table.substitutions.all())
    return TableHands(
        table=table,
        set_number=table.seating.set_number,
        chairs=tuple(seat.entry_id for seat in seats),
        names=tuple(seat.entry.name for seat in seats),
        roles=tuple(seat.role for seat in seats),
        subs=tuple((sub.from_hand, sub.chair, sub.entry_id) for sub in subs),
        sub_names={sub.entry_id: sub.entry.name for sub in subs},
        deals=deals,
    )


def unfinished(game: CourtWhistFormat, hands: Iterable[TableHands]) -> list[TableHands]:
    """The tables with a hand or a cut still to come."""
    return [
        table
        for table in hands
        if not game.result(table.set_number, table.roles, table.payloads(game), table.cut).winners
    ]
