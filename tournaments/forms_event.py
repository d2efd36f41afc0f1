"""The forms of an event itself: what, when, where, which game, and what that game leaves open."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from rulesets import games
from rulesets.game import Game
from tournaments.forms_host import PLAIN


def game_choices() -> list[tuple[str, str]]:
    """Every game that an evening can be made of, by its name."""
    return [(slug, games.load(slug).name) for slug in games.of_kind("drive")]


class EventForm(forms.Form):
    """What, when and where."""

    name = forms.CharField(
        label=_("What do you call it?"),
        max_length=80,
        widget=forms.TextInput(attrs=PLAIN),
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
        widget=forms.TextInput(attrs=PLAIN),
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
