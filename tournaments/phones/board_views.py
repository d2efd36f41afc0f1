"""A board's phones, and who joins or leaves its game.

Who may: whoever holds the table's un-revoked link. Only a host of the event, signed in on that
phone, seats somebody new: that adds to the book of people.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from rulesets.formats.parts import Keeping
from tournaments.access import devices
from tournaments.access.decorators import is_host_with_link, link_access, only_for
from tournaments.access.permissions import host_actor
from tournaments.boards.event_board import players_clockwise
from tournaments.boards.event_tables import table_of
from tournaments.log.selectors import last_undoable
from tournaments.log.services import undo_last
from tournaments.models.errors import Refused, refusal
from tournaments.models.event_games import format_of
from tournaments.people.names import parse_names
from tournaments.phones.blocks import Answer
from tournaments.phones.moves import successor_address
from tournaments.phones.phone import phone_at
from tournaments.phones.request_params import link_and_mark, submission_key, whole
from tournaments.reports.acceptances import set_saved_is_agreed
from tournaments.seating.roll_call import (
    JOINED,
    first_totals,
    join_table,
    leave_table,
    return_to_table,
)
from tournaments.standings.selectors import only_board
from tournaments.web.forms import message
from tournaments.web.labels import called
from tournaments.web.responses import clean_line
from tournaments.web.wording import and_list

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tournaments.access.permissions import EventRequest
    from tournaments.boards.event_board import EventBoard
    from tournaments.models import Event, Table
    from tournaments.people.names import ParsedName

NAME_LENGTH = 80
PAGE, PART = "phones/players.html", "phones/_players.html"


@require_POST
@link_access("table", find=link_and_mark)
def leave(request: EventRequest, token: str) -> HttpResponse:
    """This phone leaves the table to the others; its page says how to come back."""
    if request.link is not None:
        devices.leave(request.link, request.actor.device)
    context = {"event": request.event, "home": reverse("table", args=(token,))}
    return render(request, "phones/left.html", context)


@require_POST
@link_access("table", find=link_and_mark)
def alone(request: EventRequest, token: str) -> HttpResponse:
    """This phone keeps the score alone: all others leave the table."""
    if request.link is not None and request.actor.device:
        devices.keep_alone(request.link, request.actor.device)
    return HttpResponseRedirect(reverse("table", args=(token,)), status=303)


@require_POST
@link_access("table", find=link_and_mark)
@only_for(Keeping.TABLE)
def agreed(request: EventRequest, token: str) -> HttpResponse:
    """A host sets whether saving a report is agreeing to it, however many phones look on."""
    if not is_host_with_link(request):
        raise Http404
    actor, saved = host_actor(request.event, request.user), request.POST.get("saved") == "1"
    set_saved_is_agreed(event=request.event, actor=actor, saved=saved)
    return HttpResponseRedirect(reverse("table", args=(token,)), status=303)


@require_GET
@link_access("table", find=link_and_mark)
@only_for(Keeping.TABLE)
def players(request: EventRequest, token: str) -> HttpResponse:
    """Show the players, who can join now, and who can leave; of a game whose people were changed,
    lead to the one in its place."""
    if address := successor_address(request.event):
        return HttpResponseRedirect(address)
    return players_page(request, token)


@require_POST
@link_access("table", find=link_and_mark)
@only_for(Keeping.TABLE)
def join(request: EventRequest, token: str) -> HttpResponse:
    """A host seats somebody who joins the game from the next round on; or undoes it, as long as
    nothing else was done."""
    if not is_host_with_link(request):
        raise Http404
    actor = host_actor(request.event, request.user)
    address = reverse("table_players", args=(token,))
    try:
        if "undo" in request.POST:
            undo_last(event=request.event, actor=actor, expected=whole(request.POST, "undo") or 0)
            return HttpResponseRedirect(address, status=303)
        seat = join_table(
            table=table_or_404(request, board_of(request, token)),
            actor=actor,
            newcomer=name_of(request),
            start=clean_line(request.POST.get("start"), 10),
            neighbour=whole(request.POST, "neighbour"),
            key=submission_key(request.POST),
        )
    except Refused as refused:
        return players_page(request, token, refused)
    return HttpResponseRedirect(f"{address}?joined={seat.chair}", status=303)


@require_POST
@link_access("table", find=link_and_mark)
@only_for(Keeping.TABLE)
def out(request: EventRequest, token: str) -> HttpResponse:
    """Somebody leaves the game from the next round on."""
    chair = whole(request.POST, "chair")
    board = board_of(request, token)
    if chair is None or chair >= len(board.names):
        raise Http404
    try:
        leave_table(table=table_or_404(request, board), actor=request.actor, chair=chair)
    except Refused as refused:
        return players_page(request, token, refused)
    address = reverse("table_players", args=(token,))
    return HttpResponseRedirect(f"{address}?out={chair}", status=303)


@require_POST
@link_access("table", find=link_and_mark)
@only_for(Keeping.TABLE)
def back(request: EventRequest, token: str) -> HttpResponse:
    """Somebody who left the game is back: at once, or after rounds that were played without
    them."""
    chair = whole(request.POST, "chair")
    if chair is None:
        raise Http404
    board = board_of(request, token)
    try:
        return_to_table(table=table_or_404(request, board), actor=request.actor, chair=chair)
    except Refused as refused:
        return players_page(request, token, refused)
    return HttpResponseRedirect(reverse("table_players", args=(token,)), status=303)


def players_page(request: EventRequest, token: str, refused: Refused | None = None) -> HttpResponse:
    """The page of players, or for htmx its part alone, with problems (422) if something was
    refused."""
    board = board_of(request, token)
    begun = board.has_begun
    way = board.plays.joining(board.standing) if begun and board.open else ""
    totals: dict[str, Any] = first_totals(board) if way == "choice" else {}
    people = [_person(board, chair, begun=begun) for chair in board.clockwise]
    neighbours = players_clockwise(board) if way else ()
    beside = whole(request.POST, "neighbour") if refused else None
    words = {
        "mean": _("the average: {points}"),
        "last": _("the same as the last player: {points}"),
        "zero": _("nothing: {points}"),
    }
    joined, by_host = whole(request.GET, "joined"), is_host_with_link(request)
    context = {
        "event": request.event,
        "token": token,
        "home": reverse("table", args=(token,)),
        "key": devices.new_code(),
        "by_host": by_host,
        "begun": begun,
        "lone": only_board(request.event) is not None,
        "way": way,
        "starts": [(key, words[key].format(points=points)) for key, points in totals.items()],
        "people": people,
        "stays": _why_all_stay(board, people) if begun and board.open else "",
        "gaps": [
            (chair, name, after)
            for (chair, name), (_next, after) in zip(
                neighbours, (*neighbours[1:], *neighbours[:1]), strict=True
            )
        ],
        "neighbour": neighbours[-1][0] if beside is None and neighbours else beside,
        "out": whole(request.GET, "out"),
        "joined": joined,
        "undo": _joining_to_undo(request.event, board, joined) if by_host else None,
        "wrong": refused is not None and "name" in request.POST,
        "fixed": begun and board.open and not way,
        "problems": [message(problem) for problem in refused.problems] if refused else [],
        "called_one": format_of(request.event).labels.deal.one.text,
        "typed": clean_line(request.POST.get("name"), NAME_LENGTH) if refused else "",
    }
    template = PART if "HX-Request" in request.headers else PAGE
    return render(request, template, context, status=422 if refused else 200)


def _joining_to_undo(event: Event, board: EventBoard, chair: int | None) -> int | None:
    """The step of the log by which somebody got that chair; None once it cannot be undone."""
    last = last_undoable(event) if chair is not None else None
    if (
        last is None
        or last.code != JOINED
        or (last.params["set"], last.params["table"]) != board.at
    ):
        return None
    return last.pk if board.names[chair:][:1] == (last.params["name"],) else None


def _person(board: EventBoard, chair: int, *, begun: bool) -> dict[str, Any]:
    """Somebody at the table: their total, whether they may leave and what follows if they do; or
    after which deal they left."""
    state, words = board.standing, called(board.format)
    left = dict(getattr(state, "gone", ())) if chair in board.plays.leavers(state) else {}
    may_leave = begun and board.open and board.plays.may_leave(state, chair)
    staying = [name for place, name in players_clockwise(board) if place != chair]
    return {
        "chair": chair,
        "name": board.names[chair],
        "total": board.totals(state)[chair] if board.alone else None,
        "has_left": bool(left),
        "left_after": words.within(left[chair]) if left.get(chair) else "",
        "may_leave": may_leave,
        "may_return": bool(left) and begun and board.open,
        "out_from": words.within(board.next_number),
        "staying": and_list(staying) if may_leave else "",
    }


def _why_all_stay(board: EventBoard, people: Sequence[Mapping[str, Any]]) -> str:
    """Why nobody can go home now; "" if somebody can."""
    if any(person["may_leave"] for person in people):
        return ""
    fewest = board.plays.players[0]
    few = len(board.plays.playing(board.state)) <= fewest
    text = (
        _("{game} needs {count} people: nobody can go home now.")
        if few
        else _("In {game} everybody keeps a place at the table to the end.")
    )
    return text.format(game=board.format.game.name, count=fewest)


def board_of(request: EventRequest, token: str) -> EventBoard:
    """The table's own board. Raises Http404 before there is one."""
    phone = phone_at(request, token, Answer())
    if phone is None:
        raise Http404
    return phone.board


def table_or_404(request: EventRequest, board: EventBoard) -> Table:
    """The table of a board, with its seating and event. Raises Http404 once it is gone."""
    table = table_of(request.event, board.set_number, board.table_number)
    if table is None:
        raise Http404
    return table


def name_of(request: EventRequest) -> ParsedName:
    """The name that was typed. Raises Refused unless it is exactly one."""
    typed = parse_names(clean_line(request.POST.get("name"), NAME_LENGTH))
    if len(typed) != 1:
        raise refusal("name.missing", "Type one name.", "name")
    return typed[0]
