"""The forms of an event itself: what, when, where, which game, and what that game leaves open."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rulesets.engine.clean_text import clean_text
from rulesets.engine.game import Game
from rulesets.formats import Format
from rulesets.formats.parts import PairRequest
from tournaments.evenings.forms import OccasionForm, clean_day
from tournaments.models.event_games import Choice, formats_of
from tournaments.web.forms import PLAIN, TextField, offer
from tournaments.web.wording import translate


class EventForm(OccasionForm):
    """The name, day, time and place of an event."""

    starts_at = forms.TimeField(
        label=_("Time"),
        required=False,
        input_formats=("%H:%M", "%H:%M:%S", "%I:%M %p"),
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"invalid": _("Write the time as hours and minutes, such as 19:30.")},
    )
    place = TextField(
        label=_("Place"),
        max_length=80,
        required=False,
        widget=forms.TextInput(attrs=PLAIN),
    )
    field_order = ("name", "date", "day", "starts_at", "place")

    def fix_day(self, day: str) -> None:
        """Show the date as score cards have it, in words, and let nobody change it here."""
        del self.fields["date"]
        self.fields["day"] = TextField(
            label=_("Date"),
            disabled=True,
            initial=day,
            help_text=_(
                "As its score cards have it. To change it, correct the table and send it again."
            ),
        )
        self.order_fields(self.field_order)


class NewEventForm(EventForm):
    """The same for an event that is still to be created: an empty name means the proposed one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].required = False

    def clean_name(self) -> str:
        """The name typed, or the one proposed."""
        return str(self.cleaned_data["name"] or self.initial.get("name", ""))


def kind_of_game(game: Game) -> str:
    """The heading of a game in the list of all."""
    plays = game.plays
    if formats_of(game)[0].keeping.moves:
        return gettext("The whole room plays together")
    if plays.roster(tuple("ABCD")).in_sides:
        return gettext("Two against two")
    if plays.conserved:
        return gettext("For quarters or chips")
    if plays.wins == "low":
        return gettext("The lowest total wins")
    return gettext("The highest total wins")


def heading_of(choice: Choice) -> str:
    """The heading of a choice in the list of all."""
    if choice.rules is not None:
        return gettext("Your house rules")
    if choice.own:
        return gettext("Your own games")
    return kind_of_game(choice.game)


class GameForm(forms.Form):
    """Which game."""

    game = forms.ChoiceField(
        label=_("Game"),
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose a game."), "invalid_choice": _("Choose a game.")},
    )

    def __init__(self, offered: Sequence[Choice], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "game", [(choice.key, choice.name) for choice in offered])


