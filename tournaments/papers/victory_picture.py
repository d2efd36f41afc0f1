"""The picture of a win that people send each other: felt and brass, who won, and the totals on a
card. A PNG, drawn like a paper and rendered to pixels.

Wide (1200 × 630) as messengers show it beside a link, or square (1080 × 1080).
"""

from __future__ import annotations

import io
from dataclasses import dataclass

import pypdfium2
from reportlab.lib.colors import Color, HexColor
from reportlab.pdfgen.canvas import Canvas

from rulesets.drawing.suits import place_outline
from rulesets.drawing.vectors import Area, Group, Path
from rulesets.drawing.victory import crown, strew
from tournaments.papers.geometry import Box, Fitted, fit
from tournaments.papers.pen import Pen
from tournaments.papers.typefaces import PDFIUM, SAVING, Face, shape

WIDE, SQUARE = (1200, 630), (1080, 1080)
TITLE_SIZES = (108.0, 72.0, 56.0)  # the largest that fits on one line; else it wraps
MOST_ROWS = 5  # of a card
TILT = -1.2  # degrees, clockwise below 0

FELT_GLOW, FELT, FELT_DEEP = HexColor("#1d6849"), HexColor("#14523a"), HexColor("#0e3e2b")
BRASS, BRASS_INK, BRASS_WASH = HexColor("#f1c65c"), HexColor("#7b5200"), HexColor("#fbf0d3")
ON_FELT, ON_FELT_SOFT = HexColor("#fbf6e9"), HexColor("#cfe1d5")
PAPER, INK, SOFT, RULE = (HexColor(one) for one in ("#fffdf7", "#1b211d", "#565d56", "#e0d8c6"))
SHADE = Color(0.02, 0.1, 0.06, alpha=0.05)
FAINT = Color(0.945, 0.776, 0.361, alpha=0.32)


@dataclass(frozen=True, slots=True)
class VictoryRow:
    """A line of the card: place, name (or names) and total."""

    label: str
    name: str
    total: str
    is_first: bool = False


@dataclass(frozen=True, slots=True)
class VictoryCard:
    """The texts of the picture. `below`: the line under the last row ("and 7 more")."""

    title: str
    occasion: str
    sentence: str
    rows: tuple[VictoryRow, ...]
    below: str = ""
    brand: str = "Scorekeeper"


def victory_picture(card: VictoryCard, *, square: bool = False) -> bytes:
    """The picture as a PNG."""
    pdf = victory_page(card, square=square)
    with PDFIUM, pypdfium2.PdfDocument(pdf) as document:
        image = document[0].render(scale=1).to_pil()
    out = io.BytesIO()
    image.convert("RGB").save(out, "PNG", optimize=True)
    return out.getvalue()


def victory_page(card: VictoryCard, *, square: bool = False) -> bytes:
    """The picture as a PDF page, a point for each pixel."""
    size = SQUARE if square else WIDE
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=size, pageCompression=1)
    _lay_felt(canvas, *size)
    painter = _Painter(canvas, size[1])
    if square:
        painter.strew(Area(0, 0, 1080, 640))
        painter.words(card, Box(70, 560, 940, 445), centred=True)
        painter.card(card, Box(110, 100, 860, 450), tilt=TILT)
        painter.brand(card.brand, 540, 34, centred=True)
    else:
        painter.words(card, Box(64, 110, 584, 456), centred=False)
        painter.card(card, Box(664, 40, 500, 550), tilt=TILT)
        painter.brand(card.brand, 64, 58, centred=False)
    with SAVING:
        canvas.save()
    return out.getvalue()


def _lay_felt(canvas: Canvas, width: float, height: float) -> None:
    colours = (FELT_GLOW, FELT, FELT_DEEP)
    canvas.setFillColor(FELT_DEEP)
    canvas.rect(0, 0, width, height, stroke=0, fill=1)
    canvas.radialGradient(width * 0.28, height * 0.65, width * 0.85, colours, (0, 0.6, 1))


