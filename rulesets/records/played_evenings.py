"""A finished evening as it was played: who had which chair, and what every table made of each
round.

Everything here is a plain value, so that an evening can come from boards, from a drive, or from old
score cards. What is not known is left out: without `tables` only places count, without `points` a
round counts for nothing, without deals it has none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

UNKNOWN_DAY = 4  # letters of a date that is a year alone


@dataclass(frozen=True, slots=True)
class ChairResult:
    """What a chair came to in the end.

    `key` identifies the entrant (one person, or two who share the chair), `side` everybody with one
    common total, `total` is what places follow from, `points` those of the game that were made.
    `course` is the total before the first round, then after each; None before somebody joined,
    whose first number is what they began with. `joined`: that happened.
    """

    key: int
    side: int
    rank: int
    total: int
    points: int
    role: str = ""
    course: tuple[int | None, ...] = ()
    joined: bool = False


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The points of a seat in a round. `chair` is the number of the chair that had it from the
    first deal to the last, None if several did; `side` groups partners; `role` is that of the
    round."""

    chair: int | None
    points: int
    side: int
    role: str = ""


@dataclass(frozen=True, slots=True)
class DealResult:
    """A deal at a table: the number of the chair in each seat (None: nobody's), the points of each
    seat (empty: unknown) and the trump ("S", "H", "D", "C", "NT"; empty: none, or unknown)."""

    chairs: tuple[int | None, ...]
    points: tuple[int, ...] = ()
    trump: str = ""


@dataclass(frozen=True, slots=True)
class TableRound:
    """A round at one table, with its deals in their order."""

    number: int
    seats: tuple[SeatResult, ...]
    deals: tuple[DealResult, ...] = ()


@dataclass(frozen=True, slots=True)
class Highlight:
    """Something rare that happened in a deal: its kind within the game, and the chairs it belongs
    to."""

    kind: str
    round: int
    deal: int
    chairs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayedEvening:
    """A finished evening. `deals` are those agreed on for a round, `rounds` how many were played;
    `low`: the fewest points win; `as_on_card`: its points contradict each other and count nowhere.
    """

    game: str
    format: str
    deals: int
    rounds: int
    chairs: tuple[ChairResult, ...]
    tables: tuple[TableRound, ...] = ()
    highlights: tuple[Highlight, ...] = ()
    low: bool = False
    as_on_card: bool = False


def date_order(date: str) -> str:
    """Return a key that sorts ISO dates; a year alone comes last in its year."""
    return f"{date}-~" if len(date) == UNKNOWN_DAY else date


def year_of(date: str) -> int:
    """Return the year of an ISO date, or of a year alone."""
    return int(date[:UNKNOWN_DAY])


def places(keys: Sequence[int]) -> list[int]:
    """Return the place of each number, the highest first; equal ones share it."""
    return [1 + sum(other > key for other in keys) for key in keys]
