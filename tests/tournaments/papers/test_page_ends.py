"""Pages of long documents are written as reportlab writes them, and let go of."""

import io

from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFStream
from reportlab.pdfgen.canvas import Canvas

from tournaments.papers.page_ends import PlainText, end_page

DRAWN = "BT /F1 12 Tf 100 100 Td (drawn) Tj ET\n"


def test_a_page_is_written_as_the_library_writes_it_and_then_let_go_of():
    document = Canvas(io.BytesIO())._doc
    theirs = PDFStream(content=DRAWN)
    theirs.filters = []
    ours = PlainText(DRAWN)
    unfiltered = theirs.format(document).replace(b"/Filter [  ] ", b"")
    assert ours.format(document) == unfiltered
    assert not ours.text


def test_pages_that_are_too_short_to_compress_keep_their_text_once():
    canvas = Canvas(io.BytesIO(), pageCompression=0, invariant=1)
    shared = canvas._doc.Reference(PDFDictionary({}), "Shared")
    for number in range(3):
        canvas.drawString(100, 100, f"page {number}")
        end_page(canvas, shared, "[0 0 595 842]")
    pages = canvas._doc.Pages.pages
    assert all(
        page.stream is None and f"page {n}" in page.Contents.text for n, page in enumerate(pages)
    )
    written = canvas.getpdfdata()
    assert all(written.count(b"(page %d)" % n) == 1 for n in range(3))
    assert not any(page.Contents.text for page in pages if isinstance(page.Contents, PlainText))
