"""The reports of a deal, read from the rows of the log: who reported, whether it counts, who agrees
and who objects.

The report that counts is the newest revision that does not wait for agreement.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Literal

from django.db.models import Exists, OuterRef

from rulesets.engine.fields import AWAY
from tournaments.cache.memo import Memo
from tournaments.db.current_values import EVENTS, read_current, tables_of_steps
from tournaments.db.rows import all_rows, first_row, moment_of, rows_of
from tournaments.db.sql import REVISION
from tournaments.db.steps import Touches
from tournaments.models import Report

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from django.db.models import QuerySet

    from tournaments.db.current_values import DealAt, Place, Steps
    from tournaments.models import Event, Table


ReportState = Literal[
    "missing", "contested", "disputed", "waiting", "provisional", "away", "accepted"
]


@dataclass(frozen=True, slots=True)
class Rival:
    """Another answer to a deal than the one that counts: from whom, from which phone, and when.
    Once it gave way to a choice: who made that, and on which phone ("": at the desk)."""

    payload: dict[str, Any]
    author: str
    device: str = ""
    created: datetime | None = None
    is_open: bool = True  # nobody has chosen yet
    chooser: str = ""
    choosing_device: str = ""


@dataclass(frozen=True, slots=True)
class DealReport:
    """The report of one deal at one place: a table's round, or a couple's part of a round.

    `payload` is what counts now, by chair as it was stored (None: nothing, or it was withdrawn),
    with its author and reason; `allowed` are the codes that were overridden or confirmed.
    `revision` is the newest of any kind (0: none), which a form must have seen, and `device` the
    phone that it came from; it is `pending` if it is an override that waits for another player's
    agreement. `is_open`: only what comes before the hand is answered so far. `by_saving`: saving it
    was also agreeing to it. `note` is an objection to it. `rivals` are other answers that nobody
    has chosen between yet; then the newest revision was `given_at` that moment.
    `former_rivals` are those that gave way to a choice.
    """

    table_id: int
    table_number: int
    set_number: int
    deal: int
    chairs: tuple[int, ...] = ()  # places in the roster of its board, by chair
    payload: dict[str, Any] | None = None
    revision: int = 0
    report_id: int | None = None
    author: str = ""
    accepted: bool = False
    allowed: tuple[str, ...] = ()
    reason: str = ""
    pending_id: int | None = None
    disputed: bool = False
    is_open: bool = False
    pending_payload: dict[str, Any] | None = None
    pending_reason: str = ""
    note: str = ""
    by_saving: bool = False
    newest_id: int | None = None
    newest_author: str = ""
    device: str = ""
    rivals: tuple[Rival, ...] = ()
    given_at: datetime | None = None
    former_rivals: tuple[Rival, ...] = ()

    @property
    def contested(self) -> bool:
        """Whether two answers were given, and nobody has chosen yet."""
        return bool(self.rivals)

    @property
    def pending(self) -> bool:
        """Whether an override waits for another player's agreement."""
        return self.pending_id is not None

    @property
    def newest_payload(self) -> dict[str, Any] | None:
        """The payload of the newest revision, whether it counts or waits."""
        return self.payload if self.pending_id is None else self.pending_payload

    @property
    def standing(self) -> bool:
        """Whether there is a report that counts, or will count once somebody agrees."""
        return self.payload is not None or self.pending

    @property
    def to_accept(self) -> bool:
        """Whether it is complete, nobody doubts it, and it waits for somebody to accept it."""
        complete = self.payload is not None and not self.is_open
        doubted = self.contested or self.disputed
        return complete and not self.accepted and not self.pending and not doubted

    @property
    def state(self) -> ReportState:
        """How far it has come: missing, waiting, accepted and so on."""
        if self.contested:
            return "contested"
        if self.disputed:
            return "disputed"
        if self.pending:
            return "waiting"
        if self.payload is None or self.is_open:
            return "missing"
        if self.payload.get(AWAY.key):
            return "away"
        return "accepted" if self.accepted else "provisional"


# --- from rows ------------------------------------------------------------------------------------

