"""The reports of one deal that a new one has to look at: what stands, and what was sent before."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tournaments.errors import Conflict, refusal
from tournaments.models import Acceptance, Report
from tournaments.rows import stored

if TYPE_CHECKING:
    from collections.abc import Callable

    from tournaments.actors import Actor
    from tournaments.journal import Turn
    from tournaments.models import Table
    from tournaments.rows import Statement
    from tournaments.scoring.judging import Said
    from tournaments.statements import Rows


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


def read_first(table: Table, deal: int) -> Callable[[Rows], list[Statement]]:
    """What a turn about a deal reads as soon as it holds the event, for `revisions`."""
    return lambda rows: rows.look(table.seating.event_id, table.pk, deal)


def revisions(step: Turn, table: Table, deal: int, key: str) -> Revisions:
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


def sent_before(before: Revisions, payload: dict[str, Any] | None, actor: Actor) -> Report | None:
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


def settled(before: Revisions, said: Said, seen: int) -> Report | None:
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
    """Refuse a table's change of a result that the others have agreed to. Inside a turn, so that
    a yes and a change cannot cross."""
    if actor.at_desk or before.newest is None:
        return
    if Acceptance.objects.filter(report_id=before.newest.pk).exists():
        text = "The others have agreed to this result. Only the host changes it now: ask."
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
