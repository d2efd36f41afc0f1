"""The pen: everything that is drawn on a page goes through it.

It sets text run by run in the font that has the glyphs, fits names into their boxes, and keeps
to black, white and one grey, for a black-and-white printer is the normal case.
"""

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, Literal

from reportlab.lib.rl_accel import fp_str
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from tournaments.papers.embedding import KeptFont
from tournaments.papers.fitting import LEADING, fit, paragraph
from tournaments.papers.geometry import Box
from tournaments.papers.shaping import Shift
from tournaments.papers.typefaces import Face, font, shape

Align = Literal["left", "center", "right"]

BLACK = 0.0
GREY = 0.38
PALE = 0.93
HAIR = 0.4
THIN = 0.7
BOLD_LINE = 1.4
STEP = 60.0

_ESCAPES = {code: f"\\{code:03o}" for code in (*range(32), *range(127, 256))}
_ESCAPES |= {ord(char): f"\\{char}" for char in "()\\"}
_ESCAPED = re.compile(r"[\x00-\x1f\x7f-\xff()\\]")
_PLAIN = {code: _ESCAPES.get(code, chr(code)) for code in range(32, 127)}


def _operand(text: str) -> str:
    """What stands in a string of PDF. Most has nothing to escape, and to look is quicker."""
    return text.translate(_ESCAPES) if _ESCAPED.search(text) else text


class _Letters(dict[int, str]):
    """What stands in strings of a document for the letters of a font: for those of its first 256,
    beyond which a text would change the font."""

    BEYOND = "\xff"  # which stands in no string: all others are of plain letters

    def __init__(self, used: KeptFont, document: Any) -> None:
        super().__init__(_PLAIN if used.reads_ascii else ())
        self.used, self.document = used, document
        self.name: str = used.plain_name(document)

    def __missing__(self, code: int) -> str:
        ((subset, place),) = self.used.splitString(chr(code), self.document)
        self[code] = _operand(place.decode("latin-1")) if subset == 0 else self.BEYOND
        return self[code]


# Sheets of a kind have their rules and frames in the same places, and writing numbers takes long.
@lru_cache(maxsize=4096)
def _rule(x1: float, y1: float, x2: float, y2: float) -> str:
    return f"n {fp_str(x1, y1)} m {fp_str(x2, y2)} l S"


@lru_cache(maxsize=1024)
def _rounded(box: Box, radius: float) -> PDFPathObject:
    path = PDFPathObject()
    path.roundRect(box.x, box.y, box.width, box.height, radius)
    return path


@lru_cache(maxsize=4096)
def _circle(x: float, y: float, radius: float) -> str:
    code: list[str] = []
    left, low = x - radius, y - radius
    PDFPathObject(code).ellipse(left, low, x + radius - left, y + radius - low)
    return "\n".join(code)


