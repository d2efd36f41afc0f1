"""The host's desk: where the evening stands, the one next step, and the log; accept everything that
waits, and end the evening. For the desk."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rulesets.formats.parts import Keeping
from tournaments.access.decorators import desk_access, host_required, only_for
from tournaments.access.permissions import EventRequest
from tournaments.access.polling import phone_states
from tournaments.access.selectors import open_link
from tournaments.boards.by_keeping import DRAWS_EVERY_SET
from tournaments.boards.event_tables import current_table, table_of
from tournaments.boards.hall import Hall
from tournaments.db.current_values import steps_since, tables_of_steps
from tournaments.desk.finish import (
    MOST_ACCEPTED,
    RevealWay,
    accept_results,
    finish_evening,
    finish_page,
    left_out,
    open_results,
    place_of_report,
)
from tournaments.desk.rehearsals import LATE, EventRehearsal, read_rehearsal
from tournaments.desk.selectors import Desk, desk, late_couples, place_of_board
from tournaments.events import services as events
from tournaments.log.selectors import read_log
from tournaments.log.services import undo_last
from tournaments.models import Event, Link
from tournaments.models.errors import Refused, refusal
from tournaments.models.event_games import format_of
from tournaments.people.names import MAX_TABLES
from tournaments.records.evening_pages import fallen_records
from tournaments.reports import acceptances
from tournaments.reports.views import report_of
from tournaments.scores.ladder import ladder
from tournaments.scores.progress import round_page, worksheet_of
from tournaments.scores.score import score_for_desk
from tournaments.seating import draws, searches
from tournaments.standings.finales import event_finale, places_below
from tournaments.standings.selectors import standings
from tournaments.templatetags.icons import FILLS, STROKES
from tournaments.wall import services as wall
from tournaments.wall.forms import TimerForm
from tournaments.wall.views import start_timer, stop_timer
from tournaments.web.forms import message
from tournaments.web.labels import called
from tournaments.web.paging import Address, PageRequest, list_page
from tournaments.web.responses import (
    back,
    page,
    page_alike,
    perform_action,
    sentences,
    whole_number,
)
from tournaments.web.wording import and_list

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from django.http import QueryDict

    from tournaments.db.current_values import Place
    from tournaments.desk.table_cards import TableCard
    from tournaments.models import Report, Table
    from tournaments.web.responses import Action


MORE_MINUTES = 5


def desk_page(
    request: EventRequest, problems: list[str] | None = None, message: str = ""
) -> HttpResponse:
    """The desk, or only its living part if htmx asks for it: a page of its tables (`?page=`), or
    those with `?q=` in their number or names. 204 if htmx asks and nothing has happened since
    version `v`."""
    pages = PageRequest.of(request)
    is_look = request.method == "GET" and bool(request.htmx)
    if is_look and request.GET.get("v") == str(request.event.version):
        phone_states.remember_whole(request)
        return HttpResponse(status=204)
    template = "desk/_desk.html" if request.htmx else "desk/desk.html"
    if request.method == "POST" or problems or message or pages.q:
        return page(request, template, desk_context(request, pages, message), problems=problems)
    # Which cards the browser has already; only the living part asks.
    has = (request.GET.get("v"), request.GET.get("has")) if request.htmx else ()
    context = lambda: desk_context(request, pages)  # noqa: E731
    return page_alike(request, template, context, pages.page, shows=has)


def desk_context(request: EventRequest, pages: PageRequest, message: str = "") -> dict[str, Any]:
    """The context of the desk with the tables that are wanted."""
    current, event_id = desk(request.event), request.event.pk
    part = list_page(current.cards, pages, name=lambda card: card.looked_for)
    has = ".".join(card.key for card in part.lines)
    context = {
        "desk": current,
        "part": part,
        "same": same_cards(request, current.version, part.lines),
        "renewed_at": pages.at(reverse("event", args=(event_id,)), v=current.version, has=has),
        "act_url": pages.at(reverse("event_act", args=(event_id,))),
        "ladder": ladder(request.event),
        "message": message,
        "timer": TimerForm(
            initial={"minutes": format_of(request.event).length.deals.minutes or 20}
        ),
        "tab": "desk",
    }
    return context | {"uncounted": uncounted(request, current), **boards(request, current)}


def same_cards(request: EventRequest, newest: int, cards: Sequence[TableCard]) -> Collection[Place]:
    """The tables whose cards the browser has already: it sends the version of the desk it shows
    (`v`) and its cards (`has`), and the log tells what has happened since."""
    version = whole_number(request.GET.get("v"))
    if not request.htmx or version is None:
        return frozenset()
    steps = [] if version == newest else steps_since(request.event, version)
    touched = None if steps is None else tables_of_steps(steps)
    if touched is None:
        return frozenset()
    has = frozenset(request.GET.get("has", "").split("."))
    return {card.place for card in cards if card.key in has} - touched


def uncounted(request: EventRequest, desk: Desk) -> list[dict[str, str]]:
    """Rounds that were reported but no longer count, with the addresses of their pages."""
    notices = []
    for board in desk.boards:
        for board_round in board.rounds:
            if not board_round.complete or board_round.counted:
                continue
            words = called(board.format)
            text = _("{deal} does not count.").format(deal=words.numbered(board_round.number))
            if board.title:
                text = _("{table}: {deal} does not count.").format(
                    table=board.title, deal=words.within(board_round.number)
                )
            url = (
                reverse(
                    "event_deal",
                    args=[request.event.pk, *place_of_board(board), board_round.number],
                )
                if board.table_number
                else reverse("event_worksheet", args=[request.event.pk, board_round.number])
            )
            notices.append({"text": text, "url": url})
    return notices


def boards(request: EventRequest, desk: Desk) -> dict[str, Any]:
    """The scoreboard of the room, or of the only table."""
    if desk.board is not None and desk.round is not None:
        room, page_ = desk.board, desk.round
        past = [
            round_page(room, board_round)
            for board_round in room.rounds
            if board_round.number < page_.number
        ]
        return {
            "scoreboard": room.scoreboard,
            "worksheet": worksheet_of(room, page_.round, request.event),
            "past": past[::-1],
            "before": past[-1].number if past else None,
            "late": late_couples(page_, time_is_up=desk.time_is_up),
        }
    if len(desk.summaries) == 1:
        board = desk.summaries[0].board
        return {
            "score": score_for_desk(board, request.event),
            "only": desk.summaries[0],
            "drawing": board.plays.drawing(board.state),
        }
    return {}


@require_safe
@desk_access
def event(request: EventRequest, event_id: int) -> HttpResponse:
    """The desk; while the event is being set up, the steps that lead to the first set."""
    return desk_page(request)


def nudge(request: EventRequest) -> str:
    """Ask a table for its result, on the wall screen."""
    number = table_number(request)
    wall.nudge(event=request.event, actor=request.actor, table_number=number)
    return _("The wall screen is asking table %(number)d for its result.") % {"number": number}


def accept(request: EventRequest) -> str:
    """Accept everything that one table, or one couple, has reported and nobody has accepted yet."""
    number, set_number = table_number(request), whole_number(request.POST.get("set"), 1)
    if "set" in request.POST:
        table = table_of(request.event, set_number or 0, number)
    else:
        table = current_table(request.event, number)
    if table is None:
        raise refusal("table.unknown", "There is no such table in this set.")
    for report_id in unaccepted(request.event, table):
        acceptances.accept(report=report_of(table, report_id), actor=request.actor)
    if DRAWS_EVERY_SET(request.event):
        return _("Table %(number)d: everything so far is accepted.") % {"number": number}
    return _("Everything so far there is accepted.")


def unaccepted(event: Event, table: Table) -> list[int | None]:
    """The ids of a table's reports that count and that nobody has accepted yet."""
    deals = Hall.of(event).deals(table.seating.set_number, table.number)
    return [deal.report.report_id for deal in deals if deal.report.to_accept]


