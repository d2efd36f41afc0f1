import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.papers.typefaces import cleaned, composed, is_plain, letters, stretches


def page_order(text):
    """The letters from left to right, as they stand on the page."""
    parts = (text[begin:end][:: -1 if back else 1] for begin, end, back in stretches(text))
    return "".join(parts)


@pytest.mark.parametrize("text", ["Łódź, Zoë & 林", "Ελένη", "Олег Щёголев", "Nguyễn", "김민수"])
def test_most_names_are_plain(text):
    assert is_plain(composed(text))
    assert is_plain(composed(unicodedata.normalize("NFD", text)))


@pytest.mark.parametrize(
    "text", ["שרה", "محمد", "यशोदा", "สมชาย", "Ọ̀ṣun", "🎉", "a\u200db", "a\tb", "\U000f0001"]
)
def test_what_needs_a_closer_look_gets_one(text):
    assert not is_plain(composed(text))


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("Anna", "Anna"),
        ("שרה לוי", "יול הרש"),
        ("שרה 12", "12 הרש"),
        ("Sara (שרה) Levi", "Sara (הרש) Levi"),
        ("שרה 12 Bo לוי", "יול Bo 12 הרש"),
        ("محمد 12", "12 دمحم"),
        # Isolated names leave what is between them in its order.
        (
            "\u2068שרה לוי\u2069, \u2068Bo\u2069, \u2068דן\u2069",
            "\u2068יול הרש\u2069, \u2068Bo\u2069, \u2068ןד\u2069",
        ),
        (
            "לוי\u2069, \u2068Bo\u2069",
            "יול\u2069, \u2068Bo\u2069",
        ),  # the rest of one on the next line
    ],
)
def test_directions_are_those_of_unicode(text, drawn):
    assert page_order(text) == drawn


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("a\tb\nc", "a b c"),
        ("\u202eab\u202c", "ab"),
        ("x\u200by\ufe01", "xy"),
        ("a\u00a0b", "a b"),
        ("क्\u200dष", "क्\u200dष"),
        ("❤\ufe0f", "❤\ufe0f"),
    ],
)
def test_what_has_no_glyph_is_a_space_or_nothing(text, clean):
    assert cleaned(text) == clean


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Zoë", ["Z", "o", "ë"]),
        ("कृष्ण", ["कृ", "ष्ण"]),
        ("น้ำผึ้ง", ["น้", "ำ", "ผึ้", "ง"]),
        ("שָׁרָה", ["שָׁ", "רָ", "ה"]),
        ("👨‍👩‍👧!", ["👨‍👩‍👧", "!"]),
        ("👍🏽a", ["👍🏽", "a"]),
    ],
)
def test_words_are_broken_between_whole_letters(text, parts):
    assert letters(text) == parts


@given(st.text(max_size=40))
def test_any_text_can_be_ordered(text):
    clean = cleaned(composed(text))
    places = [place for begin, end, _back in stretches(clean) for place in range(begin, end)]
    assert sorted(places) == list(range(len(clean)))
    assert "".join(letters(clean)) == clean


@given(st.text(alphabet="אבגד ()12xy\u200d\u0301", max_size=20))
def test_each_stretch_runs_one_way(text):
    for begin, end, back in stretches(text):
        kinds = {unicodedata.bidirectional(char) for char in text[begin:end]}
        assert not (back and "L" in kinds)
        assert back or not kinds & {"R", "AL"}
