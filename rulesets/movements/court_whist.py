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
from collections.abc import Collection, Iterable, Mapping, Sequence

from rulesets.movements import ring
from rulesets.movements.first_draw import Pair, first_seats
from rulesets.movements.next_set import NextSet
from rulesets.movements.seating import (
    GENTLEMAN,
    LADY,
    ROLES,
    Guest,
    Note,
    Past,
    Seating,
    SitOut,
    as_past,
    read_history,
)
from rulesets.movements.seating_plan import SeatingPlan
from rulesets.movements.sit_outs import ROLE_NOTE, balance, choose_flips, role_note

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
    apart: Iterable[Pair] = (),
    together: Iterable[Pair] = (),
    fewer_repeats: bool = False,
    sets: int = SETS,
    sat_out_credit: Mapping[int, int] | None = None,
) -> Seating:
    """Seat the set that follows the last one of `past`.

    In: those present for it (late guests included, leavers missing); the sets played, in order;
    the ids of those who move, per table of the last set; the source of every draw; wishes, which
    hold for the first draw; whether the winners travel as far as repeats the fewest partnerships
    (an option that departs from the book) over an evening of so many sets; sit-outs credited to
    late guests (by default they start level with the fewest of their role). Without a past set this
    is the first draw. Out: the seats, with reasons and notes.
    Raised: ValueError where a table of a past set does not name four people.
    """
    if not past:
        return first_seats(guests, rng=rng, apart=apart, together=together)
    history = read_history(past, sat_out_credit or {})
    following = _CourtWhistSet(guests, past[-1], history, rng)
    following.count_in(sat_out_credit or {})
    fours = following.travel(winners, sets - len(past) if fewer_repeats else 0)
    return following.seat(fours)


class _CourtWhistSet(NextSet):
    """A set by the book: men and ladies travel round the ring."""

    parts = ROLES
    men_change = True

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

    def even_out(self, room: SeatingPlan) -> None:
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

    def last_notes(self) -> list[Note]:
        """Whoever plays another role than is known of (a substitute keeps that of the chair), and
        was not asked to above."""
        asked = {note.words.params["person"] for note in self.notes if note.code == ROLE_NOTE}
        return [
            role_note(person, role)
            for person, role in self.roles.items()
            if role != self.given[person] and person not in asked
        ]
