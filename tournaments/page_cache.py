"""Whole pages kept as they were rendered, until something happens in their event.

A room full of phones looks at the standings after every result, and all of them see the same page:
it is rendered once for each state of the event, by whichever thread of whichever process asks
first, and handed out as bytes, compressed once as well. Who only looks on may get a page that is
some seconds old (`old`), so that a hall whose results pour in is not rendered after each of them;
for everybody else nothing in here can be out of date, because a page is kept with the state that it
shows (`Event.version` and `Event.changed`). What the host hides, reveals or ends (`_ruled`) holds
at once for everybody. Nothing that belongs to one reader is kept: of the forms' CSRF token only its
places are, and a page with messages for its reader is rendered for that reader alone.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from dataclasses import dataclass
from hashlib import blake2b
from threading import Lock
from time import time
from typing import TYPE_CHECKING, Any

from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language

from tournaments import sharing
from tournaments.actors import EventRequest
from tournaments.kept_bytes import Kept

if TYPE_CHECKING:
    from tournaments.models import Event

ROOM = 24 * 1024 * 1024  # bytes a process

# Where the token stands in a kept page; nobody can write a text that contains it.
_TOKEN = secrets.token_urlsafe(32)


@dataclass(frozen=True, slots=True)
class Made:
    """A page, the state that it shows, and when it was asked for (seconds since 1970)."""

    page: Kept
    state: Hashable
    moment: float

    def serves(self, state: Hashable, old: float) -> bool:
        """Whether it is right for who asks in that state, or not older than `old` seconds."""
        return self.state == state or 0 <= time() - self.moment < old


class Pages:
    """The pages that were asked for last, as many as there is room for; each in one state."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.taken = 0
        self.pages: dict[Hashable, Made] = {}
        self.making: dict[Hashable, Future[Made]] = {}
        self.lock = Lock()

    def page(
        self, key: Hashable, state: Hashable, make: Callable[[], Kept], old: float = 0.0
    ) -> Kept:
        """The page of that key in that state, kept or made; or one that is not older than `old`.

        Of several threads and processes that ask for the same, one makes it and the others wait for
        theirs. Raises what `make` raises, in the thread that called it; whoever waited then tries
        anew.
        """
        # Who takes an older page takes whatever is being made; else only what shows their state.
        flight = key if old else (key, state)
        while True:
            with self.lock:
                found = self.pages.get(key)
                if found is not None and found.serves(state, old):
                    return found.page
                others = self.making.get(flight)
                if others is None:
                    mine = self.making[flight] = Future()
            if others is None:
                return self._made(key, state, make, old, flight, mine).page
            if others.exception() is None:
                return others.result().page

    def _made(
        self,
        key: Hashable,
        state: Hashable,
        make: Callable[[], Kept],
        old: float,
        flight: Hashable,
        promise: Future[Made],
    ) -> Made:
        def fresh() -> Made:
            asked = time()
            return Made(make(), state, asked)

        try:
            made = sharing.page(key, lambda one: one.serves(state, old), fresh, flight)
        except BaseException as error:
            with self.lock:
                del self.making[flight]
            promise.set_exception(error)
            raise
        with self.lock:
            del self.making[flight]
            self._keep(key, made)
        promise.set_result(made)
        return made

    def _keep(self, key: Hashable, made: Made) -> None:
        """Keep a page; the oldest ones make room. The lock is held by the caller."""
        if key in self.pages:
            self.taken -= self.pages.pop(key).page.size
        if made.page.size > self.room:
            return
        self.pages[key] = made
        self.taken += made.page.size
        while self.taken > self.room:
            self.taken -= self.pages.pop(next(iter(self.pages))).page.size


_kept = Pages(ROOM)


def kept_page(
    request: EventRequest,
    template: str,
    context: Callable[[], dict[str, Any]],
    *also: Hashable,
    old: float = 0.0,
) -> HttpResponse:
    """A page that looks the same to everybody until the event changes, or is at most `old` seconds
    older than that.

    `context` is called only where the page must be rendered. `also` is whatever the page depends
    on besides the event's state, the address and the language: who may do what on it.
    """
    if len(get_messages(request)):
        return render(request, template, context())
    return handed_out(request, kept(request, template, context, *also, word=_TOKEN, old=old))


def kept(
    request: EventRequest,
    template: str,
    context: Callable[[], dict[str, Any]],
    *also: Hashable,
    word: str,
    old: float = 0.0,
) -> Kept:
    """The same as bytes, cut where `word` stands in it (as `csrf_token`), which nobody can write
    and which is another for each reader."""
    event = request.event
    key = (template, request.path, event.pk, get_language(), *_ruled(event), *also)

    def made() -> Kept:
        page = render_to_string(template, {**context(), "csrf_token": word}, request=request)
        return Kept.of([part.encode() for part in page.split(word)])

    return _kept.page(key, (event.version, event.changed), made, old)


def _ruled(event: Event) -> tuple[Hashable, ...]:
    """What the host has said about the pages: it holds at once, whatever else may be old."""
    return (
        event.state,
        event.hide_standings,
        event.revealed,
        event.live_standings,
        event.round_ends_at,
        event.name,
        event.evening_id,
    )


def handed_out(request: HttpRequest, page: Kept) -> HttpResponse:
    """A kept page for this reader: with their token, compressed if they read that, and not at all
    if they have it already (304)."""
    token = get_token(request).encode() if page.has_tokens else b""
    known = page.stamp
    if token:  # a page from before somebody signed in or out holds a token that is void now
        secret = request.META["CSRF_COOKIE"].encode()
        known += blake2b(secret, key=known.encode(), digest_size=9).hexdigest()
    tag = f'W/"{known}"'
    response = get_conditional_response(request, etag=tag)
    if response is None:
        response = packed(request, page, token)
    response.headers["ETag"] = tag
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


def packed(request: HttpRequest, page: Kept, word: bytes) -> HttpResponse:
    """The bytes of a kept page with the reader's word in its places, as the reader reads them."""
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return HttpResponse(page.plain(word))
    return HttpResponse(page.gzipped(word), headers={"Content-Encoding": "gzip"})
