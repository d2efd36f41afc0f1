"""Fixed pairs: who plays with whom all evening, and what the pairs have behind them.

Those are partners who were asked for as such, the latest wish first; then those who were partners
last; all others two by two, in the order in which they were entered. Where they are odd, one waits.
Whoever stands in for somebody who is there again in the next round is nobody's partner for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rulesets.engine.text import Words
from rulesets.movements.first_draw import Pair, not_apart, too_few
from rulesets.movements.seating import (
    CHAIRS,
    Guest,
    Past,
    Seating,
    SitOut,
    level_counts,
    read_crowds,
    read_history,
)

SIDES = ((0, 2), (1, 3))
Meeting = tuple[Pair, Pair]


@dataclass(frozen=True, slots=True)
class PairRequests:
    """Who is to be partners, the latest wish last, and who is not to share a table."""

    partners: tuple[Pair, ...] = ()
    apart: tuple[Pair, ...] = ()


@dataclass(frozen=True, slots=True)
class Partners:
    """The pairs, in the order in which the first of each was entered; who waits for a partner."""

    pairs: tuple[Pair, ...]
    alone: tuple[int, ...] = ()


def pair_up(people: Sequence[int], past: Sequence[Past], requests: PairRequests) -> Partners:
    """Who are partners in the round that follows the last one of `past`.

    In: those present for it, in the order in which they were entered; the rounds played; wishes.
    """
    *_, last = read_partners(past, people, requests)
    return pair_rest(people, last, requests)


def read_partners(
    past: Sequence[Past], here: Iterable[int], requests: PairRequests
) -> list[dict[int, int]]:
    """Who was whose partner: before the first round (nobody), and after each of them."""
    crowds = read_crowds(past, here)
    found: list[dict[int, int]] = [{}]
    for number, played in enumerate(past):
        now = dict(_at_tables(played, found[-1], crowds[number + 1]))
        rest = [who for who in sorted(crowds[number]) if who not in now]
        for one, two in pair_rest(rest, found[-1], requests).pairs:
            now[one], now[two] = two, one
        found.append(now)
    return found


def _at_tables(
    played: Past, last: Mapping[int, int], following: Collection[int]
) -> Iterator[tuple[int, int]]:
    """Who played with whom, but for those who stood in for somebody who is there again."""
    for table in played.tables:
        for first, second in SIDES:
            one, two = table[first], table[second]
            former = [last.get(one), last.get(two)]
            if former == [two, one] or not any(who in following for who in former):
                yield one, two
                yield two, one


def pair_rest(people: Sequence[int], last: Mapping[int, int], requests: PairRequests) -> Partners:
    """Who are partners now, of whom it is known who were partners last."""
    free = dict.fromkeys(people)
    pairs: list[Pair] = []

    def join(one: int, two: int | None) -> None:
        if two is not None and one != two and one in free and two in free:
            del free[one], free[two]
            pairs.append((one, two))

    for one, two in reversed(requests.partners):
        join(one, two)
    for one in people:
        join(one, last.get(one))
    foes = {frozenset(pair) for pair in requests.apart}
    for one in [*free]:
        if one in free:
            others = (two for two in free if two != one and {one, two} not in foes)
            join(one, next(others, next((two for two in free if two != one), None)))
    place = {person: number for number, person in enumerate(people)}
    ordered = [(one, two) if place[one] < place[two] else (two, one) for one, two in pairs]
    ordered.sort(key=lambda pair: place[pair[0]])
    return Partners(tuple(ordered), tuple(free))


class PairsRoom:
    """The pairs that are there for a round, how often they have met, and sat out."""

    def __init__(
        self,
        guests: Sequence[Guest],
        past: Sequence[Past],
        requests: PairRequests,
        credit: Mapping[int, int] | None = None,
    ) -> None:
        bare = [replace(played, roles={}) for played in past]
        self.given = {guest.id: guest.role for guest in guests}
        self.requests = requests
        found = pair_up([*self.given], bare, requests)
        self.pairs, self.alone = found.pairs, found.alone
        self.sat_out = count_sit_outs([*self.given], bare, credit or {})
        self.met = count_opponents(bare)

    def times(self, one: Pair, two: Pair) -> int:
        """How often two pairs have met, whoever of them it was."""
        times, (left, right), (first, second) = self.met.get, one, two
        return max(
            times((left, first), 0),
            times((left, second), 0),
            times((right, first), 0),
            times((right, second), 0),
        )

    def byes(self, pair: Pair) -> int:
        """How often a pair has sat out; of two who came together later, whoever did more often."""
        return max(self.sat_out[person] for person in pair)

    def past_of(self, meetings: Iterable[Meeting], bye: Iterable[Pair]) -> Past:
        """The seats of a round: partners sit across from each other."""
        tables = tuple((one[0], two[0], one[1], two[1]) for one, two in meetings)
        out = (*(who for pair in bye for who in pair), *self.alone)
        return Past(tables, out, dict.fromkeys(self.given, ""))

    def seating(self, planned: Past, reason: SitOut) -> Seating:
        """The seats of a round with `reason`, whoever it names, for those who sit out; and a note
        for each wish that it does not grant."""
        if not planned.tables:
            return too_few(self.given)
        outs = tuple(
            SitOut(who, "alone", Words("Waits for a partner."))
            if who in self.alone
            else replace(reason, id=who)
            for who in planned.sitting_out
        )
        notes = tuple(
            not_apart(*pair)
            for pair in self.requests.apart
            if any({*pair} <= {*table} for table in planned.tables)
        )
        return Seating(planned.tables, outs, self.given, notes)


def count_opponents(past: Iterable[Past]) -> Counter[Pair]:
    """How often people played against each other; each two in both orders."""
    met: Counter[Pair] = Counter()
    for played in past:
        for table in played.tables:
            for chair, person in enumerate(table):
                for other in (table[chair - 1], table[(chair + 1) % CHAIRS]):
                    met[person, other] += 1
    return met


def count_sit_outs(
    people: Sequence[int], past: Sequence[Past], credit: Mapping[int, int]
) -> dict[int, int]:
    """How many rounds everybody here has sat out, late guests as `level_counts` has it."""
    history = read_history(past, credit)
    last = {*past[-1].sitting_out}.union(*past[-1].tables) if past else set()
    arrived = [person for person in people if person not in last]
    level_counts(history, arrived, [who for who in people if who in last], {}, credit)
    return {person: history.sat_out[person] for person in people}
