"""The referee's forms: players, start, step, hand, objection."""

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


def cards_field(label: Any, **options: Any) -> TextField:
    """Return a field for cards as text; the card picker fills it in."""
    attrs = forms.TextInput(attrs=TYPED)
    return TextField(label=label, max_length=LONGEST_CARDS, widget=attrs, **options)


def words_of(text: str) -> list[str]:
    """Split a text into the texts of single cards."""
    return [word for word in text.replace(",", " ").split() if word]


class PlayersForm(forms.Form):
    """The names of the players, if the referee is asked away from a table."""

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
    """The position to start with. `asks`: the fields that the game needs; `names`: the players;
    `usual`: initial values."""

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
        choices=[("clockwise", _("clockwise")), ("counterclockwise", _("anticlockwise"))],
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
        """Return the start of a turn file. The form has to be valid."""
        cleaned = self.cleaned_data
        start = {
            name: cleaned[name]
            for name in ("top", "trump", "ace", "stock")
            if cleaned.get(name) not in ("", None)
        }
        start["first"] = cleaned["first"]
        if cleaned.get("direction") == "counterclockwise":
            start["direction"] = "counterclockwise"
        if cleaned.get("due"):
            start["due"] = cleaned["due"]
        if cleaned.get("fresh"):
            start["tricks"] = 0
        return start


class StepForm(forms.Form):
    """One step of a turn: the player, and the cards or their number."""

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
        return self.cleaned_data.get("who") or self.mover

    def step(self, verb: str) -> dict[str, Any] | None:
        """Return the step with that verb; None, with an error beside the field, if something is
        missing."""
        cleaned = self.cleaned_data
        if verb == "pass":
            return {"pass": True}
        if verb == "draw":
            if cleaned.get("number") is None:
                self.add_error("number", __("Enter how many cards were drawn."))
                return None
            return {"draw": cleaned["number"]}
        cards = words_of(cleaned.get("cards", ""))
        if not cards:
            self.add_error("cards", __("Tap the cards first."))
            return None
        return {verb: cards}


class HandForm(forms.Form):
    """A player's hand; only this phone sees it."""

    hand = cards_field(_("My cards"), error_messages={"required": _("Tap your cards first.")})

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, auto_id="settle_%s")


class ObjectionForm(forms.Form):
    """The player who objects to a verdict."""

    objector = forms.ChoiceField(
        label=_("Who objects?"), error_messages={"required": _("Tap who objects.")}
    )

    def __init__(self, data: Any = None, *, names: Sequence[str]) -> None:
        super().__init__(data, auto_id="settle_%s")
        offer(self, "objector", ((name, name) for name in names))
