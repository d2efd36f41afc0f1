"""What the wall screen turns through."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from tournaments.models import Event
    from tournaments.selectors.seats import SeatsView
    from tournaments.selectors.standings import StandingRow


@dataclass(frozen=True, slots=True)
class WallView:
    event_name: str
    place: str
    version: int
    state: str
    seats: SeatsView | None  # the newest published
    standings: tuple[StandingRow, ...]  # what may be seen
    hidden: int  # how many places are still hidden
    revealed: tuple[StandingRow, ...]  # the place revealed last, larger
    provisional: bool
    missing: tuple[int, ...]  # table numbers
    nudged: tuple[int, ...]  # table numbers the host has asked to hurry
    round_ends_at: datetime | None
    join_token: str  # of the spectator link; "" if there is none


def wall(event: Event) -> WallView:
    """All slides of the wall screen."""
    raise NotImplementedError
