"""Totals of a hand by itself: a Golf grid, nearest to 9 or 21, the pips of dominoes.

Golf (Metzker p. 16): eight cards in two rows of four. King 0, red seven 0, joker -5, queen to ten
10, nine to two their face, ace 1. A pair, the same rank above and below, counts 0; a block, two
equal pairs in neighbouring columns, -10, of jokers -50. Two jokers above each other stay at -10
unless they are part of a block.

Why that is exact. A column's own count does not depend on the others. Only blocks join columns,
only equal pairs form blocks, and every block of a chain of equal pairs is worth the same more than
its two columns alone. So the least count takes as many blocks of each chain as do not overlap, and
going from left to right takes half the chain's length, rounded down: there are not more.

Nearest to 9, or to 21, jokers are the cards that serve the hand best: each one of the 52 cards that
is not in the same hand (the rules of the Extended Deck, rule 1; Baccarat and Blackjack, first item
of each).
"""

from __future__ import annotations

import re
from collections import Counter
from collections import Counter as Often
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, NamedTuple

from rulesets.cards.deck import CARDS, JOKER_INDEX, KING, Card
from rulesets.engine.problems import Problem, error

if TYPE_CHECKING:
    from collections.abc import Sequence


# --- Golf -----------------------------------------------------------------------------------------


COLUMNS = 4
BLOCK, JOKER_BLOCK = -10, -50
JOKER_VALUE = -5
_WIDTH = 64  # above 53 faces: a column is upper * 64 + lower


class GridCount(NamedTuple):
    """A grid's `total`; `columns` what each column adds, a block its whole count in its left one.

    `blocks` are the places (0 to 2) of the left columns of blocks.
    """

    total: int
    columns: tuple[int, ...]
    blocks: tuple[int, ...]


def card_value(card: Card) -> int:
    """Return the value of one card of the grid by itself."""
    if card.is_joker:
        return JOKER_VALUE
    if card.rank == KING or (card.rank == 7 and card.is_red):
        return 0
    return min(card.rank, 10)


def _column_value(upper: Card, lower: Card) -> int:
    both = card_value(upper) + card_value(lower)
    return min(0, both) if upper.rank == lower.rank else both


# By column: its count alone, and the rank of its pair (JOKER_INDEX for two jokers, 0 for no pair).
_VALUES = [0] * (_WIDTH * _WIDTH)
_PAIRS = [0] * (_WIDTH * _WIDTH)
for _upper in CARDS:
    for _lower in CARDS:
        _at = _upper.index * _WIDTH + _lower.index
        _VALUES[_at] = _column_value(_upper, _lower)
        if _upper.rank == _lower.rank:
            _PAIRS[_at] = _upper.rank or JOKER_INDEX


def count_indexes(upper: Sequence[int], lower: Sequence[int]) -> GridCount:
    """Return the least count of two rows of four card indexes (`Card.index`), with its blocks."""
    a, b, c, d = upper
    e, f, g, h = lower
    first, second, third, fourth = a * _WIDTH + e, b * _WIDTH + f, c * _WIDTH + g, d * _WIDTH + h
    columns = (_VALUES[first], _VALUES[second], _VALUES[third], _VALUES[fourth])
    p, q, r, s = _PAIRS[first], _PAIRS[second], _PAIRS[third], _PAIRS[fourth]
    if (p and p == q) or (q and q == r) or (r and r == s):
        return _with_blocks(columns, (p, q, r, s))
    return GridCount(sum(columns), columns, ())


def _with_blocks(columns: tuple[int, ...], pairs: tuple[int, ...]) -> GridCount:
    counts, blocks, place = list(columns), [], 0
    while place < COLUMNS - 1:
        if pairs[place] and pairs[place] == pairs[place + 1]:
            counts[place] = JOKER_BLOCK if pairs[place] == JOKER_INDEX else BLOCK
            counts[place + 1] = 0
            blocks.append(place)
            place += 1
        place += 1
    return GridCount(sum(counts), tuple(counts), tuple(blocks))


@dataclass(frozen=True, slots=True)
class GridColumn:
    """One column of a counted grid. `kind`: "block" (both its columns), "pair" or "cards"."""

    cards: tuple[Card, Card]
    kind: str
    count: int


@dataclass(frozen=True, slots=True)
class CountedGrid:
    """A counted grid, column by column; the count of a block is in its left column."""

    count: int
    columns: tuple[GridColumn, ...]


