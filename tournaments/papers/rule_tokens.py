"""A rule text taken apart, for screen and paper alike: headings with their anchors, and options by
their labels."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt

if TYPE_CHECKING:
    from collections.abc import Mapping

    from markdown_it.token import Token

ANCHOR = re.compile(r"\s*\{#(?P<anchor>[\w-]+)\}\s*$")
LEADS = re.compile(r"\s*[–:]\s*")  # between an option's key and its label
KEY = re.compile(r"[a-z][a-z0-9_-]+")
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
