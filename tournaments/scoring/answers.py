"""The answers of a report in words, one line for each question, as they were given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from rulesets.equipment.cards import CardError, parse_card
from tournaments.words import and_list, said

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rulesets.fields import Field
    from rulesets.roster import Roster


@dataclass(frozen=True, slots=True)
class Answered:
    """One question and what was answered to it."""

    label: str
    text: str


def answers_in_words(
    fields: Sequence[Field], roster: Roster, payload: Mapping[str, Any] | None
) -> tuple[Answered, ...]:
    """What a report says; `roster` are the people by chair. What was left out is left out."""
    return tuple(
        Answered(said(field.label), _text(field, roster, payload[field.key]))
        for field in fields
        if payload and payload.get(field.key) is not None
    )


def _text(field: Field, roster: Roster, value: Any) -> str:
    if field.parts and isinstance(value, dict):
        parts = answers_in_words(field.parts, roster, value)
        return ", ".join((said(field.parts_label), *(part.text for part in parts)))
    if field.kind.name == "claims":
        return _claims(field, roster, value)
    if field.per == "table":
        return _one(field, roster, value)
    names = roster.side_names if field.per == "side" else roster.names
    told = [(names[place], one) for place, one in enumerate(value) if one is not None]
    if field.kind.name == "yes":  # whoever it is true of
        return and_list([name for name, one in told if one]) or _("nobody")
    each = _("{name} {answer}")
    return ", ".join(each.format(name=name, answer=_one(field, roster, one)) for name, one in told)


def _one(field: Field, roster: Roster, value: Any) -> str:
    names, kind = roster.names, field.kind.name
    if kind == "player":
        return names[value]
    if kind == "side":
        return roster.side_names[value]
    if kind == "players":
        return and_list([names[place] for place in value])
    if kind == "order":
        named = enumerate((names[place] for place in value), 1)
        return ", ".join(_("{number}. {name}").format(number=n, name=name) for n, name in named)
    if kind == "yes":
        return _("yes") if value else _("no")
    if kind == "choice":
        return next((said(words) for key, words in field.choices if key == value), str(value))
    if kind == "cards":
        rows = value if field.rows else [value]
        return " / ".join(" ".join(_card(text) for text in row) for row in rows)
    if kind == "rolls":
        return ", ".join(" ".join(map(str, roll)) for roll in value)
    return number_words(value)


def number_words(value: float) -> str:
    """ "7", "−3", "30½"."""
    half = "½" if value != int(value) else ""
    return f"{'−' if value < 0 else ''}{abs(int(value))}{half}"


def _claims(field: Field, roster: Roster, value: Any) -> str:
    """A space and who has it; the last deals are a list in their order."""
    if isinstance(value, list):
        value = {deal.get("space", ""): deal["player"] for deal in value}
    words = dict(field.choices)
    return ", ".join(
        _("{space}: {name}").format(
            space=(said(words[key]) if key in words else key) or "–", name=roster.names[player]
        )
        for key, player in value.items()
    )


def _card(text: str) -> str:
    try:
        return parse_card(text).symbol
    except CardError:
        return text
