"""Cards: a hand, or a grid of rows and columns."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from rulesets.cards.deck import FRENCH, RANKS, SUITS, CardError, parse_card
from rulesets.engine.answers.kind import Kind, Widget
from rulesets.engine.problems import as_list, as_text, refusal
from rulesets.engine.text import Phrase, as_is

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from rulesets.engine.answers.kind import NameReader, Schema
    from rulesets.engine.fields import Field
    from rulesets.engine.problems import At, Problem
    from rulesets.engine.roster import Roster

BETWEEN = re.compile("[,;/]")
ROW: Schema = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}


class Hand(tuple[str, ...]):
    """Cards in any order."""

    __slots__ = ()


class Grid(tuple[tuple[str, ...], ...]):
    """Cards in rows and columns."""

    __slots__ = ()


class CardsKind(Kind):
    """Texts of cards: `rows` lists of `columns` cards, or, with no rows, one list."""

    name = "cards"
    annotations = (Hand, Grid)
    on_slips = False

    def problems(self, field: Field, value: Any, roster: Roster, at: At) -> list[Problem]:
        """Report a wrong shape, or texts that are not cards."""
        rows = value if field.rows else [value]
        shape = f"{field.rows} rows of {field.columns} cards" if field.rows else "a list of cards"
        if not isinstance(rows, list | tuple) or not all(isinstance(r, list | tuple) for r in rows):
            text = "{label}: give {shape}."
            return [refusal(f"{field.key}.type", text, at, label=field.label, shape=shape)]
        if field.rows and (len(rows), {len(r) for r in rows}) != (field.rows, {field.columns}):
            text = "{label}: give {shape}."
            return [refusal(f"{field.key}.count", text, at, label=field.label, shape=shape)]
        problems = []
        for line, row in enumerate(rows):
            for place, written in enumerate(row):
                here = (*at, line, place) if field.rows else (*at, place)
                problems += _card_problems(field, written, here)
        return problems

    def read(self, field: Field, value: Any, names: NameReader, at: At, here: At) -> list[Any]:
        """Return rows of cards, or one list; each given as a list of texts, or as one text with
        spaces."""
        if not field.rows:
            return _row(value, at)
        return [_row(row, (*at, n)) for n, row in enumerate(as_list(value, at))]

    def schema(self, field: Field) -> Schema:
        if not field.rows:
            return ROW
        return {"type": "array", "items": ROW, "minItems": field.rows, "maxItems": field.rows}

    def made_up(
        self, field: Field, playing: Sequence[int], sides: int, chance: Random
    ) -> list[Any]:
        pack = [rank + suit for suit in SUITS for rank in RANKS]
        if not field.rows:
            return chance.sample(pack, 5)
        cards = chance.sample(pack, field.rows * field.columns)
        return [cards[line * field.columns :][: field.columns] for line in range(field.rows)]

    def plain(self, value: Any) -> tuple[Any, ...]:
        return tuple(tuple(row) if isinstance(row, list | tuple) else row for row in value)

    def widget(self, field: Field) -> Widget:
        """Return a line of cards."""
        return Widget.CARDS

    def parse(self, field: Field, value: Any) -> list[Any] | None:
        """Return cards separated by spaces, commas, semicolons or slashes; a fixed number makes a
        row."""
        cards = BETWEEN.sub(" ", value).split()
        if not field.rows:
            return cards or None
        wide = max(field.columns, 1)
        return [cards[at : at + wide] for at in range(0, len(cards), wide)] or None

    def format(self, field: Field, value: Any) -> str:
        return _line(field, value, str)

    def words(self, field: Field, value: Any, roster: Roster) -> Phrase:
        return as_is(_line(field, value, _symbol))


def _line(field: Field, value: Any, form: Callable[[str], str]) -> str:
    rows = value if field.rows else [value]
    return " / ".join(" ".join(map(form, row)) for row in rows)


def _symbol(text: str) -> str:
    try:
        return parse_card(text).symbol
    except CardError:
        return text


def _card_problems(field: Field, written: Any, at: At) -> list[Problem]:
    if not isinstance(written, str):
        text = "{label}: write a card."
        return [refusal(f"{field.key}.type", text, at, label=field.label)]
    try:
        parse_card(written, at, FRENCH if field.counter is None else field.counter.suits)
    except CardError as refused:
        return [refused.problem]
    return []


def _row(answer: Any, at: At) -> list[str]:
    if isinstance(answer, str):
        return as_text(answer, at).split()
    return [as_text(card, (*at, n)) for n, card in enumerate(as_list(answer, at))]


CARDS = CardsKind()
