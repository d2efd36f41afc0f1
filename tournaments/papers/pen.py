"""The pen: everything on a page is drawn through it.

It sets text run by run in the font that has the glyphs, fits names into their boxes, and uses only
black, white and grey levels, since a black-and-white printer is the normal case.
"""

import re
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from typing import Literal

from reportlab.lib.rl_accel import fp_str
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.textobject import PDFTextObject

from tournaments.papers.geometry import LEADING, Box, fit, paragraph
from tournaments.papers.structure import CELLS, PAGE, Element, Scope
from tournaments.papers.typefaces import Face, Run, has_glyph, join_runs, shape

Align = Literal["left", "center", "right"]

BLACK = 0.0
GREY = 0.38
PALE = 0.93
HAIR = 0.4
THIN = 0.7
BOLD_LINE = 1.4
GROUPS = frozenset({PAGE, "Table", "TR", "L", "LI"})  # elements that hold others and no text
FEW = 3
SOFT = "\u00ad"
"""A hyphen that stands only where a line ends, and that nobody looks for."""
STEP = 60.0
"""How far letters are moved at once, in thousandths of their size."""

# A string, which is kept, or a move to the right, within the brackets of TJ.
_MOVE = re.compile(r"\((?:\\.|[^\\)])*\)|-([\d.]+)(?= \(|\])")


class TextLine(PDFTextObject):
    """A line of text as reportlab writes it, except for two kinds of moves."""

    def setRise(self, rise: float) -> None:  # noqa: N802  reportlab's name
        """Move what follows up: reportlab 5.1 loses the second of two moves in a row."""
        self._rise = rise
        self._code.append(f"{fp_str(rise)} Ts")

    def textOut(self, text: str) -> None:  # noqa: N802  reportlab's name
        """Set letters; moves to the right are split into steps too short to be read as spaces."""
        self._code.append(_MOVE.sub(_steps, self._formatText(text)))


