"""Small drawings made on the server: lines of progress, arrows of movement, QR codes."""

from collections.abc import Sequence
from functools import lru_cache
from unicodedata import east_asian_width

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, ngettext

from rulesets.engine.words import signed
from tournaments.papers.codes import code_of

register = template.Library()

WIDTH, HEIGHT, MARGIN = 96.0, 26.0, 3.0
ARROWS = {"up": "M6 1l5.5 9H.5z", "down": "M6 11 .5 2h11z"}


@register.simple_tag
def sparkline(values: Sequence[int], label: str = "", top: int = 0) -> SafeString:
    """A line through `values`, from zero up to `top` (or their own highest).

    `label` is read out in its place; without one the line is decoration beside the figures.
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
    # Numbers alone, and what format_html has made: nothing is left to be escaped.
    line = " ".join(f"{x},{y}" for x, y in points)
    x, y = points[-1]
    return mark_safe(  # noqa: S308
        f'<svg class="spark" viewBox="0 0 {WIDTH:.0f} {HEIGHT:.0f}" {named}>'
        f'<polyline points="{line}"/><circle cx="{x}" cy="{y}" r="2.6"/></svg>'
    )


@register.simple_tag
def moved(places: int) -> SafeString:
    """Places up (positive) or down since the last set, as an arrow, a number and words."""
    return _moved(places, get_language())


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
def gain(points: int | None) -> str:
    """What something brought: "+3", "−2" (a true minus sign), "0"; a dash for nothing at all."""
    if points is None:
        return "–"
    return f"+{points}" if points > 0 else signed(points)


@register.filter
def with_sign(total: int | None) -> str:
    """A total with a true minus sign; a dash where there is none."""
    return "–" if total is None else signed(total)


@register.filter
@lru_cache(maxsize=16384)
def name_size(name: str) -> str:
    """How large a name may be shown where room is short: "l", "m", "s" or "xs" for a class.

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
    """`address` as a QR code, drawn black on white whatever the theme, with `label` read out."""
    drawn = code_of(address).svg_inline(
        scale=4, border=2, omitsize=True, svgclass=None, lineclass=None
    )
    named = label or gettext("QR code of this address")
    return format_html('<span role="img" aria-label="{}">{}</span>', named, mark_safe(drawn))  # noqa: S308  segno's own drawing
