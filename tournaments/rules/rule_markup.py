"""A rule text as HTML (Markdown without raw HTML, with the pictures that the game declares and
none from elsewhere), and its address."""

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

from rulesets import games
from rulesets.drawing.card_rows import draw_card_rows
from rulesets.engine.game import Game
from rulesets.rule_texts import SCHEME
from tournaments.models import Event
from tournaments.rules.rule_text import cards_in, markdown, tokens_of
from tournaments.web.svg import svg

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from markdown_it.token import Token

    from rulesets.drawing.vectors import Drawing


CACHE_SIZE = 128  # texts that are kept rendered
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
    """A picture on a line of its own is drawn, with its caption below, and so are cards; of any
    other nothing is left but its caption."""
    for words in tokens:
        drawn = cards_in(words)
        if drawn is not None:
            words.type = "html_block"
            words.content = figure_of(draw_card_rows(drawn), drawn.caption)
            continue
        children = words.children or []
        for child in children:
            if child.type != "image":
                continue
            made = pictures.get(str(child.attrs["src"]).removeprefix(SCHEME))
            if made is not None and len(children) == 1:
                words.type, words.children = "html_block", None
                words.content = figure_of(made(), child.content)
            else:
                child.type = "text"
    # A figure cannot stand in a paragraph.
    figures = {
        place
        for place, token in enumerate(tokens)
        if token.type == "html_block" and tokens[place - 1].type == "paragraph_open"
    }
    round_them = {place + step for place in figures for step in (-1, 1)}
    return [token for place, token in enumerate(tokens) if place not in round_them]


def rendered(text: str, game: Game) -> SafeString:
    """The rule text as HTML, of a game with these options and pictures."""
    return _rendered(text, game.options, tuple(game.pictures.items()), get_language())


def title_and_rest(html: SafeString) -> tuple[SafeString, SafeString]:
    """The heading of a rendered text, and what stands below it."""
    title, end, rest = html.partition(END_OF_TITLE)
    return mark_safe(title + end), mark_safe(rest)  # noqa: S308  both are parts of what was safe


@lru_cache(CACHE_SIZE)
def _rendered(
    text: str,
    options: type,
    pictures: tuple[tuple[str, Callable[[], Drawing]], ...],
    language: str | None,
) -> SafeString:
    """The same; pictures are in the language of the page."""
    labels = {one.name: one.metadata["label"] for one in fields(options)}
    tokens = with_pictures(tokens_of(games.without_words(text), labels), dict(pictures))
    reader = markdown()
    html = reader.renderer.render(tokens, reader.options, {})
    html = html.replace("<table>", '<div class="table-wrap" tabindex="0"><table class="figures">')
    html = html.replace("</table>", "</table></div>")
    return mark_safe(html)  # noqa: S308  rendered without raw HTML


SIGNER = Signer(salt="tournaments.rules")
LONGEST = 19  # digits of an id


def rules_address(event: Event) -> str:
    """The address of the rules that an event is played by."""
    finished = event.state == Event.State.FINISHED  # its text stays as it was
    if not event.declared and not event.house_rules and not finished:
        try:
            return reverse("rules", args=[event.game])
        except NoReverseMatch:  # of an event that is shown without being there
            return ""
    return reverse("rules_own", args=[SIGNER.sign(str(event.pk))])


def rules_of_game(game: Game) -> str:
    """The address of the rules of a game that no evening was made of yet."""
    to = "rules" if game.declaration is None else "own_game"
    return reverse(to, args=[game.slug])


def event_of(key: str) -> Event | None:
    """The event whose own rules an address leads to; None for an address that nobody gave."""
    try:
        told = SIGNER.unsign(key)
    except BadSignature:
        return None
    if not told.isdecimal() or len(told) > LONGEST:
        return None
    own = ~Q(declared="", house_rules="") | Q(state=Event.State.FINISHED)
    return Event.objects.filter(own, pk=int(told)).first()
