"""What can be done after the end of a game: play again, now or on another day, play at a next
table, and share the result.

Play again, share: the event's hosts at the desk (sharing: its scorekeepers, too), and whoever holds
the link of an event's only board. The shared page with its picture and paper: whoever has its link,
which the host may withdraw; it shows nothing that the host still hides. A next table: a host of the
event who has the table's link open, signed in on that phone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.http import Http404, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst, slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from rulesets.formats.agreement import length_keys
from rulesets.formats.parts import Keeping
from tournaments.access.decorators import (
    desk_access,
    host_access,
    is_host_with_link,
    link_access,
    only_for,
)
from tournaments.access.permissions import host_actor
from tournaments.access.selectors import open_link
from tournaments.events import opening
from tournaments.events.forms import RepeatForm
from tournaments.events.rematch import MOST_WAITING, choice_key, play_again, waiting_people
from tournaments.events.share import occasion, open_share, share_picture
from tournaments.models import Link, family_of
from tournaments.models.errors import Refused
from tournaments.models.event_games import format_of, game_of
from tournaments.papers import printing
from tournaments.papers.catalogue import PrintOptions
from tournaments.seating.roster_views import parsed_names
from tournaments.standings.finales import event_finale
from tournaments.web.forms import put_beside_fields
from tournaments.web.network import public_url
from tournaments.web.responses import back, page, sentences, words_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.access.permissions import EventRequest
    from tournaments.models import Event


@require_POST
@host_access
def event_again(request: EventRequest, event_id: int) -> HttpResponse:
    """Let the same people play again; redirect to their board, or to the new event."""
    try:
        new = play_again(event=request.event, actor=request.actor)
    except Refused as refused:
        return refused_page(request, refused)
    return to_game(new)


@require_POST
@link_access("table")
def table_again(request: EventRequest, token: str) -> HttpResponse:
    """The same from a board's phone."""
    try:
        new = play_again(event=request.event, actor=request.actor)
    except Refused as refused:
        return refused_page(request, refused)
    return to_game(new)


def to_game(event: Event) -> HttpResponse:
    """Redirect to where the first round is entered: the board, if there is one."""
    link = open_link(event, Link.Kind.TABLE, 1) if event.state == event.State.PLAYING else None
    if link is None:
        return HttpResponseRedirect(reverse("event", args=[event.pk]), status=303)
    return HttpResponseRedirect(opening.first_round(link), status=303)


@require_http_methods(["GET", "HEAD", "POST"])
@link_access("table")
@only_for(Keeping.TABLE)
def table_next(request: EventRequest, token: str) -> HttpResponse:
    """Choose who plays at the next table, those of this table first. POST begins it."""
    if not is_host_with_link(request):
        raise Http404
    event = request.event
    key = choice_key(event)
    people = waiting_people(event, request.actor.table_number or 0)
    ticks = request.POST.getlist("seat")[:MOST_WAITING]
    problems: list[str] = []
    if request.method == "POST":
        numbers = {str(candidate.person) for candidate in people}
        try:
            link = opening.begin(
                owner=request.user,
                key=key,
                people=opening.people_of(
                    family_of(request.user), [s for s in ticks if s in numbers]
                ),
                evening=event.evening,
            )
        except Refused as refused:
            problems = sentences(refused)
        else:
            return HttpResponseRedirect(opening.first_round(link), status=303)
    chosen = set(ticks) if request.method == "POST" else {str(p.person) for p in people if p.here}
    low, high = game_of(event).plays.players
    context = {
        "event": event,
        "home": reverse("table", args=[token]),
        "people": [(candidate, str(candidate.person) in chosen) for candidate in people],
        "low": low,
        "high": high,
        "others": reverse("choose_people", args=[key]),
    }
    return page(request, "events/next_table.html", context, problems=problems)


@require_POST
@desk_access
def event_share(request: EventRequest, event_id: int) -> HttpResponse:
    """Create or find the shared page; return its address and picture for the share sheet."""
    return shared_address(request)


@require_POST
@link_access("table")
def table_share(request: EventRequest, token: str) -> HttpResponse:
    """The same from a board's phone."""
    return shared_address(request)


def shared_address(request: EventRequest) -> HttpResponse:
    """Redirect to the shared page; or its addresses as JSON if a script asks."""
    try:
        link = open_share(event=request.event, actor=request.actor)
    except Refused as refused:
        if wants_json(request):
            return JsonResponse({"problems": sentences(refused)}, status=422)
        return refused_page(request, refused)
    if not wants_json(request):
        return HttpResponseRedirect(reverse("shared", args=[link.token]), status=303)
    ending = event_finale(request.event, public=True)
    title = ending.title if ending else request.event.name
    return JsonResponse(addresses(request, link) | {"title": title, "text": occasion(link.event)})


