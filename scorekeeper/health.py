"""The health check: whether this process can use its database and, where configured, Redis."""

import shutil
from pathlib import Path

import redis
from django.conf import settings
from django.db import Error, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorekeeper.outages import AWAY, FULL, READ_ONLY, outage
from tournaments import patience

FINE = {"ok", "not used"}
LEAST_FREE = 16 * 1024 * 1024  # bytes on the disk of the database
LOCK_PATIENCE = 1000  # milliseconds


def database_status() -> str:
    """``ok``, or what is wrong: ``unreachable``, ``read-only``, ``locked``, ``full``."""
    try:
        if connection.vendor == "sqlite":
            return _sqlite_status()
        with connection.cursor() as cursor:
            cursor.execute("SHOW transaction_read_only")
            return READ_ONLY if cursor.fetchone() == ("on",) else "ok"
    except (Error, OSError) as error:
        return outage(error) or AWAY


def _sqlite_status() -> str:
    """Begins to write, and thinks better of it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        if not connection.in_atomic_block:
            [patient] = cursor.execute("PRAGMA busy_timeout").fetchone()
            [version] = cursor.execute("PRAGMA user_version").fetchone()
            cursor.execute(f"PRAGMA busy_timeout = {LOCK_PATIENCE}")
            try:
                cursor.execute("BEGIN IMMEDIATE")
                cursor.execute(f"PRAGMA user_version = {version}")
            finally:
                if connection.connection.in_transaction:
                    cursor.execute("ROLLBACK")
                cursor.execute(f"PRAGMA busy_timeout = {patient}")
    folder = Path(connection.settings_dict["NAME"]).parent
    return FULL if shutil.disk_usage(folder).free < LEAST_FREE else "ok"


def redis_status(url: str) -> str:
    """``ok``, ``unreachable``, or ``not used`` without a URL; answers within a second or so."""
    if not url:
        return "not used"
    patient = {"socket_connect_timeout": 1, "socket_timeout": 1}
    client = redis.Redis.from_url(url, **patience.options() | patient)
    try:
        client.ping()
    except redis.RedisError:
        return AWAY
    finally:
        client.close()
    return "ok"


def health() -> tuple[int, dict[str, str]]:
    """The HTTP status (200, or 503 where something cannot be used) and the state of each part."""
    parts = {"database": database_status(), "redis": redis_status(settings.REDIS_URL)}
    return (200 if set(parts.values()) <= FINE else 503), parts


@require_safe
@never_cache
def healthz(_request: HttpRequest) -> JsonResponse:
    """The health of this process. Anyone may ask: it tells no address and no error."""
    status, parts = health()
    return JsonResponse(parts, status=status)
