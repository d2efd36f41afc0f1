"""Fonts that keep what they were cut down to, so that a document like the last one costs little.

A document carries of each font the glyphs that it uses, their widths and which letters they are.
Working that out and compressing it took half of the time of a single sheet, and most sheets use
the same glyphs: the Latin letters and figures, and the accents of the same few names.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFArray, PDFZCompress
from reportlab.pdfbase.ttfonts import TTFont, TTFontFace

KEPT = 64  # subsets of all fonts together, each of 20 to 60 kB


class KeptFlate:
    """The compression of a stream, of which reportlab asks the name and the result."""

    pdfname = PDFZCompress.pdfname
    encode = staticmethod(lru_cache(maxsize=2 * KEPT)(PDFZCompress.encode))


class KeptNumbers(PDFArray):
    """A row of numbers, written out once."""

    def format(self, document: Any, IND: bytes = b"\n ") -> bytes:  # noqa: ARG002, N803  reportlab's own
        """Return the row as it stands in a document; numbers are the same in every one."""
        return _written(tuple(self.sequence), IND)


@lru_cache(maxsize=KEPT)
def _written(numbers: tuple[float, ...], between: bytes) -> bytes:
    row: bytes = PDFArray(numbers).format(None, between)
    return row


class KeptFace(TTFontFace):
    """A font's face that keeps its subsets."""

    def makeSubset(self, subset: Sequence[int]) -> bytes:  # noqa: N802  reportlab's name
        """Return the font with these characters alone, by code, in this order."""
        return _cut(self, tuple(subset))


@lru_cache(maxsize=KEPT)
def _cut(face: KeptFace, codes: tuple[int, ...]) -> bytes:
    subset: bytes = TTFontFace.makeSubset(face, codes)
    return subset


class KeptFont(TTFont):
    """A font that adds itself to a document byte for byte as reportlab's own, but sooner."""

    def __init__(self, name: str, filename: str) -> None:
        super().__init__(name, filename)
        self.face.__class__ = KeptFace  # made by TTFont itself; reading it twice takes long

    def addObjects(self, doc: Any) -> None:  # noqa: N802  reportlab's name
        """Add the subsets that the document uses."""
        fonts = doc.idToObject["BasicFonts"].dict
        before = set(fonts)
        super().addObjects(doc)
        for name in fonts.keys() - before:
            font = fonts[name]
            font.Widths = KeptNumbers(font.Widths.sequence)
            descriptor = doc.idToObject[font.FontDescriptor.name]
            for reference in (font.ToUnicode, descriptor.dict["FontFile2"]):
                stream = doc.idToObject[reference.name]
                if stream.filters:
                    stream.filters = [KeptFlate]
