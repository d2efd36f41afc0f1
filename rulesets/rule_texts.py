"""The rule text of a game in the rulebook, and the pictures that it mentions.

A book tells the rules; a page tells them to somebody who keeps score as well. So a book leaves out
the options (the section `{#options}`; alternate rules of the source stand in a section of their
own, `{#alternate}`): what a family has agreed on is told where it changes a rule. And it tells what
several games share once: in a chapter that a file `_name_chapter.md` puts together from the same
shared texts.
"""

from __future__ import annotations

import re
from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from rulesets import games

if TYPE_CHECKING:
    from rulesets.engine.game import Game


OPTIONS, SOURCE = "options", "source"
CHAPTER = "_chapter"
SECTION = re.compile(r"^(?=## )", re.MULTILINE)
ANCHOR = re.compile(r"\{#([\w-]+)\}")
LINK = re.compile(r"\]\(#([\w-]+)\)")
EMPTY_LINES = re.compile(r"\n{3,}")


class CommonChapter(NamedTuple):
    """A chapter shared by several games: the key of its place in a book, its title, its text, and
    the names of the shared texts that appear there alone (each game names its source)."""

    key: str
    name: str
    text: str
    shared: frozenset[str]


def text_in_book(game: Game) -> str:
    """Return the rule text without the parts that are elsewhere in the book, and without the
    options: those that a family has agreed on are told where they change a rule. Links to a common
    chapter name its key: `(#extended-deck.jokers)`."""
    text = game.text or games.own_text(game.slug)
    common = common_chapter(game)
    if common is not None:
        text = games.with_shared(text, without=common.shared)
        elsewhere = set(ANCHOR.findall(common.text)) - {SOURCE}
        text = LINK.sub(
            lambda link: f"](#{common.key}.{link[1]})" if link[1] in elsewhere else link[0], text
        )
    if not game.text:
        text = games.without_notes(games.with_shared(text))
    parts = (
        part for part in SECTION.split(text) if f"{{#{OPTIONS}}}" not in part.partition("\n")[0]
    )
    return EMPTY_LINES.sub("\n\n", "".join(parts)).rstrip() + "\n"


def common_chapter(game: Game) -> CommonChapter | None:
    """Return the chapter with the rules shared with other games; None if there are none."""
    if game.text:
        return None
    shared = games.shared_in(games.own_text(game.slug))
    chapters = (_chapter(name) for name in games.shared_texts() if name.endswith(CHAPTER))
    return next((chapter for chapter in chapters if chapter.shared & shared), None)


@cache
def _chapter(name: str) -> CommonChapter:
    text = games.shared_text(name)
    title = text.partition("\n")[0].removeprefix("# ").strip()
    key = title.lower().replace(" ", "-")
    shared = (
        part for part in games.shared_in(text) if f"{{#{SOURCE}}}" not in games.shared_text(part)
    )
    return CommonChapter(key, title, games.with_shared(text), frozenset(shared))


class OptionNote(NamedTuple):
    """How a book tells what a family has agreed on: the anchor of the section that it changes, and
    a sentence with `{value}`, and `{usual}` if it likes."""

    anchor: str
    sentence: str


OWN_NOTES = {
    "target": OptionNote(
        "end", "the game ends with the round in which somebody has {value}, not {usual}."
    ),
    "rounds": OptionNote("end", "{value} rounds are played, not {usual}."),
}


def option_notes(game: Game) -> dict[str, OptionNote]:
    """The notes of a game's options by their keys: `- `target` {at: ending} – … We play: …`. A
    family's own game has those of its end."""
    if game.text:
        return {
            option.name: OWN_NOTES[option.name]
            for option in fields(game.options)
            if option.name in OWN_NOTES
        }
    notes = games.OPTION_NOTE.finditer(games.with_shared(games.own_text(game.slug)))
    return {
        note["key"]: OptionNote(note["anchor"], note["sentence"])
        for note in notes
        if note["anchor"] and note["sentence"]
    }


without_words = games.without_words  # for those who may not read games themselves

WORD_SCHEME = "word:"
"""The address of a link that is an entry of the book's index: `[the kitty](word:kitty!)`. With "!"
the word is explained there."""

SCHEME = "picture:"
MENTION_LINE = re.compile(
    r"^!\[(?P<caption>[^\]\n]+)\]\(picture:(?P<name>[a-z0-9-]+)\)[ \t]*$", re.MULTILINE
)


class PictureMention(NamedTuple):
    """A line of a text in place of a picture."""

    name: str
    caption: str


def find_mentions(text: str) -> tuple[PictureMention, ...]:
    """Return the pictures that a rule text mentions, in order."""
    return tuple(
        PictureMention(match["name"], match["caption"]) for match in MENTION_LINE.finditer(text)
    )
