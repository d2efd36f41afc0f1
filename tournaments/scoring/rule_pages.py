"""The rules of a game as a page; every explained score leads to its section.

Of a game that everybody has anyone may read; of a family's own whoever was led there by a page of
an event of it.
"""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rulesets.game import Game
from tournaments.games import game_called, known_game_of, rule_text_of
from tournaments.scoring.counting import ways
from tournaments.scoring.rule_addresses import event_of
from tournaments.scoring.rule_markup import rendered


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole rule text. Anyone may read it."""
    game = game_called(slug)
    if game is None:
        raise Http404
    return _page(request, game)


@require_safe
def rules_own(request: HttpRequest, key: str) -> HttpResponse:
    """The rule text of a family's own game, in the edition of an event; `key` is of its pages."""
    event = event_of(key)
    game = known_game_of(event) if event is not None else None
    if game is None:
        raise Http404
    response = _page(request, game)
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return response


def _page(request: HttpRequest, game: Game) -> HttpResponse:
    text = rendered(rule_text_of(game), game.options)
    counted = [one for one in ways() if one.slug == game.slug]
    return render(request, "scoring/rules.html", {"text": text, "game": game, "ways": counted})
