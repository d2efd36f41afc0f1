"""The rules of a game as a page; every explained score leads to its section. Anyone may read."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

from rulesets import games
from tournaments.scoring.counting import ways

ANCHOR = re.compile(r"\s*\{#(?P<anchor>[\w-]+)\}\s*$")


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


@cache
def rendered(slug: str) -> SafeString:
    """The rule text as HTML. Raises LookupError for a game that is not known."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = anchored(markdown.parse(games.rule_text(slug)))
    html = markdown.renderer.render(tokens, markdown.options, {})
    html = html.replace("<table>", '<div class="table-wrap" tabindex="0"><table class="figures">')
    html = html.replace("</table>", "</table></div>")
    return mark_safe(html)  # noqa: S308  our own text, rendered without raw HTML


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole rule text."""
    try:
        text = rendered(slug)
        game = games.load(slug)
    except LookupError as unknown:
        raise Http404 from unknown
    counted = [one for one in ways() if one.slug == slug]
    return render(request, "scoring/rules.html", {"text": text, "game": game, "ways": counted})
