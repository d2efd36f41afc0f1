"""Text set into a box where the font is not known: how wide it may be at most, and its lines.

Browsers choose the font themselves, so letters are taken as wide as they are in a wide one
(DejaVu Sans Bold); with a narrower font some room stays free.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from unicodedata import combining, east_asian_width

LEADING = 1.16
"""Distance from line to line as a multiple of the size."""

BROKEN_BELOW = 0.45
"""As a share of the size wanted: words are broken rather than set smaller than this."""

_AT_HYPHENS = re.compile(r"[^-‐]*[-‐]+|[^-‐]+")
_NARROW, _SLIM = frozenset("iljI|!.,:;'’ "), frozenset('ftr-()[]/"“” ')
_LARGE = frozenset("&<>=+~^#")
_WIDE = frozenset("mwMWŒœ@%—…©®™")


@dataclass(frozen=True, slots=True)
class FittedText:
    """Text broken into lines, and the size at which all of them fit."""

    lines: tuple[str, ...]
    size: float


def letter_width(letter: str) -> float:
    """How wide a letter is at most, at size 1."""
    if combining(letter) or letter in "\u200d\ufe0e\ufe0f":
        return 0.0
    if east_asian_width(letter) in "WF":
        return 1.05
    if letter in _NARROW:
        return 0.41
    if letter in _SLIM:
        return 0.53
    if letter in _WIDE:
        return 1.13
    if letter in _LARGE:
        return 0.91
    if letter.isascii():
        return 0.85 if letter.isupper() else 0.73
    return 0.95 if letter.isupper() or not letter.isalpha() else 0.8


def text_width(text: str) -> float:
    """How wide a text is at most, at size 1."""
    return sum(map(letter_width, text))


def fit_text(
    text: str, size: float, width: float, height: float, most_lines: int = 1, floor: float = 0.85
) -> FittedText:
    """Set a text as large as a box allows, at most at `size`.

    It stays in one line down to `floor` x `size`; then as many lines are taken as give the largest
    type. Words are broken only where whole ones would be less than half as large as wanted.
    """
    best = _size_lines((text.strip(),), size, width, height)
    if best.size >= floor * size:
        return best
    for whole in (True, False):
        if not whole and best.size >= BROKEN_BELOW * size:
            break
        pieces = _pieces(text, whole=whole)
        for count in range(2, most_lines + 1):
            tried = _size_lines(_balance_lines(pieces, count), size, width, height)
            if tried.size > best.size * 1.05:
                best = tried
    return best


def _size_lines(lines: tuple[str, ...], size: float, width: float, height: float) -> FittedText:
    widest = max(map(text_width, lines))
    across = width / widest if widest else size
    return FittedText(lines, min(size, across, height / (len(lines) * LEADING)))


def _pieces(text: str, *, whole: bool) -> list[str]:
    """What may stand on a line of its own, each with the space before it: words and the parts
    between hyphens, or single letters."""
    pieces: list[str] = []
    for word in text.split():
        parts = _AT_HYPHENS.findall(word) if whole else list(word)
        pieces += [f" {parts[0]}", *parts[1:]]
    return pieces


def _balance_lines(pieces: list[str], count: int) -> tuple[str, ...]:
    """At most `count` lines, the widest as narrow as can be."""
    widths = [text_width(piece) for piece in pieces]
    low, high = 0.0, sum(widths)
    starts = [0]
    for _ in range(12):
        limit = (low + high) / 2
        tried = _starts(widths, limit)
        if len(tried) <= count:
            starts, high = tried, limit
        else:
            low = limit
    return tuple(
        "".join(pieces[start:end]).strip() for start, end in pairwise([*starts, len(pieces)])
    )


def _starts(widths: list[float], limit: float) -> list[int]:
    """Where lines begin that are filled up to a limit."""
    starts, used = [0], 0.0
    for place, width in enumerate(widths):
        if place > starts[-1] and used + width > limit:
            starts.append(place)
            used = 0.0
        used += width
    return starts
