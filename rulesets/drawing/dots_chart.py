"""What came to pass over the years as dots: one for each time, stacked above its year, on a line
from the first year in which it could to the last. The scale is that of the whole house, so that
charts below each other compare."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rulesets.drawing.course_chart import SCREEN
from rulesets.drawing.vectors import Area, Circle, Drawing, Item, Path, Text
from rulesets.engine.text import Phrase, as_is

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

FEWEST = 3  # dots; fewer are told by their number
RADIUS, STEP = 5.0, 14.0
HIGHEST = 110.0  # of a stack: where more would stand, dots are smaller
LETTER, MARGIN = 21.0, 28.0


def dots_chart(
    years: Sequence[int], span: tuple[int, int], house: tuple[int, int]
) -> Drawing | None:
    """Return the drawing of what came in these `years`, one for each time; None for few of them.
    `span`: the first and the last year in which it could; `house`: those of the whole scale."""
    if len(years) < FEWEST:
        return None
    counts = Counter(years)
    step = min(STEP, HIGHEST / max(counts.values()))
    foot = step * max(counts.values()) + RADIUS
    first, last = (_place(year, house) for year in span)
    line = Path((("M", (first - RADIUS, foot)), ("L", (last + RADIUS, foot))),
                stroke="muted", width=1.0, dash=4.0)  # fmt: skip
    items: list[Item] = [line, *_dots(counts, house, foot, step), *_labels(span, house, foot)]
    words = tuple(
        Phrase("{year}: {count}", {"year": str(year), "count": count})
        for year, count in sorted(counts.items())
    )
    title = Phrase("How often by year")
    return Drawing(SCREEN, foot + LETTER * 1.6, title, words, tuple(items))


def _place(year: int, house: tuple[int, int]) -> float:
    """Return how far to the right a year is."""
    first, last = house
    return MARGIN + (SCREEN - 2 * MARGIN) * ((year - first) / max(1, last - first))


def _dots(
    counts: Counter[int], house: tuple[int, int], foot: float, step: float
) -> Iterator[Circle]:
    radius = min(RADIUS, step * 0.42)
    for year, count in counts.items():
        for at in range(count):
            yield Circle(_place(year, house), foot - step * (at + 0.6), radius, fill="ink")


def _labels(span: tuple[int, int], house: tuple[int, int], foot: float) -> Iterator[Text]:
    """Yield the years at the ends; one where they would stand upon each other."""
    ends = dict.fromkeys(span)
    if abs(_place(span[1], house) - _place(span[0], house)) < 3 * LETTER:
        ends = dict.fromkeys(span[1:])
    for year in ends:
        area = Area(_place(year, house) - MARGIN, foot + 4, 2 * MARGIN, LETTER * 1.3)
        yield Text(area, as_is(str(year)), LETTER, "muted")
