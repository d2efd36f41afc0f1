"""Check that every page and paper of an imported event can be shown, before it is saved."""

from __future__ import annotations

import copy
import logging
import re
from contextlib import nullcontext
from itertools import product
from typing import TYPE_CHECKING, Any

from django.contrib.messages.storage.fallback import FallbackStorage
from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.http import Http404, HttpRequest, QueryDict
from django.urls import URLPattern, URLResolver, get_resolver, resolve, reverse

from tournaments.access.services import links_for
from tournaments.log.selectors import PAGE_SIZE
from tournaments.models import Evening, Event, Link, Seating, Table
from tournaments.models.errors import refusal
from tournaments.papers.selectors import papers_of
from tournaments.papers.writer import first_page_alone

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from contextlib import AbstractContextManager

log = logging.getLogger(__name__)

MOST = 120  # of one kind of page; if there are more, only some are opened
# Of a larger event each page takes longer, and what it shows was checked as it was read: so fewer
# of a kind are looked at the more people there are, and of its papers the first page.
SMALL, FEWEST = 250, 6
LONG_PAPERS = 1000  # people
ENDS = 2  # of the deals of a table
NO_PAGE = {
    "event_picture",
    "healthz",
    "set_language",
    "sign_in",
    "sign_in_form",
    "event_import",
    "event_new",
}
# The last word of addresses that only take a POST.
POST_ONLY = {
    "act",
    "accept",
    "agree",
    "balance",
    "cut",
    "dealer",
    "decide",
    "entry",
    "finish",
    "known",
}
POST_ONLY |= {"late", "link", "out", "pairings", "substitute", "undo", "withdraw"}
OTHER_PAGE = re.compile(rb'href="\?page=([0-9]{1,6})["&]')
BY_TOKEN = {"wall": Link.Kind.WALL, "spectator": Link.Kind.SPECTATOR}

CONDITIONS = {"HTTP_ACCEPT_ENCODING", "HTTP_IF_NONE_MATCH", "HTTP_IF_MODIFIED_SINCE"}

Values = dict[str, Any]


def check_pages(
    request: HttpRequest,
    evening: Evening | None,
    events: Sequence[Event],
    beat: Callable[[], None],
) -> None:
    """Open everything of the events, and of their evening, as their host. Raises Refused if a page
    fails. `beat` is called in between to show that the import is alive."""
    for event in events:
        _check_event(request, event, beat)
    if evening is not None:
        for address in _addresses_of_evening(evening):
            beat()
            _check_page(request, address)


def _check_event(request: HttpRequest, event: Event, beat: Callable[[], None]) -> None:
    people = event.entries.count()
    papers: AbstractContextManager[None] = (
        first_page_alone() if people > LONG_PAPERS else nullcontext()
    )
    with papers:
        for address in _addresses(event, people):
            beat()
            for other in _further(address, _check_page(request, address)):
                _check_page(request, other)


def _check_page(request: HttpRequest, address: str) -> Any:
    """The response of a page. Raises Refused if it fails."""
    try:
        answer = _get_page(request, address)
        if answer is not None and answer.status_code >= 500:
            raise ValueError(f"status {answer.status_code}")  # noqa: TRY301
    except OperationalError:
        raise
    except Exception as error:
        log.warning("An event file breaks %s: %r", address, error)
        text = "This event file contradicts itself and cannot be read."
        raise refusal("file.contradiction", text, "file") from error
    return answer


def _further(address: str, answer: Any) -> Iterator[str]:
    """The addresses of the other pages of a list whose first page was opened."""
    shown = getattr(answer, "content", b"") if "?" not in address else b""
    last = max(map(int, OTHER_PAGE.findall(shown)), default=1)
    for number in spread(range(2, last + 1), MOST):
        yield f"{address}?page={number}"


