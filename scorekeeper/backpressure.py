"""How many entries a process takes in at once; whoever comes beyond that is asked to come again.

Entries of one event are written down one after the other, and those that wait for it do so in
threads. Without a bound they take all of them, then all of the proxy's time, and those who only
look for news wait as long. docker/nginx.conf and `scorekeeper.pages` part the two.
"""

from __future__ import annotations

from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import TYPE_CHECKING

from scorekeeper.outages import BUSY, unavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from django.http import HttpRequest, HttpResponse

    Handler = Callable[[HttpRequest], HttpResponse]

AT_ONCE = 4  # more would only wait for Python or for the event
WAITING = 24  # beside them: the last of these has its answer within a second or two
PATIENCE = 5.0  # seconds for which one waits; a phone gives up after 15
PATHS = ("/t/", "/api/")  # what phones and programs send; a host's own steps are few
SAFE = ("GET", "HEAD", "OPTIONS")


def is_entry(method: str, path: str) -> bool:
    """Whether a request brings something of which many may come at once."""
    return method not in SAFE and path.startswith(PATHS)


class Limit:
    """Places for those who are served, and for those who wait for it."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self.places = BoundedSemaphore(at_once + waiting)
        self.turns = BoundedSemaphore(at_once)

    @contextmanager
    def turn(self) -> Iterator[bool]:
        """Whether it is one's turn, which ends with the block; False at once where all places are
        taken, and where the turn does not come."""
        if not self.places.acquire(blocking=False):
            yield False
            return
        try:
            if not self.turns.acquire(timeout=PATIENCE):
                yield False
                return
            try:
                yield True
            finally:
                self.turns.release()
        finally:
            self.places.release()


limit = Limit(AT_ONCE, WAITING)


def bounded_entries(get_response: Handler) -> Handler:
    """Answer 503 with Retry-After to entries beyond the limit, before anything is read for them."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if not is_entry(request.method or "", request.path):
            return get_response(request)
        with limit.turn() as mine:
            return get_response(request) if mine else unavailable(request, BUSY)

    return middleware
