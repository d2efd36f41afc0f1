"""The page of all formats is what they declare."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

from django.core.management import call_command

from rulesets.formats import FORMATS

PAGE = Path(__file__).parents[3] / "docs" / "formats.md"


def test_the_page_of_all_formats_is_what_they_declare() -> None:
    written = StringIO()
    call_command("list_formats", stdout=written)
    page = written.getvalue()
    assert PAGE.read_text(encoding="utf-8") == page
    for slug, kind in FORMATS.items():
        assert page.count(f"`{slug}`") == 2
        assert f"## {kind.name.text} `{slug}`" in page
