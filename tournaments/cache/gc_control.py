"""When Python looks for garbage that only holds on to itself.

A search goes through what was made lately, and now and then through all there is. The reports of
a large hall are hundreds of thousands of tuples that stay until they are counted: to search them
again and again on the way made counting grow faster than the hall.
"""

from __future__ import annotations

import gc
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_lock = threading.Lock()
_reasons = 0  # how many threads want no search now


@contextmanager
def pause_gc() -> Iterator[None]:
    """No search meanwhile, in any thread; to be used around what makes much and throws it away as
    a whole, and is soon over. What is found late is found at the first search after it."""
    global _reasons
    with _lock:
        _reasons += 1
        gc.disable()
    try:
        yield
    finally:
        with _lock:
            _reasons -= 1
            if not _reasons:
                gc.enable()


def settle() -> None:
    """Once a process has loaded what it needs: that stays, and no search goes through it again."""
    gc.collect()
    gc.freeze()
