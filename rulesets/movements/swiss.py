"""Swiss: equals play equals, nobody anybody twice as long as that can be; pairs stay together.

The first round is drawn by lot. Later the pairs stand in the order of what they carry, who are
level parted by lot, and are matched so that the sum of the squares of how many places apart they
are is least; a meeting that is repeated weighs more than all of that. A pair that sits out has done
so least, and of those it is the last one in the order.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from rulesets.engine.text import Words
from rulesets.movements.first_draw import Pair
from rulesets.movements.fixed_pairs import Meeting, PairRequests, PairsRoom
from rulesets.movements.keepers import keep_chairs
from rulesets.movements.matching import match
from rulesets.movements.schedule import FAR
from rulesets.movements.seating import Guest, Past, Seating, SitOut
from rulesets.movements.sit_outs import ask_nobody as balance

__all__ = ["balance", "next_seats"]


def next_seats(
    guests: Sequence[Guest],
    past: Sequence[Past],
    winners: object,
    *,
    rng: random.Random,
    order: Sequence[Sequence[int]] = (),
    apart: Iterable[Pair] = (),
    together: Iterable[Pair] = (),
    partners: Iterable[Pair] = (),
    sat_out_credit: Mapping[int, int] | None = None,
    **_more: object,
) -> Seating:
    """Seat the round that follows the last one of `past`.

    In: those present for it; the rounds played, in order; the source of every draw; people by what
    they carry, in groups of those who are level, the best first; wishes, those to be at one table
    or partners for partners; sit-outs credited to late guests. Who has won a table does not matter.
    Out: the seats, with reasons and notes.
    Raised: ValueError where a table of a past round does not name four people; MatcherMissing.
    """
    del winners
    requests = PairRequests((*together, *partners), (*apart,))
    room = PairsRoom(guests, past, requests, sat_out_credit)
    ranked = rank_pairs(room.pairs, order, rng)
    bye = choose_bye(room, ranked)
    meetings = match_pairs(room, [pair for pair in ranked if pair not in bye], rng)
    planned = room.past_of(meetings, bye)
    (seats,), notes = keep_chairs([planned], guests, past)
    words = Words("Fewest sit-outs so far ({count}).", {"count": sum(map(room.byes, bye))})
    seating = room.seating(seats, SitOut(0, "fewest", words))
    return replace(seating, notes=(*seating.notes, *notes))


def rank_pairs(
    pairs: Iterable[Pair], order: Sequence[Sequence[int]], rng: random.Random
) -> list[Pair]:
    """The pairs in the order of what they carry, those who are level by lot. Two who carry unlike
    points stand between the places that each would have; who has none yet, behind all others."""
    place: dict[int, int] = {}
    ahead = 0
    for group in order:
        place.update(dict.fromkeys(group, ahead))
        ahead += len(group)
    ranked = [*pairs]
    rng.shuffle(ranked)
    ranked.sort(key=lambda pair: sum(place.get(person, ahead) for person in pair))
    return ranked


def choose_bye(room: PairsRoom, ranked: Sequence[Pair]) -> list[Pair]:
    """The pair that sits out where they are odd: of those with the fewest sit-outs the last."""
    if len(ranked) % 2 == 0:
        return []
    return [min(reversed(ranked), key=room.byes)]


def match_pairs(room: PairsRoom, ranked: Sequence[Pair], rng: random.Random) -> list[Meeting]:
    """Who meets whom, the best first; the lot decides which of the two sits North and South."""
    again = len(ranked) ** 3
    foes = {frozenset(pair) for pair in room.requests.apart}

    def cost(one: int, two: int) -> int:
        first, second = ranked[one], ranked[two]
        apart = bool(foes) and any({who, other} in foes for who in first for other in second)
        return (two - one) ** 2 + again * (room.times(first, second) + FAR * apart)

    meetings = [(ranked[one], ranked[two]) for one, two in match(len(ranked), cost, rng)]
    return [(two, one) if rng.random() < 0.5 else (one, two) for one, two in meetings]
