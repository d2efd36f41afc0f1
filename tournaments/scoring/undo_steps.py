"""Which step of an event could be undone now: pages ask it, and undoing answers to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db.models import Q

from tournaments.games import format_of
from tournaments.models import Event, LogEntry, Report, Seating, Substitution, Table
from tournaments.scoring.hands import reports_of, standing

if TYPE_CHECKING:
    from collections.abc import Sequence

UNDOABLE = frozenset(
    (
        "report.added",
        "report.corrected",
        "report.withdrawn",
        "cut.reported",
        "cut.withdrawn",
        "seating.drawn",
        "seating.published",
        "seating.discarded",
        "attendance.here",
        "attendance.away",
        "late.added",
        "people.entered",
        "substitute",
        "entry.role",
        "roles.balanced",
        "entry.removed",
        "entry.keeps_chair",
        "pairing.added",
        "pairing.removed",
        "scorekeeper.set",
        "event.finished",
        "seating.anew",
        "final.seated",
        "table.opened",
        "dealer.set",
    )
)
# Steps that stand beside the course of the evening: undo looks past them.
BESIDE = (
    "report.accepted",
    "report.agreed",
    "dealer",
    "dispute.noted",
    "dispute.decided",
    "standings.hidden",
    "standings.revealed",
    "standings.live",
    "nudge",
    "timer",
    "link.made",
    "link.revoked",
    "link.renewed",
    "event.updated",
    "entry.renamed",
    "evening.joined",
    "evening.left",
    "undone",
)


def last_undoable(event: Event) -> LogEntry | None:
    """The step that `undo_last` would take back now, or None."""
    step = (
        event.log.filter(undone_by=None, undoes=None)
        .exclude(code__in=BESIDE)
        .order_by("-version")
        .first()
    )
    if step is None or step.code not in UNDOABLE or not _possible(event, step):
        return None
    return step


def seatings_of(event: Event, step: LogEntry, key: str) -> list[Seating]:
    """The rounds that were shown (`key` "opened") or put away ("unopened") because of a step: of a
    report, of its being agreed to, of somebody who came."""
    found = [step.params.get(key)]
    if "report" in step.params and format_of(event).opens:
        agreed = event.log.filter(code="report.agreed", params__report=step.params["report"])
        found += [line.params.get(key) for line in agreed]
    known = [pk for pk in found if pk is not None]
    return list(event.seatings.filter(pk__in=known)) if known else []


def never_played(
    event: Event, entries: Sequence[int], leaving: Sequence[Seating] = ()
) -> list[int] | None:
    """The seatings with one of these people, or None if one of them is shown (those `leaving`
    apart), or has been reported from or disputed: those stay on record."""
    theirs = Q(seats__entry__in=entries) | Q(sit_outs__entry__in=entries)
    found = dict(event.seatings.filter(theirs).values_list("pk", "state"))
    shown = {pk for pk, state in found.items() if state != Seating.State.REPLACED}
    kept = Q(tables__reports__isnull=False) | Q(tables__dispute__isnull=False)
    if shown - {one.pk for one in leaving}:
        return None
    if found and Seating.objects.filter(kept, pk__in=list(found)).exists():
        return None
    return list(found)


def _possible(event: Event, step: LogEntry) -> bool:
    """Whether nothing that came later stands on the step."""
    params = step.params
    opened = seatings_of(event, step, "opened")
    if not all(_unused(one) for one in opened):
        return False
    if step.code in ("seating.published", "final.seated"):
        return _unused(Seating.objects.get(pk=params["seating"]))
    if step.code == "table.opened":
        return _untouched(params["id"])
    if step.code == "seating.anew":
        return _unused(Seating.objects.get(pk=params["new"]))
    if params.get("reseated"):
        return _unused(Seating.objects.get(pk=params["reseated"]["new"]))
    if step.code in ("people.entered", "late.added"):
        ids = params.get("entries") or [params["entry"]]
        drafted = event.seatings.filter(state=Seating.State.DRAFT).exists()
        return not drafted and never_played(event, ids, opened) is not None
    if step.code == "substitute":
        return Substitution.objects.filter(pk=params["substitution"]).exists() and not (
            _reported_since(params)
        )
    return True


def _untouched(table_id: int) -> bool:
    """Whether nothing was ever reported or disputed at a table, and no final table follows it."""
    table = Table.objects.filter(pk=table_id, reports=None, dispute=None).first()
    return table is not None and _newest(table.seating)


def _newest(shown: Seating) -> bool:
    """Whether no later seating is shown."""
    later = {"set_number__gt": shown.set_number, "state": Seating.State.PUBLISHED}
    return not shown.event.seatings.filter(**later).exists()


def _unused(shown: Seating) -> bool:
    """Whether a seating is shown, the newest one, and nothing that stands was reported from it."""
    if shown.state != Seating.State.PUBLISHED or not _newest(shown):
        return False
    subs = Substitution.objects.filter(table__seating=shown).exists()
    return not subs and not standing(Report.objects.filter(table__seating=shown)).exists()


def _reported_since(params: dict[str, Any]) -> bool:
    sub = Substitution.objects.get(pk=params["substitution"])
    deals = reports_of([sub.table_id]).get(sub.table_id, {})
    return any(deal >= sub.from_hand and said.payload for deal, said in deals.items())
