import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.papers.scripts import visual


def test_latin_text_stays_as_it_is():
    assert visual("Łódź, Zoë & 林") == "Łódź, Zoë & 林"


def test_hebrew_runs_from_right_to_left():
    assert visual("שרה לוי") == "יול הרש"


def test_numbers_inside_hebrew_keep_their_order():
    assert visual("שרה 12") == "12 הרש"


def test_a_hebrew_word_inside_a_latin_line_is_turned_round_in_place():
    assert visual("Sara (שרה) Levi") == "Sara (הרש) Levi"


def test_brackets_are_mirrored_within_right_to_left_text():
    assert visual("שרה (לוי) שרה") == "הרש (יול) הרש"


def test_arabic_letters_take_their_joined_forms():
    # meem initial, hah medial, meem medial, dal final: drawn last letter first
    assert visual("محمد") == "\ufeaa\ufee4\ufea4\ufee3"


def test_lam_alef_becomes_one_glyph():
    assert visual("لا") == "\ufefb"


def test_marks_stay_behind_their_letter():
    turned = visual("שָׁלוֹם")
    assert not unicodedata.combining(turned[0])
    assert sorted(turned) == sorted(unicodedata.normalize("NFC", "שָׁלוֹם"))


@pytest.mark.parametrize(
    ("text", "drawn"),
    [("a\tb\nc", "a b c"), ("\u202eab\u202c", "ab"), ("x\u200dy\ufe0f", "xy"), ("a\u00a0b", "a b")],
)
def test_what_has_no_glyph_is_a_space_or_nothing(text, drawn):
    assert visual(text) == drawn


@given(st.text(max_size=40))
def test_any_text_can_be_ordered(text):
    drawn = visual(text)
    assert visual(text) == drawn
    assert not any(unicodedata.category(char) in ("Cc", "Cf") for char in drawn)


@given(st.text(alphabet="אבגד ()12xy", max_size=20))
def test_reordering_loses_no_letter(text):
    letters = [char for char in visual(text) if char.isalnum()]
    assert sorted(letters) == sorted(char for char in text if char.isalnum())
