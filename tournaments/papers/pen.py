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
SOFT = "\u00ad"
"""A hyphen that stands only where a line ends, and that nobody looks for."""

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


def _spoken(text: str) -> str:
    """A text as a string of a PDF, in hexadecimal figures."""
    return ("\ufeff" + text).encode("utf-16-be").hex().upper()


@lru_cache
def _space(face: Face) -> float:
    """The width of a space at size 1."""
    wide: float = font(face).stringWidth(" ", 1)
    return wide


def _tracked(text: str, track: float) -> float:
    """How far apart small capitals are set; letters of other scripts may have to touch."""
    runs = shape(text.lower(), Face.BOOK_CAPS).runs
    return track if all(run.face is Face.BOOK_CAPS for run in runs) else 0.0


def caps_width(text: str, size: float, track: float) -> float:
    """The width in points of small capitals that are set apart."""
    wide = shape(text.lower(), Face.BOOK_CAPS).width
    return size * (wide + _tracked(text, track) * max(0, len(text) - 1))


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
        self._words: dict[tuple[Face, str], tuple[str, str] | None] = {}

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
            parts = [f"/Span <</ActualText <{_spoken(shaped.says)}>>> BDC", *parts, "EMC"]
        # reportlab's own text objects cost three times as much for each line.
        self._code().append(" ".join(parts))
        return width

    def words(
        self, x: float, y: float, words: Iterable[tuple[str, Face, bool]], size: float, gap: float
    ) -> None:
        """Set words on one line, each in its face; where True stands beside one, a space of `gap`
        points goes before it. A soft hyphen at the end of a word is drawn as a hyphen."""
        parts = [f"BT 1 0 0 1 {x:.2f} {y:.2f} Tm"]
        name, row, wide = "", "", -1.0
        for text, face, spaced in words:
            drawn = self._word(face, text)
            used = drawn[0] if drawn else ""
            # A space may be a little wider than that of its font, which Tw adds.
            more = round(gap - _space(face) * size, 3) if spaced else wide
            if row and (used != name or (spaced and more != wide)):
                parts.append(f"[({row})] TJ")
                row = ""
            if spaced and more != wide:
                parts.append(f"{more:g} Tw")
                wide = more
            if drawn is None:
                parts += self._odd_word(face, text, size, spaced=spaced)
                name = ""
                continue
            if used != name:
                parts.append(f"{used} {size:.2f} Tf")
                name = used
            row += f" {drawn[1]}" if spaced else drawn[1]
        if row:
            parts.append(f"[({row})] TJ")
        parts.append("0 Tw ET" if wide != -1.0 else "ET")
        self._code().append(" ".join(parts))

    def _word(self, face: Face, text: str) -> tuple[str, str] | None:
        """The font of a word in the document and what stands between ( and ) of its operand; None
        where it is set in several or its letters stand above each other."""
        key = (face, text)
        if key not in self._words:
            self._words[key] = self._written(face, text)
        return self._words[key]

    def _written(self, face: Face, text: str) -> tuple[str, str] | None:
        shaped = shape(text.removesuffix(SOFT), face)
        if len(shaped.runs) != 1 or shaped.says or not font(shaped.runs[0].face).reads_ascii:
            return None
        used, piece, shifts = shaped.runs[0]
        if any(up for _right, up in shifts) or (shifts and shifts[-1][0]):
            return None
        glyphs = list(self._glyphs(used, piece))
        if text.endswith(SOFT):
            glyphs += self._encoded(used, SOFT)
        names = {name for name, _glyph in glyphs}
        if len(names) != 1:
            return None
        row = ""
        for place, (_name, glyph) in enumerate(glyphs):
            right = shifts[place][0] if place < len(shifts) else 0.0
            row += f"){_by(right)}({glyph}" if right else glyph
        return names.pop(), row

    def _odd_word(self, face: Face, text: str, size: float, *, spaced: bool) -> Iterator[str]:
        """The operators of a word that needs several fonts, or places for its glyphs."""
        if spaced:
            ((name, glyph),) = self._encoded(face, " ")
            yield f"{name} {size:.2f} Tf ({glyph}) Tj"
        yield "0 Tw"
        shaped = shape(text.replace(SOFT, "-"), face)
        if shaped.says:
            yield f"/Span <</ActualText <{_spoken(shaped.says)}>>> BDC"
        for used, piece, shifts in shaped.runs:
            if shifts:
                yield from self._shifted(used, piece, shifts, size)
                continue
            for name, encoded in self._encoded(used, piece):
                yield f"{name} {size:.2f} Tf ({encoded}) Tj"
        if shaped.says:
            yield "EMC"

    def caps(
        self, x: float, y: float, text: str, size: float, *, track: float, align: Align = "left"
    ) -> float:
        """Set small capitals, each `track` times the size further from the next; return their
        width."""
        wide = caps_width(text, size, track)
        x -= {"left": 0.0, "center": wide / 2, "right": wide}[align]
        self._code().append(f"{_tracked(text, track) * size:.2f} Tc")
        self.text(x, y, text.lower(), size, Face.BOOK_CAPS)
        self._code().append("0 Tc")
        return wide

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

    def stamp(self, key: Hashable, size: tuple[float, float], draw: Callable[[], object]) -> None:
        """Draw what pages of a kind have in common: a form, which the document holds once."""
        forms = self._kept("_forms")
        name = forms.get(key)
        if name is None:
            name = forms[key] = f"form{len(forms)}"
            self.canvas.beginForm(name, 0, 0, *size)
            draw()
            self.canvas.endForm()
        self.canvas.doForm(name)

    @property
    def known(self) -> dict[Any, str]:
        """What was drawn in this document, by what it is, for `once`."""
        return self._kept("_known")

    def _kept(self, name: str) -> dict[Any, str]:
        """What belongs to a document, whatever pens draw in it."""
        kept: dict[Any, str] = self.canvas.__dict__.setdefault(name, {})
        return kept

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
