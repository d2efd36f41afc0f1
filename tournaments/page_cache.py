"""Whole pages kept as they were rendered, until something happens in their event.

A room full of phones looks at the standings after every result, and all of them see the same page:
it is rendered once for each state of the event, by whichever thread asks first, and handed out as
bytes, compressed once as well. Nothing in here can be out of date, because the key names the state
(`Event.version` and `Event.changed`), the address and the language; what else the page depends on,
the view adds. Nothing that belongs to one reader is kept: of the forms' CSRF token only its places
are, and a page with messages for its reader is rendered for that reader alone.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from threading import Lock
from typing import Any

from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language

from tournaments.actors import EventRequest
from tournaments.kept_bytes import Kept

ROOM = 24 * 1024 * 1024  # bytes a process

# Where the token stands in a kept page; nobody can write a text that contains it.
_TOKEN = secrets.token_urlsafe(32)


class Pages:
    """The pages that were asked for last, as many as there is room for."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.taken = 0
        self.pages: dict[Hashable, Kept] = {}
        self.making: dict[Hashable, Future[Kept]] = {}
        self.lock = Lock()

    def page(self, key: Hashable, make: Callable[[], Kept]) -> Kept:
        """The page of that key, kept or made.

        Of several threads that ask for the same, one makes it and the others wait for theirs.
        Raises what `make` raises, in the thread that called it; whoever waited then tries anew.
        """
        while (found := self.pages.get(key)) is None:
            with self.lock:
                if (found := self.pages.get(key)) is not None:
                    break
                others = self.making.get(key)
                if others is None:
                    mine = self.making[key] = Future()
            if others is None:
                return self._made(key, make, mine)
            if others.exception() is None:
                return others.result()
        return found

    def _made(self, key: Hashable, make: Callable[[], Kept], promise: Future[Kept]) -> Kept:
        try:
            page = make()
        except BaseException as error:
            with self.lock:
                del self.making[key]
            promise.set_exception(error)
            raise
        with self.lock:
            del self.making[key]
            self._keep(key, page)
        promise.set_result(page)
        return page

    def _keep(self, key: Hashable, page: Kept) -> None:
        """Keep a page; the oldest ones make room. The lock is held by the caller."""
        if page.size > self.room:
            return
        self.pages[key] = page
        self.taken += page.size
        while self.taken > self.room:
            self.taken -= self.pages.pop(next(iter(self.pages))).size


_kept = Pages(ROOM)


def kept_page(
    request: EventRequest,
    template: str,
    context: Callable[[], dict[str, Any]],
    *also: Hashable,
) -> HttpResponse:
    """A page that looks the same to everybody until the event changes.

    `context` is called only where the page must be rendered. `also` is whatever the page depends
    on besides the event's state, the address and the language: who may do what on it.
    """
    if len(get_messages(request)):
        return render(request, template, context())
    event = request.event
    key = (template, request.path, event.pk, event.version, event.changed, get_language(), *also)

    def made() -> Kept:
        page = render_to_string(template, {**context(), "csrf_token": _TOKEN}, request=request)
        return Kept.of([part.encode() for part in page.split(_TOKEN)])

    return handed_out(request, _kept.page(key, made))


def handed_out(request: HttpRequest, page: Kept) -> HttpResponse:
    """A kept page for this reader: with their token, and compressed if they read that."""
    token = get_token(request).encode() if page.has_tokens else b""
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        response = HttpResponse(page.gzipped(token))
        response.headers["Content-Encoding"] = "gzip"
    else:
        response = HttpResponse(page.plain(token))
    patch_vary_headers(response, ["Accept-Encoding"])
    return response
