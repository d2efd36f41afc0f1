"""Reading a JSON file strictly, and typed looks into what was read."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from rulesets.payload import is_int

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.game import At

T = TypeVar("T")
LONGEST_MESSAGE = 300
LARGEST = 10**9


class Unusable(ValueError):
    """Input that cannot be read as what it should be; the text is one line."""

    def __init__(self, text: str) -> None:
        line = " ".join(text.split())
        # Lone surrogates cannot be written to a terminal; they are shown escaped.
        line = line.encode("utf-8", "backslashreplace").decode("utf-8")
        super().__init__(line if len(line) <= LONGEST_MESSAGE else line[:LONGEST_MESSAGE] + "…")


def read(path: str) -> object:
    """The JSON value in the file at `path` ("-" is standard input). Raises Unusable."""
    try:
        raw = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise Unusable(f"{path}: {getattr(error, 'strerror', None) or error}") from error
    return parse(raw, "standard input" if path == "-" else path)


def parse(raw: bytes, name: str) -> object:
    """The JSON value in `raw`. Raises Unusable, also for NaN and for a field given twice."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unusable(f"{name}: not UTF-8 text (byte {error.start})") from error
    try:
        return json.loads(
            text,
            parse_constant=_no_constant,
            parse_float=_finite,
            object_pairs_hook=_no_duplicates,
        )
    except RecursionError as error:
        raise Unusable(f"{name}: nested too deeply") from error
    except ValueError as error:
        raise Unusable(f"{name}: not usable JSON: {error}") from error


def place(at: At) -> str:
    """A path as people write it: sets[0].tables[2].chairs"""
    parts = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in at)
    return "".join(parts).lstrip(".") or "the file"


def wrong(at: At, wanted: str) -> NoReturn:
    """Refuse the value at `at`, saying what is wanted there."""
    raise Unusable(f"{place(at)}: {wanted} is wanted")


def as_object(value: object, at: At) -> dict[str, Any]:
    """The value as an object, or Unusable."""
    return value if isinstance(value, dict) else wrong(at, "an object")


def as_list(value: object, at: At) -> list[Any]:
    """The value as a list, or Unusable."""
    return value if isinstance(value, list) else wrong(at, "a list")


def as_text(value: object, at: At) -> str:
    """The value as text that can be written out again, or Unusable."""
    if not isinstance(value, str) or any("\ud800" <= letter <= "\udfff" for letter in value):
        wrong(at, "text")
    return value


def as_int(value: object, at: At) -> int:
    """The value as a whole number (no boolean, no 7.0) of a sane size, or Unusable."""
    if not isinstance(value, int) or not is_int(value):
        wrong(at, "a whole number")
    if abs(value) > LARGEST:
        wrong(at, "a smaller number")
    return value


def as_bool(value: object, at: At) -> bool:
    """The value as true or false, or Unusable."""
    return value if isinstance(value, bool) else wrong(at, "true or false")


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError("a number is too large")
    return value


def _no_duplicates(pairs: Sequence[tuple[str, T]]) -> dict[str, T]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        seen: set[str] = set()
        double = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise ValueError(f"the field {double!r} stands twice in one object")
    return fields
