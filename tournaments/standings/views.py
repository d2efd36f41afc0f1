"""Pages of standings and explanations, of sit-outs, results and books.

For the desk; the books for a table and spectators, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpResponse, QueryDict
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST, require_safe

from rulesets.formats.parts import Keeping
from rulesets.formats.sets import sit_out_words
from tournaments.access.decorators import (
    desk_access,
    host_access,
    link_access,
    offers,
    only_for,
)
from tournaments.access.permissions import EventRequest
from tournaments.boards.by_keeping import DRAWS_EVERY_SET
from tournaments.boards.event_board import EventBoard
from tournaments.boards.hall import Hall
from tournaments.models import Entry, Event
from tournaments.models.errors import Refused
from tournaments.models.event_games import format_of
from tournaments.scores.books import books
from tournaments.scores.ladder import ladder
from tournaments.seats.requests import people_by_entry
from tournaments.seats.selectors import sit_out_ledger, sitters
from tournaments.standings.board_points import total_reasons
from tournaments.standings.cross_table import brackets, cross_tables
from tournaments.standings.deductions import (
    DeductionForm,
    WithdrawalForm,
    deduct,
    withdraw_deduction,
)
from tournaments.standings.players import player_page
from tournaments.standings.rows import places_of_totals
from tournaments.standings.selectors import credit_of, standings
from tournaments.web.forms import put_beside_fields
from tournaments.web.paging import Address, PageRequest, list_page
from tournaments.web.responses import back, page, page_alike
from tournaments.web.wording import translate


@require_safe
@desk_access
def event_standings(request: EventRequest, event_id: int) -> HttpResponse:
    """The standings with every set's points: a page of them (`?page=`), or those whose name
    contains `?q=`. For the desk."""
    page_request = PageRequest.of(request)

    def context() -> dict[str, Any]:
        table, format = standings(request.event), format_of(request.event)
        host = request.actor.kind == "host"
        columns = credit_of(request.event).columns(format, table.rows)
        # Partners who share a total share a line.
        pairs = places_of_totals(table.lines) if table.begun else [(row,) for row in table.lines]
        lines = [first for first, *_mate in pairs]
        people = people_by_entry(request.event) if table.finished and host else {}
        return {
            "standings": table,
            "part": list_page(
                lines, page_request, name=lambda row: " / ".join((row.name, *row.side))
            ),
            "mates": {first.entry_id: tuple(mates) for first, *mates in pairs if mates},
            "player": Address("event_player", (event_id,)),
            "sets": [translate(name) for name in columns],
            "best": max((row.total for row in table.rows), default=0),
            "people": {
                pair[0].entry_id: tuple(
                    person for row in pair for person in people.get(row.entry_id, ())
                )
                for pair in pairs
            },
            "crosses": cross_tables(request.event, table),
            "ladder": ladder(request.event),
            "brackets": brackets(request.event, by_round=True),
            "tab": "standings",
        }

    if page_request.q:
        return page(request, "standings/standings.html", context())
    return page_alike(request, "standings/standings.html", context, page_request.page)


@require_safe
@desk_access
def event_player(request: EventRequest, event_id: int, entry_id: int) -> HttpResponse:
    """One player's evening: every point down to the hand, the report and the rule. For the desk."""
    return _player(request, entry_id, DeductionForm())


def _player(
    request: EventRequest,
    entry_id: int,
    form: DeductionForm,
    *,
    refusals: Sequence[str] = (),
    status: int = 200,
) -> HttpResponse:
    """A player's page, with the form for a deduction if points can be deducted."""
    player = player_page(request.event, entry_id)
    if player is None:
        raise Http404
    carried = format_of(request.event).keeping.credit == "carried"
    may = request.actor.kind == "host" and request.event.state == Event.State.PLAYING
    context = {
        "player": player,
        "deduct": form if carried and may else None,
        "refusals": refusals,
        "tab": "standings",
    }
    status = 422 if form.errors else status
    return page(request, "standings/player.html", context, status=status)


@require_POST
@host_access
def event_deduct(request: EventRequest, event_id: int, entry_id: int) -> HttpResponse:
    """Deduct points from an entry that carries a score, or add some (`act=add`). For the event's
    hosts."""
    event, entry = request.event, _carrier(request, entry_id)
    form = DeductionForm(request.POST)
    if form.is_valid():
        sign = -1 if request.POST.get("act") == "add" else 1
        points, reason = sign * form.cleaned_data["points"], form.cleaned_data["reason"]
        try:
            deduct(event=event, actor=request.actor, entry=entry, points=points, reason=reason)
        except Refused as refused:
            put_beside_fields(form, refused.problems)
        else:
            return back(request, "event_player", event_id, entry_id)
    return _player(request, entry_id, form)


@require_POST
@host_access
def event_deduct_withdraw(request: EventRequest, event_id: int, entry_id: int) -> HttpResponse:
    """Withdraw one deduction of an entry, or extra points; `page` is the entry whose page comes
    next. For the event's hosts."""
    event, entry = request.event, _carrier(request, entry_id)
    form = WithdrawalForm(request.POST)
    page_entry = number_in(request.POST, "page") or entry_id
    if not form.is_valid():
        return _player(request, page_entry, DeductionForm(), status=422)
    try:
        withdraw_deduction(event=event, actor=request.actor, entry=entry, **form.cleaned_data)
    except Refused as refused:
        messages = [translate(problem.words) for problem in refused.problems]
        return _player(request, page_entry, DeductionForm(), refusals=messages, status=422)
    return back(request, "event_player", event_id, page_entry)


