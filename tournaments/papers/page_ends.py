"""How pages end that share what they stand on, in documents of a thousand and more.

reportlab writes the resources and the size of each page out anew, looks every character of it up,
and keeps its text twice until the whole document is written: together more than drawing it.
"""

from __future__ import annotations

from typing import Any

from reportlab.pdfbase.pdfdoc import PDFObject


class PlainText(PDFObject):
    """What is drawn on a page, uncompressed; it is let go of once it is written."""

    __RefOnly__ = 1
    __Comment__ = "page stream"

    def __init__(self, text: str) -> None:
        self.text = text

    def format(self, _document: Any) -> bytes:
        """As reportlab writes a stream without filters."""
        text, self.text = self.text.encode("ascii"), ""
        return b"<<\n/Length %d\n>>\nstream\n%bendstream\n" % (len(text), text)


def end_page(canvas: Any, resources: Any, size: str) -> None:
    """Show the page; `resources`: a reference to what it shares, `size`: its box, as PDF code."""
    canvas.showPage()
    page = canvas._doc.Pages.pages[-1]
    page.Resources, page.MediaBox, page.Trans = resources, size, None
    if page.compression:
        page.stream = page.stream.encode("ascii")
    else:
        page.Contents, page.stream = PlainText(page.stream), None
