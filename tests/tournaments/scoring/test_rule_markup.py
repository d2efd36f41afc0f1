"""Rule texts as pages: anchors, tables, and options by their labels."""

from __future__ import annotations

import dataclasses
import re

import pytest

from rulesets import games
from rulesets.game import option
from tests.rulesets.every_game import GAMES
from tournaments.scoring.rule_markup import rendered


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
    page = rendered(text, Options)
    assert "<li><strong>Nobody comes in</strong>: off.</li>" in page
    assert "<li><strong>Deck</strong>: big or very small.</li>" in page
    assert "<p>Agree on “Nobody comes in” beforehand.</p>" in page


def test_headings_have_their_anchors_and_tables_can_be_scrolled() -> None:
    page = rendered("## The end {#ending}\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
    assert '<h2 id="ending">The end</h2>' in page
    assert '<div class="table-wrap" tabindex="0">' in page


@pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])
def test_no_page_of_rules_shows_a_key(game: object) -> None:
    assert isinstance(game, type(GAMES[0]))
    page = rendered(games.rule_text(game.slug), game.options)
    assert "<code>" not in page
    shown = re.sub(r"<[^>]+>", " ", page)
    for one in dataclasses.fields(game.options):
        assert one.metadata["label"].replace("'", "’") in shown.replace("'", "’")
        assert "_" not in one.name or one.name not in shown
