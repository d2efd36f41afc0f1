"""Pages of a game's rules, with anchors for explained scores, and of counting a hand's cards.

Anyone may read the rules of a game of the app; those of a family's own game or under house rules
need the signed address from a page of an event.
"""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rulesets.engine.game import Game, parse_options
from rulesets.formats.format import option_type_of
from tournaments.models import Event
from tournaments.models.event_games import (
    find_game_of,
    format_of,
    game_called,
    options_of,
    rule_text_of,
)
from tournaments.report_forms.bound_question import columns_of
from tournaments.report_forms.inputs import KEYS, way, ways
from tournaments.rules.forms import HandForm
from tournaments.rules.rule_markup import event_of, rendered, title_and_rest
from tournaments.rules.rule_text import agreed_of, facts_of
from tournaments.web.labels import how_many


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a game's rule text. Anyone may read it."""
    game = game_called(slug)
    if game is None:
        raise Http404
    return _page(request, game)


@require_safe
def rules_own(request: HttpRequest, key: str) -> HttpResponse:
    """Show an event's rule text: of a family's own game, under house rules, or of a finished event.
    `key`: the signed key from the event's pages."""
    event = event_of(key)
    game = find_game_of(event) if event is not None else None
    if game is None:
        raise Http404
    response = _page(request, game, event)
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return response


def _page(request: HttpRequest, game: Game, event: Event | None = None) -> HttpResponse:
    title, text = title_and_rest(rendered(rule_text_of(game), game))
    counted = [hand_way for hand_way in ways() if hand_way.slug == game.slug]
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
    """Return label and value of the event's options that differ from the defaults."""
    return [
        (option.label, option.value)
        for option in agreed_of(option_type_of(format_of(event)), event.options)
    ]


@require_safe
def counting(request: HttpRequest) -> HttpResponse:
    """Show the games whose hands can be counted."""
    return render(request, "rules/counting.html", {"ways": ways()})


@require_safe
def count_hand(request: HttpRequest, counter: str) -> HttpResponse:
    """Show the form and, if it is filled in, the count; with `part` in the address the count alone.

    `counter`: the kind of a `rulesets.engine.plays.Counter` (404 if no game has it); the query
    chooses between several of a kind (`inputs.address_of`).
    """
    counting_way = way(counter, request.GET.dict())
    if counting_way is None:
        raise Http404
    is_filled = not {"cards", "table"}.isdisjoint(request.GET)
    form = HandForm(request.GET if is_filled else None, counter=counting_way.counter)
    problems = form.messages() if is_filled else []
    counted = form.counted if is_filled and not problems else None
    context = {
        "way": counting_way,
        "limits": [(name, value) for name, value in request.GET.items() if name in KEYS],
        "columns": columns_of(counting_way.counter),
        "part": "part" in request.GET,
        "form": form,
        "counted": counted,
        "problems": problems,
    }
    template = "rules/_counted.html" if "part" in request.GET else "rules/count_hand.html"
    return render(request, template, context, status=422 if problems else 200)
