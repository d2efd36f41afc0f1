"""The count of a Golf grid: eight cards in two rows of four (Metzker p. 16).

King 0, red seven 0, joker -5, queen to ten 10, nine to two their face, ace 1. A pair, the same rank
above and below, counts 0; a block, two equal pairs in neighbouring columns, -10, of jokers -50. Two
jokers above each other stay at -10 unless they are part of a block.

Why it is exact. A column's own count does not depend on the others. Only blocks join columns,
only equal pairs form blocks, and every block of a chain of equal pairs is worth the same more than
its two columns alone. So the least count takes as many blocks of each chain as do not overlap, and
going from left to right takes half the chain's length, rounded down: there are not more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from rulesets.equipment.cards import CARDS, JOKER_INDEX, KING, Card

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    """What one card of the grid counts by itself."""
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
    """The least count of two rows of four card indexes (`Card.index`), with its blocks."""
    a, b, c, d = upper
    e, f, g, h = lower
    one, two, three, four = a * _WIDTH + e, b * _WIDTH + f, c * _WIDTH + g, d * _WIDTH + h
    columns = (_VALUES[one], _VALUES[two], _VALUES[three], _VALUES[four])
    p, q, r, s = _PAIRS[one], _PAIRS[two], _PAIRS[three], _PAIRS[four]
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
class Column:
    """One column of a counted grid. `kind`: "block" (both its columns), "pair" or "cards"."""

    cards: tuple[Card, Card]
    kind: str
    count: int


@dataclass(frozen=True, slots=True)
class Grid:
    """A counted grid, column by column; a block's count stands in its left column."""

    count: int
    columns: tuple[Column, ...]


def count_grid(rows: Sequence[Sequence[Card]]) -> Grid:
    """The least count of a grid of two rows of four cards, explained column by column.

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
        columns.append(Column((above, below), kind, counted.columns[place]))
    return Grid(counted.total, tuple(columns))
