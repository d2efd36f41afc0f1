"""A client of the live stream, and the watcher by which a process learns of changes."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Awaitable, Callable, Generator, MutableMapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from django.conf import settings
from django.db import connection

from tournaments.cache import redis_client
from tournaments.db.broadcast import Change, channel

if TYPE_CHECKING:
    from redis.asyncio.client import PubSub


Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Pass = tuple[str, str]  # a token, and the session that it was shown with

MOST_UNSENT = 16  # unread messages after which a stream counts as stuck

log = logging.getLogger(__name__)


def chunk(body: bytes) -> Message:
    """A message with a piece of a stream that goes on; the same message may be sent to many."""
    return {"type": "http.response.body", "body": body, "more_body": True}


class Client:
    """One open stream. It is small: there may be thousands.

    A message is sent by whoever puts it: no task is woken for it. Only if the socket takes no more,
    a task waits until it does, and later messages are queued.
    """

    __slots__ = ("_late", "_listens", "_send", "_task", "_unsent", "access", "closed", "event_id")

    def __init__(
        self, access: Pass, event_id: int, send: Send, task: asyncio.Task[Any] | None
    ) -> None:
        self.access = access
        self.event_id = event_id
        self.closed = False
        self._send = send
        self._task = task
        self._listens = False  # whether `_task` only waits for the browser to go
        self._unsent: list[bytes] | None = []  # None if everything is sent at once
        self._late: asyncio.Task[None] | None = None

    @property
    def token(self) -> str:
        """The token in its address."""
        return self.access[0]

    async def begin(self, *messages: Message) -> None:
        """Send these messages, then those put meanwhile; from then on each is sent as it is put."""
        for message in messages:
            await self._send(message)
        await self._catch_up()

    def put(self, message: Message) -> bool:
        """Send a message; return False if too many wait, or it cannot be sent."""
        if self._unsent is not None:
            self._unsent.append(message["body"])
            return len(self._unsent) <= MOST_UNSENT
        sending = self._send(message).__await__()
        try:
            waits_for = next(sending)
        except StopIteration:
            return True
        except Exception:  # the others still have to be told
            log.exception("A stream could not be written to")
            return False
        self._unsent = []
        self._late = asyncio.get_running_loop().create_task(self._send_late(waits_for, sending))
        return True

    async def until_over(self, receive: Receive) -> None:
        """Wait until the browser goes or the stream is closed; then end the response."""
        self._listens = True
        try:
            while not self.closed and (await receive())["type"] != "http.disconnect":
                pass
        except asyncio.CancelledError:
            if not (self.closed and self._listens):  # the server stops, or this client was dropped
                raise
        self._listens = False
        if self._late is not None:
            await self._late
        await self._send({"type": "http.response.body", "body": b""})

    def close(self) -> None:
        """End the stream once everything in its queue is sent."""
        if not self.closed:
            self.closed = True
            if self._listens and self._task is not None:
                self._task.cancel()

    def drop(self) -> None:
        """End the stream at once."""
        self.closed, self._listens = True, False
        for task in (self._late, self._task):
            if task is not None:
                task.cancel()

    def forget(self) -> None:
        """Send nothing any more."""
        if self._late is not None:
            self._late.cancel()

    async def _send_late(self, waits_for: Any, sending: Generator[Any, Any, None]) -> None:
        await Begun(waits_for, sending)
        await self._catch_up()
        self._late = None

    async def _catch_up(self) -> None:
        while self._unsent:
            body = b"".join(self._unsent)
            self._unsent.clear()
            await self._send(chunk(body))
        self._unsent = None


class Begun:
    """The rest of a coroutine that was started without a task and turned out to have to wait; a
    task awaits it."""

    __slots__ = ("rest", "waits_for")

    def __init__(self, waits_for: Any, rest: Generator[Any, Any, None]) -> None:
        self.waits_for = waits_for
        self.rest = rest

    def __await__(self) -> Generator[Any, Any, None]:
        yield self.waits_for
        yield from self.rest


SQLITE_SECONDS = 0.2  # one PRAGMA on an idle connection: some microseconds
QUERY_SECONDS = 1.0
REDIS_SECONDS = 2.0  # to wait for Redis, and between two pings


class Hearer(Protocol):
    """Whoever wants to know of changes: the broadcaster."""

    ready: asyncio.Event

    def hear(self, change: Change) -> None:
        """A change was announced."""

    async def look(self) -> None:
        """Something may have changed: compare with the database."""


async def watch_changes(hearer: Hearer) -> None:
    """Report changes until cancelled; sets ``ready`` once none can be missed."""
    if settings.REDIS_URL:
        await _watch_redis(hearer)
    elif connection.vendor == "sqlite":
        await _watch_sqlite(hearer, Path(connection.settings_dict["NAME"]))
    else:
        await _watch_versions(hearer)


async def _watch_redis(hearer: Hearer) -> None:
    """Subscribe; while Redis is away, ask the database instead."""
    from redis.asyncio import Redis  # without Redis the import is not needed

    while True:
        client = Redis.from_url(
            settings.REDIS_URL,
            socket_connect_timeout=REDIS_SECONDS,
            socket_timeout=REDIS_SECONDS,
            retry=redis_client.no_retry(),
        )
        try:
            async with client, client.pubsub() as heard:
                await heard.subscribe(channel())
                await heard.get_message(timeout=REDIS_SECONDS)  # the confirmation
                await _look(hearer)  # what was announced before the subscription
                hearer.ready.set()
                await _listen(hearer, heard)
        except redis_client.errors() as error:
            log.warning("No announcements from Redis, asking the database: %s", error)
        await _look(hearer)
        hearer.ready.set()
        await asyncio.sleep(QUERY_SECONDS)


async def _listen(hearer: Hearer, heard: PubSub) -> None:
    """Pass on announcements; raises TimeoutError if Redis is connected but does not answer."""
    asked = False
    while True:
        message = await heard.get_message(timeout=REDIS_SECONDS)
        if message is not None:
            asked = False
            if message["type"] == "message":
                _hear(hearer, message["data"])
        elif asked:
            raise TimeoutError("Redis does not answer any more")
        else:
            asked = True
            await heard.ping()


def _hear(hearer: Hearer, text: bytes) -> None:
    try:
        change = Change.from_json(text)
    except (ValueError, KeyError, TypeError):
        log.warning("An announcement that nobody understands: %.80r", text)
    else:
        hearer.hear(change)


async def _watch_sqlite(hearer: Hearer, path: Path) -> None:
    """Watch the counter that SQLite raises whenever another connection commits."""
    address = f"{path.resolve().as_uri()}?mode=rw"
    with closing(sqlite3.connect(address, uri=True, isolation_level=None)) as watcher:
        before = watcher.execute("PRAGMA data_version").fetchone()
        hearer.ready.set()
        while True:
            await asyncio.sleep(SQLITE_SECONDS)
            try:
                now = watcher.execute("PRAGMA data_version").fetchone()
            except sqlite3.OperationalError as error:  # locked for a moment by a checkpoint
                log.debug("data_version: %s", error)
                continue
            if now != before:
                before = now
                await _look(hearer)


async def _watch_versions(hearer: Hearer) -> None:
    """Without Redis and SQLite: read the versions of the watched events every second."""
    hearer.ready.set()
    while True:
        await asyncio.sleep(QUERY_SECONDS)
        await _look(hearer)


async def _look(hearer: Hearer) -> None:
    try:
        await hearer.look()
    except Exception:  # a database that restarts must not end the watch
        log.exception("The database could not be asked for changes")
