"""Cards typed or tapped to be counted: which games count cards, the form, and the answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulesets.counting.laid import as_laid
from rulesets.counting.picker import Counted, count
from rulesets.equipment.cards import (
    ALL_SUITS,
    FRENCH,
    JANKEN,
    RANKS,
    CardError,
    parse_cards,
    texts,
)
from rulesets.fields import Counter, Field
from rulesets.game import Game
from rulesets.roster import Setup
from tournaments.forms import message
from tournaments.games import every_game
from tournaments.scoring.asked import digits, is_offered, suits_text, values_text

LONGEST = 2_400  # letters; all the cards of nine packs. Hands that take thought are shorter anyway
LONGEST_TABLE = 200  # twenty-six cards with room between them take half of it
LIMITS = ("least", "most", "rows", "packs", "jokers")  # numbers that tell counters apart
DECK = ("suits", "values")  # what else does
MOST_PACKS = 9
DECKS = (FRENCH, JANKEN)


@dataclass(frozen=True, slots=True)
class Way:
    """One way in which a game counts cards: the game's slug and name, and the counter."""

    slug: str
    name: str
    counter: Counter

    @property
    def suits(self) -> str:
        return suits_text(self.counter)

    @property
    def values(self) -> str:
        return values_text(self.counter)

    @property
    def query(self) -> str:
        """What names the counter in an address, beside its kind."""
        return urlencode(limits_of(self.counter))


def limits_of(counter: Counter) -> dict[str, str]:
    """What tells a counter from others of its kind, as an address gives it."""
    found = {name: str(getattr(counter, name)) for name in LIMITS}
    return found | {"suits": suits_text(counter), "values": values_text(counter)}


@cache
def ways() -> tuple[Way, ...]:
    """Every way in which the games count cards, each once; those with a table to lay off on are
    told rather than the same without."""
    found: dict[tuple[str, str], Way] = {}
    for game in every_game():
        for counter in filter(is_offered, _counters(_asked(game))):
            key = game.slug, repr(replace(counter, table=None))
            if key not in found or counter.table:
                found[key] = Way(game.slug, game.name, counter)
    return tuple(found.values())


@cache
def counts_cards(slug: str) -> bool:
    """Whether a game counts cards that can be tapped."""
    return any(one.slug == slug for one in ways())


def _asked(game: Game) -> tuple[Field, ...]:
    """What the first report of a game is asked for."""
    plays = game.plays
    names = ("",) * (plays.seats or plays.players)[0]
    return plays.fields(plays.start(Setup(plays.roster(names), game.options())).state)


def _counters(fields: tuple[Field, ...]) -> Iterator[Counter]:
    for field in fields:
        if field.counter is not None:
            yield field.counter
        yield from _counters(field.parts)


def way(kind: str, given: Mapping[str, str]) -> Way | None:
    """The way of counting that an address names; of several of one kind the first, unless it gives
    their limits. None if no game counts like that."""
    limits = {name: given[name] for name in (*LIMITS, *DECK) if name in given}
    mine = [one for one in ways() if one.counter.kind == kind]
    for one in mine:
        if limits.items() <= limits_of(one.counter).items():
            return one
    return next((dealt for one in mine if (dealt := _from_deck(one, limits))), None)


def _from_deck(one: Way, limits: dict[str, str]) -> Way | None:
    """The same way of counting single cards, from the deck that people play with: they may have
    agreed on more packs, or on another deck. None if it is another way."""
    counter = one.counter
    suits = next((suits for suits in DECKS if digits(suits) == limits.get("suits")), None)
    packs = limits.get("packs", "")
    if counter.kind != "cards" or suits is None or packs not in map(str, range(1, MOST_PACKS + 1)):
        return None
    most = len(RANKS) * len(suits) * int(packs) + counter.jokers
    found = replace(counter, suits=suits, packs=int(packs), most=most)
    same = limits.items() <= limits_of(found).items()
    return replace(one, counter=found) if same else None


class HandForm(forms.Form):
    """Cards of a hand, and where the counter allows it those of the other's melds.

    `counted` is the answer: what was found, or the problems. Judges nothing itself but lengths.
    """

    cards = forms.CharField(label=gettext_lazy("Cards"), max_length=LONGEST)
    table = forms.CharField(
        label=gettext_lazy("The other's melds"),
        help_text=gettext_lazy("Where cards may be laid off on them. Meld by meld."),
        max_length=LONGEST_TABLE,
        required=False,
    )

    def __init__(self, data: Any = None, *, counter: Counter) -> None:
        super().__init__(data, auto_id="id_%s")
        self.counter = counter
        if counter.table is None:
            del self.fields["table"]
        one, other = (ALL_SUITS[suit].letter for suit in counter.suits[:2])
        text = _("Rank and suit of each card: Q{one}, 10{other}, JK for a joker.")
        self.fields["cards"].help_text = text.format(one=one, other=other)
        for field in self.fields.values():
            field.widget.attrs |= {
                "autocomplete": "off",
                "autocapitalize": "characters",
                "spellcheck": "false",
            }

    @property
    def counted(self) -> Counted:
        """What the cards come to. Only of a form that is valid."""
        table: list[list[str]] = []
        if told := self.cleaned_data.get("table"):
            try:
                cards = parse_cards(told, ("table",))
            except CardError as refused:
                return Counted((), problems=(refused.problem,))
            melds = as_laid(cards)
            table = [texts(cards)] if melds is None else [texts(meld) for meld in melds]
        return count(self.counter, self.cleaned_data["cards"].replace("/", " ").split(), table)

    def messages(self) -> list[str]:
        """Everything that is wrong, in the reader's language."""
        if not self.is_valid():
            return [str(error) for errors in self.errors.values() for error in errors]
        return [message(problem) for problem in self.counted.problems]
