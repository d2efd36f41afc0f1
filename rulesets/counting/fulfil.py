"""A contract fulfilled card by card, alone or with all else that may be laid down beside it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Literal

from rulesets.counting.arrangement import Arrangement, Meld, without
from rulesets.counting.fulfilling import contract_solver
from rulesets.counting.layoffs import lay_off, refuse_one_of_each_suit
from rulesets.counting.layouts import MOST_CARDS
from rulesets.counting.packs import Table, layout_solver
from rulesets.counting.setparts import NO_LIMIT
from rulesets.counting.suitways import FIELD, FIELD_MASK, TableRun, packed
from rulesets.counting.values import CardValues
from rulesets.equipment.cards import CARDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.counting.contracts import Contract
    from rulesets.counting.fulfilling import ContractSolver, Fulfilled, RunGroup, SetGroup
    from rulesets.counting.packs import Layout, LayoutSolver, Packed
    from rulesets.counting.wilds import MeldRules
    from rulesets.equipment.cards import Card

Extra = Literal["none", "longer", "melds"]
# Up to six wild cards leave some thousand ways to lay a contract; with more it can be millions.
MOST_WAYS = 20_000


def fulfil(
    cards: Sequence[Card],
    contract: Contract,
    rules: MeldRules,
    values: CardValues | None = None,
    extra: Extra = "none",
) -> Arrangement | None:
    """How a hand fulfils a contract with the least count left over; None if it does not.

    `extra`: what may be laid down besides. "none": every group has just the size asked (Metzker:
    Desert Rummy, Sticks). "longer": groups may be longer. "melds": also further melds (Push, in
    the turns after). The melds come in the contract's order of runs, then sets, then the further
    ones. Raises ValueError for more than 26 cards, where wild cards leave over `MOST_WAYS` ways
    to choose from (not for "none"), for a contract with runs in a game without,
    and, except for "none", where no suit may stand twice in a set; LookupError for a joker
    without a value.

    Exact: `fulfilling` tries every way to lay the groups, and `_way_with_more` finds the one that
    leaves least once all else is laid down.
    """
    if len(cards) > MOST_CARDS:
        raise ValueError(f"a hand of more than {MOST_CARDS} cards is not arranged")
    table = values or CardValues()
    naturals = [card for card in cards if rules.is_natural(card)]
    wilds = sorted(
        (card for card in cards if rules.is_wild(card)),
        key=lambda card: table.value(card, rules.wild_ranks),
        reverse=True,
    )
    solver = contract_solver(contract, rules, table.ranks)
    if extra == "none":
        wild_values = [table.value(card, rules.wild_ranks) for card in wilds]
        found = solver.best(packed(naturals), wild_values)
        return None if found is None else _laid(found, cards, naturals, wilds, rules, table)
    refuse_one_of_each_suit(rules)
    further = layout_solver(rules, table.ranks, extra == "melds")
    wild_values = [table.value(card, rules.wild_ranks) for card in wilds]
    best = _way_with_more(solver, further, packed(naturals), wild_values)
    if best is None:
        return None
    alone = _laid(best[0], cards, naturals, wilds, rules, table, best[1])
    more = lay_off(alone.left, alone.melds, rules, table, new_melds=extra == "melds")
    return _joined(alone, more)


def _way_with_more(
    solver: ContractSolver, further: LayoutSolver, suits: Packed, wild_values: Sequence[int]
) -> tuple[Fulfilled, Layout] | None:
    """The way to fulfil a contract that leaves least beside further cards, and their layout.

    A way says of a set only how many naturals it has. Which suits these are matters here, as what
    the set leaves may extend a run or make one; so the set's cards stay in the hand, and it is
    `owed` so many of its rank, which the layout must leave outside runs. `wild_values` with the
    dearest first, which are laid first. Raises ValueError rather than try more than `MOST_WAYS`.
    """
    best: tuple[Fulfilled, Layout] | None = None
    for number, way in enumerate(solver.ways(suits, len(wild_values))):
        if number == MOST_WAYS:
            raise ValueError(
                f"{len(wild_values)} wild cards fit in too many ways to try them all;"
                " leave some out, or count the contract alone"
            )
        rest = list(suits)
        for run in way.runs:
            rest[run.suit] -= run.used
        left = (rest[0], rest[1], rest[2], rest[3])
        layout = further.least(left, wild_values[way.wilds :], _beside(way, further.rules))
        if best is None or layout.least < best[1].least:
            best = way, layout
            if not layout.least:
                break
    return best


def _beside(way: Fulfilled, rules: MeldRules) -> Table:
    """A contract's groups as a table to add to; the sets' naturals are still in the hand."""
    runs: list[list[TableRun]] = [[], [], [], []]
    for number, run in enumerate(way.runs):
        on_table = TableRun(number, run.low, run.low + run.size - 1, len(run.places))
        runs[run.suit].append(on_table)
    owed: Counter[int] = Counter()
    open_ranks, room = 0, 0
    for group in way.sets:
        # Naturals outside runs make room as they come, so the room here is what is taken of it.
        room += group.naturals - group.size if rules.balanced else NO_LIMIT
        if group.rank >= 0:
            owed[group.rank] += group.naturals
            open_ranks |= FIELD_MASK << FIELD * group.rank
    by_suit = (tuple(runs[0]), tuple(runs[1]), tuple(runs[2]), tuple(runs[3]))
    return Table(by_suit, open_ranks=open_ranks, room=room, owed=tuple(owed.items()))


def _laid(
    found: Fulfilled,
    cards: Sequence[Card],
    naturals: Sequence[Card],
    wilds: Sequence[Card],
    rules: MeldRules,
    values: CardValues,
    beside: Layout | None = None,
) -> Arrangement:
    """The groups of a way as melds; the dearest wild cards are laid.

    The sets take their naturals from those that the runs laid `beside` them do not need.
    """
    spare = list(wilds)
    melds = [_run(run, spare) for run in found.runs]
    rest = list(without(naturals, [c for m in melds for c in m.cards if not rules.is_wild(c)]))
    for suit, further in enumerate(beside.ways if beside else ()):
        for run in further.runs:
            rest = list(without(rest, (CARDS[13 * suit + (p - 1) % 13] for p in run.places)))
    melds += [_set(group, rest, spare, rules) for group in found.sets]
    left = without(cards, [card for meld in melds for card in meld.cards])
    count = sum(values.value(card, rules.wild_ranks) for card in left)
    return Arrangement(count, tuple(melds), left)


def _run(run: RunGroup, spare: list[Card]) -> Meld:
    ranks = tuple(range(run.low, run.low + run.size))
    cards = tuple(
        CARDS[13 * run.suit + (rank - 1) % 13] if rank in run.places else spare.pop(0)
        for rank in ranks
    )
    return Meld("run", cards, ranks, run.suit)


def _set(group: SetGroup, rest: list[Card], spare: list[Card], rules: MeldRules) -> Meld:
    """A set; its naturals leave `rest`, where suits must differ from those held most often."""
    held = [card for card in rest if card.rank == group.rank + 1]
    if rules.one_of_each_suit:
        held = sorted(set(held), key=lambda card: -held.count(card))
    naturals = sorted(held[: group.naturals])
    for card in naturals:
        rest.remove(card)
    cards = (*naturals, *(spare.pop(0) for _ in range(group.size - group.naturals)))
    return Meld("set", cards, (group.rank + 1,) * group.size)


def _joined(alone: Arrangement, more: Arrangement) -> Arrangement:
    """The contract's melds with what was added to them, then the further melds."""
    melds = list(alone.melds)
    for added in more.lay_offs:
        meld = melds[added.meld]
        pairs = sorted(
            (
                *zip(meld.ranks, meld.cards, strict=True),
                *zip(added.ranks, added.cards, strict=True),
            ),
            key=lambda pair: pair[0],
        )
        cards, ranks = tuple(card for _, card in pairs), tuple(rank for rank, _ in pairs)
        melds[added.meld] = Meld(meld.kind, cards, ranks, meld.suit)
    return Arrangement(more.count, (*melds, *more.melds), more.left)
