"""The host's front door. Anybody may open it; who is not signed in reads how to come in (403)."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.access.decorators import host_required, scorekeeper_events, signed_out
from tournaments.answers import page, whole
from tournaments.events import archive
from tournaments.events.quick_pads import recent_games


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The host's events; a scorekeeper's are listed where a session came by such links."""
    keeping = scorekeeper_events(request)
    if not request.user.is_authenticated and not keeping:
        return signed_out(request)
    events = archive.events_of(request.user) if request.user.is_authenticated else ()
    years = archive.years(request.user) if request.user.is_authenticated else ()
    games = recent_games(request.user) if request.user.is_authenticated else ()
    shown = {"events": events, "years": years, "keeping": keeping, "games": games}
    return page(request, "events/home.html", shown)


@require_safe
@host_required
def winners(request: HttpRequest) -> HttpResponse:
    """Who won, year by year. For the host."""
    years = archive.years(request.user)
    year = whole(request.GET.get("year"), 1900, 2200)
    return page(
        request,
        "events/winners.html",
        {"years": years, "year": year, "rows": archive.archive(request.user, year)},
    )
