"""The host's forms. What a game has of its own (roles, options) is asked as the game declares it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rulesets import games
from rulesets.game import Game, Problem

NAMES_MAX = 40_000  # 400 people of 80 letters, and then some


def said(problem: Problem) -> str:
    """The problem's sentence in the language of the page."""
    return gettext(problem.template).format(**problem.params)


def put_beside_fields(form: forms.BaseForm, problems: Iterable[Problem]) -> None:
    """Show each problem beside the field that its place names, else above the form."""
    for problem in problems:
        place = next((str(step) for step in problem.at if str(step) in form.fields), None)
        form.add_error(place, said(problem))


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
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
        error_messages={"required": _("Type the name as the person writes it.")},
    )
    note = forms.CharField(
        label=_("To tell apart"),
        max_length=60,
        required=False,
        help_text=_("Only where two people share a name: “from Leeds”, “Bert’s mother”."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
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


def game_choices() -> list[tuple[str, str]]:
    """Every game that can be played, by its name."""
    return [(slug, games.load(slug).name) for slug in games.slugs()]


class EventForm(forms.Form):
    """What, when and where."""

    name = forms.CharField(
        label=_("What do you call it?"),
        max_length=80,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": _("Give the evening a name; it stands on every paper.")},
    )
    date = forms.DateField(
        label=_("Date"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={
            "required": _("Choose the day."),
            "invalid": _("Write the day as year-month-day, such as 2026-11-21."),
        },
    )
    place = forms.CharField(
        label=_("Place"),
        max_length=80,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def clean_date(self) -> Any:
        """Refuse days that can only be slips of the finger."""
        date = self.cleaned_data["date"]
        if not 1900 <= date.year <= 2200:
            raise forms.ValidationError(_("That year cannot be right."))
        return date


class GameForm(forms.Form):
    """Which game; asked only where there is more than one."""

    game = forms.ChoiceField(label=_("Game"), choices=game_choices)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = game_choices()
        self.fields["game"].initial = choices[0][0]
        if len(choices) == 1:
            self.fields["game"].required = False
            self.fields["game"].widget = forms.HiddenInput()

    def clean_game(self) -> str:
        """The chosen game, or the only one."""
        return self.cleaned_data["game"] or str(self.fields["game"].initial)


def first_event() -> dict[str, Any]:
    """What a new event's form says before anything is typed."""
    return {"date": timezone.localdate()}


class RolesForm(forms.Form):
    """What this evening calls the game's roles: one of them, and many of them."""

    def __init__(
        self, game: Game, *args: Any, current: Mapping[str, Any] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.roles = game.roles
        for index, role in enumerate(game.roles):
            known = (current or {}).get(role, {})
            many = known.get("many") or (
                game.role_names[index] if index < len(game.role_names) else role.title()
            )
            one = known.get("one") or role.title()
            self.fields[f"role_{role}_many"] = forms.CharField(
                label=_("All in role %(number)s") % {"number": index + 1},
                max_length=20,
                initial=many,
                required=False,
            )
            self.fields[f"role_{role}_one"] = forms.CharField(
                label=_("One of them"), max_length=20, initial=one, required=False
            )

    def pairs(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """The two fields of each role, to show beside each other."""
        return [(self[f"role_{role}_many"], self[f"role_{role}_one"]) for role in self.roles]

    def role_names(self) -> dict[str, dict[str, str]]:
        """As an event keeps them; a name left empty falls back on the game's own."""
        names: dict[str, dict[str, str]] = {}
        for role in self.roles:
            field = {
                form: self.cleaned_data.get(f"role_{role}_{form}")
                or str(self.fields[f"role_{role}_{form}"].initial)
                for form in ("one", "many")
            }
            names[role] = field
        return names


class OptionsForm(forms.Form):
    """The alternate rules that a game declares, chosen before play."""

    def __init__(
        self, game: Game, *args: Any, current: Mapping[str, Any] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        for option in dataclasses.fields(game.options):
            initial = (current or {}).get(option.name, option.default)
            self.fields[f"option_{option.name}"] = self.made(option, initial)

    @staticmethod
    def made(option: dataclasses.Field[Any], initial: Any) -> forms.Field:
        """The form field of one option: a box to tick, or a number within its bounds."""
        words = {
            "label": _(option.metadata.get("label", option.name.replace("_", " "))),
            "help_text": _(option.metadata.get("help", "")) if option.metadata.get("help") else "",
            "initial": initial,
        }
        if isinstance(option.default, bool):
            return forms.BooleanField(required=False, **words)
        return forms.IntegerField(
            min_value=option.metadata.get("low"), max_value=option.metadata.get("high"), **words
        )

    def options(self) -> dict[str, Any]:
        """The options as an event keeps them."""
        return {
            name.removeprefix("option_"): value
            for name, value in self.cleaned_data.items()
            if name.startswith("option_")
        }


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
            self.fields[name].choices = entry_choices(entries)  # type: ignore[attr-defined]

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
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
        error_messages={"required": _("Type the name of the guest.")},
    )
    role = forms.ChoiceField(label=_("Sits as"), widget=forms.RadioSelect, required=False)
    late_as_sit_out = forms.BooleanField(
        label=_("Count the sets missed as sit-outs"),
        help_text=_("Otherwise the sets missed bring nothing."),
        required=False,
    )

    def __init__(self, roles: Sequence[tuple[str, str]], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["role"].choices = list(roles)  # type: ignore[attr-defined]
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
        self.fields["seat"].choices = [("", _("Choose …")), *seats]  # type: ignore[attr-defined]
        self.fields["entry"].choices = [("", _("Choose …")), *free]  # type: ignore[attr-defined]
        self.fields["from_hand"].choices = [  # type: ignore[attr-defined]
            (str(hand), str(hand)) for hand in range(1, hands + 1)
        ]


class ReasonForm(forms.Form):
    """Why something is taken back or overridden."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=300,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
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
        self.fields["table"].choices = [  # type: ignore[attr-defined]
            ("", _("no table in particular")),
            *((str(number), str(number)) for number in tables),
        ]
        self.fields["deal"].choices = [  # type: ignore[attr-defined]
            ("", _("no hand in particular")),
            *((str(hand), str(hand)) for hand in range(1, hands + 1)),
        ]


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
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
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
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
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
