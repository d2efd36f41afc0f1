"""Drawings of the rules as SVG in black, white and greys, for the pages of the rulebook."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from django.utils.translation import gettext

from rulesets.drawing.vectors import (
    LEADING,
    Area,
    Circle,
    Group,
    Path,
    Polygon,
    Rect,
    Text,
    fit_text,
)
from tournaments.papers.board_sheets import GREYS, LINES, OUTLINE
from tournaments.papers.typefaces import Face, printable

if TYPE_CHECKING:
    from rulesets.drawing.vectors import Drawing, Item

ACROSS = {"start": 0.0, "middle": 0.5, "end": 1.0}
BASELINE = 0.33  # below the middle of a line, by the size of its letters
ROUND = 0.55  # handle of a curve that passes for a quarter of a circle, by its radius
OTHERS = "DejaVu Sans, Noto Emoji"


def svg_of(drawing: Drawing) -> str:
    """The drawing as SVG. Pictures know no features of a font, so its letters have a face whose
    figures are lining ones.

    Each outline counts from its own first point and is moved to its place: the same suit is then
    the same text wherever it stands, and the file a sixth smaller.
    """
    body = "".join(map(_element, drawing.items))
    box = f"0 0 {drawing.width:.0f} {drawing.height:.0f}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{body}</svg>'


def _grey(value: float) -> str:
    return f"#{round(value * 255):02x}" + 2 * f"{round(value * 255):02x}"


def _paint(item: Rect | Polygon | Circle | Path) -> str:
    if isinstance(item, Path) and item.outlined:
        width = _across(item) * OUTLINE
        return f'fill="#fff" stroke="#000" stroke-width="{width:.2f}" stroke-linejoin="round"'
    fill = f'fill="{_grey(GREYS[item.fill]) if item.fill else "none"}"'
    if item.stroke is None:
        return fill
    return f'{fill} stroke="{_grey(LINES[item.stroke])}" stroke-width="{item.width:.1f}"'


def _across(item: Path) -> float:
    places = [at for _step, points in item.segments for at in points[::2]]
    return max(places) - min(places)


def _placed(x: float, y: float) -> str:
    """The attribute that moves an outline to where it begins."""
    return f'transform="translate({x:.1f} {y:.1f})"'


def _rounded(area: Area, radius: float) -> str:
    """The outline of a rectangle in tenths, from its upper left corner: the typesetter would write
    the corners of an SVG's own with eight digits, which made up a fiftieth of the book."""
    r = max(0.0, min(radius, area.width / 2, area.height / 2))
    x, y, right, foot = 0.0, 0.0, area.width, area.height
    if not r:
        return f"M{x:.1f} {y:.1f}H{right:.1f}V{foot:.1f}H{x:.1f}Z"
    k = r * ROUND
    return (
        f"M{x + r:.1f} {y:.1f}H{right - r:.1f}c{k:.1f} 0 {r:.1f} {r - k:.1f} {r:.1f} {r:.1f}"
        f"V{foot - r:.1f}c0 {k:.1f} {k - r:.1f} {r:.1f} {-r:.1f} {r:.1f}"
        f"H{x + r:.1f}c{-k:.1f} 0 {-r:.1f} {k - r:.1f} {-r:.1f} {-r:.1f}"
        f"V{y + r:.1f}c0 {-k:.1f} {r - k:.1f} {-r:.1f} {r:.1f} {-r:.1f}Z"
    )


def _element(item: Item) -> str:
    if isinstance(item, Group):
        x, y = item.about
        turned = f' transform="rotate({item.turn:.1f} {x:.1f} {y:.1f})"' if item.turn else ""
        return f"<g{turned}>{''.join(map(_element, item.items))}</g>"
    if isinstance(item, Text):
        return _lines(item)
    paint = _paint(item)
    if isinstance(item, Rect):
        area = item.area
        return f'<path {_placed(area.x, area.y)} d="{_rounded(area, item.radius)}" {paint}/>'
    if isinstance(item, Polygon):
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in item.points)
        return f'<polygon points="{points}" {paint}/>'
    dash = f' stroke-dasharray="{item.dash:.1f}"' if item.dash else ""
    if isinstance(item, Circle):
        return f'<circle {_placed(item.x, item.y)} r="{item.radius:.1f}"{dash} {paint}/>'
    x, y = item.segments[0][1]
    steps = "".join(
        step + " ".join(f"{at - (x, y)[place % 2]:.1f}" for place, at in enumerate(points))
        for step, points in item.segments
    )
    return f'<path {_placed(x, y)} d="{steps}"{dash} {paint}/>'


def _lines(item: Text) -> str:
    """The lines of a text, shrunk and broken until they fit."""
    area = item.area
    words = printable(item.words.render(gettext))
    fitted = fit_text(words, item.size, area.width, area.height, item.most_lines)
    step = LEADING * fitted.size
    x = area.x + area.width * ACROSS[item.anchor]
    y = area.middle[1] - (len(fitted.lines) - 1) * step / 2 + fitted.size * BASELINE
    face = Face.TEXT if item.weight == "text" else Face.BOLD
    look = (
        f'font-family="{face}, {OTHERS}" font-size="{fitted.size:.1f}"'
        f' text-anchor="{item.anchor}" fill="{_grey(GREYS[item.role])}"'
    )
    return "".join(
        f'<text x="{x:.1f}" y="{y + number * step:.1f}" {look}>{escape(line)}</text>'
        for number, line in enumerate(fitted.lines)
    )
