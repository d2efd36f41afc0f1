"""The host's front door. Anybody may open it; who is not signed in reads how to come in (403)."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.access.decorators import host_required, scorekeeper_events, signed_out
from tournaments.answers import page, whole
from tournaments.evenings.reads import evenings_of
from tournaments.events import archive
from tournaments.events.quick_pads import recent_choices
from tournaments.models import family_of
from tournaments.paging import Wanted, part_of

SHOWN = 12  # events and evenings on the page; the rest is a tap away
AT_HAND = 6  # of those that are being played
CARDS = 30  # events on a page of winners


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """A game to play now, what is going on, then the host's other events; a scorekeeper's are
    listed where a session came by such links."""
    keeping = scorekeeper_events(request)
    if request.user.is_authenticated:
        return page(request, "events/home.html", {"keeping": keeping, **host_home(request)})
    if not keeping:
        return signed_out(request)
    return page(request, "events/home.html", {"keeping": keeping})


def host_home(request: HttpRequest) -> dict[str, Any]:
    """What the front door shows a host; with `?all=1` every event."""
    family = family_of(request.user)
    running, evenings = archive.running(family), evenings_of(family)
    shown = None if request.GET.get("all") == "1" else SHOWN
    events, count = archive.events_of(family, shown), archive.event_count(family)
    return {
        "choices": recent_choices(family),
        "running": running[:AT_HAND],
        "further": running[AT_HAND:],
        "evenings": [row for row in evenings if row.recent],
        "past_evenings": [row for row in evenings if not row.recent][:shown],
        "events": events,
        "count": count,
        "hidden": count - len(events),
        "years": archive.years(family),
        "today": timezone.localdate(),
    }


@require_safe
@host_required
def winners(request: HttpRequest) -> HttpResponse:
    """Who won, year by year (`?year=`): a page of the events, or those whose name holds `?q=`. For
    the host."""
    family = family_of(request.user)
    years = archive.years(family)
    year = whole(request.GET.get("year"), 1900, 2200)
    of_year = {"year": str(year)} if year else {}
    part = part_of(
        archive.finished_events(family, year),
        Wanted.of(request),
        name=lambda row: row[1],
        size=CARDS,
        **of_year,
    )
    context = {
        "years": years,
        "year": year,
        "part": part,
        "rows": archive.archive([pk for pk, _name in part.lines]),
    }
    return page(request, "events/winners.html", context)
