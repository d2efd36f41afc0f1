"""The client of Redis, and its circuit breaker: pages never wait long for Redis.

Pages call Redis through `ask`. If Redis is down, hangs or is slow, the first call loses a tenth of
a second, by the timeouts of the client; then the circuit is open, and for some seconds calls return
at once. (Other circuit breakers open on failures only; this one also on slow answers. Idle
connections need no health checks: the pool checks each before it lends it.)

The package is loaded with the first call: 5 MB, which a laptop without Redis saves.
"""

from __future__ import annotations

import logging
import time
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from redis import Redis

SOCKET_TIMEOUT = 0.1  # seconds of waiting for Redis
SLOW_SECONDS = 0.15  # an answer as slow as this opens the circuit, too
OPEN_SECONDS = 5.0

Answer = TypeVar("Answer")

log = logging.getLogger(__name__)
_open_until: dict[str, float] = {}


def connection_options() -> dict[str, Any]:
    """Return options of connections: no second try, and as few messages as possible at the
    start."""
    return {
        "socket_connect_timeout": SOCKET_TIMEOUT,
        "socket_timeout": SOCKET_TIMEOUT,
        "retry": no_retry(),
        "protocol": 2,
        "driver_info": None,
    }


def no_retry() -> Any:
    """Return a policy without a second try."""
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    return Retry(NoBackoff(), 0)


@cache
def client(url: str) -> Redis:
    """Return the client of this process for that URL."""
    from redis import Redis

    return Redis.from_url(url, **connection_options())


def errors() -> tuple[type[Exception], ...]:
    """Return the exceptions that mean that Redis does not answer."""
    from redis import RedisError

    return RedisError, OSError


def ask(url: str, question: Callable[[], Answer], otherwise: Answer) -> Answer:
    """Call `question`; return `otherwise` if Redis fails, or failed or was slow in the last 5 s."""
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
    """Whether Redis answers within about a second, also while the circuit is open."""
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
