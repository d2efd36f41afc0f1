"""Responses of views: pages, refusals (422) and redirects after an action."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from rulesets.engine.clean_text import clean_text
from tournaments.cache.page_cache import render_page, render_page_in_state
from tournaments.models import Entry, Event
from tournaments.models.errors import Conflict, Refused, refusal
from tournaments.models.event_games import format_of
from tournaments.web.forms import message
from tournaments.web.labels import called

if TYPE_CHECKING:
    from tournaments.access.permissions import EventRequest


def sentences(refusal: Refused) -> list[str]:
    """Return the sentences of a refusal in the language of the page."""
    return [message(problem) for problem in refusal.problems]


def words_of(event: Event | None) -> dict[str, Any]:
    """Return the format of an event and its words for deals, for the context of its pages."""
    if event is None:
        return {"format": None}
    return {"format": format_of(event), "called": called(event)}


def page(
    request: HttpRequest,
    template: str,
    context: Mapping[str, Any] | None = None,
    *,
    problems: list[str] | None = None,
    status: int | None = None,
) -> HttpResponse:
    """Render a page; with problems as a refusal (422) with the problems at its top."""
    event = getattr(request, "event", None)
    full_context = {
        "event": event,
        **words_of(event),
        "actor": getattr(request, "actor", None),
        **(context or {}),
        "problems": problems or [],
    }
    return render(request, template, full_context, status=status or (422 if problems else 200))


def page_alike(
    request: EventRequest,
    template: str,
    context: Callable[[], Mapping[str, Any]],
    *also: Hashable,
    shows: tuple[Hashable, ...] = (),
) -> HttpResponse:
    """Render a page of an event once for everybody with the same access and the same `also`. Of the
    variants by `shows` only the last is cached."""

    def full_context() -> dict[str, Any]:
        common = {"event": request.event, "actor": request.actor, "problems": []}
        return common | words_of(request.event) | dict(context())

    is_user = request.user.is_authenticated
    kind = request.actor.kind
    return render_page(request, template, full_context, kind, is_user, *also, shows=shows)


def page_of_family(
    request: HttpRequest,
    template: str,
    context: Callable[[], Mapping[str, Any]],
    *also: Hashable,
    state: Hashable,
) -> HttpResponse:
    """Render a page once for all hosts of a family with the same `also` (which includes the
    family), as long as the `state` is the same."""

    def full_context() -> dict[str, Any]:
        common: dict[str, Any] = {"event": None, "actor": None, "problems": []}
        return common | words_of(None) | dict(context())

    return render_page_in_state(request, template, full_context, *also, state=state)


def refused_page(request: EventRequest, refused: Refused) -> HttpResponse:
    """Render the page that says why an action was refused, with the way back (422)."""
    link = request.link
    way_back = reverse("table", args=[link.token]) if link else ""
    if not way_back:
        way_back = reverse("event", args=[request.event.pk])
    context = {"way_back": way_back, "event": request.event}
    return page(request, "not_yet.html", context, problems=sentences(refused))


def back(request: HttpRequest, to: str, *args: Any, message: str = "") -> HttpResponse:
    """Redirect to a page after an action; 303, so that a reload does not repeat it.

    ``next`` in the form may name another page of this site to return to.
    """
    if message:
        messages.success(request, message)
    next_url = request.POST.get("next", "")
    if next_url and url_has_allowed_host_and_scheme(
        next_url, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    ):
        split = urlsplit(next_url)
        # One slash in front: two would name another site.
        target = f"/{split.path.lstrip('/')}" + (f"?{split.query}" if split.query else "")
    else:
        target = resolve_url(to, *args)
    return HttpResponseRedirect(target, status=303)


Action = Callable[["EventRequest"], str]


def perform_action(request: EventRequest, actions: Mapping[str, Action]) -> tuple[str, list[str]]:
    """Perform the action of the pressed button, named in ``act``. Returns its message and the
    problems, one of them empty."""
    action = actions.get(request.POST.get("act", ""))
    if action is None:
        return "", [_("This button does nothing here. Reload the page and try again.")]
    try:
        return action(request), []
    except Refused as refusal:
        return "", sentences(refusal)
    except Conflict:
        return "", [_("Somebody else has changed this in the meantime. Please check again.")]


def whole_number(text: str | None, low: int = 0, high: int = 2_000_000_000) -> int | None:
    """Return the whole number in a parameter if it is within bounds, else None."""
    cleaned = (text or "").strip()
    if not (cleaned.isascii() and cleaned.isdigit() and len(cleaned) <= 10):
        return None
    number = int(cleaned)
    return number if low <= number <= high else None


def clean_line(text: str | None, most: int) -> str:
    """Return a typed line without invisible characters, cut to `most` characters."""
    return clean_text(text or "")[:most].strip()


def entry_of(event: Event, text: str | None) -> Entry:
    """Return the entry of this event with that number. Raises Refused for anything else."""
    return entries_of(event, [text])[0]


def entries_of(event: Event, texts: Sequence[str | None]) -> list[Entry]:
    """Return the entries of this event with these numbers, in one query. Raises Refused for
    anything else."""
    numbers = [number for text in texts if (number := whole_number(text)) is not None]
    entries = event.entries.in_bulk(numbers)
    if len(numbers) < len(texts) or len(entries) < len(set(numbers)):
        raise refusal("entry.unknown", "Choose somebody from this event.")
    return [entries[number] for number in numbers]
