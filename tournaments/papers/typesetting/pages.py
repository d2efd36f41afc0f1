"""Pages filled with what must stay together on them.

Of all ways to part a text into pages the one is taken that needs the fewest, leaves no page nearly
empty, and otherwise fills all but the last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

LEAST = 0.36  # of the last page that should be filled
PAGE = 1_000.0  # what a page costs
EMPTY = 600.0  # what a page costs that is nearly empty: less than one more
PARTED = 1e6  # what it costs to part what belongs together
SLACK = 0.01  # points


class Piece(Protocol):
    """What stands on a page: its height, the space before it (none at the top of a page), and
    whether it leads what follows: then the two stay together."""

    @property
    def height(self) -> float: ...
    @property
    def before(self) -> float: ...
    @property
    def leads(self) -> bool: ...


def fill_pages(
    pieces: Sequence[Piece], room: float, least: float = LEAST, first: float | None = None
) -> list[range]:
    """The pieces of each page, each of which has `room`. Raises nothing: a piece that is higher
    than a page has one of its own.

    least: how much of the last page should be filled, if there are several. first: the room of the
    first page, if it is another.
    """
    count = len(pieces)
    best: list[tuple[float, int]] = [(0.0, 0)] + [(float("inf"), 0)] * count
    for begin in range(count):
        so_far = best[begin][0]
        height = 0.0
        most = first if first is not None and not begin else room
        for end in range(begin + 1, count + 1):
            piece = pieces[end - 1]
            height += piece.height + (piece.before if end - 1 > begin else 0.0)
            if height > most + SLACK and end > begin + 1:
                break
            cost = so_far + _cost(height / room, last=end == count, alone=begin == 0, least=least)
            if end < count and piece.leads:
                cost += PARTED
            if cost < best[end][0]:
                best[end] = (cost, begin)
    ends, at = [], count
    while at:
        ends.append(range(best[at][1], at))
        at = best[at][1]
    return ends[::-1]


def _cost(full: float, *, last: bool, alone: bool, least: float) -> float:
    """What a page costs that is so full."""
    if last:
        return PAGE + (EMPTY if full < least and not alone else 0.0)
    empty = max(0.0, 1.0 - full)
    return PAGE + 100 * empty**2 + (EMPTY if full < least else 0.0)


def height_of(pieces: Sequence[Piece]) -> float:
    """The height of pieces on one page."""
    return sum(one.height + (one.before if place else 0.0) for place, one in enumerate(pieces))
