"""Calls of functions and executed lines counted, which are the same on every machine."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Sized
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

ROOT = Path(__file__).parent.parent
LOOPS = ("all", "any", "max", "min", "sorted", "sum")  # of Python itself, which run through a list
OWN = tuple(f"{ROOT / name}/" for name in ("rulesets", "tournaments"))


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


def count_lines(work: Callable[[], object]) -> int:
    """Return how many lines of the project's own code `work` executes in this thread: each round of
    a loop counts, of a comprehension, and of what Python's own `sum` and the like go through."""
    count = 0

    def note(_frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal count
        count += event == "line"
        return note

    def enter(frame: FrameType, _event: str, _argument: Any) -> Any:
        return note if frame.f_code.co_filename.startswith(OWN) else None

    def weigh(function: Callable[..., Any]) -> Callable[..., Any]:
        def weighed(*values: Any, **options: Any) -> Any:
            nonlocal count
            if len(values) == 1 and isinstance(values[0], Sized):
                count += len(values[0])
            return function(*values, **options)

        return weighed

    former = sys.gettrace()
    with ExitStack() as patches:
        for name in LOOPS:
            patches.enter_context(patch.object(builtins, name, weigh(getattr(builtins, name))))
        sys.settrace(enter)
        try:
            work()
        finally:
            sys.settrace(former)
    return count
