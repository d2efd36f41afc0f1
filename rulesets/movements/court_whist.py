"""Court Whist: who sits where in the next set.

Source of the movement: Metzker p. 28 (the winners of a set move one table, men counter-clockwise,
ladies clockwise; one of the losers moves one chair). The rest are readings:

- T = N // 4 tables are played, counted anew before each set; who is over sits out in turn.
- A role may change between events, not within one. Before the first set the roles are evened out
  (`balance`). Later only those who wait are asked to play the other role, late guests first, and
  only if that fills another table; somebody who has played is asked only when nothing else fills
  a table that the number present allows.
- A person who has left counts as an empty chair that stays or travels as the person would have.
- Who keeps a chair does not travel; the loser of the role travels instead, and where both of a
  role keep their chairs the table is passed over in that role's ring.
"""

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from rulesets.engine.text import Words
from rulesets.movements import ring, seating_plan
from rulesets.movements.first_draw import first_seats, too_few
from rulesets.movements.seating import (
    GENTLEMAN,
    LADY,
    ROLES,
    Guest,
    History,
    Note,
    Past,
    Seating,
    SitOut,
    as_past,
    level_counts,
    read_history,
)
from rulesets.movements.seating_plan import AWAY, SeatingPlan, fill_places, part_partners, send_home
from rulesets.movements.sit_outs import (
    ROLE_NOTE,
    balance,
    choose_flips,
    choose_sit_outs,
    role_note,
    sit_out_reason,
)

__all__ = [
    "GENTLEMAN",
    "LADY",
    "ROLES",
    "Guest",
    "Note",
    "Past",
    "Seating",
    "SitOut",
    "as_past",
    "balance",
    "first_seats",
    "next_seats",
]


SETS = 7  # of the book's evening


def next_seats(
    guests: Sequence[Guest],
    past: Sequence[Past],
    winners: Sequence[Collection[int]],
    *,
    rng: random.Random,
    fewer_repeats: bool = False,
    sets: int = SETS,
    sat_out_credit: Mapping[int, int] | None = None,
) -> Seating:
    """Seat the set that follows the last one of `past`.

    In: those present for it (late guests included, leavers missing); the sets played, in order;
    the ids of those who move, per table of the last set; the source of every draw; whether the
    winners travel as far as repeats the fewest partnerships (an option that departs from the
    book) over an evening of so many sets; sit-outs credited to late guests (by default they start
    level with the fewest of their role). Without a past set this is the first draw. Out: the
    seats, with reasons and notes.
    Raised: ValueError where a table of a past set does not name four people.
    """
    if not past:
        return first_seats(guests, rng=rng)
    history = read_history(past, sat_out_credit or {})
    evening = _Evening(guests, past[-1], history, rng)
    evening.count_in(sat_out_credit or {})
    fours = evening.travel(winners, sets - len(past) if fewer_repeats else 0)
    return evening.seat(fours)


