"""The rules of a game as a page, to whose sections every explained score leads; and a hand counted
from its cards.

Of a game that everybody has anyone may read; of a family's own, and of one under house rules,
whoever was led there by a page of an event of it.
"""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rulesets.engine.game import Game, parse_options
from tournaments.boards.bound_question import columns_of
from tournaments.boards.inputs import KEYS, way, ways
from tournaments.models import Event
from tournaments.models.event_games import (
    find_game_of,
    format_of,
    game_called,
    options_of,
    rule_text_of,
)
from tournaments.rules.forms import HandForm
from tournaments.rules.rule_markup import event_of, rendered, title_and_rest
from tournaments.rules.rule_text import agreed_of, facts_of
from tournaments.web.labels import how_many


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
    game = find_game_of(event) if event is not None else None
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
        context |= {"called": event.house_rules, "agreed": option_rows(event)}
    return render(request, "rules/rules.html", context)


def option_rows(event: Event) -> list[tuple[str, str]]:
    """What an event's options say otherwise than usual: the label of each, and its value."""
    return [
        (one.label, one.value) for one in agreed_of(format_of(event).option_type, event.options)
    ]


@require_safe
def counting(request: HttpRequest) -> HttpResponse:
    """The games whose hands can be counted."""
    return render(request, "rules/counting.html", {"ways": ways()})


@require_safe
def count_hand(request: HttpRequest, counter: str) -> HttpResponse:
    """The form and, if it was sent, its answer; with `part` in the address the answer alone.

    `counter` is the kind of a `rulesets.engine.plays.Counter` that a game has (else 404); which of
    them, where several are of a kind, the address says (`inputs.address_of`).
    """
    asked = way(counter, request.GET.dict())
    if asked is None:
        raise Http404
    sent = not {"cards", "table"}.isdisjoint(request.GET)
    form = HandForm(request.GET if sent else None, counter=asked.counter)
    problems = form.messages() if sent else []
    counted = form.counted if sent and not problems else None
    context = {
        "way": asked,
        "limits": [(name, value) for name, value in request.GET.items() if name in KEYS],
        "columns": columns_of(asked.counter),
        "part": "part" in request.GET,
        "form": form,
        "counted": counted,
        "problems": problems,
    }
    template = "rules/_counted.html" if "part" in request.GET else "rules/count_hand.html"
    return render(request, template, context, status=422 if problems else 200)
