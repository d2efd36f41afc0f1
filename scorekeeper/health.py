"""The health check: what this process can use of its database and, where configured, of Redis.

Whoever watches a process takes it out of use, or starts it anew, when the check fails. So it fails
only where the process cannot do its work: without Redis pages are served and results are kept.
"""

import shutil
from pathlib import Path

from django.conf import settings
from django.db import Error, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorekeeper.outages import AWAY, FULL, READ_ONLY, outage
from tournaments.cache import redis_client

OK, DEGRADED, FAILED = "ok", "degraded", "failed"
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
    return "ok" if redis_client.is_reachable(url) else AWAY


def health() -> tuple[int, dict[str, str]]:
    """The HTTP status and the state of the whole and of each part.

    503 where nothing can be kept ("failed"); 200 where all is well ("ok"), and where what is away
    makes it only slower ("degraded").
    """
    parts = {"database": database_status(), "redis": redis_status(settings.REDIS_URL)}
    if parts["database"] != "ok":
        return 503, {"status": FAILED, **parts}
    return 200, {"status": OK if set(parts.values()) <= FINE else DEGRADED, **parts}


@require_safe
@never_cache
def healthz(_request: HttpRequest) -> JsonResponse:
    """The health of this process. Anyone may ask: it tells no address and no error."""
    status, parts = health()
    return JsonResponse(parts, status=status)
