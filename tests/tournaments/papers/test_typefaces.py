import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from tournaments.papers.data import Heading
from tournaments.papers.theme import Style, finished, new_pen
from tournaments.papers.typefaces import Face, Run, font, shape, width


@pytest.mark.parametrize("face", [Face.TEXT, Face.BOLD, Face.DISPLAY])
@pytest.mark.parametrize("text", ["Łódź", "Zoë", "Đặng", "Ελένη", "Олег", "שרה"])
def test_european_and_hebrew_names_are_drawn_letter_by_letter(face, text):
    drawn = "".join(run.text for run in shape(text, face).runs)
    assert len(drawn) == len(text)
    assert "U+" not in drawn


@pytest.mark.parametrize("text", ["林志玲", "김민수", "はなこ"])
def test_east_asian_names_come_from_the_fallback(text):
    assert shape(text, Face.DISPLAY).runs == (Run(Face.FALLBACK, text),)


def test_one_line_may_use_several_fonts():
    runs = shape("Kim 김 & Co", Face.TEXT).runs
    assert [run.face for run in runs] == [Face.TEXT, Face.FALLBACK, Face.TEXT]
    assert "".join(run.text for run in runs) == "Kim 김 & Co"


def test_a_character_that_no_font_has_is_printed_as_its_code():
    assert shape("ሰ", Face.TEXT).runs == (Run(Face.TEXT, "‹U+1230›"),)


def test_a_compatibility_character_is_printed_in_its_plain_form():
    assert shape("\U0001f110", Face.TEXT).runs == (Run(Face.TEXT, "(A)"),)


def test_width_grows_with_size():
    assert width("Anna", Face.BOLD, 20) == pytest.approx(2 * width("Anna", Face.BOLD, 10))


def test_figures_are_tabular_in_every_face():
    for face in (Face.TEXT, Face.BOLD, Face.DISPLAY):
        assert len({round(width(figure, face, 10), 6) for figure in "0123456789"}) == 1


@settings(max_examples=60)
@given(st.text(max_size=30), st.sampled_from([Face.TEXT, Face.BOLD, Face.DISPLAY]))
def test_every_run_has_all_its_glyphs(text, face):
    for run in shape(text, face).runs:
        assert all(ord(char) in font(run.face).face.charToGlyph for char in run.text)


def test_a_text_may_have_more_letters_than_a_font_of_a_document_holds():
    letters = "".join(map(chr, range(0x100, 0x240)))
    pen = new_pen(Heading(""), "x", Style())
    for size in (4.0, 4.1):  # known letters are looked up
        pen.text(20, 20 + size, letters, size)
    code = "\n".join(pen.canvas._code)
    pen.canvas.showPage()
    assert "+0 4.00 Tf" in code
    assert "+1 4.10 Tf" in code
    told = PdfReader(io.BytesIO(finished(pen))).pages[0].extract_text()
    assert told.count("Ă") == told.count("ȿ") == 2
