"""A game's rules for screen and paper: the parsed text, with anchors of its headings and labels of
its options; the head line; and the options that differ from the defaults."""

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
OPTION = "option"  # in the meta of a token: the option of that paragraph


def markdown() -> MarkdownIt:
    """Return a parser of Markdown with tables and without raw HTML."""
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def tokens_of(text: str, labels: Mapping[str, str]) -> list[Token]:
    """Parse a rule text, with labels in the place of options' keys."""
    return without_keys(anchored(markdown().parse(text)), labels)


def anchored(tokens: list[Token]) -> list[Token]:
    """Turn "## Scoring {#scoring}" into a heading with that id, and "| All five {#all} | 2 |" into
    a row with it."""
    row = None
    for before, words in pairwise(tokens):
        if before.type == "tr_open":
            row = before
        head = {"heading_open": before, "td_open": row}.get(before.type)
        if head is None or not (match := ANCHOR.search(words.content)):
            continue
        head.attrSet("id", match["anchor"])
        for child in reversed(words.children or []):
            if child.type == "text" and ANCHOR.search(child.content):
                child.content = ANCHOR.sub("", child.content)
                break
    return tokens


def without_keys(tokens: list[Token], labels: Mapping[str, str]) -> list[Token]:
    """Replace the keys of options by their labels, as on the form of options. A key in front of its
    label is removed and stored in the token's meta. Keys of choices become plain words."""
    for words in tokens:
        children = words.children or []
        pieces: list[Token] = []
        for place, child in enumerate(children):
            follows = children[place + 1] if place + 1 < len(children) else None
            if child.type == "code_inline" and child.content in labels:
                if not pieces and follows is not None and LEADS.match(follows.content):
                    follows.content = LEADS.sub("", follows.content, count=1)
                    words.meta[OPTION] = child.content
                    continue
                child.type, child.content = "text", f"“{labels[child.content]}”"
            elif child.type == "code_inline" and KEY.fullmatch(child.content):
                child.type, child.content = "text", child.content.replace("_", " ")
            pieces.append(child)
        if words.children is not None:
            words.children = pieces
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
    """An option that differs from its default: key, label, value in words, default in words."""

    key: str
    label: str
    value: str
    usual: str


def facts_of(game: Game, people: str, options: Any) -> tuple[tuple[str, str], ...]:
    """Return labels and texts of the head line: players, needs, time, winner."""
    needs = game.needs.words.render(_)
    wins = game.plays.victory(options).render(_)
    minutes = _("about {count} minutes").format(count=game.minutes) if game.minutes else ""
    facts = (
        (_("Players"), people),
        (_("You need"), f"{needs[:1].upper()}{needs[1:]}"),
        (_("Time"), f"{minutes[:1].upper()}{minutes[1:]}"),
        (_("Winner"), wins),
    )
    return tuple(fact for fact in facts if fact[1])


def agreed_of(kind: type, stored: Mapping[str, Any]) -> tuple[Agreed, ...]:
    """Return the stored options of a dataclass `kind` that differ from their defaults."""
    options, _problems = parse_options(kind, dict(stored))
    rows = []
    for option in fields(kind):
        value, usual = getattr(options, option.name), default_of(option)
        if value != usual:
            label = _(option.metadata.get("label", option.name))
            rows.append(
                Agreed(option.name, label, option_words(option, value), option_words(option, usual))
            )
    return tuple(rows)


def default_of(option: Field[Any]) -> Any:
    return option.default if option.default_factory is MISSING else option.default_factory()


def option_words(option: Field[Any], value: Any) -> str:
    """Return the value of an option in words."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    labels = dict(option.metadata.get("choices") or ())
    none = option.metadata.get("none", "")
    if isinstance(value, tuple):
        words = ", ".join(_(labels[key]) if key in labels else key for key in value)
        return words or (_(none) if none else "–")
    return _(none) if none and not value else _(labels.get(value, str(value)))
