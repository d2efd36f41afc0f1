"""What screen and paper alike tell of a game's rules: the text taken apart, with the anchors of its
headings and its options by their labels; the head line; and what is played otherwise than usual."""

from __future__ import annotations

import re
from dataclasses import MISSING, dataclass, fields
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from markdown_it import MarkdownIt

from rulesets.drawing.card_rows import CardRows, CardRowsError, read_card_rows
from rulesets.engine.game import parse_options

if TYPE_CHECKING:
    from collections.abc import Mapping
    from dataclasses import Field

    from markdown_it.token import Token

    from rulesets.engine.game import Game

ANCHOR = re.compile(r"\s*\{#(?P<anchor>[\w-]+)\}\s*$")
LEADS = re.compile(r"\s*[–:]\s*")  # between an option's key and its label
KEY = re.compile(r"[a-z][a-z0-9_-]+")
CARDS = "cards"  # behind the fence of a block of cards
OPTION = "option"  # in the notes of a token: the option that it is about


def markdown() -> MarkdownIt:
    """Markdown without raw HTML."""
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def tokens_of(text: str, labels: Mapping[str, str]) -> list[Token]:
    """The pieces of a rule text in which options are called by their labels."""
    return without_keys(anchored(markdown().parse(text)), labels)


def anchored(tokens: list[Token]) -> list[Token]:
    """Turn "## Scoring {#scoring}" into a heading with that id."""
    for heading, words in pairwise(tokens):
        if heading.type != "heading_open" or not (found := ANCHOR.search(words.content)):
            continue
        heading.attrSet("id", found["anchor"])
        for child in reversed(words.children or []):
            if child.type == "text" and ANCHOR.search(child.content):
                child.content = ANCHOR.sub("", child.content)
                break
    return tokens


def without_keys(tokens: list[Token], labels: Mapping[str, str]) -> list[Token]:
    """Options are called by their labels, as on the form that asks for them: where a key stands
    before its label it goes (and is noted), elsewhere the label takes its place. Keys of choices
    are plain words.
    """
    for words in tokens:
        children = words.children or []
        kept: list[Token] = []
        for place, child in enumerate(children):
            follows = children[place + 1] if place + 1 < len(children) else None
            if child.type == "code_inline" and child.content in labels:
                if not kept and follows is not None and LEADS.match(follows.content):
                    follows.content = LEADS.sub("", follows.content, count=1)
                    words.meta[OPTION] = child.content
                    continue
                child.type, child.content = "text", f"“{labels[child.content]}”"
            elif child.type == "code_inline" and KEY.fullmatch(child.content):
                child.type, child.content = "text", child.content.replace("_", " ")
            kept.append(child)
        if words.children is not None:
            words.children = kept
    return tokens


def cards_in(token: Token) -> CardRows | None:
    """The cards of a fenced block; None if it is another one, or has something that is no card."""
    if token.type != "fence" or token.info.split()[:1] != [CARDS]:
        return None
    try:
        return read_card_rows(token.info, token.content)
    except CardRowsError:
        return None


@dataclass(frozen=True, slots=True)
class Agreed:
    """An option that a family plays otherwise than usual: its key, what it is called, what is
    played, and what would be usual."""

    key: str
    label: str
    value: str
    usual: str


def facts_of(game: Game, people: str, options: Any) -> tuple[tuple[str, str], ...]:
    """The head line: what people look for before they choose a game."""
    needs = game.needs.words.render(_)
    wins = game.plays.victory(options).render(_)
    minutes = _("about {count} minutes").format(count=game.minutes) if game.minutes else ""
    told = (
        (_("Players"), people),
        (_("You need"), f"{needs[:1].upper()}{needs[1:]}"),
        (_("Time"), f"{minutes[:1].upper()}{minutes[1:]}"),
        (_("Winner"), wins),
    )
    return tuple(one for one in told if one[1])


def agreed_of(kind: type, given: Mapping[str, Any]) -> tuple[Agreed, ...]:
    """The options, of a dataclass of them, that differ from what is usual."""
    options, _problems = parse_options(kind, dict(given))
    found = []
    for one in fields(kind):
        value, usual = getattr(options, one.name), default_of(one)
        if value != usual:
            label = _(one.metadata.get("label", one.name))
            found.append(
                Agreed(one.name, label, option_words(one, value), option_words(one, usual))
            )
    return tuple(found)


def default_of(option: Field[Any]) -> Any:
    """What an option is unless somebody says otherwise."""
    return option.default if option.default_factory is MISSING else option.default_factory()


def option_words(option: Field[Any], value: Any) -> str:
    """The value of an option in words."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    labels = dict(option.metadata.get("choices") or ())
    none = option.metadata.get("none", "")
    if isinstance(value, tuple):
        words = ", ".join(_(labels[one]) if one in labels else one for one in value)
        return words or (_(none) if none else "–")
    return _(none) if none and not value else _(labels.get(value, str(value)))
