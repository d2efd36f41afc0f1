"""Where a process hears of changes: Redis where there is one, else the database itself."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from django.conf import settings
from django.db import connection

from tournaments.announcing import Change, channel
from tournaments.cache import redis_client

if TYPE_CHECKING:
    from redis.asyncio.client import PubSub

SQLITE_SECONDS = 0.2  # one PRAGMA on an idle connection: some microseconds
QUERY_SECONDS = 1.0
REDIS_SECONDS = 2.0  # for an answer of Redis; as long after each it is asked whether it lives

log = logging.getLogger(__name__)


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
