"""The best melds of a hand from one pack without wild cards, and its deadwood: exact and fast;
with the arrangement that shows them.

A suit's cards are a mask of 13 bits (bit 0 ace, bit 12 king). The runs of one suit do not touch
those of another, so the best that a suit can do without sets is looked up in three tables over all
8,192 sets of ranks.

Why it is exact. A layout is a choice of which cards go into sets, and then of runs among the rest.
Runs of different suits share no card, so once the sets are chosen each suit's best is read from a
table (`run_tables`), itself exact. The choice of sets only exists at ranks held three or four
times: there, no set, all of them, or any three of four (the fourth stays for a run). All of them
are tried. One shortcut is taken: where none of a rank's cards is part of any run in the hand, a
set of all of them takes nothing away from anything and is laid at once.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from rulesets.cards.card_rules import LEAST, PIPS, Ace
from rulesets.cards.deck import (
    CARDS,
    RANKS,
    SUIT_SYMBOLS,
    SUITS,
    Card,
    Masks,
    cards_in,
    masks_of,
    texts,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rulesets.cards.deck import Card


Kind = Literal["run", "set"]
HIGH_ACE = 14


@dataclass(frozen=True, slots=True)
class Meld:
    """Cards laid down together.

    `ranks` says, card by card, the rank each stands for (14: an ace above the king), `suit` the
    suit of a run (None for a set). A card whose own face differs is a wild card. In a run the cards
    are in order. Wild cards alone are a set with ranks of 0: the player names it.
    """

    kind: Kind
    cards: tuple[Card, ...]
    ranks: tuple[int, ...]
    suit: int | None = None

    def stands_for(self) -> tuple[str, ...]:
        """The card that each card stands for, as text: "5S" in a run, "5" in a set."""
        suit = "" if self.suit is None else SUITS[self.suit]
        return tuple(RANKS[(rank - 1) % 13] + suit if rank else "any" for rank in self.ranks)

    def is_wild(self, place: int) -> bool:
        """Return whether the card at `place` stands for another face."""
        card, rank = self.cards[place], self.ranks[place]
        natural = not card.is_joker and card.rank == (rank - 1) % 13 + 1
        return rank == 0 or not natural or self.suit not in {None, card.suit}

    def as_json(self) -> dict[str, Any]:
        """Return the meld as plain values; `as` only if a wild card stands in."""
        plain: dict[str, Any] = {"kind": self.kind, "cards": texts(self.cards)}
        if any(self.is_wild(place) for place in range(len(self.cards))):
            plain["as"] = list(self.stands_for())
        return plain

    def __str__(self) -> str:
        if self.kind == "set":
            rank = next((RANKS[rank - 1] for rank in self.ranks if rank), "any")
            return f"set of {rank}: " + " ".join(card.symbol for card in self.cards)
        symbol = SUIT_SYMBOLS[self.suit or 0]
        return f"run in {symbol}: " + " ".join(card.symbol for card in self.cards)


@dataclass(frozen=True, slots=True)
class LayOff:
    """Cards added to the meld numbered `meld` (from 0) on the table; `ranks` as in Meld."""

    meld: int
    cards: tuple[Card, ...]
    ranks: tuple[int, ...]

    def as_json(self) -> dict[str, Any]:
        return {"meld": self.meld, "cards": texts(self.cards)}


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A whole hand laid out. `count` is what the cards left over count."""

    count: int
    melds: tuple[Meld, ...]
    left: tuple[Card, ...]
    lay_offs: tuple[LayOff, ...] = ()

    def cards(self) -> tuple[Card, ...]:
        """Return every card of the hand, sorted: the arrangement uses each exactly once."""
        laid = [card for meld in self.melds for card in meld.cards]
        added = [card for lay_off in self.lay_offs for card in lay_off.cards]
        return tuple(sorted((*laid, *added, *self.left)))

    def as_json(self) -> dict[str, Any]:
        plain: dict[str, Any] = {
            "count": self.count,
            "melds": [meld.as_json() for meld in self.melds],
            "left": texts(self.left),
        }
        if self.lay_offs:
            plain["lay_offs"] = [laid.as_json() for laid in self.lay_offs]
        return plain


def natural_run(suit: int, low: int, high: int) -> Meld:
    """Return the run of a suit from rank `low` to `high` (14: the ace above the king)."""
    ranks = tuple(range(low, high + 1))
    cards = tuple(CARDS[13 * suit + (rank - 1) % 13] for rank in ranks)
    return Meld("run", cards, ranks, suit)


def natural_set(cards: Iterable[Card]) -> Meld:
    """Return a set of those cards, which share a rank."""
    ordered = tuple(sorted(cards))
    return Meld("set", ordered, tuple(card.rank for card in ordered))


