"""The codes of an event: its links with QR codes, its join code, and the tables that open by it.

For the hosts of the event; a scorekeeper may open the tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.access import join_codes
from tournaments.access import services as access_services
from tournaments.access.decorators import desk_access, host_access
from tournaments.access.forms import LinkForm
from tournaments.access.permissions import EventRequest
from tournaments.access.selectors import join_code, tables_open_until
from tournaments.models import Link
from tournaments.models.errors import Refused
from tournaments.seats.selectors import seats, table_divisions
from tournaments.web.forms import put_beside_fields
from tournaments.web.network import public_url
from tournaments.web.paging import PageRequest, list_page
from tournaments.web.qr_codes import qr_response
from tournaments.web.responses import Action, back, page, perform_action
from tournaments.web.wording import clock

PAGES = {
    Link.Kind.SCOREKEEPER: "scorekeeper_in",
    Link.Kind.TABLE: "table",
    Link.Kind.SPECTATOR: "spectator",
    Link.Kind.WALL: "wall",
}


def address(request: EventRequest, link: Link) -> str:
    """Return the content of the QR code: the whole address, as phones on this network reach it."""
    return public_url(request) + reverse(PAGES[Link.Kind(link.kind)], args=[link.token])


def addressed(request: EventRequest, links: Iterable[Link]) -> list[tuple[Link, str]]:
    """Links with the addresses in their QR codes."""
    return [(link, address(request, link)) for link in links]


def links_page(
    request: EventRequest, form: LinkForm, problems: list[str] | None = None
) -> HttpResponse:
    """Every open link with its QR code."""
    links = access_services.links_for(request.event)
    of = {kind: [link for link in links if link.kind == kind] for kind in PAGES}
    tables = list_page(
        of[Link.Kind.TABLE], PageRequest.of(request), name=lambda link: str(link.table_number)
    )
    plan = seats(request.event)
    belongs = table_divisions(request.event, plan.set_number) if plan else {}
    context = {
        "form": form,
        "tab": "links",
        "join_address": public_url(request).partition("://")[2] + reverse("join").rstrip("/"),
        "join_code": join_code(request.event),
        "tables_until": tables_open_until(request.event),
        "spectators": addressed(request, of[Link.Kind.SPECTATOR]),
        "walls": addressed(request, of[Link.Kind.WALL]),
        "scorekeepers": addressed(request, of[Link.Kind.SCOREKEEPER]),
        "part": tables,
        "tables": [
            (link, url, belongs.get(link.table_number or 0, ""))
            for link, url in addressed(request, tables.lines)
        ],
    }
    bad = form.errors or problems
    return page(request, "desk/links.html", context, problems=problems, status=422 if bad else 200)


def do_with_codes(request: EventRequest, actions: Mapping[str, Action]) -> HttpResponse:
    """Do the action of the form; then show the page of codes, with problems if there were any."""
    message, problems = perform_action(request, actions)
    if problems:
        return links_page(request, LinkForm(), problems)
    return back(request, "event_links", request.event.pk, message=message)


@require_http_methods(["GET", "HEAD", "POST"])
@host_access
def event_links(request: EventRequest, event_id: int) -> HttpResponse:
    """The codes; POST makes a scorekeeper's link. For the event's hosts."""
    form = LinkForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            access_services.make_link(
                event=request.event,
                actor=request.actor,
                kind=Link.Kind.SCOREKEEPER,
                label=form.cleaned_data["label"],
            )
        except Refused as refused:
            put_beside_fields(form, refused.problems)
        else:
            return back(request, "event_links", event_id, message=_("The link is made."))
    return links_page(request, form)


@require_POST
@host_access
def event_link(request: EventRequest, event_id: int, link_id: int) -> HttpResponse:
    """Withdraw a link, or replace it by a new one. For the event's hosts."""
    link = get_object_or_404(Link, pk=link_id, event_id=event_id)

    def revoke(request: EventRequest) -> str:
        access_services.revoke_link(link=link, actor=request.actor)
        return _("The link is withdrawn. Pages opened with it stop working.")

    def renew(request: EventRequest) -> str:
        access_services.renew_link(link=link, actor=request.actor)
        return _("There is a new code. The old one stops working.")

    return do_with_codes(request, {"revoke": revoke, "renew": renew})


@require_safe
@host_access
def event_link_code(request: EventRequest, event_id: int, link_id: int) -> HttpResponse:
    """The QR code as a drawing, black on white. For the event's hosts."""
    link = get_object_or_404(Link, pk=link_id, event_id=event_id, revoked_at=None)
    return qr_response(address(request, link))


@require_POST
@desk_access
def event_tables_open(request: EventRequest, event_id: int) -> HttpResponse:
    """Open the tables to phones that come by the join code, for a quarter of an hour; or close
    them. For the desk."""

    def open_tables(request: EventRequest) -> str:
        until = join_codes.open_tables(event=request.event, actor=request.actor)
        time = clock(until)
        return _("Until {time}, tables can be joined by code.").format(time=time)

    def close_tables(request: EventRequest) -> str:
        join_codes.close_tables(event=request.event, actor=request.actor)
        return _("Tables can no longer be joined by the code.")

    actions = {"open": open_tables, "close": close_tables}
    if request.actor.kind == "host":
        return do_with_codes(request, actions)
    message, problems = perform_action(request, actions)
    return back(request, "event", event_id, message=message or problems[0])


@require_POST
@host_access
def event_join_code(request: EventRequest, event_id: int) -> HttpResponse:
    """Make a new join code, or remove it. For the event's hosts."""

    def renew(request: EventRequest) -> str:
        join_codes.renew_code(event=request.event, actor=request.actor)
        return _("There is a new code. The old one stops working.")

    def revoke(request: EventRequest) -> str:
        join_codes.revoke_code(event=request.event, actor=request.actor)
        return _("The code is withdrawn.")

    return do_with_codes(request, {"renew": renew, "revoke": revoke})
