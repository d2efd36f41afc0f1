"""Values of a room of the app that differ by the way of keeping score.

A room chooses once and then asks what it has chosen; nothing else in the app compares ways of
keeping score.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from rulesets.formats.parts import Keeping
from tournaments.models.event_games import format_of

if TYPE_CHECKING:
    from rulesets.formats import Format
    from tournaments.models import Event

T = TypeVar("T")


class ByKeeping(Generic[T]):
    """One of four: for a `table` that keeps a board all evening, for one that keeps it for a
    `set`, for `hands` of a set that stand by themselves, and for the whole `room`."""

    def __init__(self, *, table: T, set: T, hands: T, room: T) -> None:  # noqa: A002  a set it is
        self._choices: dict[Keeping, T] = {
            Keeping.TABLE: table,
            Keeping.SET: set,
            Keeping.HANDS: hands,
            Keeping.ROOM: room,
        }

    def __call__(self, event: Event | Format) -> T:
        """The choice for an event, or for a format."""
        return self._choices[format_of(event).keeping]


# Whether seats are drawn for every set: then people may have wishes and look for their seats each
# time, an evening can be rehearsed, and the rules are fixed with the first seats.
DRAWS_EVERY_SET = ByKeeping(table=False, set=True, hands=True, room=False)
