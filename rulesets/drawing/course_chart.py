"""The course of an evening as lines, for screen and paper alike: who was how far ahead after each
round. The winner's line is the thickest, the next one is dashed, a third dotted, all others are
thin; so it can be read in grey. The better end is on top."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulesets.drawing.run_chart import rounds_named, spread_labels
from rulesets.drawing.vectors import Area, Drawing, Item, Path, Text
from rulesets.engine.text import Phrase, as_is, signed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.drawing.vectors import Role, Weight

PAPER, SCREEN = 620.0, 480.0  # widths: on a small screen letters are larger, and lines shorter
TOP, FOOT = 12.0, 250.0
NAMES = 210.0  # of the width, beside the lines
LETTER, APART = 20.0, 25.0
MOST_ROUNDS = 10  # named below the lines
SMALL_ROOM = 12  # up to so many everybody is named, and lines show totals
NAMED = 3  # of a larger room, whose lines are distances from the average
FEWEST_ROUNDS = 2


@dataclass(frozen=True, slots=True)
class Course:
    """What somebody had before the first round and after each; None before they joined. The first
    of several courses is the winner's."""

    name: str
    totals: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class _Style:
    role: Role
    width: float
    dash: float = 0.0
    weight: Weight = "text"


HERO, OTHER = _Style("coin", 4.0, weight="bold"), _Style("muted", 1.1)
STYLES = (HERO, _Style("ink", 2.5, dash=9.0), _Style("ink", 2.5, dash=2.5))


def course_chart(
    courses: Sequence[Course], *, low: bool = False, width: float = PAPER
) -> Drawing | None:
    """Return the drawing of an evening's courses, in the order of their places; None where there
    are too few rounds for lines. `low`: the fewest points win; `width`: of PAPER or SCREEN."""
    rounds = max((len(course.totals) for course in courses), default=0) - 1
    if rounds < FEWEST_ROUNDS or len(courses) < 2:
        return None
    is_small = len(courses) <= SMALL_ROOM
    lines = [list(course.totals) for course in courses] if is_small else _above(courses)
    every = [value for line in lines for value in line if value is not None]
    sign = -1 if low else 1
    best, worst = max(sign * value for value in every), min(sign * value for value in every)
    unit = (FOOT - TOP) / ((best - worst) or 1)
    plot = width - NAMES
    step = (plot - 8) / rounds
    points = [
        [
            (8 + step * at, TOP + (best - sign * value) * unit)
            for at, value in enumerate(line)
            if value is not None
        ]
        for line in lines
    ]
    styles = [*STYLES, *(OTHER for _course in courses[len(STYLES) :])]
    items: list[Item] = []
    if not is_small and worst <= 0 <= best:
        items += _level(TOP + best * unit, plot)
    styled = list(zip(points, styles, strict=False))
    items += [item for line, style in reversed(styled) for item in _line(line, style)]
    named = len(courses) if is_small else NAMED
    items += _names(courses[:named], points, styles, plot)
    items += [_number(at, 8 + step * at) for at in rounds_named(0, rounds + 1, MOST_ROUNDS) if at]
    title = Phrase("Points after each round")
    if not is_small:
        title = Phrase("Points above the room’s average after each round")
    words = tuple(_words(course) for course in courses[:named])
    return Drawing(width, FOOT + 40, title, words, tuple(items))


def _above(courses: Sequence[Course]) -> list[list[float | None]]:
    """Return the lines of courses as distances from the average of all after each round."""
    rounds = range(max(len(course.totals) for course in courses))
    means = []
    for at in rounds:
        here = [
            t
            for course in courses
            if at < len(course.totals) and (t := course.totals[at]) is not None
        ]
        means.append(sum(here) / len(here) if here else 0.0)
    return [
        [None if total is None else total - means[at] for at, total in enumerate(course.totals)]
        for course in courses
    ]


def _line(points: Sequence[tuple[float, float]], style: _Style) -> Iterator[Path]:
    if len(points) > 1:
        steps = tuple(("L" if at else "M", point) for at, point in enumerate(points))
        yield Path(steps, stroke=style.role, width=style.width, dash=style.dash)


def _level(y: float, plot: float) -> Iterator[Path]:
    yield Path((("M", (0.0, y)), ("L", (plot, y))), stroke="muted", width=1.0, dash=5.0)


def _names(
    courses: Sequence[Course], points: Sequence[Sequence[tuple[float, float]]],
    styles: Sequence[_Style], left: float,
) -> Iterator[Text]:  # fmt: skip
    """Yield the names at the ends of lines, none upon another; smaller where there are many."""
    ends = [line[-1][1] if line else FOOT for line in points[: len(courses)]]
    apart = min(APART, (FOOT + 20) / len(courses))
    middles = spread_labels(ends, [apart] * len(courses), 0, FOOT + 20)
    for course, y, style in zip(courses, middles, styles, strict=False):
        area = Area(left + 12, y - apart / 2, NAMES - 12, apart)
        size = LETTER * apart / APART
        yield Text(area, as_is(course.name), size, "ink", style.weight, "start")


def _number(number: int, x: float) -> Text:
    return Text(Area(x - 20, FOOT + 12, 40, LETTER * 1.2), as_is(str(number)), LETTER * 0.9)


def _words(course: Course) -> Phrase:
    """Return a course in words: its name, and what it came to after each round."""
    totals = ", ".join("–" if total is None else signed(total) for total in course.totals[1:])
    return Phrase("{name}: {totals}", {"name": course.name, "totals": totals})


def longest_climb(courses: Sequence[Course], *, low: bool = False) -> int | None:
    """Return which of some courses, beyond the first two, has made up most places since a third of
    the evening; None if nobody has made up any."""
    rounds = len(courses[0].totals) - 1 if courses else 0
    if not rounds:
        return None
    third = -(-rounds // 3)
    sign = -1 if low else 1

    def place(at: int, who: int) -> int | None:
        mine = courses[who].totals[at]
        if mine is None:
            return None
        others = (course.totals[at] for course in courses)
        return 1 + sum(total is not None and sign * total > sign * mine for total in others)

    gains = {
        who: before - after
        for who in range(2, len(courses))
        if (before := place(third, who)) is not None and (after := place(rounds, who)) is not None
    }
    best = max(gains.values(), default=0)
    return next((who for who, gain in gains.items() if gain == best), None) if best > 0 else None
