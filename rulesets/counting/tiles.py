"""Dominoes that are left, counted by their pips."""

from __future__ import annotations

import re
from collections import Counter as Often
from typing import TYPE_CHECKING, NamedTuple

from rulesets.problems import Problem, error

if TYPE_CHECKING:
    from collections.abc import Sequence

_TILE = re.compile(r"(\d{1,2})[-:|](\d{1,2})")
LONGEST_SHOWN = 20  # letters of a wrong tile in a message


class Tile(NamedTuple):
    """A domino, its higher end first."""

    high: int
    low: int

    @property
    def pips(self) -> int:
        return self.high + self.low

    @property
    def text(self) -> str:
        """As it is typed: "6-4"."""
        return f"{self.high}-{self.low}"


def tiles_of(highest: int) -> tuple[Tile, ...]:
    """The set whose highest double is `highest`."""
    return tuple(Tile(high, low) for high in range(highest + 1) for low in range(high + 1))


def read_tiles(
    texts: Sequence[str], highest: int, middle: int = -1
) -> tuple[tuple[Tile, ...], tuple[Problem, ...]]:
    """The tiles of these texts, and what is wrong with them: no tiles of this set, one that stands
    there twice, or the double of `middle`, which lies on the table."""
    found: list[Tile] = []
    problems: list[Problem] = []
    for place, text in enumerate(texts):
        read = _TILE.fullmatch(text.strip())
        if read is None or max(ends := (int(read[1]), int(read[2]))) > highest:
            told = {"tile": text[:LONGEST_SHOWN], "highest": f"{highest}-{highest}"}
            wrong = "“{tile}” is no tile of this set; write both ends, like 6-4, up to {highest}."
            problems.append(error("tile.unknown", wrong, (place,), **told))
            continue
        found.append(Tile(max(ends), min(ends)))
        if found[-1] == (middle, middle):
            wrong = "The {tile} lies in the middle; nobody is left with it."
            problems.append(error("tile.middle", wrong, (place,), tile=found[-1].text))
    for tile, times in Often(found).items():
        if times > 1:
            wrong = "The {tile} stands there {times} times; there is one of it."
            problems.append(error("tile.twice", wrong, (), tile=tile.text, times=times))
    return tuple(found), tuple(problems)
