"""Reading a JSON file strictly, and typed looks into what was read."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, TypeVar

from rulesets.engine.clean_text import clean_json, clean_text
from rulesets.engine.json_values import Unusable

if TYPE_CHECKING:
    from collections.abc import Sequence


T = TypeVar("T")


def read(path: str) -> object:
    """The JSON value in the file at `path` ("-" is standard input). Raises Unusable."""
    try:
        raw = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise Unusable(f"{path}: {getattr(error, 'strerror', None) or error}") from error
    return parse(raw, "standard input" if path == "-" else path)


def parse(raw: bytes, name: str) -> object:
    """The JSON value in `raw`, its texts clean. Raises Unusable, also for NaN and for a field given
    twice."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unusable(f"{name}: not UTF-8 text (byte {error.start})") from error
    try:
        found = json.loads(
            text,
            parse_constant=_no_constant,
            parse_float=_finite,
            object_pairs_hook=_no_duplicates,
        )
        return clean_json(found)
    except RecursionError as error:
        raise Unusable(f"{name}: nested too deeply") from error
    except ValueError as error:
        raise Unusable(f"{name}: not usable JSON: {error}") from error


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError("a number is too large")
    return value


def _no_duplicates(pairs: Sequence[tuple[str, T]]) -> dict[str, T]:
    pairs = [(clean_text(name, lines=True), value) for name, value in pairs]
    fields = dict(pairs)
    if len(fields) != len(pairs):
        seen: set[str] = set()
        double = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise ValueError(f"the field {double!r} stands twice in one object")
    return fields
