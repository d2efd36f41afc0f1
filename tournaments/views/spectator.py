"""The spectators' pages for phones: where do I sit, how do I stand, why did I get this score.

Who may: whoever holds the event's un-revoked spectator link, and only to look. Scores that the
host has hidden are left out by the selectors (`public`) before they reach a template.
"""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from tournaments.access import EventRequest, link_access
from tournaments.selectors.player import player_page
from tournaments.selectors.seats import ByName, SeatsView
from tournaments.selectors.seats import seats as seats_view
from tournaments.selectors.standings import standings

from .kept import kept_page

LONGEST_SEARCH = 80


@require_GET
@link_access("spectator")
def spectator(request: EventRequest, token: str) -> HttpResponse:
    """Find your name: by its first letter or by a part of it (`?q=`)."""
    query = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    letter = request.GET.get("letter", "")[:1]
    seats = seats_view(request.event)
    lines = everybody(request, seats)
    letters = sorted({initial(line.name) for line in lines})
    if query:
        lines = [line for line in lines if query.casefold() in line.name.casefold()]
    elif letter:
        lines = [line for line in lines if initial(line.name) == letter]
    context = {"seats": seats, "lines": lines, "letters": letters, "query": query, "letter": letter}
    return answer(request, token, "spectator/find.html", context)


@require_GET
@link_access("spectator")
def spectator_seats(request: EventRequest, token: str) -> HttpResponse:
    """Every table of the newest set."""
    return answer_alike(
        request, token, "spectator/seats.html", lambda: {"seats": seats_view(request.event)}
    )


@require_GET
@link_access("spectator")
def spectator_standings(request: EventRequest, token: str) -> HttpResponse:
    """The standings, as far as they may be seen."""

    def context() -> dict[str, Any]:
        table = standings(request.event)
        return {
            "rows": table.public,
            "hidden": table.hidden,
            "provisional": table.provisional,
            "finished": table.finished,
            "top": max((row.total for row in table.public), default=0),
        }

    return answer_alike(request, token, "spectator/standings.html", context)


@require_GET
@link_access("spectator")
def spectator_player(request: EventRequest, token: str, entry_id: int) -> HttpResponse:
    """One player's evening, every point explained."""
    player = player_page(request.event, entry_id, public=True)
    if player is None:
        raise Http404
    return answer(request, token, "spectator/player.html", {"player": player})


def answer(
    request: EventRequest, token: str, template: str, context: dict[str, Any]
) -> HttpResponse:
    """The page; 204 for a page that polls (htmx) while nothing has happened."""
    if has_no_news(request):
        return HttpResponse(status=204)
    return render(request, template, shared(request, token) | context)


def answer_alike(
    request: EventRequest, token: str, template: str, context: Callable[[], dict[str, Any]]
) -> HttpResponse:
    """The same, for a page that every spectator sees alike."""
    if has_no_news(request):
        return HttpResponse(status=204)
    return kept_page(request, template, lambda: shared(request, token) | context())


def has_no_news(request: EventRequest) -> bool:
    seen = request.GET.get("v") == str(request.event.version)
    return seen and "HX-Request" in request.headers


def shared(request: EventRequest, token: str) -> dict[str, Any]:
    return {"event": request.event, "token": token, "version": str(request.event.version)}


def everybody(request: EventRequest, seats: SeatsView | None) -> list[ByName]:
    """All who take part, by name; before the first seats everybody is there without a seat."""
    if seats is not None:
        return list(seats.by_name)
    rows = sorted(standings(request.event).rows, key=lambda row: row.name.casefold())
    return [ByName(row.entry_id, row.name, row.role_name, None, "") for row in rows]


def initial(name: str) -> str:
    """The letter under which a name is looked for."""
    return name.strip()[:1].upper()
