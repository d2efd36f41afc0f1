"""What the processes of a large installation share through Redis: Django's cache, and the values
that one process makes for all.

Where there is no Redis, or it is away, every process makes its own, no page fails and hardly one
waits.
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
CLAIM_SECONDS = 2.0  # that a value of another process is waited for
POLL_SECONDS = 0.01  # between two looks whether it is there

V = TypeVar("V")


class SharedMemo(Memo[V]):
    """A memo whose values, known by `name` and key, one process makes for all others.

    One makes a value while the others wait for it, but never long: should it die, another makes it.
    """

    def __init__(self, name: str, capacity: float, weigh: Callable[[V], float]) -> None:
        super().__init__(capacity, weigh)
        self.name = name

    def _fetch(
        self, key: Hashable, state: object, old: float, fresh: Callable[[], MemoEntry[V]]
    ) -> MemoEntry[V]:
        if not settings.REDIS_URL or connection.in_atomic_block:  # what may be rolled back is not
            return fresh()
        # Who takes an older value takes whatever is being made; else only what shows their state.
        name, claim = self._name("entry", key), self._name("claim", key if old else (key, state))
        until = monotonic() + CLAIM_SECONDS
        while True:
            found: MemoEntry[V] | None = cache.get(name)
            if found is not None and found.serves(state, old):
                return found
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
    """Whether it falls to this process to make something; None where Redis does not say."""
    url, key = settings.REDIS_URL, cache.make_key(name)
    milliseconds = int(CLAIM_SECONDS * 1000)

    def claimed() -> bool:
        return bool(redis_client.client(url).set(key, 1, nx=True, px=milliseconds))

    return ask(url, claimed, None)


class FaultTolerantCache(RedisCache):
    """A cache in Redis; where Redis does not answer, nothing is in it and nothing is kept."""

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
        """Delete what this cache keeps, and nothing beside it: Django's own way empties the whole
        database, and the queue of papers stands in it."""
        # "scorekeeper" is the queue and "scorekeeper:1:x" is ours: the colon tells them apart.
        redis = redis_client.client(self._url)
        if keys := list(redis.scan_iter(match=f"{self.key_prefix}:*", count=1000)):
            redis.unlink(*keys)