def addresses(request: EventRequest, link: Link) -> dict[str, str]:
    """The addresses of the shared page and its pictures, as other people's devices reach them."""
    base = public_url(request)
    name = slugify(link.event.name) or "result"
    urls = {"page": base + reverse("shared", args=[link.token]), "filename": f"{name}.png"}
    picture = reverse("shared_picture", args=[link.token])
    # For other people; and for this very page, which fetches it from its own address.
    return urls | {"wide": base + picture, "picture": picture}


def wants_json(request: EventRequest) -> bool:
    return "application/json" in request.headers.get("Accept", "")


def refused_page(request: EventRequest, refused: Refused) -> HttpResponse:
    """The page that says why it was refused, with the way back."""
    link = request.link
    way_back = reverse("table", args=[link.token]) if link else ""
    if not way_back:
        way_back = reverse("event", args=[request.event.pk])
    context = {"way_back": way_back, "event": request.event}
    return page(request, "events/not_yet.html", context, problems=sentences(refused))


@require_GET
@link_access("share")
def shared(request: EventRequest, token: str) -> HttpResponse:
    """The result, for everybody with the link."""
    ending = event_finale(request.event, public=True)
    context: dict[str, Any] = {
        "event": request.event,
        "finale": ending,
        "occasion": occasion(request.event),
        "token": token,
        **words_of(request.event),
    }
    if ending is not None and request.link is not None:
        context["share"] = addresses(request, request.link)
    return render(request, "events/shared.html", context)


@require_GET
@link_access("share")
def shared_picture(request: EventRequest, token: str) -> HttpResponse:
    """The picture for messengers, 1200 by 630 pixels."""
    return as_png(share_picture(request.event, square=False))


@require_GET
@link_access("share")
def shared_square(request: EventRequest, token: str) -> HttpResponse:
    """The square picture, 1080 by 1080 pixels."""
    return as_png(share_picture(request.event, square=True))


def as_png(picture: bytes | None) -> HttpResponse:
    """The picture; 404 while nobody may see the result."""
    if picture is None:
        raise Http404
    return HttpResponse(picture, content_type="image/png")


@require_GET
@link_access("share")
def shared_paper(request: EventRequest, token: str) -> HttpResponse:
    """The winners' page as a PDF."""
    if event_finale(request.event, public=True) is None:
        raise Http404
    try:
        printed = printing.print_paper(request.event, PrintOptions("winners"))
    except Refused as refused:
        raise Http404 from refused
    response = HttpResponse(printed.pdf, content_type="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{printed.filename}"'
    return response


# --- the same evening again -----------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@host_access
def event_repeat(request: EventRequest, event_id: int) -> HttpResponse:
    """Repeat the evening with its people and rules on another day: planned, or begun at once. For
    its hosts."""
    event = request.event
    data = request.POST if request.method == "POST" else None
    form = RepeatForm(data, initial={"date": opening.next_date(event.date)})
    entries = list(event.entries.select_related("person", "second").order_by("pk"))
    chosen = entries
    if request.method == "POST":
        numbers = set(request.POST.getlist("who"))
        chosen = [entry for entry in entries if str(entry.pk) in numbers]
        if form.is_valid():
            try:
                return repeat(request, form, chosen)
            except Refused as refused:
                put_beside_fields(form, refused.problems)
    context = {
        "form": form,
        "entries": [(entry, entry in chosen) for entry in entries],
        "chosen": len(chosen),
        "day": form.initial["date"],
        "like": event,
        "follows_number": bool(length_keys(format_of(event))),
    }
    return page(request, "events/repeat.html", context, status=422 if form.errors else 200)


@transaction.atomic
def repeat(request: EventRequest, form: RepeatForm, entries: Sequence[Any]) -> HttpResponse:
    """Create the evening again. Raises Refused."""
    starts = request.POST.get("act") == "start"
    event = request.event
    date = timezone.localdate() if starts else form.cleaned_data["date"]
    more = parsed_names(event, form.cleaned_data["more"])
    new = opening.repeat_event(
        event=event, owner=request.user, date=date, entries=entries, more=more
    )
    if starts:
        actor = host_actor(new, request.user)
        return HttpResponseRedirect(opening.seat_people(event=new, actor=actor), status=303)
    message = _("“%(name)s” is saved.") % {"name": new.name}
    return back(request, "home", message=capfirst(message))
