"""Court Whist: who sits where in the next set.

Source of the movement: Metzker p. 28 (the winners of a set move one table, men anticlockwise,
ladies clockwise; one of the losers moves one chair). The rest are readings:

- T = N // 4 tables are played, worked out again before each set; people left over sit out in turn.
- A role can change between events, not within one. Before the first set the roles are evened out
  (`balance`). Later only people who are waiting are asked to play the other role, late arrivals
  first, and only if that fills another table; somebody who has played is asked only if nothing else
  fills a table that the number of people allows.
- A person who has left counts as an empty chair that stays or travels as the person would have.
- People who keep a chair do not travel; the loser of the role travels instead. If both of a role
  keep their chairs, the table is left out of that role's ring.
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

    In: the people present for it (including late arrivals, without leavers); the sets played, in
    order; the ids of those who move, per table of the last set; the source of every draw; wishes
    and teams, which apply to the first draw; whether the winners travel as far as repeats the
    fewest partnerships (an option that departs from the book) over an evening of this many sets;
    sit-outs credited to late arrivals (by default they start level with the fewest of their role).
    Without a past set this is the first draw. Out: the seats, with reasons and notes.
    Raises ValueError if a table of a past set does not name four people.
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
        """Move everybody from the last set, including leavers, and then empty the leavers' places.

        `ahead_of`: the number of sets over which to repeat the fewest partnerships (0: by the
        book).
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
