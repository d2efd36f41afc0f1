"""What a chapter is made of: tables out of declarations, credits, changes, words of texts."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from rulesets import games
from rulesets.engine.game import Game, parse_options
from tests.rulesets.every_game import GAMES, own
from tests.tournaments.papers.rulebook.books import a_book, book, chapter
from tournaments.models.event_games import format_of
from tournaments.papers.editions import selectors
from tournaments.papers.rulebook.book import BookStyle, Chapter
from tournaments.papers.rulebook.edition_diff import changed, chapter_texts
from tournaments.papers.rulebook.game_chapters import chapter_of, figures_of
from tournaments.papers.rulebook.lists import credits_of, games_to_find, initial, sorting
from tournaments.papers.rulebook.text_tree import plain, tree_of, words_of
from tournaments.papers.rulebook.values import quick_of, values_of

every_game = pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])


@every_game
def test_every_game_has_a_chapter_and_a_card(game: Game) -> None:
    """What its declaration says stands in tables, but not where the text says it itself."""
    one = chapter(game)
    options, _problems = parse_options(game.options, {})
    assert dict(one.facts)["Players"]
    assert dict(one.facts)["Winner"] == game.plays.victory(options).text
    assert one.sheet is not None or one.card is not None
    for table in figures_of(game):
        assert all(len(row) == len(table.head) for row in table.rows)
    (values,) = values_of(a_book(one), BookStyle())["chapters"]
    left_out, pictures = {"source", "options"}, one.pictures.keys()
    whole = tree_of(one.text, one.key, without=left_out, pictures=pictures, unless=one.about)
    assert [block[0] for block in values["blocks"]] == [block[0] for block in whole]
    quick = quick_of(tree_of(games.text_of(game), game.slug, without=left_out)).keys()
    assert {"aim", "play"} & quick
    assert {"scoring", "scores"} & quick


def test_what_the_cards_count_is_told_rank_by_rank() -> None:
    tables = {figure.title: figure for figure in figures_of(games.load("ten-dime-rummy"))}
    assert tables["What the cards count"].rows == (
        ("Joker", "50"), ("2 (wild)", "25"), ("A", "20"), ("K–10", "10"), ("9–3", "5"),
    )  # fmt: skip
    assert tables["The contracts"].rows[1] == ("2", "2 × set of 3", "6")


def test_a_table_of_the_declaration_is_added_where_the_text_has_none() -> None:
    one = dataclasses.replace(chapter(games.load("hearts")), text="# H\n\n## Play {#play}\n\nGo.\n")
    (found,) = values_of(a_book(one), BookStyle())["chapters"]
    assert [block[0] for block in found["blocks"]][-2:] == ["p", "table"]


def test_sources_are_credited_once_with_all_their_games() -> None:
    found = credits_of(book().chapters)
    (metzker,) = [one for one in found if "Metzker" in one.text]
    assert metzker.text.endswith("with their families.")
    assert " p. " not in metzker.text
    assert ("hearts", "Hearts") in metzker.games
    assert [one.games for one in found if one.text == "Games of our own:"] == [
        tuple((one.key, one.name) for one in book().chapters if "{#source}" not in one.text)
    ]
    assert sum(len(one.games) for one in found) == len(book().chapters)


def test_changes_are_found_game_by_game() -> None:
    hearts, golf = chapter(games.load("hearts")), chapter(games.load("golf"))
    before = chapter_texts(a_book(hearts))
    text = hearts.text.replace("## Details {#details}", "## Fine points {#details}")
    text = text.replace("[Follow suit](#tricks.trick) if you can.", "Follow suit.")
    usual = tuple((label, "50") for label, _value in hearts.usual)
    agreed = dataclasses.replace(hearts.house[0].agreed[0], value="60")
    house = (dataclasses.replace(hearts.house[0], agreed=(agreed,)),)
    now = dataclasses.replace(hearts, text=text, usual=usual, house=house)
    front = (Chapter("~front", "G", "", "# G\n\n## Play {#play}\n\nGo on.\n"),)
    assert changed(before, chapter_texts(a_book(now, golf, front=front))) == [
        {"name": "Rules for every game", "what": ["Rewritten: “Play”."], "key": "~front"},
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


def test_words_are_a_tree_and_links_stay_in_the_book() -> None:
    words = words_of("A <b> & [see](#play), [out](https://example.org/x), **bold** *so* ♥", "g")
    assert words[0] == "A <b> & "
    assert ["ref", "g.play", False, ["see"]] in words
    assert ["span", ["out"]] in words
    assert " (https://example.org/x)" in words
    assert ["b", ["bold"]] in words
    assert ["em", ["so"]] in words
    assert ["suit", "♥"] in words
    assert plain(words) == "A <b> & see, out (https://example.org/x), bold so ♥"
    assert words_of("[the kitty](word:kitty!), [a set](word:set)", "g") == [
        ["word", "g~word1", "kitty", True, ["the kitty"]], ", ",
        ["word", "g~word2", "set", False, ["a set"]],
    ]  # fmt: skip
    assert words_of("[x](#other.place)", "g") == [["ref", "other.place", True, ["x"]]]


def test_a_reference_to_a_row_leads_to_the_heading_above_it() -> None:
    text = "# X\n\nSee [all](#all).\n\n## Scoring {#scoring}\n\n| A | B |\n|---|---|\n"
    blocks = tree_of(f"{text}| All five {{#all}} | 2 |\n", "x")
    assert blocks[0] == ["p", ["See ", ["ref", "x.scoring", False, ["all"]], "."]]
    assert blocks[2][1]["rows"] == [[["All five"], ["2"]]]


def table_in(text: str) -> dict[str, object]:
    (block,) = tree_of(f"# X\n\n{text}\n", "x")
    assert block[0] == "table"
    facts: dict[str, object] = block[1]
    return facts


def test_a_column_of_several_names_becomes_a_column_for_each() -> None:
    facts = table_in("|Hand|Points: Ann, Bo|\n|---|---|\n|1|3, 5|\n|Total|16, 5|")
    assert facts["groups"] == [[1, []], [2, ["Points"]]]
    assert facts["head"] == [["Hand"], ["Ann"], ["Bo"]]
    assert facts["rows"] == [[["1"], ["3"], ["5"]], [["Total"], ["16"], ["5"]]]
    assert facts["total"] is True
    assert facts["right"] == [False, True, True]


def test_a_tall_narrow_table_of_numbers_lies_on_its_side() -> None:
    facts = table_in("|A|B|\n|---|---|\n" + "\n".join(f"|{n}|{n}|" for n in range(6)))
    assert len(facts["head"]) == 7  # type: ignore[arg-type]


def test_no_heading_skips_a_level() -> None:
    text = "# X\n\n## A\n\n#### B\n\n##### C\n\n## D\n"
    assert [block[1] for block in tree_of(text, "x")][1:] == [2, 3, 2]


def test_the_table_of_games_has_every_game_under_its_kind() -> None:
    kinds = list(games_to_find(book()))
    rows = [row for kind in kinds for row in kind["rows"]]
    assert len(rows) == len([one for one in book().chapters if one.line is not None])
    hearts = next(row for row in rows if row["key"] == "hearts")
    low, high = games.load("hearts").plays.players
    assert hearts["players"] == [low <= number <= high for number in range(2, 9)] + [high >= 9]
    for kind in kinds:
        minutes = [int(row["minutes"] or 0) for row in kind["rows"]]
        assert minutes == sorted(minutes)


def test_a_familys_own_game_says_its_house_rules_in_words() -> None:
    for name, given, words in (
        ("grandmas_rummy", {"target": 75}, "the game ends with the round in which somebody has 75"),
        ("lake_race", {"rounds": 9}, "9 rounds are played, not 5."),
    ):
        game = own(name)
        one = chapter_of(game, format_of(game), "2–6", [("At home", given)])
        (found,) = values_of(a_book(one), BookStyle())["chapters"]
        (note,) = found["house"]
        assert note["at"] == "end"
        assert words in plain(note["words"])


def test_the_index_goes_by_letters_and_figures_come_first() -> None:
    assert sorted(["Żory", "Ann", "500", "élan"], key=sorting) == ["500", "Ann", "élan", "Żory"]
    assert [initial(name) for name in ("10,000", "élan", "“Bo”")] == ["0–9", "E", "B"]


def test_cards_are_pictures_with_words_and_what_is_no_card_stays_text() -> None:
    text = "# X\n\n```cards\nAnn: 5H 6H\n(Two.)\n```\n\n```cards\nAnn: 5X\n```\n"
    cards: dict[str, Any] = {}
    blocks = tree_of(text, "x", cards=cards)
    assert blocks == [["picture", "x~cards0", ["Two."]], ["p", ["Ann: 5X"]]]
    assert cards["x~cards0"].description[0].text == "Ann: 5 of hearts, 6 of hearts"


def test_what_many_games_share_stands_in_front_once() -> None:
    keys = [one.key for one in book().front]
    assert keys == ["~front", "tricks", "melds", "dominoes"]
    few = [games.load("golf"), games.load("rummoli")]
    assert [one.key for one in selectors.front_chapters(few)] == ["~front"]
