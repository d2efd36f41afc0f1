"""The host's forms. What a game has of its own (roles, options) is asked as it declares them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rulesets.game import Problem
from tournaments.forms import message

PLAIN = {"autocomplete": "off"}
NAMES_MAX = 100_000  # 1,000 people of 80 letters, and then some


def put_beside_fields(form: forms.BaseForm, problems: Iterable[Problem]) -> None:
    """Show each problem beside the field that its place names, else above the form."""
    for problem in problems:
        place = next((str(step) for step in problem.at if str(step) in form.fields), None)
        form.add_error(place, message(problem))


def offer(form: forms.BaseForm, name: str, choices: Iterable[tuple[str, Any]]) -> None:
    """Give a field of a form its choices."""
    form.fields[name].choices = list(choices)  # type: ignore[attr-defined]


class SignInForm(forms.Form):
    """Name and password, for installations where accounts are kept."""

    username = forms.CharField(
        label=_("User name"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    password = forms.CharField(
        label=_("Password"),
        max_length=200,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class PersonForm(forms.Form):
    """Somebody who plays, in any event."""

    name = forms.CharField(
        label=_("Name"),
        max_length=80,
        widget=forms.TextInput(attrs=PLAIN | {"autocapitalize": "words"}),
        error_messages={"required": _("Type the name as the person writes it.")},
    )
    note = forms.CharField(
        label=_("To tell apart"),
        max_length=60,
        required=False,
        help_text=_("Only where two people share a name: “from Leeds”, “Bert’s mother”."),
        widget=forms.TextInput(attrs=PLAIN),
    )


class NamesForm(forms.Form):
    """People to enter, typed or pasted, one to a line."""

    names = forms.CharField(
        label=_("Names"),
        max_length=NAMES_MAX,
        required=False,
        widget=forms.Textarea(
            attrs={"rows": 8, "spellcheck": "false", "autocapitalize": "words"},
        ),
    )


def entry_choices(entries: Sequence[Any]) -> list[tuple[str, str]]:
    """A select's choices: nobody chosen yet, then everyone."""
    return [("", _("Choose …")), *((str(entry.pk), entry.name) for entry in entries)]


