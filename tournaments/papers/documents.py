"""PDF files as reportlab writes them, byte for byte, in less time and a fraction of the memory.

For a document of a thousand pages and more: reportlab keeps the text of every page, its file and
the joined file beside each other, and writes what all pages share out anew for each.
"""

from __future__ import annotations

import io
import zlib
from itertools import count
from typing import TYPE_CHECKING, Any

from reportlab.pdfbase import pdfdoc
from reportlab.pdfbase.pdfdoc import PDFDocument, PDFFile, PDFObject, PDFTrailer

if TYPE_CHECKING:
    from collections.abc import Iterator


class Document(PDFDocument):
    """A document whose parts are let go of as they are written, one after the other."""

    def format(self) -> bytes:
        """The whole file."""
        root, info = self.Reference(self.Catalog), self.Reference(self.info)
        file = io.BytesIO()
        file.write(PDFFile(self._pdfVersion).format(self))  # what a file begins with
        places = [self._write(file, number) for number in self._numbers()]
        start, size = file.tell(), len(places) + 1
        rows = b"".join(b"%010d 00000 n \n" % place for place in places)
        file.write(b"xref\n0 %d\n0000000000 65535 f \n%b" % (size, rows))
        ends = PDFTrailer(startxref=start, Size=size, Root=root, Info=info, ID=self.ID())
        file.write(ends.format(self))
        return file.getvalue()

    def _numbers(self) -> Iterator[int]:
        """The numbers of all parts, of which more come up while others are written."""
        for number in count(1):
            if number not in self.numberToId:
                return
            yield number

    def _write(self, file: io.BytesIO, number: int) -> int:
        """Write a part; return where it begins."""
        place = file.tell()
        written: bytes = pdfdoc.format(self.idToObject[self.numberToId[number]], self, toplevel=1)
        end = b"" if written.endswith(b"\n") else b"\n"
        file.write(b"%d 0 obj\n%b%bendobj\n" % (number, written, end))
        return place


class Drawn(PDFObject):
    """What is drawn on a page. Pages of a kind hold much of it in common, until it is written."""

    __RefOnly__ = 1

    def __init__(self, code: tuple[str, ...], *, compressed: bool) -> None:
        self.code, self.compressed = code, compressed

    def format(self, _document: Any) -> bytes:
        """The stream, which is let go of."""
        text = "\n".join((*self.code, "")).encode("ascii")
        self.code = ()
        kind = b""
        if self.compressed:
            text, kind = zlib.compress(text), b"/Filter [ /FlateDecode ] "
        return b"<<\n%b/Length %d\n>>\nstream\n%bendstream\n" % (kind, len(text), text)


class SharingPage(PDFObject):
    """A page that has nothing of its own but what is drawn on it."""

    __RefOnly__ = 1

    def __init__(self, drawn: Drawn, resources: Any, size: bytes) -> None:
        self.drawn, self.resources, self.size = drawn, resources, size

    def format(self, document: Any) -> bytes:
        """The page, with references to what it needs."""
        parent = document.Reference(document.Pages).format(document)
        return (
            b"<<\n/Contents %b /MediaBox %b /Parent %b /Resources %b /Rotate 0 /Type /Page\n>>"
        ) % (
            document.Reference(self.drawn).format(document),
            self.size,
            parent,
            self.resources.format(document),
        )


def end_page(canvas: Any, resources: Any, size: bytes) -> None:
    """Show the page; `resources`: a reference to what it shares, `size`: its box, as PDF code."""
    code = (canvas._preamble, *canvas._code, " ")
    drawn = Drawn(code, compressed=bool(canvas._pageCompression))
    canvas._doc.addPage(SharingPage(drawn, resources, size))
    canvas._startPage()
