"""What a table is asked: how it lies, what was played, what somebody holds, who objects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext as __
from django.utils.translation import gettext_lazy as _

from rulesets.cards.deck import ALL_SUITS, SPECIAL
from rulesets.families.stepping_cards import ACE_NUMBERS
from rulesets.referee.tricks import NO_TRUMP
from tournaments.web.forms import TextField, WholeNumberField, offer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rulesets.cards.deck import Deck

LONGEST_CARDS, LONGEST_NAME, MOST_WAITING, MOST_STOCK = 400, 60, 99, 400
MOST_PLAYERS = 12
TYPED = {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}


def cards_field(label: Any, **given: Any) -> TextField:
    """Cards as text, which the picker types."""
    attrs = forms.TextInput(attrs=TYPED)
    return TextField(label=label, max_length=LONGEST_CARDS, widget=attrs, **given)


def words_of(text: str) -> list[str]:
    """The single cards of a text."""
    return [word for word in text.replace(",", " ").split() if word]


class PlayersForm(forms.Form):
    """Who plays, where no table says so."""

    players = TextField(
        label=_("Who is playing"),
        help_text=_("The names in seating order, clockwise, separated by commas."),
        max_length=LONGEST_NAME * MOST_PLAYERS,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": _("Type who is playing: two or more names.")},
    )

    def clean_players(self) -> tuple[str, ...]:
        names = [" ".join(name.split()) for name in self.cleaned_data["players"].split(",")]
        names = [name for name in names if name]
        if len(names) < 2:
            raise forms.ValidationError(__("Type two or more names, separated by commas."))
        if len(set(names)) < len(names):
            raise forms.ValidationError(__("Two of them have the same name. Tell them apart."))
        if len(names) > MOST_PLAYERS or max(map(len, names)) > LONGEST_NAME:
            text = __(
                "At most %(most)d people, each with a name of at most %(letters)d characters."
            )
            raise forms.ValidationError(text % {"most": MOST_PLAYERS, "letters": LONGEST_NAME})
        return tuple(names)


class StartForm(forms.Form):
    """How it lies. `asks` are the parts that the game has, `names` who plays, `usual` what is
    known already."""

    first = forms.ChoiceField(label=_("Whose turn is it?"), widget=forms.RadioSelect)
    top = cards_field(
        _("The card on top of the pile"),
        required=False,
        help_text=_("Leave it empty if nothing lies there yet."),
    )
    trump = forms.ChoiceField(
        label=_("Trump"),
        widget=forms.RadioSelect,
        error_messages={"required": _("Tap the suit that is trump, or “No trump”.")},
    )
    fresh = forms.BooleanField(label=_("This is the first trick of the hand"), required=False)
    ace = forms.TypedChoiceField(
        label=_("Number that is the ace in this round"),
        choices=[(number, str(number)) for number in ACE_NUMBERS],
        coerce=int,
        widget=forms.RadioSelect,
    )
    direction = forms.ChoiceField(
        label=_("Direction of play"),
        choices=[("clockwise", _("clockwise")), ("counterclockwise", _("counterclockwise"))],
        initial="clockwise",
        widget=forms.RadioSelect,
    )
    due = WholeNumberField(
        label=_("Cards this player has to draw first"),
        min_value=0,
        max_value=MOST_WAITING,
        initial=0,
        required=False,
    )
    stock = WholeNumberField(
        label=_("Cards in the stock, if anybody has counted them"),
        min_value=0,
        max_value=MOST_STOCK,
        required=False,
    )

    def __init__(
        self,
        data: Any = None,
        *,
        names: Sequence[str],
        asks: Sequence[str],
        deck: Deck,
        usual: Mapping[str, Any],
    ) -> None:
        super().__init__(data, auto_id="settle_%s", initial={"first": names[0], **usual})
        offer(self, "first", ((name, name) for name in names))
        suits = [ALL_SUITS[suit] for suit in deck.suits if suit < SPECIAL and suit != 4]
        none = (NO_TRUMP, __("No trump"))
        offer(
            self,
            "trump",
            [*((suit.letter, f"{suit.symbol} {__(suit.name)}") for suit in suits), none],
        )
        for name in ("top", "trump", "fresh", "ace", "direction", "due", "stock"):
            if name not in asks:
                del self.fields[name]

    def opening(self) -> dict[str, Any]:
        """The start of a turn file. Only of a form that is valid."""
        given = self.cleaned_data
        found = {
            name: given[name]
            for name in ("top", "trump", "ace", "stock")
            if given.get(name) not in ("", None)
        }
        found["first"] = given["first"]
        if given.get("direction") == "counterclockwise":
            found["direction"] = "counterclockwise"
        if given.get("due"):
            found["due"] = given["due"]
        if given.get("fresh"):
            found["tricks"] = 0
        return found


class StepForm(forms.Form):
    """One step of a turn: who, and the cards or how many."""

    who = forms.ChoiceField(label=_("Who?"), required=False)
    cards = cards_field(_("Cards, in the order in which they were played"), required=False)
    number = WholeNumberField(
        label=_("How many cards?"), min_value=1, max_value=MOST_WAITING, required=False
    )

    def __init__(self, data: Any = None, *, names: Sequence[str], mover: str) -> None:
        super().__init__(data, auto_id="settle_%s", initial={"who": mover, "number": 1})
        offer(self, "who", ((name, name) for name in names))
        self.mover = mover

    def player(self) -> str:
        """Whose step it is."""
        return self.cleaned_data.get("who") or self.mover

    def step(self, verb: str) -> dict[str, Any] | None:
        """The step of that verb; None where something is missing, which is said beside it."""
        given = self.cleaned_data
        if verb == "pass":
            return {"pass": True}
        if verb == "draw":
            if given.get("number") is None:
                self.add_error("number", __("Enter how many cards were drawn."))
                return None
            return {"draw": given["number"]}
        cards = words_of(given.get("cards", ""))
        if not cards:
            self.add_error("cards", __("Tap the cards first."))
            return None
        return {verb: cards}


class HandForm(forms.Form):
    """What somebody holds: seen by this phone alone."""

    hand = cards_field(_("My cards"), error_messages={"required": _("Tap your cards first.")})

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, auto_id="settle_%s")


class ObjectionForm(forms.Form):
    """Who objects to a verdict."""

    objector = forms.ChoiceField(
        label=_("Who objects?"), error_messages={"required": _("Tap who objects.")}
    )

    def __init__(self, data: Any = None, *, names: Sequence[str]) -> None:
        super().__init__(data, auto_id="settle_%s")
        offer(self, "objector", ((name, name) for name in names))
