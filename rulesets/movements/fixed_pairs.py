"""Fixed pairs: who plays with whom all evening.

Those are partners who were asked for as such or together, the latest wish first; then those who
were partners last; all others two by two, in the order in which they were entered. Where they are
odd, one waits. Whoever stands in for somebody who is there again in the next round is nobody's
partner for it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rulesets.movements.schedule import Pair, SeatRequests
from rulesets.movements.seating import Past, read_crowds

SIDES = ((0, 2), (1, 3))


@dataclass(frozen=True, slots=True)
class Partners:
    """The pairs, in the order in which the first of each was entered; who waits for a partner."""

    pairs: tuple[Pair, ...]
    alone: tuple[int, ...] = ()


def pair_up(people: Sequence[int], past: Sequence[Past], requests: SeatRequests) -> Partners:
    """Who are partners in the round that follows the last one of `past`.

    In: those present for it, in the order in which they were entered; the rounds played; wishes.
    """
    *_, last = read_partners(past, people, requests)
    return pair_rest(people, last, requests)


def read_partners(
    past: Sequence[Past], here: Iterable[int], requests: SeatRequests
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


def pair_rest(people: Sequence[int], last: Mapping[int, int], requests: SeatRequests) -> Partners:
    """Who are partners now, of whom it is known who were partners last."""
    free = dict.fromkeys(people)
    pairs: list[Pair] = []

    def join(one: int, two: int | None) -> None:
        if two is not None and one != two and one in free and two in free:
            del free[one], free[two]
            pairs.append((one, two))

    for one, two in reversed((*requests.together, *requests.partners)):
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
