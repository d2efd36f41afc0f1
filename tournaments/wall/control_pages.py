"""What the wall screen shows: standings hidden and revealed, the countdown. For the desk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.access.decorators import desk_access
from tournaments.access.writes import ensure_links
from tournaments.actors import EventRequest
from tournaments.addresses import public_url
from tournaments.answers import back, did, page
from tournaments.errors import refusal
from tournaments.models import Link
from tournaments.standing.standings import standings
from tournaments.wall import writes as wall
from tournaments.wall.forms import TimerForm
from tournaments.wall.reads import wall as wall_view


def hide(request: EventRequest) -> str:
    """Keep the standings from spectators and the wall screen."""
    wall.hide_standings(event=request.event, actor=request.actor, hidden=True)
    return _("The standings are hidden.")


def show(request: EventRequest) -> str:
    """Show the standings to everybody."""
    wall.hide_standings(event=request.event, actor=request.actor, hidden=False)
    return _("Everybody sees the standings.")


def count_live(request: EventRequest) -> str:
    """Count the set in play as it goes."""
    wall.count_live(event=request.event, actor=request.actor, live=True)
    return _("The standings count the set in play as it goes.")


def count_finished(request: EventRequest) -> str:
    """Count a set once it is over."""
    wall.count_live(event=request.event, actor=request.actor, live=False)
    return _("The standings count a set once it is over.")


def reveal(request: EventRequest) -> str:
    """One more place, from the last upwards."""
    wall.reveal_next(event=request.event, actor=request.actor)
    return ""


def start_timer(request: EventRequest) -> str:
    """Count down on the wall screen."""
    form = TimerForm(request.POST)
    if not form.is_valid():
        raise refusal("timer.minutes", str(form.errors["minutes"][0]))
    wall.set_timer(event=request.event, actor=request.actor, minutes=form.cleaned_data["minutes"])
    return _("The wall screen counts down.")


def stop_timer(request: EventRequest) -> str:
    """No countdown any more."""
    wall.set_timer(event=request.event, actor=request.actor, minutes=None)
    return _("The countdown is gone.")


@require_http_methods(["GET", "HEAD", "POST"])
@desk_access
def event_wall_control(request: EventRequest, event_id: int) -> HttpResponse:
    """The controls of the wall screen, and its address."""
    problems: list[str] = []
    if request.method == "POST":
        deeds = {
            "hide": hide,
            "show": show,
            "reveal": reveal,
            "live": count_live,
            "finished": count_finished,
            "timer": start_timer,
            "no_timer": stop_timer,
        }
        said, problems = did(request, deeds)
        if not problems:
            return back(request, "event_wall_control", event_id, said=said)
    ensure_links(request.event)
    link = request.event.links.filter(kind=Link.Kind.WALL, revoked_at=None).first()
    shown = standings(request.event)
    places: Sequence[Any] = shown.sides if shown.teams else shown.rows
    hidden = len(places) - len(shown.public_sides) if shown.teams else shown.hidden
    context = {
        "wall": wall_view(request.event),
        "standings": shown,
        "hidden": hidden,
        "next": places[hidden - 1] if hidden else None,
        "last": places[hidden] if shown.hide and hidden < len(places) else None,
        "timer": TimerForm(initial={"minutes": 20}),
        "address": public_url(request) + reverse("wall", args=[link.token]) if link else "",
        "tab": "wall",
    }
    return page(request, "wall/control.html", context, problems=problems)
