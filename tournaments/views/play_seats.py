"""Seats at the score pads, and who comes and goes. For the desk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _

from rulesets import games
from rulesets.replay import scheme_of
from tournaments.forms_host import put_beside_fields
from tournaments.forms_play import FurtherTableForm, LatecomerForm, SeatsForm
from tournaments.models import Event, Seating
from tournaments.selectors import people as reading
from tournaments.selectors.pads import COUPLE, pads
from tournaments.selectors.playdesk import play_desk, running
from tournaments.selectors.playseats import drawn_seats, next_places, shown_seats
from tournaments.services import lineup
from tournaments.services import seating as writing
from tournaments.services.errors import Refused, refusal

from .answers import back, did, page, sentences, whole
from .entries import entry_of, parsed_names

if TYPE_CHECKING:
    from tournaments.access import EventRequest


def for_teams(event: Event) -> bool:
    """Whether two teams play each other."""
    return scheme_of(games.load(event.game)).rows == COUPLE


# --- seats ----------------------------------------------------------------------------------------


def tables_for(event: Event, people: int) -> int:
    """How many tables are proposed: one, as long as everybody fits."""
    most = scheme_of(games.load(event.game)).players[1]
    return max(1, -(-people // most))


def drawn_of(request: EventRequest) -> Seating:
    """The draw that the form names. Raises Refused if it was replaced meanwhile."""
    wanted = whole(request.POST.get("seating")) or 0
    drawn = request.event.seatings.filter(pk=wanted, state=Seating.State.DRAFT).first()
    if drawn is None:
        text = "These seats were drawn again meanwhile; look at the new ones first."
        raise refusal("draft.gone", text)
    return drawn


def begin(request: EventRequest) -> str:
    """Show the drawn seats to everybody: the game begins."""
    lineup.begin(event=request.event, actor=request.actor, seating=drawn_of(request))
    return _("The game begins: phones and the wall screen show the seats now.")


def discard(request: EventRequest) -> str:
    """Forget the drawn seats."""
    writing.discard_draft(event=request.event, actor=request.actor)
    return _("The drawn seats are put away.")


def dealer(request: EventRequest) -> str:
    """Who deals first at a table, or which team does."""
    wanted = whole(request.POST.get("seating")) or 0
    shown = request.event.seatings.exclude(state=Seating.State.REPLACED).filter(pk=wanted).first()
    tables = shown.tables.select_related("seating__event") if shown else None
    table = tables.filter(pk=whole(request.POST.get("table")) or 0).first() if tables else None
    first = whole(request.POST.get("first"), 0, 1000)
    if tables is not None and table is None and for_teams(request.event):
        table = tables.first()
    if table is None or first is None:
        raise refusal("dealer.chair", "Choose who deals first.", "first")
    lineup.set_first_dealer(event=request.event, actor=request.actor, table=table, first=first)
    return _("The first deal is noted.")


def reseat(request: EventRequest) -> str:
    """Seat the running round with those who are here now."""
    seating = lineup.reseat(event=request.event, actor=request.actor)
    return _("Round %(number)d is seated anew.") % {"number": seating.set_number}


def may_open(event: Event) -> bool:
    """Whether a further table may begin: as long as there is no final one."""
    found = pads(event)
    tables = bool(found) and found[-1].set_number == 1 and not for_teams(event)
    return tables and event.state == Event.State.PLAYING


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


def seats_page(
    request: EventRequest,
    problems: list[str] | None = None,
    form: SeatsForm | None = None,
    further: FurtherTableForm | None = None,
) -> HttpResponse:
    """The seats drawn but not shown, else those in play, else how to draw them."""
    event = request.event
    teams = for_teams(event)
    desk = play_desk(event)
    draft = drawn_seats(event)
    current = None if draft else shown_seats(event)
    begun = any(line.standing for pad in pads(event) for one in pad.rounds for line in one.lines)
    initial = {"tables": len(draft.tables) if draft else tables_for(event, desk.people)}
    if draft and not draft.seed:
        initial["order"] = "entered"  # type: ignore[assignment]
    context: dict[str, Any] = {
        "desk": desk,
        "draft": draft,
        "current": current,
        "form": form or SeatsForm(several=not teams, initial=initial),
        "teams": teams,
        "begun": begun,
        "first_open": desk.state == "playing" and not begun,
        "fits": scheme_of(games.load(event.game)).players,
        "tab": "draw",
    }
    if begun and may_open(event):
        context["further"] = further or FurtherTableForm()
    if current and teams and desk.room is not None and desk.room.open:
        context["next_places"] = next_places(event, desk.room)
        context["next_number"] = len(desk.room.rounds) + 1
    bad = problems or any(one is not None and one.errors for one in (form, further))
    return page(request, "play/seats.html", context, problems=problems, status=422 if bad else 200)


def event_seats(request: EventRequest) -> HttpResponse:
    """Draw, look, draw again, begin."""
    if request.method != "POST":
        return seats_page(request)
    if request.POST.get("act") == "draw":
        return draw(request)
    if request.POST.get("act") == "open":
        return open_table(request)
    deeds = {"begin": begin, "discard": discard, "dealer": dealer, "reseat": reseat}
    said, problems = did(request, deeds)
    if problems:
        return seats_page(request, problems)
    to = "event" if request.POST["act"] == "begin" else "event_draw"
    return back(request, to, request.event.pk, said=said)


def draw(request: EventRequest) -> HttpResponse:
    """A first draw, or another in its place."""
    teams = for_teams(request.event)
    asked = request.POST if "order" in request.POST else {"order": "shuffle"}
    form = SeatsForm(asked, several=not teams)
    if form.is_valid():
        tables = form.cleaned_data.get("tables")
        try:
            lineup.draw_seats(
                event=request.event,
                actor=request.actor,
                tables=tables or tables_for(request.event, request.event.entries.count()),
                shuffle=form.cleaned_data["order"] != "entered",
            )
        except Refused as refused:
            return seats_page(request, sentences(refused), form)
        return back(request, "event_draw", request.event.pk)
    return seats_page(request, form=form)


# --- who is here ----------------------------------------------------------------------------------


def roll_page(
    request: EventRequest, problems: list[str] | None = None, late: LatecomerForm | None = None
) -> HttpResponse:
    """Who plays the next round; and the running one, as long as nobody has reported of it."""
    event = request.event
    found = pads(event)
    if not for_teams(event) or not found:
        raise Http404
    number = len(found[0].rounds) + 1
    rows = reading.entries(event, number)
    now = running(found[0])
    untouched = not any(line.standing for line in found[0].rounds[-1].lines)
    context = {
        "rows": rows,
        "here": sum(row.here for row in rows),
        "number": number,
        "in_rounds": True,
        "current": now.number,
        "can_reseat": found[0].open and untouched,
        "late": late or LatecomerForm(reading.role_choices(event)),
        "tab": "roll",
    }
    bad = bool(problems) or (late is not None and bool(late.errors))
    template = "host/_roll_list.html" if request.htmx else "play/roll.html"
    return page(request, template, context, problems=problems, status=422 if bad else 200)


def event_roll(request: EventRequest) -> HttpResponse:
    """Everyone with one button: leaves, or is back, from the next round on."""
    if request.method != "POST":
        return roll_page(request)
    found = pads(request.event)
    if not for_teams(request.event) or not found:
        raise Http404
    number = len(found[0].rounds) + 1

    def someone(request: EventRequest) -> dict[str, Any]:
        entry = entry_of(request.event, request.POST.get("entry"))
        actor = request.actor
        return {"event": request.event, "actor": actor, "entry": entry, "from_set": number}

    def here(request: EventRequest) -> str:
        writing.mark_here(**someone(request))
        return ""

    def away(request: EventRequest) -> str:
        writing.mark_away(**someone(request))
        return ""

    said, problems = did(request, {"here": here, "away": away, "reseat": reseat})
    if problems or (request.htmx and not said):
        return roll_page(request, problems)
    return back(request, "event_roll", request.event.pk, said=said)


def event_late(request: EventRequest) -> HttpResponse:
    """Somebody who came after the first round waits for the next one."""
    if not for_teams(request.event) or not pads(request.event):
        raise Http404
    form = LatecomerForm(reading.role_choices(request.event), request.POST)
    if form.is_valid():
        try:
            entry = writing.add_late_guest(
                event=request.event,
                actor=request.actor,
                name=form.cleaned_data["name"],
                note=form.cleaned_data["note"],
                role=form.cleaned_data.get("role", ""),
            )
        except Refused as refused:
            put_beside_fields(form, refused.problems)
        else:
            said = _("%(name)s plays from the next round on.") % {"name": entry.name}
            return back(request, "event_roll", request.event.pk, said=said)
    return roll_page(request, late=form)
