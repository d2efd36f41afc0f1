"""The host's desk: what is missing, the one next step, the end, the links and the log. For the
desk; the links for its hosts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.access import services as access_services
from tournaments.access.decorators import desk_access, host_access
from tournaments.access.forms import LinkForm
from tournaments.access.permissions import EventRequest
from tournaments.access.services import stream_period, stream_token
from tournaments.boards.pads import pads
from tournaments.boards.progress import board_of, ending_words, is_over, round_page, worksheet_of
from tournaments.boards.table_page import current_table, table_of, table_page
from tournaments.desk.selectors import Desk, desk
from tournaments.events import services as writing
from tournaments.events.services import refuse_unfinished
from tournaments.log.event_changes import steps_since, tables_of_steps
from tournaments.log.selectors import read_log
from tournaments.log.services import undo_last
from tournaments.models import Event, Link
from tournaments.models.errors import Refused, refusal
from tournaments.models.event_games import format_of
from tournaments.people.names import MAX_TABLES
from tournaments.reports import acceptances
from tournaments.reports.views import report_of
from tournaments.seating import draws
from tournaments.wall import services as wall
from tournaments.wall.forms import TimerForm
from tournaments.wall.views import start_timer, stop_timer
from tournaments.web.forms import put_beside_fields
from tournaments.web.labels import called
from tournaments.web.network import public_url
from tournaments.web.paging import PageRequest, list_page
from tournaments.web.qr_codes import qr_response
from tournaments.web.responses import (
    back,
    page,
    page_alike,
    perform_action,
    sentences,
    whole_number,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from tournaments.boards.pad import Pad
    from tournaments.desk.table_cards import TableCard
    from tournaments.log.event_changes import Place
    from tournaments.models import Table
    from tournaments.web.responses import Action


def desk_page(
    request: EventRequest, problems: list[str] | None = None, said: str = ""
) -> HttpResponse:
    """The desk, or only its living part where htmx asks for it: a page of its tables (`?page=`), or
    those with `?q=` in their number or names."""
    wanted = PageRequest.of(request)
    if request.method == "POST" or request.htmx or problems or said or wanted.q:
        template = "desk/_desk.html" if request.htmx else "desk/desk.html"
        return page(request, template, desk_context(request, wanted, said), problems=problems)
    actor = request.actor  # whose stream the page listens to
    whose = (actor.user_id, actor.link_id, stream_period())
    return page_alike(
        request, "desk/desk.html", lambda: desk_context(request, wanted), wanted.page, *whose
    )


def desk_context(request: EventRequest, wanted: PageRequest, said: str = "") -> dict[str, Any]:
    """All that the desk shows of the tables that are wanted."""
    shown, event_id = desk(request.event), request.event.pk
    part = list_page(shown.cards, wanted, name=lambda card: card.looked_for)
    has = ".".join(card.key for card in part.lines)
    context = {
        "desk": shown,
        "part": part,
        "same": same_cards(request, shown.version, part.lines),
        "renewed_at": wanted.at(reverse("event", args=(event_id,)), v=shown.version, has=has),
        "act_url": wanted.at(reverse("event_act", args=(event_id,))),
        "said": said,
        "timer": TimerForm(initial={"minutes": 20}),
        "stream": stream_token(request.event, request.actor),
        "tab": "desk",
    }
    if format_of(request.event).lasts:
        context |= {"uncounted": uncounted(request), **boards(request, shown)}
    return context


def same_cards(request: EventRequest, newest: int, cards: Sequence[TableCard]) -> Collection[Place]:
    """The tables whose cards the browser has as they are: it says which version of the desk it
    shows (`v`) and which cards (`has`), and the log tells what has happened since."""
    version = whole_number(request.GET.get("v"))
    if not request.htmx or version is None:
        return frozenset()
    steps = [] if version == newest else steps_since(request.event, version)
    touched = None if steps is None else tables_of_steps(steps)
    if touched is None:
        return frozenset()
    has = frozenset(request.GET.get("has", "").split("."))
    return {card.place for card in cards if card.key in has} - touched


def uncounted(request: EventRequest) -> list[dict[str, str]]:
    """Rounds that were reported but do not count any more, with where to look at them."""
    found = []
    for pad in pads(request.event):
        for one in pad.rounds:
            if not one.complete or one.counted:
                continue
            words = called(pad.form)
            text = _("{deal} does not count.").format(deal=words.numbered(one.number))
            if pad.title:
                text = _("{table}: {deal} does not count.").format(
                    table=pad.title, deal=words.within(one.number)
                )
            url = (
                reverse("event_deal", args=[request.event.pk, *place_of_pad(pad), one.number])
                if pad.table_number
                else reverse("event_worksheet", args=[request.event.pk, one.number])
            )
            found.append({"text": text, "url": url})
    return found


def place_of_pad(pad: Pad) -> tuple[int, int]:
    """The numbers of a table's pad in an address."""
    return pad.set_number, pad.table_number


