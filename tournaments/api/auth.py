"""Access to operations by the token of one of the event's links, sent as Bearer.

Sessions are ignored, so that pages of other sites cannot call anything through a browser.
"""

from __future__ import annotations

import time
from collections import Counter
from threading import Lock
from typing import TYPE_CHECKING, Any, cast

from axes.helpers import get_client_ip_address
from django.conf import settings
from django.core.cache import cache
from ninja.errors import AuthenticationError, AuthorizationError, Throttled
from ninja.security import HttpBearer
from ninja.throttling import BaseThrottle

from tournaments.access.permissions import Kind, link_actor
from tournaments.access.selectors import link_of

if TYPE_CHECKING:
    from django.http import HttpRequest

    from tournaments.models import Link

WINDOW = 60  # seconds
READERS: tuple[Kind, ...] = ("scorekeeper", "table", "spectator")
PLAYERS: tuple[Kind, ...] = ("scorekeeper", "table")
DESK: tuple[Kind, ...] = ("scorekeeper",)
LONGEST_TOKEN = 64
MOST_NAMES = 10_000  # counted by a process alone, one for each address


class LocalCounts:
    """The calls in this minute, counted by this process alone."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._minute = 0
        self._calls: Counter[str] = Counter()

    def add(self, name: str, minute: int) -> int:
        """Count one more call of that name; return how many there are. If there are very many
        names, the later ones are counted together."""
        with self._lock:
            if minute != self._minute:
                self._minute, self._calls = minute, Counter()
            if name not in self._calls and len(self._calls) >= MOST_NAMES:
                name = ""
            self._calls[name] += 1
            return self._calls[name]


local_counts = LocalCounts()


def within(name: str, most: int) -> bool:
    """Count one more call of that name in this minute; return whether there are at most `most`.

    All processes count together if they share a cache; while it is down each counts alone.
    """
    minute = int(time.time()) // WINDOW
    key = f"api:{name}:{minute}"
    cache.add(key, 0, 2 * WINDOW)
    try:
        calls = int(cache.incr(key))  # 0 while the cache is down
    except ValueError:  # it has expired
        calls = 0
    return (calls or local_counts.add(name, minute)) <= most


class Calls(BaseThrottle):
    """The limit of calls a minute for each link."""

    def allow_request(self, request: HttpRequest) -> bool:
        """Whether this link may call once more."""
        link = getattr(request, "link", None)
        return link is None or within(f"link-{link.pk}", settings.API_CALLS_A_MINUTE)

    def wait(self) -> float:
        """The seconds until the next minute."""
        return WINDOW


class LinkToken(HttpBearer):
    """The token of a link: the last part of its address."""

    def __init__(self, *kinds: Kind) -> None:
        super().__init__()
        self.kinds = kinds

    def authenticate(self, request: Any, token: str) -> Link:
        """Return the link and set link, event and actor on the request. Raises an HTTP error: 401
        if there is no such link or it was withdrawn, 403 for a link of another kind, 429 after many
        guesses."""
        link = link_of(token) if 0 < len(token) <= LONGEST_TOKEN else None
        if link is None or link.revoked_at is not None:
            if not within(f"wrong-{get_client_ip_address(request)}", settings.API_GUESSES_A_MINUTE):
                raise Throttled(WINDOW)
            raise AuthenticationError
        if link.kind not in self.kinds:
            raise AuthorizationError
        request.link, request.event, request.actor = link, link.event, link_actor(link)
        return link


def may_call(*kinds: Kind) -> dict[str, Any]:
    """Return the keyword arguments that restrict an operation to links of these kinds, also listed
    as `x-roles` in the OpenAPI document."""
    names = " or ".join(cast("str", kind) for kind in kinds)
    extra = {"x-roles": list(kinds), "x-who": f"Whoever has a {names} link of the event."}
    return {"auth": LinkToken(*kinds), "openapi_extra": extra}