def table_number(request: EventRequest) -> int:
    """The table that a button names. Raises Refused if there is none."""
    number = whole_number(request.POST.get("table"), 1, MAX_TABLES)
    if number is None:
        raise refusal("table.unknown", "There is no such table in this set.")
    return number


def more_time(request: EventRequest) -> str:
    """Add five minutes to the timer on the wall screen."""
    ends = request.event.round_ends_at
    left = (ends - timezone.now()).total_seconds() / 60 if ends else 0
    wall.set_timer(
        event=request.event, actor=request.actor, minutes=ceil(max(left, 0)) + MORE_MINUTES
    )
    return _("Five more minutes.")


def seat_final(request: EventRequest) -> str:
    """Seat the winners of all tables at the final table."""
    draws.seat_final(event=request.event, actor=request.actor)
    return _("The final table is seated.")


# What the buttons of the desk do.
ACTIONS: Mapping[str, Action] = {
    "nudge": nudge,
    "accept": accept,
    "timer": start_timer,
    "no_timer": stop_timer,
    "more_time": more_time,
}
BOARD_ACTIONS: Mapping[str, Action] = {"final": seat_final}


@require_POST
@desk_access
def event_act(request: EventRequest, event_id: int) -> HttpResponse:
    """The small buttons of the desk."""
    more = BOARD_ACTIONS if format_of(request.event).facts.final_table else {}
    message, problems = perform_action(request, {**ACTIONS, **more})
    if problems or request.htmx:
        return desk_page(request, problems, message)
    return back(
        request, PageRequest.of(request).at(reverse("event", args=(event_id,))), message=message
    )


