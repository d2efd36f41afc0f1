"""Progressive: from set to set some people of each table move, and partners change.

Table 1 is the head. `up` (Keller; *Euchre*, 1887): the winners of tables 2 to T move one table
nearer to it, those of table 1 stay and its losers go to table T; all other losers stay. `both`: the
losers move one table down as well, and stay at table T.

`part` (village drives): the losers move round the room, the ladies to the next higher table and the
gentlemen to the next lower; the winners stay and part. `stay`: the same, and the winners stay
partners. In both, partners have different roles; in `up` and `both` roles do not matter.

Anybody who arrives sits opposite somebody who stayed (not in `stay`, where those who arrive play
together); if nobody stayed, winners sit opposite losers. At a single table the pairings are played
in turn: three, or two if partners have different roles. The rest are readings:

- Somebody who has left counts as an empty chair that stays or travels as the person would have.
- People who keep a chair do not travel. Of the others at the table, winners first, as many go as
  would have; in `both`, two tables exchange as many people as either can send; in `part` and `stay`
  the winner of the same role goes instead.
- If a table has no winners on record, they are drawn.
- In `stay` at two tables only the gentlemen who lost change over: if the ladies went as well,
  everybody would have one partner all evening.
- People are asked to play the other role as at Court Whist: before the first set, and later only if
  a table could not be filled otherwise.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rulesets.movements import ring, sit_outs
from rulesets.movements.first_draw import first_seats, first_seats_without_roles
from rulesets.movements.movement import Needs, SeatingRequest
from rulesets.movements.next_set import NextSet
from rulesets.movements.ring import Four, undecided_note
from rulesets.movements.ring_set import RingSet
from rulesets.movements.seating import (
    GENTLEMAN,
    LADY,
    Guest,
    History,
    Past,
    Seating,
    Way,
    read_history,
)
from rulesets.movements.seating_plan import SeatingPlan

Moves = Literal["up", "both", "part", "stay"]
MOVES: tuple[Moves, ...] = ("up", "both")  # whatever roles people have
IN_ROLES: tuple[Moves, ...] = ("part", "stay")  # partners are one of each
SETS = 7
SIDES = ((0, 2), (1, 3))
PAIRINGS = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2))  # partners are the first two, the last two
CHAIRS_APART = 10**6  # more than any partnership that comes again

Parted = tuple[list[int], list[int]]
TWO = 2  # tables at which a pair that travels would meet itself again


@dataclass(frozen=True, slots=True)
class ProgressiveMovement:
    """Some people of each table move, by the agreed `moves`."""

    moves: Moves = "up"

    def needs(self, number: int) -> Needs:
        """Return the needs of a set: the winners of each table, after the first set."""
        return Needs(winners=number > 1)

    def balance(self, guests: Iterable[Guest]) -> tuple[int, ...]:
        """As many as make the roles even."""
        return sit_outs.balance(guests)

    def ways(self, table: int, tables: int) -> tuple[Way, ...]:
        """Return the ways from a table to others, out of this many, as in `next_seats` while nobody
        keeps a chair, sits out, comes or leaves."""
        up, down = max(1, table - 1), min(tables, table + 1)
        if self.moves in IN_ROLES:
            man, lady = table - 1 or tables, table % tables + 1
            if self.moves == "stay" and tables == TWO:
                lady = table
            return Way("won", table), Way("lost", man, GENTLEMAN), Way("lost", lady, LADY)
        if self.moves == "both":
            return Way("won", up), Way("lost", down)
        return Way("won", up), Way("lost", table if table > 1 else tables)

    def next_seats(self, request: SeatingRequest) -> Seating:
        """Draw the first set; later some of each table move. Wishes and teams apply to the first
        draw. Raises ValueError if a table of a past set does not name four people."""
        past, credit, winners = request.past, request.credit, request.winners
        if not past:
            draw = first_seats if self.moves in IN_ROLES else first_seats_without_roles
            return draw(request)
        if self.moves in IN_ROLES:
            history = read_history(past, credit)
            village = _VillageSet(request.guests, past[-1], history, request.rng)
            village.count_in(credit)
            return village.seat(village.travel(winners, stay=self.moves == "stay"))
        sets_played = [replace(played, roles={}) for played in past]
        people = [replace(guest, role="") for guest in request.guests]
        history = read_history(sets_played, credit)
        following = _ProgressiveSet(people, sets_played, history, request.rng)
        following.count_in(credit)
        seating = following.seat(following.travel(winners, self.moves))
        return replace(seating, roles=request.roles)


class _ProgressiveSet(NextSet):
    """A set in which winners move up."""

    def __init__(
        self, guests: Sequence[Guest], past: Sequence[Past], history: History, rng: random.Random
    ) -> None:
        super().__init__(guests, past[-1], history, rng)
        self.won: set[int] = set()
        self.latest = {
            frozenset((table[first], table[second])): number
            for number, played in enumerate(past, 1)
            for table in played.tables
            for first, second in SIDES
        }

    def travel(self, winners: Sequence[Collection[int]], moves: Moves) -> list[Four]:
        """Move everybody from the last set, including leavers, and then empty the leavers'
        places."""
        parted = [
            self._part(number, seats, winners[number] if number < len(winners) else ())
            for number, seats in enumerate(self.last.tables)
        ]
        if len(parted) == 1:
            rooms = [[*parted[0][0], *parted[0][1]]]
        elif moves == "both":
            rooms = self._move_both(parted)
        else:
            rooms = self._move_up(parted)
        return [[who if who in self.roles else None for who in people] for people in rooms]

    def _part(self, number: int, seats: Sequence[int], winners: Collection[int]) -> Parted:
        """The winners and the losers of a table."""
        sides, by_lot = _part_sides(seats, winners, self.rng)
        if by_lot:
            self.notes.append(undecided_note(number + 1))
        self.won.update(sides[0])
        return sides

    def _move_up(self, parted: Sequence[Parted]) -> list[list[int]]:
        """Move two of each table to the one before; from table 1, the losers move to the last."""
        rooms = [[*won, *lost] for won, lost in parted]
        going = []
        for number, (won, lost) in enumerate(parted):
            order = [*won, *lost] if number else [*lost, *won]
            going.append([person for person in order if person not in self.keepers][:2])
        for lane in range(2):
            ring = [number for number, people in enumerate(going) if len(people) > lane]
            for place, number in enumerate(ring):
                person = going[number][lane]
                rooms[number].remove(person)
                rooms[ring[place - 1]].append(person)
        return rooms

    def _move_both(self, parted: Sequence[Parted]) -> list[list[int]]:
        """Swap losers with the winners of the next table, as many as do not keep chairs."""
        rooms = [[*won, *lost] for won, lost in parted]
        for number in range(len(parted) - 1):
            down = [person for person in parted[number][1] if person not in self.keepers]
            up = [person for person in parted[number + 1][0] if person not in self.keepers]
            for loser, winner in zip(down, up, strict=False):
                rooms[number].remove(loser)
                rooms[number + 1].remove(winner)
                rooms[number].append(winner)
                rooms[number + 1].append(loser)
        return rooms

    def pair(self, room: SeatingPlan, chairs: Mapping[int, int], stayed: Mapping[int, int]) -> None:
        """Pair arrivals with people who stayed, or winners with losers; of the possible ways take
        the one in which the fewest partners meet again."""
        for table, four in enumerate(room.fours):
            people = [person for person in four if person is not None]
            ways = [[people[place] for place in way] for way in PAIRINGS]
            parting = self._groups(people, stayed)
            if len(parting) == 2:
                ways = [way for way in ways if (way[0] in parting) != (way[1] in parting)]
            best = min(ways, key=lambda way: self._cost(way, chairs))
            for place, person in enumerate(best):
                room.put(person, (table, place))

    def _groups(self, people: Sequence[int], stayed: Collection[int]) -> list[int]:
        """The two who are not to be partners, and the two others; different numbers if it does not
        matter. At a single table nobody arrives."""
        home = [person for person in people if person in stayed]
        return home or [person for person in people if person in self.won]

    def _cost(self, way: Sequence[int], chairs: Mapping[int, int]) -> tuple[int, int]:
        """How undesirable two partnerships are, and how recently they were played; above all,
        partners sit opposite each other."""
        total = latest = 0
        for person, partner in ((way[0], way[1]), (way[2], way[3])):
            total += self.history.cost(person, partner)
            latest += self.latest.get(frozenset((person, partner)), 0)
        for place, person in enumerate(way):
            for other, neighbour in enumerate(way[:place]):
                if person in chairs and neighbour in chairs:
                    across = (chairs[person] - chairs[neighbour]) % 4 == 2
                    total += CHAIRS_APART * (across != (place // 2 == other // 2))
        return total, latest


class _VillageSet(RingSet):
    """A set in which the losers travel, ladies one way round the room and gentlemen the other."""

    def __init__(
        self, guests: Sequence[Guest], last: Past, history: History, rng: random.Random
    ) -> None:
        super().__init__(guests, last, history, rng)
        self.inseparable: set[frozenset[int | None]] = set()

    def travel(self, winners: Sequence[Collection[int]], *, stay: bool) -> list[Four]:
        """Move everybody from the last set, including leavers, and then empty the leavers' places;
        `stay`: the winners stay partners."""
        roles, tables = self.two_and_two(), self.last.tables
        if len(tables) == 1:
            return self.without_leavers([ring.one_table(tables[0], roles, self.history)])
        lost, undecided = [], []
        for number, seats in enumerate(tables):
            won = winners[number] if number < len(winners) else ()
            sides, by_lot = _part_sides(seats, won, self.rng)
            lost.append(sides[1])
            if by_lot:
                undecided.append(number)
        parted = self.part_tables(roles, lost, undecided)
        if stay:
            self._keep_pairs(parted)
        steps = (1, 0) if stay and len(tables) == TWO else ring.BOOK
        return self.without_leavers(ring.move(parted, self.history, steps))

    def _keep_pairs(self, parted: Sequence[ring.RingTable]) -> None:
        """Note who stays with their partner, so that the two are not parted like all others."""
        for table in parted:
            for man in table.men_staying:
                partner = self.history.partner.get(man)
                if partner in table.ladies_staying:
                    self.inseparable.add(frozenset((man, partner)))
                    del self.history.partner[man], self.history.partner[partner]

    def pair(self, room: SeatingPlan, chairs: Mapping[int, int], stayed: Mapping[int, int]) -> None:
        """Put people who stay with their partners opposite them, if both are still at the table;
        all others are where the ring has put them."""
        for man, lady, other_man, other_lady in room.fours:
            crossed = {frozenset((man, other_lady)), frozenset((other_man, lady))}
            if crossed & self.inseparable and lady is not None and other_lady is not None:
                room.swap(lady, other_lady)


def _part_sides(
    seats: Sequence[int], winners: Collection[int], rng: random.Random
) -> tuple[Parted, bool]:
    """The winners and the losers of a table; True if no side has won, so that it was drawn."""
    sides = [[seats[chair] for chair in side] for side in SIDES]
    by_lot = False
    if {*sides[1]} <= {*winners}:
        sides.reverse()
    elif not {*sides[0]} <= {*winners}:
        by_lot = True
        rng.shuffle(sides)
    return (sides[0], sides[1]), by_lot
