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

from rulesets import games
from rulesets.cards import CardError, parse_cards, texts
from rulesets.counting.laid import as_laid
from rulesets.counting.picker import Counted, count
from rulesets.scheme import Counter, Field
from tournaments.forms import message

LONGEST = 200  # letters; twenty-six cards with room between them take half of it
LIMITS = ("least", "most", "rows", "packs", "jokers")  # what tells counters of one kind apart


@dataclass(frozen=True, slots=True)
class Way:
    """One way in which a game counts cards: the game's slug and name, and the counter."""

    slug: str
    name: str
    counter: Counter

    @property
    def query(self) -> str:
        """What names the counter in an address, beside its kind."""
        return urlencode({name: getattr(self.counter, name) for name in LIMITS})


@cache
def ways() -> tuple[Way, ...]:
    """Every way in which the games count cards, each once; those with a table to lay off on are
    told rather than the same without."""
    found: dict[tuple[str, Counter], Way] = {}
    for slug in games.slugs():
        game = games.load(slug)
        if game.scheme is None:
            continue
        for counter in _counters(game.scheme.fields(game.options())):
            key = slug, replace(counter, table=None)
            if key not in found or counter.table:
                found[key] = Way(slug, game.name, counter)
    return tuple(found.values())


def _counters(fields: tuple[Field, ...]) -> Iterator[Counter]:
    for field in fields:
        if field.counter is not None:
            yield field.counter
        yield from _counters(field.parts)


def way(kind: str, given: Mapping[str, str]) -> Way | None:
    """The way of counting that an address names; of several of one kind the first, unless it gives
    their limits. None if no game counts like that."""
    limits = {name: given[name] for name in LIMITS if name in given}
    for one in ways():
        same = all(str(getattr(one.counter, name)) == value for name, value in limits.items())
        if one.counter.kind == kind and same:
            return one
    return None


class HandForm(forms.Form):
    """Cards of a hand, and where the counter allows it those of the other's melds.

    `counted` is the answer: what was found, or the problems. Judges nothing itself but lengths.
    """

    cards = forms.CharField(label=gettext_lazy("Cards"), max_length=LONGEST)
    table = forms.CharField(
        label=gettext_lazy("The other's melds"),
        help_text=gettext_lazy("Where cards may be laid off on them. Meld by meld."),
        max_length=LONGEST,
        required=False,
    )

    def __init__(self, data: Any = None, *, counter: Counter) -> None:
        super().__init__(data, auto_id="id_%s")
        self.counter = counter
        if counter.table is None:
            del self.fields["table"]
        self.fields["cards"].help_text = _("Rank and suit of each card: QS, 10H, JK for a joker.")
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
