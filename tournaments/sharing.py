"""Pages that the processes of a large installation make for each other, through Redis.

Where there is no Redis, or it is away, every process makes its own. One process makes a page while
the others wait for it, but never long: should it die, another one makes it.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Hashable
from hashlib import blake2b
from time import monotonic, sleep
from typing import TypeVar

from django.conf import settings
from django.core.cache import cache
from django.db import connection

from tournaments import patience

KEPT_FOR = 60 * 60  # seconds
PATIENCE = 2.0  # seconds that a page of another process is waited for
BETWEEN = 0.01  # seconds between two looks whether it is there

T = TypeVar("T")


def page(key: Hashable, serves: Callable[[T], bool], make: Callable[[], T], flight: Hashable) -> T:
    """What another process has made for `key`, if that serves; else what `make` makes.

    `flight` says what is made: who makes it makes it for all who ask for the same. Raises what
    `make` raises.
    """
    if not settings.REDIS_URL or connection.in_atomic_block:  # what may be rolled back is nobody's
        return make()
    name, claim = _name("page", key), _name("making", flight)
    until = monotonic() + PATIENCE
    while True:
        found: T | None = cache.get(name)
        if found is not None and serves(found):
            return found
        mine = _claimed(claim)
        if mine or mine is None or monotonic() > until:
            break
        sleep(BETWEEN)
    try:
        made = make()
        if mine is not None:
            cache.set(name, made, KEPT_FOR)
    finally:
        if mine:
            cache.delete(claim)
    return made


def _claimed(claim: str) -> bool | None:
    """Whether it falls to this process to make something; None where Redis does not say."""
    url, key = settings.REDIS_URL, cache.make_key(claim)
    milliseconds = int(PATIENCE * 1000)

    def asked() -> bool:
        return bool(patience.client(url).set(key, 1, nx=True, px=milliseconds))

    return patience.asked(url, asked, None)


def _name(kind: str, key: Hashable) -> str:
    return f"{kind}:{blake2b(pickle.dumps(key), digest_size=16).hexdigest()}"
