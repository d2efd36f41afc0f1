"""What a process takes on at once, decided before Django sees a request.

Phones look for news without a pause, and send what was entered until it is kept. Where more comes
than can be answered, results go before looks, whoever is refused costs a few bytes and is told when
to come again, and what nobody waits for any more is not worked on. Everything that is to be tuned
stands at the top; the proxy's share is in docker/nginx.conf, the processes' in docker/compose.yaml.
"""

from __future__ import annotations

import random
import re
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import BoundedSemaphore, Lock
from typing import TYPE_CHECKING, Any

from django.conf import settings

from scorekeeper.requests import REFUSED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    Environ = dict[str, Any]
    StartResponse = Callable[..., Any]
    Application = Callable[[Environ, StartResponse], Iterable[bytes]]

# --- what can be tuned ----------------------------------------------------------------------------

AT_ONCE = 4  # entries that are worked on; more would only wait for Python or for the event
WAITING = 16  # entries beside them: the last of these has its answer within a second or two
LONGEST_WAIT = 5.0  # seconds for which an entry waits for its turn
LOOKS_AT_ONCE = 4
LOOKS = 128  # looks that wait or are worked on

PHONE_TIMEOUT = 15.0  # seconds after which a phone gives up (outbox.js, phone.js)
LOOK_SECONDS = 4  # from one look to the next where nothing has to wait
SHORT_WAIT = 0.25  # seconds that a look may have waited before the next one is to come later
STRETCH = 8.0  # seconds by which the next look comes later for each second that this one waited
REFUSED_LOOK_SECONDS = 8  # at least, until a refused look comes again
ENTRY_SECONDS = 2  # at least, until a refused entry comes again
MOST_ENTRY_SECONDS = 10  # at most, for an entry: somebody waits for it
MOST_SECONDS = 30  # at most, for anybody
SPREAD = 1.5  # times as long, at most, by chance: not all come again at the same moment
LATEST_SHARE = 0.1  # of the latest in how long one takes

REFUSAL = b"busy"  # a phone's script reads no more than the seconds

# --- whose requests -------------------------------------------------------------------------------

POLL = re.compile(r"/t/[^/]+/state/")
ENTRY_PATHS = ("/t/", "/api/")  # what phones and programs send; a host's own steps are few
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


def is_entry(method: str, path: str) -> bool:
    """Whether a request brings something of which many may come at once."""
    return method not in SAFE_METHODS and path.startswith(ENTRY_PATHS)


def is_look(method: str, path: str) -> bool:
    """Whether a table's phone looks for news."""
    return method == "GET" and POLL.fullmatch(path) is not None


def arrival(request_start: str) -> float:
    """When a request came, in seconds since 1970: as the proxy has noted it ("t=" and seconds),
    else now."""
    if settings.BEHIND_PROXY:
        with suppress(ValueError):
            return float(request_start.removeprefix("t="))
    return time.time()


# --- what is in flight ----------------------------------------------------------------------------


class Lane:
    """The requests of one kind that wait or are worked on in this process."""

    def __init__(self, *, at_once: int, bound: int, seconds: int, most: int) -> None:
        """`bound` is for all that are in flight; `seconds` pass at least, `most` at most (but for
        chance), until one that was refused comes again."""
        self.at_once, self.bound, self.seconds, self.most = at_once, bound, seconds, most
        self.turns = BoundedSemaphore(at_once)
        self.in_flight = 0
        self.each = 0.0  # seconds that one takes
        self.last_return = 0.0  # when the last of those comes again that were refused
        self.lock = Lock()

    def enter(self) -> bool:
        """Take a place; False where none is free."""
        with self.lock:
            free = self.in_flight < self.bound
            self.in_flight += free
            return free

    def leave(self) -> None:
        """Give the place back."""
        with self.lock:
            self.in_flight -= 1

    @contextmanager
    def turn(self) -> Iterator[bool]:
        """Whether it is one's turn, which ends with the block; False where it does not come."""
        if not self.turns.acquire(timeout=LONGEST_WAIT):
            yield False
            return
        begun = time.monotonic()
        try:
            yield True
        finally:
            self.turns.release()
            with self.lock:
                self.each += (time.monotonic() - begun - self.each) * LATEST_SHARE

    def pause(self) -> int:
        """The seconds until one that is refused comes again: when all is answered that is in flight
        or was refused before it."""
        with self.lock:
            now, share = time.monotonic(), self.each / self.at_once
            first = max(self.seconds, self.in_flight * share)
            self.last_return = min(max(self.last_return, now + first) + share, now + self.most)
            return spread(self.last_return - now)