def _steps(match: re.Match[str]) -> str:
    count = int(float(match[1] or 0) // STEP) + 1
    return match[0] if count == 1 else " ".join([f"{-float(match[1]) / count:.2f}"] * count)


def _table_in(parent: Element) -> Element:
    """The table with which an element ends so far, or a new one."""
    last = parent.kids[-1] if parent.kids else None
    if not isinstance(last, Element) or last.role != "Table":
        last = Element("Table")
        parent.kids.append(last)
    return last


def _utf16(text: str) -> str:
    """A text as a PDF string in hexadecimal digits."""
    return ("\ufeff" + text).encode("utf-16-be").hex().upper()


class Pen:
    """Draws on a reportlab canvas in points, grey levels (0 black, 1 white) and faces."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self.pages: list[Element] = []
        self._forms: dict[Hashable, tuple[str, str]] = {}
        self._elements: list[Element] = []
        self._marks = 0
        self._form_words: list[str] | None = None

    @contextmanager
    def page(self) -> Iterator[None]:
        """Note the structure of what is drawn on a page: all that is not text is decoration."""
        element = Element(PAGE)
        self.pages.append(element)
        self._elements, self._marks = [element], 0
        self.canvas.addLiteral("/Artifact BMC")
        try:
            yield
        finally:
            self._elements = []
            self.canvas.addLiteral("EMC")

    @contextmanager
    def element(
        self, role: str, alt: str = "", span: int = 1, scope: Scope = "Column"
    ) -> Iterator[None]:
        """Draw an element: "H1", "Table" with "TR" and "TH" or "TD", "Figure" with its `alt`; a
        text by itself is a paragraph. Rows that follow each other are a table, if they are not in
        one. span: the columns that a cell takes; scope: what a "TH" is the head of."""
        if not self._elements or self._form_words is not None:
            yield
            return
        element = Element(role, alt, span, scope)
        self._elements.append(element)
        try:
            yield
        finally:
            self._elements.pop()
            if element.kids or role in CELLS:
                parent = self._elements[-1]
                home = _table_in(parent) if role == "TR" and parent.role != "Table" else parent
                home.kids.append(element)

    @contextmanager
    def _marked(self, words: str, role: str = "P", alt: str = "") -> Iterator[None]:
        """Mark what is drawn as content of the innermost element, or as one of its own."""
        if self._form_words is not None:
            self._form_words.append(words)
        if not self._elements or self._form_words is not None:
            yield
            return
        inner = self._elements[-1]
        if inner.role in GROUPS or role == "Figure":
            own = Element(role, alt)
            inner.kids.append(own)
            inner = own
        self.canvas.addLiteral(f"EMC\n/{inner.role} <</MCID {self._marks}>> BDC")
        inner.kids.append(self._marks)
        self._marks += 1
        yield
        self.canvas.addLiteral("EMC\n/Artifact BMC")

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
        """Set one line on the baseline y; return its width in points."""
        shaped = shape(text, face)
        width = shaped.width * size
        x -= {"left": 0.0, "center": width / 2, "right": width}[align]
        if grey:
            self.canvas.setFillGray(grey)
        self._set(x, y, shaped.runs, size, shaped.says)
        if grey:
            self.canvas.setFillGray(BLACK)
        return width

    def words(
        self, x: float, y: float, words: Iterable[tuple[str, Face, bool]], size: float, gap: float
    ) -> None:
        """Set words on one line, each in its face; where its bool is True, a space of `gap` points
        comes before it. A soft hyphen at the end of a word is drawn as a hyphen."""
        runs: list[Run] = []
        says, whole = False, ""
        for text, face, spaced in words:
            shaped = shape(text.removesuffix(SOFT), face)
            says, whole = says or bool(shaped.says), f"{whole}{' ' * spaced}{text}"
            if spaced:
                runs.append(Run(face, " "))
            runs += shaped.runs
            if text.endswith(SOFT):
                used = runs[-1].face
                runs.append(Run(used, SOFT if has_glyph(used, SOFT) else "-"))
        self._set(x, y, join_runs(runs), size, whole if says else "", gap=gap)

    def _set(
        self,
        x: float,
        y: float,
        runs: Iterable[Run],
        size: float,
        says: str = "",
        *,
        gap: float | None = None,
    ) -> None:
        """Set a line. `gap`: the width of spaces; `says`: the text that its glyphs stand for."""
        runs = list(runs)
        with self._marked(says or "".join(text for _face, text in runs)):
            self._draw(x, y, runs, size, says, gap=gap)

    def _draw(
        self,
        x: float,
        y: float,
        runs: Iterable[Run],
        size: float,
        says: str,
        *,
        gap: float | None,
    ) -> None:
        """Write the line."""
        if says:
            self.canvas.addLiteral(f"/Span <</ActualText <{_utf16(says)}>>> BDC")
        # Nobody sees less than a hundredth of a point, and more digits make the file longer.
        line = TextLine(self.canvas, round(x, 2), round(y, 2))
        for face, text in runs:
            line.setFont(face, round(size, 2), 0)
            if gap is not None:
                line.setWordSpace(round(gap - shape(" ", face).width * size, 3))
            line.textOut(text)
        if gap is not None:
            line.setWordSpace(0)
        self.canvas.drawText(line)
        if says:
            self.canvas.addLiteral("EMC")

    def form(self, key: Hashable, size: tuple[float, float], draw: Callable[[], object]) -> None:
        """Draw what pages of a kind share, as a form, which the document contains once; the first
        of its texts are what is read aloud of it."""
        if key not in self._forms:
            name = f"form{len(self._forms)}"
            self.canvas.beginForm(name, 0, 0, *size)
            self._form_words = []
            draw()
            self._forms[key] = (name, ", ".join(self._form_words[:FEW]))
            self._form_words = None
            self.canvas.endForm()
        name, alt = self._forms[key]
        if not alt:
            self.canvas.doForm(name)
            return
        with self._marked(alt, "Figure", alt):
            self.canvas.doForm(name)

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
        with self._paragraph():
            for line in done.lines:
                self.text(x, y, line, done.size, face, align=align, grey=grey)
                y -= step

    @contextmanager
    def _paragraph(self) -> Iterator[None]:
        """Lines that belong together, unless they are within an element that holds text."""
        if self._elements and self._elements[-1].role in GROUPS:
            with self.element("P"):
                yield
        else:
            yield

    def prose(
        self,
        box: Box,
        text: str,
        size: float,
        face: Face = Face.TEXT,
        *,
        grey: float = BLACK,
        line_height: float = 1.4,
    ) -> float:
        """Set running text from the top of `box` down; return its height. `line_height` is a
        multiple of the size."""
        lines = paragraph(text, face, size, box.width)
        y = box.top - size
        with self._paragraph():
            for line in lines:
                self.text(box.x, y, line, size, face, grey=grey)
                y -= size * line_height
        return len(lines) * size * line_height

    def line(
        self, x1: float, y1: float, x2: float, y2: float, width: float = HAIR, grey: float = BLACK
    ) -> None:
        """Draw a straight rule."""
        self.canvas.setLineWidth(width)
        self.canvas.setStrokeGray(grey)
        self.canvas.line(x1, y1, x2, y2)

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
            self.canvas.roundRect(box.x, box.y, box.width, box.height, radius)
        else:
            self.canvas.rect(box.x, box.y, box.width, box.height)

    def fill(self, box: Box, grey: float = PALE, *, radius: float = 0.0) -> None:
        """Fill a box."""
        self.canvas.setFillGray(grey)
        if radius:
            self.canvas.roundRect(box.x, box.y, box.width, box.height, radius, stroke=0, fill=1)
        else:
            self.canvas.rect(box.x, box.y, box.width, box.height, stroke=0, fill=1)
        self.canvas.setFillGray(BLACK)

    def disc(self, x: float, y: float, radius: float, *, filled: bool = True) -> None:
        """Draw a full or an open disc."""
        self.canvas.setLineWidth(max(radius / 3.5, HAIR))
        self.canvas.setStrokeGray(BLACK)
        self.canvas.setFillGray(BLACK)
        inner = radius if filled else radius - max(radius / 7, HAIR / 2)
        self.canvas.circle(x, y, inner, stroke=int(not filled), fill=int(filled))
