"""The run of a game as lines, and the survivors round by round: all positions on a drawing, for
screen and paper alike.

Knows no SVG and no PDF: the result is the points of each line, the labels at the line ends, which
never touch each other, and the values that the axes name.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

from rulesets.drawing import vectors
from rulesets.drawing.shapes import coin, face, star
from rulesets.drawing.vectors import Area, Drawing, Group, Item, Rect, Text, text_width
from rulesets.engine.text import Phrase, as_is, signed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Point = tuple[float, float]


MOST_VALUES = 6  # named on the axis at most
LINE = 1.25  # a label's line, in letters' heights
GAP = 0.35  # between two labels
MOST_LINES = 3  # of a name
MOST_LABELS = 0.55  # of the width, where a name has a long word
REGULAR = 0.88  # as wide as the bold letters that `lettering` measures


@dataclass(frozen=True, slots=True)
class ChartFrame:
    """How large the drawing may be: `width`, the least `height`, the height of letters, the part
    of the width that labels may take (more where a name has a long word), and how many rounds the
    axis names at most."""

    width: float
    height: float
    letter: float
    labels: float
    rounds: int


@dataclass(frozen=True, slots=True)
class ChartLabel:
    """The label at the end of a line: its total and its name, which may take some lines.

    `y` is the middle; `whole` is the name uncut, `cut` says that the lines do not hold all of it.
    """

    y: float
    total: int
    lines: tuple[str, ...]
    whole: str

    @property
    def cut(self) -> bool:
        return any(line.endswith("…") for line in self.lines)


@dataclass(frozen=True, slots=True)
class ChartLine:
    """One line: its points from left to right, those of them that bear a sign, its label."""

    points: tuple[Point, ...]
    marked: tuple[Point, ...]
    label: ChartLabel


@dataclass(frozen=True, slots=True)
class Chart:
    """A whole drawing. The plot lies between `left`, `right`, `top` and `bottom`; names of labels
    start at `names`, their totals end before it. `values` and `rounds` are what the axes name."""

    width: float
    height: float
    left: float
    right: float
    top: float
    bottom: float
    names: float
    values: tuple[tuple[int, float], ...]
    rounds: tuple[tuple[int, float], ...]
    lines: tuple[ChartLine, ...]


def chart_text_width(text: str, letter: float) -> float:
    """Return about how wide a text is in a common sans serif; rather too wide than too narrow."""
    return REGULAR * letter * vectors.text_width(text)


def steps(low: int, high: int, most: int = MOST_VALUES) -> tuple[int, ...]:
    """Round numbers, evenly apart, from at or below `low` to at or above `high`: 2 to `most`.

    They are 1, 2 or 5 times a power of ten apart. Raises ValueError for a `most` below 3.
    """
    if most < 3:
        raise ValueError("fewer than three values cannot always hold zero between them")
    size = 1
    while True:
        for step in (size, 2 * size, 5 * size):
            first, last = low // step * step, -(-high // step) * step
            last = max(last, first + step)
            if (last - first) // step + 1 <= most:
                return tuple(range(first, last + 1, step))
        size *= 10


def spread_labels(
    middles: Sequence[float], heights: Sequence[float], top: float, bottom: float
) -> tuple[float, ...]:
    """Return the middles of labels as near as can be to the ideal `middles`, so that none touch.

    They keep their order and stay between `top` and `bottom`, which must have room for all
    `heights` together. Labels that would touch are pushed apart about the mean of their ideal
    places (pool adjacent violators).
    """
    order = sorted(range(len(middles)), key=lambda place: middles[place])
    blocks: list[tuple[list[int], float, float]] = []  # members, sum of ideal starts, height

    def start(block: tuple[list[int], float, float]) -> float:
        members, starts, height = block
        return max(top, min(starts / len(members), bottom - height))

    for place in order:
        block = ([place], middles[place] - heights[place] / 2, heights[place])
        while blocks and start(blocks[-1]) + blocks[-1][2] > start(block):
            members, starts, height = blocks.pop()
            own, further, more = block
            # A member's ideal start of the whole block: its own start less the height above.
            block = (members + own, starts + further - height * len(own), height + more)
        blocks.append(block)
    spread = [0.0] * len(middles)
    for block in blocks:
        at = start(block)
        for place in block[0]:
            spread[place] = at + heights[place] / 2
            at += heights[place]
    return tuple(spread)


def wrap_name(name: str, letter: float, width: float) -> tuple[str, ...]:
    """A name in up to three lines, each of as many whole words as fit. … stands for the end of a
    word that is wider than a line, and for what three lines cannot hold."""
    words = name_words(name)
    lines: list[list[str]] = []
    for word in words:
        if lines and chart_text_width("".join([*lines[-1], word]).rstrip(), letter) <= width:
            lines[-1].append(word)
        else:
            lines.append([word])
    whole, over = lines[:MOST_LINES], len(lines) > MOST_LINES
    return tuple(
        _shorten(line, letter, width, over=over and at == len(whole))
        for at, line in enumerate(whole, 1)
    )


def name_words(name: str) -> list[str]:
    """Split a name into the parts that may be on a line of their own, with the space behind each:
    words, the parts between hyphens, and letters that are words by themselves."""
    ends = [at for at in range(1, len(name)) if _may_part(name[at - 1], name[at])]
    return [name[start:end] for start, end in pairwise([0, *ends, len(name)])] if name else []


def _may_part(before: str, after: str) -> bool:
    if after.isspace():
        return False
    wide = all(east_asian_width(letter) in "WF" for letter in (before, after))
    return before.isspace() or (before == "-" and after != "-") or wide


def _shorten(words: list[str], letter: float, width: float, *, over: bool) -> str:
    """The words of a line, with … where they do not fit, or where more words are left `over`."""
    line = "".join(words).rstrip()
    if not over and chart_text_width(line, letter) <= width:
        return line
    for count in range(len(words), 0, -1):
        line = "".join(words[:count]).rstrip() + "…"
        if chart_text_width(line, letter) <= width:
            return line
    word = words[0].rstrip()
    while word and chart_text_width(word + "…", letter) > width:
        word = word[:-1]
    return word + "…"


def run_chart(
    series: Sequence[tuple[str, Sequence[int | None]]], frame: ChartFrame, first: int = 0
) -> Chart | None:
    """Where the lines of `series` (name, total after every round) lie in a frame.

    `first` is the round of the first totals: 0 where they are those from before the first round.
    Who joined late has None before that. None where there is nothing to be drawn. The frame grows
    downwards for many labels.
    """
    series = [(name, tuple(totals)) for name, totals in series if totals]
    if not series:
        return None
    count = max(len(totals) for _, totals in series)
    late = [sum(total is None for total in totals) for _, totals in series]
    lines = [
        (name, tuple(total for total in totals if total is not None)) for name, totals in series
    ]
    return _chart_of(lines, late, frame, first, count)


def _chart_of(
    series: Sequence[tuple[str, tuple[int, ...]]],
    late: Sequence[int],
    frame: ChartFrame,
    first: int,
    count: int,
) -> Chart:
    """The chart of `count` totals; `late` are how many rounds each line begins after the others."""
    letter = frame.letter
    names, right, room = _columns(series, frame)
    labels = [wrap_name(name, letter, room) for name, _ in series]
    heights = [letter * (LINE * len(lines) + GAP) for lines in labels]
    top, below = letter * 0.9, letter * 3.1
    bottom = max(frame.height - below, top + sum(heights))
    values, shifts = _values(series, late, letter, top, bottom)
    by_value = dict(values)
    zero, unit = by_value[0], (values[0][1] - values[-1][1]) / (values[-1][0] - values[0][0])
    left = max(chart_text_width(signed(value), letter) for value in by_value) + letter * 0.8
    xs = [right - (right - left) * back / max(1, count - 1) for back in reversed(range(count))]
    points = [
        tuple((xs[at], zero - total * unit + shift) for at, total in enumerate(totals, begin))
        for (_, totals), shift, begin in zip(series, shifts, late, strict=True)
    ]
    middles = spread_labels([line[-1][1] for line in points], heights, top, bottom)
    lines = tuple(
        ChartLine(line, tuple(_points_marked(line, frame)), ChartLabel(y, totals[-1], words, name))
        for (name, totals), line, y, words in zip(series, points, middles, labels, strict=True)
    )
    rounds = tuple((first + at, xs[at]) for at in rounds_named(first, count, frame.rounds))
    height = bottom + below
    return Chart(frame.width, height, left, right, top, bottom, names, values, rounds, lines)


def _values(
    series: Sequence[tuple[str, Sequence[int]]],
    late: Sequence[int],
    letter: float,
    top: float,
    bottom: float,
) -> tuple[tuple[tuple[int, float], ...], tuple[float, ...]]:
    """The values of the axis with their heights, zero among them, and the shift of each line."""
    every = [total for _, totals in series for total in totals]
    values = steps(min(0, *every), max(0, *every))
    span = values[-1] - values[0]
    shifts = _shifts(series, late, letter, (bottom - top) / span)
    slack = max(shifts) + letter * 0.3
    unit = (bottom - top - 2 * slack) / span
    heights = tuple((value, bottom - slack - (value - values[0]) * unit) for value in values)
    return heights, shifts


def _columns(
    series: Sequence[tuple[str, Sequence[int]]], frame: ChartFrame
) -> tuple[float, float, float]:
    """Where names start, where the plot ends before the totals, and the room of a name's line."""
    letter = frame.letter
    total = max(chart_text_width(signed(totals[-1]), letter) for _, totals in series) * 1.15
    beside = total + letter * 2.4
    words = (word.rstrip() for name, _ in series for word in name_words(name))
    longest = max((chart_text_width(word, letter) for word in words), default=0)
    most = max(frame.labels, min(MOST_LABELS, (longest + beside) / frame.width))
    whole = max(chart_text_width(name, letter) for name, _ in series)
    room = min(frame.width * most - beside, whole)
    names = frame.width - room - letter * 0.2
    return names, names - letter * 2.2 - total, room + letter * 0.1