@dataclass(frozen=True)
class Lanes:
    """All that a process bounds."""

    looks: Lane
    entries: Lane

    @classmethod
    def of(cls, *, waiting: int) -> Lanes:
        """The lanes of a process in which so many entries may wait."""
        return cls(
            looks=Lane(
                at_once=LOOKS_AT_ONCE,
                bound=LOOKS,
                seconds=REFUSED_LOOK_SECONDS,
                most=MOST_SECONDS,
            ),
            entries=Lane(
                at_once=AT_ONCE,
                bound=AT_ONCE + waiting,
                seconds=ENTRY_SECONDS,
                most=MOST_ENTRY_SECONDS,
            ),
        )

    def lane(self, method: str, path: str) -> Lane | None:
        """Where a request belongs; None where nothing bounds it."""
        if is_look(method, path):
            return self.looks
        return self.entries if is_entry(method, path) else None

    def is_scripted(self, lane: Lane, *, from_outbox: bool) -> bool:
        """Whether a phone's script has sent a request of this lane; others read a page."""
        return lane is self.looks or from_outbox


def spread(seconds: float) -> int:
    """Whole seconds, up to half as many more by chance."""
    chance = random.uniform(1, SPREAD)  # noqa: S311 - nobody gains by guessing it
    return round(min(seconds, MOST_SECONDS) * chance)


def look_pause(waited: float) -> int:
    """The seconds until a phone looks again whose look has waited so long."""
    if waited <= SHORT_WAIT:
        return LOOK_SECONDS
    return spread(LOOK_SECONDS + STRETCH * waited)


def refusal_headers(seconds: int) -> list[tuple[str, str]]:
    """The headers of a refusal that a phone's script reads."""
    length, again = str(len(REFUSAL)), str(seconds)
    return [
        ("Content-Type", "text/plain"),
        ("Content-Length", length),
        ("Cache-Control", "no-store"),
        ("Retry-After", again),
    ]


# --- WSGI -----------------------------------------------------------------------------------------


class Guard:
    """A WSGI application in front of Django's."""

    def __init__(self, application: Application, lanes: Lanes) -> None:
        self.application, self.lanes = application, lanes

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        lane = self.lanes.lane(environ["REQUEST_METHOD"], environ["PATH_INFO"])
        if lane is None:
            return self.application(environ, start_response)
        arrived = arrival(environ.get("HTTP_X_REQUEST_START", ""))
        by_script = self.lanes.is_scripted(lane, from_outbox="HTTP_X_OUTBOX" in environ)
        if lane.enter():
            try:
                with lane.turn() as mine:
                    waited = time.time() - arrived
                    if mine and not (by_script and waited > PHONE_TIMEOUT):
                        if lane is self.lanes.looks:
                            start_response = with_pause(start_response, waited)
                        return self.application(environ, start_response)
            finally:
                lane.leave()
        seconds = lane.pause()
        if by_script:
            start_response("503 Service Unavailable", refusal_headers(seconds))
            return [REFUSAL]
        environ[REFUSED] = seconds
        return self.application(environ, start_response)


def with_pause(start_response: StartResponse, waited: float) -> StartResponse:
    """Begin an answer with the seconds until the next look."""
    seconds = ("Retry-After", str(look_pause(waited)))

    def begin(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
        return start_response(status, [*headers, seconds], *error)

    return begin
