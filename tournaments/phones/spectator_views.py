"""The spectators' pages for phones: where do I sit, how do I stand, why did I get this score.

Who may: whoever holds the event's un-revoked spectator link, and only to look. Scores that the host
has hidden are left out by the selectors (`public`) before they reach a template.
"""

from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from rulesets.formats.parts import Keeping
from tournaments.access.decorators import link_access, only_for
from tournaments.access.permissions import EventRequest
from tournaments.cache.page_cache import render_page
from tournaments.models import Event
from tournaments.phones.responses import LAYOUTS
from tournaments.scores.score import score_of
from tournaments.seats.selectors import ByName, SeatsView
from tournaments.seats.selectors import seats as seats_view
from tournaments.standings.board_displays import board_displays, displayed_boards
from tournaments.standings.cross_table import brackets
from tournaments.standings.finales import event_finale
from tournaments.standings.players import last_points, near_lines, place_label, player_page
from tournaments.standings.rows import in_division
from tournaments.standings.selectors import standings
from tournaments.standings.views import number_in
from tournaments.web.collation import base_letter, sort_key
from tournaments.web.paging import Address, PageRequest, list_page, page_with
from tournaments.web.responses import words_of


@require_GET
@link_access("spectator")
def spectator(request: EventRequest, token: str) -> HttpResponse:
    """Find a name: by its first letter or by a part of it (`?q=`), a page at a time."""
    page = PageRequest.of(request)
    letter = request.GET.get("letter", "")[:1]

    def context() -> dict[str, Any]:
        seats = seats_view(request.event)
        lines = everybody(request, seats)
        letters = sorted({base_letter(line.name) for line in lines}, key=sort_key)
        if letter and not page.q:
            lines = [line for line in lines if base_letter(line.name) == letter]
        return {
            "seats": seats,
            "over": request.event.state == Event.State.FINISHED,
            "places": final_places(request.event),
            "part": list_page(lines, page, name=lambda line: line.name, letter=letter),
            "player": Address("spectator_player", (token,)),
            "letters": letters,
            "query": page.q,
            "letter": letter,
        }

    if page.q and not has_no_news(request):
        return answer(request, token, "phones/find.html", context())
    return answer_alike(request, token, "phones/find.html", context, letter, page.page)


def final_places(event: Event) -> dict[int, str]:
    """Everybody's place by entry in words, once the evening is over and as far as the public may
    know."""
    if event.state != Event.State.FINISHED:
        return {}
    return {
        row.entry_id: in_division(_("Place {place}").format(place=row.place), row.division)
        for row in standings(event).public
    }


@require_GET
@link_access("spectator")
def spectator_seats(request: EventRequest, token: str) -> HttpResponse:
    """The tables of the newest set: a page of them, or those where a name contains `?q=`."""
    page = PageRequest.of(request)

    def context() -> dict[str, Any]:
        seats = seats_view(request.event)
        tables = seats.tables if seats else ()
        return {
            "seats": seats,
            "seat_list": LAYOUTS(request.event).seat_list,
            "part": list_page(tables, page, name=lambda table: table.looked_for),
            "player": Address("spectator_player", (token,)),
        }

    if page.q and not has_no_news(request):
        return answer(request, token, "phones/seats.html", context())
    return answer_alike(request, token, "phones/seats.html", context, page.page)


@require_GET
@link_access("spectator")
def spectator_standings(request: EventRequest, token: str) -> HttpResponse:
    """The standings as far as the public may see them: a page of them (`?page=`), those whose name
    contains `?q=`, or a redirect to the page with the line of an entry (`?of=`)."""
    if (of := number_in(request.GET, "of")) is not None:
        return to_line(request, token, of)
    page = PageRequest.of(request)

    def context() -> dict[str, Any]:
        table = standings(request.event)
        return {
            "standings": table,
            "part": list_page(table.public_lines, page, name=lambda row: row.name),
            "player": Address("spectator_player", (token,)),
            "hidden": table.hidden,
            "finale": event_finale(request.event, public=True),
            "brackets": () if table.hidden else brackets(request.event, by_round=True),
            "top": max((row.total for row in table.public), default=0),
        }

    if page.q and not has_no_news(request):
        return answer(request, token, "phones/standings.html", context())
    return answer_alike(request, token, "phones/standings.html", context, page.page)