REPORTS = f"""
SELECT r.table_id, r.deal, {REVISION}
FROM tournaments_report r WHERE r.table_id IN ({{ids}}) {{deals}}
ORDER BY r.table_id, r.deal, r.revision
"""  # noqa: S608  columns
# What is doubted: objections, and other answers than the one that counts.
DOUBTS = """
SELECT d.table_id, d.deal, d.id, d.text, '' AS author, '' AS device, 0 AS is_rival, 1 AS is_open,
    '' AS chooser, '' AS choosing_device, d.created, d.created AS given_at
FROM tournaments_dispute d
WHERE d.table_id IN ({ids}) {of_disputes} AND d.decided_at IS NULL AND d.deal IS NOT NULL
UNION ALL
SELECT v.table_id, v.deal, v.id, CAST(v.payload AS text), v.author, v.device, 1 AS is_rival,
    CASE WHEN v.settled_at IS NULL THEN 1 ELSE 0 END, v.settled_by, v.settling_device,
    v.created, (SELECT r.created FROM tournaments_report r
        WHERE r.table_id = v.table_id AND r.deal = v.deal ORDER BY r.revision DESC LIMIT 1)
FROM tournaments_rivalreport v
WHERE v.table_id IN ({ids}) {of_rivals}
ORDER BY 7, 3
"""
COUNTS = -2  # the column of `REVISION` that says whether the row counts

Spot = tuple[int, int, int, tuple[int, ...]]  # a table, its number, its set's, places by chair


@dataclass(slots=True)
class Doubts:
    """Doubts about one deal: open objections, and answers beside the one that counts."""

    objections: list[str] = field(default_factory=list)
    rivals: list[Rival] = field(default_factory=list)
    given_at: datetime | None = None


def report_of_rows(
    spot: Spot, deal: int, rows: Sequence[Sequence[Any]], doubts: Doubts | None = None
) -> DealReport:
    """The report of a deal, from its `rows` (columns `REVISION`, oldest first) and what is doubted
    of it."""
    doubts = doubts or Doubts()
    objections = doubts.objections
    rivals = tuple(rival for rival in doubts.rivals if rival.is_open)
    former = tuple(rival for rival in doubts.rivals if not rival.is_open)
    table_id, table_number, set_number, chairs = spot
    current = next((row for row in reversed(rows) if row[COUNTS]), None)
    newest = rows[-1] if rows else None
    place = table_id, table_number, set_number, deal, chairs
    if newest is None:
        note = " · ".join(objections)
        return DealReport(*place, disputed=bool(objections), note=note, rivals=rivals)
    newest_id, revision, text, newest_author, device, why, *_more = newest
    waits = current is not newest
    payload, counting = None, (None, "", False, (), "", False)
    if current is not None:
        pk, _revision, standing_text, author, _device, reason, codes, _counts, saved = current
        payload = _parsed(standing_text)
        is_readable = payload is not None
        allowed = () if codes == "[]" else tuple(json.loads(codes))
        accepted = is_readable and saved is not None
        counting = (pk if is_readable else None, author, accepted, allowed, reason, bool(saved))
    report_id, author, accepted, allowed, reason, by_saving = counting
    return DealReport(
        *place,
        payload=payload,
        revision=revision,
        report_id=report_id,
        author=author,
        accepted=accepted,
        allowed=allowed,
        reason=reason,
        pending_id=newest_id if waits else None,
        disputed=bool(objections),
        pending_payload=_parsed(text) if waits else None,
        pending_reason=why if waits else "",
        note=" · ".join(objections),
        by_saving=by_saving,
        newest_id=newest_id,
        newest_author=newest_author,
        device=device,
        rivals=rivals,
        given_at=doubts.given_at,
        former_rivals=former,
    )


def _parsed(text: str | None) -> Any:
    return None if text is None else json.loads(text)


