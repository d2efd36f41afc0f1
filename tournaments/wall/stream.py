"""The live stream: server-sent events for wall screens and scoreboards, in bare ASGI.

Not a Django view: a stream that may last an evening must not hold a thread, a database connection
or a request. The link is looked up once; after that one `Broadcaster` a process hears of changes
(`tournaments.live_sources`) and hands each, as the same bytes, to every stream of that event.

    GET /live/<token>/?v=<version the page shows>

    event: changed
    id: 18
    data: {"event": 3, "version": 18, "topics": ["report"]}

A stream that comes back says which version it saw last (Last-Event-ID, which browsers send, or
``v``) and is told at once if the event has moved on. Topics are the first words of log codes, or
``*`` for anything.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterable, MutableMapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar
from urllib.parse import parse_qs

from django.conf import settings
from django.db import connections
from django.http import parse_cookie

from tournaments.db import broadcast
from tournaments.db.broadcast import ANYTHING, EVERYWHERE, LINKS, Change
from tournaments.wall.client import Client, Message, Pass, Receive, Send, chunk, watch_changes
from tournaments.web.network import common_headers

Scope = MutableMapping[str, Any]
Answer = TypeVar("Answer")

PATH = "/live/"
RETRY_MS = 2000  # after which a browser whose stream broke asks again
HEARTBEAT_SECONDS = 15.0  # shorter than the idle limits of proxies and phones
CHECK_EVERY = 4  # heartbeats between two checks of the links
STREAMS_PER_LINK = 500
STREAMS = 5000
AT_ONCE = 100  # streams that are told before the loop does anything else
HEAD_START = 0.003  # seconds to answer the request that brought the news
LONGEST_VERSION = 20  # digits
HEARTBEAT = b": still here\n\n"
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store, no-transform"),
    (b"content-encoding", b"identity"),
    (b"x-accel-buffering", b"no"),
]
PLAIN = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]

log = logging.getLogger(__name__)
# Links are looked up here, never in the event loop; two threads keep the connections few.
_threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="live")


async def in_thread(function: Callable[[], Answer]) -> Answer:
    """Run a function that uses the database in a thread, and give its connection back
    afterwards."""

    def run() -> Answer:
        try:
            return function()
        finally:
            connections.close_all()

    return await asyncio.get_running_loop().run_in_executor(_threads, run)


def event_ids(passes: Iterable[Pass]) -> dict[Pass, int]:
    """The event of each pass that is still valid."""
    from tournaments.access.services import live_event_id

    found = ((shown, live_event_id(*shown)) for shown in passes)
    return {shown: event_id for shown, event_id in found if event_id is not None}


def versions(ids: list[int]) -> dict[int, int]:
    """The present version of each of these events."""
    from tournaments.models import Event

    return dict(Event.objects.filter(pk__in=ids).values_list("pk", "version"))


def letter(change: Change) -> bytes:
    """A change as a server-sent event."""
    return f"event: changed\nid: {change.version}\ndata: {change.as_json()}\n\n".encode()


class Broadcaster:
    """Learns of every change, once for each process, and tells the streams of the event
    concerned."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.clients: dict[int, set[Client]] = {}
        self.per_token: Counter[str] = Counter()
        self.known: dict[int, int] = {}
        self.ready = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []
        self.checks: set[asyncio.Task[None]] = set()
        # Events whose streams are being told, each with what has changed since.
        self.rounds: dict[int, Change | None] = {}

    # -- who is listening --

    def is_full(self, token: str) -> bool:
        """Whether one more stream of this link, or of any link, would be too many."""
        return self.per_token[token] >= STREAMS_PER_LINK or self.per_token.total() >= STREAMS

    async def join(self, client: Client) -> None:
        """Add a stream; returns once it cannot miss any later change."""
        self.clients.setdefault(client.event_id, set()).add(client)
        self.per_token[client.token] += 1
        if not self.tasks:
            broadcast.listeners.add(self.hear_from_anywhere)
            self.tasks = [
                self.loop.create_task(watch_changes(self)),
                self.loop.create_task(self.beat()),
            ]
        await self.ready.wait()

    def leave(self, client: Client) -> None:
        """Remove a stream; the last one to go stops the watch."""
        streams = self.clients.get(client.event_id, set())
        streams.discard(client)
        self.per_token -= Counter((client.token,))
        if not streams:
            self.clients.pop(client.event_id, None)
            self.known.pop(client.event_id, None)
        if not self.clients:
            broadcast.listeners.discard(self.hear_from_anywhere)
            for task in self.tasks:
                task.cancel()
            self.tasks = []
            self.ready = asyncio.Event()

    def close_all(self) -> None:
        """End every stream, for a server that is about to stop."""
        for streams in self.clients.values():
            for client in streams:
                client.close()

    # -- changes --

    def hear_from_anywhere(self, change: Change) -> None:
        """`hear`, from any thread."""
        with suppress(RuntimeError):  # the loop has just been closed
            self.loop.call_soon_threadsafe(self.hear, change)

    def hear(self, change: Change) -> None:
        """Pass a change on. Its id never decreases, even if announcements overtook each other."""
        streams = self.clients.get(change.event_id)
        if streams:
            newest = max(change.version, self.known.get(change.event_id, 0))
            self.known[change.event_id] = newest
            self.spread(Change(change.event_id, newest, change.topics))
        if LINKS in change.topics and (streams or change.event_id == EVERYWHERE):
            check = self.loop.create_task(self.check_links())
            self.checks.add(check)
            check.add_done_callback(self.checks.discard)

    def spread(self, change: Change) -> None:
        """Tell the streams of the event: few at once; many in parts, after the request that brought
        the news is answered, and everything that changes meanwhile in one further round."""
        event_id = change.event_id
        if event_id in self.rounds:
            self.rounds[event_id] = change.merged_with(self.rounds[event_id])
        elif len(self.clients[event_id]) <= AT_ONCE:
            self.tell(self.clients[event_id], letter(change))
        else:
            self.rounds[event_id] = change
            self.loop.call_later(HEAD_START, self._begin_round, event_id)

    def _begin_round(self, event_id: int) -> None:
        change = self.rounds.pop(event_id)
        if change is not None:
            self.rounds[event_id] = None
            streams = tuple(self.clients.get(event_id, ()))
            self._go_round(event_id, streams, letter(change))

    def _go_round(self, event_id: int, streams: Sequence[Client], message: bytes) -> None:
        self.tell(streams[:AT_ONCE], message)
        if len(streams) > AT_ONCE:
            self.loop.call_soon(self._go_round, event_id, streams[AT_ONCE:], message)
        else:
            self.loop.call_soon(self._begin_round, event_id)

    def tell(self, streams: Iterable[Client], message: bytes) -> None:
        """Send the same bytes to many streams; drop those that do not read."""
        one_for_all = chunk(message)
        for client in tuple(streams):
            if not client.put(one_for_all):
                log.info("A stream that does not read was dropped")
                client.drop()

    async def look(self) -> None:
        """Compare the watched events with the database; tell the streams of those that have
        changed."""
        for event_id, version in (await in_thread(partial(versions, list(self.clients)))).items():
            self.note(event_id, version)

    def note(self, event_id: int, version: int) -> None:
        """Handle a version that was read; tell the event's streams if nobody announced it."""
        if version > self.known.setdefault(event_id, version):
            self.hear(Change(event_id, version, (ANYTHING,)))

    async def beat(self) -> None:
        """Send a heartbeat, so that proxies and browsers keep the streams open, and look for what
        was not announced.

        Changes made by hand in the database, announcements that a failing Redis lost, and links
        withdrawn in that way are found, too, only later.
        """
        beats = 0
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            beats += 1
            for streams in tuple(self.clients.values()):
                self.tell(streams, HEARTBEAT)
            try:
                await self.look()
            except Exception:  # the streams must outlive a database that restarts
                log.exception("The database could not be asked for changes")
            if beats % CHECK_EVERY == 0:
                await self.check_links()

    async def check_links(self) -> None:
        """Close the streams whose link was withdrawn, or whose browser has signed out."""
        passes = {client.access for streams in self.clients.values() for client in streams}
        try:
            valid = await in_thread(partial(event_ids, passes))
        except Exception:  # the streams must outlive a database that restarts
            log.exception("Links could not be checked")
            return
        for streams in tuple(self.clients.values()):
            for client in tuple(streams):
                if client.access not in valid:
                    client.close()


