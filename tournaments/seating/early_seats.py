"""Seats that are found before the transaction which stores them: finding them may take seconds, and
nobody's report is to wait for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tournaments.boards import drive
from tournaments.log.current_values import Stamp, Steps, stamp_of, steps_since, steps_to
from tournaments.log.steps import Touches
from tournaments.models.errors import refusal

if TYPE_CHECKING:
    from rulesets.movements.exchanges import Progress
    from rulesets.movements.seating import Seating as Drawn
    from tournaments.models import Event

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
class EarlySeats:
    """Seats, and what they were found from."""

    reading: Reading
    seats: Drawn


def find_early(
    event: Event, number: int, seed: int, *, like: int = 0, progress: Progress | None = None
) -> EarlySeats:
    """Find the seats of a set outside of any transaction, as `drive.seat` does. `progress` is told
    how far this is."""
    reading, searches = Reading.of(event), drive.is_ahead(event, number)
    request = drive.read_request(event, number, seed, like, progress if searches else None)
    if progress is not None and not searches:
        progress(1, STEPS)
    seats = drive.movement_of(event).next_seats(request)
    if progress is not None and not searches:
        progress(2, STEPS)
    return EarlySeats(reading, seats)


def seat(
    event: Event, number: int, seed: int, early: EarlySeats | None, *, late: bool = True
) -> Drawn:
    """The seats of a set: those found early, if they still hold, else found now. Inside the
    transaction that stores them. Raises Refused where they would have to be found too `late`."""
    if early is not None and early.reading.holds(event, event.version - 1):
        return early.seats
    if not late:
        text = "Something has changed while the seats were drawn. Draw them again."
        raise refusal("draw.changed", text)
    return drive.seat(event, number, seed)
