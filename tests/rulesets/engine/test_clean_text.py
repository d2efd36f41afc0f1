"""Texts without what cannot be seen: what goes, and what scripts and emoji need."""

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.engine.clean_text import MOST_MARKS, clean_json, clean_text

DIRECTIONS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
UNSEEN = (
    "\u00ad\u034f\u115f\u1160\u17b4\u180e\u200b\u2060\u2061\u2064\u206f\u3164\ufeff\uffa0\ufffa"
)
ANY = st.text(
    st.characters(min_codepoint=0, max_codepoint=sys.maxunicode)
    | st.sampled_from(
        "aß\u0627\u0628\u0915\u094d\u0308\u200c\u200d\ufe0f\u20e3👩❤🏴\U000e0067\U000e007f"
    )
)


@pytest.mark.parametrize("char", [*DIRECTIONS, *UNSEEN, "\x00", "\x1b", "\x7f", "\ud800", "\ue000"])
def test_what_cannot_be_seen_goes(char: str) -> None:
    assert clean_text(char) == ""
    assert clean_text(f"An{char}n") == "Ann"
    assert clean_text(f"{char} Ann {char}") == "Ann"


@pytest.mark.parametrize(
    "text",
    [
        "Zoë O’Neill-Łuczak",
        "می\u200cخواهم",  # Persian: the prefix does not join
        "नीरज क\u094d\u200dष",  # Hindi: half a letter before another
        "ක\u0dca\u200dර",  # Sinhala
        "র\u200d\u09cdয",  # Bengali: ra keeps its form before the virama
        "ന\u0d4d\u200d",  # Malayalam, as it was written before it had letters for this
        "👩\u200d👩\u200d👧",
        "👩🏽\u200d🚀",
        "❤\ufe0f\u200d🔥",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "5\ufe0f\u20e3 of a kind",
        "♠\ufe0f",
        "葛\U000e0100城",  # Japanese: the form of a name
        "ᠮᠣᠩᠭᠣᠯ\u180b",
        "Nguyễn Thị Ánh",
        "ที่นี่",
        "שָׁלוֹם",
        "\u0601 ١٢",
        "🫨🪿",  # younger than the Unicode of some Pythons
    ],
)
def test_what_a_script_needs_stays(text: str) -> None:
    assert clean_text(text) == unicodedata.normalize("NFC", text)


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("An\u200cn", "Ann"),
        ("An\u200dn", "Ann"),
        ("\u200cمن\u200c", "من"),
        ("را\u200cم", "رام"),  # alef joins nothing that follows
        ("न\u200dर", "नर"),
        ("👩\u200dAnn", "👩Ann"),
        ("A\ufe0fnn", "Ann"),
        ("葛\U000e0100\U000e0101", "葛\U000e0100"),
        ("A\U000e0067nn\U000e007f", "Ann"),
        ("Ann\u2028Bo\x0bCy", "Ann Bo Cy"),
        ("Ann\u2800\u3000\u00a0Bo", "Ann Bo"),
        ("\u0301Ann \u0301", "Ann"),
        ("e\u0301", "é"),
        ("a\u0308\u0308\u0308", "ä\u0308"),
    ],
)
def test_and_goes_elsewhere(text: str, clean: str) -> None:
    assert clean_text(text) == clean


def test_marks_do_not_pile_up() -> None:
    found = clean_text("H" + "\u0300\u0316\u0301\u0317\u0302\u0318" * 20 + "al")
    assert found.endswith("al")
    assert sum(unicodedata.category(one) == "Mn" for one in found) <= MOST_MARKS
    spread = clean_text("H" + "\u0300\u200b" * 30)
    assert sum(unicodedata.category(one) == "Mn" for one in spread) <= MOST_MARKS


def test_lines_stay_lines_where_they_are_wanted() -> None:
    assert clean_text("a\u200b\r\nb\tc\u2029d  e ", lines=True) == "a\nb\tc\nd  e "


def test_a_document_is_clean_throughout() -> None:
    values = {"na\u200bme": ["A\u202enn", 1, None, True, {"x": "\u200b"}]}
    assert clean_json("An\ud800") == "An\ud800"  # to be refused
    assert clean_json(values) == {"name": ["Ann", 1, None, True, {"x": ""}]}


@given(ANY)
def test_what_is_clean_stays_as_it_is(text: str) -> None:
    for lines in (False, True):
        clean = clean_text(text, lines=lines)
        assert clean_text(clean, lines=lines) == clean
        assert not set(clean) & set(DIRECTIONS + "\u200b\u2060\ufeff\x00")
        clean.encode()  # fails for a lone surrogate
