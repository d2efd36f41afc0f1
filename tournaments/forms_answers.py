"""Single answers of a scheme's report: as they are stored, as inputs show them, as they come."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from rulesets.scheme import Field


def read_answer(field: Field, value: Any) -> Any:
    """A cleaned input as an answer; None where nothing was given."""
    if value is None or value in ("", []):
        return None
    if field.kind == "players":
        return list(dict.fromkeys(value))
    if field.kind in ("player", "claims"):
        return int(value)
    if field.kind == "cards":
        cards = _cards(value)
        if not field.rows:
            return cards or None
        wide = max(field.columns, 1)
        return [cards[at : at + wide] for at in range(0, len(cards), wide)] or None
    return value


def _cards(text: str) -> list[str]:
    return text.replace(",", " ").replace(";", " ").replace("/", " ").split()


def as_typed(field: Field, value: Any) -> Any:
    """A stored answer as its input shows it."""
    if field.kind == "cards" and value is not None:
        rows = value if field.rows else [value]
        return " / ".join(" ".join(row) for row in rows)
    return value


def part_at(value: Any, place: int | str) -> Any:
    """One answer of several."""
    if isinstance(value, Mapping):
        return value.get(place)
    return value[place] if isinstance(place, int) and place < len(value) else None


def by_space(field: Field, deals: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The winners of the last deals by space; a deal that names none was for the next in turn."""
    open_ones = [key for key, _label in field.choices]
    found = {}
    for deal in deals:
        space = deal.get("space") or next(iter(open_ones), "")
        found[space] = deal.get("player")
        open_ones = [key for key in open_ones if key != space]
    return found


def named_in(field: Field, value: Any) -> set[int]:
    """The positions that a stored answer names."""
    if value is None:
        return set()
    if field.parts and isinstance(value, Mapping):
        return {who for part in field.parts for who in named_in(part, value.get(part.key))}
    if field.kind == "player":
        return {value}
    if field.kind == "players":
        return set(value)
    if field.kind == "claims":
        deals = value.values() if isinstance(value, Mapping) else (one["player"] for one in value)
        return set(deals)
    if field.per == "player":
        return {place for place, one in enumerate(value) if one is not None}
    return set()


def missing_words(field: Field) -> str:
    if field.kind == "count":
        return _("A number is missing here.")
    return _("Tap one of these.")


def words(text: str) -> str:
    """A text of the engine in the reader's language. (Nothing has no translation.)"""
    return _(text) if text else ""
