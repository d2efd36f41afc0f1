"""Reasons why data cannot be written or read, from errors of the system and the database."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

from django.db import InternalError, OperationalError, connection
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    from django.utils.functional import Promise

FULL, READ_ONLY, LOCKED, AWAY = "full", "read-only", "locked", "unreachable"
BUSY = "busy"
# Texts of SQLite's errors; other texts mean a fault of the program.
OUTAGE_TEXTS = {
    "disk is full": FULL,
    "readonly database": READ_ONLY,
    "is locked": LOCKED,
    "disk i/o error": AWAY,
    "unable to open": AWAY,
}
SYSTEM = {errno.ENOSPC: FULL, errno.EDQUOT: FULL, errno.EROFS: READ_ONLY}
WHY: dict[str, Promise] = {
    FULL: gettext_lazy("The disk of the computer that runs Scorekeeper is full."),
    READ_ONLY: gettext_lazy("The data can only be read right now, not changed."),
    LOCKED: gettext_lazy("Something else has been using the data for too long."),
    AWAY: gettext_lazy("The database is not answering."),
    BUSY: gettext_lazy("More is coming in than can be saved at once."),
}
AGAIN_LATER = 5  # seconds until a request shall come again


def outage(error: BaseException | None) -> str:
    """Return the kind of outage that an error means; "" for other errors and None."""
    if isinstance(error, OSError):
        return SYSTEM.get(error.errno or 0, "")
    state = getattr(error.__cause__, "sqlstate", None) if error is not None else None
    if isinstance(error, InternalError):  # PostgreSQL, of a read-only replica
        return READ_ONLY if state == "25006" else ""
    if not isinstance(error, OperationalError):
        return ""
    if connection.vendor == "sqlite":
        text = str(error).lower()
        return next((kind for fragment, kind in OUTAGE_TEXTS.items() if fragment in text), "")
    return {"53100": FULL, "55P03": LOCKED, "40P01": LOCKED}.get(state or "", AWAY)


def code_of(kind: str) -> str:
    """Return an outage's code for programs: `data.full`; `server.busy` if nothing is broken."""
    return f"server.{kind}" if kind == BUSY else f"data.{kind}"


def saved_state_words(*, submitted: bool) -> str:
    """Return sentences about the data that is saved and the data that is not."""
    if submitted:
        return _(
            "What you just sent was not saved. Everything shown as saved before is safe. A phone "
            "keeps its entry and sends it again by itself; anywhere else, go back and try again."
        )
    return _("Everything shown as saved is safe. Try again in a moment.")
