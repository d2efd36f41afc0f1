"""Typed looks into a document's fields: each gives the value, or refuses it with its place."""

from __future__ import annotations

import datetime as dt
from typing import Any

from rulesets.json_values import as_int, as_list, as_text, wrong
from rulesets.words import is_plain, names_in

MOST_ROWS = 200_000  # the log of ten thousand people who each play 28 hands
MOST_DEPTH = 20
LONGEST_TEXT = 4000
LARGEST = 2**63  # of a number that is kept as it is
Fields = dict[str, Any]
At = tuple[str | int, ...]


def sound(document: Any) -> None:
    """Refuse what no event holds anywhere: deep nesting, huge numbers and texts, no text at all."""
    level = [document]
    for _depth in range(MOST_DEPTH):
        inner: list[Any] = []
        for value in level:
            if isinstance(value, dict):
                inner += value.keys()
                inner += value.values()
            elif isinstance(value, list):
                inner += value
            elif isinstance(value, str):
                if len(value) > LONGEST_TEXT or "\x00" in value:
                    wrong((), f"text of at most {LONGEST_TEXT} letters")
                as_text(value, ())
            elif isinstance(value, float) or (isinstance(value, int) and abs(value) >= LARGEST):
                wrong((), "no such number")
        level = inner
        if not level:
            return
    wrong((), f"nothing deeper than {MOST_DEPTH} levels")


def a_sentence(template: Any, params: Fields, at: At) -> str:
    """A sentence with plain names in its braces, each of which there is something for."""
    text = as_text(template, at)
    if not is_plain(text) or names_in(text) - params.keys():
        wrong(at, "a sentence with names of its params in braces")
    return text


def a_seed(value: Any, at: At) -> int:
    """A seed: any whole number of 63 bits."""
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) >= 2**63:
        wrong(at, "a whole number")
    return int(value)


def a_list(fields: Fields, key: str, at: At, most: int = MOST_ROWS) -> list[Any]:
    """The list in a field."""
    found = as_list(fields.get(key), (*at, key))
    if len(found) > most:
        wrong((*at, key), f"a list of at most {most}")
    return found


def a_text(fields: Fields, key: str, most: int, at: At) -> str:
    """The text in a field, of at most `most` letters."""
    found = as_text(fields.get(key), (*at, key))
    if len(found) > most or "\x00" in found:
        wrong((*at, key), f"text of at most {most} letters")
    return found


def an_int(fields: Fields, key: str, low: int, high: int, at: At) -> int:
    """The whole number in a field, from `low` to `high`."""
    found = as_int(fields.get(key), (*at, key))
    if not low <= found <= high:
        wrong((*at, key), f"a number from {low} to {high}")
    return found


def one_of(fields: Fields, key: str, known: Any, at: At) -> str:
    """The text in a field, one of those known."""
    found = as_text(fields.get(key), (*at, key))
    if found not in known:
        wrong((*at, key), "one of " + ", ".join(f"“{one}”" for one in known))
    return found


def a_date(value: Any, at: At) -> dt.date:
    """A date in ISO form."""
    try:
        return dt.date.fromisoformat(as_text(value, at))
    except ValueError:
        wrong(at, "a date like 2026-11-21")


def a_moment(value: Any, at: At) -> dt.datetime | None:
    """A moment in ISO form with its zone, or None."""
    if value is None:
        return None
    try:
        moment = dt.datetime.fromisoformat(as_text(value, at))
    except ValueError:
        wrong(at, "a moment like 2026-11-21T19:30:00+00:00")
    if moment.tzinfo is None:
        wrong(at, "a moment with its time zone")
    return moment