class LiveStream:
    """The ASGI application of /live/; one for each process."""

    def __init__(self) -> None:
        self.broadcaster: Broadcaster | None = None

    def of_this_loop(self) -> Broadcaster:
        """The broadcaster; a new one for a new event loop (as in tests)."""
        if self.broadcaster is None or self.broadcaster.loop is not asyncio.get_running_loop():
            self.broadcaster = Broadcaster()
        return self.broadcaster

    def close_all(self) -> None:
        """End every stream; only from the event loop's own thread (a signal handler is fine)."""
        if self.broadcaster is not None:
            self.broadcaster.close_all()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request: with a stream, or a short refusal."""
        token = scope["path"].removeprefix(PATH).rstrip("/")
        if scope["method"] not in ("GET", "HEAD"):
            await answer(send, 405, "Only GET", [*PLAIN, (b"allow", b"GET, HEAD")])
            return
        shown = (token, session_key(scope) if ":" in token else "")
        event_id = (await in_thread(partial(event_ids, [shown]))).get(shown)
        broadcaster = self.of_this_loop()
        if event_id is None:
            await answer(send, 404, "No such stream")
        elif broadcaster.is_full(token):
            await answer(send, 503, "Too many streams", [*PLAIN, (b"retry-after", b"30")])
        elif scope["method"] == "HEAD":
            await answer(send, 200, "", HEADERS)
        else:
            client = Client(shown, event_id, send, asyncio.current_task())
            await stream(broadcaster, client, last_seen(scope), receive)


def session_key(scope: Scope) -> str:
    """The session key of the browser; a signed token is only valid for its own session."""
    cookies = b"; ".join(value for name, value in scope["headers"] if name == b"cookie")
    found = parse_cookie(cookies.decode("latin-1")).get(settings.SESSION_COOKIE_NAME, "")
    return found if found.isalnum() and found.isascii() else ""


def last_seen(scope: Scope) -> int | None:
    """The version that the browser shows; None if it sends nothing usable."""
    for name, value in scope["headers"]:
        if name == b"last-event-id" and value.isdigit() and len(value) < LONGEST_VERSION:
            return int(value)
    try:
        given = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("v", [""])[0]
    except ValueError:  # too many fields
        return None
    usable = given.isdecimal() and given.isascii() and len(given) < LONGEST_VERSION
    return int(given) if usable else None


def head(status: int, headers: list[tuple[bytes, bytes]]) -> Message:
    """The start of a response: with these headers and those that every response has."""
    safe = [(name.lower().encode(), value.encode()) for name, value in common_headers().items()]
    return {"type": "http.response.start", "status": status, "headers": [*headers, *safe]}


async def answer(
    send: Send, status: int, text: str, headers: list[tuple[bytes, bytes]] = PLAIN
) -> None:
    """Send a whole short response."""
    await send(head(status, headers))
    await send({"type": "http.response.body", "body": text.encode()})


async def stream(
    broadcaster: Broadcaster, client: Client, seen: int | None, receive: Receive
) -> None:
    """Connect the client to the broadcaster until either side ends it."""
    try:
        await broadcaster.join(client)
        version = (await in_thread(partial(versions, [client.event_id]))).get(client.event_id, 0)
        broadcaster.note(client.event_id, version)
        first = f"retry: {RETRY_MS}\nid: {version}\n\n".encode()
        if seen is not None and seen != version:
            first += letter(Change(client.event_id, version, (ANYTHING,)))
        await client.begin(head(200, HEADERS), chunk(first))
        await client.until_over(receive)
    except asyncio.CancelledError:
        if not client.closed:  # the server stops; otherwise the broadcaster dropped this stream
            raise
    finally:
        client.forget()
        broadcaster.leave(client)


live = LiveStream()