def reports_of(
    spots: Iterable[Spot], deals: Iterable[int] | None = None, *, doubted: bool = True
) -> dict[int, dict[int, DealReport]]:
    """The reports as table id -> deal -> report; of all deals, or only of `deals`. With `doubted`
    False objections and other answers are not read, because there are none."""
    tables = {spot[0]: spot for spot in spots}
    among = ", ".join(map(str, sorted(deals))) if deals is not None else ""
    of_reports, of_disputes, of_rivals = (
        f"AND {alias}.deal IN ({among})" if among else "" for alias in ("r", "d", "v")
    )
    doubts = _doubts(tables, of_disputes, of_rivals) if doubted else {}
    reports: dict[int, dict[int, DealReport]] = {}
    statement = REPORTS.replace("{deals}", of_reports)
    for (table_id, deal), rows in groupby(rows_of(statement, tables), itemgetter(0, 1)):
        revisions = [row[2:] for row in rows]
        report = report_of_rows(
            tables[table_id], deal, revisions, doubts.pop((table_id, deal), None)
        )
        reports.setdefault(table_id, {})[deal] = report
    for (table_id, deal), left in doubts.items():
        reports.setdefault(table_id, {})[deal] = report_of_rows(tables[table_id], deal, (), left)
    return reports


def _doubts(
    tables: Iterable[int], of_disputes: str, of_rivals: str
) -> dict[tuple[int, int], Doubts]:
    """Return the doubts at these tables (ids), by table and deal. One query."""
    ids = ", ".join(map(str, tables))
    if not ids:
        return {}
    statement = DOUBTS.replace("{of_disputes}", of_disputes).replace("{of_rivals}", of_rivals)
    doubts_at: dict[tuple[int, int], Doubts] = {}
    rows = all_rows(statement.replace("{ids}", ids), ())
    for table_id, deal, _pk, text, author, device, is_rival, is_open, *more in rows:
        doubts = doubts_at.setdefault((table_id, deal), Doubts())
        if is_rival:
            by, chosen_on, *moments = more
            created, doubts.given_at = map(moment_of, moments)
            payload = _parsed(text)
            rival = Rival(payload, author, device, created, bool(is_open), by, chosen_on)
            doubts.rivals.append(rival)
        else:
            doubts.objections.append(text)
    return doubts_at


def report_at(table: Table, deal: int, before: int | None = None) -> DealReport:
    """The report of a deal of a table, or as it was before the revision `before`. Objections are
    not read."""
    spot = table.pk, table.number, table.seating.set_number, ()
    among = f"AND r.deal = {deal:d}" + ("" if before is None else f" AND r.revision < {before:d}")
    rows = rows_of(REPORTS.replace("{deals}", among), [table.pk])
    return report_of_rows(spot, deal, [row[2:] for row in rows])


def standing(reports: QuerySet[Report]) -> QuerySet[Report]:
    """Return the reports that stand: the newest of their deal, not withdrawn. Some may still wait
    for agreement."""
    later = Report.objects.filter(
        table=OuterRef("table"), deal=OuterRef("deal"), revision__gt=OuterRef("revision")
    )
    return reports.filter(~Exists(later), payload__isnull=False)


# --- what nobody has said yes to ------------------------------------------------------------------

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
# And nobody doubts them: they can be accepted with others.
UNDOUBTED = """
AND NOT EXISTS (
    SELECT 1 FROM tournaments_rivalreport v
    WHERE v.table_id = r.table_id AND v.deal = r.deal AND v.settled_at IS NULL)
AND NOT EXISTS (
    SELECT 1 FROM tournaments_dispute d
    WHERE d.table_id = r.table_id AND d.deal = r.deal AND d.decided_at IS NULL)
AND NOT EXISTS (
    SELECT 1 FROM tournaments_report l
    WHERE l.table_id = r.table_id AND l.deal = r.deal AND l.revision > r.revision)
"""
# The deals that somebody has to look at one by one: two answers, an objection, or an override that
# waits for another player's agreement.
DOUBTED = """
SELECT g.set_number, t.number, q.deal
FROM tournaments_seating g
JOIN tournaments_table t ON t.seating_id = g.id
JOIN (
    SELECT v.table_id, v.deal FROM tournaments_rivalreport v WHERE v.settled_at IS NULL
    UNION
    SELECT d.table_id, d.deal FROM tournaments_dispute d
    WHERE d.decided_at IS NULL AND d.deal IS NOT NULL
    UNION
    SELECT r.table_id, r.deal FROM tournaments_report r
    WHERE r.needs_agreement AND r.payload IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM tournaments_acceptance a
        WHERE a.report_id = r.id AND a.kind = 'agree')
    AND NOT EXISTS (SELECT 1 FROM tournaments_report l WHERE l.table_id = r.table_id
        AND l.deal = r.deal AND l.revision > r.revision)
) q ON q.table_id = t.id
WHERE g.event_id = %s AND g.state = 'published'
"""
_unaccepted_memo: Memo[dict[Place, int]] = Memo(EVENTS)


