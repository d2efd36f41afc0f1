"""What one suit is worth by itself: three tables over all 8,192 sets of ranks.

A suit's cards from one pack are a mask of 13 bits (bit 0 ace, bit 12 king). The runs of one suit
do not touch those of another, so the best that a suit can do without sets is looked up.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal

from rulesets.counting.values import PIPS

Ace = Literal["low", "high", "either"]
LEAST = 3  # cards in a run or a set
ALL_RANKS = 1 << 13
KING_BIT = 1 << 12


@dataclass(frozen=True, slots=True)
class RunTables:
    """Indexed by a suit's mask.

    `left`: the least count of the cards that stay outside runs. `melded`: the mask of the cards
    in runs when that least is reached. `reach`: the cards that are part of any run at all.
    """

    left: list[int]
    melded: list[int]
    reach: list[int]


def shortest_runs(ace: Ace) -> list[list[int]]:
    """For each rank bit, the runs of 3, 4 and 5 cards of which it is the lowest bit.

    A run of six or more is two or more of these laid together. An ace above the king has the
    lowest bit of its mask at the ace; no run goes through the ace, so K-A-2 is none.
    """
    by_lowest: list[list[int]] = [[] for _ in range(13)]
    for size in (3, 4, 5):
        for low in range(14 - size):
            if low or ace != "high":
                by_lowest[low].append(((1 << size) - 1) << low)
        if ace != "low":
            below_the_ace = ((1 << size - 1) - 1) << (14 - size)
            by_lowest[0].append(1 | below_the_ace)
    return by_lowest


@cache
def run_tables(ace: Ace = "either", values: tuple[int, ...] = PIPS) -> RunTables:
    """The tables for an ace rule and what the ranks count (ace to king, none negative).

    Exact by induction over masks: the lowest card of a mask is either left over or the lowest card
    of some run of three to five, and what remains is a smaller mask, already in the table.
    """
    if len(values) != 13 or min(values) < 0:
        raise ValueError("thirteen values, none negative, are wanted")
    runs = shortest_runs(ace)
    left, melded, reach = [0] * ALL_RANKS, [0] * ALL_RANKS, [0] * ALL_RANKS
    for mask in range(1, ALL_RANKS):
        rest = mask & (mask - 1)
        lowest = (mask ^ rest).bit_length() - 1
        least, used, reached = left[rest] + values[lowest], melded[rest], reach[rest]
        for run in runs[lowest]:
            if run & mask == run:
                reached |= run
                if left[mask ^ run] < least:
                    least, used = left[mask ^ run], melded[mask ^ run] | run
        left[mask], melded[mask], reach[mask] = least, used, reached
    return RunTables(left, melded, reach)


def stretches(mask: int, ace: Ace) -> list[tuple[int, int]]:
    """The runs that a melded mask consists of, as (lowest rank, highest rank).

    Raises ValueError if the mask cannot be laid out without a card over. Neighbouring runs are
    laid together; the ace goes below where a run needs it there, else above (as rank 14).
    """
    for ace_is_high in (False, True) if mask & 1 else (False,):
        if ace_is_high != (ace == "high") and ace != "either" and mask & 1:
            continue
        # Bits 1 to 13 are the ranks 1 to 13, bit 14 the ace above the king.
        line = (mask & ~1) << 1 | (1 << 14 if ace_is_high else 2 * (mask & 1))
        found = _blocks(line)
        if all(high - low + 1 >= LEAST for low, high in found):
            return found
    raise ValueError(f"the ranks {mask:#x} are not all in runs")


def _blocks(line: int) -> list[tuple[int, int]]:
    found = []
    while line:
        low = (line & -line).bit_length() - 1
        size = (~(line >> low) & (line >> low) + 1).bit_length() - 1
        found.append((low, low + size - 1))
        line &= line + (1 << low)
    return found
