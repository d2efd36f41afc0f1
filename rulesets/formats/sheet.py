"""Format -> Layout: what a player's score card of a drive shows, box by box. Knows no PDF and no
HTML."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.formats.drives import DriveFormat
    from rulesets.rounds.sets import RoundSet

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Row:
    """A line to write a number on.

    `label` is its text; `symbol` an icon key ("S" "H" "C" "D", "named-S"..., "turned", "none",
    or "" for no icon); `points` the number filled in, None where the line is blank.
    """

    label: str
    symbol: str = ""
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Box:
    """One framed part of the sheet: heading, tag beside it, a line of explanation, rows, total.

    `rule` is the anchor in the game's rule text (empty for the grand total).
    """

    title: str
    tag: str
    line: str
    rows: tuple[Row, ...]
    total: Row
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Layout:
    """A whole sheet: one box for each set, then the grand total."""

    title: str
    source: str
    boxes: tuple[Box, ...]
    grand_total: Box


def layout(
    format: DriveFormat,  # noqa: A002 - it is one
    hands: Sequence[Sequence[int | None]] = (),
    totals: Sequence[int | None] = (),
) -> Layout:
    """The sheet of a game in this format, blank or filled in.

    `hands` are one player's points for each hand of each set, in order; what is missing or None
    stays blank. `totals` are the set totals where they are known without hands; otherwise the
    total is the sum of a set whose hands are all there.
    """
    boxes = tuple(
        _box(number, one, _at(hands, number - 1, ()), _at(totals, number - 1, None))
        for number, one in enumerate(format.sets, 1)
    )
    sums = [box.total.points for box in boxes]
    rows = tuple(
        Row(f"Game {number} total", points=points) for number, points in enumerate(sums, 1)
    )
    known = [points for points in sums if points is not None]
    total = Row("Grand total", points=sum(known) if len(known) == len(sums) else None)
    game = format.game
    return Layout(game.name, game.source, boxes, Box("Grand total", "", "", rows, total))


def _box(number: int, one: RoundSet, hands: Sequence[int | None], total: int | None) -> Box:
    points = [_at(hands, index, None) for index in range(len(one.labels))]
    rows = tuple(
        Row(label, _at(one.signs, index, ""), points[index])
        for index, label in enumerate(one.labels)
    )
    if total is None:
        known = [value for value in points if value is not None]
        total = sum(known) if len(known) == len(points) else None
    tag = "Partners" if one.partners else "No partners"
    title = f"Game {number} – {one.name}"
    label = f"Total – possible {one.most} in one hand" if one.most else "Total"
    return Box(title, tag, one.line, rows, Row(label, points=total), one.rule)


def _at(values: Sequence[T], index: int, missing: T) -> T:
    return values[index] if index < len(values) else missing
