"""Parts of pages as they were drawn last, for those that look the same again and again.

A part is known by all that it shows, so that what is kept can never be out of date. Whatever
belongs to one reader (a CSRF token, the key of an entry) must not stand in it.
"""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

from django.utils.translation import get_language

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from django.utils.safestring import SafeString

ROOM = 12 * 1024 * 1024  # letters a process: what the phones of 2,500 tables show in a set


class Drawn:
    """The parts that were drawn last, as many as there is `room` for (in letters)."""

    def __init__(self, room: int = ROOM) -> None:
        self.room = room
        self.taken = 0
        self.parts: dict[Hashable, tuple[object, SafeString]] = {}
        self.lock = Lock()

    def part(
        self, key: Hashable, draw: Callable[[], SafeString], shows: object = None
    ) -> SafeString:
        """The part of that key in the reader's language, kept or drawn. `shows` is what it shows
        besides its key, where that can only be compared. Raises what `draw` raises.

        Several threads may draw the same part at once; any of theirs is right.
        """
        key = (key, get_language())
        known = self.parts.get(key)
        if known is not None and known[0] == shows:
            return known[1]
        text = draw()
        with self.lock:
            self._drop(key)
            self.parts[key] = shows, text
            self.taken += len(text)
            while self.taken > self.room:
                self._drop(next(iter(self.parts)))
        return text

    def _drop(self, key: Hashable) -> None:
        if key in self.parts:
            self.taken -= len(self.parts.pop(key)[1])


drawn = Drawn()
"""The parts of this process."""
