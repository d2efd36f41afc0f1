"""The first page of a PDF as a picture, to show what a paper will be like."""

from __future__ import annotations

import io
from hashlib import sha256
from threading import Lock

import pypdfium2

WIDE = 420  # pixels: sharp at the size the menu shows it in, also on phones
GREYS = 32  # enough for what is printed in black and white, and a third of the bytes

# pdfium may be called by one thread at a time.
_PDFIUM = Lock()


def key_of(pdf: bytes) -> str:
    """What the picture of this file can be kept under."""
    return f"first-page:{WIDE}:{sha256(pdf).hexdigest()}"


def first_page(pdf: bytes) -> bytes:
    """The PNG of its first page, in greys. Raises pypdfium2.PdfiumError for what is no PDF."""
    with _PDFIUM, pypdfium2.PdfDocument(pdf) as document:
        page = document[0]
        picture = page.render(scale=WIDE / page.get_width(), grayscale=True).to_pil()
    out = io.BytesIO()
    picture.quantize(GREYS).save(out, "PNG", optimize=True)
    return out.getvalue()
