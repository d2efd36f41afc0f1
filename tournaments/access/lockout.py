"""The wait after too many wrong passwords: how long it lasts, and what a right one forgives.

django-axes counts by address alone, so whoever guesses is kept out where they guess, and the owner
of the account elsewhere is not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from axes.handlers.proxy import AxesProxyHandler
from axes.helpers import get_cool_off, get_failure_limit
from django.utils import timezone

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from django.http import HttpRequest


def locked_until(request: HttpRequest, credentials: Mapping[str, Any] | None) -> datetime:
    """When the address of a request may try again: as soon as enough of its failures are so old
    that they do not count."""
    handler: Any = AxesProxyHandler.get_implementation()
    limit, cool_off = get_failure_limit(request, credentials), get_cool_off(request)
    until = timezone.now()
    for attempts in handler.get_user_attempts(request, credentials):
        failures = attempts.order_by("attempt_time").values_list(
            "attempt_time", "failures_since_start"
        )
        left = sum(number for _moment, number in failures)
        for moment, number in failures:
            if left < limit:
                break
            left -= number
            until = max(until, moment + cool_off)
    return until


def forgive(request: HttpRequest, username: str) -> None:
    """Forget the wrong passwords of an account at the address where it was signed in to. What was
    tried there for others still counts: an account of one's own buys no guesses."""
    AxesProxyHandler.reset_attempts(
        ip_address=getattr(request, "axes_ip_address", None), username=username
    )
