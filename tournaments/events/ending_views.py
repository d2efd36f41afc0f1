"""Play again after the end of a game, now or on another day, or at a next table.

Play again: the event's hosts at the desk, and whoever holds the link of an event's only board. A
next table: a host of the event who has the table's link open, signed in on that phone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from rulesets.formats.agreement import length_keys
from rulesets.formats.parts import Keeping
from tournaments.access.decorators import (
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
from tournaments.models import Link, family_of
from tournaments.models.errors import Refused
from tournaments.models.event_games import format_of, game_of
from tournaments.seating.roster_views import parsed_names
from tournaments.web.forms import put_beside_fields
from tournaments.web.responses import back, page, refused_page, sentences

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
    when: Any = {"date": date, "starts_at": None if starts else event.starts_at}
    new = opening.repeat_event(event=event, owner=request.user, entries=entries, more=more, **when)
    if starts:
        actor = host_actor(new, request.user)
        return HttpResponseRedirect(opening.seat_people(event=new, actor=actor), status=303)
    message = _("“%(name)s” is saved.") % {"name": new.name}
    return back(request, "home", message=capfirst(message))
