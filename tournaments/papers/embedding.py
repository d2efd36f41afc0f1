"""Fonts that keep what they were cut down to, so that a document like the last one costs little.

A document carries of each font the glyphs that it uses, their widths and which letters they are.
Working that out and compressing it took half of the time of a single sheet, and most sheets use
the same glyphs: the Latin letters and figures, and the accents of the same few names.
"""

from array import array
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from itertools import chain, zip_longest
from threading import Lock
from typing import Any

import uharfbuzz
from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDocument,
    PDFObject,
    PDFObjectReference,
    PDFStream,
    PDFTrueTypeFont,
    PDFZCompress,
)
from reportlab.pdfbase.ttfonts import SUBSETN, TTFont, TTFontFace, makeToUnicodeCMap

# Glyphs without a character of their own, or that stand for several, get codes of Unicode's last
# two planes, which nobody's name is written in.
PRIVATE = range(0xF0000, 0x10FFFE)
KEPT = 64  # subsets of all fonts together, each of 20 to 60 kB


class Known(PDFObject):
    """An object as it was written before, but for what it refers to."""

    __RefOnly__ = 1

    def __init__(self, written: tuple[bytes, ...], *others: PDFObjectReference) -> None:
        self.written, self.others = written, others

    def format(self, document: Any) -> bytes:
        """The object with the numbers that the others have in this document."""
        numbers = [each.format(document) for each in self.others]
        return b"".join(chain(*zip_longest(self.written, numbers, fillvalue=b"")))


OTHER = "%other%"
"""What stands in an object for the number of another."""


def _parted(written: bytes) -> tuple[bytes, ...]:
    return tuple(written.split(OTHER.encode()))


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
    wide = {each: each for each in face.charWidths.values()}
    face.charWidths = {code: wide[each] for code, each in face.charWidths.items()}


class KeptFont(TTFont):
    """A font that adds itself to a document byte for byte as reportlab's own, but sooner; and that
    draws glyphs which no single character stands for."""

    def __init__(self, name: str, filename: str) -> None:
        super().__init__(name, filename)
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
        """Add a subset as reportlab does, with what was written of the same letters before."""
        name = self.getSubsetInternalName(number, doc)[1:]
        called = _called(self, number)
        told, letters = _told(self, name, number, subset, compressed=bool(doc.compression))
        described, file = _shapes(self, number, subset, compressed=bool(doc.compression))
        of_letters = doc.Reference(Known((letters,)), f"toUnicodeCMap:{called}")
        of_file = doc.Reference(Known((file,)), f"fontFile:{self.face.filename}({called})")
        description = doc.Reference(Known(described, of_file), f"fontDescriptor:{called}")
        added = Known(told, description, of_letters)
        doc.Reference(added, name)
        doc.idToObject["BasicFonts"].dict[name] = added


def _called(font: KeptFont, number: int) -> str:
    """What a subset of a font is called, within documents of any kind."""
    parts = (SUBSETN(number), b"+", font.face.name, font.face.subfontNameX)
    return b"".join(parts).decode("pdfdoc")


@lru_cache(maxsize=KEPT)
def _shapes(
    font: KeptFont, number: int, subset: tuple[int, ...], *, compressed: bool
) -> tuple[tuple[bytes, ...], bytes]:
    """How a subset is described, and its file."""
    scratch = PDFDocument(compression=compressed)
    reference = font.face.addSubsetObjects(scratch, _called(font, number), subset)
    described = scratch.idToObject[reference.name]
    file = scratch.idToObject[described.dict["FontFile2"].name]
    described.dict["FontFile2"] = OTHER
    return _parted(described.format(scratch)), file.format(scratch)


@lru_cache(maxsize=KEPT)
def _told(
    font: KeptFont, name: str, number: int, subset: tuple[int, ...], *, compressed: bool
) -> tuple[tuple[bytes, ...], bytes]:
    """A subset as a font of a document, and which letters it stands for."""
    scratch = PDFDocument(compression=compressed)
    told = PDFTrueTypeFont()
    told.Name, told.BaseFont = name, _called(font, number)
    told.FirstChar, told.LastChar = 0, len(subset) - 1
    told.Widths = PDFArray([font.face.getCharWidth(code) for code in subset])
    told.FontDescriptor = told.ToUnicode = OTHER
    letters = PDFStream(content=_letters_of(font, told.BaseFont, subset))
    letters.filters = [PDFZCompress] if compressed else None
    return _parted(told.format(scratch)), letters.format(scratch)


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
