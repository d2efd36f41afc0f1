"""Swap two people who sat down in each other's chairs. For the desk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rulesets.formats.parts import Keeping
from tournaments.access.decorators import desk_access, only_for
from tournaments.models import Event, Seating
from tournaments.models.errors import Refused
from tournaments.models.event_games import format_of
from tournaments.seating import exchanges
from tournaments.seating.forms import NEXT_HAND, ExchangeForm
from tournaments.seats.selectors import SeatsView, seats
from tournaments.web.forms import put_beside_fields
from tournaments.web.labels import set_word
from tournaments.web.responses import back, entries_of, page, whole_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.access.permissions import EventRequest


@require_http_methods(["GET", "HEAD", "POST"])
@desk_access
@only_for(Keeping.HANDS)
def event_exchange(request: EventRequest, event_id: int) -> HttpResponse:
    """Two people swap chairs, in the set in play or an earlier one (`?set=`): the consequences are
    shown first, and it is done once they are confirmed. For the desk."""
    view = read_seats(request)
    if request.method != "POST":
        return exchange_page(request, view, exchange_form(request.event, view))
    form = exchange_form(request.event, view, request.POST)
    if not form.is_valid():
        return exchange_page(request, view, form)
    choices = form.cleaned_data
    try:
        first, second = entries_of(request.event, [choices["first"], choices["second"]])
        seating = request.event.seatings.get(pk=view.seating_id)
        arguments: dict[str, Any] = {
            "event": request.event,
            "seating": seating,
            "first": first,
            "second": second,
            "from_hand": choices["from_hand"] or exchanges.next_hand(seating, (first, second)),
        }
        if request.POST.get("act") != "exchange":
            consequences = exchanges.foresee_exchange(**arguments)
            return exchange_page(request, view, form, consequences, hand=arguments["from_hand"])
        exchanges.exchange_chairs(actor=request.actor, **arguments)
    except Refused as refused:
        put_beside_fields(form, refused.problems)
        return exchange_page(request, view, form)
    message = _("%(name)s and %(other)s have swapped chairs.")
    names = {"name": first.name, "other": second.name}
    return back(request, "event_draw", event_id, message=message % names)


def read_seats(request: EventRequest) -> SeatsView:
    """The seats that the address names. Raises Http404 if there are none, or nobody plays."""
    number = whole_number(request.GET.get("set"), 1) if "set" in request.GET else None
    is_valid = number is not None or "set" not in request.GET
    view = seats(request.event, number) if is_valid else None
    if view is None or request.event.state != Event.State.PLAYING:
        raise Http404
    return view


def exchange_form(event: Event, view: SeatsView, *data: object) -> ExchangeForm:
    """The form with everybody who has a chair in these seats or sits out."""
    people = [
        (str(seat.entry_id), seat.name, table.title)
        for table in view.tables
        for seat in table.seats
    ]
    people += [(str(out.entry_id), out.name, _("sits out")) for out in view.sit_outs]
    return ExchangeForm(people, format_of(event).length.most_deals, *data)


def exchange_page(
    request: EventRequest,
    view: SeatsView,
    form: ExchangeForm,
    consequences: Sequence[str] = (),
    hand: int = NEXT_HAND,
) -> HttpResponse:
    """The form with both names and the first hand; then the consequences."""
    published = request.event.seatings.filter(state=Seating.State.PUBLISHED).order_by("set_number")
    numbers = published.values_list("set_number", flat=True)
    context = {
        "form": form,
        "shown": view,
        "sets": [(number, set_word(format_of(request.event), number)) for number in numbers],
        "consequences": consequences,
        "hand": hand,
        "tab": "draw",
    }
    status = 422 if form.errors else 200
    return page(request, "seating/exchange.html", context, status=status)
