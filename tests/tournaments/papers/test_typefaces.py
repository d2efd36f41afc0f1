import io
from unittest.mock import Mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from tests.sampling import examples
from tournaments.papers.data import Heading
from tournaments.papers.theme import Style
from tournaments.papers.typefaces import Face, Run, font, shape, width
from tournaments.papers.writer import close_document, open_document


def test_one_line_may_use_several_fonts():
    runs = shape("Kim 김 & Co", Face.TEXT).runs
    assert [run.face for run in runs] == [Face.TEXT, Face.FALLBACK, Face.TEXT]
    assert "".join(run.text for run in runs) == "Kim 김 & Co"


def test_a_character_that_no_font_has_is_printed_as_its_code():
    assert shape("ሰ", Face.TEXT).runs == (Run(Face.TEXT, "‹U+1230›"),)


def test_a_compatibility_character_is_printed_in_its_plain_form():
    assert shape("\U0001f110", Face.TEXT).runs == (Run(Face.TEXT, "(A)"),)


def test_figures_are_tabular_in_the_faces_of_tables():
    for face in (Face.TEXT, Face.BOLD):
        assert len({round(width(figure, face, 10), 6) for figure in "0123456789"}) == 1


BOOK = [face for face in Face if face.name.startswith("BOOK")]


@pytest.mark.parametrize("face", BOOK)
def test_a_face_of_the_book_has_its_figures_its_suits_and_pairs(face):
    figures = {round(width(figure, face, 10), 3) for figure in "0123456789"}
    assert (len(figures) == 1) is (face in (Face.TEXT, Face.BOLD))
    assert {run.face for run in shape("Łódź ♠♥♦♣ Đặng Ελένη Олег – ½ →", face).runs} == {face}
    assert width("AVA", face, 10) < sum(width(letter, face, 10) for letter in "AVA")


def test_the_book_has_small_capitals_and_open_red_suits():
    small = width("x", Face.BOOK_CAPS, 10)
    assert small > width("x", Face.BOOK, 10)
    assert small < width("X", Face.BOOK, 10)
    rims = {"♠": 1, "♥": 2, "♦": 2, "♣": 1}
    for suit, count in rims.items():
        rim = Mock()
        shaper = font(Face.BOOK).shaper
        shaper.draw_glyph_with_pen(shaper.get_nominal_glyph(ord(suit)), rim)
        assert rim.closePath.call_count == count


@pytest.mark.parametrize(
    ("name", "light", "bold"),
    [
        ("שרה", Face.HEBREW, Face.HEBREW_BOLD),
        ("سارة", Face.ARABIC, Face.ARABIC_BOLD),
        ("अनिता", Face.DEVANAGARI, Face.DEVANAGARI_BOLD),
        ("สมชาย", Face.THAI, Face.THAI_BOLD),
        ("林", Face.FALLBACK, Face.FALLBACK),
    ],
)
def test_names_in_other_scripts_keep_their_faces_in_the_book(name, light, bold):
    assert shape(name, Face.BOOK).runs[0].face is light
    assert shape(name, Face.DISPLAY).runs[0].face is bold


def test_kerned_text_is_read_back_as_it_was_written():
    pen = open_document(Heading(""), "x", Style())
    text = "AVAST, Tom & Yves (To ♠Q) \\ fi"
    with pen.page():
        pen.text(20, 20, text, 10, Face.BOOK)
    code = "\n".join(pen.canvas._code)
    pen.canvas.showPage()
    assert "TJ" in code
    assert text in PdfReader(io.BytesIO(close_document(pen))).pages[0].extract_text()


@settings(max_examples=examples(60))
@given(st.text(max_size=30), st.sampled_from([Face.TEXT, Face.BOLD, Face.DISPLAY, *BOOK]))
def test_every_run_has_all_its_glyphs(text, face):
    assert width(text, face, 10) >= 0
    for run in shape(text, face).runs:
        assert all(ord(char) in font(run.face).face.charToGlyph for char in run.text)


def test_a_text_may_have_more_letters_than_a_font_of_a_document_holds():
    letters = "".join(map(chr, range(0x100, 0x240)))
    pen = open_document(Heading(""), "x", Style())
    with pen.page():
        for size in (4.0, 4.1):  # known letters are looked up
            pen.text(20, 20 + size, letters, size)
    code = "\n".join(pen.canvas._code)
    pen.canvas.showPage()
    assert "+0 4 Tf" in code
    assert "+1 4.1 Tf" in code
    told = PdfReader(io.BytesIO(close_document(pen))).pages[0].extract_text()
    assert told.count("Ă") == told.count("ȿ") == 2
