"""Tags and filters for charts and figures: sparklines, arrows of movement, QR codes, signed
numbers, the run of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import zip_longest
from typing import TYPE_CHECKING, TypeVar
from unicodedata import east_asian_width

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, ngettext

from rulesets.drawing.run_chart import LINE, Chart, ChartFrame, ChartLabel, ChartLine
from rulesets.drawing.run_chart import run_chart as laid_out
from rulesets.drawing.scoreboard import EMPTY, Cell, Column, Row, Scoreboard
from rulesets.engine.text import as_is, signed
from tournaments.web.qr_codes import code_of

if TYPE_CHECKING:
    from tournaments.web.labels import DealLabels


register = template.Library()
T = TypeVar("T")

WIDTH, HEIGHT, MARGIN = 96.0, 26.0, 3.0
ARROWS = {"up": "M6 1l5.5 9H.5z", "down": "M6 11 .5 2h11z"}


@register.simple_tag
def sparkline(values: Sequence[int], label: str = "", top: int = 0) -> SafeString:
    """Draw a line through `values`, from zero up to `top` (or their own highest).

    `label`: the text for screen readers; without it the line is decoration beside the figures.
    """
    if len(values) < 2:
        return mark_safe("")
    low, high = min(0, *values), max(top, *values)
    span = (high - low) or 1
    step = (WIDTH - 2 * MARGIN) / (len(values) - 1)
    foot, rise = HEIGHT - MARGIN, (HEIGHT - 2 * MARGIN) / span
    points = [
        (f"{MARGIN + i * step:.1f}", f"{foot - (value - low) * rise:.1f}")
        for i, value in enumerate(values)
    ]
    named = format_html('role="img" aria-label="{}"', label) if label else 'aria-hidden="true"'
    # Only numbers and the result of format_html: nothing is left to escape.
    line = " ".join(f"{x},{y}" for x, y in points)
    x, y = points[-1]
    return mark_safe(  # noqa: S308
        f'<svg class="spark" viewBox="0 0 {WIDTH:.0f} {HEIGHT:.0f}" {named}>'
        f'<polyline points="{line}"/><circle cx="{x}" cy="{y}" r="2.6"/></svg>'
    )


@register.simple_tag
def moved(places: int | None) -> SafeString:
    """Draw the places up (positive) or down since the last set: an arrow, a number and words;
    nothing for None, where there was no place before."""
    return SafeString() if places is None else _moved(places, get_language())


@lru_cache(maxsize=1024)
def _moved(places: int, _language: str | None) -> SafeString:
    if not places:
        return format_html(
            '<span class="moved"><span aria-hidden="true">–</span>'
            '<span class="visually-hidden">{}</span></span>',
            gettext("same place"),
        )
    count = abs(places)
    if places > 0:
        way, words = "up", ngettext("up %(n)d place", "up %(n)d places", count) % {"n": count}
    else:
        way, words = "down", ngettext("down %(n)d place", "down %(n)d places", count) % {"n": count}
    return format_html(
        '<span class="moved {0}"><svg viewBox="0 0 12 12" aria-hidden="true"><path d="{1}"/></svg>'
        '<span aria-hidden="true">{2}</span><span class="visually-hidden">{3}</span></span>',
        way,
        ARROWS[way],
        count,
        words,
    )


@register.filter
def numbered(called: DealLabels, number: int) -> str:
    """Return the name of one deal of an event: "Round 3"."""
    return called.numbered(number)


@register.filter
def gain(points: int | None) -> str:
    """Write points with their sign: "+3", "−2" (a true minus sign), "0"; a dash for None."""
    if points is None:
        return "–"
    return f"+{points}" if points > 0 else signed(points)


@register.filter
def with_sign(total: int | None) -> str:
    """Write a total with a true minus sign; a dash for None."""
    return "–" if total is None else signed(total)


@register.filter
@lru_cache(maxsize=16384)
def name_size(name: str) -> str:
    """Return the size of a name if space is short, for a class: "l", "m", "s" or "xs".

    Wide letters (Chinese, Japanese, Korean) count twice; a long word counts more than many short
    ones, because it cannot be broken.
    """

    def wide(text: str) -> int:
        return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)

    longest = max(map(wide, name.replace("-", "- ").split()), default=0)
    width = max(wide(name), longest * 2.2)
    limits = ((12, "l"), (18, "m"), (28, "s"))
    return next((size for limit, size in limits if width <= limit), "xs")


@register.simple_tag
def qr(address: str, label: str = "") -> SafeString:
    """Draw `address` as a QR code, black on white in every theme; `label`: for screen readers."""
    code_svg = code_of(address).svg_inline(
        scale=4, border=2, omitsize=True, svgclass=None, lineclass=None
    )
    named = label or gettext("QR code of this address")
    return format_html('<span role="img" aria-label="{}">{}</span>', named, mark_safe(code_svg))  # noqa: S308  segno's own drawing


@register.filter
def percent(part: float | None) -> str:
    """Write a part from 0 to 1 as a whole percentage; a dash for None."""
    return "–" if part is None else f"{round(100 * part)}%"


@register.filter
def of_entry(by_entry: Mapping[int, T], entry_id: int) -> T | None:
    """Return the value of an entry; None if it has none."""
    return by_entry.get(entry_id)


RUN_FRAMES = {
    "narrow": ChartFrame(width=360, height=270, letter=12, labels=0.44, rounds=6),
    "wide": ChartFrame(width=960, height=380, letter=15, labels=0.26, rounds=13),
    "wall": ChartFrame(width=1560, height=880, letter=44, labels=0.3, rounds=13),
    "wall-narrow": ChartFrame(width=1200, height=1060, letter=44, labels=0.36, rounds=9),
}
LEAST = 22  # letters on the wall
COLOURS = 8  # .run-0 to .run-7 in the stylesheet
# In heights of letters; with the signs below, thirty lines all differ without colour.
DASHES = ("", "0.7 0.35", "0.16 0.3", "1.2 0.3 0.16 0.3", "1.6 0.5")
# On a field from -1 to 1.
SIGNS = (
    "M-1,0A1,1 0 1 1 1,0A1,1 0 1 1 -1,0z",  # disc
    "M-.9,-.9H.9V.9H-.9z",  # square
    "M0,-1.1L1.1,.9H-1.1z",  # triangle
    "M0,-1.3L1.1,0L0,1.3L-1.1,0z",  # diamond
    "M-1,-.4H-.4V-1H.4V-.4H1V.4H.4V1H-.4V.4H-1z",  # plus
    "M0,1.1L-1.1,-.9H1.1z",  # triangle on its point
)


@dataclass(frozen=True, slots=True)
class Drawing:
    """One SVG: its class, its box, the height of its letters, and its content."""

    kind: str
    width: str
    height: str
    letter: str
    inside: SafeString


@register.inclusion_tag("standings/_run_chart.html")
def run_chart(
    series: Sequence[tuple[str, Sequence[int | None]]],
    size: str = "",
    title: str = "",
    first: int = 0,
    step: str = "",
) -> dict[str, object]:
    """Draw `series` as lines; nothing if there are no totals yet.

    `first`: the round of the first totals, 0 for those before the first round; `step`: the word for
    a round, if it is another.
    """
    kinds = ("wall", "wall-narrow") if size == "wall" else ("narrow", "wide")
    charts = [(kind, *_laid_out(series, kind, first)) for kind in kinds]
    title = title or gettext("The run of the game")
    step = step or gettext("Round")
    return {
        "title": title,
        "description": describe_series(title, series),
        "drawings": [
            _draw_run(kind, chart, letter, step) for kind, chart, letter in charts if chart
        ],
        "board": None if size == "wall" else table(title, series, first),
        "wall": size == "wall",
        "step": step,
    }


def describe_series(title: str, series: Sequence[tuple[str, Sequence[int | None]]]) -> str:
    """Describe the drawing in a sentence: the last totals, the highest first."""
    ends = sorted((-(totals[-1] or 0), name) for name, totals in series if totals)
    return f"{title}: " + ", ".join(f"{name} {signed(-total)}" for total, name in ends)


def table(title: str, series: Sequence[tuple[str, Sequence[int | None]]], first: int) -> Scoreboard:
    """Return the series as a board with a row for each round."""
    rounds = zip_longest(*(totals for _, totals in series))
    return Scoreboard(
        as_is(title),
        tuple(Column(as_is(name)) for name, _ in series),
        tuple(
            Row(
                as_is(str(number)),
                tuple(EMPTY if total is None else Cell(total) for total in totals),
            )
            for number, totals in enumerate(rounds, first)
        ),
    )


def _laid_out(
    series: Sequence[tuple[str, Sequence[int | None]]], kind: str, first: int
) -> tuple[Chart | None, float]:
    """Return the chart and the height of its letters, which on the wall are as large as fits."""
    frame = RUN_FRAMES[kind]
    chart = laid_out(series, frame, first)
    while (
        chart and kind.startswith("wall") and chart.height > frame.height and frame.letter > LEAST
    ):
        frame = replace(frame, letter=frame.letter - 2)
        chart = laid_out(series, frame, first)
    return chart, frame.letter


def _draw_run(kind: str, chart: Chart, letter: float, step: str) -> Drawing:
    lines = list(enumerate(chart.lines))
    inside = format_html(
        "{}{}{}{}",
        _axes(chart, letter, step),
        format_html_join("", "{}", ((_line(line, style, letter),) for style, line in lines)),
        format_html_join("", "{}", ((_leader(chart, line, letter),) for _, line in lines)),
        format_html_join(
            "", "{}", ((_label(chart, line.label, style, letter),) for style, line in lines)
        ),
    )
    return Drawing(kind, _short(chart.width), _short(chart.height), _short(letter), inside)


def _short(number: float) -> str:
    """Write a number for SVG in tenths, without a zero at the end."""
    return f"{number:.1f}".removesuffix(".0")


def _axes(chart: Chart, letter: float, step: str) -> SafeString:
    values = format_html_join(
        "",
        '<path class="run-grid{}" d="M{},{}H{}"/><text x="{}" y="{}" text-anchor="end">{}</text>',
        (
            (
                " zero" if value == 0 else "",
                _short(chart.left),
                _short(y),
                _short(chart.right),
                _short(chart.left - letter * 0.5),
                _short(y + letter * 0.36),
                signed(value),
            )
            for value, y in chart.values
        ),
    )
    rounds = format_html_join(
        "",
        '<path class="run-tick" d="M{0},{1}v{2}"/>'
        '<text x="{0}" y="{3}" text-anchor="middle">{4}</text>',
        (
            (
                _short(x),
                _short(chart.bottom),
                _short(letter * 0.4),
                _short(chart.bottom + letter * 1.45),
                number,
            )
            for number, x in chart.rounds
        ),
    )
    words = format_html(
        '<text x="{}" y="{}" text-anchor="middle">{}</text>',
        _short((chart.left + chart.right) / 2),
        _short(chart.bottom + letter * 2.75),
        step,
    )
    return format_html('<g class="run-axes">{}{}{}</g>', values, rounds, words)


def _line(line: ChartLine, style: int, letter: float) -> SafeString:
    """Draw a line and the signs at its points."""
    dashes = " ".join(_short(float(dash) * letter) for dash in DASHES[style % len(DASHES)].split())
    dashed = format_html(' stroke-dasharray="{}"', dashes) if dashes else ""
    signs = format_html_join(
        "",
        '<path transform="translate({} {}) scale({})" d="{}"/>',
        (
            (_short(x), _short(y), _short(letter * 0.3), SIGNS[style % len(SIGNS)])
            for x, y in line.marked
        ),
    )
    return format_html(
        '<g class="run-line run-{}"><polyline points="{}"{}/>{}</g>',
        style % COLOURS,
        " ".join(f"{_short(x)},{_short(y)}" for x, y in line.points),
        dashed,
        signs,
    )


def _leader(chart: Chart, line: ChartLine, letter: float) -> SafeString:
    """Draw a thin line from the last point to the label."""
    x, y = line.points[-1]
    return format_html(
        '<path class="run-lead" d="M{},{}L{},{}L{},{}"/>',
        _short(x + letter * 0.45),
        _short(y),
        _short(chart.right + letter * 0.6),
        _short(y),
        _short(chart.right + letter * 1.5),
        _short(line.label.y),
    )


def _label(chart: Chart, label: ChartLabel, style: int, letter: float) -> SafeString:
    """Draw the total and the lines of the name; the tooltip has a shortened name in full."""
    high = letter * LINE
    top = label.y - high * (len(label.lines) - 1) / 2 + letter * 0.36
    names = format_html_join(
        "",
        '<text x="{}" y="{}">{}</text>',
        (
            (_short(chart.names), _short(top + high * place), words)
            for place, words in enumerate(label.lines)
        ),
    )
    whole = format_html("<title>{}</title>", label.whole) if label.cut else ""
    return format_html(
        '<g class="run-label run-{}">{}<text class="run-total" x="{}" y="{}"'
        ' text-anchor="end">{}</text>{}</g>',
        style % COLOURS,
        whole,
        _short(chart.names - letter * 0.45),
        _short(label.y + letter * 0.36),
        signed(label.total),
        names,
    )
