"""A rule text as the rulebook prints it: without options, and with what is shared told once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulesets import games
from rulesets.rule_texts import common_chapter, text_in_book
from tests.rulesets.every_game import GAMES, HOUSE, anchors, own
from tournaments.papers import rulebook

any_game = pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])
EXTENDED = [game for game in GAMES if game.slug.startswith("extended-")]
JANKEN = [games.load(slug) for slug in ("crazy-eights", "jokers-wild", "jokers-extra-wild")]
PARAGRAPH = 120  # letters of a paragraph that is no formula


def paragraphs(text: str) -> set[str]:
    return {part.strip() for part in text.split("\n\n") if len(part) >= PARAGRAPH}


@any_game
def test_options_are_told_where_they_change_a_rule_and_not_in_a_list(game: object) -> None:
    text = games.text_of(game)  # type: ignore[arg-type]
    told = text_in_book(game)  # type: ignore[arg-type]
    assert "{#options}" not in told
    assert set(anchors(text)) - {"options"} >= set(anchors(told))


def test_a_familys_own_game_tells_its_options_like_the_others() -> None:
    for game in HOUSE:
        assert "{#options}" not in text_in_book(game)
        assert game.text.startswith(text_in_book(game).partition("\n")[0])
    assert common_chapter(own("grandmas_rummy")) is None


def test_the_rules_of_the_extended_deck_are_told_once() -> None:
    assert len(EXTENDED) == 13
    (common,) = {common_chapter(game) for game in EXTENDED}
    assert (common.key, common.name) == ("extended-deck", "Extended Deck")
    assert len(re.findall(r"^### \d\. ", common.text, re.MULTILINE)) == 6
    shared = paragraphs(common.text.partition("{#source}")[0])
    assert len(shared) > 20
    for game in EXTENDED:
        text = text_in_book(game)
        assert not paragraphs(text) & shared
        assert len(text.split()) < 900
        assert "[Extended Deck](#extended-deck.extended)" in text
        assert paragraphs(games.text_of(game)) & shared  # a page tells all of it
    others = [game for game in GAMES if game not in EXTENDED and game not in JANKEN]
    assert all(common_chapter(game) is None for game in others)


def test_the_rules_of_the_janken_deck_are_told_once() -> None:
    (common,) = {common_chapter(game) for game in JANKEN}
    assert (common.key, common.name) == ("janken-deck", "Janken Deck")
    told_once = ("suits", "drawing", "scoring", "blocked")
    assert set(anchors(common.text)) == {*told_once, "readings", "source"}
    shared = paragraphs(common.text.partition("{#source}")[0])
    for game in JANKEN:
        told, page = text_in_book(game), games.text_of(game)
        assert not paragraphs(told) & shared
        assert not {*told_once} & {*anchors(told)}
        assert {*told_once} <= {*anchors(page)}
        assert "[Janken Deck](#janken-deck.suits)" in told
        assert "if you choose to draw" not in told.lower()
        assert "If you choose to draw" in page


@any_game
def test_every_link_leads_somewhere_in_the_book(game: object) -> None:
    told = text_in_book(game)  # type: ignore[arg-type]
    common = common_chapter(game)  # type: ignore[arg-type]
    known = set(anchors(told))
    if common is not None:
        known |= {f"{common.key}.{anchor}" for anchor in anchors(common.text)}
    for name in (
        "tricks",
        "melds",
        "dominoes",
    ):  # what many games share stands in front of the book
        text = Path(rulebook.__file__).with_name(f"{name}.md").read_text(encoding="utf-8")
        known |= {f"{name}.{anchor}" for anchor in anchors(text)}
    assert set(re.findall(r"\]\(#([\w.-]+)\)", told)) <= known