def log_page(request: EventRequest, problems: list[str] | None = None) -> HttpResponse:
    """One page of the log, newest first."""
    number = whole_number(request.GET.get("page"), 1, 1_000_000) or 1
    context = {
        "log": read_log(request.event, number),
        "tab": "log",
    }
    return page(request, "desk/log.html", context, problems=problems)


@require_safe
@desk_access
def event_log(request: EventRequest, event_id: int) -> HttpResponse:
    """Show the log. For the desk."""
    return log_page(request)


@require_POST
@desk_access
def event_undo(request: EventRequest, event_id: int) -> HttpResponse:
    """Undo the last step. The form names the step that its page showed."""
    step = whole_number(request.POST.get("step"))
    if step is None:
        return log_page(request, [_("Only the last step can be undone; it is at the top here.")])
    try:
        undo_last(event=request.event, actor=request.actor, expected=step)
    except Refused as refused:
        return log_page(request, sentences(refused))
    return back(request, "event", event_id, message=_("Undone."))


@require_safe
@host_required
def components(request: HttpRequest) -> HttpResponse:
    """All components of pages, side by side, for those who work on them."""
    return page(request, "components.html", {"icons": (*STROKES, *FILLS), "keys": range(10)})


def report_numbers(data: QueryDict) -> list[int]:
    """The report ids that a page has sent; anything else is left out."""
    texts = (text for value in data.getlist("accept")[:MOST_ACCEPTED] for text in value.split("."))
    return [number for text in texts if (number := whole_number(text)) is not None]


@require_http_methods(["GET", "HEAD", "POST"])
@desk_access
def event_accept(request: EventRequest, event_id: int) -> HttpResponse:
    """All results that nobody has accepted, by name; POST accepts those that the page showed, and
    none that came meanwhile."""
    if request.event.state != Event.State.PLAYING:
        raise Http404
    if request.method != "POST":
        tables = open_results(request.event)
        context = {
            "tables": tables,
            "many": sum(len(table.results) for table in tables),
            "left_out": left_out(request.event),
            "tab": "desk",
        }
        return page(request, "desk/accept.html", context)
    changed = accept_results(
        event=request.event, actor=request.actor, reports=report_numbers(request.POST)
    )
    return back(request, "event", event_id, message=_accepted(request.event, changed))


def _accepted(event: Event, changed: Sequence[Report]) -> str:
    if not changed:
        return (
            _("Everything else is accepted.") if left_out(event) else _("Everything is accepted.")
        )
    return ngettext(
        "%(places)s has changed in the meantime: please check it again.",
        "%(places)s have changed in the meantime: please check them again.",
        len(changed),
    ) % {"places": and_list([place_of_report(report) for report in changed])}


