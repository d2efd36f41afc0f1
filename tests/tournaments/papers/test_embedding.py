"""Fonts that keep their subsets draw what reportlab's own draw, byte for byte."""

import io

import pytest
from pypdf import PdfReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from tournaments.papers import embedding
from tournaments.papers.typefaces import Face, font

TEXTS = ("Anna Łódź 12", "Zoë", "Ελένη & Олег", "".join(map(chr, range(0x100, 0x240))))


def drawn(name, text, *, compressed=True):
    out = io.BytesIO()
    canvas = Canvas(out, invariant=1, pageCompression=int(compressed))
    canvas.setFont(name, 12)
    canvas.drawString(40, 40, text)
    canvas.save()
    return out.getvalue()


@pytest.fixture
def plain():
    """The same font as reportlab adds it, under the same name."""
    own = font(Face.TEXT)
    pdfmetrics.registerFont(TTFont(Face.TEXT.value, own.face.filename))
    yield Face.TEXT.value
    pdfmetrics.registerFont(own)


@pytest.mark.parametrize("compressed", [True, False])
def test_a_document_is_the_same_byte_for_byte(plain, compressed):
    expected = [drawn(plain, text, compressed=compressed) for text in TEXTS]
    pdfmetrics.registerFont(font(Face.TEXT))
    for _ in range(2):
        found = [drawn(plain, text, compressed=compressed) for text in TEXTS]
        assert found == expected


def test_the_same_letters_are_cut_and_written_once():
    font(Face.TEXT)
    drawn(Face.TEXT.value, "Ŧĥê šámë łettërs")
    before = [kept.cache_info().misses for kept in (embedding._shapes, embedding._told)]
    again = drawn(Face.TEXT.value, "Ŧĥê šámë łettërs, in other words")
    assert [kept.cache_info().misses for kept in (embedding._shapes, embedding._told)] == before
    assert "in other words" in PdfReader(io.BytesIO(again)).pages[0].extract_text()