class PairingForm(forms.Form):
    """Two people to keep apart, or together at one table."""

    first = forms.ChoiceField(label=_("First"))
    kind = forms.ChoiceField(
        label=_("How"),
        choices=[("apart", _("not at one table")), ("together", _("at one table"))],
    )
    second = forms.ChoiceField(label=_("Second"))

    def __init__(self, entries: Sequence[Any], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("first", "second"):
            offer(self, name, entry_choices(entries))

    def clean(self) -> dict[str, Any]:
        """Two different people."""
        data = super().clean() or {}
        if data.get("first") and data.get("first") == data.get("second"):
            self.add_error("second", _("Choose two different people."))
        return data


class LateGuestForm(forms.Form):
    """Somebody who came after the draw."""

    name = forms.CharField(
        label=_("Name"),
        max_length=80,
        widget=forms.TextInput(attrs=PLAIN | {"autocapitalize": "words"}),
        error_messages={"required": _("Type the name of the guest.")},
    )
    note = forms.CharField(
        label=_("To tell apart"),
        max_length=60,
        required=False,
        help_text=_("Only where two people share a name."),
        widget=forms.TextInput(attrs=PLAIN),
    )
    role = forms.ChoiceField(label=_("Sits as"), widget=forms.RadioSelect, required=False)
    late_as_sit_out = forms.BooleanField(
        label=_("Count the sets missed as sit-outs"),
        help_text=_("Otherwise the sets missed bring nothing."),
        required=False,
    )

    def __init__(self, roles: Sequence[tuple[str, str]], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "role", list(roles))
        if roles:
            self.fields["role"].required = True
            self.fields["role"].error_messages["required"] = str(
                _("Say which role the guest plays.")
            )
        else:
            del self.fields["role"]


class SubstituteForm(forms.Form):
    """Somebody takes a chair over in the middle of a set."""

    seat = forms.ChoiceField(label=_("Who gets up"))
    entry = forms.ChoiceField(label=_("Who sits down"))
    from_hand = forms.TypedChoiceField(label=_("From hand"), coerce=int)

    def __init__(
        self,
        seats: Sequence[tuple[str, str]],
        free: Sequence[tuple[str, str]],
        hands: int,
        *args: Any,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "seat", [("", _("Choose …")), *seats])
        offer(self, "entry", [("", _("Choose …")), *free])
        offer(self, "from_hand", [(str(hand), str(hand)) for hand in range(1, hands + 1)])


class ReasonForm(forms.Form):
    """Why something is taken back or overridden."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=300,
        widget=forms.TextInput(attrs=PLAIN),
        error_messages={"required": _("Write the reason; it stands in the log.")},
    )


class DisputeForm(forms.Form):
    """An objection, noted for everyone to read again."""

    objector = forms.CharField(
        label=_("Who objects"),
        max_length=144,
        widget=forms.TextInput(attrs={"list": "everyone", "autocomplete": "off"}),
        error_messages={"required": _("Write who objects.")},
    )
    text = forms.CharField(
        label=_("What about"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": _("Write what it is about.")},
    )
    table = forms.ChoiceField(label=_("Table"), required=False)
    deal = forms.TypedChoiceField(label=_("Hand"), required=False, coerce=int, empty_value=None)
    kali_effect = forms.BooleanField(
        label=_("Kali effect"),
        help_text=_(
            "The way a rule is applied changed in mid-game and the table does not agree: "
            "who objects may play on in the old way."
        ),
        required=False,
    )

    def __init__(self, tables: Sequence[int], hands: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        numbers = [(str(number), str(number)) for number in tables]
        offer(self, "table", [("", _("no table in particular")), *numbers])
        deals = [(str(hand), str(hand)) for hand in range(1, hands + 1)]
        offer(self, "deal", [("", _("no hand in particular")), *deals])


class DecisionForm(forms.Form):
    """How a dispute was settled."""

    decision = forms.CharField(
        label=_("What was decided"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 2}),
        error_messages={"required": _("Write what was decided.")},
    )


class LinkForm(forms.Form):
    """Another entrance for a scorekeeper."""

    label = forms.CharField(
        label=_("For whom"),
        max_length=80,
        widget=forms.TextInput(attrs=PLAIN),
        error_messages={"required": _("Write for whom it is; the log shows this name.")},
    )


class TimerForm(forms.Form):
    """A countdown for the wall screen."""

    minutes = forms.IntegerField(
        label=_("Minutes"),
        min_value=1,
        max_value=240,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        error_messages={
            "required": _("Type the minutes."),
            "min_value": _("At least 1 minute."),
            "max_value": _("At most 240 minutes."),
        },
    )


class DeleteForm(forms.Form):
    """Typing the event's name shows that it is meant."""

    name = forms.CharField(
        label=_("Type the name of the event"),
        max_length=80,
        widget=forms.TextInput(attrs=PLAIN),
        error_messages={"required": _("Type the name to show that you mean it.")},
    )

    def __init__(self, expected: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.expected = expected

    def clean_name(self) -> str:
        """The name as it stands, apart from capitals and blanks around it."""
        typed = str(self.cleaned_data["name"])
        if typed.casefold().strip() != self.expected.casefold().strip():
            raise forms.ValidationError(
                _("That is not its name; type “%(name)s”."), params={"name": self.expected}
            )
        return typed


class ImportForm(forms.Form):
    """An exported event, to be read in again."""

    file = forms.FileField(
        label=_("Exported event"),
        widget=forms.ClearableFileInput(attrs={"accept": "application/json,.json"}),
        error_messages={
            "required": _("Choose the file that was exported."),
            "empty": _("That file is empty."),
        },
    )
