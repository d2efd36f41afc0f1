"""The codes by which tables, spectators, the wall and scorekeepers come in. For its hosts."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.access import writes as writing
from tournaments.access.codes import drawn_code
from tournaments.access.decorators import host_access
from tournaments.access.forms import LinkForm
from tournaments.actors import EventRequest
from tournaments.addresses import public_url
from tournaments.answers import back, did, page
from tournaments.errors import Refused
from tournaments.forms import put_beside_fields
from tournaments.models import Link
from tournaments.paging import Wanted, part_of

PAGES = {
    Link.Kind.SCOREKEEPER: "scorekeeper_in",
    Link.Kind.TABLE: "table",
    Link.Kind.SPECTATOR: "spectator",
    Link.Kind.WALL: "wall",
}


def address(request: EventRequest, link: Link) -> str:
    """What the code holds: the whole address, as phones on this network reach it."""
    return public_url(request) + reverse(PAGES[Link.Kind(link.kind)], args=[link.token])


def addressed(request: EventRequest, links: Iterable[Link]) -> list[tuple[Link, str]]:
    """Links with what their codes hold."""
    return [(link, address(request, link)) for link in links]


def links_page(
    request: EventRequest, form: LinkForm, problems: list[str] | None = None
) -> HttpResponse:
    """Every open link with its code."""
    links = writing.links_for(request.event)
    of = {kind: [link for link in links if link.kind == kind] for kind in PAGES}
    tables = part_of(
        of[Link.Kind.TABLE], Wanted.of(request), name=lambda link: str(link.table_number)
    )
    context = {
        "form": form,
        "tab": "links",
        "host": public_url(request),
        "spectators": addressed(request, of[Link.Kind.SPECTATOR]),
        "walls": addressed(request, of[Link.Kind.WALL]),
        "scorekeepers": addressed(request, of[Link.Kind.SCOREKEEPER]),
        "part": tables,
        "tables": addressed(request, tables.lines),
    }
    bad = form.errors or problems
    return page(
        request, "access/links.html", context, problems=problems, status=422 if bad else 200
    )


@require_http_methods(["GET", "HEAD", "POST"])
@host_access
def event_links(request: EventRequest, event_id: int) -> HttpResponse:
    """The codes; POST makes a scorekeeper's."""
    form = LinkForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            writing.make_link(
                event=request.event,
                actor=request.actor,
                kind=Link.Kind.SCOREKEEPER,
                label=form.cleaned_data["label"],
            )
        except Refused as refused:
            put_beside_fields(form, refused.problems)
        else:
            return back(request, "event_links", event_id, said=_("The link is made."))
    return links_page(request, form)


@require_POST
@host_access
def event_link(request: EventRequest, event_id: int, link_id: int) -> HttpResponse:
    """Withdraw a link, or put a new one in its place."""
    link = get_object_or_404(Link, pk=link_id, event_id=event_id)

    def revoke(request: EventRequest) -> str:
        writing.revoke_link(link=link, actor=request.actor)
        return _("The link is withdrawn; pages opened by it stop working.")

    def renew(request: EventRequest) -> str:
        writing.renew_link(link=link, actor=request.actor)
        return _("There is a new code; the old one stops working.")

    said, problems = did(request, {"revoke": revoke, "renew": renew})
    if problems:
        return links_page(request, LinkForm(), problems)
    return back(request, "event_links", event_id, said=said)


@require_safe
@host_access
def event_link_code(request: EventRequest, event_id: int, link_id: int) -> HttpResponse:
    """The code as a drawing, black on white."""
    link = get_object_or_404(Link, pk=link_id, event_id=event_id, revoked_at=None)
    return drawn_code(address(request, link))
