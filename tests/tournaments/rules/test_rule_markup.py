"""Rule texts as pages: anchors, tables, and options by their labels."""

from __future__ import annotations

import dataclasses
import re

import pytest

from rulesets import games
from rulesets.drawing.vectors import Area, Drawing, Rect
from rulesets.engine.game import option
from rulesets.engine.text import Phrase
from tests.rulesets.every_game import GAMES
from tournaments.rules.rule_markup import rendered


@dataclasses.dataclass(frozen=True)
class Options:
    keep_out: bool = option("Nobody comes in", default=False)
    deck: str = option("Deck", default="big", choices=(("big", "Big"), ("very_small", "Small")))


def test_an_option_is_called_by_its_label() -> None:
    text = (
        "- `keep_out` – **Nobody comes in**: off.\n"
        "- `deck` – **Deck**: `big` or `very_small`.\n\n"
        "Agree on `keep_out` beforehand."
    )
    page = rendered(text, dataclasses.replace(GAMES[0], options=Options))
    assert "<li><strong>Nobody comes in</strong>: off.</li>" in page
    assert "<li><strong>Deck</strong>: big or very small.</li>" in page
    assert "<p>Agree on “Nobody comes in” beforehand.</p>" in page


def test_headings_have_their_anchors_and_tables_can_be_scrolled() -> None:
    page = rendered("## The end {#ending}\n\n| a | b |\n|---|---|\n| 1 | 2 |\n", GAMES[0])
    assert '<h2 id="ending">The end</h2>' in page
    assert '<div class="table-wrap" tabindex="0">' in page


def test_a_row_of_a_table_has_its_anchor() -> None:
    page = rendered("| a | b |\n|---|---|\n| All *five* {#all} | 2 |\n| x | {y} |\n", GAMES[0])
    assert re.search(r'<tr id="all">\s*<td>All <em>five</em></td>\s*<td>2</td>', page)
    assert page.count(" id=") == 1
    assert "{y}" in page


SQUARE = Drawing(
    10, 10, Phrase("A square"), (Phrase("It is small"),), (Rect(Area(1, 1, 8, 8), "ink"),)
)
WITH_ONE = dataclasses.replace(GAMES[0], pictures={"square": lambda: SQUARE})


def test_a_picture_is_drawn_in_the_text_and_read_out() -> None:
    page = rendered("Look:\n\n![A <small> square](picture:square)\n\nSeen?", WITH_ONE)
    assert "<p>Look:</p>" in page
    assert "<p>Seen?</p>" in page
    (figure,) = re.findall(r"<figure.*?</figure>", page)
    assert "<title>A square</title><desc>It is small</desc>" in figure
    assert "<rect" in figure
    assert "<figcaption>A &lt;small&gt; square</figcaption>" in figure
    assert not re.search(r"<p>\s*<figure", page)


def test_of_a_picture_that_nobody_declared_only_the_words_are_left() -> None:
    for address in ("https://example.org/x.png", "picture:circle", "/x.png"):
        page = rendered(f"See ![a <round> thing]({address}) here.\n\n![alone]({address})", WITH_ONE)
        assert "<p>See a &lt;round&gt; thing here.</p>" in page
        assert "<p>alone</p>" in page
        assert "<img" not in page
        assert "example" not in page


@pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])
def test_no_page_of_rules_shows_a_key(game: object) -> None:
    assert isinstance(game, type(GAMES[0]))
    page = rendered(games.rule_text(game.slug), game)
    assert "<code>" not in page
    shown = re.sub(r"<[^>]+>", " ", page)
    for field in dataclasses.fields(game.options):
        assert field.metadata["label"].replace("'", "’") in shown.replace("'", "’")
        assert "_" not in field.name or field.name not in shown
