"""Words that pages and papers share."""

import datetime as dt
import re
from pathlib import Path

import pytest
from django.utils import timezone, translation

from rulesets.engine.text import NOTHING, say
from tournaments.web.wording import clock, sentence, spell


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (say("new sticks: {name}", name="Bo"), "New sticks: Bo."),
        (say("{name} begins.", name="Ann"), "Ann begins."),
        (say("Did everybody pass?"), "Did everybody pass?"),
        (say("2♣ leads"), "2♣ leads."),
        (NOTHING, ""),
    ],
)
def test_words_by_themselves_are_a_sentence(words, text):
    assert sentence(words) == text


@pytest.mark.parametrize(
    ("number", "words"),
    [(3, "three"), (12, "twelve"), (13, "thirteen"), (19, "nineteen"), (20, "twenty"),
     (42, "forty-two"), (99, "ninety-nine"), (100, "100")],
)  # fmt: skip
def test_numbers_up_to_99_are_words_at_the_beginning_of_a_sentence(number, words):
    assert spell(number) == words
    with translation.override("en-gb"):
        assert spell(number) == words


ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("language", "written"), [("en", "8:13 p.m."), ("de", "20:13"), ("fr", "20:13")]
)
def test_a_clock_speaks_the_language_of_the_page(language: str, written: str) -> None:
    evening = dt.datetime(2026, 11, 27, 20, 13, tzinfo=timezone.get_default_timezone())
    moments = (evening, evening.astimezone(dt.UTC), evening.time())
    with translation.override(language):
        assert [clock(moment) for moment in moments] == [written] * len(moments)
    assert clock(None) == ""


def test_no_page_has_a_clock_of_its_own() -> None:
    for path in (ROOT / "templates").rglob("*.html"):
        assert not re.search(r'\|(date|time):"[^"]*[HGhg]:i', path.read_text()), path
