"""The press of this process: papers that no worker makes, beside the pages, one after the other.

Whoever waits for one asks how far it is, so nothing is lost where the process ends over it: the
job is taken up anew by the next that asks.
"""

from __future__ import annotations

import logging
from threading import Lock, Thread
from typing import TYPE_CHECKING

from django.db import connections

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

log = logging.getLogger(__name__)
_ONE_AT_A_TIME = Lock()  # two would only slow each other and the pages down
_GIVEN: set[Hashable] = set()
_GIVING = Lock()


def hand_over(key: Hashable, work: Callable[[], object]) -> None:
    """Have it done by a thread of its own, unless one has it already; what goes wrong is logged."""
    with _GIVING:
        if key in _GIVEN:
            return
        _GIVEN.add(key)
    # A daemon: the end of the server does not wait for it.
    Thread(target=_print, args=(key, work), name="press", daemon=True).start()


def _print(key: Hashable, work: Callable[[], object]) -> None:
    try:
        with _ONE_AT_A_TIME:
            work()
    except Exception:
        log.exception("The press stopped over a paper")
    finally:
        with _GIVING:
            _GIVEN.discard(key)
        connections.close_all()
