"""Seats that are found before the transaction which stores them: finding them may take seconds, and
nobody's report is to wait for it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from tournaments.boards.event_tables import NO_ROLES
from tournaments.db.current_values import Stamp, Steps, stamp_of, steps_since, steps_to
from tournaments.db.steps import Touches
from tournaments.models.errors import Refused, refusal
from tournaments.seats import requests as drive
from tournaments.seats.storage import NewSeats, next_revision

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulesets.movements.exchanges import Progress
    from tournaments.boards.hall import Hall
    from tournaments.models import Event

T = TypeVar("T")
log = logging.getLogger(__name__)

# No seat follows from a report being accepted or disputed.
ASIDE = (Touches.NOTHING, Touches.ACCEPTANCE, Touches.DISPUTES)
STEPS = 3  # for the progress bar: what has been played is read, the seats are found, and stored


@dataclass(frozen=True, slots=True)
class Reading:
    """An event as it was read: its version, and the line of the log with that version."""

    version: int
    stamp: Stamp | None

    @classmethod
    def of(cls, event: Event) -> Reading:
        return cls(event.version, stamp_of(event, event.version))

    def holds(self, event: Event, version: int) -> bool:
        """Whether nothing has happened up to that version from which seats could follow."""
        if version == self.version:
            return True
        if self.stamp is None:
            return False
        _line, steps = steps_to(event, self.stamp, version)
        return _are_aside(steps)


def holds_since(event: Event, version: int) -> bool:
    """Whether nothing has happened since that version from which seats could follow."""
    return event.version == version or _are_aside(steps_since(event, version))


def _are_aside(steps: Steps | None) -> bool:
    return steps is not None and all(step.touches in ASIDE for step in steps)


@dataclass(frozen=True, slots=True)
class Early(Generic[T]):
    """What was found before a transaction, and how it is found `again` inside of it where it holds
    no longer (None: it is not)."""

    reading: Reading
    result: Callable[[], T]
    again: Callable[[], T] | None

    def take(self, event: Event) -> T:
        """The seats as they are at the beginning of the transaction, before anything is written.
        Raises Refused where it does not hold and is not to be found again."""
        if self.reading.holds(event, event.version - 1):
            return self.result()
        if self.again is None:
            text = "Something has changed while the seats were drawn. Draw them again."
            raise refusal("draw.changed", text)
        return self.again()


def find_early(event: Event, find: Callable[[], T], *, again: bool = True) -> Early[T]:
    """Find something outside of the transaction that stores it; inside, it is found again if
    anything has happened meanwhile that matters for it.

    It is read in several statements, between which others write. What is wrong for that reason
    does not hold; where it is an error, it is found `again` inside, which raises what is really
    wrong. Raises Refused as `find` does.
    """
    reading = Reading.of(event)
    try:
        result = find()
    except Refused:
        raise
    except Exception:
        if not again:
            raise
        log.warning("the seats of event %s are found again", event.pk, exc_info=True)
        return Early(reading, find, find)
    return Early(reading, lambda: result, find if again else None)


def find_seats(
    event: Event,
    number: int,
    seed: int,
    *,
    like: int = 0,
    hall: Hall | None = None,
    roles: Mapping[int, str] = NO_ROLES,
    progress: Progress | None = None,
) -> NewSeats:
    """Find the seats of a set as `drive.seat` does, as they are to be stored. `progress` is told
    how far this is."""
    searches = drive.is_ahead(event, number)
    search_progress = progress if searches else None
    request = drive.read_request(event, number, seed, like, search_progress, hall=hall, roles=roles)
    if progress is not None and not searches:
        progress(1, STEPS)
    seats = drive.movement_of(event).next_seats(request)
    if progress is not None and not searches:
        progress(2, STEPS)
    return NewSeats(number, seed, next_revision(event, number), seats)
