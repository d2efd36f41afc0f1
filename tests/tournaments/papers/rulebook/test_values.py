"""What a chapter is made of: tables out of declarations, credits, changes, words of texts."""

from __future__ import annotations

import dataclasses

import pytest

from rulesets import games
from rulesets.cards.card_rules import contracts
from rulesets.engine.game import Game, parse_options
from tests.rulesets.every_game import GAMES, own
from tests.tournaments.papers.rulebook.books import book, chapter
from tournaments.papers.rulebook.book import Book, Chapter
from tournaments.papers.rulebook.cover import credits_of
from tournaments.papers.rulebook.edition_diff import changed, chapter_texts
from tournaments.papers.rulebook.game_chapters import contract_words, figures_of
from tournaments.papers.rulebook.lists import initial, sorting
from tournaments.papers.rulebook.paragraphs import Span, plain, spans
from tournaments.papers.rulebook.tables import shared
from tournaments.papers.rulebook.text import figures_in, sections_of
from tournaments.papers.typefaces import Face
from tournaments.rules.rule_text import tokens_of

every_game = pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])


@every_game
def test_every_game_has_a_chapter_with_tables_of_its_declaration(game: Game) -> None:
    found = chapter(game)
    assert dict(found.facts)["Players"]
    assert found.sheet is not None or found.card is not None
    for table in figures_of(game):
        assert all(len(row) == len(table.head) for row in table.rows)


@every_game
def test_what_counts_is_told_once_in_the_tables_of_the_text(game: Game) -> None:
    told = figures_in(chapter(game).text)
    for table in figures_of(game):
        assert any(table.proof <= words for words in told), table


@every_game
def test_the_head_line_says_how_the_game_is_won(game: Game) -> None:
    options, _problems = parse_options(game.options, {})
    assert dict(chapter(game).facts)["Winner"] == game.plays.victory(options).text


def test_what_the_cards_count_is_told_rank_by_rank() -> None:
    tables = {one.title: one for one in figures_of(games.load("ten-dime-rummy"))}
    assert tables["What the cards count"].rows == (
        ("Joker", "50"), ("2 (wild)", "25"), ("A", "20"), ("K–10", "10"), ("9–3", "5"),
    )  # fmt: skip
    assert tables["The contracts"].rows[1] == ("2", "2 × set of 3", "6")


def test_a_contract_in_words() -> None:
    (one,) = contracts("a run of 4 and two sets of 3")
    assert contract_words(one) == "run of 4 and 2 × set of 3"
    (other,) = contracts("two runs of 4 in the same suit")
    assert contract_words(other) == "2 × run of 4, in one suit"


def test_a_table_of_the_text_is_not_told_twice() -> None:
    text = "# X\n\n| Card | Points |\n|---|---|\n| Ace | 20 |\n| Ten | 1,000 |\n"
    (found,) = figures_in(text)
    assert {"20", "1000"} <= found


def test_sources_are_credited_once_with_all_their_games() -> None:
    found = credits_of(book().chapters)
    (metzker,) = [one for one in found if "Metzker" in one.text]
    assert metzker.text.endswith("with their families.")
    assert " p. " not in metzker.text
    assert "Hearts" in metzker.games
    assert [one.games for one in found if one.text == "Games of our own:"] == [
        tuple(one.name for one in book().chapters if "{#source}" not in one.text)
    ]
    assert sum(len(one.games) for one in found) == len(book().chapters)


def a_book(*chapters: Chapter, general: str = "# G\n\n## Play {#play}\n\nGo.\n") -> Book:
    return Book("T", "F", "2026", "First", chapters, general, "# A\n\nB.\n")


def test_changes_are_found_game_by_game() -> None:
    hearts, golf = chapter(games.load("hearts")), chapter(games.load("golf"))
    before = chapter_texts(a_book(hearts))
    text = hearts.text.replace("## Details {#details}", "## Fine points {#details}")
    text = text.replace("Follow suit if you can.", "Follow suit.")
    usual = tuple((label, "50") for label, _value in hearts.usual)
    agreed = dataclasses.replace(hearts.house[0].agreed[0], value="60")
    house = (dataclasses.replace(hearts.house[0], agreed=(agreed,)),)
    now = dataclasses.replace(hearts, text=text, usual=usual, house=house)
    general = "# G\n\n## Play {#play}\n\nGo on.\n"
    assert changed(before, chapter_texts(a_book(now, golf, general=general))) == [
        {"name": "General rules", "what": ["Rewritten: “Play”."], "key": "~general"},
        {
            "name": "Hearts",
            "what": [
                "New: “Fine points”.",
                "Rewritten: “Play”.",
                "Left out: “Details”.",
                "“Play until somebody reaches” is now usually 50 (was 100).",
                "House rules Kelowna <Hearts>: “Play until somebody reaches” is now 60 (was 75).",
            ],
            "key": "hearts",
        },
        {"name": "Golf", "what": ["New in this book."], "key": "golf"},
    ]
    assert changed(before, before) == []
    gone = changed(chapter_texts(a_book(hearts, golf)), before)
    assert gone == [{"name": "Golf", "what": ["No longer in this book."], "key": ""}]


def test_words_have_faces_and_links_stay_in_the_book() -> None:
    tokens = tokens_of("A <b> & [see](#play), [out](https://example.org/x), **bold** *so*", {})
    children = tokens[1].children
    told = spans(children, lambda anchor: f"g.{anchor}")
    assert told[0] == Span("A <b> & ")
    assert Span("see", Face.BOOK, "g.play") in told
    assert Span(" (https://example.org/x)", Face.BOOK, "https://example.org/x") in told
    assert Span("bold", Face.BOOK_BOLD) in told
    assert Span("so", Face.BOOK_ITALIC) in told
    assert plain(children) == "A <b> & see, out, bold so"
    assert not any(one.to for one in spans(children[:4], lambda _anchor: ""))


def test_columns_share_a_width() -> None:
    assert shared([50, 400, 300], [20, 60, 60], 400) == pytest.approx([50, 175, 175], abs=0.1)
    assert shared([50, 400], [20, 380], 440) == pytest.approx([50, 390], abs=0.1)


def test_the_index_goes_by_letters_and_figures_come_first() -> None:
    assert sorted(["Żory", "Ann", "500", "élan"], key=sorting) == ["500", "Ann", "élan", "Żory"]
    assert [initial(one) for one in ("10,000", "élan", "“Bo”")] == ["0–9", "E", "B"]


def test_the_terms_of_the_general_rules_are_in_the_index() -> None:
    titles = [title for _anchor, title in sections_of(book().general)]
    assert {"A Higher Standard", "The Kali Effect", "Disputes"} <= set(titles)


def test_a_familys_own_game_has_its_own_words() -> None:
    found = chapter(own("lake_race"))
    assert found.about
    assert found.text.startswith("# ")
