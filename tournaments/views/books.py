"""The books of score pads as a page: for the desk, a table, and spectators alike.

Who may: whoever may see the score at that place. For spectators the books stay closed as long as
the host keeps back the results.
"""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_GET

from tournaments.access import EventRequest, link_access
from tournaments.selectors.pads import Pad, pads
from tournaments.selectors.stakes import books
from tournaments.selectors.standings import standings

from .kinds import kind_of, pads_only


def books_context(request: EventRequest, found: Sequence[Pad]) -> dict[str, Any]:
    """What `play/_ledger.html` shows of one of these pads: `?pad=` its place among them, `?of=`
    an account, `?round=` a round. Without pads there is nothing yet."""
    asked = number_in(request.GET, "pad")
    place = asked if asked is not None and asked < len(found) else 0
    pad = found[place] if found else None
    account, shown = number_in(request.GET, "of"), number_in(request.GET, "round")
    return {
        "event": request.event,
        "ledger": books(pad, account, shown) if pad is not None else None,
        "pads": [(n, one.title) for n, one in enumerate(found)] if len(found) > 1 else [],
        "place": place,
    }


@require_GET
@link_access("spectator")
@pads_only
def spectator_books(request: EventRequest, token: str) -> HttpResponse:
    """Every movement of any pad, and why."""
    hidden = standings(request.event).hidden > 0
    context = books_context(request, () if hidden else pads(request.event))
    told = {"token": token, "hidden": hidden, "version": str(request.event.version)}
    context["game_kind"] = kind_of(request.event)
    return books_page(request, "spectator/books.html", context | told)


def books_page(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """The page."""
    return render(request, template, context)


def number_in(data: QueryDict, name: str) -> int | None:
    """A small whole number in the address, or None."""
    text = data.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else None
