"""Cards: a hand, or a grid of rows and columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesets.answers.kind import Kind
from rulesets.equipment.cards import FRENCH, RANKS, SUITS, CardError, parse_card
from rulesets.json_values import as_list, as_text
from rulesets.problems import refusal

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from rulesets.answers.kind import NameReader, Schema
    from rulesets.fields import Field
    from rulesets.problems import At, Problem
    from rulesets.roster import Roster

ROW: Schema = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}


class Cards(Kind):
    """Texts of cards: `rows` lists of `columns` cards, or, with no rows, one list."""

    name = "cards"

    def problems(self, field: Field, value: Any, roster: Roster, at: At) -> list[Problem]:
        """Another shape, or texts that are no cards."""
        del roster
        rows = value if field.rows else [value]
        shape = f"{field.rows} rows of {field.columns} cards" if field.rows else "a list of cards"
        if not isinstance(rows, list | tuple) or not all(isinstance(r, list | tuple) for r in rows):
            text = "{label}: {shape} is wanted."
            return [refusal(f"{field.key}.type", text, at, label=field.label, shape=shape)]
        if field.rows and (len(rows), {len(r) for r in rows}) != (field.rows, {field.columns}):
            text = "{label}: {shape} are wanted."
            return [refusal(f"{field.key}.count", text, at, label=field.label, shape=shape)]
        problems = []
        for line, row in enumerate(rows):
            for place, written in enumerate(row):
                here = (*at, line, place) if field.rows else (*at, place)
                problems += _card_problems(field, written, here)
        return problems

    def read(self, field: Field, value: Any, names: NameReader, at: At, here: At) -> list[Any]:
        """Rows of cards, or one list; each as a list of texts, or as one text with spaces."""
        del names, here
        if not field.rows:
            return _row(value, at)
        return [_row(row, (*at, n)) for n, row in enumerate(as_list(value, at))]

    def schema(self, field: Field) -> Schema:
        """Texts, in rows where the field has them."""
        if not field.rows:
            return ROW
        return {"type": "array", "items": ROW, "minItems": field.rows, "maxItems": field.rows}

    def made_up(
        self, field: Field, playing: Sequence[int], sides: int, chance: Random
    ) -> list[Any]:
        """Cards of one pack."""
        del playing, sides
        pack = [rank + suit for suit in SUITS for rank in RANKS]
        if not field.rows:
            return chance.sample(pack, 5)
        cards = chance.sample(pack, field.rows * field.columns)
        return [cards[line * field.columns :][: field.columns] for line in range(field.rows)]

    def plain(self, value: Any) -> tuple[Any, ...]:
        """As tuples."""
        return tuple(tuple(row) if isinstance(row, list | tuple) else row for row in value)

    def told(self, field: Field, value: Any, names: Sequence[str]) -> str:
        """Card after card, the rows apart."""
        del names
        rows = value if field.rows else [value]
        return " / ".join(" ".join(row) for row in rows)


def _card_problems(field: Field, written: Any, at: At) -> list[Problem]:
    if not isinstance(written, str):
        text = "{label}: the text of a card is wanted."
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


CARDS = Cards()
