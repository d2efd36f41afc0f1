"""The run of a game as a drawing: a line for everyone, named where it ends.

    {% load runcharts %}
    {% run_chart series %}                      on desks and phones (drawn for both)
    {% run_chart series size="wall" %}          for the wall, without the table

`series` are pairs of a name and the totals after each round. Pages load
`tournaments/css/play.css`. Lines differ by colour, by dashes and by the sign at their points, so
that they can be told apart without colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from rulesets.drawing.run_chart import LINE, Chart, ChartFrame, ChartLabel, ChartLine
from rulesets.drawing.run_chart import run_chart as laid_out
from rulesets.drawing.scoreboard import EMPTY, Cell, Column, Row, Scoreboard
from rulesets.engine.words import as_is, signed

register = template.Library()

FRAMES = {
    "narrow": ChartFrame(width=360, height=270, letter=12, labels=0.44, rounds=6),
    "wide": ChartFrame(width=960, height=380, letter=15, labels=0.26, rounds=13),
    "wall": ChartFrame(width=1760, height=760, letter=34, labels=0.3, rounds=13),
}
LEAST = 20  # letters on the wall
COLOURS = 8  # .run-0 to .run-7 in the stylesheet
# In letters' heights; with the signs below, thirty lines are all different without colour.
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
    """One SVG: its class, its box, its letters' height and what is in it."""

    kind: str
    width: str
    height: str
    letter: str
    inside: SafeString


@register.inclusion_tag("standing/_run_chart.html")
def run_chart(
    series: Sequence[tuple[str, Sequence[int]]],
    size: str = "",
    title: str = "",
    first: int = 0,
    step: str = "",
) -> dict[str, object]:
    """`series` as lines; nothing at all where there are no totals yet.

    `first` is the round of the first totals: 0 where they are those from before the first round;
    `step` what it is called where it is no round.
    """
    wanted = ("wall",) if size == "wall" else ("narrow", "wide")
    charts = [(kind, *_laid_out(series, kind, first)) for kind in wanted]
    title = title or gettext("The run of the game")
    step = step or gettext("Round")
    return {
        "title": title,
        "told": told(title, series),
        "drawings": [_drawn(kind, chart, letter, step) for kind, chart, letter in charts if chart],
        "board": None if size == "wall" else table(title, series, first),
        "wall": size == "wall",
        "step": step,
    }


def told(title: str, series: Sequence[tuple[str, Sequence[int]]]) -> str:
    """The drawing in a sentence: who stands where at the end, the highest first."""
    ends = sorted((-totals[-1], name) for name, totals in series if totals)
    return f"{title}: " + ", ".join(f"{name} {signed(-total)}" for total, name in ends)


def table(title: str, series: Sequence[tuple[str, Sequence[int]]], first: int) -> Scoreboard:
    """The same as a board: a row for each round."""
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
    series: Sequence[tuple[str, Sequence[int]]], kind: str, first: int
) -> tuple[Chart | None, float]:
    """The chart and the height of its letters, which on the wall are as large as fits."""
    frame = FRAMES[kind]
    chart = laid_out(series, frame, first)
    while chart and kind == "wall" and chart.height > frame.height and frame.letter > LEAST:
        frame = replace(frame, letter=frame.letter - 2)
        chart = laid_out(series, frame, first)
    return chart, frame.letter


def _drawn(kind: str, chart: Chart, letter: float, step: str) -> Drawing:
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
    """A number as SVG needs it, no longer than it must be."""
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
        '<text class="run-words" x="{}" y="{}" text-anchor="middle">{}</text>',
        _short((chart.left + chart.right) / 2),
        _short(chart.bottom + letter * 2.75),
        step,
    )
    return format_html('<g class="run-axes">{}{}{}</g>', values, rounds, words)


def _line(line: ChartLine, style: int, letter: float) -> SafeString:
    """The line itself and the signs at its points."""
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
    """A thin line from the last point to the label."""
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
    """The total, and the name in its lines; a name that is cut is whole in its tooltip."""
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
