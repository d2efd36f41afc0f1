"""Seats drawn, looked at, drawn again, shown; who deals first; further tables. For the desk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.access.decorators import desk_access
from tournaments.answers import back, did, page, sentences, whole
from tournaments.errors import Refused, refusal
from tournaments.forms import message, put_beside_fields
from tournaments.games import format_of, game_of
from tournaments.log.selectors import undo_sentence
from tournaments.models import Event, Seating
from tournaments.paging import Wanted, part_of
from tournaments.scoring import dealers
from tournaments.scoring.pads import pads
from tournaments.seating import draws, lineup
from tournaments.seating.forms import FurtherTableForm, SeatsForm
from tournaments.seating.reads import SeatsView, next_places, seats
from tournaments.seating.roster_pages import parsed_names
from tournaments.words import role_words, told

if TYPE_CHECKING:
    from tournaments.actors import EventRequest


@require_http_methods(["GET", "HEAD", "POST"])
@desk_access
def event_draw(request: EventRequest, event_id: int) -> HttpResponse:
    """The seats drawn but not shown, else those in play, else how to draw them."""
    if request.method != "POST":
        return seats_page(request)
    if request.POST.get("act") == "draw":
        return draw(request)
    if request.POST.get("act") == "open":
        return open_table(request)
    deeds = {"publish": publish, "discard": discard, "dealer": dealer}
    said, problems = did(request, deeds)
    if problems:
        return seats_page(request, problems)
    to = "event" if request.POST["act"] == "publish" else "event_draw"
    return back(request, to, event_id, said=said)


def draw(request: EventRequest) -> HttpResponse:
    """A first draw, or another in its place."""
    event, form = request.event, None
    try:
        if format_of(event).lasts:
            form = seats_form(event, request.POST if "order" in request.POST else SHUFFLED)
            if not form.is_valid():
                return seats_page(request, form=form)
            tables = form.cleaned_data.get("tables") or tables_for(event)
            shuffle = form.cleaned_data["order"] != "entered"
            lineup.draw_seats(event=event, actor=request.actor, tables=tables, shuffle=shuffle)
        else:
            draws.draw(event=event, actor=request.actor)
    except Refused as refused:
        return seats_page(request, sentences(refused), form)
    return back(request, "event_draw", event.pk)


def publish(request: EventRequest) -> str:
    """Show the drawn seats to everybody. The form names the draw that was looked at."""
    wanted = whole(request.POST.get("seating")) or 0
    drawn = request.event.seatings.filter(pk=wanted, state=Seating.State.DRAFT).first()
    if drawn is None:
        text = "These seats were drawn again meanwhile; look at the new ones first."
        raise refusal("draft.gone", text)
    draws.publish(event=request.event, actor=request.actor, seating=drawn)
    return _("Phones and the wall screen show the seats now.")


def discard(request: EventRequest) -> str:
    """Forget the drawn seats."""
    draws.discard_draft(event=request.event, actor=request.actor)
    return _("The drawn seats are put away.")


def dealer(request: EventRequest) -> str:
    """Who deals first at a table, or which team does."""
    wanted = whole(request.POST.get("seating")) or 0
    shown = request.event.seatings.exclude(state=Seating.State.REPLACED).filter(pk=wanted).first()
    tables = shown.tables.select_related("seating__event") if shown else None
    table = tables.filter(pk=whole(request.POST.get("table")) or 0).first() if tables else None
    first = whole(request.POST.get("first"), 0, 1000)
    if tables is not None and table is None and format_of(request.event).room:
        table = tables.first()
    if table is None or first is None:
        raise refusal("dealer.chair", "Choose who deals first.", "first")
    dealers.set_first_dealer(table=table, first=first, actor=request.actor)
    return _("The first deal is noted.")


def open_table(request: EventRequest) -> HttpResponse:
    """People who came late begin a game of their own."""
    form = FurtherTableForm(request.POST)
    if form.is_valid():
        try:
            parsed = parsed_names(request.event, form.cleaned_data["names"])
            table = lineup.open_table(event=request.event, actor=request.actor, parsed=parsed)
        except Refused as refused:
            if not may_open(request.event):
                return seats_page(request, sentences(refused))
            put_beside_fields(form, refused.problems)
        else:
            said = _("Table %(number)d is open.") % {"number": table.number}
            return back(request, "event_draw", request.event.pk, said=said)
    return seats_page(request, further=form)


# --- the page -------------------------------------------------------------------------------------

SHUFFLED = {"order": "shuffle"}


def seats_page(
    request: EventRequest,
    problems: list[str] | None = None,
    form: SeatsForm | None = None,
    further: FurtherTableForm | None = None,
) -> HttpResponse:
    """The seats, and what can be done about them now."""
    event = request.event
    draft = seats(event, draft=True)
    current = None if draft else seats(event)
    tables = found.tables if (found := draft or current) else ()
    context: dict[str, Any] = {"draft": draft, "current": current, "tab": "draw"}
    context["part"] = part_of(tables, Wanted.of(request), name=lambda one: one.looked_for)
    context |= {"people": event.entries.count(), "fits": game_of(event).plays.players}
    if format_of(event).lasts:
        context |= before_play(event, draft, form) | in_play(event, current, further)
    else:
        reasons = () if draft else draws.why_not(event)
        context |= {"reasons": [message(one) for one in reasons], "can_draw": not reasons}
        context["notes"] = notes_of(event) if draft else []
    bad = problems or any(one is not None and one.errors for one in (form, further))
    template, status = "seating/seats.html", 422 if bad else 200
    return page(request, template, context, problems=problems, status=status)


def notes_of(event: Event) -> list[str]:
    """What is to be known of the seats that are drawn, in sentences."""
    draft = event.seatings.filter(state=Seating.State.DRAFT).order_by("-pk").first()
    names = dict(event.entries.values_list("pk", "name"))
    return [told(note, names) for note in draft.notes] if draft else []


def before_play(event: Event, draft: SeatsView | None, form: SeatsForm | None) -> dict[str, Any]:
    """How people are to sit all evening, and who they are."""
    if form is None:
        initial: dict[str, Any] = {"tables": len(draft.tables) if draft else tables_for(event)}
        if draft and not draft.seed:
            initial["order"] = "entered"
        form = seats_form(event, initial=initial)
    words, roles = role_words(event), list(event.entries.values_list("role", flat=True))
    return {
        "form": form,
        "teams": [(words[team], roles.count(team)) for team in words],
        "unmarked": roles.count("") if words else 0,
    }


def in_play(
    event: Event, current: SeatsView | None, further: FurtherTableForm | None
) -> dict[str, Any]:
    """Whether results are in, and what can be changed of seats that stay."""
    found = pads(event)
    begun = any(line.standing for pad in found for one in pad.rounds for line in one.lines)
    playing = event.state == Event.State.PLAYING
    context: dict[str, Any] = {
        "begun": begun,
        "first_open": playing and not begun,
        "undo": undo_sentence(event),
    }
    if begun and may_open(event):
        context["further"] = further or FurtherTableForm()
    if current and current.couples and found and found[0].open:
        context["next_places"] = next_places(event, found[0])
        context["next_number"] = len(found[0].rounds) + 1
    return context


def seats_form(event: Event, *data: Any, **more: Any) -> SeatsForm:
    """How many tables, and who sits where."""
    return SeatsForm(*data, several=not format_of(event).room, **more)


def tables_for(event: Event) -> int:
    """How many tables are proposed: one, as long as everybody fits."""
    return max(1, -(-event.entries.count() // game_of(event).plays.players[1]))


def may_open(event: Event) -> bool:
    """Whether a further table may begin: as long as there is no final one."""
    found = pads(event)
    tables = bool(found) and found[-1].set_number == 1 and not format_of(event).room
    return tables and event.state == Event.State.PLAYING
