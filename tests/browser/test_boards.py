"""Boards of people with long names, on the smallest phones: nothing is pushed out of sight."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Server, Watch

SMALL = {"width": 320, "height": 640}
NAMES = (
    "Maximiliane Schwarzenberger",
    "Bartholomew Featherstonehaugh",
    "Wilhelmina van der Bergstraaten",
    "Christopher Alexander Montgomery",
    "Anastasia Konstantinopoulou",
)
# Labels of rows in words and a dealer's mark; marks, coins and remarks; chips; sides of partners.
BOARDS = {"ten-dime-rummy": 5, "golf": 5, "rummoli": 5, "extended-bridge": 4}
FILL = f"""
import json
from tests.tournaments.padevening import long_evening
from tournaments.access.services import ensure_links
found = {{}}
for slug, people in {BOARDS!r}.items():
    event = long_evening(slug, {{}}, 4, people={NAMES!r}[:people])
    ensure_links(event)
    found[slug] = event.links.get(kind="table", table_number=1).token
print(json.dumps(found))
"""
OUT_OF_SIGHT = """[...document.querySelectorAll(".score-box")].filter(
    (box) => box.scrollWidth > box.clientWidth + 1).length"""
CLIPPED = """[...document.querySelectorAll(".score .name span")].filter((name) => {
    const inner = name.getBoundingClientRect(), outer = name.parentElement.getBoundingClientRect();
    return inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1
        || inner.left < outer.left - 1 || inner.right > outer.right + 1;
}).length"""


@pytest.fixture
def tokens(standing_server: Server) -> dict[str, str]:
    """The links of tables that have played four rounds, by game."""
    found: dict[str, str] = json.loads(standing_server.run(FILL))
    return found


def test_five_long_names_fit_a_small_phone(watch: Watch, tokens: dict[str, str]) -> None:
    for size in (SMALL, PHONE):
        page = watch.open(size, touch=True)
        for slug, token in tokens.items():
            page.goto(f"/t/{token}/")
            for name in NAMES[: BOARDS[slug]]:
                expect(page.locator(".score thead .name", has_text=name).first).to_be_visible()
            assert page.evaluate(OUT_OF_SIGHT) == 0, (slug, size)
            assert page.evaluate(CLIPPED) == 0, (slug, size)
            assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
            watch.axe_finds_nothing(page)