def _shifts(
    series: Sequence[tuple[str, Sequence[int]]], late: Sequence[int], letter: float, unit: float
) -> tuple[float, ...]:
    """How far each line is shifted, where some would hide others; `unit` is the height of 1."""
    steps_taken = [
        (at, pair)
        for (_, totals), begin in zip(series, late, strict=True)
        for at, pair in enumerate(pairwise(totals), begin)
    ]
    if len(set(steps_taken)) == len(steps_taken):
        return (0.0,) * len(series)
    apart = min(0.2 * letter, 0.7 * unit / len(series))
    return tuple(apart * (place - (len(series) - 1) / 2) for place in range(len(series)))


def rounds_named(first: int, count: int, most: int) -> list[int]:
    """Return the places of the rounds that an axis names: evenly apart, round numbers."""
    last = first + count - 1
    step = next(step for step in _round_steps() if last // step - first // step < most)
    return [at for at in range(count) if (first + at) % step == 0 or count == 1]


def _round_steps() -> Iterator[int]:
    size = 1
    while True:
        yield from (size, 2 * size, 5 * size)
        size *= 10


def _points_marked(points: Sequence[Point], frame: ChartFrame) -> list[Point]:
    """The points that bear a sign: all of few, some of many, always the last."""
    every = -(-len(points) // (2 * frame.rounds))
    return [point for at, point in enumerate(reversed(points)) if at % every == 0][::-1]


WIDTH = 1000.0
SURVIVORS_GAP, EDGE = 20.0, 36.0
HIGH, ROUND = 176.0, 22.0  # of a tile
FEW = 10  # up to so many players in two columns, more in three
IN_ROW = 6  # up to so many coins are drawn on a tile
IN_POT = 12  # and in the pot
WORTH = "25"
TILES_REMEMBERED = 1024  # tiles: most are as they were a round ago


@dataclass(frozen=True, slots=True)
class Survivor:
    """Somebody on the board. `out_in`: the round in which he went out; `winner`: the last one."""

    name: str
    coins: int
    on_face: bool = False
    out_in: int | None = None
    winner: bool = False

    @property
    def words(self) -> Phrase:
        """How it stands with him."""
        if self.out_in is not None:
            return Phrase("out in round {number}", {"number": self.out_in})
        if self.winner:
            return Phrase("last one in")
        return Phrase("on their face") if self.on_face else Phrase("")


def survivors_drawing(people: Sequence[Survivor], pot: int) -> Drawing:
    """A tile for everyone, row by row in their order, and the pot below them."""
    across = 2 if len(people) <= FEW else 3
    wide = (WIDTH - 2 * EDGE - (across - 1) * SURVIVORS_GAP) / across
    rows = -(-len(people) // across)
    tiles = [
        _tile(
            person,
            Area(
                EDGE + place % across * (wide + SURVIVORS_GAP),
                EDGE + place // across * (HIGH + SURVIVORS_GAP),
                wide,
                HIGH,
            ),
            f"player-{place}",
        )
        for place, person in enumerate(people)
    ]
    room = Area(EDGE, EDGE + rows * (HIGH + SURVIVORS_GAP), WIDTH - 2 * EDGE, HIGH)
    height = room.foot + EDGE
    table = Rect(Area(0, 0, WIDTH, height), "rim", None, 0.0, 56.0)
    trim = Rect(Area(0, 0, WIDTH, height).inset(14), None, "coin", 3.0, 44.0)
    items: tuple[Item, ...] = (table, trim, *tiles, Group(_pot(pot, room), key="pot"))
    return Drawing(WIDTH, height, Phrase("Who is still in"), _describe(people, pot), items)


def _describe(people: Sequence[Survivor], pot: int) -> tuple[Phrase, ...]:
    """Describe the whole drawing in words."""
    phrases = []
    for person in people:
        params: dict[str, str | int | Phrase] = {"name": person.name, "coins": person.coins}
        state = person.words
        if person.out_in is not None or person.on_face:
            phrases.append(Phrase("{name}: {state}", {**params, "state": state}))
        elif person.winner:
            phrases.append(Phrase("{name}: {coins}, {state}", {**params, "state": state}))
        else:
            phrases.append(Phrase("{name}: {coins}", params))
    return (*phrases, Phrase("in the pot: {coins}", {"coins": pot}))


@lru_cache(TILES_REMEMBERED)
def _tile(survivor: Survivor, area: Area, key: str) -> Group:
    """Somebody's tile."""
    return Group(_on_tile(survivor, area), key=key)


def _on_tile(survivor: Survivor, area: Area) -> tuple[Item, ...]:
    """Return the name, and below it coins, a face without coins, or the round of going out."""
    inner = area.inset(24, 14)
    upper, lower = inner.strip(0, 0.46), inner.strip(0.5, 1)
    if survivor.out_in is not None:
        return (
            Rect(area, None, "light", 2.0, ROUND),
            Text(upper, as_is(survivor.name), 46.0, "light", "bold", "start", 2, struck=True),
            Text(lower, survivor.words, 40.0, "light", "text", "start"),
        )
    name = Text(upper, as_is(survivor.name), 46.0, "ink", "bold", "start", 2)
    ground = Rect(area, "ground", "line", 2.0, ROUND)
    if survivor.on_face:
        radius = lower.height / 2
        words = Area(lower.x + lower.height + 16, lower.y, lower.width - lower.height - 16, 0)
        state = Text(
            replace(words, height=lower.height), survivor.words, 40.0, "ink", "text", "start", 2
        )
        return (ground, name, face(lower.x + radius, lower.middle[1], radius), state)
    if survivor.winner:
        size = upper.height * 0.5
        shine = star(upper.right - size, upper.middle[1] + 4, size)
        ground = Rect(area, "felt", "coin", 8.0, ROUND)
        name = replace(name, area=replace(upper, width=upper.width - 2 * size - 10))
        return (ground, name, shine, *_coins(survivor.coins, lower, IN_ROW))
    return (ground, name, *_coins(survivor.coins, lower, IN_ROW))


def _coins(count: int, room: Area, most: int) -> tuple[Item, ...]:
    """Return coins from the left, at most so many of them, overlapping if room is short, and their
    number at the right."""
    number = Text(room, as_is(str(count)), room.height * 0.75, "ink", "bold", "end")
    radius, visible = room.height / 2, min(count, most)
    if not visible:
        return (number,)
    free = room.width - text_width(str(count)) * number.size - 16 - 2 * radius
    step = min(2.1 * radius, free / max(visible - 1, 1))
    x, y = room.x + radius, room.middle[1]
    coins = (
        coin(
            x + place * step,
            y,
            radius,
            "" if step < 2 * radius and place < visible - 1 else WORTH,
        )
        for place in range(visible)
    )
    return (*coins, number)


def _pot(pot: int, area: Area) -> tuple[Item, ...]:
    """The pot with what lies in it."""
    inner = area.inset(30, 22)
    label = replace(inner, width=150.0)
    coins = Area(inner.x + 170, inner.y + 22, inner.width - 170, inner.height - 44)
    return (
        Rect(area, "felt", "coin", 4.0, area.height / 2),
        Text(label, Phrase("Pot"), 60.0, "ink", "display"),
        *_coins(pot, coins, IN_POT),
    )
