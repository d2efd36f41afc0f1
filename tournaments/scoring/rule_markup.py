"""A rule text as HTML: Markdown without raw HTML and without pictures from elsewhere."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

ANCHOR = re.compile(r"\s*\{#(?P<anchor>[\w-]+)\}\s*$")
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


@lru_cache(KEPT)
def rendered(text: str) -> SafeString:
    """The rule text as HTML."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    tokens = anchored(markdown.parse(text))
    html = markdown.renderer.render(tokens, markdown.options, {})
    html = html.replace("<table>", '<div class="table-wrap" tabindex="0"><table class="figures">')
    html = html.replace("</table>", "</table></div>")
    return mark_safe(html)  # noqa: S308  rendered without raw HTML
