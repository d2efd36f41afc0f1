"""Forms of the host's pages for events that keep score pads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms_host import DisputeForm, LateGuestForm, offer

MOST_TABLES = 60


class SeatsForm(forms.Form):
    """How many tables, and whether people sit as they were entered."""

    tables = forms.IntegerField(
        label=_("How many tables?"),
        min_value=1,
        max_value=MOST_TABLES,
        required=False,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        error_messages={
            "min_value": _("At least one table."),
            "max_value": _("At most %(limit_value)s tables."),
        },
    )
    order = forms.ChoiceField(
        label=_("Who sits where?"),
        choices=[("shuffle", _("shuffled")), ("entered", _("as they were entered"))],
        initial="shuffle",
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, several: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not several:
            del self.fields["tables"]


class FurtherTableForm(forms.Form):
    """Who came late and begins a game of their own."""

    names = forms.CharField(
        label=_("Names"),
        max_length=4000,
        help_text=_("One person a line, in the order in which they sit."),
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false", "autocapitalize": "words"}),
        error_messages={"required": _("Type the names.")},
    )


class LatecomerForm(LateGuestForm):
    """Somebody who comes while a game is going on; there are no sets to make up for."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["late_as_sit_out"]


class PadDisputeForm(DisputeForm):
    """An objection at a score pad. `places` are its tables (or couples) as choices; without
    `rounds` the place tells the round too."""

    def __init__(self, places: Sequence[tuple[str, str]], rounds: int, data: Any = None) -> None:
        super().__init__([], 0, data)
        offer(self, "table", [("", _("no place in particular")), *places])
        self.fields["table"].label = _("Where")
        if not rounds:
            del self.fields["deal"]
            return
        numbers = [(str(number), str(number)) for number in range(1, rounds + 1)]
        offer(self, "deal", [("", _("no round in particular")), *numbers])
        self.fields["deal"].label = _("Round")
