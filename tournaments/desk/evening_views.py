"""An evening of several games, on pages and paper. For the hosts of its family; its overall table
also for whoever has the spectators' address."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.access.decorators import host_required, private
from tournaments.evenings import selectors as reading
from tournaments.evenings import services as writing
from tournaments.evenings.forms import EveningForm
from tournaments.evenings.selectors import evening_view
from tournaments.files.event_document import export_evening
from tournaments.files.spreadsheets import overall_workbook
from tournaments.files.views import XLSX, attachment, export_response, file_name
from tournaments.models import Evening, Event, family_of
from tournaments.models.errors import Refused, refusal
from tournaments.papers import data
from tournaments.papers.catalogue import Bundle, BundleEntry, Order, PrintOptions
from tournaments.papers.data import Paper
from tournaments.papers.pack import entries_for_tonight
from tournaments.papers.selectors import EventOrder
from tournaments.papers.standings import standings
from tournaments.papers.table_cards import join_codes, place_cards
from tournaments.papers.views import as_pdf
from tournaments.papers.writer import render_paper
from tournaments.web.collation import sort_key
from tournaments.web.forms import put_beside_fields
from tournaments.web.network import public_url
from tournaments.web.qr_codes import qr_response
from tournaments.web.responses import back, page, sentences, whole_number
from tournaments.web.wording import and_list, day

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tournaments.models import Evening


def tonight(evening: Evening, address: str, options: PrintOptions) -> bytes:
    """Everything for tonight in one PDF: a card for everybody, the evening's code for guests, then
    for each game that is not over what it needs. `address` is the guests' page."""
    heading = data.Heading(event=evening.name, date=day(evening.date))
    ahead = evening.events.exclude(state=Event.State.FINISHED).order_by("pk")
    names = {name for event in ahead for name in event.entries.values_list("name", flat=True)}
    people = [data.CardPerson(name) for name in sorted(names, key=sort_key)]
    code = data.TableCode(0, address, address.partition("://")[2])
    order = Order(options, heading=heading, people=people, guests_code=code)
    return render_paper(order, Bundle(_("Everything for tonight"), _entries(order, ahead)))


def _entries(order: Order, ahead: Iterable[Event]) -> Iterator[BundleEntry]:
    if order.people:
        yield BundleEntry(_("Place cards"), order, place_cards)
    yield BundleEntry(_("Join codes"), order, join_codes)
    for event in ahead:
        of_event = EventOrder(event, order.options)
        for entry in entries_for_tonight(of_event, without=("place-cards",)):
            yield replace(entry, within=event.name)


def overall_paper(evening: Evening, paper: data.Paper = "a4") -> bytes:
    """The overall table as a PDF, with the points of each game, and which game is which."""
    table = evening_view(evening)
    heading = data.Heading(
        event=evening.name,
        date=day(evening.date),
        counted=_("Games won") if evening.way == evening.Way.GAMES else _("Points"),
        stage=_("Game"),
        best=table.counts,
    )
    placings = [
        data.Placing(row.rank, row.name, "", row.total, row.points, shared=row.shared)
        for row in table.rows
    ]
    named = tuple(
        " · ".join((f"{game.column}  {game.name}", and_list(game.leaders)))
        for game in table.counted
    )
    playing = tuple(" · ".join(filter(None, (game.name, game.standing))) for game in table.playing)
    lists = ((_("Games, and who won"), named), (_("Still being played"), playing))
    games = tuple(data.NameList(title, lines) for title, lines in lists if lines)
    order = Order(
        PrintOptions("standings", paper),
        heading=heading,
        placings=placings,
        columns=games,
        standings_title=_("Overall standings"),
    )
    return render_paper(order, standings(order))


def evening_for(request: HttpRequest, evening_id: int) -> Evening:
    """An evening of the family of the signed-in user. Raises Http404 for any other."""
    evening = reading.evening_of(family_of(request.user), evening_id)
    if evening is None:
        raise Http404
    return evening


def address(request: HttpRequest, evening: Evening) -> str:
    """The address of the spectators' page, as phones on this network reach it."""
    return public_url(request) + reverse("evening_guests", args=[evening.token])


@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def evening_new(request: HttpRequest) -> HttpResponse:
    """Name, day, and how the games count; POST creates the evening."""
    first = {"name": _("Games night"), "date": timezone.localdate()}
    first["way"] = Evening.Way.PLACES
    form = EveningForm(request.POST if request.method == "POST" else None, initial=first)
    if request.method == "POST" and form.is_valid():
        try:
            evening = writing.create_evening(owner=request.user, **form.values())
        except Refused as refused:
            put_beside_fields(form, refused.problems)
        else:
            return back(request, "evening", evening.pk)
    return page(request, "evenings/new.html", {"form": form}, status=422 if form.errors else 200)


