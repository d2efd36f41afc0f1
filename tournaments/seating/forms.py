"""Forms of seats and guests: names to enter, wishes for the draw, late arrivals and substitutes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import TEAM_LENGTH
from tournaments.people.forms import ListField, PersonForm, offer_people
from tournaments.people.names import MAX_TEXT
from tournaments.web.forms import PLAIN, TextField, WholeNumberField, offer

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rulesets.formats.parts import PairRequest


class NamesForm(forms.Form):
    """People to enter, typed or pasted, one on each line."""

    names = TextField(
        label=_("Names"),
        max_length=MAX_TEXT,
        required=False,
        widget=forms.Textarea(
            attrs={"rows": 8, "spellcheck": "false", "autocapitalize": "words"},
        ),
    )


class GuestsForm(NamesForm):
    """People to enter, typed, pasted, or in a file."""

    file = ListField(
        label=_("Or an XLSX or CSV file"),
        required=False,
        help_text=_(
            "The columns can be called Name (or First name and Last name), Note, Role and Team; of"
            " others you are asked. You see who is in it before anybody is entered."
        ),
    )
    # The file whose columns were asked about.
    listed = TextField(max_length=MAX_TEXT, required=False, strip=False, widget=forms.Textarea)


class PairingForm(forms.Form):
    """Two people to keep apart, to seat together or to make partners, as far as these `requests`
    can be made."""

    first = forms.ChoiceField(label=_("First"))
    kind = forms.ChoiceField(label=_("How"))
    second = forms.ChoiceField(label=_("Second"))

    def __init__(
        self,
        entries: Iterable[tuple[int, str]],
        *args: Any,
        requests: Iterable[PairRequest],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        named = {
            "apart": _("not at the same table"),
            "together": _("at the same table"),
            "paired": _("partners"),
            "partners": _("partners"),
        }
        offer(self, "kind", [(kind, named[kind]) for kind in requests])
        people = [(str(pk), name) for pk, name in entries]
        for name in ("first", "second"):
            offer_people(self, name, people)

    def clean(self) -> dict[str, Any]:
        """The cleaned data. Raises ValidationError unless they are two different people."""
        data = super().clean() or {}
        if data.get("first") and data.get("first") == data.get("second"):
            self.add_error("second", _("Choose two different people."))
        return data


class TeamField(TextField):
    """The name of a team that somebody carries; existing ones are suggested from the page's list
    `teams`."""

    def __init__(self, **more: Any) -> None:
        attrs = PLAIN | {"list": "teams", "autocapitalize": "words"}
        super().__init__(max_length=TEAM_LENGTH, widget=forms.TextInput(attrs=attrs), **more)


class LateGuestForm(PersonForm):
    """A late arrival."""

    role = forms.ChoiceField(label=_("Sits as"), widget=forms.RadioSelect, required=False)
    late_as_sit_out = forms.BooleanField(
        label=_("Count missed sets as sit-outs"),
        help_text=_("Otherwise missed sets score nothing."),
        required=False,
    )

    team = TeamField(label=_("Team"), required=False)

    def __init__(
        self,
        roles: Sequence[tuple[str, str]],
        *args: Any,
        sit_outs: bool,
        favours_zero: bool,
        teams: bool,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        if not sit_outs:
            del self.fields["late_as_sit_out"]
        elif favours_zero:  # whoever missed most might be first
            missed = self.fields["late_as_sit_out"]
            missed.initial = True
            missed.help_text = _("Otherwise missed sets score 0, which may be an advantage.")
        if not teams:
            del self.fields["team"]
        offer(self, "role", list(roles))
        if roles:
            self.fields["role"].required = True
            self.fields["role"].error_messages["required"] = str(
                _("Choose the role that the guest plays.")
            )
        else:
            del self.fields["role"]


NEXT_HAND = 0  # instead of a number: the first hand that is not reported


def hand_choices(hands: int) -> list[tuple[str, str]]:
    """The hands from which something may count: first the next one, then all of a set."""
    numbers = [(str(hand), str(hand)) for hand in range(1, hands + 1)]
    return [(str(NEXT_HAND), str(_("the next one"))), *numbers]


class SubstituteForm(forms.Form):
    """Somebody takes over a chair in the middle of a set."""

    seat = forms.ChoiceField(label=_("Who leaves the chair"))
    entry = forms.ChoiceField(label=_("Who takes it"))
    from_hand = forms.TypedChoiceField(label=_("From hand"), coerce=int)

    def __init__(
        self,
        seats: Sequence[tuple[str, str, int]],
        free: Sequence[tuple[str, str]],
        hands: int,
        *args: Any,
        among: int,
        **kwargs: Any,
    ) -> None:
        """`seats` are key, name and table of those who sit, `free` key and name of the others;
        `among` is how many people there are in all."""
        super().__init__(*args, **kwargs)
        says = {key: f"{name} · {_('table')} {table}" for key, name, table in seats}
        sitting = [(key, name) for key, name, _table in seats]
        offer_people(self, "seat", sitting, says=says, among=among)
        offer_people(self, "entry", free, among=among)
        offer(self, "from_hand", hand_choices(hands))


class ExchangeForm(forms.Form):
    """Two people swap chairs."""

    first = forms.ChoiceField(label=_("One"))
    second = forms.ChoiceField(label=_("The other person"))
    from_hand = forms.TypedChoiceField(label=_("From hand"), coerce=int)

    def __init__(
        self, people: Sequence[tuple[str, str, str]], hands: int, *args: Any, **kwargs: Any
    ) -> None:
        """`people` are key, name and place of those who sit or sit out."""
        super().__init__(*args, **kwargs)
        says = {key: f"{name} · {table}" for key, name, table in people}
        for name in ("first", "second"):
            offer_people(self, name, [(key, called) for key, called, _table in people], says=says)
        offer(self, "from_hand", hand_choices(hands))


MOST_TABLES = 60


class SeatsForm(forms.Form):
    """How many tables, and whether people sit in the order of entering."""

    tables = WholeNumberField(
        label=_("How many tables?"),
        min_value=1,
        max_value=MOST_TABLES,
        required=False,
        error_messages={
            "min_value": _("At least one table."),
            "max_value": _("At most %(limit_value)s tables."),
        },
    )
    order = forms.ChoiceField(
        label=_("Who sits where?"),
        choices=[("shuffle", _("shuffled")), ("entered", _("in the order of entry"))],
        initial="shuffle",
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, several: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not several:
            del self.fields["tables"]


class FurtherTableForm(forms.Form):
    """Late arrivals who begin a game of their own."""

    names = TextField(
        label=_("Names"),
        max_length=4000,
        help_text=_("One person per line, in seating order."),
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false", "autocapitalize": "words"}),
        error_messages={"required": _("Type the names.")},
    )
