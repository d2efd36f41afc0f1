"""The wall screen, its slides renewed as reports come in, once in two seconds; and what the host
has it show.

Who may: whoever holds the event's un-revoked wall link. Standings that the host has hidden never
reach this page; they arrive place by place as they are revealed.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
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
from tournaments.access.services import ensure_links
from tournaments.cache.page_cache import (
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
from tournaments.wall.selectors import (
    Slide,
    WallView,
    has_many_places,
    pad_slides,
    pages,
    places_slides,
)
from tournaments.wall.selectors import wall as wall_view
from tournaments.web.network import public_url
from tournaments.web.responses import back, page, perform_action

# What fits at a size that is read from eight metres away.
TABLES_A_PAGE, MANY_TABLES = 4, 24
NAMES_A_PAGE = 24
PLACES_A_PAGE = 12
PODIUM = 3
MOST_PAGES = 50  # of a list: what nobody waits for is on the phones

# Where the seconds of the timer stand in the kept slides; nobody can write a text that holds it.
_SECONDS = secrets.token_urlsafe(32)


@require_GET
@link_access("wall")
def wall(request: EventRequest, token: str) -> HttpResponse:
    """The whole screen."""
    shown = cached_slides(request, token).plain(remaining_seconds(request.event)).decode()
    context = {"event": request.event, "token": token, "slides": mark_safe(shown)}  # noqa: S308
    return render(request, "wall/wall.html", context)


@require_GET
@link_access("wall")
def wall_slides(request: EventRequest, token: str) -> HttpResponse:
    """The slides alone; 204 while nothing has happened since version `v`."""
    if request.GET.get("v") == str(request.event.version):
        return HttpResponse(status=204)
    shown = cached_slides(request, token)
    if shown.has_tokens:  # the seconds are others each time
        return encode_response(request, shown, remaining_seconds(request.event))
    return respond(request, shown)


def cached_slides(request: EventRequest, token: str) -> PrecompressedPage:
    """The slides, rendered once for all screens; every screen puts its own seconds in."""
    return precompress_page(
        request,
        "wall/_slides.html",
        lambda: screen(request, token),
        public_url(request),
        word=_SECONDS,
        old=settings.ONLOOKERS_SECONDS,
    )


def screen(request: EventRequest, token: str) -> dict[str, Any]:
    """Everything the wall shows."""
    view = wall_view(request.event)
    join = ""
    if view.join_token:
        join = public_url(request) + reverse("spectator", args=(view.join_token,))
    return {
        "event": request.event,
        "token": token,
        "view": view,
        "join": join,
        "join_short": join.partition("://")[2],
        "slides": list(slides(view, join)),
    }


def slides(view: WallView, join: str) -> Iterator[Slide]:
    """The pages in the order in which they turn."""
    if finale(view):
        yield Slide(
            "wall/_winners.html",
            "winners",
            {"podium": podium(view), "sides": view.sides, "counted": view.counted},
            now=f"winners-{view.version}",
        )
        yield from standings_slides(view)
        yield from pad_slides(view)
        return
    if view.revealed:
        yield Slide(
            "wall/_reveal.html",
            "reveal",
            {
                "rows": view.revealed,
                "sides": view.sides[:1],
                "hidden": view.hidden,
                "counted": view.counted,
            },
            now=f"reveal-{view.hidden}",
        )
    if view.state != Event.State.FINISHED:
        yield from seats_slides(view, join)
        yield from late_slides(view)
        yield from awaited_slides(view)
    yield from pad_slides(view)
    yield from standings_slides(view)
    if (join and not asks_phones(view, join)) or not view.seats:
        yield Slide("wall/_join.html", "join", {})


def asks_phones(view: WallView, join: str) -> bool:
    """Whether the hall is so large that people find their seats faster on their phones."""
    return bool(join and view.seats and len(view.seats.by_name) > NAMES_A_PAGE * MOST_PAGES)


def seats_slides(view: WallView, join: str) -> Iterator[Slide]:
    """Who sits where: by table while they fit a few pages, else by name, else on the phones."""
    if view.seats is None or not view.seats_matter:
        return
    seats = view.seats
    if view.format.lasts and not has_many_places(seats):
        yield from places_slides(seats)
        return
    news = f"seats-{seats.set_number}"
    if asks_phones(view, join):
        yield Slide("wall/_join.html", "join", {}, now=news)
        return
    by_table = len(seats.tables) <= MANY_TABLES and not view.format.lasts
    everything: Sequence[Any] = seats.tables if by_table else seats.by_name
    parts = pages(everything, TABLES_A_PAGE if by_table else NAMES_A_PAGE)[:MOST_PAGES]
    for number, part in enumerate(parts, 1):
        yield Slide(
            "wall/_seats.html" if by_table else "wall/_names.html",
            f"seats-{number}",
            {
                "seats": seats,
                "part": part,
                "page": number,
                "pages": len(parts),
                "sit_outs": seats.sit_outs if number == len(parts) else (),
            },
            now=news if number == 1 else "",
        )


def late_slides(view: WallView) -> Iterator[Slide]:
    """The tables that the room waits for: for results, or for a cut."""
    for key, tables in (("missing", view.missing), ("tied", view.tied)):
        if not tables:
            continue
        nudged = ",".join(str(number) for number in tables if number in view.nudged)
        context = {"tables": tables, "nudged": view.nudged}
        yield Slide(f"wall/_{key}.html", key, context, now=f"nudge-{nudged}" if nudged else "")


def awaited_slides(view: WallView) -> Iterator[Slide]:
    """The places that the room waits for, those that were asked to hurry first.

    As long as there are many, these alone: reading out a full hall would take its time.
    """
    if not view.nudged and view.seats and len(view.awaited) == len(view.seats.tables):
        return  # the round has just begun: the page with the seats says it all
    many = len(view.awaited) > PLACES_A_PAGE
    waiting = [place for place in view.awaited if place.nudged or not many]
    places = sorted(waiting, key=lambda place: (not place.nudged, place.number))
    nudged = ",".join(map(str, view.nudged))
    parts = pages(places, PLACES_A_PAGE)
    for number, part in enumerate(parts, 1):
        context = {"part": part, "count": len(view.awaited), "page": number, "pages": len(parts)}
        now = f"nudge-{nudged}" if nudged and number == 1 else ""
        yield Slide("wall/_awaited.html", f"missing-{number}", context, now=now)


def standings_slides(view: WallView) -> Iterator[Slide]:
    """The places that may be seen, in pages; teams stand side by side."""
    if not view.standings_begun:
        return
    if view.teams:
        if view.sides and not finale(view):
            yield Slide("wall/_sides.html", "standings-1", {"sides": view.sides})
        return
    shown = view.standings[: PLACES_A_PAGE * MOST_PAGES]
    parts = pages(shown, PLACES_A_PAGE)
    for number, part in enumerate(parts, 1):
        half = -(-len(part) // 2) if len(part) > PLACES_A_PAGE // 2 else len(part)
        context = {
            "columns": [column for column in (part[:half], part[half:]) if column],
            "page": number,
            "pages": len(parts),
            "hidden": view.hidden,
            "counted": view.counted,
            "further": len(view.standings) - len(shown),
        }
        yield Slide("wall/_standings.html", f"standings-{number}", context)


def finale(view: WallView) -> bool:
    """Whether the evening is over and nothing is hidden any more."""
    return view.state == Event.State.FINISHED and not view.hidden and bool(view.standings)


def podium(view: WallView) -> list[Any]:
    """Those on the first three places; more than three where places are shared."""
    return [row for row in view.standings if row.rank <= PODIUM]


def remaining_seconds(event: Event) -> bytes:
    """Seconds until the round ends, never below zero, as they stand in the page."""
    if event.round_ends_at is None:
        return b""
    left = max(0, int((event.round_ends_at - timezone.now()).total_seconds()))
    return str(left).encode()


def hide(request: EventRequest) -> str:
    """Keep the standings from spectators and the wall screen."""
    wall_services.hide_standings(event=request.event, actor=request.actor, hidden=True)
    return _("The standings are hidden.")


def show(request: EventRequest) -> str:
    """Show the standings to everybody."""
    wall_services.hide_standings(event=request.event, actor=request.actor, hidden=False)
    return _("Everybody sees the standings.")


def count_live(request: EventRequest) -> str:
    """Count the set in play as it goes."""
    wall_services.count_live(event=request.event, actor=request.actor, live=True)
    return _("The standings count the set in play as it goes.")


def count_finished(request: EventRequest) -> str:
    """Count a set once it is over."""
    wall_services.count_live(event=request.event, actor=request.actor, live=False)
    return _("The standings count a set once it is over.")


def reveal(request: EventRequest) -> str:
    """One more place, from the last upwards."""
    wall_services.reveal_next(event=request.event, actor=request.actor)
    return ""


def start_timer(request: EventRequest) -> str:
    """Count down on the wall screen."""
    form = TimerForm(request.POST)
    if not form.is_valid():
        raise refusal("timer.minutes", str(form.errors["minutes"][0]))
    wall_services.set_timer(
        event=request.event, actor=request.actor, minutes=form.cleaned_data["minutes"]
    )
    return _("The wall screen counts down.")


def stop_timer(request: EventRequest) -> str:
    """No countdown any more."""
    wall_services.set_timer(event=request.event, actor=request.actor, minutes=None)
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
        said, problems = perform_action(request, deeds)
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
