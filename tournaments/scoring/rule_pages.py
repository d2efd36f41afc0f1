"""The rules of a game as a page; every explained score leads to its section.

Of a game that everybody has anyone may read; of a family's own, and of one under house rules,
whoever was led there by a page of an event of it.
"""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rulesets.engine.game import Game
from rulesets.engine.options import parse_options
from tournaments.games import game_called, game_of, known_game_of, options_of, rule_text_of
from tournaments.models import Event
from tournaments.rule_text import agreed_of, facts_of
from tournaments.scoring.counting import ways
from tournaments.scoring.rule_addresses import event_of
from tournaments.scoring.rule_markup import rendered, title_and_rest
from tournaments.words import how_many


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole rule text. Anyone may read it."""
    game = game_called(slug)
    if game is None:
        raise Http404
    return _page(request, game)


@require_safe
def rules_own(request: HttpRequest, key: str) -> HttpResponse:
    """The rule text in the edition of an event, of a family's own game or under house rules; `key`
    is of its pages."""
    event = event_of(key)
    game = known_game_of(event) if event is not None else None
    if game is None:
        raise Http404
    response = _page(request, game, event)
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return response


def _page(request: HttpRequest, game: Game, event: Event | None = None) -> HttpResponse:
    title, text = title_and_rest(rendered(rule_text_of(game), game))
    counted = [one for one in ways() if one.slug == game.slug]
    options = options_of(event) if event is not None else parse_options(game.options, {})[0]
    facts = facts_of(game, how_many(game), options)
    context: dict[str, Any] = {
        "title": title,
        "text": text,
        "game": game,
        "ways": counted,
        "facts": facts,
    }
    if event is not None and event.house_rules:
        context |= {"called": event.house_rules, "agreed": agreed(event)}
    return render(request, "scoring/rules.html", context)


def agreed(event: Event) -> list[tuple[str, str]]:
    """What an event's options say otherwise than usual: the label of each, and its value."""
    return [(one.label, one.value) for one in agreed_of(game_of(event), event.options)]
