"""How everybody stands, why, who sat out, the results at the end, and the ledger. For the desk;
the ledger for a table and spectators too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpResponse, QueryDict
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_safe

from tournaments.access.decorators import desk_access, link_access, offers
from tournaments.access.permissions import EventRequest
from tournaments.boards.books import books
from tournaments.boards.drive import person_ids
from tournaments.boards.pad import Pad
from tournaments.boards.pads import pads
from tournaments.boards.seats import sit_out_ledger, sitters
from tournaments.models.event_games import format_of
from tournaments.standings.player_scores import player_page
from tournaments.standings.selectors import standings
from tournaments.web.labels import translate
from tournaments.web.paging import Address, PageRequest, list_page
from tournaments.web.responses import page, page_alike

PODIUM = 3


@require_safe
@desk_access
def event_standings(request: EventRequest, event_id: int) -> HttpResponse:
    """The lines with their movement and every set's points: a page of them (`?page=`), or those
    whose name holds `?q=`."""
    wanted = PageRequest.of(request)

    def context() -> dict[str, Any]:
        shown, form = standings(request.event), format_of(request.event)
        host = request.actor.kind == "host"
        sets = 0 if form.lasts else max((len(row.sets) for row in shown.rows), default=0)
        return {
            "standings": shown,
            "part": list_page(shown.rows, wanted, name=lambda row: row.name),
            "player": Address("event_player", (event_id,)),
            "sets": [translate(form.seating_name(number)) for number in range(1, sets + 1)],
            "best": max((row.total for row in shown.rows), default=0),
            "people": person_ids(request.event) if shown.finished and host else {},
            "tab": "standings",
        }

    if wanted.q:
        return page(request, "standings/standings.html", context())
    return page_alike(request, "standings/standings.html", context, wanted.page)


@require_safe
@desk_access
def event_results(request: EventRequest, event_id: int) -> HttpResponse:
    """The winners' page."""
    shown = standings(request.event)
    others = [row for row in shown.rows if row.rank > PODIUM]
    context = {
        "standings": shown,
        "podium": [row for row in shown.rows if row.rank <= PODIUM],
        "part": list_page(others, PageRequest.of(request), name=lambda row: row.name),
        "player": Address("event_player", (event_id,)),
        "tab": "standings",
    }
    return page(request, "standings/results.html", context)


@require_safe
@desk_access
def event_player(request: EventRequest, event_id: int, entry_id: int) -> HttpResponse:
    """One player's evening: every point down to the hand, the report and the rule."""
    shown = player_page(request.event, entry_id)
    if shown is None:
        raise Http404
    return page(request, "standings/player.html", {"player": shown, "tab": "standings"})


@require_safe
@desk_access
@offers("sit_out")
def event_ledger(request: EventRequest, event_id: int) -> HttpResponse:
    """Who sat out when, and why: a page of the people, or those whose name holds `?q=`."""
    everybody = sitters(request.event)
    part = list_page(everybody, PageRequest.of(request), name=lambda row: row.name)
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
    return page(request, "standings/sit_outs.html", context)


def books_page(
    request: EventRequest, around: str, found: Sequence[Pad], **context: Any
) -> HttpResponse:
    """The ledger of one of these boards: `?pad=` its place among them, `?of=` an account,
    `?round=` a round. Without boards there is nothing yet. `around` is the template of the pages
    that it is one of."""
    asked = number_in(request.GET, "pad")
    place = asked if asked is not None and asked < len(found) else 0
    pad = found[place] if found else None
    account, shown = number_in(request.GET, "of"), number_in(request.GET, "round")
    ledger = books(pad, account, shown) if pad is not None else None
    told = {
        "around": around,
        "heading": _("How it was scored") if ledger and not ledger.stakes else _("The ledger"),
        "ledger": ledger,
        "pads": [(n, one.title) for n, one in enumerate(found)] if len(found) > 1 else [],
        "place": place,
    }
    return page(request, "standings/books.html", told | context)


@require_GET
@link_access("spectator")
@offers("lasts")
def spectator_books(request: EventRequest, token: str) -> HttpResponse:
    """Every movement on any board, and why."""
    hidden = standings(request.event).hidden > 0
    found = () if hidden else pads(request.event)
    version = str(request.event.version)
    return books_page(
        request, "phones/base.html", found, token=token, hidden=hidden, version=version
    )


@require_safe
@desk_access
@offers("lasts")
def event_stakes(request: EventRequest, event_id: int) -> HttpResponse:
    """The same at the desk."""
    return books_page(request, "base_event.html", pads(request.event), tab="stakes")


def number_in(data: QueryDict, name: str) -> int | None:
    """A small whole number in the address, or None."""
    text = data.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else None
