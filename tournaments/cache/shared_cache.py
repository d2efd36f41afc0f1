"""Caches that the processes of a large installation share through Redis: Django's cache, and values
that one process makes for all.

Without Redis, or while it is down, every process makes its own; no page fails and few wait.
"""

from __future__ import annotations

import pickle
from hashlib import blake2b
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, TypeVar

from django.conf import settings
from django.core.cache import cache
from django.core.cache.backends.redis import RedisCache
from django.db import connection

from tournaments.cache import redis_client
from tournaments.cache.memo import Memo, MemoEntry
from tournaments.cache.redis_client import ask, connection_options

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

SHARED_SECONDS = 60 * 60
CLAIM_SECONDS = 2.0  # of waiting for a value of another process
POLL_SECONDS = 0.01  # between two checks for it

V = TypeVar("V")


class SharedMemo(Memo[V]):
    """A memo whose values, by `name` and key, one process makes for all others.

    The others wait for the value for at most CLAIM_SECONDS, then make it themselves.
    """

    def __init__(self, name: str, capacity: float, weigh: Callable[[V], float]) -> None:
        super().__init__(capacity, weigh)
        self.name = name

    def _fetch(
        self, key: Hashable, state: object, old: float, fresh: Callable[[], MemoEntry[V]]
    ) -> MemoEntry[V]:
        if not settings.REDIS_URL or connection.in_atomic_block:  # a rollback may make it wrong
            return fresh()
        # With `old` any value that is being made will do; else only one of this state.
        name, claim = self._name("entry", key), self._name("claim", key if old else (key, state))
        until = monotonic() + CLAIM_SECONDS
        while True:
            shared: MemoEntry[V] | None = cache.get(name)
            if shared is not None and shared.serves(state, old):
                return shared
            mine = _claim(claim)
            if mine or mine is None or monotonic() > until:
                break
            sleep(POLL_SECONDS)
        try:
            entry = fresh()
            if mine is not None:
                cache.set(name, entry, SHARED_SECONDS)
        finally:
            if mine:
                cache.delete(claim)
        return entry

    def _name(self, kind: str, key: object) -> str:
        return f"{kind}:{self.name}:{blake2b(pickle.dumps(key), digest_size=16).hexdigest()}"


def _claim(name: str) -> bool | None:
    """Claim the making of a value for this process; return False if another has the claim, None if
    Redis does not answer."""
    url, key = settings.REDIS_URL, cache.make_key(name)
    milliseconds = int(CLAIM_SECONDS * 1000)

    def claimed() -> bool:
        return bool(redis_client.client(url).set(key, 1, nx=True, px=milliseconds))

    return ask(url, claimed, None)


class FaultTolerantCache(RedisCache):
    """A cache in Redis; while Redis does not answer, it is empty and stores nothing."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._url = server
        self._options: dict[str, Any] = {**connection_options(), **params.get("OPTIONS", {})}

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return ask(self._url, lambda: RedisCache.get(self, key, default, version), default)

    def set(self, key: Any, value: Any, *args: Any, **kwargs: Any) -> None:
        ask(self._url, lambda: RedisCache.set(self, key, value, *args, **kwargs), None)

    def add(self, *args: Any, **kwargs: Any) -> bool:
        return ask(self._url, lambda: RedisCache.add(self, *args, **kwargs), otherwise=False)

    def incr(self, *args: Any, **kwargs: Any) -> int:
        return ask(self._url, lambda: RedisCache.incr(self, *args, **kwargs), otherwise=0)

    def touch(self, *args: Any, **kwargs: Any) -> bool:
        return ask(self._url, lambda: RedisCache.touch(self, *args, **kwargs), otherwise=False)

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        return ask(self._url, lambda: RedisCache.delete(self, *args, **kwargs), otherwise=False)

    def has_key(self, *args: Any, **kwargs: Any) -> bool:
        return ask(self._url, lambda: RedisCache.has_key(self, *args, **kwargs), otherwise=False)

    def get_many(self, *args: Any, **kwargs: Any) -> dict[Any, Any]:
        return ask(self._url, lambda: RedisCache.get_many(self, *args, **kwargs), {})

    def set_many(self, data: dict[Any, Any], *args: Any, **kwargs: Any) -> list[Any]:
        return ask(self._url, lambda: RedisCache.set_many(self, data, *args, **kwargs), list(data))

    def delete_many(self, *args: Any, **kwargs: Any) -> None:
        ask(self._url, lambda: RedisCache.delete_many(self, *args, **kwargs), None)

    def clear(self) -> None:
        ask(self._url, self._clear_own, None)

    def _clear_own(self) -> None:
        """Delete the keys of this cache only: Django's own method empties the whole database, which
        also has the queue of papers."""
        # "scorekeeper" is the queue and "scorekeeper:1:x" is ours: the colon tells them apart.
        redis = redis_client.client(self._url)
        if keys := list(redis.scan_iter(match=f"{self.key_prefix}:*", count=1000)):
            redis.unlink(*keys)