def _by(right: float) -> str:
    """A move to the right in thousandths, in steps so short that nobody reads them as a space."""
    if not right:
        return ""
    steps = int(abs(right) // STEP) + 1
    return f"{-right / steps:.2f} " * steps


def _moved(level: Iterable[tuple[tuple[str, str], Shift]]) -> Iterator[str]:
    """The strings of glyphs, and how far each is moved."""
    row = ""
    for (_name, glyph), (right, _up) in level:
        if right:
            yield f"({row}){_by(right)}" if row else _by(right)
            row = ""
        row += glyph
    yield f"({row})"


class Pen:
    """Draws on a reportlab canvas in points, grey levels (0 black, 1 white) and faces."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self._letters: dict[Face, _Letters] = {}

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        face: Face = Face.TEXT,
        *,
        align: Align = "left",
        grey: float = BLACK,
    ) -> float:
        """Set one line with its foot at y; return its width in points."""
        shaped = shape(text, face)
        width = shaped.width * size
        if align == "right":
            x -= width
        elif align == "center":
            x -= width / 2
        colour = f"{grey:g} g " if grey else ""
        black = " 0 g" if grey else ""
        parts = [f"BT {colour}1 0 0 1 {x:.2f} {y:.2f} Tm"]
        for used, piece, shifts in shaped.runs:
            if shifts:
                parts += self._shifted(used, piece, shifts, size)
                continue
            for name, encoded in self._encoded(used, piece):
                parts.append(f"{name} {size:.2f} Tf ({encoded}) Tj")
        parts.append(f"ET{black}")
        if shaped.says:
            spoken = ("\ufeff" + shaped.says).encode("utf-16-be").hex().upper()
            parts = [f"/Span <</ActualText <{spoken}>>> BDC", *parts, "EMC"]
        # reportlab's own text objects cost three times as much for each line.
        self._code().append(" ".join(parts))
        return width

    def once(self, drawn: dict[Any, str], key: Hashable, draw: Callable[[], object]) -> None:
        """Draw something, or again what was drawn for its key before, in this document."""
        code = self._code()
        known = drawn.get(key)
        if known is not None:
            code.append(known)
            return
        first = len(code)
        draw()
        drawn[key] = "\n".join(code[first:])

    @property
    def again(self) -> Callable[[str], None]:
        """What draws on this page what was drawn before."""
        return self._code().append

    def _code(self) -> list[str]:
        """Return the page's operators so far; a form begun or a page shown starts a new list."""
        code: list[str] = self.canvas._code
        return code

    def _encoded(self, face: Face, piece: str) -> list[tuple[str, str]]:
        """Return (font of the document, bytes of a string operand) for each part of `piece`."""
        letters = self._letters.get(face)
        if letters is None:
            letters = self._letters[face] = _Letters(font(face), self.canvas._doc)
        if piece.isascii() and piece.isprintable() and letters.used.reads_ascii:
            return [(letters.name, _operand(piece))]
        written = piece.translate(letters)
        if written.isascii():
            return [(letters.name, written)]
        return [
            (
                letters.used.getSubsetInternalName(subset, letters.document),
                _operand(chunk.decode("latin-1")),
            )
            for subset, chunk in letters.used.splitString(piece, letters.document)
        ]

    def _shifted(
        self, face: Face, piece: str, shifts: Sequence[tuple[float, float]], size: float
    ) -> Iterator[str]:
        """Yield the operators that set glyphs at places of their own.

        A font is named once for all glyphs in a row: programs that read text start anew with each.
        """
        rise = 0.0
        places = zip(self._glyphs(face, piece), shifts, strict=False)
        for name, row in groupby(places, key=lambda place: place[0][0]):
            yield f"{name} {size:.2f} Tf"
            for up, level in groupby(row, key=lambda place: place[1][1]):
                if up != rise:
                    yield f"{up * size / 1000:.2f} Ts"
                    rise = up
                yield f"[{''.join(_moved(level))}] TJ"
        if rise:
            yield "0 Ts"
        if owed := shifts[-1][0]:
            yield f"[{_by(owed)}] TJ"

    def _glyphs(self, face: Face, piece: str) -> Iterator[tuple[str, str]]:
        """Yield (font of the document, byte of a string operand) of each character."""
        for char in piece:
            yield from self._encoded(face, char)

    def fitted(
        self,
        box: Box,
        text: str,
        size: float,
        face: Face = Face.TEXT,
        *,
        align: Align = "left",
        floor: float = 0.7,
        most_lines: int = 4,
        grey: float = BLACK,
    ) -> None:
        """Set `text` inside `box`, centred in height: shrunk, then wrapped, never beyond it."""
        done = fit(
            text,
            face,
            size=size,
            width=box.width,
            height=box.height,
            floor=floor,
            most_lines=most_lines,
        )
        x = {"left": box.x, "center": box.x + box.width / 2, "right": box.right}[align]
        step = LEADING * done.size
        y = box.y + (box.height + done.height) / 2 - step * 0.79
        for line in done.lines:
            self.text(x, y, line, done.size, face, align=align, grey=grey)
            y -= step

    def prose(
        self,
        box: Box,
        text: str,
        size: float,
        face: Face = Face.TEXT,
        *,
        grey: float = BLACK,
        leading: float = 1.4,
    ) -> float:
        """Set running text from the top of `box` down; return the height that it took."""
        lines = paragraph(text, face, size, box.width)
        y = box.top - size
        for line in lines:
            self.text(box.x, y, line, size, face, grey=grey)
            y -= size * leading
        return len(lines) * size * leading

    def line(
        self, x1: float, y1: float, x2: float, y2: float, width: float = HAIR, grey: float = BLACK
    ) -> None:
        """Draw a straight rule."""
        self.canvas.setLineWidth(width)
        self.canvas.setStrokeGray(grey)
        self._code().append(_rule(x1, y1, x2, y2))

    def dashed(self, x1: float, y1: float, x2: float, y2: float) -> None:
        """Draw where to cut or to fold."""
        self.canvas.saveState()
        self.canvas.setDash(2, 3)
        self.line(x1, y1, x2, y2, HAIR, GREY)
        self.canvas.restoreState()

    def frame(
        self, box: Box, width: float = THIN, *, radius: float = 0.0, grey: float = BLACK
    ) -> None:
        """Draw the outline of a box."""
        self.canvas.setLineWidth(width)
        self.canvas.setStrokeGray(grey)
        if radius:
            self.canvas.drawPath(_rounded(box, radius))
        else:
            self.canvas.rect(box.x, box.y, box.width, box.height)

    def fill(self, box: Box, grey: float = PALE, *, radius: float = 0.0) -> None:
        """Fill a box."""
        self.canvas.setFillGray(grey)
        if radius:
            self.canvas.drawPath(_rounded(box, radius), stroke=0, fill=1)
        else:
            self.canvas.rect(box.x, box.y, box.width, box.height, stroke=0, fill=1)
        self.canvas.setFillGray(BLACK)

    def shape(self, unit: Box, path: str) -> None:
        """Fill a path of PDF operators, of which the square from 0, 0 to 1, 1 lies on `unit`."""
        place = fp_str(unit.width, 0, 0, unit.height, unit.x, unit.y)
        self._code().append(f"q {place} cm n {path} f Q")

    def circle(self, x: float, y: float, radius: float, *, filled: bool = False) -> None:
        """Draw a circle with the line that is set, or fill it."""
        self._code().append(_circle(x, y, radius))
        self.canvas._strokeAndFill(0 if filled else 1, 1 if filled else 0)

    def disc(self, x: float, y: float, radius: float, *, filled: bool = True) -> None:
        """Draw a full or an open disc."""
        self.canvas.setLineWidth(max(radius / 3.5, HAIR))
        self.canvas.setStrokeGray(BLACK)
        self.canvas.setFillGray(BLACK)
        inner = radius if filled else radius - max(radius / 7, HAIR / 2)
        self.circle(x, y, inner, filled=filled)
