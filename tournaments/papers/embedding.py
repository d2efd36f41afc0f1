"""Fonts that keep what they were cut down to, so that a document like the last one costs little.

A document carries of each font the glyphs that it uses, their widths and which letters they are.
Working that out and compressing it took half of the time of a single sheet, and most sheets use
the same glyphs: the Latin letters and figures, and the accents of the same few names.
"""

from array import array
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from threading import Lock
from typing import Any

import uharfbuzz
from reportlab.pdfbase.pdfdoc import PDFArray, PDFStream, PDFTrueTypeFont, PDFZCompress
from reportlab.pdfbase.ttfonts import SUBSETN, TTFont, TTFontFace, makeToUnicodeCMap

# Glyphs without a character of their own, or that stand for several, get codes of Unicode's last
# two planes, which nobody's name is written in.
PRIVATE = range(0xF0000, 0x10FFFE)
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


class Pairs:
    """Pairs of small numbers, whole as reportlab writes them, in a fraction of the memory."""

    def __init__(self, pairs: Sequence[tuple[float, float]]) -> None:
        self.numbers = array("H", map(int, chain.from_iterable(pairs)))

    def __getitem__(self, place: int) -> tuple[int, int]:
        return self.numbers[2 * place], self.numbers[2 * place + 1]


def compacted(face: TTFontFace) -> None:
    """Let go of what only the reading of a font needed, and keep its long tables small."""
    face.glyphToChar = {}
    face.hmetrics = Pairs(face.hmetrics)
    face.glyphPos = array("I", face.glyphPos)


class KeptFont(TTFont):
    """A font that adds itself to a document byte for byte as reportlab's own, but sooner; and that
    draws glyphs which no single character stands for."""

    def __init__(self, name: str, filename: str) -> None:
        super().__init__(name, filename)
        self.face.__class__ = KeptFace  # made by TTFont itself; reading it twice takes long
        compacted(self.face)
        self._private: dict[tuple[int, str], int] = {}
        self._meant: dict[int, str] = {}
        self._giving = Lock()

    def draws(self, code: int) -> bool:
        """Whether the font has a glyph for a character."""
        return code < PRIVATE.start and code in self.face.charToGlyph

    @cached_property
    def shaper(self) -> uharfbuzz.Font:
        """The same font as HarfBuzz reads it."""
        return uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob(self.face._ttf_data)))

    @property
    def units(self) -> int:
        """What the positions of the shaper are counted in, to the size of the type."""
        return int(self.shaper.face.upem)

    def glyph(self, number: int, meant: str) -> tuple[int, float]:
        """The code that draws a glyph and is read as `meant`, and its width in thousandths."""
        if len(meant) == 1 and self.face.charToGlyph.get(ord(meant)) == number:
            return ord(meant), self.face.charWidths[ord(meant)]
        with self._giving:
            code = self._private.get((number, meant))
            if code is None:
                # Nobody has so many names; where they have, letters are drawn but not read.
                meant = meant if len(self._private) < len(PRIVATE) // 2 else ""
                code = self._private.get((number, meant))
            if code is None:
                code = PRIVATE[len(self._private)]
                wide = self.shaper.get_glyph_h_advance(number) * 1000 / self.units
                self.face.charWidths[code] = wide
                self.face.charToGlyph[code] = number
                self._meant[code] = meant
                self._private[number, meant] = code
        return code, self.face.charWidths[code]

    def meaning(self, code: int) -> str:
        """The letters that a code is read as."""
        return self._meant.get(code, chr(code)) if code >= PRIVATE.start else chr(code)

    @cached_property
    def reads_ascii(self) -> bool:
        """Whether plain letters and figures stand in a document as themselves: reportlab keeps the
        first places of a font for them, if it has them all."""
        return all(code in self.face.charToGlyph for code in range(32, 127))

    def plain_name(self, doc: Any) -> str:
        """What the font of plain letters is called in a document."""
        self.splitString(" ", doc)  # from here on the document knows the font
        name: str = self.getSubsetInternalName(0, doc)
        return name

    def addObjects(self, doc: Any) -> None:  # noqa: N802  reportlab's name
        """Add the subsets that the document uses."""
        state = self.state[doc]
        state.frozen = 1
        for number, subset in enumerate(state.subsets):
            self._add(doc, number, tuple(subset))
        del self.state[doc]

    def _add(self, doc: Any, number: int, subset: tuple[int, ...]) -> None:
        """Add a subset as reportlab does, with what was worked out for the same letters before."""
        name = self.getSubsetInternalName(number, doc)[1:]
        parts = (SUBSETN(number), b"+", self.face.name, self.face.subfontNameX)
        called = b"".join(parts).decode("pdfdoc")
        added = PDFTrueTypeFont()
        added.__Comment__ = f"Font {self.fontName} subset {number}"
        added.Name, added.BaseFont = name, called
        added.FirstChar, added.LastChar = 0, len(subset) - 1
        added.Widths = KeptNumbers(_widths(self.face, subset))
        letters = PDFStream()
        letters.content = _letters_of(self, called, subset)
        added.ToUnicode = doc.Reference(letters, f"toUnicodeCMap:{called}")
        added.FontDescriptor = self.face.addSubsetObjects(doc, called, subset)
        descriptor = doc.idToObject[added.FontDescriptor.name]
        if doc.compression:
            for stream in (letters, doc.idToObject[descriptor.dict["FontFile2"].name]):
                stream.filters = [KeptFlate]
        doc.Reference(added, name)
        doc.idToObject["BasicFonts"].dict[name] = added


@lru_cache(maxsize=KEPT)
def _widths(face: KeptFace, subset: tuple[int, ...]) -> tuple[float, ...]:
    return tuple(map(face.getCharWidth, subset))


@lru_cache(maxsize=KEPT)
def _letters_of(font: KeptFont, name: str, subset: tuple[int, ...]) -> str:
    """Which letters a subset stands for."""
    if max(subset) > BASIC:
        return _letters(name, subset, font.meaning)
    found: str = makeToUnicodeCMap(name, subset)
    return found


BASIC = 0xFFFF  # above it reportlab writes a character's number, where its two halves belong


def _letters(name: str, subset: Sequence[int], meaning: Callable[[int], str]) -> str:
    """Which letters the glyphs of a subset stand for, as a CMap (PDF 32000-1, 9.10.3)."""
    rows = [
        f"<{place:02X}> <{meaning(code).encode('utf-16-be').hex().upper()}>"
        for place, code in enumerate(subset)
    ]
    groups = [rows[i : i + 100] for i in range(0, len(rows), 100)]
    lists = [f"{len(group)} beginbfchar\n" + "\n".join(group) + "\nendbfchar" for group in groups]
    return "\n".join(
        (
            "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap",
            f"/CIDSystemInfo << /Registry ({name}) /Ordering ({name}) /Supplement 0 >> def",
            f"/CMapName /{name} def\n/CMapType 2 def",
            f"1 begincodespacerange\n<00> <{len(subset) - 1:02X}>\nendcodespacerange",
            *lists,
            "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend",
        )
    )
