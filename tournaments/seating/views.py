"""Draw seats, look at them, draw again, show them; open further tables; and the roll call with late
arrivals and substitutes. For the desk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rulesets.formats.parts import Keeping
from rulesets.formats.sets import favours_zero
from tournaments.access.decorators import desk_access, offers, only_for
from tournaments.boards.event_tables import current_table
from tournaments.boards.hall import Hall
from tournaments.log.selectors import undo_sentence
from tournaments.models import Entry, Event, Seating
from tournaments.models.errors import Refused, refusal
from tournaments.models.event_games import format_of, game_of
from tournaments.people.selectors import entries, role_choices, team_names
from tournaments.reports import dealers
from tournaments.seating import draws, late_seats, redraws, searches, swaps
from tournaments.seating import roll_call as writing
from tournaments.seating.draw_requests import count_granted, read_requests
from tournaments.seating.forms import FurtherTableForm, LateGuestForm, SeatsForm, SubstituteForm
from tournaments.seating.roster_views import parsed_names
from tournaments.seating.ways import WAYS
from tournaments.seats.selectors import SeatsView, next_places, quality, seats
from tournaments.seats.storage import current_seating
from tournaments.web.forms import message, put_beside_fields
from tournaments.web.labels import role_words
from tournaments.web.paging import PageRequest, is_long, list_page
from tournaments.web.responses import (
    back,
    entries_of,
    entry_of,
    page,
    perform_action,
    sentences,
    whole_number,
)
from tournaments.web.wording import translate, translate_reason

if TYPE_CHECKING:
    from rulesets.movements.quality import Quality
    from tournaments.access.permissions import EventRequest


@require_http_methods(["GET", "HEAD", "POST"])
@desk_access
def event_draw(request: EventRequest, event_id: int) -> HttpResponse:
    """The draft of the next seats, else the seats in play, else how to draw them. For the desk."""
    if request.method != "POST":
        return seats_page(request)
    if request.POST.get("act") == "draw":
        return draw(request)
    if request.POST.get("act") == "open":
        return open_table(request)
    if request.POST.get("act") == "swap":
        return swap(request)
    deeds = {"publish": publish, "discard": discard, "dealer": dealer}
    first = request.event.state == Event.State.SETUP
    words, problems = perform_action(request, deeds)
    if problems:
        return seats_page(request, problems)
    to = "event" if request.POST["act"] == "publish" else "event_draw"
    return back(request, "event_ready" if first and to == "event" else to, event_id, message=words)


def draw(request: EventRequest) -> HttpResponse:
    """Draw the first seats, or draw them again."""
    event, form = request.event, None
    try:
        if WAYS(event).is_drawn:
            searches.draw(event=event, actor=request.actor)
        else:
            form = seats_form(event, request.POST if "order" in request.POST else SHUFFLED)
            if not form.is_valid():
                return seats_page(request, form=form)
            tables = form.cleaned_data.get("tables") or tables_for(event)
            shuffle = form.cleaned_data["order"] != "entered"
            draws.draw_seats(event=event, actor=request.actor, tables=tables, shuffle=shuffle)
    except Refused as refused:
        return seats_page(request, sentences(refused), form)
    return back(request, "event_draw", event.pk)


@require_safe
@desk_access
def event_search(request: EventRequest, event_id: int) -> HttpResponse:
    """How far a search for seats is; the page asks again until they are drawn."""
    search = searches.find_search(request.event)
    if not request.htmx:
        return back(request, "event_draw", event_id)
    if search is None or search.problems:
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    return page(request, "seating/_search.html", {"search": search})


def publish(request: EventRequest) -> str:
    """Show the drawn seats to everybody. The form names the draft that was shown."""
    seating_id = whole_number(request.POST.get("seating")) or 0
    draft = request.event.seatings.filter(pk=seating_id, state=Seating.State.DRAFT).first()
    if draft is None:
        text = "The seats have been drawn again in the meantime. Check the new ones first."
        raise refusal("draft.gone", text)
    draws.publish(event=request.event, actor=request.actor, seating=draft)
    return _("Phones and the wall screen show the seats now.")


def discard(request: EventRequest) -> str:
    """Forget the drawn seats, and search no more."""
    if searches.stop(request.event):
        return _("The search was stopped.")
    draws.discard_draft(event=request.event, actor=request.actor)
    return _("The drawn seats were discarded.")


def swap(request: EventRequest) -> HttpResponse:
    """Let two people of the drawn seats swap places; the page then says what that did. The form
    names the draft that was shown."""
    event, seating_id = request.event, whole_number(request.POST.get("seating")) or 0
    pair = [request.POST.get("first"), request.POST.get("second")]
    try:
        draft = event.seatings.filter(pk=seating_id, state=Seating.State.DRAFT).first()
        if draft is None:
            text = "The seats have been drawn again in the meantime. Check the new ones first."
            raise refusal("draft.gone", text)
        first, second = entries_of(event, pair)
        swaps.swap_places(
            event=event, actor=request.actor, seating=draft, first=first, second=second
        )
    except Refused as refused:
        return seats_page(request, sentences(refused))
    return back(request, "event_draw", event.pk)


def dealer(request: EventRequest) -> str:
    """Set who deals first at a table, or which team does."""
    seating_id = whole_number(request.POST.get("seating")) or 0
    seating = (
        request.event.seatings.exclude(state=Seating.State.REPLACED).filter(pk=seating_id).first()
    )
    tables = seating.tables.select_related("seating__event") if seating else None
    table = (
        tables.filter(pk=whole_number(request.POST.get("table")) or 0).first() if tables else None
    )
    first = whole_number(request.POST.get("first"), 0, 1000)
    if tables is not None and table is None and WAYS(request.event).in_teams:
        table = tables.first()
    if table is None or first is None:
        raise refusal("dealer.chair", "Choose who deals first.", "first")
    dealers.set_dealer(table=table, chair=first, actor=request.actor)
    return _("The first dealer has been noted.")


def open_table(request: EventRequest) -> HttpResponse:
    """Open a table for late arrivals."""
    form = FurtherTableForm(request.POST)
    if form.is_valid():
        try:
            parsed = parsed_names(request.event, form.cleaned_data["names"])
            table = draws.open_table(event=request.event, actor=request.actor, parsed=parsed)
        except Refused as refused:
            if not draws.may_open(request.event):
                return seats_page(request, sentences(refused))
            put_beside_fields(form, refused.problems)
        else:
            words = _("Table %(number)d is open.") % {"number": table.number}
            return back(request, "event_draw", request.event.pk, message=words)
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
    event, search = request.event, searches.find_draw(request.event)
    if search is not None and search.problems:
        searches.stop(event)
        problems, search = [*(problems or ()), *search.problems], None
    draft = seats(event, draft=True)
    current = None if draft else seats(event)
    tables = view.tables if (view := draft or current) else ()
    ways = WAYS(event)
    context: dict[str, Any] = {"draft": draft, "current": current, "ways": ways, "tab": "draw"}
    context["search"] = search
    context["part"] = list_page(
        tables, PageRequest.of(request), name=lambda table: table.looked_for
    )
    context |= {"people": event.entries.count(), "fits": game_of(event).plays.players}
    if ways.is_drawn:
        reasons = () if draft else draws.why_not(event)
        context |= {"reasons": [message(reason) for reason in reasons], "can_draw": not reasons}
        context["notes"] = notes_of(event) if draft else []
        rating = quality(event, view) if view else None
        context["quality"] = translate(rating.sentence) if rating else ""
        if draft and rating:
            context |= looked_over(request, draft, rating)
            both = (context["quality"], count_granted(context["requests"]))
            context["quality"] = " ".join(filter(None, both))
    else:
        context |= before_play(event, draft, form) | in_play(event, current, further)
    bad = problems or any(
        checked_form is not None and checked_form.errors for checked_form in (form, further)
    )
    template, status = "seating/seats.html", 422 if bad else 200
    return page(request, template, context, problems=problems, status=status)


def looked_over(request: EventRequest, draft: SeatsView, rating: Quality) -> dict[str, Any]:
    """The context of drawn seats: the wishes one by one, how good the seats are in figures, who is
    picked for a swap, and what the swap before did."""
    event = request.event
    requests = read_requests(event, draft)
    context: dict[str, Any] = {
        "requests": requests,
        "granted": sum(wish.is_granted for wish in requests),
        "refused": sum(not wish.is_granted for wish in requests),
        "rating": rating,
        "figures": [translate(figure) for figure in rating.figures],
    }
    if not swaps.can_swap(event, draft.set_number):
        return context
    names = {seat.entry_id: seat.name for table in draft.tables for seat in table.seats}
    names |= {out.entry_id: out.name for out in draft.sit_outs}
    picked = whole_number(request.GET.get("pick")) or 0
    context |= {"swaps": True, "picked": picked, "picked_name": names.get(picked, "")}
    if not context["picked_name"] and (swap := swaps.read_last_swap(event, draft, rating)):
        context |= {"swap": swap, "moved": swap.moved}
    return context


def notes_of(event: Event) -> list[str]:
    """Sentences about the drawn seats."""
    draft = event.seatings.filter(state=Seating.State.DRAFT).order_by("-pk").first()
    names = dict(event.entries.values_list("pk", "name"))
    return [translate_reason(note, names) for note in draft.notes] if draft else []


def before_play(event: Event, draft: SeatsView | None, form: SeatsForm | None) -> dict[str, Any]:
    """The context before the start: how people will sit all evening, and who they are."""
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
    """The context while seats are in play: whether results are in, and what can be changed."""
    all_boards = Hall.of(event).boards
    begun = any(
        report.standing
        for board in all_boards
        for board_round in board.rounds
        for report in board_round.reports
    )
    playing = event.state == Event.State.PLAYING
    context: dict[str, Any] = {
        "begun": begun,
        "first_open": playing and not begun,
        "undo": undo_sentence(event),
    }
    if begun and draws.may_open(event):
        context["further"] = further or FurtherTableForm()
    if current and current.places and all_boards and all_boards[0].open:
        context["next_places"] = next_places(event, all_boards[0])
        context["next_number"] = len(all_boards[0].rounds) + 1
    return context


def seats_form(event: Event, *data: Any, **more: Any) -> SeatsForm:
    """How many tables, and who sits where."""
    return SeatsForm(*data, several=not WAYS(event).in_teams, **more)


def tables_for(event: Event) -> int:
    """How many tables to propose: one, if everybody fits."""
    return max(1, -(-event.entries.count() // game_of(event).plays.players[1]))


def next_seating(event: Event) -> int:
    """The number of the next seats to be shown; of the last ones if none are left."""
    number = writing.next_set(event)
    return min(number, format_of(event).length.sets or number)


def late_form(event: Event, *data: Any) -> LateGuestForm:
    """The form for a late arrival; missed sets may count as sit-outs if sitting out scores."""
    format, teams = format_of(event), bool(team_names(event))
    options = {
        "sit_outs": format.ranking.sit_out.counts,
        "favours_zero": event.state != Event.State.FINISHED  # whose game may be unknown
        and format.movement is not None
        and favours_zero(format),
        "teams": teams,
    }
    return LateGuestForm(role_choices(event), *data, **options)


def substitute_form(request: EventRequest, *data: Any) -> SubstituteForm:
    """The form with everybody who has a chair, and everybody who has none."""
    rows, deals = entries(request.event), format_of(request.event).length.most_deals
    if is_long(len(rows)) and not data:  # in a long list people are named, so no choices are needed
        return SubstituteForm((), (), deals, among=len(rows))
    view = seats(request.event)
    tables = view.tables if view else ()
    taken = [
        (f"{table.number}-{seat.chair}", seat.name, table.number)
        for table in tables
        for seat in table.seats
    ]
    seated = {seat.entry_id for table in tables for seat in table.seats}
    free = [(str(row.entry_id), row.name) for row in rows if row.entry_id not in seated]
    return SubstituteForm(taken, free, deals, *data, among=len(rows))


def roll_page(
    request: EventRequest, problems: list[str] | None = None, **forms: Any
) -> HttpResponse:
    """The roll call of the next seats to be shown."""
    event, format, ways = request.event, format_of(request.event), WAYS(request.event)
    seating = current_seating(event)
    number = next_seating(event)
    rows = entries(event) if number == writing.next_set(event) else entries(event, number)
    page_request = PageRequest.of(request)
    context = {
        "rows": rows,
        "part": list_page(rows, page_request, name=lambda row: row.name),
        "here_again": page_request.at(reverse("event_roll", args=[event.pk])),
        "here": sum(row.here for row in rows),
        "seating": translate(format.labels.of_set(number).within),
        "current": seating.set_number if seating else 0,
        "now": translate(format.labels.of_set(seating.set_number).within) if seating else "",
        "can_reseat": redraws.may_reseat(event),
        "place": late_seats.open_words(event),
        "full": late_seats.closed_words(event),
        "put_away": ways.is_drawn and draws.is_put_away(event),
        "ways": ways,
        "late": forms.get("late") or late_form(event),
        "teams": team_names(event),
        "tab": "roll",
    }
    if seating and ways.in_hands:
        context["substitute"] = forms.get("substitute") or substitute_form(request)
    bad = bool(problems) or any(form.errors for form in forms.values())
    template = "seating/_roll_list.html" if request.htmx else "seating/roll.html"
    return page(request, template, context, problems=problems, status=422 if bad else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_access
@offers(lambda format: format.keeping.moves)
def event_roll(request: EventRequest, event_id: int) -> HttpResponse:
    """The roll call: everybody with a button to leave or come back from the next seats on. For the
    desk."""
    if request.method != "POST":
        return roll_page(request)
    number = next_seating(request.event)

    def someone(request: EventRequest) -> dict[str, Any]:
        return {
            "event": request.event,
            "actor": request.actor,
            "entry": entry_of(request.event, request.POST.get("entry")),
            "from_set": number,
        }

    def here(request: EventRequest) -> str:
        writing.mark_here(**someone(request))
        return ""

    def away(request: EventRequest) -> str:
        writing.mark_away(**someone(request))
        return ""

    words, problems = perform_action(request, {"here": here, "away": away})
    if problems or (request.htmx and not words):
        return roll_page(request, problems)
    return back(request, PageRequest.of(request).at(request.path), message=words)


@require_POST
@desk_access
@offers(lambda format: format.keeping.moves)
def event_late(request: EventRequest, event_id: int) -> HttpResponse:
    """A late arrival waits for the next seats. For the desk."""
    form = late_form(request.event, request.POST)
    if form.is_valid():
        try:
            entry = writing.add_late_guest(
                event=request.event,
                actor=request.actor,
                name=form.cleaned_data["name"],
                note=form.cleaned_data["note"],
                role=form.cleaned_data.get("role", ""),
                late_as_sit_out=form.cleaned_data.get("late_as_sit_out", False),
                team=form.cleaned_data.get("team", ""),
            )
        except Refused as refused:
            put_beside_fields(form, refused.problems)
        else:
            words = late_seats.outlook_words(request.event) % {"name": entry.name}
            return back(request, "event_roll", event_id, message=words)
    return roll_page(request, late=form)


@require_POST
@desk_access
@only_for(Keeping.HANDS)
def event_substitute(request: EventRequest, event_id: int) -> HttpResponse:
    """Somebody takes a chair from a hand on; each is credited with the hands played. For the
    desk."""
    form = substitute_form(request, request.POST)
    if form.is_valid():
        table_number, chair = form.cleaned_data["seat"].split("-")
        table = current_table(request.event, int(table_number))
        entry = get_object_or_404(
            Entry, pk=whole_number(form.cleaned_data["entry"]), event_id=event_id
        )
        try:
            if table is None:
                raise refusal("table.unknown", "There is no such table in this set.", "seat")
            hand = form.cleaned_data["from_hand"] or writing.next_hand(table)
            taken: dict[str, Any] = {
                "table": table,
                "chair": int(chair),
                "from_hand": hand,
                "entry": entry,
            }
            preview = writing.foresee_substitute(event=request.event, **taken)
            if request.POST.get("act") != "substitute":
                context = {"form": form, "entry": entry, "hand": hand, "preview": preview}
                context |= {"table": table_number, "tab": "roll"}
                return page(request, "seating/substitute.html", context)
            by: dict[str, Any] = {"event": request.event, "actor": request.actor}
            with transaction.atomic():
                writing.substitute(**by, **taken)
                if request.POST.get("afterwards") == "home":
                    leaver = entry_of(request.event, str(preview.leaver_id))
                    number = writing.next_set(request.event)
                    writing.mark_away(**by, entry=leaver, from_set=number)
        except Refused as refused:
            put_beside_fields(form, refused.problems)
        else:
            words = _("%(name)s takes a seat at table %(table)s.") % {
                "name": entry.name,
                "table": table_number,
            }
            return back(request, "event_roll", event_id, message=words)
    return roll_page(request, substitute=form)
