"""A least layout card by card: which card lies where, and what every wild card stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.counting.arrangement import Arrangement, LayOff, Meld, without
from rulesets.counting.packs import NOTHING, layout_solver
from rulesets.counting.runtables import LEAST
from rulesets.counting.suitways import HIGH_ACE, packed
from rulesets.counting.values import CardValues
from rulesets.counting.wilds import LONGEST_RUN, SUITS_IN_A_SET, MeldRules
from rulesets.equipment.cards import CARDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.counting.packs import Table
    from rulesets.counting.setparts import SetChoice
    from rulesets.counting.suitways import Run, Way
    from rulesets.equipment.cards import Card

MOST_CARDS = 26


class Pile:
    """Cards that belong together while wild cards are still being added.

    `meld` is the number of the meld on the table to which they are added, -1 for a new one.
    `places`: what the naturals of a run stand for, or the rank of a set on the table.
    """

    def __init__(self, naturals: Sequence[Card], suit: int | None, meld: int = -1) -> None:
        self.naturals = list(naturals)
        self.wilds: list[Card] = []
        self.suit = suit
        self.meld = meld
        self.room = 0
        self.places: tuple[int, ...] = ()
        self.edges: tuple[int, int] | None = None  # of the run on the table

    def ranks(self, rules: MeldRules) -> list[int]:
        """The places of a run that this pile fills, ascending."""
        filled = set(self.places)
        if self.edges:
            filled |= set(range(self.edges[0], self.edges[1] + 1))
        wanted = len(filled) + len(self.wilds)
        low, high = min(filled), max(filled)
        top = LONGEST_RUN if rules.ace == "low" else HIGH_ACE
        while high - low + 1 < wanted and high < top:
            high += 1
        low = high - wanted + 1
        own = set(range(low, high + 1))
        if self.edges:
            own -= set(range(self.edges[0], self.edges[1] + 1))
        return sorted(own)

    def laid(self, rules: MeldRules) -> tuple[tuple[Card, ...], tuple[int, ...]]:
        """The cards in order and the rank each stands for."""
        if self.suit is None:
            cards = (*self.naturals, *self.wilds)
            rank = self.naturals[0].rank if self.naturals else sum(self.places)
            return cards, (rank,) * len(cards)
        by_place = dict(zip(self.places, self.naturals, strict=True))
        spare = iter(self.wilds)
        ranks = self.ranks(rules)
        return tuple(by_place[rank] if rank in by_place else next(spare) for rank in ranks), tuple(
            ranks
        )


def best_layout(
    cards: Sequence[Card],
    rules: MeldRules,
    values: CardValues | None = None,
    wild_ranks: frozenset[int] | None = None,
) -> Arrangement:
    """The melds of any hand that leave the least count over, with wild cards and several packs.

    `values` are what the cards left over count (gin's by default; a joker must have one there).
    `wild_ranks` replaces the rules' and the values' own for one round. Up to 26 cards; raises
    ValueError for more and LookupError for a joker without a value.
    """
    if wild_ranks is not None:
        rules = rules.with_wild(wild_ranks)
    return arrange(cards, rules, values or CardValues(), NOTHING)


def arrange(
    cards: Sequence[Card],
    rules: MeldRules,
    values: CardValues,
    table: Table,
    *,
    new_melds: bool = True,
) -> Arrangement:
    """The least layout of a hand beside a table; as `best_layout` otherwise."""
    if len(cards) > MOST_CARDS:
        raise ValueError(f"a hand of more than {MOST_CARDS} cards is not arranged")
    naturals = [card for card in cards if rules.is_natural(card)]
    wilds = [card for card in cards if rules.is_wild(card)]
    wilds.sort(key=lambda card: values.value(card, rules.wild_ranks), reverse=True)
    wild_values = [values.value(card, rules.wild_ranks) for card in wilds]
    solver = layout_solver(rules, values.ranks, new_melds)
    layout = solver.least(packed(naturals), wild_values, table)
    sets = solver.finish(layout, wild_values, table)
    piles = [
        pile
        for suit, way in enumerate(layout.ways)
        for pile in _run_piles(suit, way, wilds, table, rules)
    ]
    rest = without(naturals, [card for pile in piles for card in pile.naturals])
    for choice in sets.choices:
        piles += _set_piles(choice, rest, wilds, rules)
    piles += _on_table(rest, table)
    may_stand_alone = new_melds and not rules.least_naturals and len(wilds) >= LEAST
    if may_stand_alone and sum(pile.room for pile in piles) < len(wilds):
        piles.insert(0, Pile((), None))
        piles[0].room = len(wilds)
    _spread(piles, wilds)
    return _arrangement(cards, piles, rules, values)


def _run_piles(
    suit: int, way: Way, wilds: list[Card], table: Table, rules: MeldRules
) -> list[Pile]:
    """The runs of a suit with the wild cards they need, and the table's runs, even if unchanged."""
    piles = []
    waiting = {run.number: run for run in table.runs[suit]}
    for run in way.runs:
        pile = _run_pile(suit, run, wilds)
        on_table = waiting.pop(run.table, None)
        size, naturals = len(run.places), len(run.places)
        if on_table:
            pile.edges = (on_table.low, on_table.high)
            size += on_table.high - on_table.low + 1
            naturals += on_table.naturals
        pile.room = _room_in_run(size + run.need, naturals, rules)
        piles.append(pile)
    for number, untouched in waiting.items():
        pile = Pile((), suit, number)
        pile.edges = (untouched.low, untouched.high)
        size = untouched.high - untouched.low + 1
        pile.room = _room_in_run(size, untouched.naturals, rules)
        piles.append(pile)
    return piles


def _room_in_run(size: int, naturals: int, rules: MeldRules) -> int:
    """How many wild cards more a run of so many cards can hold."""
    room = LONGEST_RUN - size
    return min(room, 2 * naturals - size) if rules.balanced else room


def _run_pile(suit: int, run: Run, wilds: list[Card]) -> Pile:
    pile = Pile([CARDS[13 * suit + (place - 1) % 13] for place in run.places], suit, run.table)
    pile.places = run.places
    pile.wilds = [wilds.pop(0) for _ in range(run.need)]
    return pile


def _set_piles(
    choice: SetChoice, rest: Sequence[Card], wilds: list[Card], rules: MeldRules
) -> list[Pile]:
    """The sets of one rank; where suits must differ, suits held often go first, one to each set."""
    held = sorted(card for card in rest if card.rank == choice.rank + 1)
    if not choice.sets:
        return []
    piles = _dealt(choice, held) if rules.one_of_each_suit else [Pile(held, None)]
    for pile in piles:
        size = len(pile.naturals)
        need = max(0, LEAST - size)
        pile.wilds = [wilds.pop(0) for _ in range(need)]
        room = SUITS_IN_A_SET - size if rules.one_of_each_suit else MOST_CARDS
        pile.room = (min(room, size) if rules.balanced else room) - need
    return piles


def _dealt(choice: SetChoice, held: list[Card]) -> list[Pile]:
    """`taken` cards dealt in turn over the sets: one suit after the other, so no set has two."""
    usable: list[Card] = []
    for suit in range(4):
        usable += [card for card in held if card.suit == suit][: choice.sets]
    piles = [Pile((), None) for _ in range(choice.sets)]
    for place, card in enumerate(usable[: choice.taken]):
        piles[place % choice.sets].naturals.append(card)
    return piles


def _on_table(rest: Sequence[Card], table: Table) -> list[Pile]:
    """What is added to the sets on the table; each is also a place for wild cards.

    Of two sets of one rank the first takes the cards: they count the same on either.
    """
    piles = []
    served: set[int] = set()
    for number, rank, room in table.sets:
        added = [card for card in rest if card.rank == rank + 1 and rank not in served]
        served.add(rank)
        pile = Pile(added, None, number)
        pile.places = (rank + 1,)
        pile.room = room + len(added)
        piles.append(pile)
    return piles


def _spread(piles: Sequence[Pile], wilds: list[Card]) -> None:
    """Lay the wild cards that no gap needs, the dearest first, wherever there is room."""
    for pile in piles:
        while wilds and pile.room > 0:
            pile.wilds.append(wilds.pop(0))
            pile.room -= 1


def _arrangement(
    cards: Sequence[Card], piles: Sequence[Pile], rules: MeldRules, values: CardValues
) -> Arrangement:
    melds: list[Meld] = []
    lay_offs: list[LayOff] = []
    for pile in piles:
        if not pile.naturals and not pile.wilds:
            continue
        laid, ranks = pile.laid(rules)
        if pile.meld >= 0:
            lay_offs.append(LayOff(pile.meld, laid, ranks))
        else:
            melds.append(Meld("set" if pile.suit is None else "run", laid, ranks, pile.suit))
    used = [card for part in melds for card in part.cards]
    used += [card for part in lay_offs for card in part.cards]
    left = without(cards, used)
    count = sum(values.value(card, rules.wild_ranks) for card in left)
    return Arrangement(count, tuple(melds), left, tuple(lay_offs))