def boards(request: EventRequest, shown: Desk) -> dict[str, Any]:
    """The scoreboard of the room, or of the only table."""
    if shown.room is not None and shown.round is not None:
        room, page_ = shown.room, shown.round
        past = [round_page(room, one) for one in room.rounds if one.number < page_.number]
        return {
            "board": board_of(room),
            "worksheet": worksheet_of(room, page_.round, request.event),
            "totals": list(zip(room.scorers, room.plays.totals(room.state), strict=True)),
            "past": past[::-1],
            "before": past[-1].number if past else None,
            "to_accept": sum(row.state == "provisional" for row in page_.rows),
            "ending": ending_words(room),
        }
    if len(shown.pads) == 1:
        pad = shown.pads[0].pad
        return {
            "board": board_of(pad, request.event),
            "only": shown.pads[0],
            "drawing": pad.plays.drawing(pad.state),
            "ending": shown.pads[0].ending,
        }
    return {"ending": shown.pads[0].ending if shown.pads and shown.pads[0].is_final else ""}


@require_safe
@desk_access
def event(request: EventRequest, event_id: int) -> HttpResponse:
    """The desk; while the event is being set up, the steps that lead to the first set."""
    return desk_page(request)


def nudge(request: EventRequest) -> str:
    """Ask a table for its result, on the wall screen."""
    number = table_number(request)
    wall.nudge(event=request.event, actor=request.actor, table_number=number)
    return _("The wall screen asks table %(number)d for its result.") % {"number": number}


def accept(request: EventRequest) -> str:
    """Accept everything that one table, or one couple, has said and nobody has accepted yet."""
    number, set_number = table_number(request), whole_number(request.POST.get("set"), 1)
    if "set" in request.POST:
        table = table_of(request.event, set_number or 0, number)
    else:
        table = current_table(request.event, number)
    if table is None:
        raise refusal("table.unknown", "There is no such table in this set.")
    for report_id in unaccepted(request.event, table):
        acceptances.accept(report=report_of(table, report_id), actor=request.actor)
    if format_of(request.event).lasts:
        return _("Everything reported there is accepted.")
    return _("Table %(number)d: everything reported is accepted.") % {"number": number}


def unaccepted(event: Event, table: Table) -> list[int | None]:
    """The reports of a table that count and that nobody has accepted yet."""
    if format_of(event).lasts:
        lines = (line for pad in pads(event) for one in pad.rounds for line in one.lines)
        return [
            line.report_id
            for line in lines
            if line.table_id == table.pk
            and line.payload is not None
            and not line.accepted
            and not line.pending
        ]
    shown = table_page(event, table.number, table.seating.set_number)
    hands = shown.hands if shown else ()
    return [hand.line.report_id for hand in hands if hand.state == "provisional"]


def table_number(request: EventRequest) -> int:
    """The table that a button names. Raises Refused if it is none."""
    number = whole_number(request.POST.get("table"), 1, MAX_TABLES)
    if number is None:
        raise refusal("table.unknown", "There is no such table in this set.")
    return number


def accept_round(request: EventRequest) -> str:
    """Accept everything that waits in the rounds of the whole room."""
    for pad in pads(request.event):
        for line in (line for one in pad.rounds for line in one.lines):
            if not line.to_accept:
                continue
            table = table_of(request.event, line.set_number, line.table_number)
            if table is not None:
                acceptances.accept(report=report_of(table, line.report_id), actor=request.actor)
    return _("Everything reported is accepted.")


def seat_final(request: EventRequest) -> str:
    """The last ones of all tables meet."""
    draws.seat_final(event=request.event, actor=request.actor)
    return _("The final table is seated.")


# What the buttons of the desk do.
DEEDS: Mapping[str, Action] = {
    "nudge": nudge,
    "accept": accept,
    "timer": start_timer,
    "no_timer": stop_timer,
}
BOARD_DEEDS: Mapping[str, Action] = {"accept_round": accept_round, "final": seat_final}


@require_POST
@desk_access
def event_act(request: EventRequest, event_id: int) -> HttpResponse:
    """The small buttons of the desk."""
    more = BOARD_DEEDS if format_of(request.event).lasts else {}
    said, problems = perform_action(request, {**DEEDS, **more})
    if problems or request.htmx:
        return desk_page(request, problems, said)
    return back(request, PageRequest.of(request).at(reverse("event", args=(event_id,))), said=said)


@require_http_methods(["GET", "HEAD"])
@desk_access
def event_end(request: EventRequest, event_id: int) -> HttpResponse:
    """Asks before an evening is finished whose game is not over."""
    if request.event.state != Event.State.PLAYING:
        raise Http404
    return end_page(request)


def end_page(
    request: EventRequest, problems: list[str] | None = None, *, reopening: bool = False
) -> HttpResponse:
    """What is still open; after a refusal (`problems`) with that on top. `reopening`: what would
    change if the evening were taken up again."""
    context = {
        "reopening": reopening,
        "over": over(request.event),
        "open": [] if problems else open_things(request.event),
        "tab": "desk",
    }
    return page(request, "desk/end.html", context, problems=problems)


def over(event: Event) -> bool:
    """Whether everything has been played."""
    if format_of(event).lasts:
        return is_over(pads(event))
    return desk(event).next_step.code == "finish"


