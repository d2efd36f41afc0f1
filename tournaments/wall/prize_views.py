"""The page of the prizes of an event, for the desk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.access.decorators import desk_access
from tournaments.models import Event
from tournaments.models.errors import Refused, refusal
from tournaments.records.evening_pages import AWARDS
from tournaments.wall import prizes as writing
from tournaments.wall.forms import PrizeForm
from tournaments.web.forms import put_beside_fields
from tournaments.web.responses import back, entry_of, page, perform_action, whole_number

if TYPE_CHECKING:
    from django.http import HttpResponse

    from tournaments.access.permissions import EventRequest


def _prize_id(request: EventRequest) -> int:
    """Return the number of the prize that a button is about. Raises Refused for none."""
    prize_id = whole_number(request.POST.get("prize"))
    if prize_id is None:
        raise refusal("prize.gone", "That prize is not on the list any more.")
    return prize_id


def remove(request: EventRequest) -> str:
    """Take a prize off the list."""
    prize_id = _prize_id(request)
    writing.remove_prize(event=request.event, actor=request.actor, prize_id=prize_id)
    return ""


def move(request: EventRequest) -> str:
    """Move a prize to the place `to`."""
    prize_id, to = _prize_id(request), whole_number(request.POST.get("to"), 1)
    if to is None:
        raise refusal("prize.place", "Say to which place it moves.")
    writing.move_prize(event=request.event, actor=request.actor, prize_id=prize_id, to=to)
    return ""


def choose(request: EventRequest) -> str:
    """Read out the ticked awards alone."""
    kinds = request.POST.getlist("award")
    writing.choose_awards(event=request.event, actor=request.actor, kinds=kinds)
    return _("Saved.")


def switch(request: EventRequest) -> str:
    """Pass over whoever has a prize, or not."""
    passes_over = request.POST.get("over") == "1"
    writing.pass_over(event=request.event, actor=request.actor, passes_over=passes_over)
    return ""


def cut(request: EventRequest) -> str:
    """Note who won the cut for a prize."""
    entry = entry_of(request.event, request.POST.get("entry"))
    prize_id = _prize_id(request)
    writing.note_cut(event=request.event, actor=request.actor, prize_id=prize_id, entry=entry)
    return _("%(name)s has it.") % {"name": entry.name}


ACTIONS = {"remove": remove, "move": move, "switch": switch, "cut": cut, "choose": choose}


@require_http_methods(["GET", "HEAD", "POST"])
@desk_access
def event_prizes(request: EventRequest, event_id: int) -> HttpResponse:
    """Show the prizes in their order, and who has them once the event is finished; POST names one,
    takes one off, moves one, notes a cut, or chooses the awards that are read out."""
    event, problems = request.event, list[str]()
    choices = writing.prize_choices(event)
    is_new = request.method == "POST" and request.POST.get("act") == "name"
    form = PrizeForm(choices, *([request.POST] if is_new else []))
    if is_new and form.is_valid():
        try:
            writing.name_prize(event=event, actor=request.actor, **form.cleaned_data)
        except Refused as refused:
            put_beside_fields(form, refused.problems)
        else:
            return back(request, "event_prizes", event_id)
    elif request.method == "POST" and not is_new:
        message, problems = perform_action(request, ACTIONS)
        if not problems:
            return back(request, "event_prizes", event_id, message=message)
    titles = dict(choices)
    context = {
        "prizes": [(prize, writing.describe(prize, titles)) for prize in event.prizes.all()],
        "lines": writing.prize_lines(event),
        "is_over": event.state == Event.State.FINISHED,
        "form": form,
        "awards": [(kind, title, kind not in event.awards_off) for kind, title in AWARDS.items()],
    }
    status = 422 if form.errors else None
    return page(request, "wall/prizes.html", context, problems=problems, status=status)
