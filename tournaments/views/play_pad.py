"""One scoreboard and its reports: a table's pad, a round of the room. For the desk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access import EventRequest, desk_access
from tournaments.forms import message
from tournaments.selectors.log import undo_sentence
from tournaments.selectors.padphone import run_of
from tournaments.selectors.pads import COUPLE, Pad, pads
from tournaments.selectors.playdesk import line_state, pad_card, round_page
from tournaments.selectors.playround import moved_in, place_at, troubles_in
from tournaments.selectors.table import table_of
from tournaments.services import lineup
from tournaments.services.errors import refusal

from .answers import back, did, page, whole
from .books import books_context
from .kinds import pads_only
from .play_boards import board_of, worksheet_of
from .play_round import form_of
from .tables import new_key

if TYPE_CHECKING:
    from tournaments.models import Event


def pad_of(event: Event, set_number: int, number: int) -> Pad:
    """A table's pad. Raises Http404 if there is none."""
    for pad in pads(event):
        if (pad.set_number, pad.table_number) == (set_number, number) and pad.table_number:
            return pad
    raise Http404


def pad_context(request: EventRequest, pad: Pad) -> dict[str, Any]:
    """The board, the round to come, every round in a line, and what closes the game."""
    scheme = pad.scheme
    here = (pad.set_number, pad.table_number, pad.next_number)
    place = place_at(request.event, *here) if pad.open else None
    begun = any(line.standing for one in pad.rounds for line in one.lines)
    return {
        "pad": pad,
        "card": pad_card(pad),
        "place": place,
        "form": form_of(place, final=not pad.playable) if place else None,
        "key": new_key(),
        "run": run_of(pad) if any(one.counted for one in pad.rounds) else [],
        "undo": undo_sentence(request.event),
        "board": board_of(pad, request.event),
        "rounds": [
            {
                "round": one,
                "line": one.lines[0],
                "state": line_state(one.lines[0]),
                "said": one.played.summary if one.counted and one.played else "",
                "troubles": [message(problem) for problem in troubles_in(pad, one.number)],
            }
            for one in reversed(pad.rounds)
        ],
        "drawing": scheme.drawing(pad.state) if scheme.drawing else None,
        "can_close": bool(scheme.final)
        and pad.open
        and pad.playable
        and any(one.counted for one in pad.rounds),
        "choose_dealer": scheme.dealers == "player" and not begun and pad.open,
        "tab": "desk",
    }


@require_safe
@desk_access
@pads_only
def event_pad(request: EventRequest, event_id: int, set_number: int, number: int) -> HttpResponse:
    """A table's scoreboard and all its rounds."""
    pad = pad_of(request.event, set_number, number)
    return page(request, "play/pad.html", pad_context(request, pad))


@require_http_methods(["POST"])
@desk_access
@pads_only
def event_pad_act(
    request: EventRequest, event_id: int, set_number: int, number: int
) -> HttpResponse:
    """The small buttons of a table's pad."""
    pad = pad_of(request.event, set_number, number)
    table = table_of(request.event, set_number, number)

    def dealer(request: EventRequest) -> str:
        first = whole(request.POST.get("first"), 0, len(pad.names) - 1)
        if table is None or first is None:
            raise refusal("dealer.chair", "Choose who deals first.", "first")
        lineup.set_first_dealer(event=request.event, actor=request.actor, table=table, first=first)
        return ""

    said, problems = did(request, {"dealer": dealer})
    if problems:
        context = pad_context(request, pad_of(request.event, set_number, number))
        return page(request, "play/pad.html", context, problems=problems)
    return back(request, "event_pad", event_id, set_number, number, said=said)


@require_safe
@desk_access
@pads_only
def event_worksheet(request: EventRequest, event_id: int, set_number: int) -> HttpResponse:
    """A round of the whole room: who said what, what it brought, what it moved."""
    found = pads(request.event)
    room = found[0] if found and found[0].scheme.rows == COUPLE else None
    one = room.round(set_number) if room else None
    if room is None or one is None:
        raise Http404
    context = {
        "pad": room,
        "shown": round_page(room, one),
        "worksheet": worksheet_of(room, one, request.event),
        "board": board_of(room),
        "moved": moved_in(room, one.number),
        "troubles": [message(problem) for problem in troubles_in(room, one.number)],
        "run": run_of(room),
        "numbers": [each.number for each in room.rounds],
        "tab": "desk",
    }
    return page(request, "play/worksheet.html", context)


@require_safe
@desk_access
@pads_only
def event_stakes(request: EventRequest, event_id: int) -> HttpResponse:
    """The books: every movement of what is held, and that nothing came from nowhere."""
    context = books_context(request, pads(request.event))
    return page(request, "play/stakes.html", context | {"tab": "stakes"})