def to_line(request: EventRequest, token: str, entry_id: int) -> HttpResponse:
    """Redirect to the page of the standings with the line of an entry."""
    rows = standings(request.event).public_lines
    page = page_with(rows, lambda row: row.entry_id == entry_id)
    address = reverse("spectator_standings", args=(token,))
    if page is None:
        return HttpResponseRedirect(address)
    return HttpResponseRedirect(f"{address}?page={page}#entry-{entry_id}")


@require_GET
@link_access("spectator")
@only_for(Keeping.TABLE, Keeping.ROOM)
def spectator_score(request: EventRequest, token: str) -> HttpResponse:
    """Everybody's total on a board (`?pad=` is its index), its rounds (a page of them, `?page=`),
    what lies on the table, and the run of the game."""

    choice = number_in(request.GET, "pad") or 0
    page = replace(PageRequest.of(request), q="")

    def context() -> dict[str, Any]:
        displays = board_displays(request.event)
        place = choice if choice < len(displays) else 0
        return {
            "board": displays[place] if displays else None,
            "score": score_of(displayed_boards(request.event)[place], None, page, pad=str(place))
            if displays
            else None,
            "place": place,
            "asked": page.at("", pad=place or "").lstrip("?"),
            "boards": [(n, display.title) for n, display in enumerate(displays)]
            if len(displays) > 1
            else [],
            "hidden": standings(request.event).hidden,
        }

    return answer_alike(request, token, "phones/score.html", context, choice, page)


@require_GET
@link_access("spectator")
def spectator_player(request: EventRequest, token: str, entry_id: int) -> HttpResponse:
    """One player's evening, with every point explained."""

    def context() -> dict[str, Any]:
        player = player_page(request.event, entry_id, public=True)
        if player is None:
            raise Http404
        table = standings(request.event)
        return {
            "player": player,
            "own_score": own_score(request, token, entry_id),
            "seat": player.seat,
            "place_label": capfirst(player.status)
            or place_label(player.rank, shared=player.shared),
            "row": None if player.hidden else table.row(entry_id),
            "near": near_lines(table, entry_id),
            "because": last_points(request.event, player),
            "after": table.after,
            "link": Address("spectator_player", (token,)),
        }

    return answer_alike(request, token, "phones/player.html", context)


def own_score(request: EventRequest, token: str, entry_id: int) -> str:
    """The address of an entry's newest board; "" if there is none, or it is hidden."""
    home = reverse("spectator_score", args=(token,))
    for place, board in enumerate(board_displays(request.event)):
        if entry_id in board.entry_ids:
            return f"{home}?pad={place}" if place else home
    return ""


def answer(
    request: EventRequest, token: str, template: str, context: dict[str, Any]
) -> HttpResponse:
    """The page; 204 if a page polls (htmx) and nothing has happened."""
    if has_no_news(request):
        return HttpResponse(status=204)
    return render(request, template, shared(request, token) | context)


def answer_alike(
    request: EventRequest,
    token: str,
    template: str,
    context: Callable[[], dict[str, Any]],
    *also: Hashable,
) -> HttpResponse:
    """Answer with a page that is alike for all spectators who ask for the same (`also`)."""
    if has_no_news(request):
        return HttpResponse(status=204)
    whole = lambda: shared(request, token) | context()  # noqa: E731
    return render_page(request, template, whole, *also, old=settings.ONLOOKERS_SECONDS)


def has_no_news(request: EventRequest) -> bool:
    seen = request.GET.get("v") == str(request.event.version)
    return seen and "HX-Request" in request.headers


def shared(request: EventRequest, token: str) -> dict[str, Any]:
    return {
        "event": request.event,
        **words_of(request.event),
        "token": token,
        "version": str(request.event.version),
        "lasts": LAYOUTS(request.event).lasts,
    }


def everybody(request: EventRequest, seats: SeatsView | None) -> list[ByName]:
    """Everybody who takes part, by name; before the first seats without a seat."""
    if seats is not None:
        return list(seats.by_name)
    rows = sorted(standings(request.event).rows, key=lambda row: sort_key(row.name))
    return [ByName(row.entry_id, row.name, row.role_name, None, "") for row in rows]
