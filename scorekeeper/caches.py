"""The shared cache: Django's, for whose absence no page fails and hardly one waits."""

from typing import Any

from django.core.cache.backends.redis import RedisCache

from tournaments import patience
from tournaments.patience import asked, options


class PatientCache(RedisCache):
    """A cache in Redis; where Redis does not answer, nothing is in it and nothing is kept."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._url = server
        self._options: dict[str, Any] = {**options(), **params.get("OPTIONS", {})}

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return asked(self._url, lambda: RedisCache.get(self, key, default, version), default)

    def set(self, key: Any, value: Any, *args: Any, **kwargs: Any) -> None:
        asked(self._url, lambda: RedisCache.set(self, key, value, *args, **kwargs), None)

    def add(self, *args: Any, **kwargs: Any) -> bool:
        return asked(self._url, lambda: RedisCache.add(self, *args, **kwargs), otherwise=False)

    def incr(self, *args: Any, **kwargs: Any) -> int:
        return asked(self._url, lambda: RedisCache.incr(self, *args, **kwargs), otherwise=0)

    def touch(self, *args: Any, **kwargs: Any) -> bool:
        return asked(self._url, lambda: RedisCache.touch(self, *args, **kwargs), otherwise=False)

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        return asked(self._url, lambda: RedisCache.delete(self, *args, **kwargs), otherwise=False)

    def has_key(self, *args: Any, **kwargs: Any) -> bool:
        return asked(self._url, lambda: RedisCache.has_key(self, *args, **kwargs), otherwise=False)

    def get_many(self, *args: Any, **kwargs: Any) -> dict[Any, Any]:
        return asked(self._url, lambda: RedisCache.get_many(self, *args, **kwargs), {})

    def set_many(self, data: dict[Any, Any], *args: Any, **kwargs: Any) -> list[Any]:
        return asked(
            self._url, lambda: RedisCache.set_many(self, data, *args, **kwargs), list(data)
        )

    def delete_many(self, *args: Any, **kwargs: Any) -> None:
        asked(self._url, lambda: RedisCache.delete_many(self, *args, **kwargs), None)

    def clear(self) -> None:
        asked(self._url, self._forget_own, None)

    def _forget_own(self) -> None:
        """Delete what this cache keeps, and nothing beside it: Django's own way empties the whole
        database, and the queue of papers stands in it."""
        # "scorekeeper" is the queue and "scorekeeper:1:x" is ours: the colon tells them apart.
        redis = patience.client(self._url)
        if keys := list(redis.scan_iter(match=f"{self.key_prefix}:*", count=1000)):
            redis.unlink(*keys)
