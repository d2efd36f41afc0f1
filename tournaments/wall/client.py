"""One open stream of the live channel, where a process hears of changes, and how what there is to
tell gets out."""

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

LETTERS_KEPT = 16  # unread messages after which a stream counts as stuck

log = logging.getLogger(__name__)


def chunk(body: bytes) -> Message:
    """A piece of a stream that goes on; the same one may be sent to many."""
    return {"type": "http.response.body", "body": body, "more_body": True}


class Client:
    """One open stream. Small: there may be thousands.

    What is put goes out in the turn of whoever puts it: no task is woken for it. Only where the
    socket takes no more a task waits until it does, and what comes meanwhile is kept.
    """

    __slots__ = ("_late", "_listens", "_send", "_task", "_unsent", "closed", "event_id", "shown")

    def __init__(
        self, access: Pass, event_id: int, send: Send, task: asyncio.Task[Any] | None
    ) -> None:
        self.shown = access
        self.event_id = event_id
        self.closed = False
        self._send = send
        self._task = task
        self._listens = False  # whether `_task` waits for nothing but the browser to go
        self._unsent: list[bytes] | None = []  # None where all goes out at once
        self._late: asyncio.Task[None] | None = None

    @property
    def token(self) -> str:
        """The token in its address."""
        return self.shown[0]

    async def begin(self, *messages: Message) -> None:
        """Send these, then what was put meanwhile; from then on it goes out as it is put."""
        for message in messages:
            await self._send(message)
        await self._catch_up()

    def put(self, message: Message) -> bool:
        """Send a `part`; False where too many wait, or it cannot be sent."""
        if self._unsent is not None:
            self._unsent.append(message["body"])
            return len(self._unsent) <= LETTERS_KEPT
        sending = self._send(message).__await__()
        try:
            waits_for = next(sending)
        except StopIteration:
            return True
        except Exception:  # must not keep the others from being told
            log.exception("A stream could not be written to")
            return False
        self._unsent = []
        self._late = asyncio.get_running_loop().create_task(self._send_late(waits_for, sending))
        return True

    async def until_over(self, receive: Receive) -> None:
        """Wait until the browser goes or the stream is closed; then send the end."""
        self._listens = True
        try:
            while not self.closed and (await receive())["type"] != "http.disconnect":
                pass
        except asyncio.CancelledError:
            if not (self.closed and self._listens):  # the server stops, or this was dropped
                raise
        self._listens = False
        if self._late is not None:
            await self._late
        await self._send({"type": "http.response.body", "body": b""})

    def close(self) -> None:
        """End the stream once it has sent what it holds."""
        if not self.closed:
            self.closed = True
            if self._listens and self._task is not None:
                self._task.cancel()

    def drop(self) -> None:
        """End the stream as it is."""
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
    """The rest of what was begun without a task and turned out to have to wait: awaited by one."""

    __slots__ = ("rest", "waits_for")

    def __init__(self, waits_for: Any, rest: Generator[Any, Any, None]) -> None:
        self.waits_for = waits_for
        self.rest = rest

    def __await__(self) -> Generator[Any, Any, None]:
        yield self.waits_for
        yield from self.rest


SQLITE_SECONDS = 0.2  # one PRAGMA on an idle connection: some microseconds
QUERY_SECONDS = 1.0
REDIS_SECONDS = 2.0  # for an answer of Redis; as long after each it is asked whether it lives


class Hearer(Protocol):
    """What the sources tell: the broadcaster."""

    ready: asyncio.Event

    def hear(self, change: Change) -> None:
        """Something was announced."""

    async def look(self) -> None:
        """Something may have changed: compare with the database."""


async def watch_changes(hearer: Hearer) -> None:
    """Tell of changes until cancelled; sets ``ready`` once none can be missed."""
    if settings.REDIS_URL:
        await _watch_redis(hearer)
    elif connection.vendor == "sqlite":
        await _watch_sqlite(hearer, Path(connection.settings_dict["NAME"]))
    else:
        await _watch_versions(hearer)


async def _watch_redis(hearer: Hearer) -> None:
    """Subscribe; while Redis is away, ask the database instead."""
    from redis.asyncio import Redis  # where there is none, a laptop spares it

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
                await _look(hearer)  # what was announced while nobody listened
                hearer.ready.set()
                await _listen(hearer, heard)
        except redis_client.errors() as error:
            log.warning("No announcements from Redis, asking the database: %s", error)
        await _look(hearer)
        hearer.ready.set()
        await asyncio.sleep(QUERY_SECONDS)


async def _listen(hearer: Hearer, heard: PubSub) -> None:
    """Pass on what is announced; raises TimeoutError once Redis is there but answers nothing."""
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
    """Neither Redis nor SQLite: read the versions of the watched events, every second."""
    hearer.ready.set()
    while True:
        await asyncio.sleep(QUERY_SECONDS)
        await _look(hearer)


async def _look(hearer: Hearer) -> None:
    try:
        await hearer.look()
    except Exception:  # a database that restarts must not end the watch
        log.exception("The database could not be asked for changes")
