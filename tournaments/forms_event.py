"""The forms of an event itself: what, when, where, which game, and what that game leaves open."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from rulesets import games
from rulesets.agreed import read_options
from rulesets.game import Game, Problem
from tournaments.forms import message
from tournaments.forms_host import PLAIN


def game_choices() -> list[tuple[str, str]]:
    """Every game that an evening can be made of, by its name."""
    return [(slug, games.load(slug).name) for slug in games.slugs()]


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


@dataclasses.dataclass(frozen=True, slots=True)
class Offer:
    """One game to choose: its radio button (`number` makes its id), and what kind of evening."""

    number: int
    slug: str
    name: str
    about: str
    chosen: bool


class GameForm(forms.Form):
    """Which game."""

    game = forms.ChoiceField(
        label=_("Game"),
        choices=game_choices,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose a game."), "invalid_choice": _("Choose a game.")},
    )

    def offers(self) -> list[Offer]:
        """The games with what each of them is."""
        chosen = self["game"].value()
        return [
            Offer(number, slug, name, str(_(games.load(slug).about)), slug == chosen)
            for number, (slug, name) in enumerate(game_choices())
        ]


def first_event() -> dict[str, Any]:
    """What a new event's form says before anything is typed."""
    return {"date": timezone.localdate()}


SIDES = (_("Keeps its chairs."), _("Moves a chair along after each round."))


class RolesForm(forms.Form):
    """What this evening calls the game's roles: one of them, and many of them.

    Where the roles are the two teams of a game, each has one name, and the two differ.
    """

    def __init__(
        self, game: Game, *args: Any, current: Mapping[str, Any] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.roles = game.roles
        self.teams = bool(game.scheme and game.scheme.teams)
        for index, role in enumerate(game.roles):
            known = (current or {}).get(role, {})
            many = known.get("many") or _(game.role_names[index])
            label = _("Team %(number)s") if self.teams else _("All in role %(number)s")
            self._ask(f"role_{role}_many", label % {"number": index + 1}, many)
            if game.kind == "team-line":
                self.fields[f"role_{role}_many"].help_text = str(SIDES[index])
            if not self.teams:
                self._ask(f"role_{role}_one", _("One of them"), known.get("one") or _(role.title()))

    def _ask(self, name: str, label: Any, initial: Any) -> None:
        self.fields[name] = forms.CharField(
            label=label,
            max_length=20,
            initial=initial,
            required=False,
            widget=forms.TextInput(attrs=PLAIN),
        )

    def rows(self) -> list[list[forms.BoundField]]:
        """The fields to show beside each other: those of a role, or both teams."""
        rows = [
            [self[name] for name in self.fields if name.startswith(f"role_{role}_")]
            for role in self.roles
        ]
        return [list(chain(*rows))] if self.teams else rows

    def clean(self) -> dict[str, Any]:
        """Two teams of one name could not be told apart."""
        data = super().clean() or {}
        called = [names["many"].casefold() for names in self.role_names().values()]
        if self.teams and len(set(called)) < len(called):
            self.add_error(f"role_{self.roles[-1]}_many", _("The other team is called so."))
        return data

    def role_names(self) -> dict[str, dict[str, str]]:
        """As an event keeps them; a name left empty falls back on the game's own."""
        return {
            role: {
                form: self._name(role, "many" if self.teams else form) for form in ("one", "many")
            }
            for role in self.roles
        }

    def _name(self, role: str, form: str) -> str:
        key = f"role_{role}_{form}"
        return self.cleaned_data.get(key) or str(self.fields[key].initial)


PREFIX = "option_"


class NamesField(forms.CharField):
    """A list of names, typed one to a line."""

    lines = True  # for templates: it wants room

    def __init__(self, **kwargs: Any) -> None:
        lines = forms.Textarea(attrs={"rows": 9, "spellcheck": "false", **PLAIN})
        super().__init__(widget=lines, max_length=2000, required=False, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        """One to a line, also where they are kept as a list."""
        return "\n".join(value) if isinstance(value, list | tuple) else value

    def clean(self, value: Any) -> list[str]:
        """The lines that are not empty."""
        lines = (" ".join(line.split()) for line in super().clean(value).splitlines())
        return [line for line in lines if line]


class OptionsForm(forms.Form):
    """The rules that a game leaves open, agreed on before play.

    A field that was not sent at all stays at its default: the page may have shown another game's.
    """

    def __init__(
        self, game: Game, *args: Any, current: Mapping[str, Any] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        for option in dataclasses.fields(game.options):
            initial = (current or {}).get(option.name, option.default)
            self.fields[PREFIX + option.name] = self.made(option, initial)

    def made(self, option: dataclasses.Field[Any], initial: Any) -> forms.Field:
        """The field of one option: a box to tick, a choice, names, or a number in its bounds."""
        words = {
            "label": _(option.metadata.get("label", option.name.replace("_", " "))),
            "help_text": _(option.metadata.get("help", "")) if option.metadata.get("help") else "",
            "initial": initial,
        }
        sent = not self.is_bound or PREFIX + option.name in self.data
        if isinstance(option.default, bool):
            return forms.BooleanField(required=False, **words)
        if isinstance(option.default, tuple):
            words["help_text"] = f"{words['help_text']} {_('One to a line.')}".strip()
            return NamesField(**words)
        if isinstance(option.default, str):
            choices = [(key, capfirst(_(label))) for key, label in option.metadata["choices"]]
            widget = forms.RadioSelect
            return forms.ChoiceField(required=sent, choices=choices, widget=widget, **words)
        return forms.IntegerField(
            min_value=option.metadata.get("low"),
            max_value=option.metadata.get("high"),
            required=sent,
            **words,
        )

    def clean(self) -> dict[str, Any]:
        """What the options mean together, as the game judges it."""
        data = super().clean() or {}
        if not self.errors:
            put_options(self, read_options(self.game, self.options())[1])
        return data

    def options(self) -> dict[str, Any]:
        """The options as an event keeps them; those that were not sent are left out."""
        return {
            name.removeprefix(PREFIX): value
            for name, value in self.cleaned_data.items()
            if value is not None and value != ""
        }


def put_options(form: OptionsForm, problems: Iterable[Problem]) -> None:
    """Show what the game says about its options beside them."""
    for problem in problems:
        key = PREFIX + str(problem.at[-1])
        form.add_error(key if key in form.fields else None, message(problem))
