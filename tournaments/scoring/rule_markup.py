"""A rule text as HTML: Markdown without raw HTML, with the pictures that the game declares and none
from elsewhere."""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache
from typing import TYPE_CHECKING

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from rulesets.drawing.mentions import SCHEME
from tournaments.rule_text import markdown, tokens_of
from tournaments.svg import svg

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from markdown_it.token import Token

    from rulesets.drawing.vectors import Drawing
    from rulesets.engine.game import Game

KEPT = 128  # texts that are kept rendered
END_OF_TITLE = "</h1>"


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


def title_and_rest(html: SafeString) -> tuple[SafeString, SafeString]:
    """The heading of a rendered text, and what stands below it."""
    title, end, rest = html.partition(END_OF_TITLE)
    return mark_safe(title + end), mark_safe(rest)  # noqa: S308  both are parts of what was safe


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
    tokens = with_pictures(tokens_of(text, labels), dict(pictures))
    reader = markdown()
    html = reader.renderer.render(tokens, reader.options, {})
    html = html.replace("<table>", '<div class="table-wrap" tabindex="0"><table class="figures">')
    html = html.replace("</table>", "</table></div>")
    return mark_safe(html)  # noqa: S308  rendered without raw HTML
