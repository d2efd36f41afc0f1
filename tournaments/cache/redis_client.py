"""The client of Redis, and its circuit breaker: a page must never wait for what it can do without.

Everything that a page asks of Redis goes through `ask`. Where Redis is away, hangs or is slow, the
first to notice pays a tenth of a second, by the timeouts of the client; then the circuit is open,
and for some seconds nobody asks again. (Circuit breakers of others open on failures alone: to this
one an answer that comes late is one. Idle connections need no health checks, as the pool looks at
each before it hands it out.)

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

SOCKET_TIMEOUT = 0.1  # seconds that one word of Redis is waited for
SLOW_SECONDS = 0.15  # an answer as slow as this opens the circuit, too
OPEN_SECONDS = 5.0

Answer = TypeVar("Answer")

log = logging.getLogger(__name__)
_open_until: dict[str, float] = {}


def connection_options() -> dict[str, Any]:
    """How to connect: no second try, and no more words than needed before the first answer."""
    return {
        "socket_connect_timeout": SOCKET_TIMEOUT,
        "socket_timeout": SOCKET_TIMEOUT,
        "retry": no_retry(),
        "protocol": 2,
        "driver_info": None,
    }


def no_retry() -> Any:
    """No second try."""
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    return Retry(NoBackoff(), 0)


@cache
def client(url: str) -> Redis:
    """One client a process."""
    from redis import Redis

    return Redis.from_url(url, **connection_options())


def errors() -> tuple[type[Exception], ...]:
    """What is raised where Redis does not answer."""
    from redis import RedisError

    return RedisError, OSError


def ask(url: str, question: Callable[[], Answer], otherwise: Answer) -> Answer:
    """What Redis answers; `otherwise` where it does not, or did not a moment ago."""
    begun = time.monotonic()
    if begun < _open_until.get(url, 0):
        return otherwise
    try:
        answer = question()
    except errors() as error:
        _open_circuit(url, str(error))
        return otherwise
    if time.monotonic() - begun > SLOW_SECONDS:
        _open_circuit(url, "it is slow")
    return answer


def is_up(url: str) -> bool:
    """Whether Redis answers now."""
    return ask(url, lambda: bool(client(url).ping()), otherwise=False)


def is_reachable(url: str) -> bool:
    """The same, asked even while the circuit is open and with longer timeouts: within a second or
    so."""
    from redis import Redis, RedisError

    redis = Redis.from_url(
        url, **connection_options() | {"socket_connect_timeout": 1, "socket_timeout": 1}
    )
    try:
        redis.ping()
    except RedisError:
        return False
    finally:
        redis.close()
    return True


def _open_circuit(url: str, why: str) -> None:
    log.warning("Redis is left alone for %d seconds: %s", OPEN_SECONDS, why)
    _open_until[url] = time.monotonic() + OPEN_SECONDS
