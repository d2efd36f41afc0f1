"""The wall screen: slides that turn by themselves, renewed within a second of every report.

Who may: whoever holds the event's un-revoked wall link. Standings that the host has hidden never
reach this page; they arrive place by place as they are revealed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET

from tournaments.access import EventRequest, link_access
from tournaments.addresses import public_url
from tournaments.models import Event
from tournaments.selectors.wall import WallView
from tournaments.selectors.wall import wall as wall_view

T = TypeVar("T")
# What fits at a size that is read from eight metres away.
TABLES_A_PAGE, MANY_TABLES = 4, 24
NAMES_A_PAGE = 24
PLACES_A_PAGE = 12
PODIUM = 3


@dataclass(frozen=True, slots=True)
class Slide:
    """One page of the wall. A `now` that the screen has not seen yet is shown at once."""

    template: str
    key: str
    context: dict[str, Any]
    now: str = ""


@require_GET
@link_access("wall")
def wall(request: EventRequest, token: str) -> HttpResponse:
    """The whole screen."""
    return render(request, "wall/wall.html", screen(request, token))


@require_GET
@link_access("wall")
def wall_slides(request: EventRequest, token: str) -> HttpResponse:
    """The slides alone; 204 while nothing has happened since version `v`."""
    if request.GET.get("v") == str(request.event.version):
        return HttpResponse(status=204)
    return render(request, "wall/_slides.html", screen(request, token))


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
        "seconds_left": seconds_left(view),
    }


def slides(view: WallView, join: str) -> Iterator[Slide]:
    """The pages in the order in which they turn."""
    if finale(view):
        yield Slide(
            "wall/_winners.html",
            "winners",
            {"podium": podium(view)},
            now=f"winners-{view.version}",
        )
        yield from standings_slides(view)
        return
    if view.revealed:
        yield Slide(
            "wall/_reveal.html",
            "reveal",
            {"rows": view.revealed, "hidden": view.hidden},
            now=f"reveal-{view.hidden}",
        )
    if view.state != Event.State.FINISHED:
        yield from seats_slides(view)
        if view.missing:
            nudged = ",".join(map(str, view.nudged))
            yield Slide(
                "wall/_missing.html",
                "missing",
                {"missing": view.missing, "nudged": view.nudged},
                now=f"nudge-{nudged}" if nudged else "",
            )
    yield from standings_slides(view)
    if join or not view.seats:
        yield Slide("wall/_join.html", "join", {})


def seats_slides(view: WallView) -> Iterator[Slide]:
    """Who sits where: by table while they fit a few pages, else by name."""
    if view.seats is None:
        return
    seats = view.seats
    news = f"seats-{seats.set_number}"
    by_table = len(seats.tables) <= MANY_TABLES
    everything: Sequence[Any] = seats.tables if by_table else seats.by_name
    parts = pages(everything, TABLES_A_PAGE if by_table else NAMES_A_PAGE)
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


def standings_slides(view: WallView) -> Iterator[Slide]:
    """The places that may be seen, in pages."""
    parts = pages(view.standings, PLACES_A_PAGE)
    for number, part in enumerate(parts, 1):
        half = -(-len(part) // 2) if len(part) > PLACES_A_PAGE // 2 else len(part)
        context = {
            "columns": [column for column in (part[:half], part[half:]) if column],
            "page": number,
            "pages": len(parts),
            "hidden": view.hidden,
        }
        yield Slide("wall/_standings.html", f"standings-{number}", context)


def finale(view: WallView) -> bool:
    """Whether the evening is over and nothing is hidden any more."""
    return view.state == Event.State.FINISHED and not view.hidden and bool(view.standings)


def podium(view: WallView) -> list[Any]:
    """Those on the first three places; more than three where places are shared."""
    return [row for row in view.standings if row.rank <= PODIUM]


def pages(items: Sequence[T], size: int) -> list[Sequence[T]]:
    """`items` in pages of at most `size`, as even as they can be."""
    if not items:
        return []
    count = -(-len(items) // size)
    each = -(-len(items) // count)
    return [items[start : start + each] for start in range(0, len(items), each)]


def seconds_left(view: WallView) -> int | None:
    """Seconds until the round ends, never below zero; None without a timer."""
    if view.round_ends_at is None:
        return None
    return max(0, int((view.round_ends_at - timezone.now()).total_seconds()))
