"""The devices that have a table's link open and have not left it.

A table with a single phone need not agree with itself. A device is a random code in a cookie of
that one link: nobody is followed from one table to another, and nobody by name. A device is at the
table once its page has looked for news or sent something (messengers only fetch the address), until
another phone takes over or it has not looked for 20 minutes.
"""

from __future__ import annotations

import re
import secrets
from datetime import timedelta
from time import monotonic
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import connection
from django.utils import timezone

from tournaments.cache.memo import Memo
from tournaments.db.rows import to_database, within
from tournaments.models import Device

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.http import HttpRequest, HttpResponse

    from tournaments.models import Link

COOKIE = "phone"
CODE = re.compile(r"[A-Za-z0-9_-]{16,22}")
HERE_FOR = timedelta(minutes=20)  # after the last look; then the phone is in a pocket, or at home
NOTED_FOR = 240.0  # seconds in which a further look is not written
LIFETIME = timedelta(days=2)
MOST = 20_000  # devices whose last written look a process remembers

_noted: Memo[float] = Memo(MOST)  # by link and code: time of the last write, monotonic clock

LOOKED = (
    "INSERT INTO tournaments_device (link_id, code, seen) "
    "SELECT l.id, %(code)s, %(now)s FROM tournaments_link l WHERE l.token = %(token)s "
    "ON CONFLICT (link_id, code) DO UPDATE SET seen = excluded.seen"
)
RETURNED = f"{LOOKED}, left_at = NULL"
# The number of devices besides one at the table of the link `l`, and when that one left it; with
# the values of `here`.
COUNTED = (
    "(SELECT COUNT(*) FROM tournaments_device d WHERE d.link_id = l.id AND d.left_at IS NULL "
    "AND d.seen > %(since)s AND d.seen <= %(until)s AND d.code <> %(device)s), "
    "(SELECT d.left_at FROM tournaments_device d WHERE d.link_id = l.id AND d.code = %(device)s)"
)


def code_of(request: HttpRequest) -> str:
    """Return the code of the request's device; "" if it has none."""
    code = request.COOKIES.get(COOKIE, "")
    return code if CODE.fullmatch(code) else ""


def new_code() -> str:
    """Return a new random code for a device."""
    return secrets.token_urlsafe(15)


def keep_cookie(response: HttpResponse, code: str, path: str) -> None:
    """Set the cookie with the device's code, for the addresses below `path` only."""
    response.set_cookie(
        COOKIE,
        code,
        max_age=LIFETIME,
        path=path,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def here() -> dict[str, object]:
    """Return the bounds of the last look of a device at its table, as database values."""
    bounds = within("seen", ago=HERE_FOR, ahead=HERE_FOR)
    return {
        "since": to_database(bounds["seen__gt"]),
        "until": to_database(bounds["seen__lte"]),
    }


def note_look(request: HttpRequest, token: str) -> None:
    """Note that a device has looked for news: it is at the table unless it has left. Devices look
    every few seconds; the look is written every four minutes."""
    code = code_of(request)
    noted = _noted.peek((token, code)) if code else 0.0
    if code and (noted is None or monotonic() - noted > NOTED_FOR):
        _write(LOOKED, token, code)


def note_return(link: Link, token: str) -> None:
    """Note that the device has sent something or opened the page again: it is at the table, even if
    it had left."""
    if link.device and (link.has_left or _noted.peek((token, link.device)) is None):
        _write(RETURNED, token, link.device)


def leave(link: Link, code: str) -> None:
    """Note that a device has left the table."""
    _at(link).filter(code=code).update(left_at=timezone.now())


def keep_alone(link: Link, code: str) -> None:
    """Let a device keep the score alone: mark the others as left, delete those of days ago."""
    _write(RETURNED, link.token, code)
    _at(link).filter(seen__lt=timezone.now() - LIFETIME).delete()
    _at(link).filter(left_at=None).exclude(code=code).update(left_at=timezone.now())


def _at(link: Link) -> QuerySet[Device]:
    return Device.objects.filter(link=link)


def _write(statement: str, token: str, code: str) -> None:
    values = {"token": token, "code": code, "now": to_database(timezone.now())}
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
    _noted.put((token, code), monotonic())
