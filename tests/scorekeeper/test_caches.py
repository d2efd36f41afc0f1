"""The shared cache in a Redis that others use as well."""

from pathlib import Path

import pytest
import redis
from django.conf import settings
from django.core.cache import cache
from django.test import override_settings

from tests.redis_servers import real_redis


def test_clearing_the_cache_leaves_the_queue_of_papers_alone(tmp_path: Path) -> None:
    with real_redis(tmp_path) as url:
        queue = settings.CELERY_TASK_DEFAULT_QUEUE
        # An installation calls its queue and its part of the cache alike.
        backend = {"LOCATION": url, "KEY_PREFIX": queue}
        backend["BACKEND"] = "scorekeeper.caches.PatientCache"
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


def test_calls_are_counted_in_it(tmp_path: Path) -> None:
    with real_redis(tmp_path) as url:
        backend = {"LOCATION": url, "BACKEND": "scorekeeper.caches.PatientCache"}
        with override_settings(CACHES={"default": backend}):
            cache.set("calls", 1)
            assert [cache.incr("calls") for _ in range(3)] == [2, 3, 4]
            with pytest.raises(ValueError, match="not found"):
                cache.incr("nothing")
