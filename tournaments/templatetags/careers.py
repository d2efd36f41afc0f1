"""Drawings of somebody's evenings: how each ended, and who beat whom how often.

    {% load careers %}
    {% place_chart evenings years %}   the finished evenings, oldest first; the years' tallies
    {% versus_bar against %}           beside the figures of one row

Pages load `tournaments/css/play.css` and `people.css`. What a colour says, a shape or a figure says
too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

if TYPE_CHECKING:
    from rulesets.standings.records import Against, Tally
    from tournaments.people.records import Attended

register = template.Library()

BAR = 100.0  # how long the bar of all meetings is
STAR = "M0-5.4 1.5-1.9 5.2-1.6 2.4.8 3.3 4.5 0 2.5-3.3 4.5-2.4.8-5.2-1.6-1.5-1.9z"


@dataclass(frozen=True, slots=True)
class Frame:
    """The box of a drawing: where the plot lies in it, and how high its letters are."""

    kind: str
    width: float
    height: float
    letter: float
    left: float

    @property
    def right(self) -> float:
        return self.width - self.letter

    @property
    def top(self) -> float:
        return self.letter

    @property
    def bottom(self) -> float:
        return self.height - self.letter * 2

    def y(self, beaten: float) -> float:
        """How high a part of the others beaten stands."""
        return self.bottom - beaten * (self.bottom - self.top)

    def x(self, number: float, count: int) -> float:
        """Where the evening of that number stands, of so many."""
        first, last = self.left + self.letter, self.right - self.letter
        return (first + last) / 2 if count < 2 else first + (last - first) * number / (count - 1)


FRAMES = (
    Frame("narrow", 360, 210, 12, left=52),
    Frame("wide", 960, 260, 15, left=66),
)


@register.inclusion_tag("people/_place_chart.html")
def place_chart(
    evenings: Sequence[Attended], years: Sequence[tuple[int, Tally]]
) -> dict[str, object]:
    """Each evening as a point, from first place down to last, and a line through the years' means;
    nothing before there are two evenings."""
    if len(evenings) < 2:
        return {"drawings": []}
    means = ", ".join(f"{year} {percent(one.beaten)}" for year, one in years)
    told = gettext("How the evenings ended, as the part of the others beaten: {means}")
    return {
        "told": told.format(means=means),
        "drawings": [(frame, _drawn(frame, evenings, years)) for frame in FRAMES],
        "line": len(years) > 1,
    }


def _drawn(
    frame: Frame, evenings: Sequence[Attended], years: Sequence[tuple[int, Tally]]
) -> SafeString:
    count = len(evenings)
    spans = {
        year: [number for number, one in enumerate(evenings) if one.date.year == year]
        for year, _tally in years
    }
    points = " ".join(
        f"{frame.x((found[0] + found[-1]) / 2, count):.1f},{frame.y(one.beaten or 0):.1f}"
        for (_year, one), found in zip(years, spans.values(), strict=True)
    )
    line = format_html('<polyline class="career-line" points="{}"/>', points)
    return format_html(
        "{}{}{}{}",
        _grid(frame),
        _years(frame, [(year, found[0]) for year, found in spans.items()], count),
        line if len(years) > 1 else "",
        format_html_join(
            "", "{}", ((_point(frame, one, number, count),) for number, one in enumerate(evenings))
        ),
    )


def _grid(frame: Frame) -> SafeString:
    """A line for first, for the middle and for last, each with its word."""
    words = ((1.0, gettext("first")), (0.5, gettext("middle")), (0.0, gettext("last")))
    lines = (
        (
            f"{frame.left:.0f}",
            f"{frame.y(part):.1f}",
            f"{frame.right:.0f}",
            f"{frame.left - frame.letter * 0.5:.1f}",
            f"{frame.y(part) + frame.letter * 0.36:.1f}",
            word,
        )
        for part, word in words
    )
    inside = format_html_join(
        "",
        '<path class="run-grid" d="M{},{}H{}"/><text x="{}" y="{}" text-anchor="end">{}</text>',
        lines,
    )
    return format_html('<g class="run-axes">{}</g>', inside)


def _years(frame: Frame, firsts: Sequence[tuple[int, int]], count: int) -> SafeString:
    """The years below their first evenings, as many as there is room for."""
    shown: list[tuple[str, str, int]] = []
    free = 0.0
    for year, number in firsts:
        x = frame.x(number, count)
        if x >= free:
            shown.append((f"{x:.1f}", f"{frame.bottom + frame.letter * 1.6:.1f}", year))
            free = x + frame.letter * 3.2
    inside = format_html_join("", '<text x="{}" y="{}" text-anchor="middle">{}</text>', shown)
    return format_html('<g class="run-axes">{}</g>', inside)


def _point(frame: Frame, one: Attended, number: int, count: int) -> SafeString:
    """A star for a win, a dot for any other place; each says which evening it is."""
    if one.result is None:
        return SafeString()
    won = one.result.is_win
    words = gettext("{event}: place {place} of {sides}").format(
        event=one.event_name, place=one.result.place, sides=one.result.sides
    )
    shape = f"translate({frame.x(number, count):.1f} {frame.y(one.result.beaten):.1f})"
    return format_html(
        '<path class="career-{}" transform="{} scale({})" d="{}"><title>{}</title></path>',
        "won" if won else "place",
        shape,
        f"{frame.letter / 12:.2f}",
        STAR if won else "M-2.6,0A2.6,2.6 0 1 1 2.6,0A2.6,2.6 0 1 1-2.6,0z",
        words,
    )


@register.simple_tag
def versus_bar(against: Against) -> SafeString:
    """Evenings ahead, level and behind as parts of a bar; the figures stand beside it."""
    if not against.met:
        return SafeString()
    ahead = BAR * against.ahead / against.met
    level = BAR * against.level / against.met
    words = ngettext(
        "ahead {ahead} times, level {level}, behind {behind}, in {n} evening",
        "ahead {ahead} times, level {level}, behind {behind}, in {n} evenings",
        against.met,
    ).format(ahead=against.ahead, level=against.level, behind=against.behind, n=against.met)
    return format_html(
        '<svg class="versus" viewBox="0 0 100 10" preserveAspectRatio="none"'
        ' role="img" aria-label="{}">'
        '<rect class="behind" width="100" height="10"/>'
        '<rect class="level" width="{}" height="10"/><rect class="ahead" width="{}" height="10"/>'
        "</svg>",
        words,
        f"{ahead + level:.1f}",
        f"{ahead:.1f}",
    )


@register.filter
def percent(part: float | None) -> str:
    """A part as a whole number of percent; a dash where there is none."""
    return "–" if part is None else f"{round(100 * part)}%"


@register.filter
def out_of(count: int, of: int) -> str:
    """A count as percent of another; a dash of nothing."""
    return percent(count / of if of else None)


@register.filter
def one_decimal(number: float | None) -> str:
    """A mean with one decimal and a true minus sign; a dash where there is none."""
    return "–" if number is None else f"{number:.1f}".replace("-", "−")


@register.filter
def of_entry(people: Mapping[int, int], entry_id: int) -> int | None:
    """The number of the person behind an entry; None where they are not told."""
    return people.get(entry_id)
