"""What the inputs of a report are called, and plain numbers of them, read without a form."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulesets.engine.fields import Field
    from rulesets.engine.roster import Roster

LONGEST = 3  # digits of a plain number
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


def quick_payload(
    fields: Iterable[Field], roster: Roster, data: Mapping[str, Any]
) -> dict[str, Any] | None:
    """The report that was sent, where a form would find nothing to say about it; else None.

    The same reading as `ReportForm`'s, which costs more to make than the report to keep: a phone
    sends plain numbers.
    """
    payload: dict[str, Any] = {}
    if has_former_names(data):
        return None
    for field in fields:
        given = _numbers(field, roster, data)
        if given is None:
            return None
        payload[field.key] = given
    return payload


def _numbers(field: Field, roster: Roster, data: Mapping[str, Any]) -> list[int] | None:
    """The numbers of one question, all of them; None where a form has to look."""
    if not _is_plain(field):
        return None
    places = range(len(roster.sides if field.per == "side" else roster.names))
    texts = {place: data.get(input_name(field.key, place), "") for place in places}
    if not all(text == "" or _is_number(text) for text in texts.values()):
        return None
    values = {place: int(text) if text else field.blank for place, text in texts.items()}
    found = followed(field, values, places)
    return None if None in found.values() else list(found.values())


def _is_plain(field: Field) -> bool:
    """Whether nothing but numbers can be the answer, one for each player or side."""
    if not field.is_numbers or field.also:
        return False
    wanted = field.everybody if field.per == "player" else field.required
    return wanted or field.blank is not None


def _is_number(text: str) -> bool:
    return len(text) <= LONGEST and text.isascii() and text.isdecimal()
