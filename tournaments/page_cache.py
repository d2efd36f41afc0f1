"""Whole pages kept as they were rendered, until something happens in their event.

A room full of phones looks at the standings after every result, and all of them see the same page:
it is rendered once for each state of the event and handed out as bytes. Nothing in here can be out
of date, because the key names the state (`Event.version` and `Event.changed`), the address and the
language; what else the page depends on, the view adds. Nothing that belongs to one reader is kept:
of the forms' CSRF token only its places are, and a page with messages for its reader is rendered
for that reader alone.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any

from django.contrib.messages import get_messages
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language

from tournaments.actors import EventRequest

ROOM = 24 * 1024 * 1024  # bytes a process

# Where the token stands in a kept page; nobody can write a text that contains it.
_TOKEN = secrets.token_urlsafe(32)

Parts = tuple[bytes, ...]  # the page, cut at the places of the token


class Pages:
    """The pages that were asked for last, as many as there is room for."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.taken = 0
        self.pages: dict[Hashable, Parts] = {}
        self.lock = Lock()

    def find(self, key: Hashable) -> Parts | None:
        """The page of that key, if it is kept."""
        return self.pages.get(key)

    def keep(self, key: Hashable, parts: Parts) -> None:
        """Keep a page; the oldest ones make room."""
        size = sum(map(len, parts))
        with self.lock:
            if size > self.room or key in self.pages:
                return
            self.pages[key] = parts
            self.taken += size
            while self.taken > self.room:
                oldest = next(iter(self.pages))
                self.taken -= sum(map(len, self.pages.pop(oldest)))


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
    parts = _kept.find(key)
    if parts is None:
        page = render_to_string(template, {**context(), "csrf_token": _TOKEN}, request=request)
        parts = tuple(part.encode() for part in page.split(_TOKEN))
        _kept.keep(key, parts)
    if len(parts) == 1:
        return HttpResponse(parts[0])
    return HttpResponse(get_token(request).encode().join(parts))
