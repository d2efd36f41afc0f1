"""One player's evening: seats, total, and every point down to the report and the rule."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class PointLine:
    points: int
    text: str
    rule: str  # anchor in the game's rule text


@dataclass(frozen=True, slots=True)
class PlayerHand:
    deal: int
    trump: str
    points: int | None  # None: not reported yet, or somebody else had the chair
    summary: str  # of the report, "7 : 6"
    lines: tuple[PointLine, ...]
    provisional: bool
    note: str  # "a substitute had the chair", ...


@dataclass(frozen=True, slots=True)
class PlayerSet:
    number: int
    name: str
    line: str
    rule: str
    points: int | None
    table: int | None
    compass: str
    partner: str  # "" where there is none
    opponents: tuple[str, ...]
    note: str  # "sat out: ...", "not here", ""
    hands: tuple[PlayerHand, ...]


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """`total`, `rank` and points are None or empty while they are hidden from the public."""

    entry_id: int
    name: str
    role_name: str
    seat_text: str  # "Set 4: table 3, chair West" or "Set 4: you sit out"
    next_text: str  # the same for the set after, once published ahead of play; else ""
    total: int | None
    rank: int | None
    shared: bool
    players: int
    sets: tuple[PlayerSet, ...]
    progress: tuple[int, ...]
    hidden: bool


def player_page(event: Event, entry_id: int, *, public: bool = False) -> PlayerPage | None:
    """One player's page, None for an entry of another event.

    With `public`, scores of a place that is not revealed yet stay out.
    """
    raise NotImplementedError
