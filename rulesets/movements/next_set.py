"""The set after another: what every movement does in the same way after it has sent people on.

Tables close and open, people whose turn it is sit out, the others take the empty chairs, and
everybody gets a chair. A movement says who travels where (its own `NextSet.travel`), and into which
parts people at a table are drawn: the two roles, or all chairs alike.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from rulesets.engine.text import Phrase
from rulesets.movements import ring, seating_plan
from rulesets.movements.first_draw import too_few
from rulesets.movements.seating import (
    CHAIRS,
    Guest,
    History,
    Note,
    Past,
    Seating,
    SitOut,
    level_counts,
)
from rulesets.movements.seating_plan import AWAY, SeatingPlan, fill_places, part_partners, send_home
from rulesets.movements.sit_outs import choose_sit_outs, sit_out_reason


class NextSet:
    """One set to seat: the people, the notes made on the way, and the steps in order."""

    parts: ClassVar[tuple[str, ...]] = ("",)
    men_change: ClassVar[bool] = False  # at a single table

    def __init__(
        self, guests: Sequence[Guest], last: Past, history: History, rng: random.Random
    ) -> None:
        self.last = last
        self.history = history
        self.rng = rng
        self.notes: list[Note] = []
        self.given = {guest.id: guest.role for guest in guests}
        self.roles = {guest.id: history.role.get(guest.id, guest.role) for guest in guests}
        self.keepers = frozenset(guest.id for guest in guests if guest.keeps_chair)
        self.tables = len(self.roles) // 4
        self.seated_before = {person for table in last.tables for person in table}

    def count_in(self, credit: Mapping[int, int]) -> None:
        """Give people who were not in the last set their count of sit-outs."""
        before = self.seated_before.union(self.last.sitting_out)
        arrived = [person for person in self.roles if person not in before]
        peers = [person for person in self.roles if person in before]
        level_counts(self.history, arrived, peers, self.roles, credit)
        for person in arrived:
            self.history.waited[person] = 0

    def seat(self, fours: list[ring.Four]) -> Seating:
        """Open and close tables, fill them, part the previous partners, assign chairs."""
        if not self.tables:
            few = too_few(self.roles)
            return replace(few, notes=(*self.notes, *self.last_notes(), *few.notes))
        was, displaced, notes = seating_plan.resize_floor(fours, self.tables, self.keepers)
        self.notes.extend(notes)
        room = SeatingPlan.of(fours)
        self.even_out(room)
        sitting_out = [out for part in self.parts for out in self._fill(room, part, displaced)]
        tables = self._give_chairs(room, was)
        self.notes += [*self._chair_notes(tables, was), *self.last_notes()]
        return Seating(tables, tuple(sitting_out), self.roles, tuple(self.notes))

    def even_out(self, room: SeatingPlan) -> None:
        """Change roles, if tables cannot be filled otherwise."""

    def last_notes(self) -> list[Note]:
        """Anything else a host should know."""
        return []

    def pair(self, room: SeatingPlan, chairs: Mapping[int, int], stayed: Mapping[int, int]) -> None:
        """Decide who plays with whom at a table, before previous partners are parted.

        In: the chair of each keeper who is at home; the chair of everybody who has stayed.
        """

    def _chair_notes(self, tables: Sequence[Sequence[int]], was: Sequence[int]) -> list[Note]:
        """A note for everybody who keeps a chair but has a different one now, for whatever
        reason."""
        away = {note.words.params["person"] for note in self.notes if note.code == AWAY}
        return [
            Note(
                "keeper.moved", Phrase("{person} has to move to another chair.", {"person": person})
            )
            for table, seats in enumerate(tables)
            for chair, person in enumerate(seats)
            if person in self.keepers and person in self.history.seat and person not in away
            if self.history.seat[person] != (table if was[table] < 0 else was[table], chair)
        ]

    def _give_chairs(self, room: SeatingPlan, was: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """Part previous partners, and seat everybody, keepers in their own chairs."""
        home = self._homes(room, was)
        stayed = self._stayed(room, was)
        self.notes.extend(send_home(room, home, self.keepers, stayed))
        keeper_chairs = {
            person: self.history.seat[person][1]
            for person, table in home.items()
            if room.where[person][0] == table
        }
        self.pair(room, keeper_chairs, stayed)
        locked = {
            table
            for table, four in enumerate(room.fours)
            if self.keepers and seating_plan.lock_partners(four, keeper_chairs, self.keepers)
        }
        self.notes.extend(part_partners(room.fours, self.history, locked, keeper_chairs, stayed))
        chair_of = {**self._stayed(SeatingPlan.of(room.fours), was), **keeper_chairs}
        men_change = self.men_change and len(self.last.tables) == 1
        return tuple(
            seating_plan.choose_chairs(
                [person for person in four if person is not None],
                chair_of,
                keeper_chairs,
                self.history,
                men_change=men_change,
            )
            for four in room.fours
        )

    def _fill(self, room: SeatingPlan, part: str, displaced: set[int]) -> list[SitOut]:
        """Decide who of one part sits out, and seat all others."""
        people = sorted(person for person in self.roles if self.roles[person] == part)
        counts, waited = self.history.sat_out, self.history.waited
        turned = choose_sit_outs(
            people,
            CHAIRS // len(self.parts) * self.tables,
            counts,
            waited,
            room.where,
            displaced,
            self.keepers,
            self.rng,
        )
        incoming = [
            person for person in people if person not in room.where and person not in turned.sure
        ]
        self.rng.shuffle(incoming)
        incoming.sort(key=lambda person: (-waited.get(person, 0), person in displaced))
        waiting = {person for person in people if person not in self.seated_before}
        out = fill_places(room, part, incoming, turned, self.history, self.rng)
        return [
            sit_out_reason(
                person,
                turned,
                counts[person],
                waiting=person in waiting,
                displaced=person in displaced,
                chosen=chosen,
            )
            for person, chosen in out.items()
        ]

    def _homes(self, room: SeatingPlan, was: Sequence[int]) -> dict[int, int]:
        """The table at which each keeper's chair is, if that table is played."""
        now = {table: index for index, table in reversed([*enumerate(was)])}
        return {
            person: now[self.history.seat[person][0]]
            for person in sorted(self.keepers)
            if person in room.where
            and person in self.history.seat
            and self.history.seat[person][0] in now
        }

    def _stayed(self, room: SeatingPlan, was: Sequence[int]) -> dict[int, int]:
        """The chair of everybody who is still at their previous table."""
        seat = self.history.seat
        return {
            person: seat[person][1]
            for person, (table, _) in room.where.items()
            if person in self.seated_before and seat[person][0] == was[table]
        }
