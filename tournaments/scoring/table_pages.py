"""A table and what was reported there, and a round of the whole room. For the desk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.access.decorators import desk_access
from tournaments.access.offers import offers
from tournaments.answers import back, did, page, whole
from tournaments.errors import refusal
from tournaments.games import format_of
from tournaments.log.selectors import undo_sentence
from tournaments.scoring import cuts, dealers
from tournaments.scoring.board_links import board_of, worksheet_of
from tournaments.scoring.books import stakes_of
from tournaments.scoring.deal_pages import new_key, yes_to
from tournaments.scoring.deals import troubles_in
from tournaments.scoring.pads import pads
from tournaments.scoring.places import deal_at
from tournaments.scoring.progress import line_state, pad_now, round_page, run_of
from tournaments.scoring.table_page import table_of, table_page
from tournaments.words import said, set_word, table_title

if TYPE_CHECKING:
    from tournaments.actors import EventRequest
    from tournaments.models import Event
    from tournaments.scoring.pad import Pad
    from tournaments.scoring.table_page import TablePage


def table_context(request: EventRequest, set_number: int, number: int) -> dict[str, Any]:
    """A table with its deals. Raises Http404 if there is none."""
    event = request.event
    more = {"at": (set_number, number), "undo": undo_sentence(event), "tab": "desk"}
    if not format_of(event).lasts:
        return more | _of_set(event, _shown(event, set_number, number))
    return more | _of_board(event, _pad(event, set_number, number))


def _shown(event: Event, set_number: int, number: int) -> TablePage:
    found = table_page(event, number, set_number)
    if found is None:
        raise Http404
    return found


def _pad(event: Event, set_number: int, number: int) -> Pad:
    for pad in pads(event):
        if (pad.set_number, pad.table_number) == (set_number, number) and pad.table_number:
            return pad
    raise Http404


def _of_set(event: Event, shown: TablePage) -> dict[str, Any]:
    """The hands of one set, who sits where and who moves on; the answers that would settle a cut,
    each as a button's value and words."""
    form = format_of(event)
    names = [chair.name for chair in shown.chairs]
    answers = [
        {
            "value": ",".join(str(chair) for chair in answer),
            "names": _(" & ").join(names[chair] for chair in answer),
        }
        for answer in shown.cut.answers
    ]
    undealt = shown.first_dealer is None and not shown.closed
    return {
        "table": shown,
        "title": table_title(form, shown.set_number, shown.number),
        "seating": _(set_word(form, shown.set_number)),
        "result": shown.result_text,
        "cut_answers": answers if shown.cut.needed else [],
        "deals": shown.hands,
        "due": shown.hand.number if shown.hand else None,
        "dealers": list(enumerate(names)) if undealt else [],
    }


def _of_board(event: Event, pad: Pad) -> dict[str, Any]:
    """The board, the round to come, every round in a line, and what closes the game."""
    plays, card = pad.plays, pad_now(pad)
    at = (pad.set_number, pad.table_number, pad.next_number)
    deal = deal_at(event, *at) if pad.open else None
    begun = any(line.standing for one in pad.rounds for line in one.lines)
    counted = any(one.counted for one in pad.rounds)
    choosing = plays.dealers == "player" and not begun and pad.open
    return {
        "pad": pad,
        "card": card,
        "title": card.title,
        "result": card.ending,
        "deal": deal,
        "form": deal.desk_form(final=not pad.playable) if deal else None,
        "coming": deal.coming if deal and pad.playable else None,
        "key": new_key(),
        "run": run_of(pad) if counted else [],
        "board": board_of(pad, event),
        "rounds": [
            {
                "round": one,
                "state": line_state(one.lines[0]),
                "said": said(one.played.summary) if one.counted and one.played else "",
                "troubles": troubles_in(pad, one.number),
            }
            for one in reversed(pad.rounds)
        ],
        "drawing": plays.drawing(pad.state),
        "can_close": bool(plays.final) and pad.open and pad.playable and counted,
        "dealers": list(enumerate(pad.names)) if choosing else [],
    }


@require_safe
@desk_access
@offers("not room")
def event_table(request: EventRequest, event_id: int, set_number: int, number: int) -> HttpResponse:
    """Who sits there, every deal with its state, and what can be done."""
    return page(request, "scoring/table.html", table_context(request, set_number, number))


@require_POST
@desk_access
@offers("not room")
def event_table_act(
    request: EventRequest, event_id: int, set_number: int, number: int
) -> HttpResponse:
    """The small buttons of a table."""
    event = request.event
    table = table_of(event, set_number, number)
    if table is None:
        raise Http404

    def cut(request: EventRequest) -> str:
        shown = _shown(event, set_number, number)
        won, seen = chosen_cut(request, shown), shown.cut.revision
        cuts.report_cut(table=table, winners=won, actor=request.actor, key=new_key(), seen=seen)
        return _("The cut is recorded.")

    def draw_cut(request: EventRequest) -> str:
        cuts.draw_cut(table=table, actor=request.actor, key=new_key())
        return _("The cut is drawn.")

    def dealer(request: EventRequest) -> str:
        first = whole(request.POST.get("first"))
        if first is None:
            raise refusal("dealer.chair", "Choose who deals first.", "first")
        dealers.set_first_dealer(table=table, first=first, actor=request.actor)
        return ""

    cutting = {"cut": cut, "draw_cut": draw_cut} if format_of(event).cuts else {}
    done_words, problems = did(request, yes_to(table) | {"dealer": dealer} | cutting)
    if problems:
        context = table_context(request, set_number, number)
        return page(request, "scoring/table.html", context, problems=problems)
    return back(request, "event_table", event_id, set_number, number, said=done_words)


def chosen_cut(request: EventRequest, shown: TablePage) -> tuple[int, ...]:
    """The chairs that won the cut, as one of the possible answers. Raises Refused for others."""
    for answer in shown.cut.answers:
        if request.POST.get("chairs") == ",".join(str(chair) for chair in answer):
            return answer
    raise refusal("cut.choose", "Choose who won the cut.", "chairs")


@require_safe
@desk_access
@offers("room")
def event_worksheet(request: EventRequest, event_id: int, set_number: int) -> HttpResponse:
    """A round of the whole room: who said what, what it brought, what it moved."""
    found = pads(request.event)
    one = found[0].round(set_number) if found else None
    if one is None:
        raise Http404
    room = found[0]
    context = {
        "pad": room,
        "shown": round_page(room, one),
        "worksheet": worksheet_of(room, one, request.event),
        "board": board_of(room),
        "moved": stakes_of(room, one.number) if one.played else (),
        "troubles": troubles_in(room, one.number),
        "run": run_of(room),
        "numbers": [each.number for each in room.rounds],
        "tab": "desk",
    }
    return page(request, "scoring/worksheet.html", context)


@require_safe
@desk_access
def moved(request: EventRequest, event_id: int, to: str, **place: int) -> HttpResponse:
    """On from an address that was bookmarked or printed to the page as it is called now."""
    target = reverse(to, kwargs={"event_id": event_id, **place})
    query = request.META.get("QUERY_STRING", "")
    return HttpResponseRedirect(f"{target}?{query}" if query else target)
