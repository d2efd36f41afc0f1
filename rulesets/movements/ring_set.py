"""The set after another in movements where ladies and gentlemen travel round the ring.

Who travels, and how far, is up to the movement; this is what they share. There are two of each role
at each table, each role sits out separately, and somebody is asked to play the other role only if
no table could be filled otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.movements import ring
from rulesets.movements.next_set import NextSet
from rulesets.movements.seating import GENTLEMAN, LADY, ROLES, Note
from rulesets.movements.sit_outs import ROLE_NOTE, choose_flips, role_note

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from rulesets.movements.seating_plan import SeatingPlan


class RingSet(NextSet):
    """A set whose people travel by their roles."""

    parts = ROLES
    men_change = True

    def part_tables(
        self,
        roles: Mapping[int, str],
        movers: Sequence[Collection[int]],
        undecided: Collection[int] = (),
    ) -> list[ring.RingTable]:
        """Every table of the last set parted into those who travel and those who stay.

        In: the roles, two and two; who would travel, by table; the tables (from 0) for which that
        was drawn. Any other draw is noted as well.
        """
        parted = []
        for number, seats in enumerate(self.last.tables):
            going = movers[number] if number < len(movers) else ()
            table, by_lot = ring.part_table(seats, roles, going, self.keepers, self.rng)
            parted.append(table)
            if by_lot or number in undecided:
                self.notes.append(ring.undecided_note(number + 1))
        return parted

    def without_leavers(self, fours: list[ring.Four]) -> list[ring.Four]:
        """Return the tables with empty places in place of people who have left."""
        return [[who if who in self.roles else None for who in four] for four in fours]

    def two_and_two(self) -> dict[int, str]:
        """The roles at the tables of the last set, including leavers, two and two at each.

        A recorded table that was not two and two is evened out; leavers are taken first, and people
        present who are asked to play the other role are noted.
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

    def even_out(self, room: SeatingPlan) -> None:
        """Ask people to play the other role if no table could be filled otherwise.

        The order is: people who have just come; who waited and have not played yet; who waited;
        whose table has closed; anybody else; people who keep a chair.
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

    def last_notes(self) -> list[Note]:
        """A note for everybody who plays a different role than recorded (a substitute keeps that of
        the chair) and was not asked to above."""
        noted = {note.words.params["person"] for note in self.notes if note.code == ROLE_NOTE}
        return [
            role_note(person, role)
            for person, role in self.roles.items()
            if role != self.given[person] and person not in noted
        ]
