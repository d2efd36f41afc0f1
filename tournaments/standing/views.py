"""How everybody stands, why, who sat out, and the results at the end. For the desk."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.access.decorators import desk_access
from tournaments.access.offers import offers
from tournaments.actors import EventRequest
from tournaments.answers import page, page_alike
from tournaments.games import format_of
from tournaments.paging import Address, Wanted, part_of
from tournaments.people.reads import person_ids
from tournaments.seating.sit_outs import sit_out_ledger, sitters
from tournaments.standing.player import player_page
from tournaments.standing.standings import standings
from tournaments.words import said

PODIUM = 3


@require_safe
@desk_access
def event_standings(request: EventRequest, event_id: int) -> HttpResponse:
    """The lines with their movement and every set's points: a page of them (`?page=`), or those
    whose name holds `?q=`."""
    wanted = Wanted.of(request)

    def context() -> dict[str, Any]:
        shown, form = standings(request.event), format_of(request.event)
        host = request.actor.kind == "host"
        sets = 0 if form.lasts else max((len(row.sets) for row in shown.rows), default=0)
        return {
            "standings": shown,
            "part": part_of(shown.rows, wanted, name=lambda row: row.name),
            "player": Address("event_player", (event_id,)),
            "sets": [said(form.seating_name(number)) for number in range(1, sets + 1)],
            "best": max((row.total for row in shown.rows), default=0),
            "people": person_ids(request.event) if shown.finished and host else {},
            "tab": "standings",
        }

    if wanted.q:
        return page(request, "standing/standings.html", context())
    return page_alike(request, "standing/standings.html", context, wanted.page)


@require_safe
@desk_access
def event_results(request: EventRequest, event_id: int) -> HttpResponse:
    """The winners' page."""
    shown = standings(request.event)
    others = [row for row in shown.rows if row.rank > PODIUM]
    context = {
        "standings": shown,
        "podium": [row for row in shown.rows if row.rank <= PODIUM],
        "part": part_of(others, Wanted.of(request), name=lambda row: row.name),
        "player": Address("event_player", (event_id,)),
        "tab": "standings",
    }
    return page(request, "standing/results.html", context)


@require_safe
@desk_access
def event_player(request: EventRequest, event_id: int, entry_id: int) -> HttpResponse:
    """One player's evening: every point down to the hand, the report and the rule."""
    shown = player_page(request.event, entry_id)
    if shown is None:
        raise Http404
    return page(request, "standing/player.html", {"player": shown, "tab": "standings"})


@require_safe
@desk_access
@offers("sit_out")
def event_ledger(request: EventRequest, event_id: int) -> HttpResponse:
    """Who sat out when, and why: a page of the people, or those whose name holds `?q=`."""
    everybody = sitters(request.event)
    part = part_of(everybody, Wanted.of(request), name=lambda row: row.name)
    form = format_of(request.event)
    counted = {"hand": form.sit_out, "set": form.sit_out * form.deals}
    words = _("Sitting out brings %(hand)d points a hand, %(set)d a set.") % counted
    context = {
        "part": part,
        "rows": sit_out_ledger(request.event, everybody, part.lines),
        "player": Address("event_player", (event_id,)),
        "sit_out_words": words,
        "tab": "standings",
    }
    return page(request, "standing/sit_outs.html", context)
