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


@require_safe
@never_cache
def healthz(_request: HttpRequest) -> JsonResponse:
    """200 where all is reachable, else 503. Anyone may ask: it tells no address and no error."""
    status = {"database": database_status(), "redis": redis_status(settings.REDIS_URL)}
    return JsonResponse(status, status=503 if "unreachable" in status.values() else 200)
