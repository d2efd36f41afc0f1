"""The words of a seating: guests, past sets, the seats of the next set, and why.

Chairs are numbered 0 to 3 clockwise round a table (North, East, South, West); the partners are
chairs 0 and 2, and chairs 1 and 3. Tables are numbered 1 to T clockwise round the room; in a
sequence of tables, table t is at index t - 1.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulesets.words import Words

GENTLEMAN = "gentleman"
LADY = "lady"
ROLES = (GENTLEMAN, LADY)


def other_role(role: str) -> str:
    """The role that is not `role`."""
    return LADY if role == GENTLEMAN else GENTLEMAN


@dataclass(frozen=True, slots=True)
class Guest:
    """A person who is present for the set to be seated.

    `role` is the role the person plays now. Somebody who has played a set keeps the role of that
    set, whatever stands here: a role may change between events, not within one. `keeps_chair`
    marks a person who does not travel.
    """

    id: int
    role: str
    keeps_chair: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """Something a host should know: a stable code, an English template and its parameters.

    The parameters `person` and `other`, where they occur, are ids of people; a page replaces them
    by names before it formats the template.
    """

    code: str
    words: Words

    @property
    def text(self) -> str:
        """The note in English, with ids for people."""
        return self.words.text


@dataclass(frozen=True, slots=True)
class SitOut:
    """A person who does not play the set, and the reason why it is this one."""

    id: int
    code: str
    words: Words

    @property
    def text(self) -> str:
        """The reason in English."""
        return self.words.text


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where in one set.

    `tables[t - 1]` holds the four ids of table t by chair; every table is full. `roles` gives the
    role that each person present plays from now on.
    """

    tables: tuple[tuple[int, ...], ...]
    sitting_out: tuple[SitOut, ...]
    roles: Mapping[int, str]
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Past:
    """A set that has been played: its chairs (the person who ended the set in each), who sat out.

    `roles` gives the roles played in that set. People who are in none of the three were absent.
    """

    tables: tuple[tuple[int, ...], ...]
    sitting_out: tuple[int, ...] = ()
    roles: Mapping[int, str] = field(default_factory=dict)


def as_past(seating: Seating) -> Past:
    """The seats of a set, as they count afterwards when nobody was substituted."""
    return Past(seating.tables, tuple(out.id for out in seating.sitting_out), seating.roles)
