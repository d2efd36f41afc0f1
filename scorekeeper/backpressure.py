"""The limits of a process on simultaneous requests, applied before Django sees a request.

Phones and walls look for news all the time, and phones send entries until they are saved. If there
are too many requests, results go before looks, a refusal costs a few bytes and has a Retry-After,
and requests that nobody waits for any more are dropped. All settings are at the top; those of the
proxy are in docker/nginx.conf, the numbers of processes in docker/compose.yaml.
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

# --- settings -------------------------------------------------------------------------------------

AT_ONCE = 4  # entries in work; more would only wait for Python or for the event
WAITING = 16  # further entries: the last of these is answered within a second or two
LONGEST_WAIT = 5.0  # seconds for which an entry waits for its turn
LOOKS_AT_ONCE = 4
LOOKS = 128  # looks that wait or are in work

PHONE_TIMEOUT = 15.0  # seconds after which a phone gives up (outbox.js, phone.js)
LOOK_SECONDS = 4  # from one look of a phone to the next if nothing has to wait
SHORT_WAIT = 0.25  # seconds of waiting that do not delay the next look
STRETCH = 8.0  # seconds of delay of the next look for each second that this one waited
REFUSED_LOOK_SECONDS = 8  # at least, until a refused look comes again
ENTRY_SECONDS = 2  # at least, until a refused entry comes again
MOST_ENTRY_SECONDS = 10  # at most, for an entry: somebody waits for it
MOST_SECONDS = 30  # at most, for anybody
SPREAD = 1.5  # the largest random factor of a pause: not all come again at the same moment
LATEST_SHARE = 0.1  # weight of the latest request in the average duration

REFUSAL = b"busy"  # a phone's script reads only the seconds

# --- kinds of requests ----------------------------------------------------------------------------

POLL = re.compile(r"/t/[^/]+/state/|/w/[^/]+/slides/")
WALLS = "/w/"
ENTRY_PATHS = ("/t/", "/api/")  # of phones and programs; a host's own steps are few
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


def is_entry(method: str, path: str) -> bool:
    """Whether a request sends data of a kind that may come from many at once."""
    return method not in SAFE_METHODS and path.startswith(ENTRY_PATHS)


def is_look(method: str, path: str) -> bool:
    """Whether a request is a table's phone or a wall looking for news."""
    return method == "GET" and POLL.fullmatch(path) is not None


def arrival(request_start: str) -> float:
    """Return the time of a request's arrival in seconds since 1970: the proxy's note ("t=" and
    seconds), else now."""
    if settings.BEHIND_PROXY:
        with suppress(ValueError):
            return float(request_start.removeprefix("t="))
    return time.time()


# --- requests in flight ---------------------------------------------------------------------------


class Lane:
    """The requests of one kind that wait or are in work in this process."""

    def __init__(self, *, at_once: int, bound: int, seconds: int, most: int) -> None:
        """`bound`: the largest number in flight; `seconds` and `most`: the shortest and longest
        pause after a refusal, before the random factor."""
        self.at_once, self.bound, self.seconds, self.most = at_once, bound, seconds, most
        self.turns = BoundedSemaphore(at_once)
        self.in_flight = 0
        self.each = 0.0  # average duration in seconds
        self.last_return = 0.0  # time when the last refused request comes again
        self.lock = Lock()

    def enter(self) -> bool:
        """Take a place; return False if none is free."""
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
        """Wait for a turn, which ends with the block; give False if there is none in time."""
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
        """Return the seconds until a refused request shall come again: when all requests in flight
        or refused before it are answered."""
        with self.lock:
            now, share = time.monotonic(), self.each / self.at_once
            first = max(self.seconds, self.in_flight * share)
            self.last_return = min(max(self.last_return, now + first) + share, now + self.most)
            return spread(self.last_return - now)


@dataclass(frozen=True)
class Lanes:
    """All lanes of a process."""

    looks: Lane
    entries: Lane

    @classmethod
    def of(cls, *, waiting: int) -> Lanes:
        """Return the lanes of a process in which so many entries may wait."""
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
        """Return the lane of a request; None if it has no limit."""
        if is_look(method, path):
            return self.looks
        return self.entries if is_entry(method, path) else None

    def is_scripted(self, lane: Lane, *, from_outbox: bool) -> bool:
        """Whether a script sent the request; other senders read a page."""
        return lane is self.looks or from_outbox


def spread(seconds: float) -> int:
    """Return whole seconds times a random factor up to SPREAD."""
    chance = random.uniform(1, SPREAD)  # noqa: S311 - nobody gains by guessing it
    return round(min(seconds, MOST_SECONDS) * chance)


def look_pause(path: str, waited: float) -> int:
    """Return the least seconds until the next look at that path, if this one waited so long."""
    seconds = 0 if path.startswith(WALLS) else LOOK_SECONDS
    return seconds if waited <= SHORT_WAIT else spread(seconds + STRETCH * waited)


def refusal_headers(seconds: int) -> list[tuple[str, str]]:
    """Return the headers of a refusal for a phone's script."""
    length, again = str(len(REFUSAL)), str(seconds)
    return [
        ("Content-Type", "text/plain"),
        ("Content-Length", length),
        ("Cache-Control", "no-store"),
        ("Retry-After", again),
    ]


# --- WSGI -----------------------------------------------------------------------------------------


class Guard:
    """A WSGI application in front of Django's that applies the limits."""

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
                            pause = look_pause(environ["PATH_INFO"], waited)
                            start_response = with_pause(start_response, pause)
                        return self.application(environ, start_response)
            finally:
                lane.leave()
        seconds = lane.pause()
        if by_script:
            start_response("503 Service Unavailable", refusal_headers(seconds))
            return [REFUSAL]
        environ[REFUSED] = seconds
        return self.application(environ, start_response)


def with_pause(start_response: StartResponse, pause: int) -> StartResponse:
    """Add the seconds until the next look to a response's headers."""
    seconds = ("Retry-After", str(pause))

    def begin(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
        return start_response(status, [*headers, seconds], *error)

    return begin
