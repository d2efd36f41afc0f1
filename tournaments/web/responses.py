"""How the host's views answer: pages, refusals (422) and the way back after something was done."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
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
    """What was refused, in the language of the page."""
    return [message(problem) for problem in refusal.problems]


def words_of(event: Event | None) -> dict[str, Any]:
    """What the pages of an event say of how it is played: its format, and what deals are called."""
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
    """Render; with problems it is a refusal (422) and shows them at the top of the page."""
    event = getattr(request, "event", None)
    shown = {
        "event": event,
        **words_of(event),
        "actor": getattr(request, "actor", None),
        **(context or {}),
        "problems": problems or [],
    }
    return render(request, template, shown, status=status or (422 if problems else 200))


def page_alike(
    request: EventRequest,
    template: str,
    context: Callable[[], Mapping[str, Any]],
    *also: Hashable,
    shows: tuple[Hashable, ...] = (),
) -> HttpResponse:
    """A page of an event that says the same to all who may see it (and ask for the same of
    `also`); rendered once. Of what it `shows` besides only the last is kept."""

    def full_context() -> dict[str, Any]:
        given = {"event": request.event, "actor": request.actor, "problems": []}
        return given | words_of(request.event) | dict(context())

    known = request.user.is_authenticated
    kind = request.actor.kind
    return render_page(request, template, full_context, kind, known, *also, shows=shows)


def page_of_family(
    request: HttpRequest,
    template: str,
    context: Callable[[], Mapping[str, Any]],
    *also: Hashable,
    state: Hashable,
) -> HttpResponse:
    """A page that says the same to all hosts of a family who ask for the same (`also`, the family
    among it), as long as the `state` is the same; rendered once."""

    def full_context() -> dict[str, Any]:
        given: dict[str, Any] = {"event": None, "actor": None, "problems": []}
        return given | words_of(None) | dict(context())

    return render_page_in_state(request, template, full_context, *also, state=state)


def back(request: HttpRequest, to: str, *args: Any, message: str = "") -> HttpResponse:
    """Go on to a page after something was done; 303, so that a reload does not do it again.

    ``next`` in the form may name another page of this site to return to.
    """
    if message:
        messages.success(request, message)
    wanted = request.POST.get("next", "")
    if wanted and url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    ):
        split = urlsplit(wanted)
        # One slash in front: two would name another site.
        target = f"/{split.path.lstrip('/')}" + (f"?{split.query}" if split.query else "")
    else:
        target = resolve_url(to, *args)
    return HttpResponseRedirect(target, status=303)


Action = Callable[["EventRequest"], str]


def perform_action(request: EventRequest, actions: Mapping[str, Action]) -> tuple[str, list[str]]:
    """Do what the pressed button asks: the sentence that says so, or the problems.

    Buttons carry the name of the action as ``act``.
    """
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
    """A whole number within bounds out of a request, else None."""
    cleaned = (text or "").strip()
    if not (cleaned.isascii() and cleaned.isdigit() and len(cleaned) <= 10):
        return None
    number = int(cleaned)
    return number if low <= number <= high else None


def clean_line(text: str | None, most: int) -> str:
    """What somebody typed on one line, cut to a length and without what cannot be seen."""
    return clean_text(text or "")[:most].strip()


def entry_of(event: Event, text: str | None) -> Entry:
    """An entry of this event by its number. Raises Refused for anything else."""
    return entries_of(event, [text])[0]


def entries_of(event: Event, texts: Sequence[str | None]) -> list[Entry]:
    """Entries of this event by their numbers, in one query. Raises Refused for anything else."""
    numbers = [number for text in texts if (number := whole_number(text)) is not None]
    found = event.entries.in_bulk(numbers)
    if len(numbers) < len(texts) or len(found) < len(set(numbers)):
        raise refusal("entry.unknown", "Choose somebody from this event.")
    return [found[number] for number in numbers]
