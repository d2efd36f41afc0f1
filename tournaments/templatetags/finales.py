"""Tags that draw the end of a game: suits over the felt, and the run of the totals; and the chart
of a person's years."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from rulesets.drawing.vectors import Area, Group, Path
from rulesets.drawing.victory import strew
from tournaments.web.collation import initials
from tournaments.web.wording import spoken_place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.standings.records import Tally
    from tournaments.scores.finale import Finale, RunLine

register = template.Library()
register.filter(initials)

FELT = 390.0  # the width that the suits are laid out for
WIDE, HIGH, FOOT, HEAD, RIGHT = 358.0, 92.0, 84.0, 8.0, 312.0  # of the run
MOST_LINES = 12


@register.simple_tag
@cache
def strewn() -> SafeString:
    """Draw the suits around a win; decoration."""
    pips = []
    for group in strew(Area(0, 0, FELT, FELT)).items:
        if isinstance(group, Group):
            x, y = group.about
            turn = f"rotate({group.turn:g} {x:g} {y:g})"
            shapes = "".join(_shape(path) for path in group.items if isinstance(path, Path))
            pips.append(f'<g class="pip"><g transform="{turn}">{shapes}</g></g>')
    return mark_safe(  # noqa: S308  numbers alone
        f'<svg class="strew" viewBox="0 0 {FELT:g} {FELT:g}" aria-hidden="true"'
        f' preserveAspectRatio="xMidYMin slice">{"".join(pips)}</svg>'
    )


def _shape(path: Path) -> str:
    steps = "".join(step + " ".join(f"{n:.1f}" for n in at) for step, at in path.segments)
    return f'<path d="{steps}"/>'


@register.simple_tag
def race(ending: Finale) -> SafeString:
    """Draw the totals after each round as lines, the winner's in brass; nothing for fewer than two
    rounds."""
    if not ending.run:
        return mark_safe("")
    nearest = _nearest(ending.run)
    rounds = max(len(line.totals) for line in nearest)
    values = [total for line in nearest for total in line.totals]
    low, high = min(0, *values), max(1, *values)
    best = [line for line in nearest if line.is_winner]
    others = [line for line in nearest if not line.is_winner]
    points = [_points(line.totals, rounds, low, high) for line in (*others, *best)]
    lines = [
        _line(line_points, is_best=line.is_winner)
        for line, line_points in zip((*others, *best), points, strict=True)
    ]
    ends = [line_points[-1] for line_points in points[len(others) :]]
    dots = "".join(f'<circle cx="{x}" cy="{y}" r="5"/>' for x, y in ends)
    description = _("The totals after each round. At the end: {totals}").format(
        totals=", ".join(f"{line.name} {line.totals[-1]}" for line in nearest)
    )
    # Only numbers.
    body = mark_safe(  # noqa: S308
        f'<path class="way" d="M0 {FOOT:g}H{WIDE:g}M0 {HEAD:g}H{RIGHT:g}"/>'
        f"{''.join(lines)}{dots}"
        f'<text x="{WIDE:g}" y="{HEAD + 4:g}">{high}</text>'
    )
    return format_html(
        '<svg class="race" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>',
        f"{WIDE:g}",
        f"{HIGH:g}",
        description,
        body,
    )


def _nearest(run: Sequence[RunLine]) -> list[RunLine]:
    """Return all lines, or of many the winners' and those with the nearest totals at the end."""
    best = [line for line in run if line.is_winner]
    top = best[0].totals[-1] if best else 0
    others = sorted(
        (line for line in run if not line.is_winner), key=lambda other: abs(other.totals[-1] - top)
    )
    return (best + others)[:MOST_LINES]


def _line(points: Sequence[tuple[str, str]], *, is_best: bool) -> str:
    steps = "L".join(f"{x} {y}" for x, y in points)
    return f'<path class="{"best" if is_best else "other"}" d="M{steps}"/>'


def _points(totals: Sequence[int], rounds: int, low: int, high: int) -> list[tuple[str, str]]:
    """Return the points of the totals on a chart of so many rounds; fewer totals are those of the
    last rounds."""
    step = (RIGHT - 6) / max(rounds - 1, 1)
    return [
        (f"{6 + step * at:.1f}", f"{FOOT - (FOOT - HEAD) * (total - low) / (high - low):.1f}")
        for at, total in enumerate(totals, rounds - len(totals))
    ]


YEARS_HIGH, YEARS_TOP, YEARS_FOOT = 128.0, 14.0, 96.0


@register.simple_tag
def years_chart(years: Sequence[tuple[int, Tally]]) -> SafeString:
    """Draw the mean place of each year as a line, the first place on top; nothing for a single
    year."""
    places = [(year, tally.place) for year, tally in years if tally.place]
    if len(places) < 2:
        return mark_safe("")
    last = max(2, round(max(place for _year, place in places) + 0.49))
    marks = sorted({1, (last + 1) // 2, last})

    def height(place: float) -> float:
        return YEARS_TOP + (YEARS_FOOT - YEARS_TOP) * (place - 1) / (last - 1)

    step = (322 - 14) / (len(places) - 1)
    points = [(14 + step * at, height(place)) for at, (_year, place) in enumerate(places)]
    grid = "".join(
        f'<path class="way" d="M0 {height(mark):.1f}H330"/>'
        f'<text x="358" y="{height(mark) + 4:.1f}">{spoken_place(mark)}</text>'
        for mark in marks
    )
    line = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    every = -(-len(places) // 6)
    labels = "".join(
        f'<text class="year" x="{x:.1f}" y="118">{year}</text>'
        for at, ((x, _y), (year, _place)) in enumerate(zip(points, places, strict=True))
        if at % every == 0
    )
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4"/>' for x, y in points[:-1])
    x, y = points[-1]
    description = _("Average place by year: {years}").format(
        years=", ".join(f"{year} {place:.1f}" for year, place in places)
    )
    body = mark_safe(  # noqa: S308  numbers alone
        f'{grid}<path class="line" d="M{line}"/>{dots}'
        f'<circle class="now-year" cx="{x:.1f}" cy="{y:.1f}" r="6"/>{labels}'
    )
    return format_html(
        '<svg class="years" viewBox="0 0 358 128" role="img" aria-label="{}">{}</svg>',
        description,
        body,
    )
