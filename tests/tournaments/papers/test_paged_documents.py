"""Long documents are written as reportlab writes them, and let go of on the way."""

import io

import pytest
from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFDocument, PDFStream, PDFZCompress
from reportlab.pdfgen.canvas import Canvas

from tournaments.papers.documents import Document, Drawn, end_page

LINES = ("BT /F1 12 Tf 100 100 Td (drawn) Tj ET", "n 1 1 m 2 2 l S", " ")
SIZE = b"[0 0 595 842]"


def drawn(kind, *, compressed, bare=False):
    """Three pages in a document of that kind."""
    canvas = Canvas(io.BytesIO(), pageCompression=int(compressed), invariant=1)
    canvas._doc.__class__ = kind
    resources = PDFDictionary({"Font": canvas._doc.Reference(PDFDictionary({}), "Fonts")})
    shared = canvas._doc.Reference(resources, "Shared")
    for number in range(3):
        canvas.drawString(100, 100, f"page {number}")
        if bare:
            canvas.showPage()
        else:
            end_page(canvas, shared, SIZE)
    return canvas


@pytest.mark.parametrize("compressed", [True, False])
def test_the_file_is_the_same_byte_for_byte(compressed):
    theirs, ours = (
        drawn(kind, compressed=compressed, bare=True) for kind in (PDFDocument, Document)
    )
    assert ours.getpdfdata() == theirs.getpdfdata()


@pytest.mark.parametrize("compressed", [True, False])
def test_a_page_that_shares_is_written_as_the_library_writes_it(compressed):
    theirs = drawn(Document, compressed=compressed, bare=True)
    shared = theirs._doc.Reference(theirs._doc.idToObject["Shared"])
    for page in theirs._doc.Pages.pages:
        page.Resources, page.MediaBox, page.Trans = shared, SIZE, None
    assert drawn(Document, compressed=compressed).getpdfdata() == theirs.getpdfdata()


@pytest.mark.parametrize("compressed", [True, False])
def test_what_is_drawn_is_written_once_and_then_let_go_of(compressed):
    document = Canvas(io.BytesIO())._doc
    theirs = PDFStream(content="\n".join(LINES) + "\n")
    theirs.filters = [PDFZCompress] if compressed else None
    ours = Drawn(LINES, compressed=compressed)
    assert ours.format(document) == theirs.format(document)
    assert not ours.code


def test_pages_hold_what_they_have_in_common_once():
    canvas = drawn(Document, compressed=False)
    first, second, _third = (page.drawn.code for page in canvas._doc.Pages.pages)
    assert first[0] is second[0]
    written = canvas.getpdfdata()
    assert all(written.count(b"(page %d)" % number) == 1 for number in range(3))
