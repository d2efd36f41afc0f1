"""Times of day are written in one way: as the reader's language has them, in local time."""

import datetime as dt
import re
from pathlib import Path

import pytest
from django.utils import timezone, translation

from tournaments.web.wording import clock

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
