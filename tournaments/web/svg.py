"""Drawings as SVG pictures in a page, with classes for the colours."""

import re
from functools import lru_cache

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

from rulesets.drawing.vectors import (
    LEADING,
    Circle,
    Drawing,
    Group,
    Item,
    Path,
    Polygon,
    Rect,
    Text,
    fit_text,
)
from rulesets.engine.text import Phrase

_SUITS = re.compile("([♠♥♦♣])\ufe0f?\ufe0e?")
_ACROSS = {"start": 0.0, "middle": 0.5, "end": 1.0}
CACHE_SIZE = 2048  # elements: most of a picture stays the same from round to round


def svg(picture: Drawing | None, kind: str = "") -> SafeString:
    """Return `picture` as an SVG with title and description for screen readers; "" for None.

    `kind`: a further class ("wall": as high as the screen leaves room).
    """
    if picture is None:
        return mark_safe("")
    language = get_language()
    title = _text_of(picture.title, language)
    description = ", ".join(
        filter(None, (_text_of(words, language) for words in picture.description))
    )
    # Every piece of the items is a number, a class, or escaped.
    body = mark_safe("".join([_cached_element(item, language) for item in picture.items]))  # noqa: S308
    return format_html(
        '<svg class="drawing{}" viewBox="0 0 {} {}" role="img" focusable="false">'
        "<title>{}</title><desc>{}</desc>{}</svg>",
        f" drawing-{kind}" if kind else "",
        _number(picture.width),
        _number(picture.height),
        title,
        description,
        body,
    )


@lru_cache(CACHE_SIZE)
def _text_of(words: Phrase, language: str | None) -> str:
    """Return words in the page's language, with suits as text: phones would paint pictures.
    `language` is part of the cache key."""
    return _SUITS.sub("\\1\ufe0e", words.render(gettext))


def _number(value: float) -> str:
    """Write a length in tenths, without a zero at the end."""
    return f"{value:.1f}".removesuffix(".0")


def _paint(item: Rect | Polygon | Circle | Path) -> str:
    """Return the CSS classes and the stroke width of a shape."""
    fill = f"d-{item.fill}" if item.fill else "d-none"
    if item.stroke is None:
        return f'class="{fill}"'
    return f'class="{fill} d-by-{item.stroke}" stroke-width="{_number(item.width)}"'


def _points(points: tuple[tuple[float, float], ...]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


@lru_cache(CACHE_SIZE)
def _cached_element(item: Item, language: str | None) -> str:
    """Return the element of an item, drawn once in each language."""
    return _draw_element(item, language)


def _draw_element(item: Item, language: str | None) -> str:
    """Draw the element of an item; groups inside a group are cached."""
    if isinstance(item, Group):
        turned = ""
        if item.turn:
            x, y = item.about
            turned = f' transform="rotate({_number(item.turn)} {_number(x)} {_number(y)})"'
        parts = [
            (_cached_element if isinstance(part, Group) else _draw_element)(part, language)
            for part in item.items
        ]
        named = f' data-key="{conditional_escape(item.key)}"' if item.key else ""
        return f"<g{named}{turned}>{''.join(parts)}</g>"
    if isinstance(item, Text):
        return _lines(item, language)
    if isinstance(item, Rect):
        area, paint = item.area, _paint(item)
        place = f'x="{_number(area.x)}" y="{_number(area.y)}"'
        size = f'width="{_number(area.width)}" height="{_number(area.height)}"'
        rounded = f' rx="{_number(item.radius)}"' if item.radius else ""
        return f"<rect {paint} {place} {size}{rounded}/>"
    if isinstance(item, Polygon):
        return f'<polygon {_paint(item)} points="{_points(item.points)}"/>'
    dashes = f' stroke-dasharray="{_number(item.dash)}"' if item.dash else ""
    if isinstance(item, Circle):
        place = f'cx="{_number(item.x)}" cy="{_number(item.y)}" r="{_number(item.radius)}"'
        return f"<circle {_paint(item)} {place}{dashes}/>"
    steps = "".join(step + " ".join(map(_number, at)) for step, at in item.segments)
    return f'<path {_paint(item)} d="{steps}"{dashes}/>'


def _lines(item: Text, language: str | None) -> str:
    """Draw the lines of a text, shrunk and broken until they fit."""
    area = item.area
    done = fit_text(
        _text_of(item.words, language), item.size, area.width, area.height, item.most_lines
    )
    x = area.x + area.width * _ACROSS[item.anchor]
    step = LEADING * done.size
    struck = ' text-decoration="line-through"' if item.struck else ""
    y = area.middle[1] - (len(done.lines) - 1) * step / 2 + done.size * 0.35
    return "".join(
        f'<text class="d-{item.role} d-{item.weight} d-{item.anchor}"'
        f' x="{_number(x)}" y="{_number(y + number * step)}"'
        f' font-size="{_number(done.size)}"{struck}>{conditional_escape(line)}</text>'
        for number, line in enumerate(done.lines)
    )
