"""Tags that draw icons, the crown of the leader, and bars of progress."""

from __future__ import annotations

from functools import cache, lru_cache

from django import template
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

register = template.Library()

STROKES = {  # on a field of 24
    "bell": "M6 17V11a6 6 0 0 1 12 0v6l1.5 1.5h-15zM10 21h4",
    "back": "M15 5l-7 7 7 7",
    "check": "M4.5 12.5l5 5 10-11",
    "close": "M6 6l12 12M18 6L6 18",
    "search": "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L20.5 20.5",
    "plus": "M12 5v14M5 12h14",
    "again": "M19.5 12a7.5 7.5 0 1 1-2.3-5.4M19.8 3.5v4.7h-4.7",
    "share": "M12 15V4M8 7.5L12 3.5l4 4M5 12.5v7h14v-7",
    "link": "M9.5 14.5l5-5M8 11l-2.5 2.5a3.5 3.5 0 0 0 5 5L13 16M16 13l2.5-2.5a3.5 3.5"
    " 0 0 0-5-5L11 8",
    "print": "M7 9V4h10v5M7 17H4.5v-8h15v8H17M7 14h10v6H7z",
    "scan": "M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M4 12h16",
    "pencil": "M5 19l1-4L16.5 4.5l3 3L9 18z",
    "phone": "M8 3.5h8v17H8zM11 17.5h2",
    "screen": "M3.5 5h17v11h-17zM9 20h6",
    "people": "M9 5.5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM3.5 19c0-3.5 2.5-5 5.5-5s5.5 1.5 5.5"
    " 5M15.5 6a3 3 0 0 1 0 5.5M17 14.3c2 .5 3.5 2 3.5 4.7",
}
FILLS = {
    "more": "M5 9.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4zM12 9.8a2.2 2.2 0 1 1 0"
    " 4.4 2.2 2.2 0 0 1 0-4.4zM19 9.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4z",
    "spade": "M12 2.5C9 7 3.5 9.5 3.5 14a4.3 4.3 0 0 0 7.3 3c-.1 2-.8 3.5-2.3"
    " 4.5h7c-1.5-1-2.2-2.5-2.3-4.5a4.3 4.3 0 0 0 7.3-3C20.5 9.5 15 7 12 2.5z",
}
CROWN = (  # on a field of 20 by 16
    "M1 3.5l4.5 4L10 1l4.5 6.5 4.5-4L17.3 13H2.7z"
    "M3.3 14h13.4a.6.6 0 0 1 .6.6v.8a.6.6 0 0 1-.6.6H3.3a.6.6 0 0 1-.6-.6v-.8a.6.6 0 0 1 .6-.6z"
)
CACHE_SIZE = 128  # crowns of a process: one for each word of each language


@register.simple_tag
@cache
def icon(name: str, size: str = "") -> SafeString:
    """Draw an icon by its name, hidden from screen readers: the text beside it has the meaning.
    `size`: "small" for the size of a line of text. Raises KeyError for an unknown name."""
    paint = (
        'fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round"'
        ' stroke-linejoin="round"'
        if name in STROKES
        else 'fill="currentColor"'
    )
    return format_html(
        '<svg class="icon{}" viewBox="0 0 24 24" aria-hidden="true" focusable="false">'
        '<path {} d="{}"/></svg>',
        f" {size}" if size else "",
        mark_safe(paint),  # noqa: S308  constants
        STROKES.get(name) or FILLS[name],
    )


@register.simple_tag
def crown(words: str = "") -> SafeString:
    """Draw the crown of the leader or winner; `words`: for screen readers, "leads" if empty."""
    return _crown(words or _("leads"))


@lru_cache(CACHE_SIZE)
def _crown(words: str) -> SafeString:
    return format_html(
        '<svg class="crown" viewBox="0 0 20 16" role="img" aria-label="{}"><path d="{}"/></svg>',
        words,
        CROWN,
    )


@register.simple_tag
def goal(share: float | None, pieces: int = 0) -> SafeString:
    """Draw progress to the goal as a bar: `share` from 0 to 1, in `pieces` if there are several.
    Nothing for None."""
    if share is None:
        return mark_safe("")
    width = 100 * min(max(share, 0), 1)
    words = escape(_("{part} % of the way").format(part=round(width)))
    if pieces < 2:
        bars = (
            '<rect class="way" width="100" height="4"/>'
            f'<rect class="done" width="{width:.1f}" height="4"/>'
        )
    else:
        each, done = 100 / pieces, round(pieces * width / 100)
        bars = "".join(
            f'<rect class="{"done" if n < done else "way"}" x="{n * each + 0.6:.2f}"'
            f' width="{each - 1.2:.2f}" height="4" rx="1"/>'
            for n in range(pieces)
        )
    return mark_safe(  # noqa: S308  numbers, and words that are escaped
        '<svg class="goal" viewBox="0 0 100 4" preserveAspectRatio="none" role="img"'
        f' aria-label="{words}">{bars}</svg>'
    )
