"""Swiss: entrants with similar scores meet, and nobody meets twice for as long as possible.

Entrants are fixed pairs at tables of four, or single players. The first round is drawn by lot, or
by seeds: the upper half meets the lower half, in order (at larger tables one of each part). Later
the entrants are ranked by score, with people who are level in the order of a lot that the caller
drew. At tables of two they are matched so that the sum of the squares of their distances in the
ranking is least; larger tables are cut from the ranking and improved by exchanges
(`ranked_tables.py`). A repeated meeting weighs more than all of that, and a wish more than many of
them. Those sit out who have done so least, and of these the last in the ranking.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rulesets.engine.text import Phrase
from rulesets.movements.entrants import Entrant, EntrantsRoom, Meeting
from rulesets.movements.keepers import keep_chairs
from rulesets.movements.matching import match
from rulesets.movements.movement import Needs, SeatingRequest
from rulesets.movements.ranked_tables import cut_tables
from rulesets.movements.schedule import Pair
from rulesets.movements.seating import Guest, Seating, SitOut
from rulesets.movements.sit_outs import ask_nobody, fewest_words
from rulesets.movements.stored_schedules import Shape

TWO = 2


@dataclass(frozen=True, slots=True)
class SwissMovement:
    """Seats by rank. `sizes` gives the sizes of the tables for a number of single players; without
    it pairs meet at tables of four. `seeds`: the order of the guests seeds the first round."""

    sizes: Callable[[int], Shape] | None = None
    seeds: bool = False

    def needs(self, number: int) -> Needs:
        """The order of everybody by score."""
        return Needs(order_after=number - 1)

    def balance(self, guests: Iterable[Guest]) -> tuple[int, ...]:
        """Nobody is asked to change roles."""
        return ask_nobody(guests)

    def next_seats(self, request: SeatingRequest) -> Seating:
        """Seat the round by rank; wishes hold in every round. Raises ValueError if a table of pairs
        does not name four people, and MatcherMissing."""
        guests, past, rng = request.guests, request.past, request.rng
        alone = self.sizes is not None
        room = EntrantsRoom(guests, past, request.all_requests, request.credit, alone=alone)
        sizes = self._shape(len(room.entrants))
        seeded = self.seeds and not past
        ranked = [*room.entrants] if seeded else rank_entrants(room.entrants, request.order, rng)
        byes = choose_byes(room, ranked, len(ranked) - sum(sizes))
        playing = [entrant for entrant in ranked if entrant not in byes]
        if seeded:
            playing = fold_seeds(playing, sizes)
        meetings = seat_entrants(room, playing, sizes, rng) if playing else []
        (seats,), notes = keep_chairs([room.past_of(meetings, byes)], guests, past)
        seating = room.seating(seats, lambda person: _fewest(room, person))
        return replace(seating, notes=(*seating.notes, *notes))

    def _shape(self, entrants: int) -> Shape:
        """How many of them sit at each table."""
        return (TWO,) * (entrants // TWO) if self.sizes is None else self.sizes(entrants)


def _fewest(room: EntrantsRoom, person: int) -> SitOut:
    count = next(room.byes(entrant) for entrant in room.entrants if person in entrant)
    words = Phrase(fewest_words(count), {"count": count})
    return SitOut(person, "fewest", words)


def rank_entrants(
    entrants: Iterable[Entrant], order: Sequence[Sequence[int]], rng: random.Random
) -> list[Entrant]:
    """The entrants in the order of their scores, in which a lot has separated those who are level.
    Two partners with different scores are between the places that each would have; entrants without
    a score come last, by lot."""
    place = {person: at for at, person in enumerate(who for group in order for who in group)}
    ranked = [*entrants]
    rng.shuffle(ranked)
    ranked.sort(key=lambda entrant: sum(place.get(person, len(place)) for person in entrant))
    return ranked


def choose_byes(room: EntrantsRoom, ranked: Sequence[Entrant], count: int) -> set[Entrant]:
    """Return the entrants who sit out if some are left over: the last of those with the fewest
    sit-outs."""
    last_first = ranked[::-1]
    return {*sorted(last_first, key=room.byes)[:count]}


def fold_seeds(seeded: Sequence[Entrant], sizes: Shape) -> list[Entrant]:
    """Seeds in an order from which tables are cut: in as many parts as people at a table, the first
    of each part, then the second of each; with two parts, the upper half against the lower."""
    tables: list[list[Entrant]] = [[] for _ in sizes]
    for turn, entrant in enumerate(seeded):
        tables[turn % len(sizes)].append(entrant)
    return [entrant for table in tables for entrant in table]


def seat_entrants(
    room: EntrantsRoom, ranked: Sequence[Entrant], sizes: Shape, rng: random.Random
) -> list[Meeting]:
    """Return the meetings, the best first (larger tables before smaller ones); the lot decides
    the chairs at the table."""
    weigh = room.weigh(ranked)
    if set(sizes) == {TWO}:
        tables = match_by_rank(len(ranked), weigh, rng)
    else:
        tables = cut_tables(sizes, weigh, rng)
    meetings = []
    for table in tables:
        meeting = [ranked[place] for place in table]
        rng.shuffle(meeting)
        meetings.append(tuple(meeting))
    return meetings


def match_by_rank(
    count: int, weigh: Mapping[Pair, int], rng: random.Random
) -> Sequence[Sequence[int]]:
    """0, 1 … in twos, each as near to the other as possible; `weigh` are repeated meetings."""
    again = count**3

    def cost(first: int, second: int) -> int:
        return (second - first) ** 2 + again * weigh.get((first, second), 0)

    requests = [pair for pair, weight in weigh.items() if weight < 0]
    return match(count, cost, rng, near=True, joined=requests)