@require_http_methods(["GET", "HEAD"])
@desk_access
def event_end(request: EventRequest, event_id: int) -> HttpResponse:
    """The end of the evening on one page; of one that is not in play, the desk."""
    if request.event.state != Event.State.PLAYING:
        return redirect("event", event_id)
    return end_page(request)


def end_page(
    request: EventRequest, problems: list[str] | None = None, *, reopening: bool = False
) -> HttpResponse:
    """Show what is still missing; after a refusal with its `problems` on top. `reopening`: show
    what would change if the evening were reopened."""
    context: dict[str, Any] = {"tab": "desk"}
    if reopening:
        return page(request, "desk/reopen.html", context, problems=problems)
    context["finish"] = finish_page(request.event)
    # The page says what is missing, and more than the refusal does.
    unlisted = [problem for problem in problems or [] if problem not in context["finish"].open]
    status = 422 if problems else 200
    return page(request, "desk/finish.html", context, problems=unlisted, status=status)


@require_POST
@desk_access
def event_finish(request: EventRequest, event_id: int) -> HttpResponse:
    """End the event with its standings as they are, or reopen it."""
    form = request.POST

    def finish(request: EventRequest) -> str:
        finish_evening(
            event=request.event,
            actor=request.actor,
            reports=report_numbers(form),
            reveal=RevealWay(form["reveal"]) if form.get("reveal") in list(RevealWay) else None,
            early=form.get("early") == "1",
        )
        return _("The evening is finished.")

    def reopen(request: EventRequest) -> str:
        events.reopen_event(event=request.event, actor=request.actor, sure=form.get("sure") == "1")
        return _("The event is open again.")

    message, problems = perform_action(request, {"finish": finish, "reopen": reopen})
    if problems:
        return end_page(request, problems, reopening=form.get("act") == "reopen")
    if form["act"] == "reopen":
        return back(request, "event", event_id, message=message)
    hidden = form.get("reveal") in (RevealWay.EACH, RevealWay.PODIUM)
    return back(
        request, "event_wall_control" if hidden else "event_results", event_id, message=message
    )


@require_safe
@desk_access
def event_results(request: EventRequest, event_id: int) -> HttpResponse:
    """The winners' page: who won and why, as far as it has come; everybody else below. For the
    desk."""
    table = standings(request.event)
    over = event_finale(request.event)
    ending = over or event_finale(request.event, so_far=True)
    below = places_below(ending) if ending else ()
    shared = open_link(request.event, Link.Kind.SHARE)
    host = request.actor.kind == "host"
    context = {
        "standings": table,
        "finale": ending,
        "over": over is not None,
        "fell": fallen_records(request.event) if host and over else (),
        "shared": shared if host else None,
        "part": list_page(below, PageRequest.of(request), name=lambda place: place.name),
        "player": Address("event_player", (event_id,)),
        "tab": "standings",
    }
    return page(request, "standings/results.html", context)


@require_safe
@desk_access
@only_for(Keeping.SET, Keeping.HANDS)
def event_rehearse(request: EventRequest, event_id: int) -> HttpResponse:
    """All rounds with the real names and made-up winners; or what is missing before anybody can be
    seated. Once the first seats are shown, redirects to the seats. For the desk."""
    event = request.event
    if event.state != Event.State.SETUP:
        return HttpResponseRedirect(reverse("event_draw", args=[event_id]))

    ready: EventRehearsal | None = None
    if searches.is_large_evening(event) and not draws.why_not(event):
        search = searches.look(event=event, actor=request.actor, kind=searches.REHEARSE)
        if search.result is None:
            wait = {"search": search.search, "reasons": search.problems, "tab": "draw"}
            return page(request, "desk/rehearsal.html", wait)
        ready = EventRehearsal.of(search.result)

    def context() -> dict[str, Any]:
        reasons = [message(reason) for reason in draws.why_not(event)]
        rehearsal = None if reasons else ready or read_rehearsal(event)
        return {"reasons": reasons, "rehearsal": rehearsal, "late": LATE, "tab": "draw"}

    return page_alike(request, "desk/rehearsal.html", context)
