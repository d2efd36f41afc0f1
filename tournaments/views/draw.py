"""The seats of the next set: drawn, looked at, drawn again, published. For the desk."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.access import EventRequest, desk_access
from tournaments.models import Seating
from tournaments.selectors.desk import desk
from tournaments.selectors.pads import is_scheme
from tournaments.selectors.seats import seats
from tournaments.services import seating as writing
from tournaments.services.errors import refusal

from . import play_seats
from .answers import back, did, page, whole


def draw(request: EventRequest) -> str:
    """A first draw, or another in its place."""
    writing.draw(event=request.event, actor=request.actor)
    return ""


def publish(request: EventRequest) -> str:
    """Show the drawn seats to everybody. The form names the draw that was looked at."""
    wanted = whole(request.POST.get("seating"))
    drawn = request.event.seatings.filter(pk=wanted or 0, state=Seating.State.DRAFT).first()
    if drawn is None:
        raise refusal(
            "draft.gone", "These seats were drawn again meanwhile; look at the new ones first."
        )
    writing.publish(event=request.event, actor=request.actor, seating=drawn)
    return _("The seats are published: phones and the wall screen show them now.")


def discard(request: EventRequest) -> str:
    """Forget the drawn seats."""
    writing.discard_draft(event=request.event, actor=request.actor)
    return _("The drawn seats are put away.")


@require_http_methods(["GET", "HEAD", "POST"])
@desk_access
def event_draw(request: EventRequest, event_id: int) -> HttpResponse:
    """The seats drawn but not shown, and those in play."""
    if is_scheme(request.event):
        return play_seats.event_seats(request)
    problems: list[str] = []
    if request.method == "POST":
        said, problems = did(request, {"draw": draw, "publish": publish, "discard": discard})
        if not problems:
            to = "event" if request.POST["act"] == "publish" else "event_draw"
            return back(request, to, event_id, said=said)
    context = {
        "desk": desk(request.event),
        "draft": seats(request.event, draft=True),
        "current": seats(request.event),
        "tab": "draw",
    }
    return page(request, "host/draw.html", context, problems=problems)
