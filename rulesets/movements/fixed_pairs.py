"""Fixed pairs: who plays with whom all evening.

People who asked to be partners or together are partners, the latest wish first; then those who were
partners last; all others in twos, in the order of entry. If their number is odd, one waits. A
substitute for somebody who is back in the next round has no partner for that round.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rulesets.movements.schedule import Pair, SeatRequests
from rulesets.movements.seating import Past, read_crowds

SIDES = ((0, 2), (1, 3))


@dataclass(frozen=True, slots=True)
class Partners:
    """The pairs, in the order in which the first of each was entered, and the people who wait for a
    partner."""

    pairs: tuple[Pair, ...]
    alone: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PartnerHistory:
    """Everybody's partner: `in_rounds` as they were drawn, and `after` each number of rounds
    (before the first, nobody)."""

    in_rounds: tuple[Mapping[int, int], ...]
    after: tuple[Mapping[int, int], ...]


def pair_up(people: Sequence[int], past: Sequence[Past], requests: SeatRequests) -> Partners:
    """The partners in the round that follows the last one of `past`.

    In: the people present for it, in the order of entry; the rounds played; wishes.
    """
    history = read_partners(past, people, requests)
    return pair_rest(people, history.after[-1], requests)


def partners_of(entrants: Iterable[Sequence[int]]) -> dict[int, int]:
    """The partner of everybody who has one."""
    pairs = [entrant for entrant in entrants if len(entrant) > 1]
    return {person: partner for pair in pairs for person, partner in (pair, pair[::-1])}


def pair_in_order(people: Iterable[int], sides: Iterable[Pair] = ()) -> dict[int, int]:
    """The partners among people who sit out, where nobody has written them down: those known from
    `sides`, then the others in twos, in their order."""
    free = dict.fromkeys(people)
    pairs: list[Pair] = []
    for pair in sides:
        if free.keys() >= {*pair}:
            pairs.append(pair)
            for who in pair:
                del free[who]
    rest = [*free]
    return partners_of([*pairs, *zip(rest[::2], rest[1::2], strict=False)])


def read_partners(
    past: Sequence[Past], here: Iterable[int], requests: SeatRequests
) -> PartnerHistory:
    """Everybody's partner in the rounds of `past`, and after them."""
    crowds = read_crowds(past, here)
    in_rounds: list[dict[int, int]] = []
    after: list[dict[int, int]] = [{}]
    for number, played in enumerate(past):
        draw = played.draw
        now: dict[int, int] = {}
        for person, partner in (*_at_tables(draw), *draw.partners.items()):
            now |= {person: partner, partner: person}
        rest = [who for who in sorted(crowds[number]) if who not in now]
        for person, partner in pair_rest(rest, after[-1], requests).pairs:
            now |= {person: partner, partner: person}
        in_rounds.append(dict(now))
        for before, ended in zip(_at_tables(draw), _at_tables(played), strict=True):
            _take_over(now, before, ended, crowds[number + 1])
        after.append(now)
    return PartnerHistory(tuple(in_rounds), tuple(after))


def read_singles(past: Sequence[Past], here: Iterable[int]) -> PartnerHistory:
    """The same where people play singly: everybody has themselves, as long as they are there."""
    crowds = [{who: who for who in crowd} for crowd in read_crowds(past, here)]
    return PartnerHistory(tuple(crowds[:-1]), ({}, *crowds[1:]))


def _at_tables(played: Past) -> Iterator[Pair]:
    """Yield the people opposite each other."""
    for table in played.tables:
        for first, second in SIDES:
            yield table[first], table[second]


def _take_over(now: dict[int, int], before: Pair, after: Pair, following: Collection[int]) -> None:
    """Make whoever took over the chair of somebody who left the partner of the other one from then
    on, unless one of them has another partner or is no longer there."""
    arrivals = [who for who in after if who not in before]
    leavers = [who for who in before if who not in after]
    stays = any(who in following for who in (*leavers, *(now.get(arrival) for arrival in arrivals)))
    if stays or not all(who in following for who in arrivals):
        return
    for who in leavers:
        now.pop(who, None)
    now |= dict(zip(after, reversed(after), strict=True))


def pair_rest(people: Sequence[int], last: Mapping[int, int], requests: SeatRequests) -> Partners:
    """The present partners, given everybody's last partner."""
    free = dict.fromkeys(people)
    pairs: list[Pair] = []

    def join(first: int, second: int | None) -> None:
        if second is not None and first != second and first in free and second in free:
            del free[first], free[second]
            pairs.append((first, second))

    for person, partner in reversed((*requests.together, *requests.partners)):
        join(person, partner)
    for person in people:
        join(person, last.get(person))
    foes = {frozenset(pair) for pair in requests.apart}
    for person in [*free]:
        if person in free:
            liked = (other for other in free if other != person and {person, other} not in foes)
            anybody = (other for other in free if other != person)
            join(person, next(liked, next(anybody, None)))
    place = {person: number for number, person in enumerate(people)}
    ordered = [
        (person, partner) if place[person] < place[partner] else (partner, person)
        for person, partner in pairs
    ]
    ordered.sort(key=lambda pair: place[pair[0]])
    return Partners(tuple(ordered), tuple(free))