def unaccepted(event: Event, *, undoubted: bool = False) -> dict[Place, int]:
    """How many deals of each table count without being accepted, by set and table; tables without
    any are left out. `undoubted`: only those that can be accepted with others. At most one
    query."""
    statement = UNACCEPTED + UNDOUBTED if undoubted else UNACCEPTED
    apart_from = () if undoubted else (Touches.DISPUTES,)

    def renew(old: dict[Place, int], steps: Steps) -> dict[Place, int] | None:
        touched = tables_of_steps(steps, *apart_from)
        if not touched:
            return None if touched is None else old
        # They are mostly of one set; with several sets, tables are counted that were not touched.
        sets, tables = ({place[at] for place in touched} for at in (0, 1))
        rest = {at: n for at, n in old.items() if at[0] not in sets or at[1] not in tables}
        among = f"AND g.set_number IN ({_numbers(sets)}) AND t.number IN ({_numbers(tables)})"
        return rest | read(among)

    def read(among: str = "") -> dict[Place, int]:
        per_table = (
            f"SELECT u.set_number, u.number, COUNT(*) FROM ({statement} {among}) u"  # noqa: S608
            " GROUP BY u.set_number, u.number"
        )
        rows = all_rows(per_table, [event.pk])
        return {(number, table): many for number, table, many in rows}

    return read_current(_unaccepted_memo, event, read, renew, undoubted)


def unaccepted_deals(event: Event, tables: Iterable[int] | None = None) -> frozenset[DealAt]:
    """The deals (set, table, number) that count without being accepted; of all tables, or only of
    `tables` (ids)."""
    among = "" if tables is None else f"AND t.id IN ({_numbers(tables)})"
    return frozenset(map(tuple, all_rows(UNACCEPTED + among, [event.pk])))


def doubted_deals(event: Event) -> list[DealAt]:
    """The deals (set, table, number) that are accepted only one by one: with two answers, with an
    objection, or against a rule; 0 is the cut. One query."""
    return sorted(map(tuple, all_rows(DOUBTED, [event.pk])))


CONTESTED = """
SELECT DISTINCT g.set_number, t.number, v.deal
FROM tournaments_seating g
JOIN tournaments_table t ON t.seating_id = g.id
JOIN tournaments_rivalreport v ON v.table_id = t.id AND v.settled_at IS NULL
WHERE g.event_id = %s AND g.state = 'published'
"""


def contested_deals(event: Event) -> list[DealAt]:
    """The deals (set, table, number) with two answers; 0 is the cut. One query."""
    return sorted(map(tuple, all_rows(CONTESTED, [event.pk])))


QUESTIONS = """
SELECT (SELECT COUNT(*) FROM tournaments_dispute d
    WHERE d.event_id = %(event)s AND d.decided_at IS NULL)
+ (SELECT COUNT(*) FROM (
    SELECT DISTINCT v.table_id, v.deal FROM tournaments_rivalreport v
    JOIN tournaments_table t ON t.id = v.table_id
    JOIN tournaments_seating g ON g.id = t.seating_id
    WHERE g.event_id = %(event)s AND g.state = 'published' AND v.settled_at IS NULL) contested)
"""


def questions_to_settle(event: Event) -> int:
    """How many objections are open, and how many deals have two answers. One query."""
    row = first_row(QUESTIONS, {"event": event.pk})
    return int(row[0]) if row else 0


def _numbers(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, sorted(numbers))) or "NULL"
