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
from rulesets.movements.ring_set import RingSet
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
from rulesets.movements.sit_outs import balance

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
    teams: Mapping[int, str] | None = None,
    fewer_repeats: bool = False,
    sets: int = SETS,
    sat_out_credit: Mapping[int, int] | None = None,
) -> Seating:
    """Seat the set that follows the last one of `past`.

    In: those present for it (late guests included, leavers missing); the sets played, in order;
    the ids of those who move, per table of the last set; the source of every draw; wishes and
    teams, which hold for the first draw; whether the winners travel as far as repeats the fewest
    partnerships (an option that departs from the book) over an evening of so many sets; sit-outs
    credited to late guests (by default they start level with the fewest of their role). Without a
    past set this is the first draw. Out: the seats, with reasons and notes.
    Raised: ValueError where a table of a past set does not name four people.
    """
    if not past:
        return first_seats(guests, rng=rng, apart=apart, together=together, teams=teams)
    history = read_history(past, sat_out_credit or {})
    following = _CourtWhistSet(guests, past[-1], history, rng)
    following.count_in(sat_out_credit or {})
    fours = following.travel(winners, sets - len(past) if fewer_repeats else 0)
    return following.seat(fours)


class _CourtWhistSet(RingSet):
    """A set by the book: men and ladies travel round the ring."""

    def travel(self, winners: Sequence[Collection[int]], ahead_of: int) -> list[ring.Four]:
        """Move everybody of the last set, leavers included, and then empty the leavers' places.

        `ahead_of`: over how many sets the fewest partnerships are to come again (0: by the book).
        """
        roles = self.two_and_two()
        if len(self.last.tables) == 1:
            fours = [ring.one_table(self.last.tables[0], roles, self.history)]
        else:
            parted = self.part_tables(roles, winners)
            steps = ring.BOOK
            if ahead_of:
                args = (parted, roles, self.keepers, self.history, ahead_of, self.rng)
                steps = ring.choose_steps(*args)
            fours = ring.move(parted, self.history, steps)
        return self.without_leavers(fours)