def _carrier(request: EventRequest, entry_id: int) -> Entry:
    """An entry of the event, if people carry a score there."""
    entry = request.event.entries.filter(pk=entry_id).first()
    if entry is None or format_of(request.event).keeping.credit != "carried":
        raise Http404
    return entry


@require_safe
@desk_access
@offers(lambda format: format.ranking.sit_out.counts)
def event_ledger(request: EventRequest, event_id: int) -> HttpResponse:
    """Who sat out when, and why: a page of the people, or those whose name contains `?q=`. For the
    desk."""
    everybody = sitters(request.event)
    part = list_page(everybody, PageRequest.of(request), name=lambda row: row.name)
    format = format_of(request.event)
    context = {
        "part": part,
        "rows": sit_out_ledger(request.event, everybody, part.lines),
        "player": Address("event_player", (event_id,)),
        "sit_out_words": translate(sit_out_words(format)),
        "tab": "standings",
    }
    return page(request, "standings/sit_outs.html", context)


def books_page(
    request: EventRequest, base_template: str, boards: Sequence[EventBoard], **context: Any
) -> HttpResponse:
    """The books of one of these boards, in a match of one of its games: `?pad=` is its index among
    them (or its `?set=` and `?table=`), `?of=` an account, `?who=` a single total, of which a
    script gets only its part; `?page=` a part of the rounds, `?page=all` all of them, to print.
    Without boards the page says that there is nothing yet. `base_template` is the template that the
    page extends."""
    boards = [part for board in boards for part in board.parts]
    place = place_of_board(request.GET, boards)
    board = boards[place] if boards else None
    who, account = number_in(request.GET, "who"), number_in(request.GET, "of")
    page_request = PageRequest.of(request)
    also = {"pad": str(place)}
    ledger = reasons = None
    if board and who is not None and _scores(board, who):
        reasons = total_reasons(board, who, page_request, **also, who=str(who))
    elif board:
        chosen = {} if account is None else {"of": str(account)}
        ledger = books(board, account, page_request, **also, **chosen)
    shared_context: dict[str, Any] = {
        "reasons": reasons,
        "source": board.game.source if board else "",
        "place": place,
        "parts_path": request.path,
    }
    is_part = "HX-Request" in request.headers and request.headers.get("HX-Target") != "live"
    if reasons is not None and is_part:
        return page(request, "standings/_total.html", shared_context)
    shared_context |= {
        "base_template": base_template,
        "heading": _("How we got here"),
        "ledger": ledger,
        "title": board.title if board else "",
        "sets": _picks(boards),
    }
    return page(request, "standings/books.html", shared_context | context)


def _picks(boards: Sequence[EventBoard]) -> list[tuple[int, list[tuple[int, str]]]]:
    """Return the index and title of each board to choose from, by set, the newest first; under 0
    where no two have one title. Nothing where there is one board."""
    if not boards[1:]:
        return []
    picks = list(enumerate(board.title for board in boards))
    if len({title for _index, title in picks}) == len(picks):
        return [(0, picks)]
    numbers = sorted({board.set_number for board in boards}, reverse=True)
    return [
        (number, [pick for pick in picks if boards[pick[0]].set_number == number])
        for number in numbers
    ]


def _scores(board: EventBoard, scorer: int) -> bool:
    return scorer < len(board.scorers)


def place_of_board(data: QueryDict, boards: Sequence[EventBoard]) -> int:
    """The index of the board that an address asks for; of the first board if it names none. In a
    match it is that of the last game."""
    index = number_in(data, "pad")
    if index is not None and index < len(boards):
        return index
    tables = [(board.set_number, board.table_number) for board in boards]
    at = number_in(data, "set"), number_in(data, "table")
    at = at if at in tables else next(iter(tables), at)
    return max((n for n, table in enumerate(tables) if table == at), default=0)


@require_GET
@link_access("spectator")
@only_for(Keeping.TABLE, Keeping.SET, Keeping.ROOM)
def spectator_books(request: EventRequest, token: str) -> HttpResponse:
    """Every transfer on any board, and why. For spectators."""
    hidden = standings(request.event).hidden > 0
    visible_boards = () if hidden else Hall.of(request.event).boards
    version = str(request.event.version)
    query = request.GET.copy()  # of what the page is; it asks for the same again
    query.pop("v", None)
    spectator_context = {
        "token": token,
        "hidden": hidden,
        "lasts": not DRAWS_EVERY_SET(request.event),
        "version": version,
        "asked": query.urlencode(),
    }
    return books_page(request, "phones/base.html", visible_boards, **spectator_context)


@require_safe
@desk_access
@only_for(Keeping.TABLE, Keeping.SET, Keeping.ROOM)
def event_stakes(request: EventRequest, event_id: int) -> HttpResponse:
    """Every transfer on any board, and why. For the desk."""
    return books_page(request, "base_event.html", Hall.of(request.event).boards, tab="stakes")


def number_in(data: QueryDict, name: str) -> int | None:
    """A small whole number in the query; None if there is none."""
    text = data.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else None
