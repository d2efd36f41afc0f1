"""The rule text of a game as the rulebook prints it, and the pictures that it mentions.

A book tells the rules; a page tells them to somebody who keeps score as well. So a book leaves out
the options that a family has not agreed on (the section `{#options}`; alternate rules of the
source stand in a section of their own, `{#alternate}`), and tells what several games share once: in
a chapter that a file `_name_chapter.md` puts together from the same shared texts.
"""

from __future__ import annotations

import re
from collections.abc import Collection
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
OPTION_LINE = re.compile(r"^- `([a-z_]+)`")
EMPTY_LINES = re.compile(r"\n{3,}")


class CommonChapter(NamedTuple):
    """What several games share: the key of its place in a book, its title, its text, and the
    names of the shared texts that are told there alone (each game names its source)."""

    key: str
    name: str
    text: str
    shared: frozenset[str]


def text_in_book(game: Game, agreed: Collection[str] = ()) -> str:
    """The rule text without what stands elsewhere in the book. agreed: keys of the options that a
    house rule sets; only these are told. Links to a common chapter name its key:
    `(#extended-deck.jokers)`."""
    text = game.text or games.own_text(game.slug)
    common = common_chapter(game)
    if common is not None:
        text = games.with_shared(text, without=common.shared)
        elsewhere = set(ANCHOR.findall(common.text)) - {SOURCE}
        text = LINK.sub(
            lambda link: f"](#{common.key}.{link[1]})" if link[1] in elsewhere else link[0], text
        )
    if not game.text:
        text = games.with_shared(text)
    parts = (_section_text(part, agreed) for part in SECTION.split(text))
    return EMPTY_LINES.sub("\n\n", "".join(parts)).rstrip() + "\n"


def _section_text(part: str, agreed: Collection[str]) -> str:
    """A section as the book has it; of the options those that are agreed on."""
    heading, _end, rest = part.partition("\n")
    if f"{{#{OPTIONS}}}" not in heading:
        return part
    lines = [
        line
        for line in rest.splitlines()
        if (found := OPTION_LINE.match(line)) and found[1] in agreed
    ]
    return "\n".join((heading, "", *lines, "", "")) if lines else ""


def common_chapter(game: Game) -> CommonChapter | None:
    """The chapter that tells what this game shares with others; None where it shares nothing."""
    if game.text:
        return None
    shared = games.shared_in(games.own_text(game.slug))
    found = (_chapter(name) for name in games.shared_texts() if name.endswith(CHAPTER))
    return next((one for one in found if one.shared & shared), None)


@cache
def _chapter(name: str) -> CommonChapter:
    text = games.shared_text(name)
    title = text.partition("\n")[0].removeprefix("# ").strip()
    key = title.lower().replace(" ", "-")
    told = (one for one in games.shared_in(text) if f"{{#{SOURCE}}}" not in games.shared_text(one))
    return CommonChapter(key, title, games.with_shared(text), frozenset(told))


SCHEME = "picture:"
MENTION_LINE = re.compile(
    r"^!\[(?P<caption>[^\]\n]+)\]\(picture:(?P<name>[a-z0-9-]+)\)[ \t]*$", re.MULTILINE
)


class PictureMention(NamedTuple):
    """A line of a text that stands for a picture."""

    name: str
    caption: str


def find_mentions(text: str) -> tuple[PictureMention, ...]:
    """The pictures that a rule text mentions, in order."""
    return tuple(
        PictureMention(found["name"], found["caption"]) for found in MENTION_LINE.finditer(text)
    )
