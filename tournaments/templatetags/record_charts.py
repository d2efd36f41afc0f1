"""Tags that draw records: somebody's years, a duel, a mean against the room. Readable in grey, with
the numbers in words."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournaments.templatetags.icons import CROWN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.records.person_pages import YearPoint

register = template.Library()

WIDE, HIGH = 358.0, 132.0
LEFT, RIGHT, TOP, FOOT = 8.0, 286.0, 14.0, 98.0
FEWEST_YEARS = 3  # a line of two says less than two numbers
EACH = 5  # years that the axis names are divisible by it
FEW_YEARS = 6  # of so many, each is named


@register.simple_tag
def years_chart(years: Sequence[YearPoint]) -> SafeString:
    """Draw the share of the others beaten in each year: hollow and thin for a year of one evening,
    nothing over a year without any, a crown for a champion. Nothing for fewer than three years."""
    if len(years) < FEWEST_YEARS:
        return mark_safe("")
    first, last = years[0].year, years[-1].year
    step = (RIGHT - LEFT) / (last - first)
    points = [
        (point, LEFT + step * (point.year - first), FOOT - (FOOT - TOP) * point.beaten)
        for point in years
    ]
    parts = [
        f'<path class="way" d="M0 {TOP:g}H298M0 {FOOT:g}H298"/>',
        f'<path class="half" d="M0 {(TOP + FOOT) / 2:g}H298"/>',
    ]
    for (start, x, y), (end, next_x, next_y) in pairwise(points):
        if end.year == start.year + 1:
            many = " many" if min(start.evenings, end.evenings) > 1 else ""
            parts.append(
                f'<path class="line{many}" d="M{x:.1f} {y:.1f}L{next_x:.1f} {next_y:.1f}"/>'
            )
    for point, x, y in points:
        if point.is_champion:
            parts.append(
                f'<g transform="translate({x - 9:.1f} {y - 9:.1f}) scale(.9)">'
                f'<path class="top" d="{CROWN}"/></g>'
            )
        else:
            many = ' class="many"' if point.evenings > 1 else ""
            parts.append(f'<circle{many} cx="{x:.1f}" cy="{y:.1f}" r="4"/>')
    for year in range(first, last + 1):
        if year % EACH == 0 or last - first < FEW_YEARS:
            x = LEFT + step * (year - first)
            parts.append(f'<text class="year" x="{x:.1f}" y="126">{year}</text>')
    description = _("Share of the others beaten: {years}").format(
        years=", ".join(f"{point.year} {round(100 * point.beaten)}%" for point in years)
    )
    ends = ((_("first"), TOP), (_("middle"), (TOP + FOOT) / 2), (_("last"), FOOT))
    labels = [
        format_html('<text x="{}" y="{}">{}</text>', f"{WIDE:g}", f"{y + 4:g}", words)
        for words, y in ends
    ]
    body = mark_safe("".join((*parts, *labels)))  # noqa: S308  numbers, and words that are escaped
    return format_html(
        '<svg class="years" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>',
        *(f"{WIDE:g}", f"{HIGH:g}", description, body),
    )


@register.simple_tag
def tug(ahead: int, level: int, behind: int) -> SafeString:
    """Draw a duel as a bar: full for ahead, a gap for level, hatched for behind."""
    total = max(ahead + level + behind, 1)
    mine, tie = 100 * ahead / total, 100 * level / total
    rest = max(0.0, 100 - mine - tie)
    hatches = "".join(
        f'<path class="hatch" d="M{x:.1f} 8L{min(x + 2, 100):.1f} 0"/>'
        for x in _steps(mine + tie + 1, 98)
    )
    words = _("{ahead} ahead, {level} level, {behind} behind")
    return format_html(
        '<svg class="tug" viewBox="0 0 100 8" preserveAspectRatio="none" role="img"'
        ' aria-label="{}">{}</svg>',
        words.format(ahead=ahead, level=level, behind=behind),
        mark_safe(  # noqa: S308  numbers alone
            f'<rect class="mine" width="{mine:.1f}" height="8"/>'
            f'<rect class="tie" x="{mine:.1f}" width="{tie:.1f}" height="8"/>'
            f'<rect class="theirs" x="{mine + tie:.1f}" width="{rest:.1f}" height="8"/>{hatches}'
        ),
    )


def _steps(start: float, end: float) -> list[float]:
    """Return places from one to the other, three apart."""
    return [start + 3 * number for number in range(max(0, int((end - start) // 3) + 1))]


@register.simple_tag
def strip(results: Sequence[str]) -> SafeString:
    """Draw how evenings ended, the oldest first: full for ahead, hollow for behind, half for
    level."""
    words = {"ahead": _("ahead"), "level": _("level"), "behind": _("behind")}
    parts = []
    for number, result in enumerate(results):
        x = 9 + 20 * number
        parts.append(f'<circle{" class=full" if result == "ahead" else ""} cx="{x}" cy="9" r="7"/>')
        if result == "level":
            parts.append(f'<path class="full" d="M{x} 2a7 7 0 0 0 0 14z"/>')
    return format_html(
        '<svg class="strip" viewBox="0 0 {} 18" role="img" aria-label="{}">{}</svg>',
        max(20 * len(results) - 2, 18),
        ", ".join(words[result] for result in results),
        mark_safe("".join(parts)),  # noqa: S308  numbers alone
    )


@register.simple_tag
def above_bar(share: float) -> SafeString:
    """Draw a mean against the room as a bar from the middle, hollow below it; decoration beside the
    figure. `share`: of the longest bar, -1 to 1."""
    width = 46 * min(abs(share), 1)
    kind, x = ("more", 50.0) if share >= 0 else ("less", 50 - width)
    return mark_safe(  # noqa: S308  numbers alone
        '<svg class="mid" viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden="true">'
        '<path class="axis" d="M50 0V24"/>'
        f'<rect class="{kind}" x="{x:.1f}" y="6" width="{width:.1f}" height="12"/></svg>'
    )
