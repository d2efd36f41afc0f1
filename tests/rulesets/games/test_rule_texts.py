"""What every rule text keeps to: the words of a book, whole numbers of players, how it is won."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

from rulesets import games
from rulesets.engine.game import Game, names_of
from rulesets.rule_texts import common_chapter, option_notes, text_in_book
from tests.rulesets.every_game import GAMES, every_field, headings
from tournaments.papers import rulebook

any_game = pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])

# A book knows no program, no files of it, nothing that is tapped, and no options.
PROGRAM = re.compile(
    r"\b(?:tell the scorekeeper|scorekeeper (?:says|asks|compares|takes|writes|strikes|notes)"
    r"|the program|phones?|tap(?:s|ped|ping)?|app|screen|score file|turn file|options?|no end"
    r"|editions? of these rules|report(?:s|ed)?|ledger|override|your evening|the host"
    r"|letter [RPSLW]|default|clicks?|buttons?|log)\b",
    re.IGNORECASE,
)
# "Who is highest pays": where English says "whoever".
SENTENCE = re.compile(r"(?:^|[.:;] |\n(?:- |\d\. )?)Who [a-z][^?|\n#]*\.$", re.MULTILINE)
# Names of packs, anchors and keys, in which “deck” is no second word for a pack.
NO_WORDS = re.compile(r"(?:Extended|Janken) Deck|Five Crowns deck|#[\w-]+|`[^`]*`")
# What is ours is marked once, by the heading of its section, and said plainly under it.
SILENT = re.compile(
    r"(?:book|source|sheet)s? (?:does|do|gives?|names?|says?|has|speaks?|leaves?|sets?) "
    r"(?:not|no|nothing|only|open)\b|is silent|\bour choice|[Ww]e (?:take|read|let|count) ",
)
OURS = "Our reading"
WORDS = (
    *("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
    *("nineteen", "twenty", "twenty-one", "twenty-two", "twenty-three", "twenty-four"),
    *("twenty-five", "twenty-six"),
)


def section(text: str, anchor: str) -> str:
    """A section without its heading."""
    match = re.search(rf"^## .*\{{#{anchor}\}}$(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return match[1].strip() if match else ""


def told(game: Game) -> str:
    """What the book prints of a game (sources are credited elsewhere)."""
    return text_in_book(game).partition("{#source}")[0]


def page_texts() -> dict[str, str]:
    common = {one.key: one.text for one in map(common_chapter, GAMES) if one is not None}
    folder = Path(rulebook.__file__).parent
    return common | {path.stem: path.read_text(encoding="utf-8") for path in folder.glob("*.md")}


@any_game
def test_the_book_knows_no_program(game: Game) -> None:
    assert not PROGRAM.findall(told(game))


@pytest.mark.parametrize("name", sorted(page_texts()))
def test_nor_do_the_other_texts(name: str) -> None:
    assert not PROGRAM.findall(page_texts()[name].partition("{#source}")[0])


@any_game
def test_a_pack_has_one_word_and_whoever_is_no_who(game: Game) -> None:
    words = [games.text_of(game), game.about]
    words += [words.text for one in every_field(game) for words in (one.label, one.help)]
    for field in dataclasses.fields(game.options):
        words += [field.metadata["label"], field.metadata["help"]]
    for text in words:
        assert not re.search(r"\bdecks?\b", NO_WORDS.sub("", text), re.IGNORECASE)
    assert not SENTENCE.findall(words[0])


@any_game
def test_the_first_section_says_how_many_play(game: Game) -> None:
    text = games.text_of(game)
    first = re.split(r"(?<=\.)\s", section(text, "players"))[0].lower()
    low, high = game.plays.players
    if game.plays.rows == "couple":  # so many on each side
        low, high = low // 2, high // 2
        assert (low, high) == (1, 60)
        assert "one to sixty players" in first
    elif "tables" in first:
        assert WORDS[low] in first
    else:
        bounds = [low, high]
        assert [WORDS.index(word) for word in re.findall(r"[a-z]+", first) if word in WORDS][
            :1
        ] == [low]
        assert all(re.search(rf"\b{WORDS[bound]}\b", first) for bound in bounds)


@any_game
def test_alternate_rules_are_those_of_the_source(game: Game) -> None:
    """Each is a line with its option; what a table only agrees on stands in another section."""
    text = games.text_of(game)
    assert "{#alternate}" not in text or section(text, "alternate").startswith("- `")
    assert "{#options}" not in text or section(text, "options").startswith("- `")
    keys = re.findall(r"^- `(\w+)` – \*\*", text, re.MULTILINE)
    assert sorted(keys) == sorted(names_of(game.options))


@any_game
def test_every_option_has_its_section_and_its_sentence_in_the_book(game: Game) -> None:
    notes = option_notes(game)
    there = set(headings(told(game)))
    for field in dataclasses.fields(game.options):
        assert field.name in notes, field.name
        assert notes[field.name].anchor in there, field.name
        sentence = notes[field.name].sentence
        assert sentence[0].islower() or sentence[0] in "{5", sentence
        assert sentence.endswith("."), sentence
        assert "{" not in sentence.format(value="", usual="")
    for case in (games.text_of(game), told(game)):  # on pages there are none of these notes
        assert "{at:" not in case
        assert "We play:" not in case


@any_game
def test_what_is_ours_is_marked_as_a_reading_once(game: Game) -> None:
    text = games.text_of(game)
    if game.text:  # a family's own has no source to be silent
        return
    assert text.count(OURS) == 1
    assert f"## {OURS} {{#readings}}" in text
    assert len(section(text, "readings").splitlines()) >= 1
    assert all(line.startswith("- ") for line in section(text, "readings").splitlines())
    assert not SILENT.findall(told(game)), SILENT.findall(told(game))
