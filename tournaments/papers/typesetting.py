"""Paragraphs broken into lines as a whole, and pages filled: pure arithmetic that knows no font.

This is the total-fit method of Knuth and Plass, "Breaking Paragraphs into Lines" (Software:
Practice and Experience 11, 1981): of all ways to break a paragraph the one is chosen whose lines
together are least stretched, squeezed and hyphenated.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence


LINE = 10.0  # the cost of each line, so that fewer are better
TWO_DIVIDED = 10_000.0  # the cost of two lines in a row that end in a hyphen
UNLIKE = 8_000.0  # the cost of a tight line next to a loose one
NEVER = inf
FORCED = -inf  # the cost of a penalty at which a line must end
TOLERANCE = 3.0  # how far glue is stretched at most, if possible
WORST = 1e7  # the cost of a line without a better way


@dataclass(frozen=True, slots=True)
class Box:
    """Something of a fixed width."""

    width: float
    content: Any = None


@dataclass(frozen=True, slots=True)
class Glue:
    """A space that can grow and shrink; a line may end before it."""

    width: float
    stretch: float
    shrink: float


@dataclass(frozen=True, slots=True)
class Penalty:
    """A place at which a line may end at a cost; `width` is the width of what is set there then.
    With the cost NEVER it may end neither there nor before the glue that follows.

    flagged: a hyphen, of which two should not follow each other.
    """

    width: float = 0.0
    cost: float = 0.0
    flagged: bool = False


Item = Box | Glue | Penalty


class Line(NamedTuple):
    """The items of a line, from `begin` to before `end`; `ratio` is how far its glue is stretched
    (negative: shrunk); `divided`: a hyphen ends it."""

    begin: int
    end: int
    ratio: float
    divided: bool


class _Break(NamedTuple):
    """A place where a line may end, on the best way there. `sums`: of width, stretch and shrink up
    to where the next line begins."""

    place: int
    fitness: int
    sums: tuple[float, float, float]
    cost: float
    ratio: float
    before: _Break | None


FILL: tuple[Item, ...] = (Penalty(0.0, NEVER), Glue(0.0, 1e6, 0.0), Penalty(0.0, FORCED))
"""What ends a paragraph: the last line may be as short as it is."""


def break_lines(items: Sequence[Item], measure: float, indent: float = 0.0) -> list[Line]:
    """The best lines of a paragraph that is `measure` wide, its first line `indent` less.

    Items wider than a line stick out of it: the caller divides them or accepts that.
    """
    every = [*items, *FILL]
    for tolerance in (TOLERANCE, inf):
        last = _best(every, measure, indent, tolerance)
        if last is not None:
            lines = _lines(every, last)
            return [*lines[:-1], lines[-1]._replace(end=len(items))]
    raise AssertionError("with any tolerance there are lines")


def _best(items: Sequence[Item], measure: float, indent: float, tolerance: float) -> _Break | None:
    """The end of the best way; None if a line would be looser than `tolerance`."""
    active = [_Break(-1, 1, (0.0, 0.0, 0.0), 0.0, 0.0, None)]
    width = stretch = shrink = 0.0
    boxed = False
    for place, item in enumerate(items):
        if isinstance(item, Box):
            width, boxed = width + item.width, True
            continue
        if isinstance(item, Penalty) and item.cost == NEVER:
            boxed = False
            continue
        if isinstance(item, Penalty) or boxed:
            found = _tried(items, place, active, (width, stretch, shrink), measure, indent,
                           tolerance)  # fmt: skip
            active = found
            if not active:
                return None
        if isinstance(item, Glue):
            width, stretch, shrink = (
                width + item.width,
                stretch + item.stretch,
                shrink + item.shrink,
            )
            boxed = False
    return min(active, key=lambda one: one.cost)


def _tried(
    items: Sequence[Item],
    place: int,
    active: list[_Break],
    sums: tuple[float, float, float],
    measure: float,
    indent: float,
    tolerance: float,
) -> list[_Break]:
    """The breaks from which a line can still begin, with those at `place`."""
    item = items[place]
    own, cost, flagged = 0.0, 0.0, False
    if isinstance(item, Penalty):
        own, cost, flagged = item.width, item.cost, item.flagged
    width, stretch, shrink = sums
    staying: list[_Break] = []
    best: dict[int, tuple[float, float, _Break]] = {}
    given_up: _Break | None = None
    for one in active:
        room = measure - indent if one.before is None else measure
        short = room - (width + own - one.sums[0])
        ratio = _ratio(short, stretch - one.sums[1], shrink - one.sums[2])
        if ratio < -1.0 or cost == FORCED:
            given_up = one  # the one that begins latest sticks out least
        else:
            staying.append(one)
        if -1.0 <= ratio <= tolerance:
            more = _demerits(items, one, ratio, cost, flagged=flagged)
            _note(best, one, ratio if ratio < inf else 0.0, more)
    if not staying and not best:
        if tolerance != inf or given_up is None:
            return []
        # Too wide in any case, or too loose: ending the line here is the least harm.
        best[1] = (given_up.cost + WORST, -1.0, given_up)
    if best:
        after = _after(items, place, sums)
        for fitness, (total, ratio, before) in best.items():
            staying.append(_Break(place, fitness, after, total, ratio, before))
    return staying


def _note(
    best: dict[int, tuple[float, float, _Break]], line_break: _Break, ratio: float, more: float
) -> None:
    """Store the best way to a place for each fitness of its last line."""
    fitness = _fitness(ratio)
    total = line_break.cost + more + (UNLIKE if abs(fitness - line_break.fitness) > 1 else 0.0)
    if fitness not in best or total < best[fitness][0]:
        best[fitness] = (total, ratio, line_break)


def _ratio(short: float, stretch: float, shrink: float) -> float:
    """How far the glue of a line must be stretched or shrunk."""
    if short >= 0:
        return short / stretch if stretch > 0 else (0.0 if short < 0.01 else inf)
    return short / shrink if shrink > 0 else (0.0 if short > -0.01 else -inf)


def _demerits(
    items: Sequence[Item], before: _Break, ratio: float, cost: float, *, flagged: bool
) -> float:
    """The cost of a line."""
    bad = min(100 * abs(ratio) ** 3, WORST)
    if cost >= 0:
        total = (LINE + bad) ** 2 + cost**2
    elif cost == FORCED:
        total = (LINE + bad) ** 2
    else:
        total = (LINE + bad) ** 2 - cost**2
    if flagged and before.place >= 0:
        last = items[before.place]
        if isinstance(last, Penalty) and last.flagged:
            total += TWO_DIVIDED
    return total


def _fitness(ratio: float) -> int:
    """The class of a line: tight, usual, loose, very loose."""
    return 0 if ratio < -0.5 else 1 if ratio <= 0.5 else 2 if ratio <= 1 else 3


def _after(
    items: Sequence[Item], place: int, sums: tuple[float, float, float]
) -> tuple[float, float, float]:
    """The sums up to where a line begins after a break: glue that follows it is dropped."""
    width, stretch, shrink = sums
    for item in items[place:]:
        if isinstance(item, Box):
            break
        if isinstance(item, Glue):
            width, stretch, shrink = (
                width + item.width,
                stretch + item.stretch,
                shrink + item.shrink,
            )
    return width, stretch, shrink


def _lines(items: Sequence[Item], last: _Break) -> list[Line]:
    """The lines on the way to a break."""
    found: list[Line] = []
    one: _Break | None = last
    while one is not None and one.before is not None:
        begin = one.before.place + 1 if one.before.place >= 0 else 0
        while begin < one.place and not isinstance(items[begin], Box):
            begin += 1
        item = items[one.place]
        divided = isinstance(item, Penalty) and item.flagged
        found.append(Line(begin, one.place, one.ratio, divided))
        one = one.before
    return found[::-1]


LEAST = 0.36  # of the last page that should be filled
PAGE = 1_000.0  # the cost of a page
EMPTY = 600.0  # the cost of a nearly empty page: less than that of one more
PARTED = 1e6  # the cost of parting what belongs together
SLACK = 0.01  # points


class Piece(Protocol):
    """A piece of a page: its height, the space before it (none at the top of a page), and whether
    it has to stay with what follows."""

    @property
    def height(self) -> float: ...
    @property
    def before(self) -> float: ...
    @property
    def leads(self) -> bool: ...


def fill_pages(
    pieces: Sequence[Piece], room: float, least: float = LEAST, first: float | None = None
) -> list[range]:
    """The pieces of each page, each with that `room`. A piece higher than a page has one of its
    own.

    least: how much of the last page should be filled, if there are several. first: the room of the
    first page, if it differs.
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
    """The cost of a page that is filled so far."""
    if last:
        return PAGE + (EMPTY if full < least and not alone else 0.0)
    empty = max(0.0, 1.0 - full)
    return PAGE + 100 * empty**2 + (EMPTY if full < least else 0.0)


def height_of(pieces: Sequence[Piece]) -> float:
    """The height of pieces on one page."""
    return sum(one.height + (one.before if place else 0.0) for place, one in enumerate(pieces))
