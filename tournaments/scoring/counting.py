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

from rulesets.cards.deck import RANKS, CardError, as_typed, parse_cards, texts
from rulesets.cards.layoffs import split_melds
from rulesets.cards.picker import CardCount, count
from rulesets.engine.fields import Counter, Field
from rulesets.engine.game import Game
from rulesets.engine.roster import Setup
from rulesets.engine.words import NOTHING, Words
from tournaments.forms import TextField, message
from tournaments.games import every_game
from tournaments.scoring.counters import KEYS, address_of, from_address, values_text
from tournaments.words import said

LONGEST = 2_400  # letters; all the cards of nine packs. Hands that take thought are shorter anyway
LONGEST_TABLE = 200  # twenty-six cards with room between them take half of it
MOST_BEFORE = 100_000  # points of a turn


@dataclass(frozen=True, slots=True)
class Way:
    """One way in which a game counts: the game's slug and name, the counter, and what the round is
    called in which it holds (nothing: in all)."""

    slug: str
    game: str
    counter: Counter
    round: Words = NOTHING

    @property
    def name(self) -> str:
        """What it is called on a page."""
        return f"{self.game}, {said(self.round)}" if self.round else self.game

    @property
    def called(self) -> str:
        """What it is called on a page of its game: the round, or the game where it holds in all."""
        text = said(self.round)
        return text[:1].upper() + text[1:] or self.game

    @property
    def query(self) -> str:
        """What names the counter in an address, beside its kind."""
        return urlencode(address_of(self.counter))


@cache
def ways() -> tuple[Way, ...]:
    """Every way in which the games count, each once; those with a table to lay off on are told
    rather than the same without, and those of single rounds with what these are called."""
    found: dict[tuple[str, str], Way] = {}
    for game in every_game():
        of_rounds = list(_counters(game))
        several = len({repr(counter) for _round, counter in of_rounds}) > 1
        for called, counter in of_rounds:
            key = game.slug, repr(replace(counter, table=None))
            if key not in found or counter.table:
                found[key] = Way(game.slug, game.name, counter, called if several else NOTHING)
    return tuple(found.values())


@cache
def counts_cards(slug: str) -> bool:
    """Whether a game counts something that can be tapped."""
    return any(one.slug == slug for one in ways())


def _counters(game: Game) -> Iterator[tuple[Words, Counter]]:
    """The counters of a game's reports, each with the name of its round."""
    plays = game.plays
    names = ("",) * (plays.seats or plays.players)[0]
    setup = Setup(plays.roster(names), game.options())
    for played in range(plays.rounds_in_all(setup) or 1):
        state = plays.start(replace(setup, played=played)).state
        for counter in _asked(plays.fields(state)):
            yield plays.name_of_round(state), counter


def _asked(fields: tuple[Field, ...]) -> Iterator[Counter]:
    for field in fields:
        if field.counter is not None:
            yield field.counter
        yield from _asked(field.parts)


def way(kind: str, given: Mapping[str, str]) -> Way | None:
    """The way of counting that an address names; of several of one kind the first, unless it says
    more. None if nobody counts like that."""
    told = {name: given[name] for name in KEYS if name in given}
    mine = [one for one in ways() if one.counter.kind == kind]
    for one in mine:
        if told.items() <= address_of(one.counter).items():
            return one
    alike = [one for one in mine if told.get("values") == values_text(one.counter)]
    for one in (*alike, *mine):
        if found := from_address(one.counter, told):
            return replace(one, game=one.game if one in alike else "", round=NOTHING, counter=found)
    return None


def _typed(label: Any) -> TextField:
    """Cards as text; as many as lie on a large table."""
    return TextField(label=label, max_length=LONGEST, required=False)


class HandForm(forms.Form):
    """Cards of a hand (or tiles, or dice), and where the counter allows it those of the other's
    melds, or those on the table.

    `counted` is the answer: what was found, or the problems. Judges nothing itself but lengths.
    """

    cards = TextField(label=gettext_lazy("Cards"), max_length=LONGEST, required=False)
    table = TextField(
        label=gettext_lazy("The other’s melds"),
        help_text=gettext_lazy("Where cards may be laid off on them. Meld by meld."),
        max_length=LONGEST_TABLE,
        required=False,
    )
    rank = forms.ChoiceField(
        label=gettext_lazy("Wild rank"),
        choices=[("", "–"), *((rank, rank) for rank in RANKS)],
        required=False,
    )
    before = forms.IntegerField(
        label=gettext_lazy("Points in this turn so far"),
        min_value=0,
        max_value=MOST_BEFORE,
        required=False,
    )

    def __init__(self, data: Any = None, *, counter: Counter) -> None:
        super().__init__(data, auto_id="id_%s")
        self.counter = counter
        self.fields["cards"].required = counter.least > 0
        for name, is_asked in (("before", counter.kind == "dice"), ("rank", counter.wild)):
            if not is_asked:
                del self.fields[name]
        if counter.kind == "points":
            self.fields["table"] = _typed(gettext_lazy("Cards on the table"))
            self.fields["cards"].label = _("Cards in hand")
        elif counter.table is None:
            del self.fields["table"]
        self._call()
        for field in self.fields.values():
            field.widget.attrs |= {
                "autocomplete": "off",
                "autocapitalize": "characters",
                "spellcheck": "false",
            }

    def _call(self) -> None:
        """What the first field is called, and how it is typed."""
        first, kind = self.fields["cards"], self.counter.kind
        if kind == "tiles":
            first.label, first.help_text = _("Tiles"), _("Both ends of each tile: 6-4, 3-0.")
        elif kind == "ranks":
            first.label, first.help_text = _("Ranks"), _("Each book once: A 7 DR.")
        elif kind == "dice":
            first.label, first.help_text = _("Dice"), _("What each die of the roll shows: 1 5 3.")
        else:
            one, other = as_typed(self.counter.suits)
            text = _("Rank and suit of each card: {one}, {other}, JK for a joker.")
            first.help_text = text.format(one=one, other=other)

    @property
    def counted(self) -> CardCount:
        """What the cards come to. Only of a form that is valid."""
        table: list[list[str]] = []
        told, before = self.cleaned_data.get("table"), self.cleaned_data.get("before") or 0
        if told and self.counter.kind == "points":
            table = [told.replace("/", " ").split()]
        elif told:
            try:
                cards = parse_cards(told, ("table",))
            except CardError as refused:
                return CardCount((), problems=(refused.problem,))
            melds = split_melds(cards)
            table = [texts(cards)] if melds is None else [texts(meld) for meld in melds]
        cards = self.cleaned_data["cards"].replace("/", " ").replace(",", " ").split()
        counter = self.counter
        if rank := self.cleaned_data.get("rank"):
            wild = frozenset({RANKS.index(rank) + 1})
            counter = replace(counter, values=replace(counter.values, wild_ranks=wild))
        return count(counter, cards, table, before)

    def messages(self) -> list[str]:
        """Everything that is wrong, in the reader's language."""
        if not self.is_valid():
            return [str(error) for errors in self.errors.values() for error in errors]
        return [message(problem) for problem in self.counted.problems]
