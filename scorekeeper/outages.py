"""Responses while data cannot be written or read, the health check, and the format of the log."""

import logging
import re
import shutil
import sys
from pathlib import Path

from django.conf import settings
from django.db import Error, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import loader
from django.utils.translation import gettext as _
from django.views import defaults
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.cache import redis_client
from tournaments.db.outages import (
    AGAIN_LATER,
    AWAY,
    BUSY,
    FULL,
    READ_ONLY,
    WHY,
    code_of,
    outage,
    saved_state_words,
)

API = "/api/"


def server_error(request: HttpRequest) -> HttpResponse:
    """Return the response to an error: 503 and a clear sentence if data cannot be used, else
    500."""
    kind = outage(sys.exception())
    if not kind and request.path_info.startswith(API):
        return _to_a_program("server.error", _("Something broke here; it is in the log."), 500)
    if not kind:
        return defaults.server_error(request)
    return unavailable(request, kind)


def unavailable(request: HttpRequest, kind: str, seconds: int = AGAIN_LATER) -> HttpResponse:
    """Return a 503 with the reason, the state of the data that was sent, and Retry-After."""
    is_submission = request.method not in ("GET", "HEAD", "OPTIONS")
    context = {
        "why": str(WHY[kind]),
        "kept": saved_state_words(submitted=is_submission),
        "sent": is_submission,
    }
    response: HttpResponse
    if request.path_info.startswith(API):
        response = _to_a_program(code_of(kind), f"{context['why']} {context['kept']}", 503)
    elif "application/json" in request.headers.get("Accept", ""):
        response = JsonResponse({"problem": f"{context['why']} {context['kept']}"}, status=503)
    else:
        response = HttpResponse(loader.render_to_string("503.html", context), status=503)
    response.headers["Retry-After"] = str(seconds)
    response.headers["Cache-Control"] = "no-store"
    # Django logs every 503: thousands of lines in the busiest moment.
    response._has_been_logged = kind == BUSY  # type: ignore[attr-defined]
    return response


def _to_a_program(code: str, message: str, status: int) -> HttpResponse:
    """Return a response in the shape of all the API's refusals."""
    from tournaments.api.errors import refusal

    own = {"code": code, "field": "", "message": message, "severity": "error"}
    return refusal(status, [own])


# A part of an address (or a value in it, or after the word Bearer) that is too long for a word: the
# token of a link or a sign-in. A file name has an ending after a dot.
TOKEN = re.compile(
    r"""(?:(?<=[/=])|(?<=[Bb]earer\s))[\w:%-]{20,}(?=[/?&#\s"'<>()\[\]{},;]|\.?$|\.\s)""",
    re.MULTILINE,
)


def masked(text: str) -> str:
    """Return a text with "…" in the place of tokens."""
    return TOKEN.sub("…", text)


class Lines(logging.Formatter):
    """A formatter that masks tokens in all lines of the log, tracebacks included."""

    def format(self, record: logging.LogRecord) -> str:

        error = record.exc_info[1] if record.exc_info else None
        if outage(error):
            plain = logging.makeLogRecord(record.__dict__ | {"exc_info": None, "exc_text": None})
            return masked(f"{super().format(plain)} ({error})")
        return masked(super().format(record))


OK, DEGRADED, FAILED = "ok", "degraded", "failed"
FINE = {"ok", "not used"}
LEAST_FREE = 16 * 1024 * 1024  # bytes on the disk of the database
LOCK_TIMEOUT = 1000  # milliseconds


def database_status() -> str:
    """Return ``ok``, or the fault: ``unreachable``, ``read-only``, ``locked``, ``full``."""
    try:
        if connection.vendor == "sqlite":
            return _sqlite_status()
        with connection.cursor() as cursor:
            cursor.execute("SHOW transaction_read_only")
            return READ_ONLY if cursor.fetchone() == ("on",) else "ok"
    except (Error, OSError) as error:
        return outage(error) or AWAY


def _sqlite_status() -> str:
    """Begin a write and roll it back. Raises the error of the database if that fails."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        if not connection.in_atomic_block:
            [patient] = cursor.execute("PRAGMA busy_timeout").fetchone()
            [version] = cursor.execute("PRAGMA user_version").fetchone()
            cursor.execute(f"PRAGMA busy_timeout = {LOCK_TIMEOUT}")
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
    """Return ``ok``, ``unreachable``, or ``not used`` without a URL, within about a second."""
    if not url:
        return "not used"
    return "ok" if redis_client.is_reachable(url) else AWAY


def health() -> tuple[int, dict[str, str]]:
    """Return the HTTP status and the state of the whole and of each part.

    503 if nothing can be saved ("failed"); 200 if all is well ("ok"), or if the missing part only
    makes it slower ("degraded").
    """
    parts = {"database": database_status(), "redis": redis_status(settings.REDIS_URL)}
    if parts["database"] != "ok":
        return 503, {"status": FAILED, **parts}
    return 200, {"status": OK if set(parts.values()) <= FINE else DEGRADED, **parts}


@require_safe
@never_cache
def healthz(_request: HttpRequest) -> JsonResponse:
    """Return the health of this process. Anyone may ask: it has no address and no error."""
    status, parts = health()
    return JsonResponse(parts, status=status)
