"""The data of a seating: guests, past sets, the seats of the next set, and reasons.

Chairs are numbered 0 to 3 clockwise round a table (North, East, South, West); chairs 0 and 2 are
partners, and so are chairs 1 and 3. Tables are numbered 1 to T clockwise round the room; in a
sequence of tables, table t is at index t - 1.

A `History` has the past sets by person: partners, sit-outs, chairs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Literal

from rulesets.engine.text import Phrase

GENTLEMAN = "gentleman"
LADY = "lady"
ROLES = (GENTLEMAN, LADY)
CHAIRS = 4  # at a table


def other_role(role: str) -> str:
    """The role that is not `role`."""
    return LADY if role == GENTLEMAN else GENTLEMAN


@dataclass(frozen=True, slots=True)
class Guest:
    """A person who is present for the set to be seated.

    `role` is the person's role now. Somebody who has played a set keeps the role of that set,
    whatever is given here: a role can change between events, not within one. `keeps_chair` marks a
    person who does not travel.
    """

    id: int
    role: str
    keeps_chair: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """Something a host should know: a stable code, an English template and its parameters.

    The parameters `person` and `other`, if present, are ids of people; a page replaces them by
    names before it formats the template.
    """

    code: str
    words: Phrase

    @property
    def text(self) -> str:
        """The note in English, with ids for people."""
        return self.words.text


@dataclass(frozen=True, slots=True)
class SitOut:
    """A person who does not play the set, and why it is this one. `watches`: nobody would play in
    that place, so it does not count as a sit-out. `partner`: the other one of a fixed pair that
    sits out together. `division`: the own one (from 0), where there are several."""

    id: int
    code: str
    words: Phrase
    watches: bool = False
    partner: int | None = None
    division: int | None = None

    @property
    def text(self) -> str:
        """The reason in English."""
        return self.words.text


@dataclass(frozen=True, slots=True)
class Seating:
    """The seats of one set.

    `tables[t - 1]` has the four ids of table t by chair; every table is full. `roles` gives
    everybody's role from now on.
    """

    tables: tuple[tuple[int, ...], ...]
    sitting_out: tuple[SitOut, ...]
    roles: Mapping[int, str]
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Way:
    """The table to which people go from another who won there, or lost: all of them, or one
    role."""

    who: Literal["won", "lost"]
    table: int
    role: str = ""


@dataclass(frozen=True, slots=True)
class Past:
    """A set that has been played: its chairs (the person who ended the set in each), and who sat
    out.

    `roles` are those played in that set. People who are in none of the three were absent. `first`
    are the seats as they were shown, if somebody has taken over a chair since. `late` are
    tables (from 0) that opened after the draw: if two entrants meet at a table, one who had a bye,
    in the first and third chair, plays a late arrival there. `partners` are those of people who
    were drawn to sit out as a pair. `divisions` are those (from 0) of people who were drawn to sit
    out, or have a chair at one of the `late` tables, as far as they are known.
    """

    tables: tuple[tuple[int, ...], ...]
    sitting_out: tuple[int, ...] = ()
    roles: Mapping[int, str] = field(default_factory=dict)
    first: Past | None = None
    late: tuple[int, ...] = ()
    partners: Mapping[int, int] = field(default_factory=dict)
    divisions: Mapping[int, int] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        first: Sequence[tuple[int, ...]],
        tables: Sequence[tuple[int, ...]],
        sitting_out: Sequence[int],
        roles: Mapping[int, str],
        late: tuple[int, ...] = (),
        partners: Mapping[int, int] | None = None,
        divisions: Mapping[int, int] | None = None,
    ) -> Past:
        """A set whose tables were seated as `first` and ended as `tables`. `sitting_out` may
        include people who took over a chair, or whose chair was taken over, and `roles` may include
        other people."""
        pairs, parts = partners or {}, divisions or {}
        seated = {who for table in first for who in table}
        last = {who for table in tables for who in table}
        waited = tuple(who for who in sitting_out if who not in last)
        played = {who: role for who, role in roles.items() if who in last or who in waited}
        before = None
        if tuple(first) != tuple(tables):
            out = tuple(who for who in sitting_out if who not in seated)
            before = cls(tuple(first), out, late=late, partners=pairs, divisions=parts)
        return cls(tuple(tables), waited, played, before, late, pairs, parts)

    @property
    def draw(self) -> Past:
        """Return the set as it was announced."""
        return self.first or self

    @property
    def people(self) -> set[int]:
        """Everybody with a chair or sitting out."""
        return {who for table in self.tables for who in table}.union(self.sitting_out)

    @property
    def taken_over(self) -> dict[int, int]:
        """Return the former owner of each chair that was taken over, by its person at the end."""
        chairs = zip(chain(*self.tables), chain(*self.draw.tables), strict=True)
        return {after: before for after, before in chairs if after != before}

    def renamed(self, names: Mapping[int, int] | Sequence[int]) -> Past:
        """Return the set with other numbers for people."""
        return Past(
            tuple(tuple(names[who] for who in table) for table in self.tables),
            tuple(names[who] for who in self.sitting_out),
            {names[who]: role for who, role in self.roles.items()},
            self.first and self.first.renamed(names),
            self.late,
            {names[person]: names[partner] for person, partner in self.partners.items()},
            {names[who]: number for who, number in self.divisions.items()},
        )

    def part(self, tables: Sequence[int], people: Collection[int]) -> Past:
        """Return the part of the set with only these tables (from 0), and only these people
        sitting out."""
        first = self.first and self.first.part(tables, people)
        out = tuple(who for who in self.sitting_out if who in people)
        late = tuple(place for place, at in enumerate(tables) if at in self.late)
        of_part = tuple(self.tables[at] for at in tables)
        return Past(of_part, out, self.roles, first, late, self.partners, self.divisions)


def as_past(seating: Seating) -> Past:
    """The seats of a set, as they count afterwards without substitutes."""
    outs = [out for out in seating.sitting_out if not out.watches]
    partners = {out.id: out.partner for out in outs if out.partner is not None}
    divisions = {out.id: out.division for out in outs if out.division is not None}
    people = tuple(out.id for out in outs)
    return Past(seating.tables, people, seating.roles, partners=partners, divisions=divisions)


def read_crowds(past: Sequence[Past], here: Iterable[int]) -> list[set[int]]:
    """The people present at the draw of each set, and for the next one."""
    return [*(played.draw.people for played in past), set(here)]


# --- the sets played so far -----------------------------------------------------------------------


@dataclass(slots=True)
class History:
    """The evening so far, counted once before a set is seated.

    `sat_out` counts sets sat out, including virtual ones (see `level_counts`). `waited` counts the
    sets since a person last sat in a chair, for people who were there and had none in the last set.
    `seat` is the table index and chair in which a person last sat, in whichever set that was.
    """

    partner: dict[int, int] = field(default_factory=dict)
    partnerships: dict[tuple[int, int], int] = field(default_factory=dict)
    sat_out: dict[int, int] = field(default_factory=dict)
    waited: dict[int, int] = field(default_factory=dict)
    chair_changes: dict[int, int] = field(default_factory=dict)
    seat: dict[int, tuple[int, int]] = field(default_factory=dict)
    role: dict[int, str] = field(default_factory=dict)

    def times(self, first: int, second: int) -> int:
        """How many sets two people have played as partners."""
        return self.partnerships.get((first, second) if first < second else (second, first), 0)

    def cost(self, first: int | None, second: int | None) -> int:
        """How undesirable a partnership is: past ones count, the latest above all."""
        if first is None or second is None:
            return 0
        return self.times(first, second) + (_SET_BEFORE if self.partner.get(first) == second else 0)

    def play(self, first: int, second: int) -> None:
        """Record a set that two people have played as partners."""
        key = (first, second) if first < second else (second, first)
        self.partnerships[key] = self.partnerships.get(key, 0) + 1
        self.partner[first], self.partner[second] = second, first

    def partners_only(self) -> History:
        """A copy with only the partners, to be changed freely."""
        return History(partner=dict(self.partner), partnerships=dict(self.partnerships))


_SET_BEFORE = 1000


def read_history(
    past: Sequence[Past], credit: Mapping[int, int], *, partners: bool = True
) -> History:
    """Count the sets played.

    In: the sets in order; virtual sit-outs of single people (see `level_counts`); whether people
    opposite each other at a table are partners. Out: the history.
    Raises ValueError if a table of partners does not name four people.
    """
    history = History()
    before: set[int] = set()
    chairs_before: set[int] = set()
    for played in past:
        seated = {person for table in played.tables for person in table}
        present = seated.union(played.sitting_out)
        level_counts(history, present - before, present & before, played.roles, credit)
        for person in present - before:
            history.waited[person] = 0
        for person in played.sitting_out:
            history.sat_out[person] += 1
            history.waited[person] = history.waited.get(person, 0) + 1
            if person in played.roles:
                history.role[person] = played.roles[person]
        _seats(history, played, chairs_before, partners=partners)
        before, chairs_before = present, seated
    return history


def level_counts(
    history: History,
    arrived: Iterable[int],
    peers: Iterable[int],
    roles: Mapping[int, str],
    credit: Mapping[int, int],
) -> None:
    """Give people who arrive or come back a count of sit-outs to start from.

    Reading: a late arrival starts at the lowest count of those present in the role, so that the
    missed sets neither save nor add a sit-out; somebody who comes back keeps a higher count of
    their own. A person named in `credit` starts with that number instead.
    """
    lowest: dict[str, int] = {}
    for person in peers:
        role = roles.get(person, "")
        count = history.sat_out[person]
        lowest[role] = min(lowest.get(role, count), count)
    for person in arrived:
        start = lowest.get(roles.get(person, ""), 0)
        if person in credit and person not in history.sat_out:
            history.sat_out[person] = credit[person]
        else:
            history.sat_out[person] = max(history.sat_out.get(person, 0), start)


def _seats(history: History, played: Past, before: set[int], *, partners: bool) -> None:
    """Count partnerships and chairs of one set."""
    history.partner.clear()
    for index, table in enumerate(played.tables):
        for chair, person in enumerate(table):
            seat = history.seat.get(person)
            # Only somebody who stayed from one set to the next has changed a chair.
            if person in before and seat is not None and seat[0] == index and seat[1] != chair:
                history.chair_changes[person] = history.chair_changes.get(person, 0) + 1
            history.seat[person] = (index, chair)
            history.waited[person] = 0
            if person in played.roles:
                history.role[person] = played.roles[person]
        if partners:
            north, east, south, west = table
            history.play(north, south)
            history.play(east, west)
