"""The ledger of boards that last as a page: for the desk, a table, and spectators alike.

Who may: whoever may see the score at that place. For spectators the books stay closed as long as
the host keeps back the results.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse, QueryDict
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_safe

from tournaments.access.decorators import desk_access, link_access
from tournaments.access.offers import offers
from tournaments.actors import EventRequest
from tournaments.answers import page
from tournaments.scoring.books import books
from tournaments.scoring.pad import Pad
from tournaments.scoring.pads import pads
from tournaments.standing.standings import standings


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
    return page(request, "standing/books.html", told | context)


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
