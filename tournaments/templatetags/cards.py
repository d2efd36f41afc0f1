"""Suits and trumps as drawings that a screen reader can name and a grey printer can tell apart."""

from functools import cache

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, gettext_lazy

from rulesets.drawing.suits import OUTLINES
from rulesets.drawing.vectors import Segment

register = template.Library()

FIELD = 24


def path_of(outline: tuple[Segment, ...]) -> str:
    """An outline in a square of side 1 as a path on the field."""
    steps = ((step, (f"{at * FIELD:.4g}" for at in points)) for step, points in outline)
    return "".join(step + " ".join(points) for step, points in steps)


PATHS = {letter: path_of(outline) for letter, outline in OUTLINES.items()}
"""One path per suit on a square field."""
NAMES = {
    "S": gettext_lazy("spades"),
    "H": gettext_lazy("hearts"),
    "D": gettext_lazy("diamonds"),
    "C": gettext_lazy("clubs"),
}
NO_TRUMP = "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 2.5a6.5 6.5 0 0 1 3.9 1.3L6.8 15.9A6.5 6.5 0 0 1 12 5.5zm0 13a6.5 6.5 0 0 1-3.9-1.3l9.1-9.1A6.5 6.5 0 0 1 12 18.5z"  # noqa: E501
TURNED_UP = "M6 2h12a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zm.5 2.5v15h11v-15zM12 7a3 3 0 0 1 3 3c0 1.9-2 2.3-2 4h-2c0-2.6 2-2.9 2-4a1 1 0 0 0-2 0H9a3 3 0 0 1 3-3zm-1 8.2h2v2h-2z"  # noqa: E501


@cache
def drawing(path: str, kind: str) -> SafeString:
    """One icon, hidden from screen readers; `kind` colours it."""
    return format_html(
        '<svg class="suit suit-{}" viewBox="0 0 24 24" aria-hidden="true" focusable="false">'
        '<path fill-rule="{}" d="{}"/></svg>',
        kind,
        # The leaves of a club lie over each other; the other marks have holes.
        "nonzero" if kind in "shdc" else "evenodd",
        path,
    )


@register.simple_tag
def suit(letter: str) -> SafeString:
    """`letter` S, H, D or C: the drawn suit followed by its name for screen readers."""
    icon = drawing(PATHS[letter], letter.lower())
    return format_html('{}<span class="visually-hidden">{}</span>', icon, NAMES[letter])


@register.simple_tag
def trump(key: str, label: str = "") -> SafeString:
    """How a hand's trump is found, drawn, with its label in words.

    `key` is one of a stage's `trumps`: a suit's letter, "named-" and a letter (the holder of that
    king names trump), "turned" (the last card is turned up) or "none". Another key shows the
    label alone.
    """
    king: str | SafeString = ""
    if key in PATHS:
        icon = drawing(PATHS[key], key.lower())
    elif key.startswith("named-") and key[6:] in PATHS:
        king = format_html('<b aria-hidden="true">{}</b>', gettext("K"))
        icon = drawing(PATHS[key[6:]], key[6:].lower())
    elif key == "turned":
        icon = drawing(TURNED_UP, "n")
    elif key in ("none", "N"):
        icon = drawing(NO_TRUMP, "n")
    else:
        icon = mark_safe("")
    words = format_html("<span>{}</span>", gettext(label)) if label else ""
    return format_html('<span class="trump">{}{}{}</span>', king, icon, words)


@register.filter
def parts(summary: str) -> SafeString:
    """A report in words ("7 : 6, lady 3 : 2") that breaks, where it must, only at its commas."""
    lines = [part.strip() for part in summary.split(",")]
    return format_html_join(
        " ",
        '<span class="nowrap">{}{}</span>',
        ((part, "," if place < len(lines) else "") for place, part in enumerate(lines, 1)),
    )
