"""The shared cache in a real Redis that others use as well."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis
from django.conf import settings
from django.core.cache import cache
from django.test import override_settings

from scorekeeper.environment import installation_name
from tests.redis_servers import real_redis
from tournaments.cache.shared_cache import SharedMemo


def test_clearing_the_cache_leaves_the_queue_of_papers_alone(tmp_path: Path) -> None:
    with real_redis(tmp_path) as url:
        queue = settings.CELERY_TASK_DEFAULT_QUEUE
        # An installation calls its queue and its part of the cache alike.
        backend = {"LOCATION": url, "KEY_PREFIX": queue}
        backend["BACKEND"] = "tournaments.cache.shared_cache.FaultTolerantCache"
        with override_settings(CACHES={"default": backend}), redis.Redis.from_url(url) as others:
            others.rpush(queue, "a paper to be made")
            others.sadd(f"_kombu.binding.{queue}", "everything")
            for number in range(3000):
                cache.set(f"page-{number}", "kept")
            cache.clear()
            assert cache.get("page-7") is None
            left = {key.decode() for key in others.scan_iter()}
            assert left == {queue, f"_kombu.binding.{queue}"}
            cache.clear()
            assert others.lrange(queue, 0, -1) == [b"a paper to be made"]


@contextmanager
def installation(url: str, key: str) -> Iterator[None]:
    """One of those that share the Redis, told apart by its secret."""
    backend = {"LOCATION": url, "KEY_PREFIX": installation_name(key)}
    backend["BACKEND"] = "tournaments.cache.shared_cache.FaultTolerantCache"
    with override_settings(CACHES={"default": backend}, REDIS_URL=url):
        yield


def made(page: str) -> str:
    """The page of an event as another process has made it, or this one."""
    memo: SharedMemo[str] = SharedMemo("page", 100, len)
    return memo.get(("standings", 1), 1, lambda: page)


def test_two_installations_on_one_redis_do_not_see_each_others_pages(tmp_path: Path) -> None:
    with real_redis(tmp_path) as url:
        with installation(url, "of one"):
            assert made("ours") == "ours"
            assert made("made again") == "ours"
        with installation(url, "of the other"):
            assert made("theirs") == "theirs"
            cache.clear()
        with installation(url, "of one"):
            assert made("made again") == "ours"


def test_calls_are_counted_in_it(tmp_path: Path) -> None:
    with real_redis(tmp_path) as url:
        backend = {"LOCATION": url, "BACKEND": "tournaments.cache.shared_cache.FaultTolerantCache"}
        with override_settings(CACHES={"default": backend}):
            cache.set("calls", 1)
            assert [cache.incr("calls") for _ in range(3)] == [2, 3, 4]
            with pytest.raises(ValueError, match="not found"):
                cache.incr("nothing")
