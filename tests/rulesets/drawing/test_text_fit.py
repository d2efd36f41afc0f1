"""Text in boxes: nothing is lost, nothing sticks out, and it is as large as it can be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.drawing.vectors import LEADING, fit_text, text_width

sizes = st.floats(8, 80)
measures = st.floats(20, 400)


@given(st.text(max_size=60), sizes, measures, measures, st.integers(1, 5))
def test_text_stays_in_its_box(
    text: str, size: float, width: float, height: float, most: int
) -> None:
    done = fit_text(text, size, width, height, most)
    assert 1 <= len(done.lines) <= most
    assert done.size <= size
    assert len(done.lines) * LEADING * done.size <= height * 1.0001
    assert all(text_width(line) * done.size <= width * 1.0001 for line in done.lines)


@given(st.text(max_size=60), sizes, measures, measures, st.integers(1, 5))
def test_no_letter_is_lost(text: str, size: float, width: float, height: float, most: int) -> None:
    done = fit_text(text, size, width, height, most)
    assert "".join("".join(done.lines).split()) == "".join(text.split())


@pytest.mark.parametrize(("narrow", "wide"), [("il", "mw"), ("ab", "AB"), ("ab", "林志")])
def test_wide_letters_count_for_more(narrow: str, wide: str) -> None:
    assert text_width(narrow) < text_width(wide)


def test_marks_on_letters_take_no_room() -> None:
    assert text_width("e\u0301") == text_width("e")