class _Evening:
    """One call of `next_seats`: the people, the notes made on the way, and the steps in order."""

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
        """Give those who were not there in the last set their count of sit-outs."""
        before = self.seated_before.union(self.last.sitting_out)
        arrived = [person for person in self.roles if person not in before]
        peers = [person for person in self.roles if person in before]
        level_counts(self.history, arrived, peers, self.roles, credit)
        for person in arrived:
            self.history.waited[person] = 0

    def travel(self, winners: Sequence[Collection[int]], ahead_of: int) -> list[ring.Four]:
        """Move everybody of the last set, leavers included, and then empty the leavers' places.

        `ahead_of`: over how many sets the fewest partnerships are to come again (0: by the book).
        """
        roles = self._two_and_two()
        if len(self.last.tables) == 1:
            fours = [ring.one_table(self.last.tables[0], roles, self.history)]
        else:
            parted = []
            for number, seats in enumerate(self.last.tables):
                won = winners[number] if number < len(winners) else ()
                table, drawn = ring.part_table(seats, roles, won, self.keepers, self.rng)
                parted.append(table)
                if drawn:
                    self.notes.append(ring.undecided_note(number + 1))
            steps = ring.BOOK
            if ahead_of:
                args = (parted, roles, self.keepers, self.history, ahead_of, self.rng)
                steps = ring.choose_steps(*args)
            fours = ring.move(parted, self.history, steps)
        for four in fours:
            for place, person in enumerate(four):
                if person not in self.roles:
                    four[place] = None
        return fours

    def _two_and_two(self) -> dict[int, str]:
        """The roles at the tables of the last set, leavers included, two and two at each.

        A recorded table that was not two and two is evened out; leavers are taken first, and the
        people present who are asked to play the other role are noted.
        """
        roles = {
            person: self.roles.get(person) or self.history.role.get(person, "")
            for person in self.seated_before
        }
        for table in self.last.tables:
            for role, other in ((GENTLEMAN, LADY), (LADY, GENTLEMAN)):
                few = sum(1 for person in table if roles[person] == role)
                spare = sorted(
                    (person for person in table if roles[person] != role),
                    key=lambda person: (person in self.roles, person in self.keepers),
                )
                for person in spare[: max(0, 2 - few)]:
                    roles[person] = role
                    if person in self.roles:
                        self.roles[person] = role
                        self.notes.append(role_note(person, role))
                for person in table:
                    roles[person] = roles[person] or other
        return roles

    def seat(self, fours: list[ring.Four]) -> Seating:
        """Open and close tables, fill them, part partners of the set before, give out chairs."""
        if not self.tables:
            few = too_few(self.roles)
            return replace(few, notes=(*self.notes, *self._role_notes(), *few.notes))
        was, displaced, notes = seating_plan.resize_floor(fours, self.tables, self.keepers)
        self.notes.extend(notes)
        room = SeatingPlan.of(fours)
        self._flip(room)
        sitting_out = [sit_out for role in ROLES for sit_out in self._fill(room, role, displaced)]
        tables = self._give_chairs(room, was)
        self.notes += [*self._chair_notes(tables, was), *self._role_notes()]
        return Seating(tables, tuple(sitting_out), self.roles, tuple(self.notes))

    def _chair_notes(self, tables: Sequence[Sequence[int]], was: Sequence[int]) -> list[Note]:
        """Whoever keeps a chair and has another one now, for whatever reason."""
        away = {note.words.params["person"] for note in self.notes if note.code == AWAY}
        return [
            Note("keeper.moved", Words("{person} has to take another chair.", {"person": person}))
            for table, seats in enumerate(tables)
            for chair, person in enumerate(seats)
            if person in self.keepers and person in self.history.seat and person not in away
            if self.history.seat[person] != (table if was[table] < 0 else was[table], chair)
        ]

    def _role_notes(self) -> list[Note]:
        """Whoever plays another role than is known of (a substitute keeps that of the chair), and
        was not asked to above."""
        asked = {note.words.params["person"] for note in self.notes if note.code == ROLE_NOTE}
        return [
            role_note(person, role)
            for person, role in self.roles.items()
            if role != self.given[person] and person not in asked
        ]

    def _give_chairs(self, room: SeatingPlan, was: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """Part partners of the set before, and seat everyone, keepers in their own chairs."""
        home = self._homes(room, was)
        stayed = self._stayed(room, was)
        self.notes.extend(send_home(room, home, self.keepers, stayed))
        kept = {
            person: self.history.seat[person][1]
            for person, table in home.items()
            if room.where[person][0] == table
        }
        locked = {
            table
            for table, four in enumerate(room.fours)
            if self.keepers and seating_plan.lock_partners(four, kept, self.keepers)
        }
        self.notes.extend(part_partners(room.fours, self.history, locked, kept, stayed))
        chair_of = {**self._stayed(SeatingPlan.of(room.fours), was), **kept}
        single = len(self.last.tables) == 1
        return tuple(
            seating_plan.choose_chairs(
                [person for person in four if person is not None],
                chair_of,
                kept,
                self.history,
                men_change=single,
            )
            for four in room.fours
        )

    def _flip(self, room: SeatingPlan) -> None:
        """Ask people to play the other role if no table could be filled otherwise.

        Asked in turn: who has just come; who waited and has not played yet; who waited; whose
        table has closed; anybody else; those who keep a chair.
        """
        ranks: list[list[int]] = [[] for _ in range(6)]
        for person in self.roles:
            if person not in self.seated_before:
                waited = person in self.last.sitting_out
                rank = 2 if person in self.history.seat else int(waited)
            elif person in self.keepers:
                rank = 5
            else:
                rank = 4 if person in room.where else 3
            ranks[rank].append(person)
        for person in choose_flips(self.roles, ranks, self.rng):
            self.roles[person] = LADY if self.roles[person] == GENTLEMAN else GENTLEMAN
            self.notes.append(role_note(person, self.roles[person]))
            if person in room.where:
                room.clear(person)

    def _fill(self, room: SeatingPlan, role: str, displaced: set[int]) -> list[SitOut]:
        """Settle who of one role sits out, and seat all others."""
        people = sorted(person for person in self.roles if self.roles[person] == role)
        counts, waited = self.history.sat_out, self.history.waited
        turned = choose_sit_outs(
            people,
            2 * self.tables,
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
        out = fill_places(room, role, incoming, turned, self.history, self.rng)
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
        """At which table those who keep a chair have it, if that table is played."""
        now = {table: index for index, table in reversed([*enumerate(was)])}
        return {
            person: now[self.history.seat[person][0]]
            for person in sorted(self.keepers)
            if person in room.where
            and person in self.history.seat
            and self.history.seat[person][0] in now
        }

    def _stayed(self, room: SeatingPlan, was: Sequence[int]) -> dict[int, int]:
        """The chair of everyone who is still at the table of the set before."""
        seat = self.history.seat
        return {
            person: seat[person][1]
            for person, (table, _) in room.where.items()
            if person in self.seated_before and seat[person][0] == was[table]
        }