class _Painter:
    """Draws on the canvas; areas of outlines count down from the upper edge, boxes up."""

    def __init__(self, canvas: Canvas, height: float) -> None:
        self.canvas, self.height, self.pen = canvas, height, Pen(canvas)

    def outline(self, path: Path, colour: Color) -> None:
        pdf_path = self.canvas.beginPath()
        for step, at in path.segments:
            down = [self.height - n if place % 2 else n for place, n in enumerate(at)]
            if step == "M":
                pdf_path.moveTo(*down)
            elif step == "L":
                pdf_path.lineTo(*down)
            elif step == "C":
                pdf_path.curveTo(*down)
            else:
                pdf_path.close()
        self.canvas.setFillColor(colour)
        self.canvas.drawPath(pdf_path, stroke=0, fill=1)

    def strew(self, area: Area) -> None:
        for figure in strew(area, count=8).items:
            if isinstance(figure, Group):
                x, y = figure.about[0], self.height - figure.about[1]
                self.canvas.saveState()
                self.canvas.translate(x, y)
                self.canvas.rotate(-figure.turn)
                self.canvas.translate(-x, -y)
                for path in figure.items:
                    self.outline(path, FAINT)  # type: ignore[arg-type]
                self.canvas.restoreState()

    def lines(
        self, done: Fitted, x: float, top: float, face: Face, colour: Color, *, centred: bool
    ) -> float:
        """Set lines from `top` down; return where they end."""
        step = done.size * 1.12
        self.canvas.setFillColor(colour)
        for number, line in enumerate(done.lines):
            y = top - done.size * 0.86 - number * step
            self.pen.text(x, y, line, done.size, face, align="center" if centred else "left")
        return top - step * len(done.lines)

    def words(self, card: VictoryCard, box: Box, *, centred: bool) -> None:
        """The crown, who won, the occasion, and the turn of the game."""
        x = box.x + box.width / 2 if centred else box.x
        left = x - 50 if centred else x
        self.outline(crown(Area(left, self.height - box.top, 100, 80)), BRASS)
        top = box.top - 80 - 24
        title = fit_title(card.title, box.width)
        top = self.lines(title, x, top, Face.HEADLINE, BRASS, centred=centred) - 8
        occasion = fit(card.occasion, Face.SCREEN, size=27, width=box.width, height=70)
        top = self.lines(occasion, x, top, Face.SCREEN, ON_FELT_SOFT, centred=centred) - 16
        room = max(top - box.y, 40)
        sentence = fit(
            card.sentence,
            Face.HEADLINE,
            size=32,
            width=box.width,
            height=min(room, 150),
            floor=0.98,
            most_lines=4,
        )
        if card.sentence and sentence.size > 16:
            self.lines(sentence, x, top, Face.HEADLINE, ON_FELT, centred=centred)

    def brand(self, name: str, x: float, y: float, *, centred: bool) -> None:
        """The name of the program, with its mark."""
        width = 36 + shape(name, Face.SCREEN_BOLD).width * 24
        x -= width / 2 if centred else 0
        spade = place_outline("S", x, self.height - y - 20, 24)
        self.outline(Path(spade, "coin"), ON_FELT_SOFT)
        self.canvas.setFillColor(ON_FELT_SOFT)
        self.pen.text(x + 36, y, name, 24, Face.SCREEN_BOLD)

    def card(self, card: VictoryCard, room: Box, *, tilt: float) -> None:
        """The paper with everybody's total, a little askew."""
        foot = 44.0 if card.below else 0.0
        each = min(104.0, (room.height - foot) / max(len(card.rows), 1))
        high = each * len(card.rows) + foot
        box = Box(room.x, room.y + (room.height - high) / 2, room.width, high)
        x, y = box.middle
        self.canvas.saveState()
        self.canvas.translate(x, y)
        self.canvas.rotate(tilt)
        self.canvas.translate(-x, -y)
        for spread in range(2, 18, 2):
            self.canvas.setFillColor(SHADE)
            dim = box.x - spread, box.y - spread - 14, box.width + 2 * spread, high + 2 * spread
            self.canvas.roundRect(*dim, 28 + spread, stroke=0, fill=1)
        self.canvas.setFillColor(PAPER)
        self.canvas.roundRect(box.x, box.y, box.width, high, 28, stroke=0, fill=1)
        self.rows(card, box, each)
        if card.below:
            self.canvas.setFillColor(SOFT)
            self.pen.text(
                box.x + box.width / 2, box.y + 15, card.below, 22, Face.SCREEN, align="center"
            )
        self.canvas.restoreState()

    def rows(self, card: VictoryCard, box: Box, each: float) -> None:
        clip = self.canvas.beginPath()
        clip.roundRect(box.x, box.y, box.width, box.height, 28)
        self.canvas.saveState()
        self.canvas.clipPath(clip, stroke=0, fill=0)
        for number, row in enumerate(card.rows):
            self.row(row, Box(box.x, box.top - each * (number + 1), box.width, each))
        self.canvas.restoreState()

    def row(self, row: VictoryRow, box: Box) -> None:
        if row.is_first:
            self.canvas.setFillColor(BRASS_WASH)
            self.canvas.rect(box.x, box.y, box.width, box.height, stroke=0, fill=1)
        self.canvas.setStrokeColor(RULE)
        self.canvas.setLineWidth(1)
        self.canvas.line(box.x, box.y, box.right, box.y)
        middle = box.y + box.height / 2
        self.canvas.setFillColor(SOFT)
        self.pen.text(box.x + 32, middle - 10, row.label, 28, Face.SCREEN_BOLD)
        size = min(52.0, box.height * 0.52)
        wide = shape(row.total, Face.SCREEN_BOLD).width * size
        self.canvas.setFillColor(BRASS_INK if row.is_first else INK)
        self.pen.text(
            box.right - 32, middle - size * 0.35, row.total, size, Face.SCREEN_BOLD, align="right"
        )
        start = box.x + 32 + max(50, shape(row.label, Face.SCREEN_BOLD).width * 28 + 16)
        room = box.right - 32 - wide - 20 - start
        name = fit(
            row.name,
            Face.SCREEN_BOLD,
            size=30,
            width=room,
            height=box.height - 12,
            floor=0.9,
            most_lines=3,
        )
        top = middle + len(name.lines) * name.size * 0.56
        self.lines(name, start, top, Face.SCREEN_BOLD, INK, centred=False)


def fit_title(title: str, width: float) -> Fitted:
    """The title in one line at the largest possible of three sizes; else in several, with whole
    words as long as they are readable."""
    for size in TITLE_SIZES:
        if shape(title, Face.HEADLINE).width * size <= width:
            return Fitted((title,), size)
    return fit(
        title,
        Face.HEADLINE,
        size=TITLE_SIZES[-1],
        width=width,
        height=190,
        floor=0.99,
        most_lines=3,
    )
