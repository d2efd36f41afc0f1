"""The page of all formats is what they declare."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

from django.core.management import call_command

from rulesets.formats import FORMATS
from tournaments.models.event_games import every_game, formats_of

PAGE = Path(__file__).parents[3] / "docs" / "formats.md"


def test_the_page_of_all_formats_is_what_they_declare() -> None:
    written = StringIO()
    call_command("list_formats", stdout=written)
    page = written.getvalue()
    assert PAGE.read_text(encoding="utf-8") == page
    found = {format.kind: format for game in every_game() for format in formats_of(game)}
    for slug in FORMATS:
        names = [format.kind.name.text for format in found.values() if format.kind.slug == slug]
        before_stages = page.partition("## Two stages")[0]
        assert before_stages.count(f"`{slug}`") == 2 * len(names)
        assert all(f"## {name} `{slug}`" in page for name in names)
