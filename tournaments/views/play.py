"""The desk of an event that keeps score pads: where they stand, the one next step. For the desk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.access import EventRequest, desk_access
from tournaments.forms_host import TimerForm
from tournaments.models import Event
from tournaments.selectors.pads import pads
from tournaments.selectors.playdesk import (
    PlayDesk,
    ending_words,
    is_over,
    play_desk,
    round_page,
)
from tournaments.selectors.table import table_of
from tournaments.services import lineup, results
from tournaments.services.access import stream_token
from tournaments.services.errors import Refused, refusal
from tournaments.services.finishing import refuse_unfinished

from .answers import back, did, page, sentences, whole
from .kinds import pads_only
from .play_boards import board_of, worksheet_of
from .tables import report_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tournaments.selectors.pads import Pad

    from .answers import Deed


def desk_page(
    request: EventRequest, problems: list[str] | None = None, said: str = ""
) -> HttpResponse:
    """The desk, or only its living part where htmx asks for it."""
    shown = play_desk(request.event)
    context = {
        "desk": shown,
        "said": said,
        "timer": TimerForm(initial={"minutes": 20}),
        "stream": stream_token(request.event, request.actor),
        "tab": "desk",
        "uncounted": uncounted(request),
        **boards(request, shown),
    }
    template = "play/_desk.html" if request.htmx else "play/desk.html"
    return page(request, template, context, problems=problems)


def uncounted(request: EventRequest) -> list[dict[str, str]]:
    """Rounds that were reported but do not count any more, with where to look at them."""
    found = []
    for pad in pads(request.event):
        for one in pad.rounds:
            if not one.complete or one.counted:
                continue
            words = {"table": pad.title, "number": one.number}
            text = _("%(table)s: round %(number)d does not count.") if pad.title else ""
            url = (
                reverse("event_round", args=[request.event.pk, *place_of_pad(pad), one.number])
                if pad.table_number
                else reverse("event_worksheet", args=[request.event.pk, one.number])
            )
            text = text or _("Round %(number)d does not count.")
            found.append({"text": text % words, "url": url})
    return found


def place_of_pad(pad: Pad) -> tuple[int, int]:
    """The numbers of a table's pad in an address."""
    return pad.set_number, pad.table_number


def boards(request: EventRequest, shown: PlayDesk) -> dict[str, Any]:
    """The scoreboard of the room, or of the only table."""
    if shown.room is not None and shown.round is not None:
        room, page_ = shown.room, shown.round
        past = [round_page(room, one) for one in room.rounds if one.number < page_.number]
        return {
            "board": board_of(room),
            "worksheet": worksheet_of(room, page_.round, request.event),
            "totals": list(
                zip(room.setup.roster.team_names, room.scheme.totals(room.state), strict=True)
            ),
            "past": past[::-1],
            "before": past[-1].number if past else None,
            "to_accept": sum(row.state == "provisional" for row in page_.rows),
            "ending": ending_words(room),
        }
    if len(shown.cards) == 1:
        pad = shown.cards[0].pad
        return {
            "board": board_of(pad, request.event),
            "only": shown.cards[0],
            "drawing": pad.scheme.drawing(pad.state) if pad.scheme.drawing else None,
            "ending": shown.cards[0].ending,
        }
    return {"ending": shown.cards[0].ending if shown.cards and shown.cards[0].is_final else ""}


def accept(request: EventRequest) -> str:
    """Accept everything that one table, or one couple, has said and nobody has accepted yet."""
    number, set_number = whole(request.POST.get("table"), 1), whole(request.POST.get("set"), 1)
    table = table_of(request.event, set_number or 0, number or 0)
    if table is None:
        raise refusal("table.unknown", "There is no such table in this set.")
    lines = (line for pad in pads(request.event) for one in pad.rounds for line in one.lines)
    for line in lines:
        open_ = line.payload is not None and not line.accepted and not line.pending
        if open_ and line.table_id == table.pk:
            results.accept(report=report_of(table, line.report_id), actor=request.actor)
    return _("Everything reported there is accepted.")


def accept_round(request: EventRequest) -> str:
    """Accept everything that waits in the rounds of the whole room."""
    for pad in pads(request.event):
        for line in (line for one in pad.rounds for line in one.lines):
            if line.payload is None or line.accepted or line.pending:
                continue
            table = table_of(request.event, line.set_number, line.table_number)
            if table is not None:
                results.accept(report=report_of(table, line.report_id), actor=request.actor)
    return _("Everything reported is accepted.")


def seat_final(request: EventRequest) -> str:
    """The last ones of all tables meet."""
    lineup.seat_final(event=request.event, actor=request.actor)
    return _("The final table is seated.")


# What the buttons of this desk do besides those of every desk.
DEEDS: Mapping[str, Deed] = {
    "accept": accept,
    "accept_round": accept_round,
    "final": seat_final,
}


def desk_act(request: EventRequest, deeds: Mapping[str, Deed]) -> HttpResponse:
    """The small buttons of the desk; `deeds` are those of every desk."""
    said, problems = did(request, {**deeds, **DEEDS})
    if problems or request.htmx:
        return desk_page(request, problems, said)
    return back(request, "event", request.event.pk, said=said)


@require_http_methods(["GET", "HEAD"])
@desk_access
@pads_only
def event_end(request: EventRequest, event_id: int) -> HttpResponse:
    """Asks before an evening is finished whose game is not over."""
    if request.event.state != Event.State.PLAYING:
        raise Http404
    return end_page(request)


def end_page(request: EventRequest, problems: list[str] | None = None) -> HttpResponse:
    """What is still open; after a refusal (`problems`) with that on top."""
    context = {
        "over": is_over(pads(request.event)),
        "open": [] if problems else open_things(request.event),
        "tab": "desk",
    }
    return page(request, "play/end.html", context, problems=problems)


def open_things(event: Event) -> list[str]:
    """What stands against finishing now, in sentences."""
    try:
        refuse_unfinished(event, early=False)
    except Refused as refused:
        return sentences(refused)
    return []