def open_things(event: Event) -> list[str]:
    """What stands against finishing now, in sentences."""
    try:
        refuse_unfinished(event)
    except Refused as refused:
        return sentences(refused)
    return []


@require_POST
@desk_access
def event_finish(request: EventRequest, event_id: int) -> HttpResponse:
    """Close the event with its standings as they are, or open it again. For the desk."""

    def finish(request: EventRequest) -> str:
        early = request.POST.get("early") == "1"
        writing.finish_event(event=request.event, actor=request.actor, early=early)
        return _("The event is finished. Its results are kept as they stand.")

    def reopen(request: EventRequest) -> str:
        sure = request.POST.get("sure") == "1"
        writing.reopen_event(event=request.event, actor=request.actor, sure=sure)
        return _("The event is open again.")

    said, problems = perform_action(request, {"finish": finish, "reopen": reopen})
    if problems:
        reopening = request.POST.get("act") == "reopen"
        return end_page(request, problems, reopening=reopening)
    to = "event_results" if request.POST["act"] == "finish" else "event"
    return back(request, to, event_id, said=said)


def log_page(request: EventRequest, problems: list[str] | None = None) -> HttpResponse:
    """One page of the log, newest first."""
    wanted = whole_number(request.GET.get("page"), 1, 1_000_000) or 1
    context = {
        "log": read_log(request.event, wanted),
        "tab": "log",
    }
    return page(request, "desk/log.html", context, problems=problems)


@require_safe
@desk_access
def event_log(request: EventRequest, event_id: int) -> HttpResponse:
    """Who, when, what, why."""
    return log_page(request)


@require_POST
@desk_access
def event_undo(request: EventRequest, event_id: int) -> HttpResponse:
    """Take back the last step. The form names the step that its page showed."""
    shown = whole_number(request.POST.get("step"))
    if shown is None:
        return log_page(request, [_("Choose the step to take back; here it stands on top.")])
    try:
        undo_last(event=request.event, actor=request.actor, expected=shown)
    except Refused as refused:
        return log_page(request, sentences(refused))
    return back(request, "event", event_id, said=_("Taken back."))


PAGES = {
    Link.Kind.SCOREKEEPER: "scorekeeper_in",
    Link.Kind.TABLE: "table",
    Link.Kind.SPECTATOR: "spectator",
    Link.Kind.WALL: "wall",
}


def address(request: EventRequest, link: Link) -> str:
    """What the code holds: the whole address, as phones on this network reach it."""
    return public_url(request) + reverse(PAGES[Link.Kind(link.kind)], args=[link.token])


def addressed(request: EventRequest, links: Iterable[Link]) -> list[tuple[Link, str]]:
    """Links with what their codes hold."""
    return [(link, address(request, link)) for link in links]


def links_page(
    request: EventRequest, form: LinkForm, problems: list[str] | None = None
) -> HttpResponse:
    """Every open link with its code."""
    links = access_services.links_for(request.event)
    of = {kind: [link for link in links if link.kind == kind] for kind in PAGES}
    tables = list_page(
        of[Link.Kind.TABLE], PageRequest.of(request), name=lambda link: str(link.table_number)
    )
    context = {
        "form": form,
        "tab": "links",
        "host": public_url(request),
        "spectators": addressed(request, of[Link.Kind.SPECTATOR]),
        "walls": addressed(request, of[Link.Kind.WALL]),
        "scorekeepers": addressed(request, of[Link.Kind.SCOREKEEPER]),
        "part": tables,
        "tables": addressed(request, tables.lines),
    }
    bad = form.errors or problems
    return page(request, "desk/links.html", context, problems=problems, status=422 if bad else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@host_access
def event_links(request: EventRequest, event_id: int) -> HttpResponse:
    """The codes; POST makes a scorekeeper's."""
    form = LinkForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            access_services.make_link(
                event=request.event,
                actor=request.actor,
                kind=Link.Kind.SCOREKEEPER,
                label=form.cleaned_data["label"],
            )
        except Refused as refused:
            put_beside_fields(form, refused.problems)
        else:
            return back(request, "event_links", event_id, said=_("The link is made."))
    return links_page(request, form)


@require_POST
@host_access
def event_link(request: EventRequest, event_id: int, link_id: int) -> HttpResponse:
    """Withdraw a link, or put a new one in its place."""
    link = get_object_or_404(Link, pk=link_id, event_id=event_id)

    def revoke(request: EventRequest) -> str:
        access_services.revoke_link(link=link, actor=request.actor)
        return _("The link is withdrawn; pages opened by it stop working.")

    def renew(request: EventRequest) -> str:
        access_services.renew_link(link=link, actor=request.actor)
        return _("There is a new code; the old one stops working.")

    said, problems = perform_action(request, {"revoke": revoke, "renew": renew})
    if problems:
        return links_page(request, LinkForm(), problems)
    return back(request, "event_links", event_id, said=said)


@require_safe
@host_access
def event_link_code(request: EventRequest, event_id: int, link_id: int) -> HttpResponse:
    """The code as a drawing, black on white."""
    link = get_object_or_404(Link, pk=link_id, event_id=event_id, revoked_at=None)
    return qr_response(address(request, link))
