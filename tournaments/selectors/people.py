"""People across all events, and the people of one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import datetime as dt

    from tournaments.models import Event, Person


@dataclass(frozen=True, slots=True)
class PersonRow:
    person_id: int
    name: str
    note: str
    usual_role: str
    events: int


@dataclass(frozen=True, slots=True)
class Attended:
    event_id: int
    event_name: str
    date: dt.date
    place: str
    rank: int | None  # None until the event is finished
    total: int | None


@dataclass(frozen=True, slots=True)
class EntryRow:
    """Somebody entered in an event, as the people page and the roll call show it."""

    entry_id: int
    person_id: int
    name: str
    role: str
    role_name: str
    asked_role: str
    flipped: bool  # plays another role than first given
    keeps_chair: bool
    late_as_sit_out: bool
    here: bool  # in the next set to be seated
    seated: bool  # has ever been seated or sat out


@dataclass(frozen=True, slots=True)
class PairingRow:
    pairing_id: int
    first: str
    second: str
    kind: str


def people_list(q: str = "", limit: int = 200) -> tuple[PersonRow, ...]:
    """Everybody not merged away whose name or note contains `q`, by name."""
    raise NotImplementedError


def history(person: Person) -> tuple[Attended, ...]:
    """The events of a person, newest first."""
    raise NotImplementedError


def entries(event: Event, for_set: int | None = None) -> tuple[EntryRow, ...]:
    """Everybody entered, by name; `here` is for the next set to be seated, or `for_set`."""
    raise NotImplementedError


def pairings(event: Event) -> tuple[PairingRow, ...]:
    """Whom to keep apart or together in the first draw."""
    raise NotImplementedError


def role_choices(event: Event) -> tuple[tuple[str, str], ...]:
    """(key, what this event calls one of them) for each role of the game."""
    raise NotImplementedError
