"""Ranks: equal totals share a place, and the next place is counted past them (1, 2, 2, 4)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Place:
    """A rank, and whether somebody else has it too."""

    rank: int
    shared: bool


def places(totals: Sequence[int], *, low_wins: bool = False) -> list[Place]:
    """The place of each total, in the order given."""
    counts = Counter(totals)
    rank_of: dict[int, int] = {}
    rank = 1
    for total in sorted(counts, reverse=not low_wins):
        rank_of[total] = rank
        rank += counts[total]
    return [Place(rank_of[total], counts[total] > 1) for total in totals]
