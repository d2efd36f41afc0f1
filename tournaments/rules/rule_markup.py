"""A rule text as HTML (Markdown without raw HTML, with pictures only of the game's own), and its
address."""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache
from typing import TYPE_CHECKING

from django.core.signing import BadSignature, Signer
from django.db.models import Q
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from rulesets.drawing.card_rows import draw_card_rows
from rulesets.engine.game import Game
from rulesets.rule_texts import SCHEME, without_words
from tournaments.models import Event
from tournaments.rules.rule_text import cards_in, markdown, tokens_of
from tournaments.web.svg import svg

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from markdown_it.token import Token

    from rulesets.drawing.vectors import Drawing


CACHE_SIZE = 128  # rendered texts
END_OF_TITLE = "</h1>"


def figure_of(drawing: Drawing, caption: str) -> SafeString:
    """A picture with its caption."""
    return format_html(
        '<figure class="rule-picture">{}<figcaption>{}</figcaption></figure>',
        svg(drawing),
        caption,
    )


def with_pictures(
    tokens: list[Token], pictures: Mapping[str, Callable[[], Drawing]]
) -> list[Token]:
    """Draw cards, and each of the game's pictures on a line of its own, with its caption below;
    replace other images by their captions."""
    for words in tokens:
        card_rows = cards_in(words)
        if card_rows is not None:
            words.type = "html_block"
            words.content = figure_of(draw_card_rows(card_rows), card_rows.caption)
            continue
        children = words.children or []
        for child in children:
            if child.type != "image":
                continue
            picture = pictures.get(str(child.attrs["src"]).removeprefix(SCHEME))
            if picture is not None and len(children) == 1:
                words.type, words.children = "html_block", None
                words.content = figure_of(picture(), child.content)
            else:
                child.type = "text"
    # A figure is not allowed inside a paragraph.
    figures = {
        place
        for place, token in enumerate(tokens)
        if token.type == "html_block" and tokens[place - 1].type == "paragraph_open"
    }
    round_them = {place + step for place in figures for step in (-1, 1)}
    return [token for place, token in enumerate(tokens) if place not in round_them]


def rendered(text: str, game: Game) -> SafeString:
    """Return the rule text of a game as HTML."""
    return _rendered(text, game.options, tuple(game.pictures.items()), get_language())


def title_and_rest(html: SafeString) -> tuple[SafeString, SafeString]:
    """Split a rendered text into its title and the rest."""
    title, end, rest = html.partition(END_OF_TITLE)
    return mark_safe(title + end), mark_safe(rest)  # noqa: S308  both are parts of what was safe


@lru_cache(CACHE_SIZE)
def _rendered(
    text: str,
    options: type,
    pictures: tuple[tuple[str, Callable[[], Drawing]], ...],
    language: str | None,
) -> SafeString:
    """Return the rule text as HTML; pictures are in the page's language, part of the cache key."""
    labels = {option.name: option.metadata["label"] for option in fields(options)}
    tokens = with_pictures(tokens_of(without_words(text), labels), dict(pictures))
    reader = markdown()
    html = reader.renderer.render(tokens, reader.options, {})
    html = html.replace("<table>", '<div class="table-wrap" tabindex="0"><table class="figures">')
    html = html.replace("</table>", "</table></div>")
    return mark_safe(html)  # noqa: S308  rendered without raw HTML


SIGNER = Signer(salt="tournaments.rules")
LONGEST = 19  # digits of an id


def rules_address(event: Event) -> str:
    finished = event.state == Event.State.FINISHED  # its text never changes
    if not event.declared and not event.house_rules and not finished:
        try:
            return reverse("rules", args=[event.game])
        except NoReverseMatch:  # of an event that exists only for display
            return ""
    return reverse("rules_own", args=[SIGNER.sign(str(event.pk))])


def rules_of_game(game: Game) -> str:
    """Return the address of a game's rules, apart from any event."""
    to = "rules" if game.declaration is None else "own_game"
    return reverse(to, args=[game.slug])


def event_of(key: str) -> Event | None:
    """Return the event of a signed key by `rules_address`; None if the key is forged or the event
    has no rules of its own."""
    try:
        text = SIGNER.unsign(key)
    except BadSignature:
        return None
    if not text.isdecimal() or len(text) > LONGEST:
        return None
    own = ~Q(declared="", house_rules="") | Q(state=Event.State.FINISHED)
    return Event.objects.filter(own, pk=int(text)).first()
