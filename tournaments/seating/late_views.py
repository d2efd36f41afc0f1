"""Late arrivals and the seats in play: an open place, or all seats drawn again. The consequences
are shown first, and it is done once they are confirmed. For the desk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpResponse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rulesets.formats.parts import Keeping
from tournaments.access.decorators import desk_access, offers, only_for
from tournaments.models.errors import Refused
from tournaments.models.event_games import format_of
from tournaments.seating import late_seats, redraws, searches
from tournaments.web.labels import set_words
from tournaments.web.responses import back, page, sentences, whole_number
from tournaments.web.wording import and_list, translate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.access.permissions import EventRequest


@require_http_methods(["GET", "HEAD", "POST"])
@desk_access
@only_for(Keeping.SET, Keeping.HANDS)
def event_late_seats(request: EventRequest, event_id: int) -> HttpResponse:
    """A place in the set in play that late arrivals can take. For the desk."""
    problems: list[str] = []
    if request.method == "POST":
        try:
            table = late_seats.seat_late_guests(
                event=request.event, actor=request.actor, mark=request.POST.get("mark", "")
            )
        except Refused as refused:
            problems = sentences(refused)
        else:
            message = _("Table %(number)d has been seated.") % {"number": table.number}
            return back(request, "event_draw", event_id, message=message)
    open_seats = late_seats.find_open_seats(request.event)
    if open_seats is None:
        if not problems:
            raise Http404
        return consequences_page(request, "", (), problems)
    title = _("{names} can still play {seating}").format(
        names=and_list(open_seats.came),
        seating=set_words(format_of(request.event), open_seats.set_number),
    )
    consequences = late_seats.foresee_seats(request.event, open_seats)
    confirm = {"mark": open_seats.mark, "button": _("Let them play")}
    return consequences_page(request, title, consequences, problems, **confirm)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_access
@offers(lambda format: format.keeping.moves)
def event_redraw(request: EventRequest, event_id: int) -> HttpResponse:
    """The seats in play, drawn again for those who are here now. For the desk."""
    problems: list[str] = []
    if request.method == "POST":
        seed = whole_number(request.POST.get("mark"))
        try:
            seating = searches.reseat(event=request.event, actor=request.actor, seed=seed)
        except Refused as refused:
            problems = sentences(refused)
        else:
            if seating is None:
                return back(request, "event_draw", event_id)
            words = translate(format_of(request.event).labels.of_set(seating.set_number).within)
            message = _("%(seating)s has been reseated.") % {"seating": capfirst(words)}
            return back(request, "event_draw", event_id, message=message)
    if not redraws.may_reseat(request.event):
        if not problems:
            raise Http404
        return consequences_page(request, "", (), problems)
    try:
        look = searches.foresee_reseat(event=request.event, actor=request.actor)
    except Refused as refused:
        return consequences_page(request, "", (), [*problems, *sentences(refused)])
    if look.search is not None:
        context = {"title": _("Reseat everybody"), "search": look.search, "tab": "roll"}
        return page(request, "seating/preview.html", context, problems=problems)
    if look.result is None:
        return consequences_page(request, "", (), [*problems, *look.problems])
    confirm = {"mark": look.result["seed"], "button": _("Reseat and show")}
    consequences = look.result["sentences"]
    return consequences_page(request, _("Reseat everybody"), consequences, problems, **confirm)


def consequences_page(
    request: EventRequest,
    title: str,
    consequences: Sequence[str],
    problems: list[str],
    **confirm: Any,
) -> HttpResponse:
    """The consequences, and the button that does it; if there are none, only the problems."""
    context = {
        "title": title or _("Not any more"),
        "consequences": consequences,
        "tab": "roll",
        **confirm,
    }
    return page(request, "seating/preview.html", context, problems=problems)
