"""How everybody stands, why, who sat out, and the results at the end. For the desk."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from rulesets import games
from tournaments.access import EventRequest, desk_access
from tournaments.selectors.ledger import sit_out_ledger
from tournaments.selectors.player import player_page
from tournaments.selectors.standings import standings

from .answers import page, page_alike
from .kinds import drives_only

PODIUM = 3


@require_safe
@desk_access
def event_standings(request: EventRequest, event_id: int) -> HttpResponse:
    """All lines with their movement and every set's points."""

    def context() -> dict[str, Any]:
        shown = standings(request.event)
        stages = games.load(request.event.game).stages
        return {
            "standings": shown,
            "stages": stages[: max((len(row.sets) for row in shown.rows), default=0)],
            "best": max((row.total for row in shown.rows), default=0),
            "tab": "standings",
        }

    return page_alike(request, "host/standings.html", context)


@require_safe
@desk_access
def event_results(request: EventRequest, event_id: int) -> HttpResponse:
    """The winners' page."""
    shown = standings(request.event)
    context = {
        "standings": shown,
        "podium": [row for row in shown.rows if row.rank <= PODIUM],
        "others": [row for row in shown.rows if row.rank > PODIUM],
        "tab": "standings",
    }
    return page(request, "host/results.html", context)


@require_safe
@desk_access
def event_player(request: EventRequest, event_id: int, entry_id: int) -> HttpResponse:
    """One player's evening: every point down to the hand, the report and the rule."""
    shown = player_page(request.event, entry_id)
    if shown is None:
        raise Http404
    return page(request, "host/player.html", {"player": shown, "tab": "standings"})


@require_safe
@desk_access
@drives_only
def event_ledger(request: EventRequest, event_id: int) -> HttpResponse:
    """Who sat out when, and why."""
    rows = sit_out_ledger(request.event)
    game = games.load(request.event.game)
    counted = {"hand": game.sit_out, "set": game.sit_out * game.hands_per_stage}
    words = _("Sitting out brings %(hand)d points a hand, %(set)d a set.") % counted
    context = {"rows": rows, "sit_out_words": words, "tab": "standings"}
    return page(request, "host/ledger.html", context)
