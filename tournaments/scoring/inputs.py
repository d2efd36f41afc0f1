"""Single answers of a report: what their inputs are called, as they are stored, shown, and sent."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from rulesets.fields import Field

PEOPLE = ("player", "side", "claims")  # kinds that a single number answers
YES, NO = "yes", "no"
DASHES = ("–", "-")

# Keys of questions come from games, a family's own among them: with this before it no key can be
# the name of anything else in a form, and with hyphens between its parts never that of another
# answer (a key has none, and does not begin with a digit).
ANSWER = "answer-"
# What else the forms of a report held when a key alone was the name of an answer. Entries that
# were sent from such a page can wait on a phone for long.
_BESIDE = ("csrfmiddlewaretoken", "set", "deal", "round", "hand", "seen", "key", "final", "early")
_AT_DESK = ("confirmed", "last", "step", "then", "override", "reseat", "reason")
FORMER_NAMES = frozenset((*_BESIDE, *_AT_DESK))


def input_name(*path: str | int) -> str:
    """The name of an input: the key of a question, then that of a part of it, or a place."""
    return ANSWER + "-".join(map(str, path))


def former_name(name: str) -> str:
    """What an input was called when the key of its question came first."""
    return re.sub(r"-(\d+)$", r"_\1", name.removeprefix(ANSWER))


def has_former_names(data: Mapping[str, Any]) -> bool:
    """Whether a form was sent as it was before: now every one has an answer more, an empty one."""
    return not any(name.startswith(ANSWER) for name in data)


def with_former_names(data: Any, names: Iterable[str]) -> tuple[Any, bool]:
    """Answers that came by their former names, by those that they have now; and whether one of
    the names was also that of something else, so that nobody can say which of them was meant."""
    former: dict[str, list[str]] = {}
    for name in names:
        former.setdefault(former_name(name), []).append(name)
    found, unclear = data.copy(), False  # of a QueryDict it can be written to
    for name, meant in former.items():
        if name in FORMER_NAMES:
            unclear |= hasattr(data, "getlist") and len(data.getlist(name)) > 1
        elif name in data:
            unclear |= len(meant) > 1
            if hasattr(data, "getlist"):
                found.setlist(meant[0], data.getlist(name))
            else:
                found[meant[0]] = data[name]
    return found, unclear


def read_answer(field: Field, value: Any) -> Any:
    """A cleaned input as an answer; None where nothing was given."""
    kind = field.kind.name
    if kind == "yes":
        return True if value in (True, YES) else None  # no answer means no
    if value is None or value in ("", []):
        return None
    if kind == "players":
        return list(dict.fromkeys(value))
    if kind in PEOPLE:
        return int(value)
    if kind == "cards":
        cards = _cards(value)
        if not field.rows:
            return cards or None
        wide = max(field.columns, 1)
        return [cards[at : at + wide] for at in range(0, len(cards), wide)] or None
    if kind == "rolls":
        return _rolls(value)
    return value


def _cards(text: str) -> list[str]:
    return text.replace(",", " ").replace(";", " ").replace("/", " ").split()


def _rolls(text: str) -> list[list[int]]:
    """ "1 5, 5, –": the dice that were kept of each roll, a dash for none."""
    rolls = text.replace(";", ",").replace("/", ",").strip(" ,").split(",")
    return [[int(die) for die in roll.split() if die not in DASHES] for roll in rolls]


def as_typed(field: Field, value: Any) -> Any:
    """A stored answer as its input shows it."""
    if value is None:
        return None
    if field.kind.name == "cards":
        rows = value if field.rows else [value]
        return " / ".join(" ".join(row) for row in rows)
    if field.kind.name == "rolls":
        return ", ".join(" ".join(map(str, roll)) or DASHES[0] for roll in value)
    if field.kind.name == "yes" and field.per == "table":
        return YES if value else NO
    return value


def part_at(value: Any, place: int | str) -> Any:
    """One answer of several."""
    if isinstance(value, Mapping):
        return value.get(place)
    return value[place] if isinstance(place, int) and place < len(value) else None


def place_in(order: Sequence[Any], player: object) -> int | None:
    """Which one somebody is in an order, from 1; None for somebody who is not in it."""
    return order.index(player) + 1 if player in order else None


def in_order(places: Mapping[int, int]) -> list[int]:
    """People by the places that were given to them, in the order of these."""
    return sorted(places, key=lambda player: (places[player], player))


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
    if field.kind.name == "claims" and not isinstance(value, Mapping):
        return {one["player"] for one in value}
    if field.per == "player":
        given = {place for place, one in enumerate(value) if one is not None}
        return given | {who for one in value if one is not None for who in _people(field, one)}
    return set() if field.per == "side" else _people(field, value)


def _people(field: Field, value: Any) -> set[int]:
    return {who for _at, who in field.kind.people(value)}


def followed(field: Field, values: Mapping[Any, Any], asked: Sequence[Any]) -> dict[Any, Any]:
    """Numbers with what follows by itself: the one that is missing from a known total, if it is a
    single one, and what stands for those that were not given."""
    missing = [place for place in asked if values.get(place) is None]
    if field.blank is not None:
        return {place: field.blank if one is None else one for place, one in values.items()}
    if field.total is None or len(missing) != 1 or len(asked) < 2:
        return dict(values)
    rest = field.total - sum(values[place] for place in asked if place != missing[0])
    return {**values, missing[0]: rest}


def missing_words(field: Field) -> str:
    """What is said where an answer has to be there and is not."""
    if field.kind.name == "count":
        return _("A number is missing here.")
    if field.kind.name in ("cards", "rolls"):
        return _("This is missing.")
    return _("Tap one of these.")
