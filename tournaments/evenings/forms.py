"""The form of an evening of several games."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.events.forms import EventForm
from tournaments.models import Evening

WAYS = (
    (Evening.Way.PLACES, _("By place: a point for playing, and one for everybody left behind")),
    (Evening.Way.SHARE, _("By share: 100 for the best, 0 for the last, in between by the score")),
    (Evening.Way.GAMES, _("By games won: one for every first place")),
)


class EveningForm(EventForm):
    """What it is called, when it is, and how its games count."""

    place = None  # type: ignore[assignment]  # each game has its own
    way = forms.ChoiceField(
        label=_("How the games count"),
        choices=WAYS,
        widget=forms.RadioSelect,
        error_messages={
            "required": _("Choose how the games count."),
            "invalid_choice": _("Choose how the games count."),
        },
    )

    def values(self) -> dict[str, Any]:
        """What the form holds, as the evening keeps it."""
        return {name: self.cleaned_data[name] for name in ("name", "date", "way")}