class RepeatForm(forms.Form):
    """The date of a repeated evening, and the further people who come."""

    date = forms.DateField(
        label=_("When"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={
            "required": _("Choose the day."),
            "invalid": _("Write the day as year-month-day, such as 2026-11-21."),
        },
    )
    more = TextField(
        label=_("Who else is coming?"),
        help_text=_("One name per line."),
        max_length=4000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false", "autocapitalize": "words"}),
    )

    def clean_date(self) -> Any:
        """The day. Raises ValidationError for one that can only be a typing error."""
        return clean_day(self.cleaned_data["date"])


PAIR = re.compile(r"\s*(?:,|;|&|\+|\t)\s*|\s+(?:and|with|not with)\s+")
LINES = {"rows": 2, "spellcheck": "false", "autocapitalize": "words"}


class DrawRequestsForm(forms.Form):
    """Wishes for the draw, in names: who sits apart or together, and who keeps a chair."""

    apart = TextField(
        label=_("Not at the same table"),
        help_text=_("Two names per line: Ann, Bo"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs=LINES),
    )
    together = TextField(
        label=_("At the same table"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs=LINES),
    )
    chairs = TextField(
        label=_("Keeps a chair"),
        help_text=_("People who should not change seats, one name per line."),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs=LINES),
    )

    def __init__(self, *args: Any, requests: Collection[PairRequest], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "together" in requests:
            return
        if "partners" in requests:
            self.fields["together"].label = _("Partners")
        else:
            del self.fields["together"]

    def clean_apart(self) -> list[tuple[str, str]]:
        return self._pairs("apart")

    def clean_together(self) -> list[tuple[str, str]]:
        return self._pairs("together")

    def clean_chairs(self) -> list[str]:
        lines = (" ".join(line.split()) for line in self.cleaned_data["chairs"].splitlines())
        return [line for line in lines if line]

    def _pairs(self, field: str) -> list[tuple[str, str]]:
        """The lines of a field as two names each. Raises ValidationError for any other line."""
        pairs = []
        for line in filter(str.strip, str(self.cleaned_data[field]).splitlines()):
            names = [name for name in PAIR.split(line.strip()) if name]
            if len(names) != 2:
                text = _("“%(line)s”: write two names, separated by a comma.")
                raise forms.ValidationError(text, params={"line": line.strip()})
            pairs.append((names[0], names[1]))
        return pairs


class FormatForm(forms.Form):
    """The format in which the game is played, if there are several."""

    format = forms.ChoiceField(
        label=_("Format"),
        widget=forms.RadioSelect,
        required=False,
        error_messages={"invalid_choice": _("Choose a format.")},
    )

    def __init__(self, game: Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.several = len(game.formats) > 1
        self.usual = game.formats[0]
        offer(
            self,
            "format",
            [(format.kind.slug, _(translate(format.kind.name))) for format in formats_of(game)],
        )

    def clean_format(self) -> str:
        """The format as an event stores it: "" for the usual one."""
        slug = str(self.cleaned_data["format"])
        return "" if slug == self.usual else slug


SIDES = (_("Keeps its chairs."), _("Moves a chair along after each round."))


class RolesForm(forms.Form):
    """This evening's names of the roles, in the singular and plural.

    If the roles are the two teams of a game, each has one name, and the names differ.
    """

    def __init__(
        self, format: Format, *args: Any, current: Mapping[str, Any] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.roles = format.facts.roles.names
        self.teams = format.keeping.credit == "team"
        for index, (role, usual) in enumerate(format.facts.roles.words.items()):
            words = (current or {}).get(role, {})
            many = words.get("many") or _(usual)
            label = _("Team %(number)s") if self.teams else _("Role %(number)s: several are")
            self._ask(f"role_{role}_many", label % {"number": index + 1}, many)
            if self.teams:
                self.fields[f"role_{role}_many"].help_text = str(SIDES[index])
            if not self.teams:
                self._ask(f"role_{role}_one", _("One is a"), words.get("one") or _(role.title()))

    def _ask(self, name: str, label: Any, initial: Any) -> None:
        self.fields[name] = TextField(
            label=label,
            max_length=20,
            initial=initial,
            required=False,
            widget=forms.TextInput(attrs=PLAIN),
        )

    def rows(self) -> list[list[forms.BoundField]]:
        """The fields in rows: those of a role, or of both teams."""
        rows = [
            [self[name] for name in self.fields if name.startswith(f"role_{role}_")]
            for role in self.roles
        ]
        return [list(chain(*rows))] if self.teams else rows

    def clean(self) -> dict[str, Any]:
        """The names. Raises ValidationError for two teams with the same name."""
        data = super().clean() or {}
        called = [names["many"].casefold() for names in self.role_names().values()]
        if self.teams and len(set(called)) < len(called):
            self.add_error(f"role_{self.roles[-1]}_many", _("The other team has that name."))
        return data

    def role_names(self) -> dict[str, dict[str, str]]:
        """The names as an event stores them; an empty one means the game's own."""
        return {
            role: {
                form: self._name(role, "many" if self.teams else form) for form in ("one", "many")
            }
            for role in self.roles
        }

    def _name(self, role: str, form: str) -> str:
        key = f"role_{role}_{form}"
        return self.cleaned_data.get(key) or str(self.fields[key].initial)


class DeleteForm(forms.Form):
    """The event's name has to be typed to confirm the deletion."""

    name = TextField(
        label=_("Type the name of the event"),
        max_length=80,
        widget=forms.TextInput(attrs=PLAIN),
        error_messages={"required": _("Type the name to show that you mean it.")},
    )

    def __init__(self, expected: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.expected = expected

    def clean_name(self) -> str:
        """The name, which must match apart from capitals and spaces around it."""
        typed = str(self.cleaned_data["name"])
        if typed.casefold() != clean_text(self.expected).casefold():
            raise forms.ValidationError(
                _("That is not its name. Type “%(name)s”."), params={"name": self.expected}
            )
        return typed
