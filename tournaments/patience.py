"""Redis, asked with little patience: a page must never wait for what it can do without.

Everything that a page asks of Redis goes through `asked`. Where Redis is away, hangs or is slow,
the first to notice pays a tenth of a second; for some seconds nobody asks again.

The package is loaded with the first question: 5 MB, which a laptop without Redis spares.
"""

from __future__ import annotations

import logging
import time
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from redis import Redis

ANSWER_SECONDS = 0.1  # how long one word of Redis is waited for
SLOW_SECONDS = 0.15  # after an answer as slow as this it is left alone, too
REST_SECONDS = 5.0

Answer = TypeVar("Answer")

log = logging.getLogger(__name__)
_rests_until: dict[str, float] = {}


def options() -> dict[str, Any]:
    """How to connect: no second try, and no more words than needed before the first answer."""
    return {
        "socket_connect_timeout": ANSWER_SECONDS,
        "socket_timeout": ANSWER_SECONDS,
        "retry": at_once(),
        "protocol": 2,
        "driver_info": None,
    }


def at_once() -> Any:
    """No second try."""
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    return Retry(NoBackoff(), 0)


@cache
def client(url: str) -> Redis:
    """One client a process."""
    from redis import Redis

    return Redis.from_url(url, **options())


def problems() -> tuple[type[Exception], ...]:
    """What is raised where Redis does not answer."""
    from redis import RedisError

    return RedisError, OSError


def asked(url: str, ask: Callable[[], Answer], otherwise: Answer) -> Answer:
    """What Redis answers; `otherwise` where it does not, or did not a moment ago."""
    begun = time.monotonic()
    if begun < _rests_until.get(url, 0):
        return otherwise
    try:
        answer = ask()
    except problems() as error:
        _leave_alone(url, str(error))
        return otherwise
    if time.monotonic() - begun > SLOW_SECONDS:
        _leave_alone(url, "it is slow")
    return answer


def answers(url: str) -> bool:
    """Whether Redis answers now."""
    return asked(url, lambda: bool(client(url).ping()), otherwise=False)


def reached(url: str) -> bool:
    """The same asked anew and with more patience: within a second or so."""
    from redis import Redis, RedisError

    asking = Redis.from_url(url, **options() | {"socket_connect_timeout": 1, "socket_timeout": 1})
    try:
        asking.ping()
    except RedisError:
        return False
    finally:
        asking.close()
    return True


def _leave_alone(url: str, why: str) -> None:
    log.warning("Redis is left alone for %d seconds: %s", REST_SECONDS, why)
    _rests_until[url] = time.monotonic() + REST_SECONDS