def _get_page(request: HttpRequest, address: str) -> Any:
    """The response of a page of this event to a GET by the same person."""
    path, _mark, query = address.partition("?")
    asked: Any = copy.copy(request)
    asked.method = "GET"
    asked.path = asked.path_info = path
    asked.GET, asked.POST = QueryDict(query), QueryDict()
    asked.resolver_match = found = resolve(path)
    # As an uncompressed, unconditional request, whatever the browser sent.
    plain = {key: value for key, value in request.META.items() if key not in CONDITIONS}
    asked.META = plain
    asked.__dict__.pop("headers", None)
    asked._messages = FallbackStorage(asked)
    try:
        return found.func(asked, *found.args, **found.kwargs)
    except (Http404, PermissionDenied):
        return None


def _addresses(event: Event, people: int) -> Iterator[str]:
    most = max(FEWEST, MOST * SMALL // max(people, SMALL))
    links = list(links_for(event))
    given = _values(event)
    for pattern in _patterns(get_resolver()):
        wanted = set(pattern.pattern.converters)
        each = [pairs for key, pairs in given.items() if key in wanted]
        known = {key for pairs in each for one in pairs[:1] for key in one} | {"token"}
        name = str(pattern.name)
        if name in NO_PAGE or name.rpartition("_")[2] in POST_ONLY or wanted - known:
            continue
        if "token" in wanted:
            kind = BY_TOKEN.get(name.partition("_")[0], Link.Kind.TABLE)
            each.append([{"token": link.token} for link in links if link.kind == kind])
        ways = [dict(_merged(way)) for way in product(*each)]
        for values in spread(ways, most):
            yield reverse(name, kwargs={key: values[key] for key in wanted})
    # The sentences of its log were all rendered when they were read.
    for number in spread(range(event.log.count() // PAGE_SIZE + 1), MOST):
        yield f"{reverse('event_log', args=[event.pk])}?page={number + 1}"


def _addresses_of_evening(evening: Evening) -> Iterator[str]:
    for pattern in _patterns(get_resolver()):
        name = str(pattern.name)
        deed = name.rpartition("_")[2] in POST_ONLY
        if set(pattern.pattern.converters) == {"evening_id"} and not deed:
            yield reverse(name, args=[evening.pk])
    yield reverse("evening_guests", args=[evening.token])


def _merged(values: Sequence[Values]) -> Iterator[tuple[str, Any]]:
    for one in values:
        yield from one.items()


def _values(event: Event) -> dict[str, list[Values]]:
    """The values that can stand in addresses, by the names of the URL's parameters."""
    tables = Table.objects.filter(seating__event=event).exclude(
        seating__state=Seating.State.REPLACED
    )
    places = [
        {"set_number": set_number, "number": number}
        for set_number, number in tables.values_list("seating__set_number", "number")
    ]
    newest = max(event.seatings.values_list("set_number", flat=True), default=1)
    deals = sorted(set(tables.values_list("reports__deal", flat=True)) - {None})
    entries = event.entries.values_list("pk", "person_id")
    return {
        "event_id": [{"event_id": event.pk}],
        "set_number": places or [{"set_number": newest, "number": 1}],
        "deal": [{"deal": deal} for deal in spread(deals or [1], ENDS)],
        "entry_id": [{"entry_id": pk} for pk, _person in entries],
        "person_id": [{"person_id": person} for _pk, person in entries],
        "kind": [{"kind": kind.kind} for kind in papers_of(event)],
    }


def spread(items: Sequence[Any], most: int) -> list[Any]:
    """At most that many items, evenly spread, including the first and the last."""
    if len(items) <= most:
        return list(items)
    step = (len(items) - 1) / (most - 1)
    return [items[round(number * step)] for number in range(most)]


def _patterns(resolver: URLResolver) -> Iterator[URLPattern]:
    """The URL patterns of pages; those in a namespace are for programs."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from () if pattern.namespace else _patterns(pattern)
        else:
            yield pattern
