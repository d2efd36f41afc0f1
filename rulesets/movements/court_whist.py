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

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from rulesets.movements import ring, sit_outs
from rulesets.movements.first_draw import first_seats
from rulesets.movements.movement import Needs, SeatingRequest
from rulesets.movements.ring_set import RingSet
from rulesets.movements.seating import Guest, Seating, read_history


@dataclass(frozen=True, slots=True)
class CourtWhistMovement:
    """Seats by the book. `fewer_repeats`: the winners travel as far as repeats the fewest
    partnerships (an option that departs from the book)."""

    fewer_repeats: bool = False

    def needs(self, number: int) -> Needs:
        """Return the needs of a set: the winners of each table, after the first set."""
        return Needs(winners=number > 1)

    def balance(self, guests: Iterable[Guest]) -> tuple[int, ...]:
        """As many as make the roles even."""
        return sit_outs.balance(guests)

    def next_seats(self, request: SeatingRequest) -> Seating:
        """Draw the first set; later the winners of each table travel. Wishes and teams apply to the
        first draw. Raises ValueError if a table of a past set does not name four people."""
        past = request.past
        if not past:
            return first_seats(request)
        history = read_history(past, request.credit)
        following = _CourtWhistSet(request.guests, past[-1], history, request.rng)
        following.count_in(request.credit)
        ahead_of = request.sets - len(past) if self.fewer_repeats else 0
        return following.seat(following.travel(request.winners, ahead_of))


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
