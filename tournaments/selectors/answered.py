"""The answers of a report in words, one line for each question, as they were given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from rulesets.cards import CardError, parse_card
from tournaments.selectors.words import and_list

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rulesets.scheme import Field


@dataclass(frozen=True, slots=True)
class Answered:
    """One question and what was answered to it."""

    label: str
    text: str


def answers_in_words(
    fields: Sequence[Field], names: Sequence[str], payload: Mapping[str, Any] | None
) -> tuple[Answered, ...]:
    """What a report says; `names` are the people by chair. What was left out is left out."""
    return tuple(
        Answered(_(field.label), _text(field, names, payload[field.key]))
        for field in fields
        if payload and payload.get(field.key) is not None
    )


def _text(field: Field, names: Sequence[str], value: Any) -> str:
    if field.parts and isinstance(value, dict):
        parts = answers_in_words(field.parts, names, value)
        return ", ".join((_(field.parts_label), *(part.text for part in parts)))
    if field.kind == "claims":
        return _claims(field, names, value)
    if field.per != "table":
        said = [
            _("{name} {answer}").format(name=names[place], answer=_one(field, names, one))
            for place, one in enumerate(value)
            if one is not None
        ]
        return ", ".join(said)
    return _one(field, names, value)


def _one(field: Field, names: Sequence[str], value: Any) -> str:
    if field.kind == "player":
        return names[value]
    if field.kind == "players":
        return and_list([names[place] for place in value])
    if field.kind == "choice":
        return next((_(words) for key, words in field.choices if key == value), str(value))
    if field.kind == "cards":
        rows = value if field.rows else [value]
        return " / ".join(" ".join(_card(text) for text in row) for row in rows)
    return f"−{-value}" if value < 0 else str(value)


def _claims(field: Field, names: Sequence[str], value: Any) -> str:
    """A space and who has it; the last deals are a list in their order."""
    if isinstance(value, list):
        value = {deal.get("space", ""): deal["player"] for deal in value}
    words = dict(field.choices)
    return ", ".join(
        _("{space}: {name}").format(space=_(words.get(key, key) or "–"), name=names[player])
        for key, player in value.items()
    )


def _card(text: str) -> str:
    try:
        return parse_card(text).symbol
    except CardError:
        return text
