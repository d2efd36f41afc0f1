"""The wall screen, which looks every second whether its slides have changed, twice a second during
the reveal; and the host's control of it.

Who may: whoever holds the event's un-revoked wall link. Standings that the host has hidden never
reach this page; they arrive place by place as they are revealed.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from tournaments.access.decorators import desk_access, link_access
from tournaments.access.permissions import EventRequest
from tournaments.access.polling import phone_states
from tournaments.access.selectors import open_link
from tournaments.access.services import ensure_links
from tournaments.cache.page_cache import (
    Blanks,
    PrecompressedPage,
    encode_response,
    precompress_page,
    respond,
)
from tournaments.models import Event, Link
from tournaments.models.errors import refusal
from tournaments.standings.selectors import standings
from tournaments.wall import services as wall_services
from tournaments.wall.forms import TimerForm
from tournaments.wall.selectors import WallView, remote
from tournaments.wall.selectors import wall as wall_view
from tournaments.wall.slides import slides
from tournaments.web.network import public_url
from tournaments.web.responses import back, clean_line, page, perform_action, whole_number

# The blank for the seconds of the timer in the cached slides.
_SECONDS = Blanks("seconds")["seconds"]


@require_GET
@link_access("wall")
def wall(request: EventRequest, token: str) -> HttpResponse:
    """The whole screen."""
    html = cached_slides(request, token).plain(remaining_seconds(request.event)).decode()
    context = {"event": request.event, "token": token, "slides": mark_safe(html)}  # noqa: S308
    return render(request, "wall/wall.html", context)


@require_GET
@link_access("wall")
def wall_slides(request: EventRequest, token: str) -> HttpResponse:
    """The slides alone; 204 if nothing has happened since version `v`."""
    if request.GET.get("v") == str(request.event.version):
        phone_states.remember_whole(request)
        return HttpResponse(status=204)
    slides_page = cached_slides(request, token)
    if slides_page.has_tokens:  # the seconds differ each time
        return encode_response(request, slides_page, remaining_seconds(request.event))
    return respond(request, slides_page)


def cached_slides(request: EventRequest, token: str) -> PrecompressedPage:
    """The slides, rendered once for all screens; the seconds of the timer are filled in for
    each."""
    return precompress_page(
        request,
        "wall/_slides.html",
        lambda: screen(request, token),
        public_url(request),
        word=_SECONDS,
        old=settings.ONLOOKERS_SECONDS,
    )


def screen(request: EventRequest, token: str) -> dict[str, Any]:
    """The context of everything that the wall shows."""
    view = wall_view(request.event)
    join = spectator_address(request, view)
    return {
        "event": request.event,
        "token": token,
        "view": view,
        "join": join,
        "join_short": join.partition("://")[2],
        "host": public_url(request).partition("://")[2],
        "slides": slides(view, join),
    }


def spectator_address(request: EventRequest, view: WallView) -> str:
    """The address by which guests join; "" without one."""
    if not view.join_token:
        return ""
    return public_url(request) + reverse("spectator", args=(view.join_token,))


def remaining_seconds(event: Event) -> bytes:
    """Seconds until the round ends, never below zero, as bytes for the page."""
    if event.round_ends_at is None:
        return b""
    left = max(0, int((event.round_ends_at - timezone.now()).total_seconds()))
    return str(left).encode()


def hide(request: EventRequest) -> str:
    """Hide the standings from spectators and the wall screen."""
    wall_services.hide_standings(event=request.event, actor=request.actor, hidden=True)
    return _("The standings are hidden.")


def show(request: EventRequest) -> str:
    """Show the standings to everybody."""
    wall_services.hide_standings(event=request.event, actor=request.actor, hidden=False)
    return _("Everybody sees the standings.")


def plan(request: EventRequest) -> str:
    """Set how many places are revealed one by one."""
    first = whole_number(request.POST.get("first"), 0, 3)
    if first is None:
        raise refusal("reveal.first", "Choose how to announce it.")
    wall_services.plan_reveal(event=request.event, actor=request.actor, first=first)
    return ""


def count_live(request: EventRequest) -> str:
    """Count the set in play as it goes."""
    wall_services.count_live(event=request.event, actor=request.actor, live=True)
    return _("The standings count the set in play as it goes.")


def count_finished(request: EventRequest) -> str:
    """Count a set once it is over."""
    wall_services.count_live(event=request.event, actor=request.actor, live=False)
    return _("The standings count a set once it is over.")


def reveal(request: EventRequest) -> str:
    """Go one step on."""
    wall_services.reveal_next(event=request.event, actor=request.actor)
    return ""


def reveal_back(request: EventRequest) -> str:
    """Go one step back."""
    wall_services.reveal_back(event=request.event, actor=request.actor)
    return ""


def hold(request: EventRequest) -> str:
    """Hold the wall at a slide, or let it turn."""
    slide = clean_line(request.POST.get("slide"), 40)
    wall_services.hold_slide(event=request.event, actor=request.actor, slide=slide)
    return ""


def minutes_of(request: EventRequest) -> int:
    """The minutes in a form. Raises Refused."""
    form = TimerForm(request.POST)
    if not form.is_valid():
        raise refusal("timer.minutes", str(form.errors["minutes"][0]))
    return int(form.cleaned_data["minutes"])


def start_timer(request: EventRequest) -> str:
    """Count down on the wall screen."""
    minutes = minutes_of(request)
    wall_services.set_timer(event=request.event, actor=request.actor, minutes=minutes)
    return _("The wall screen counts down.")


def stop_timer(request: EventRequest) -> str:
    """Remove the countdown."""
    wall_services.set_timer(event=request.event, actor=request.actor, minutes=None)
    return _("The countdown has been removed.")


def start_break(request: EventRequest) -> str:
    """Show on the wall screen when the game goes on."""
    minutes = minutes_of(request)
    wall_services.set_break(event=request.event, actor=request.actor, minutes=minutes)
    return ""


def end_break(request: EventRequest) -> str:
    """End the break."""
    wall_services.set_break(event=request.event, actor=request.actor, minutes=None)
    return ""


ACTIONS = {
    "hide": hide,
    "show": show,
    "plan": plan,
    "reveal": reveal,
    "back": reveal_back,
    "hold": hold,
    "live": count_live,
    "finished": count_finished,
    "timer": start_timer,
    "no_timer": stop_timer,
    "break": start_break,
    "no_break": end_break,
}


@require_http_methods(["GET", "HEAD", "POST"])
@desk_access
def event_wall_control(request: EventRequest, event_id: int) -> HttpResponse:
    """The remote control of the wall: what it shows, what comes next, and its address. For the
    desk."""
    problems: list[str] = []
    if request.method == "POST":
        message, problems = perform_action(request, ACTIONS)
        if not problems:
            return back(request, "event_wall_control", event_id, message=message)
    ensure_links(request.event)
    link = open_link(request.event, Link.Kind.WALL)
    view = wall_view(request.event)
    context = {
        "wall": view,
        "standings": standings(request.event),
        "remote": remote(view, slides(view, spectator_address(request, view))),
        "timer": TimerForm(initial={"minutes": 20}),
        "address": public_url(request) + reverse("wall", args=[link.token]) if link else "",
        "tab": "wall",
    }
    return page(request, "wall/control.html", context, problems=problems)
