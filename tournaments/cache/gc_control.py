"""Control of Python's garbage collector.

A collection goes through recent objects, and now and then through all. The reports of a large hall
are hundreds of thousands of tuples that live until they are counted: collections during that made
the time of counting grow faster than the hall.
"""

from __future__ import annotations

import gc
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_lock = threading.Lock()
_reasons = 0  # threads in a block of `pause_gc`


@contextmanager
def pause_gc() -> Iterator[None]:
    """Turn the garbage collector off for this block, in all threads. For short work that makes many
    objects and drops them together."""
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
    """Exclude all loaded objects from later collections. Call it once a process has started up."""
    gc.collect()
    gc.freeze()
