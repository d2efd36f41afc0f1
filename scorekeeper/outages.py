"""When data cannot be written or read: what is wrong, and what that means for who is asking."""

import errno
import sys

from django.db import InternalError, OperationalError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import loader
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views import defaults

FULL, READ_ONLY, LOCKED, AWAY = "full", "read-only", "locked", "unreachable"
BUSY = "busy"
# What SQLite says; what it says besides is a mistake of the program.
SAID = {
    "disk is full": FULL,
    "readonly database": READ_ONLY,
    "is locked": LOCKED,
    "disk i/o error": AWAY,
    "unable to open": AWAY,
}
SYSTEM = {errno.ENOSPC: FULL, errno.EDQUOT: FULL, errno.EROFS: READ_ONLY}
WHY: dict[str, Promise] = {
    FULL: gettext_lazy("The disk of the machine that runs Scorekeeper is full."),
    READ_ONLY: gettext_lazy("The data of this installation can only be read at present."),
    LOCKED: gettext_lazy("Something else has been holding the data for too long."),
    AWAY: gettext_lazy("The database does not answer."),
    BUSY: gettext_lazy("More comes in at once than can be written down."),
}
AGAIN_SECONDS = {BUSY: 2}
AGAIN_LATER = 5
API = "/api/"


def outage(error: BaseException | None) -> str:
    """What keeps the data from being used, if that is what an error means; else ""."""
    if isinstance(error, OSError):
        return SYSTEM.get(error.errno or 0, "")
    state = getattr(error.__cause__, "sqlstate", None) if error is not None else None
    if isinstance(error, InternalError):  # PostgreSQL, of a server that only follows another
        return READ_ONLY if state == "25006" else ""
    if not isinstance(error, OperationalError):
        return ""
    if connection.vendor == "sqlite":
        text = str(error).lower()
        return next((kind for said, kind in SAID.items() if said in text), "")
    return {"53100": FULL, "55P03": LOCKED, "40P01": LOCKED}.get(state or "", AWAY)


def server_error(request: HttpRequest) -> HttpResponse:
    """The answer to an error: 503 and a clear sentence where data cannot be used, else 500."""
    kind = outage(sys.exception())
    if not kind and request.path_info.startswith(API):
        return _to_a_program("server.error", _("Something broke here; it is in the log."), 500)
    if not kind:
        return defaults.server_error(request)
    return unavailable(request, kind)


def code_of(kind: str) -> str:
    """What programs are told of it: `data.full`, or `server.busy` where nothing is broken."""
    return f"server.{kind}" if kind == BUSY else f"data.{kind}"


def unavailable(request: HttpRequest, kind: str) -> HttpResponse:
    """503 with why, what that means for what was sent, and when to come again."""
    sent = request.method not in ("GET", "HEAD", "OPTIONS")
    told = {"why": str(WHY[kind]), "kept": kept(sent=sent), "sent": sent}
    response: HttpResponse
    if request.path_info.startswith(API):
        response = _to_a_program(code_of(kind), f"{told['why']} {told['kept']}", 503)
    elif "application/json" in request.headers.get("Accept", ""):
        response = JsonResponse({"problem": f"{told['why']} {told['kept']}"}, status=503)
    else:
        response = HttpResponse(loader.render_to_string("503.html", told), status=503)
    response.headers["Retry-After"] = str(AGAIN_SECONDS.get(kind, AGAIN_LATER))
    response.headers["Cache-Control"] = "no-store"
    # Django writes a line for every 503: thousands, just when there is no time for them.
    response._has_been_logged = kind == BUSY  # type: ignore[attr-defined]
    return response


def _to_a_program(code: str, message: str, status: int) -> HttpResponse:
    """The answer to a call of the API, of the shape that all its refusals have."""
    from tournaments.api.refusals import (
        refusal,  # and with it the library, which phones do not need
    )

    own = {"code": code, "field": "", "message": message, "severity": "error"}
    return refusal(status, [own])


def kept(*, sent: bool) -> str:
    """What is kept and what is not."""
    if sent:
        return _(
            "What you just sent is not kept. Everything that was answered as saved before is. A "
            "phone keeps its entry and sends it again by itself; elsewhere go back and try again."
        )
    return _("Everything that was answered as saved is kept. Try again in a moment.")
