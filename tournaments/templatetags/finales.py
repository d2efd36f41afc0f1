"""Tags that draw the end of a game: suits over the felt, and the run of the totals."""

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

if TYPE_CHECKING:
    from collections.abc import Sequence

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
