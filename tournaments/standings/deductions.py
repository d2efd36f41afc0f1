"""Points that the host deducts or adds, with a reason, and can withdraw one by one: they affect
places and seating, but no records. Those of one of a fixed pair are the pair's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rulesets.formats.drive import MOST_DEDUCTED
from rulesets.formats.format import Format
from rulesets.formats.ranking import entrants_of
from tournaments.boards.hall import Hall
from tournaments.db.steps import Step, event_transaction, register
from tournaments.models import Entry, Event
from tournaments.models.errors import refusal
from tournaments.models.event_games import format_of
from tournaments.web.forms import PLAIN, TextField, WholeNumberField
from tournaments.web.wording import translate

if TYPE_CHECKING:
    from tournaments.access.permissions import Actor
    from tournaments.db.steps import Params

LONGEST = 300  # letters of a reason


class DeductionForm(forms.Form):
    """How many points somebody loses or gets, and why."""

    points = WholeNumberField(
        label=gettext_lazy("Points"),
        min_value=1,
        max_value=MOST_DEDUCTED,
        error_messages={"required": gettext_lazy("Write how many points.")},
    )
    reason = TextField(
        label=gettext_lazy("Reason"),
        max_length=LONGEST,
        widget=forms.TextInput(attrs=PLAIN),
        error_messages={"required": gettext_lazy("Write the reason. It goes in the log.")},
    )


class WithdrawalForm(forms.Form):
    """Which deduction (points above 0) or extra points (below 0) of an entry are withdrawn."""

    points = WholeNumberField(min_value=-MOST_DEDUCTED, max_value=MOST_DEDUCTED)
    reason = TextField(max_length=LONGEST, required=False, strip=False)


@dataclass(frozen=True, slots=True)
class PointChange:
    """A change of somebody's total, and why. `deducted` and `reason` are what was stored for an
    entry; 0 and "" for a former stage that does not count in full."""

    points: int
    words: str
    entry_id: int = 0
    deducted: int = 0
    reason: str = ""


def deduct(*, event: Event, actor: Actor, entry: Entry, points: int, reason: str) -> None:
    """Deduct points from an entry, or add as many as `points` are below 0. Raises Refused if the
    evening is over."""
    with event_transaction(event, actor) as step:
        changed = _changeable(event, entry)
        changed.deductions = [*changed.deductions, {"points": points, "reason": reason}]
        changed.save(update_fields=["deductions"])
        params: dict[str, Any] = {"name": changed.name, "entry": changed.pk}
        step.log("points.deducted", **params, points=points, reason=reason)


def withdraw_deduction(
    *, event: Event, actor: Actor, entry: Entry, points: int, reason: str
) -> None:
    """Withdraw a deduction of an entry, or extra points. Raises Refused if the evening is over, or
    if there is none like that."""
    with event_transaction(event, actor) as step:
        changed = _changeable(event, entry)
        stored = {"points": points, "reason": reason}
        if stored not in changed.deductions:
            raise refusal("deduction.gone", "This was withdrawn already.", "points")
        at = changed.deductions.index(stored)
        changed.deductions = [*changed.deductions[:at], *changed.deductions[at + 1 :]]
        changed.save(update_fields=["deductions"])
        params: dict[str, Any] = {"name": changed.name, "entry": changed.pk, "withdrawn": True}
        step.log("points.deducted", **params, points=points, reason=reason)


def _changeable(event: Event, entry: Entry) -> Entry:
    if event.state == Event.State.FINISHED:
        raise refusal("event.finished", "The event is finished.", "points")
    return Entry.objects.get(event=event, pk=entry.pk)


def read_changes(event: Event, entry: Entry, lost: int) -> tuple[PointChange, ...]:
    """What has changed an entry's total besides its sets, by `lost` in all: deductions and extra
    points of its own and of its partner, and a former stage that does not count in full."""
    format = format_of(event)
    if format.movement is None:
        return ()
    own = [_change(format, entry, deduction) for deduction in entry.deductions]
    changes = own + [
        _change(format, mate, deduction, of_mate=True)
        for mate in _mates(event, entry)
        for deduction in mate.deductions
    ]
    if event.state == Event.State.FINISHED and sum(change.points for change in own) == lost:
        changes = own  # finished while a deduction was that of one person
    rest = lost - sum(change.points for change in changes)
    if rest:
        changes.insert(0, PointChange(rest, translate(format.ranking.placement.settle_words(rest))))
    return tuple(changes)


def _mates(event: Event, entry: Entry) -> list[Entry]:
    """The others of a fixed pair who have a deduction."""
    if not format_of(event).facts.fixed_pairs:
        return []
    rows = Hall.of(event).drive
    if entry.pk not in rows.entry_ids:
        return []
    people = [rows.entry_ids[who] for who in entrants_of(rows.drive)[rows.index(entry.pk)]]
    mates = event.entries.filter(pk__in=people).exclude(pk=entry.pk).exclude(deductions=[])
    return list(mates.order_by("pk"))


def _change(
    format: Format, entry: Entry, stored: dict[str, Any], *, of_mate: bool = False
) -> PointChange:
    points, reason = stored["points"], stored["reason"]
    params = {"name": entry.name, "reason": reason}
    words = _("Deducted: {reason}") if points > 0 else _("Added: {reason}")
    if of_mate and points > 0:
        words = _("Deducted from {name}: {reason}")
    elif of_mate:
        words = _("Added for {name}: {reason}")
    effect = points if format.ranking.low_wins else -points
    return PointChange(effect, words.format(**params), entry.pk, points, reason)


def _undo(event: Event, params: Params, _actor: Actor) -> None:
    entry = Entry.objects.get(event=event, pk=params["entry"])
    stored = {"points": params["points"], "reason": params["reason"]}
    if params.get("withdrawn"):
        entry.deductions = [*entry.deductions, stored]
    else:
        entry.deductions.remove(stored)
    entry.save(update_fields=["deductions"])


def _can_undo(event: Event, params: Params) -> bool:
    """Whether the deduction is still there, or was withdrawn."""
    stored = {"points": params["points"], "reason": params["reason"]}
    entry = Entry.objects.filter(event=event, pk=params["entry"]).first()
    return entry is not None and (bool(params.get("withdrawn")) or stored in entry.deductions)


def _sentence(params: Params) -> str:
    count = abs(params["points"])
    if params.get("withdrawn"):
        if params["points"] > 0:
            return ngettext(
                "The deduction of {count} point from {name} is withdrawn: {reason}.",
                "The deduction of {count} points from {name} is withdrawn: {reason}.",
                count,
            )
        return ngettext(
            "The {count} extra point for {name} is withdrawn: {reason}.",
            "The {count} extra points for {name} are withdrawn: {reason}.",
            count,
        )
    if params["points"] > 0:
        return ngettext(
            "{name} loses {points} point: {reason}.",
            "{name} loses {points} points: {reason}.",
            count,
        )
    return ngettext(
        "{name} gets {count} extra point: {reason}.",
        "{name} gets {count} extra points: {reason}.",
        count,
    )


def _words(_event: Event, params: Params) -> dict[str, str]:
    return {"count": str(abs(params["points"]))}


register(Step("points.deducted", _sentence, words=_words, undo=_undo, can_undo=_can_undo))
