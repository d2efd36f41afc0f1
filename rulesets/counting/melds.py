"""The best melds of a hand from one pack without wild cards, and its deadwood: exact and fast.

Why it is exact. A layout is a choice of which cards go into sets, and then of runs among the rest.
Runs of different suits share no card, so once the sets are chosen each suit's best is read from a
table (`runtables`), itself exact. The choice of sets only exists at ranks held three or four times:
there, no set, all of them, or any three of four (the fourth stays for a run). All combinations
are tried. One shortcut is taken: where none of a rank's cards is part of any run in the hand, a
set of all of them takes nothing away from anything and is laid at once.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple, Protocol

from rulesets.counting.arrangement import Arrangement, Meld, natural_run, natural_set
from rulesets.counting.runtables import Ace, run_tables, stretches
from rulesets.counting.values import PIPS
from rulesets.equipment.cards import CARDS, Masks, cards_in, masks_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.equipment.cards import Card


MOST_CARDS = 26  # the search grows sixfold with each further four of a kind


class Melded(NamedTuple):
    """The arrangement of one hand, as masks by suit.

    `deadwood`: what the cards left over count. `runs`: the cards in runs, `sets`: those in sets (a
    rank's cards form one set); what is in neither is left over.
    """

    deadwood: int
    runs: Masks
    sets: Masks


class Solver(Protocol):
    """From a hand's four suit masks to its best arrangement."""

    def __call__(self, spades: int, hearts: int, diamonds: int, clubs: int, /) -> Melded: ...


@cache
def meld_solver(ace: Ace = "either", values: tuple[int, ...] = PIPS) -> Solver:
    """A function from suit masks to the best melds; its tables are built once (about 30 ms).

    The masks are those of `rulesets.equipment.cards.masks_of`: 13 bits each, ace to king.
    """
    tables = run_tables(ace, values)
    left, melded, reach = tables.left, tables.melded, tables.reach
    make = tuple.__new__  # a NamedTuple without the detour over its keyword arguments

    def solve(a: int, b: int, c: int, d: int, /) -> Melded:
        thrice = (a & b & (c | d)) | (c & d & (a | b))
        if not thrice:
            runs = (melded[a], melded[b], melded[c], melded[d])
            return make(Melded, (left[a] + left[b] + left[c] + left[d], runs, (0, 0, 0, 0)))
        e, f, g, h = a, b, c, d
        free = thrice & ~(reach[a] | reach[b] | reach[c] | reach[d])
        if free:
            e, f, g, h = a & ~free, b & ~free, c & ~free, d & ~free
            thrice ^= free
        least = left[e] + left[f] + left[g] + left[h]
        if thrice:
            for p, q, r, s in _choices(thrice, e, f, g, h):
                count = left[p] + left[q] + left[r] + left[s]
                if count < least:
                    least, e, f, g, h = count, p, q, r, s
                    if not count:
                        break
        runs = (melded[e], melded[f], melded[g], melded[h])
        return make(Melded, (least, runs, (a ^ e, b ^ f, c ^ g, d ^ h)))

    return solve


def _choices(ranks: int, a: int, b: int, c: int, d: int) -> list[Masks]:
    """What can be left for runs: every combination of sets at the given ranks."""
    states = [(a, b, c, d)]
    while ranks:
        x = ranks & -ranks
        ranks ^= x
        if not a & x:
            states += [(p, q ^ x, r ^ x, s ^ x) for p, q, r, s in states]
        elif not b & x:
            states += [(p ^ x, q, r ^ x, s ^ x) for p, q, r, s in states]
        elif not c & x:
            states += [(p ^ x, q ^ x, r, s ^ x) for p, q, r, s in states]
        elif not d & x:
            states += [(p ^ x, q ^ x, r ^ x, s) for p, q, r, s in states]
        else:
            states += [
                chosen
                for p, q, r, s in states
                for chosen in (
                    (p ^ x, q ^ x, r ^ x, s ^ x),
                    (p, q ^ x, r ^ x, s ^ x),
                    (p ^ x, q, r ^ x, s ^ x),
                    (p ^ x, q ^ x, r, s ^ x),
                    (p ^ x, q ^ x, r ^ x, s),
                )
            ]
    return states


def lay_out(hand: Masks, melded: Melded, ace: Ace) -> Arrangement:
    """A solver's answer card by card: runs by suit, then sets by rank, then what is left."""
    melds: list[Meld] = []
    for suit, mask in enumerate(melded.runs):
        melds += [natural_run(suit, low, high) for low, high in stretches(mask, ace)]
    for rank in range(13):
        suits = [suit for suit, mask in enumerate(melded.sets) if mask >> rank & 1]
        if suits:
            melds.append(natural_set(CARDS[13 * suit + rank] for suit in suits))
    left = [
        card
        for suit, mask in enumerate(hand)
        for card in cards_in(mask & ~melded.runs[suit] & ~melded.sets[suit], suit)
    ]
    return Arrangement(melded.deadwood, tuple(melds), tuple(left))


def best_melds(
    cards: Sequence[Card], ace: Ace = "either", values: tuple[int, ...] = PIPS
) -> Arrangement:
    """The arrangement of a hand from one pack that leaves the least count over.

    `ace`: "low" (A-2-3), "high" (Q-K-A) or "either"; never around the corner (K-A-2). `values`
    are what the ranks count when left over, ace to king (Metzker p. 30: face value, court cards 10,
    ace 1). Raises ValueError for more than 26 cards, and for a joker or a card held twice:
    `packs.best_layout` takes those.
    """
    if len(cards) > MOST_CARDS:
        raise ValueError(f"a hand of more than {MOST_CARDS} cards is not arranged")
    hand = masks_of(cards)
    return lay_out(hand, meld_solver(ace, values)(*hand), ace)
