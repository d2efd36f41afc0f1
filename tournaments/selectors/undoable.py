"""Which step of an event could be undone now: pages ask it, and the service answers to it."""

from __future__ import annotations

from typing import Any

from tournaments.models import Event, LogEntry, Report, Seat, Seating, SitOut, Substitution
from tournaments.selectors.hands import reports_of

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
    "nudge",
    "timer",
    "link.made",
    "link.revoked",
    "link.renewed",
    "event.updated",
    "entry.renamed",
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


def _possible(event: Event, step: LogEntry) -> bool:
    """Whether nothing that came later stands on the step."""
    params = step.params
    if step.code == "seating.published":
        shown = Seating.objects.get(pk=params["seating"])
        return shown.state == Seating.State.PUBLISHED and _unused(shown)
    if params.get("reseated"):
        return _unused(Seating.objects.get(pk=params["reseated"]["new"]))
    if step.code in ("people.entered", "late.added"):
        ids = params.get("entries") or [params["entry"]]
        seats = Seat.objects.filter(entry__in=ids).exclude(seating__state="draft")
        outs = SitOut.objects.filter(entry__in=ids).exclude(seating__state="draft")
        drafted = event.seatings.filter(state=Seating.State.DRAFT).exists()
        return not (drafted or seats.exists() or outs.exists())
    if step.code == "substitute":
        return Substitution.objects.filter(pk=params["substitution"]).exists() and not (
            _reported_since(params)
        )
    return True


def _unused(shown: Seating) -> bool:
    newest_is_this = not shown.event.seatings.filter(
        set_number__gt=shown.set_number, state=Seating.State.PUBLISHED
    ).exists()
    subs = Substitution.objects.filter(table__seating=shown).exists()
    return newest_is_this and not subs and not _has_results(shown)


def _reported_since(params: dict[str, Any]) -> bool:
    sub = Substitution.objects.get(pk=params["substitution"])
    deals = reports_of([sub.table_id]).get(sub.table_id, {})
    return any(deal >= sub.from_hand and said.payload for deal, said in deals.items())


def _has_results(shown: Seating) -> bool:
    return Report.objects.filter(table__seating=shown).exists()
