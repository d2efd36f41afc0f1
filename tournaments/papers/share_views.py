"""The page of a result that people send each other, with its picture and paper.

Share: an event's desk, and whoever holds the link of an event's only board. The shared page with
its picture and paper: whoever has its link, which the host may withdraw; it shows nothing that the
host still hides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_GET, require_POST

from tournaments.access.decorators import desk_access, link_access
from tournaments.models import Link
from tournaments.models.errors import Refused
from tournaments.papers import printing
from tournaments.papers.catalogue import PrintOptions
from tournaments.papers.share import occasion, open_share, share_picture
from tournaments.standings.finales import event_finale
from tournaments.web.network import public_url
from tournaments.web.responses import refused_page, sentences, words_of

if TYPE_CHECKING:
    from tournaments.access.permissions import EventRequest


@require_POST
@desk_access
def event_share(request: EventRequest, event_id: int) -> HttpResponse:
    """Create or find the shared page; return its address and picture for the share sheet."""
    return shared_address(request)


@require_POST
@link_access("table")
def table_share(request: EventRequest, token: str) -> HttpResponse:
    """The same from a board's phone."""
    return shared_address(request)


def shared_address(request: EventRequest) -> HttpResponse:
    """Redirect to the shared page; or its addresses as JSON if a script asks."""
    try:
        link = open_share(event=request.event, actor=request.actor)
    except Refused as refused:
        if wants_json(request):
            return JsonResponse({"problems": sentences(refused)}, status=422)
        return refused_page(request, refused)
    if not wants_json(request):
        return HttpResponseRedirect(reverse("shared", args=[link.token]), status=303)
    ending = event_finale(request.event, public=True)
    title = ending.title if ending else request.event.name
    return JsonResponse(addresses(request, link) | {"title": title, "text": occasion(link.event)})


def addresses(request: EventRequest, link: Link) -> dict[str, str]:
    """The addresses of the shared page and its pictures, as other people's devices reach them."""
    base = public_url(request)
    name = slugify(link.event.name) or "result"
    urls = {"page": base + reverse("shared", args=[link.token]), "filename": f"{name}.png"}
    picture = reverse("shared_picture", args=[link.token])
    # For other people; and for this very page, which fetches it from its own address.
    return urls | {"wide": base + picture, "picture": picture}


def wants_json(request: EventRequest) -> bool:
    return "application/json" in request.headers.get("Accept", "")


@require_GET
@link_access("share")
def shared(request: EventRequest, token: str) -> HttpResponse:
    """The result, for everybody with the link."""
    ending = event_finale(request.event, public=True)
    context: dict[str, Any] = {
        "event": request.event,
        "finale": ending,
        "occasion": occasion(request.event),
        "token": token,
        **words_of(request.event),
    }
    if ending is not None and request.link is not None:
        context["share"] = addresses(request, request.link)
    return render(request, "papers/shared.html", context)


@require_GET
@link_access("share")
def shared_picture(request: EventRequest, token: str) -> HttpResponse:
    """The picture for messengers, 1200 by 630 pixels."""
    return as_png(share_picture(request.event, square=False))


@require_GET
@link_access("share")
def shared_square(request: EventRequest, token: str) -> HttpResponse:
    """The square picture, 1080 by 1080 pixels."""
    return as_png(share_picture(request.event, square=True))


def as_png(picture: bytes | None) -> HttpResponse:
    """The picture; 404 while nobody may see the result."""
    if picture is None:
        raise Http404
    return HttpResponse(picture, content_type="image/png")


@require_GET
@link_access("share")
def shared_paper(request: EventRequest, token: str) -> HttpResponse:
    """The winners' page as a PDF."""
    if event_finale(request.event, public=True) is None:
        raise Http404
    try:
        printed = printing.print_paper(request.event, PrintOptions("winners"))
    except Refused as refused:
        raise Http404 from refused
    response = HttpResponse(printed.pdf, content_type="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{printed.filename}"'
    return response
