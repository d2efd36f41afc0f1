"""Where everybody sits in one set: by table and by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class SeatName:
    entry_id: int
    name: str
    role: str
    role_name: str
    chair: int
    compass: str


@dataclass(frozen=True, slots=True)
class TableSeats:
    number: int
    seats: tuple[SeatName, ...]  # by chair


@dataclass(frozen=True, slots=True)
class SitsOut:
    entry_id: int
    name: str
    role_name: str
    reason: str


@dataclass(frozen=True, slots=True)
class ByName:
    """A line of the list by name; `table` is None for somebody who sits out."""

    entry_id: int
    name: str
    role_name: str
    table: int | None
    compass: str


@dataclass(frozen=True, slots=True)
class SeatsView:
    set_number: int
    set_name: str
    published: bool
    tables: tuple[TableSeats, ...]
    sit_outs: tuple[SitsOut, ...]
    by_name: tuple[ByName, ...]


def seats(event: Event, set_number: int | None = None, *, draft: bool = False) -> SeatsView | None:
    """The published seats of a set (default: the highest published); None if there are none.

    With `draft`, the drawn but unpublished seats of `set_number` (default: of any set).
    """
    raise NotImplementedError