@require_safe
@host_required
def evening(request: HttpRequest, evening_id: int) -> HttpResponse:
    """The overall table, the games, and events that can be added."""
    return evening_page(request, evening_for(request, evening_id))


def evening_page(
    request: HttpRequest, evening: Evening, problems: list[str] | None = None
) -> HttpResponse:
    context: dict[str, Any] = {
        "evening": evening,
        "view": reading.evening_view(evening),
        "loose": reading.loose_events(evening),
        "address": address(request, evening),
    }
    template = "evenings/_evening.html" if request.headers.get("HX-Request") else None
    return page(request, template or "evenings/evening.html", context, problems=problems)


@require_POST
@host_required
def evening_act(request: HttpRequest, evening_id: int) -> HttpResponse:
    """Add a game, remove one, or give the spectators' page a new address."""
    evening = evening_for(request, evening_id)
    act = request.POST.get("act", "")
    try:
        message = done(request, evening, act)
    except Refused as refused:
        return evening_page(request, evening, sentences(refused))
    return back(request, "evening", evening_id, message=message)


def done(request: HttpRequest, evening: Evening, act: str) -> str:
    """Do what a button asks; return the sentence that says so. Raises Refused."""
    if act == "renew":
        writing.renew_address(evening=evening)
        return _("There is a new address. The old one stops working.")
    event = reading.event_of(family_of(request.user), whole_number(request.POST.get("event")))
    if act not in ("join", "leave") or event is None:
        raise refusal("evening.game", "Choose a game.")
    change = writing.join if act == "join" else writing.leave
    change(evening=evening, event=event, user=request.user)
    text = _("“%(name)s” counts now.") if act == "join" else _("“%(name)s” no longer counts.")
    return text % {"name": event.name}


@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def evening_settings(request: HttpRequest, evening_id: int) -> HttpResponse:
    """Name, day, and how the games count; POST changes them, or deletes the evening with
    `act=delete`."""
    evening = evening_for(request, evening_id)
    if request.POST.get("act") == "delete":
        name = evening.name
        writing.delete_evening(evening=evening, user=request.user)
        message = _("“%(name)s” is deleted. Its games are still here.") % {"name": name}
        return back(request, "home", message=message)
    first = {"name": evening.name, "date": evening.date, "way": evening.way}
    form = EveningForm(request.POST if request.method == "POST" else None, initial=first)
    if request.method == "POST" and form.is_valid():
        try:
            writing.change_evening(evening=evening, **form.values())
        except Refused as refused:
            put_beside_fields(form, refused.problems)
        else:
            return back(request, "evening", evening_id, message=_("Saved."))
    context = {"form": form, "evening": evening}
    return page(request, "evenings/settings.html", context, status=422 if form.errors else 200)


@require_safe
@host_required
def evening_pdf(request: HttpRequest, evening_id: int) -> HttpResponse:
    """The overall table as a PDF."""
    evening = evening_for(request, evening_id)
    paper: Paper = "letter" if request.session.get("paper") == "letter" else "a4"
    name = slugify(f"{evening.name} overall") or "overall"
    return as_pdf(overall_paper(evening, paper), f"{name}.pdf")


@require_safe
@host_required
def evening_tonight(request: HttpRequest, evening_id: int) -> HttpResponse:
    """Everything that the games of the evening need, as one PDF."""
    evening = evening_for(request, evening_id)
    paper: Paper = "letter" if request.session.get("paper") == "letter" else "a4"
    options = PrintOptions("tonight", paper=paper, base=public_url(request))
    name = slugify(f"{evening.name} tonight") or "tonight"
    return as_pdf(tonight(evening, address(request, evening), options), f"{name}.pdf")


@require_safe
@host_required
def evening_workbook(request: HttpRequest, evening_id: int) -> HttpResponse:
    """The overall table and the standings of every game as XLSX."""
    evening = evening_for(request, evening_id)
    return attachment(overall_workbook(evening), XLSX, file_name(evening, ".xlsx"))


@require_safe
@host_required
def evening_export(request: HttpRequest, evening_id: int) -> HttpResponse:
    """The evening and all its games as a file, to be kept or imported elsewhere."""
    evening = evening_for(request, evening_id)
    try:
        return export_response(export_evening(evening), evening)
    except Refused as refused:
        return evening_page(request, evening, sentences(refused))


@require_safe
@host_required
def evening_code(request: HttpRequest, evening_id: int) -> HttpResponse:
    """The QR code of the spectators' page."""
    return qr_response(address(request, evening_for(request, evening_id)))


@require_safe
def evening_guests(request: HttpRequest, token: str) -> HttpResponse:
    """The overall table for guests and for a big screen. For whoever has the address."""
    evening = reading.evening_by(token)
    if evening is None:
        raise Http404
    context = {"evening": evening, "view": reading.evening_view(evening, public=True)}
    return private(page(request, "evenings/guests.html", context))
