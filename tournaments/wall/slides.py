"""What a page of the wall screen is, and how lists are cut into pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Slide:
    """One page of the wall. A `now` that the screen has not seen yet is shown at once."""

    template: str
    key: str
    context: dict[str, Any]
    now: str = ""


def pages(items: Sequence[T], size: int) -> list[Sequence[T]]:
    """`items` in pages of at most `size`, as even as they can be."""
    if not items:
        return []
    count = -(-len(items) // size)
    each = -(-len(items) // count)
    return [items[start : start + each] for start in range(0, len(items), each)]
