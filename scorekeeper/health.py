"""The health check: whether this process reaches its database and, where configured, Redis."""

import redis
from django.conf import settings
from django.db import Error, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis.backoff import NoBackoff
from redis.retry import Retry


def database_status() -> str:
    """``ok`` or ``unreachable``."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        return "unreachable"
    return "ok"


def redis_status(url: str) -> str:
    """``ok``, ``unreachable``, or ``not used`` without a URL; answers within a second or so."""
    if not url:
        return "not used"
    client = redis.Redis.from_url(
        url, socket_connect_timeout=1, socket_timeout=1, retry=Retry(NoBackoff(), 0)
    )
    try:
        client.ping()
    except redis.RedisError:
        return "unreachable"
    finally:
        client.close()
    return "ok"


def health() -> tuple[int, dict[str, str]]:
    """The HTTP status (200, or 503 where something is unreachable) and the state of each part."""
    parts = {"database": database_status(), "redis": redis_status(settings.REDIS_URL)}
    return (503 if "unreachable" in parts.values() else 200), parts


@require_safe
@never_cache
def healthz(_request: HttpRequest) -> JsonResponse:
    """The health of this process. Anyone may ask: it tells no address and no error."""
    status, parts = health()
    return JsonResponse(parts, status=status)
