"""Calls of Python functions counted, which are the same on every machine."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType


def count_calls(work: Callable[[], object], *, into: Callable[..., object] | None = None) -> int:
    """Return how many Python functions `work` calls in this thread; of `into`, how often that."""
    code = getattr(into, "__code__", None)
    count = 0

    def note(frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal count
        if event == "call" and (code is None or frame.f_code is code):
            count += 1

    former = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(former)
    return count