def count_grid(rows: Sequence[Sequence[Card]]) -> CountedGrid:
    """Return the least count of a grid of two rows of four cards, explained column by column.

    Raises ValueError if it has another shape.
    """
    if len(rows) != 2 or any(len(row) != COLUMNS for row in rows):
        raise ValueError("a grid is two rows of four cards")
    upper, lower = rows
    counted = count_indexes([card.index for card in upper], [card.index for card in lower])
    blocked = {place for left in counted.blocks for place in (left, left + 1)}
    columns = []
    for place, (above, below) in enumerate(zip(upper, lower, strict=True)):
        kind = "pair" if above.rank == below.rank else "cards"
        kind = "block" if place in blocked else kind
        columns.append(GridColumn((above, below), kind, counted.columns[place]))
    return CountedGrid(counted.total, tuple(columns))


# --- nearest to 9, nearest to 21 ------------------------------------------------------------------


NINE, MOST, TEN, PAIR = 9, 21, 10, 2
FACE_VALUES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)


class HandTotal(NamedTuple):
    """The total of a hand, and whether its first two cards make it (21 only)."""

    points: int
    natural: bool

    @property
    def over(self) -> bool:
        """Whether it is above 21 and lost."""
        return self.points > MOST


def nearest_nine(cards: Sequence[Card]) -> int:
    """Return the total of a hand of Baccarat: its last digit; 9 with a joker."""
    if any(card.is_joker for card in cards):
        return NINE
    return sum(FACE_VALUES[card.rank - 1] for card in cards) % TEN


def nearest_21(cards: Sequence[Card]) -> HandTotal:
    """Return the total of a hand of Blackjack: the highest up to 21, else the lowest above it.

    An ace counts 1 or 11. Raises IndexError for a Draw, a Reverse or a Skip: those are redealt.
    """
    naturals = [FACE_VALUES[card.rank - 1] for card in cards if not card.is_joker]
    jokers = len(cards) - len(naturals)
    held = set(cards)
    free = Counter(FACE_VALUES[card.rank - 1] for card in CARDS[:JOKER_INDEX] if card not in held)
    totals = [
        _soft([*naturals, *named])
        for named in combinations_with_replacement(sorted(free), jokers)
        if all(free[value] >= count for value, count in Counter(named).items())
    ]
    best = max(totals, key=lambda points: (points <= MOST, points if points <= MOST else -points))
    return HandTotal(best, natural=best == MOST and len(cards) == PAIR)


def _soft(values: Sequence[int]) -> int:
    """Return the sum, one ace of it as 11 where that does not go over."""
    points = sum(values)
    return points + TEN if 1 in values and points + TEN <= MOST else points


# --- dominoes -------------------------------------------------------------------------------------


_TILE = re.compile(r"(\d{1,2})[-:|](\d{1,2})")
LONGEST_QUOTED = 20  # letters of a wrong tile in a message


class Domino(NamedTuple):
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


def read_tiles(
    texts: Sequence[str], highest: int, middle: int = -1
) -> tuple[tuple[Domino, ...], tuple[Problem, ...]]:
    """Return the tiles of these texts, and their problems: no tile of this set, one that is there
    twice, or the double of `middle`, which is on the table."""
    tiles: list[Domino] = []
    problems: list[Problem] = []
    for place, text in enumerate(texts):
        read = _TILE.fullmatch(text.strip())
        if read is None or max(ends := (int(read[1]), int(read[2]))) > highest:
            params = {"tile": text[:LONGEST_QUOTED], "highest": f"{highest}-{highest}"}
            wrong = (
                "“{tile}” is not a tile in this set. Write both ends, like 6-4, up to {highest}."
            )
            problems.append(error("tile.unknown", wrong, (place,), **params))
            continue
        tiles.append(Domino(max(ends), min(ends)))
        if tiles[-1] == (middle, middle):
            wrong = "The {tile} is in the middle, so nobody can be left with it."
            problems.append(error("tile.middle", wrong, (place,), tile=tiles[-1].text))
    for tile, times in Often(tiles).items():
        if times > 1:
            wrong = "The {tile} is there {times} times, but there is only one."
            problems.append(error("tile.twice", wrong, (), tile=tile.text, times=times))
    return tuple(tiles), tuple(problems)
