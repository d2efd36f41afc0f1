"""Points that the host deducts from somebody, with a reason: they affect places and seating, but no
records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.utils.translation import gettext_lazy, ngettext

from rulesets.formats.drive import MOST_DEDUCTED
from tournaments.log.steps import Step, event_transaction, register
from tournaments.models import Entry, Event
from tournaments.models.errors import refusal
from tournaments.web.forms import PLAIN, TextField

if TYPE_CHECKING:
    from tournaments.access.permissions import Actor
    from tournaments.log.steps import Params

LONGEST = 300  # letters of a reason


class DeductionForm(forms.Form):
    """How many points somebody loses, and why."""

    points = forms.IntegerField(
        label=gettext_lazy("Points to deduct"),
        min_value=1,
        max_value=MOST_DEDUCTED,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", **PLAIN}),
        error_messages={"required": gettext_lazy("Write how many points.")},
    )
    reason = TextField(
        label=gettext_lazy("Reason"),
        max_length=LONGEST,
        widget=forms.TextInput(attrs=PLAIN),
        error_messages={"required": gettext_lazy("Write the reason. It goes in the log.")},
    )


def deduct(*, event: Event, actor: Actor, entry: Entry, points: int, reason: str) -> None:
    """Deduct points (1 or more) from an entry. Raises Refused if the evening is over."""
    with event_transaction(event, actor) as step:
        if event.state == Event.State.FINISHED:
            raise refusal("event.finished", "The event is finished.", "points")
        entry = Entry.objects.get(event=event, pk=entry.pk)
        taken = {"points": points, "reason": reason}
        entry.deductions = [*entry.deductions, taken]
        entry.save(update_fields=["deductions"])
        told: Params = {"name": entry.name, "entry": entry.pk, **taken}
        step.log("points.deducted", **told)


def _undo(event: Event, params: Params, _actor: Actor) -> None:
    entry = Entry.objects.get(event=event, pk=params["entry"])
    entry.deductions.remove({"points": params["points"], "reason": params["reason"]})
    entry.save(update_fields=["deductions"])


def _sentence(params: Params) -> str:
    return ngettext(
        "{name} loses {points} point: {reason}.",
        "{name} loses {points} points: {reason}.",
        params["points"],
    )


register(Step("points.deducted", _sentence, undo=_undo))