def without(cards: Sequence[Card], used: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards less those used, each as often as it is used, in their order."""
    taken = Counter(used)
    left = []
    for card in cards:
        if taken[card]:
            taken[card] -= 1
        else:
            left.append(card)
    return tuple(left)


# --- one suit by itself ---------------------------------------------------------------------------


ALL_RANKS = 1 << 13


@dataclass(frozen=True, slots=True)
class RunTables:
    """Indexed by a suit's mask.

    `left`: the least count of the cards that stay outside runs. `melded`: the mask of the cards
    in runs when that least is reached. `reach`: the cards that are part of any run at all.
    """

    left: list[int]
    melded: list[int]
    reach: list[int]


def shortest_runs(ace: Ace) -> list[list[int]]:
    """Return for each rank bit the runs of 3, 4 and 5 cards of which it is the lowest bit.

    A run of six or more is two or more of these laid together. An ace above the king has the
    lowest bit of its mask at the ace; no run goes through the ace, so K-A-2 is none.
    """
    by_lowest: list[list[int]] = [[] for _ in range(13)]
    for size in (3, 4, 5):
        for low in range(14 - size):
            if low or ace != "high":
                by_lowest[low].append(((1 << size) - 1) << low)
        if ace != "low":
            below_the_ace = ((1 << size - 1) - 1) << (14 - size)
            by_lowest[0].append(1 | below_the_ace)
    return by_lowest


@cache
def run_tables(ace: Ace = "either") -> RunTables:
    """Return the tables for an ace rule.

    Exact by induction over masks: the lowest card of a mask is either left over or the lowest card
    of some run of three to five, and what remains is a smaller mask, already in the table.
    """
    runs = shortest_runs(ace)
    left, melded, reach = [0] * ALL_RANKS, [0] * ALL_RANKS, [0] * ALL_RANKS
    for mask in range(1, ALL_RANKS):
        rest = mask & (mask - 1)
        lowest = (mask ^ rest).bit_length() - 1
        least, used, reached = left[rest] + PIPS[lowest], melded[rest], reach[rest]
        for run in runs[lowest]:
            if run & mask == run:
                reached |= run
                if left[mask ^ run] < least:
                    least, used = left[mask ^ run], melded[mask ^ run] | run
        left[mask], melded[mask], reach[mask] = least, used, reached
    return RunTables(left, melded, reach)


def stretches(mask: int, ace: Ace) -> list[tuple[int, int]]:
    """Return the runs that a melded mask consists of, as (lowest rank, highest rank).

    Raises ValueError if the mask cannot be laid out without a card over. Neighbouring runs are
    laid together; the ace goes below where a run needs it there, else above (as rank 14).
    """
    for ace_is_high in (False, True) if mask & 1 else (False,):
        if ace_is_high != (ace == "high") and ace != "either" and mask & 1:
            continue
        # Bits 1 to 13 are the ranks 1 to 13, bit 14 the ace above the king.
        line = (mask & ~1) << 1 | (1 << 14 if ace_is_high else 2 * (mask & 1))
        blocks = _blocks(line)
        if all(high - low + 1 >= LEAST for low, high in blocks):
            return blocks
    raise ValueError(f"the ranks {mask:#x} are not all in runs")


def _blocks(line: int) -> list[tuple[int, int]]:
    blocks = []
    while line:
        low = (line & -line).bit_length() - 1
        size = (~(line >> low) & (line >> low) + 1).bit_length() - 1
        blocks.append((low, low + size - 1))
        line &= line + (1 << low)
    return blocks


# --- a whole hand ---------------------------------------------------------------------------------


MOST_CARDS = 26  # the search grows sixfold with each further four of a kind


class MeldMasks(NamedTuple):
    """The arrangement of one hand, as masks by suit.

    `deadwood`: what the cards left over count. `runs`: the cards in runs, `sets`: those in sets (a
    rank's cards form one set); what is in neither is left over.
    """

    deadwood: int
    runs: Masks
    sets: Masks


class Solver(Protocol):
    """From a hand's four suit masks to its best arrangement."""

    def __call__(self, spades: int, hearts: int, diamonds: int, clubs: int, /) -> MeldMasks: ...


@cache
def meld_solver(ace: Ace = "either") -> Solver:
    """Return a function from suit masks to the best melds; its tables are built once (about 30 ms).

    The masks are those of `rulesets.cards.deck.masks_of`: 13 bits each, ace to king.
    """
    tables = run_tables(ace)
    left, melded, reach = tables.left, tables.melded, tables.reach
    make = tuple.__new__  # a NamedTuple without the detour over its keyword arguments

    def solve(a: int, b: int, c: int, d: int, /) -> MeldMasks:
        thrice = (a & b & (c | d)) | (c & d & (a | b))
        if not thrice:
            runs = (melded[a], melded[b], melded[c], melded[d])
            return make(MeldMasks, (left[a] + left[b] + left[c] + left[d], runs, (0, 0, 0, 0)))
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
        return make(MeldMasks, (least, runs, (a ^ e, b ^ f, c ^ g, d ^ h)))

    return solve


def _choices(ranks: int, a: int, b: int, c: int, d: int) -> list[Masks]:
    """Return the cards that can be left for runs: every combination of sets at the given ranks."""
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


def lay_out(hand: Masks, melded: MeldMasks, ace: Ace) -> Arrangement:
    """Return a solver's answer card by card: runs by suit, then sets by rank, then what is left."""
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


def best_melds(cards: Sequence[Card], ace: Ace = "either") -> Arrangement:
    """Return the arrangement of a hand from one pack that leaves the least count over.

    `ace`: "low" (A-2-3), "high" (Q-K-A) or "either"; never around the corner (K-A-2). What
    is left over counts by `PIPS` (Metzker p. 30: face value, court cards 10, ace 1). Raises
    ValueError for more than 26 cards, and for a joker or a card held twice: `layouts.best_layout`
    takes those.
    """
    if len(cards) > MOST_CARDS:
        raise ValueError(f"a hand of more than {MOST_CARDS} cards is not arranged")
    hand = masks_of(cards)
    return lay_out(hand, meld_solver(ace)(*hand), ace)
