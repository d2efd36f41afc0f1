"""Melds on the table: read as such, and laid off on so that the least is left over.

Melds of one's own and lay-offs are weighed together: giving a card to the table may break a meld
of one's own, and may still be the better part.

A list of cards on the table does not say where one meld ends and the next begins. People name them
meld by meld, though, so their order is a hint: the fewest melds that follow on each other. Only if
the order gives none, all cards are searched for melds.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from rulesets.cards.card_rules import (
    GIN,
    LEAST,
    LONGEST_RUN,
    SUITS_IN_A_SET,
    Ace,
    CardValues,
)
from rulesets.cards.deck import CARDS, masks_of
from rulesets.cards.layouts import SetOnTable, TableMelds, arrange
from rulesets.cards.meld_ways import FIELD, FIELD_MASK, HIGH_ACE, NO_LIMIT, RunOnTable
from rulesets.cards.melds import (
    MOST_CARDS,
    Arrangement,
    LayOff,
    Meld,
    best_melds,
    lay_out,
    meld_solver,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.cards.card_rules import MeldRules
    from rulesets.cards.deck import Card, Masks


Choice = tuple[tuple["Card", int], ...]  # cards laid off on one meld, with the ranks they stand for


def read_meld(cards: Sequence[Card], rules: MeldRules) -> Meld:
    """Return the meld of cards on the table; a run's in their order, wild cards in their places.

    A lone natural among wild cards is part of a set. Wild cards before the first natural or after
    the last extend the run. Raises ValueError if the cards are no meld under these rules.
    """
    naturals = [card for card in cards if not rules.is_wild(card)]
    wilds = len(cards) - len(naturals)
    if (
        rules.apart.isdisjoint(naturals)
        and len(cards) >= LEAST
        and rules.allows(len(naturals), wilds)
    ):
        one_rank = len({card.rank for card in naturals}) <= 1
        if one_rank and _fits_a_set(cards, naturals, rules):
            rank = naturals[0].rank if naturals else 0
            return Meld("set", tuple(cards), (rank,) * len(cards))
        if rules.runs and len({card.suit for card in naturals}) == 1:
            ranks = _run_ranks(cards, rules)
            if ranks:
                return Meld("run", tuple(cards), ranks, naturals[0].suit)
    raise ValueError(" ".join(card.text for card in cards) + " is no meld")


def _fits_a_set(cards: Sequence[Card], naturals: Sequence[Card], rules: MeldRules) -> bool:
    if not rules.one_of_each_suit:
        return True
    suits = {card.suit for card in naturals}
    return len(suits) == len(naturals) and len(cards) <= SUITS_IN_A_SET


def _run_ranks(cards: Sequence[Card], rules: MeldRules) -> tuple[int, ...] | None:
    """Return the ranks of a run in the order given, also if it was given from the top down."""
    lowest = 2 if rules.ace == "high" else 1
    highest = LONGEST_RUN if rules.ace == "low" else HIGH_ACE
    if len(cards) > LONGEST_RUN:
        return None
    upwards = [
        tuple(range(first, first + len(cards))) for first in range(lowest, highest - len(cards) + 2)
    ]
    for ranks in (*upwards, *(row[::-1] for row in upwards)):
        if all(
            rules.is_wild(card) or card.rank == (rank - 1) % 13 + 1
            for card, rank in zip(cards, ranks, strict=True)
        ):
            return ranks
    return None


def lay_off_gin(
    cards: Sequence[Card],
    table: Sequence[Meld],
    ace: Ace = "either",
) -> Arrangement:
    """Return the arrangement of a hand from one pack, melded and laid off on the opponent's melds,
    with the least count left over.

    `table`: the opponent's melds of natural cards from the same pack. Exact: every set takes its
    fourth card or not, every run any number of cards at either end for which the hand has them;
    for each such choice the rest is melded at its best. Raises ValueError for more than 26 cards,
    a joker, or a card that is held twice or is also on the table.
    """
    if len(cards) > MOST_CARDS:
        raise ValueError(f"a hand of more than {MOST_CARDS} cards is not arranged")
    masks_of([*cards, *(card for meld in table for card in meld.cards)])
    solve = meld_solver(ace)
    held = frozenset(cards)
    best: tuple[int, int, tuple[Choice, ...], Masks] | None = None
    for choice in product(*(list(_gin_choices(meld, held, ace)) for meld in table)):
        laid = [card for part in choice for card, _ in part]
        if len(set(laid)) < len(laid):
            continue
        hand = masks_of(held.difference(laid))
        deadwood = solve(*hand).deadwood
        # Of equally good layouts the one that lays off the fewest cards is the clearest.
        if best is None or (deadwood, len(laid)) < best[:2]:
            best = deadwood, len(laid), choice, hand
    assert best is not None  # noqa: S101  to lay off nothing is always a choice
    own = lay_out(best[3], solve(*best[3]), ace)
    lay_offs = [
        LayOff(number, tuple(card for card, _ in part), tuple(rank for _, rank in part))
        for number, part in enumerate(best[2])
        if part
    ]
    return Arrangement(own.count, own.melds, own.left, tuple(lay_offs))


def _gin_choices(meld: Meld, held: frozenset[Card], ace: Ace) -> Iterator[Choice]:
    """Yield everything that a hand can add to a meld of natural cards, nothing first."""
    if meld.suit is None:
        yield ()
        rank = meld.ranks[0]
        for suit in range(SUITS_IN_A_SET):
            card = CARDS[13 * suit + rank - 1]
            if card in held:
                yield ((card, rank),)
        return
    lowest, highest = (2 if ace == "high" else 1), (LONGEST_RUN if ace == "low" else HIGH_ACE)
    low, high = min(meld.ranks), max(meld.ranks)
    down = _row(meld.suit, range(low - 1, lowest - 1, -1), held)
    up = _row(meld.suit, range(high + 1, highest + 1), held)
    for below in range(len(down) + 1):
        for above in range(len(up) + 1):
            if high - low + 1 + below + above <= LONGEST_RUN:
                yield (*reversed(down[:below]), *up[:above])


def _row(suit: int, ranks: range, held: frozenset[Card]) -> list[tuple[Card, int]]:
    """Return the cards of a suit that are held without a gap along those ranks."""
    row = []
    for rank in ranks:
        card = CARDS[13 * suit + (rank - 1) % 13]
        if card not in held:
            break
        row.append((card, rank))
    return row


def refuse_one_of_each_suit(rules: MeldRules) -> None:
    """Raise ValueError where no suit may stand twice in a set: lay-offs are not counted there."""
    if rules.one_of_each_suit:
        raise ValueError("lay-offs are counted where sets take any suit")


def lay_off(
    cards: Sequence[Card],
    table: Sequence[Meld],
    rules: MeldRules,
    values: CardValues | None = None,
    *,
    new_melds: bool = True,
) -> Arrangement:
    """Return the arrangement of any hand, melded and laid off on any melds (`read_meld`), with the
    least count left over.

    Several packs and wild cards with the rules' limits, which hold for a meld with what is added
    to it. A set takes any further cards of its rank; a run is extended at both ends, over gaps
    with wild cards. Wild cards on the table are not taken back. `new_melds`: False where only the
    table's melds may be added to. A set of wild cards alone takes only further ones. Raises
    ValueError where no suit may stand twice in a set.

    Exact as `packs`: what the runs on the table are given is part of the ways of their suit, and
    a rank with a set on the table leaves nothing over.
    """
    refuse_one_of_each_suit(rules)
    runs: list[list[RunOnTable]] = [[], [], [], []]
    open_ranks, room = 0, 0
    sets = []
    for number, meld in enumerate(table):
        naturals = sum(not rules.is_wild(card) for card in meld.cards)
        if meld.suit is not None:
            low, high = min(meld.ranks), max(meld.ranks)
            runs[meld.suit].append(RunOnTable(number, low, high, naturals))
            continue
        own_room = 2 * naturals - len(meld.cards) if rules.balanced else NO_LIMIT
        room += own_room
        sets.append(SetOnTable(number, meld.ranks[0] - 1, own_room))
        if meld.ranks[0]:
            open_ranks |= FIELD_MASK << FIELD * (meld.ranks[0] - 1)
    by_suit = (tuple(runs[0]), tuple(runs[1]), tuple(runs[2]), tuple(runs[3]))
    on_table = TableMelds(by_suit, tuple(sets), open_ranks, room)
    return arrange(cards, rules, values or CardValues(), on_table, new_melds=new_melds)


# --- cards on the table, told one after the other -------------------------------------------------


Melds = tuple[tuple["Card", ...], ...]


def split_melds(cards: Sequence[Card]) -> Melds | None:
    """Return the melds of natural cards, runs from the lowest card up, of any number of packs.

    Return None if some cards are in no meld, or if there are more than 26.
    """
    if len(cards) > MOST_CARDS:
        return None
    return _in_order(cards) or _in_any_order(cards)


def _in_order(cards: Sequence[Card]) -> Melds | None:
    """Return the fewest melds that follow on each other, the first of them as long as can be."""
    best: list[Melds | None] = [None] * len(cards) + [()]
    for start in reversed(range(len(cards))):
        for end in range(len(cards), start + LEAST - 1, -1):
            rest, meld = best[end], _one_meld(cards[start:end])
            if rest is None or meld is None:
                continue
            rival = best[start]
            if rival is None or len(rest) + 1 < len(rival):
                best[start] = (meld, *rest)
    return best[0]


def _one_meld(cards: Sequence[Card]) -> tuple[Card, ...] | None:
    """Return the cards as one meld, put in order; None if they are none."""
    low = sorted(cards, key=lambda card: card.rank)
    aces = [card for card in low if card.rank == 1]
    for ordered in (low, low[len(aces) :] + aces):
        try:
            return read_meld(ordered, GIN).cards
        except ValueError:
            continue
    return None


def _in_any_order(cards: Sequence[Card]) -> Melds | None:
    try:
        arrangement = best_melds(cards)
    except ValueError:  # a joker, or a card told twice
        return None
    return None if arrangement.left else tuple(meld.cards for meld in arrangement.melds)
