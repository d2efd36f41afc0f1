"""Empty sheets that are drawn once a process, and laid under what is written on each page.

A form is drawn first of all in its document, so that it finds every document alike: what it draws,
and which letters of which fonts it takes, are the same each time and can be kept.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any

from reportlab.pdfbase.pdfdoc import PDFFormXObject, PDFStream, PDFZCompress, xObjectName
from reportlab.pdfbase.ttfonts import TTFont

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

    from tournaments.papers.pen import Pen

MOST = 48  # sets of forms, each of a few kB
_KEPT: OrderedDict[Hashable, Forms] = OrderedDict()
_KEEPING = Lock()


class KeptFlate:
    """The compression of a stream, of which reportlab asks the name and the result."""

    pdfname = PDFZCompress.pdfname
    encode = staticmethod(lru_cache(maxsize=2 * MOST)(PDFZCompress.encode))


class KeptForm(PDFFormXObject):
    """A form whose stream was compressed before, where it was the same."""

    compression: int = 0

    def format(self, document: Any) -> bytes:
        """As reportlab writes it."""
        if self.compression:
            contents = PDFStream()
            contents.content = self.stream
            contents.__Comment__ = "xobject form stream"
            contents.filters = [KeptFlate]
            self.Contents, self.compression = contents, 0
        written: bytes = super().format(document)
        return written


@dataclass(frozen=True, slots=True)
class Letters:
    """What a document knows of a font: its name, and which letters stand where."""

    font: TTFont
    name: str
    assignments: dict[int, int]
    subsets: tuple[tuple[int, ...], ...]
    next_code: int


@dataclass(frozen=True, slots=True)
class Forms:
    """Forms by name, with their streams and what they made of the document's fonts."""

    streams: tuple[tuple[str, bytes], ...]
    fonts: tuple[Letters, ...]


def lay(
    pen: Pen, key: Hashable, size: tuple[float, float], forms: Mapping[str, Callable[[], None]]
) -> None:
    """Put forms into a document on which nothing has been drawn yet; each is drawn by its function
    unless forms with this key were drawn before. The key has to tell everything that they show."""
    with _KEEPING:
        kept = _KEPT.get(key)
        if kept is not None:
            _KEPT.move_to_end(key)
    if kept is not None:
        _again(pen, kept, size)
        return
    for name, draw in forms.items():
        pen.canvas.beginForm(name, 0, 0, *size)
        draw()
        pen.canvas.endForm()
    kept = _found(pen, tuple(forms))
    for name, _stream in kept.streams:
        pen.canvas._doc.idToObject[xObjectName(name)].__class__ = KeptForm
    with _KEEPING:
        _KEPT[key] = kept
        while len(_KEPT) > MOST:
            _KEPT.popitem(last=False)


def _found(pen: Pen, names: tuple[str, ...]) -> Forms:
    """What was drawn, and what has become of the fonts."""
    document: Any = pen.canvas._doc
    streams = tuple((name, document.idToObject[xObjectName(name)].stream) for name in names)
    fonts = []
    for font in document.delayedFonts:
        state = font.state[document]
        subsets = tuple(map(tuple, state.subsets))
        letters = dict(state.assignments)
        fonts.append(Letters(font, state.internalName, letters, subsets, state.nextCode))
    return Forms(streams, tuple(fonts))


def _again(pen: Pen, kept: Forms, size: tuple[float, float]) -> None:
    """The same forms in another document."""
    canvas: Any = pen.canvas
    document = canvas._doc
    for letters in kept.fonts:
        letters.font.splitString(" ", document)
        state = letters.font.state[document]
        state.assignments.update(letters.assignments)
        state.subsets = [list(subset) for subset in letters.subsets]
        state.nextCode = letters.next_code
        if letters.font.getSubsetInternalName(0, document) != f"/{letters.name}+0":
            raise RuntimeError("forms are laid before anything else is drawn")
    for name, stream in kept.streams:
        form = KeptForm(0, 0, *size)
        form.compression = 1
        form.stream = stream
        document.inForm()
        document.addForm(name, form)
