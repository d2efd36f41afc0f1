"""A rule text as HTML: Markdown without raw HTML, with the pictures that the game declares and none
from elsewhere."""

from __future__ import annotations

import re
from dataclasses import fields
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from markdown_it import MarkdownIt
from markdown_it.token import Token

from rulesets.pictures.mentions import SCHEME
from tournaments.svg import svg

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from rulesets.game import Game
    from rulesets.show.drawing import Drawing

ANCHOR = re.compile(r"\s*\{#(?P<anchor>[\w-]+)\}\s*$")
LEADS = re.compile(r"\s*[–:]\s*")  # between an option's key and its label
KEY = re.compile(r"[a-z][a-z0-9_-]+")
KEPT = 128  # texts that are kept rendered


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
    before its label it goes, elsewhere the label takes its place. Keys of choices are plain words.
    """
    for words in tokens:
        children = words.children or []
        kept: list[Token] = []
        for place, child in enumerate(children):
            follows = children[place + 1] if place + 1 < len(children) else None
            if child.type == "code_inline" and child.content in labels:
                if not kept and follows is not None and LEADS.match(follows.content):
                    follows.content = LEADS.sub("", follows.content, count=1)
                    continue
                child.type, child.content = "text", f"“{labels[child.content]}”"
            elif child.type == "code_inline" and KEY.fullmatch(child.content):
                child.type, child.content = "text", child.content.replace("_", " ")
            kept.append(child)
        if words.children is not None:
            words.children = kept
    return tokens


def with_pictures(
    tokens: list[Token], pictures: Mapping[str, Callable[[], Drawing]]
) -> list[Token]:
    """A picture on a line of its own is drawn, with its caption below; of any other nothing is
    left but its caption."""
    for words in tokens:
        children = words.children or []
        for child in children:
            if child.type != "image":
                continue
            made = pictures.get(str(child.attrs["src"]).removeprefix(SCHEME))
            if made is not None and len(children) == 1:
                words.type, words.children = "html_block", None
                words.content = format_html(
                    '<figure class="rule-picture">{}<figcaption>{}</figcaption></figure>',
                    svg(made()),
                    child.content,
                )
            else:
                child.type = "text"
    # A figure cannot stand in a paragraph.
    figures = {place for place, token in enumerate(tokens) if token.type == "html_block"}
    round_them = {place + step for place in figures for step in (-1, 1)}
    return [token for place, token in enumerate(tokens) if place not in round_them]


def rendered(text: str, game: Game) -> SafeString:
    """The rule text as HTML, of a game with these options and pictures."""
    return _rendered(text, game.options, tuple(game.pictures.items()), get_language())


@lru_cache(KEPT)
def _rendered(
    text: str,
    options: type,
    pictures: tuple[tuple[str, Callable[[], Drawing]], ...],
    language: str | None,
) -> SafeString:
    """The same; pictures are in the language of the page."""
    del language
    labels = {one.name: one.metadata["label"] for one in fields(options)}
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = without_keys(anchored(markdown.parse(text)), labels)
    tokens = with_pictures(tokens, dict(pictures))
    html = markdown.renderer.render(tokens, markdown.options, {})
    html = html.replace("<table>", '<div class="table-wrap" tabindex="0"><table class="figures">')
    html = html.replace("</table>", "</table></div>")
    return mark_safe(html)  # noqa: S308  rendered without raw HTML
