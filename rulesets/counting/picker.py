"""Counting the cards that were picked in answer to a field: what was found, to be shown and used.

Nothing is raised for what people pick: cards that are no cards, too few, too many, or more than
the deck holds, come back as problems, and nothing is counted then.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulesets.counting.arrangement import without
from rulesets.counting.grid import count_grid
from rulesets.counting.layoffs import lay_off_gin, read_meld
from rulesets.counting.melds import best_melds
from rulesets.counting.poker import best_five
from rulesets.counting.wilds import GIN
from rulesets.equipment.cards import RANKS, SUIT_SYMBOLS, CardError, Deck, parse_cards
from rulesets.problems import Problem
from rulesets.words import NOTHING, Words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.counting.arrangement import Arrangement, Meld
    from rulesets.counting.values import CardValues
    from rulesets.equipment.cards import Card
    from rulesets.fields import Counter

LONGEST_TABLE = 26  # cards in melds on the table: more than two hands can lay there


@dataclass(frozen=True, slots=True)
class Group:
    """Cards that belong together, what they are,
    and what they count; None where only the whole counts."""

    cards: tuple[Card, ...]
    words: Words
    count: int | None = None

    @property
    def label(self) -> str:
        """What they are, in English."""
        return self.words.text


@dataclass(frozen=True, slots=True)
class Counted:
    """What the picked `cards` come to.

    `value` answers a field of kind "count"; None where nothing could be counted, or where the
    cards have no number. `words` say the result in a sentence. `left` are the
    cards in no group: they count what they show where melds are counted, nothing in poker.
    """

    cards: tuple[Card, ...]
    value: int | None = None
    words: Words = NOTHING
    groups: tuple[Group, ...] = ()
    left: tuple[Card, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def text(self) -> str:
        """The result in English; empty where there is none."""
        return self.words.text


def offered(counter: Counter) -> tuple[tuple[Card, int], ...]:
    """Every card that can be picked, with how many of it the deck holds."""
    deck = _deck(counter)
    return tuple((card, deck.copies(card)) for card in dict.fromkeys(deck.cards()))


def count(counter: Counter, cards: Sequence[str], table: Sequence[Sequence[str]] = ()) -> Counted:
    """What picked cards come to; where `counter.rows` says so row by row, the upper row first.

    `table` are the melds on which may be laid off (runs in order), only where the counter has a
    `table`; or, where points are counted, the cards that lie there. Problems are placed at the card
    in `cards`, or at ("table", number of the meld).
    """
    try:
        picked = parse_cards(cards, suits=counter.suits)
        if counter.kind == "points":
            return _points(counter, picked, table)
        melds = tuple(_meld(meld, number) for number, meld in enumerate(table))
    except CardError as refused:
        return Counted((), problems=(refused.problem,))
    except _NoMeld as refused:
        return Counted(picked, problems=(refused.problem,))
    problems = _number_problems(counter, len(picked))
    problems += _deck(counter).problems([*picked, *(card for meld in melds for card in meld.cards)])
    if problems:
        return Counted(picked, problems=problems)
    if counter.kind == "cards":
        return _values(picked, counter.values)
    if counter.kind == "gin":
        return _gin(picked, melds)
    return _golf(picked, counter.rows) if counter.kind == "golf" else _poker(picked)


class _NoMeld(ValueError):
    """Cards on the table that are no meld; the problem says which."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def _meld(cards: Sequence[str], number: int) -> Meld:
    read = parse_cards(cards, ("table", number))
    try:
        return read_meld(read[:LONGEST_TABLE], GIN)
    except ValueError as error:
        text = "{cards} is no set and no run."
        params = {"cards": " ".join(card.symbol for card in read[:LONGEST_TABLE])}
        raise _NoMeld(
            Problem("meld.none", "error", Words(text, params), ("table", number))
        ) from error


def _deck(counter: Counter) -> Deck:
    return Deck(counter.packs, counter.jokers, counter.without, counter.suits)


def _number_problems(counter: Counter, given: int) -> tuple[Problem, ...]:
    if counter.least <= given <= counter.most:
        return ()
    params: dict[str, str | int] = {"given": given, "least": counter.least, "most": counter.most}
    if given > counter.most:
        text = "{given} cards; there can be {most} at most."
        return (Problem("cards.many", "error", Words(text, params)),)
    text = "{given} of {least} cards" if counter.least > 1 else "No card yet"
    return (Problem("cards.few", "error", Words(text, params)),)


def _gin(cards: tuple[Card, ...], table: tuple[Meld, ...]) -> Counted:
    found = lay_off_gin(cards, table) if table else best_melds(cards)
    text = "{count} left over" if found.left else "Nothing left over"
    groups = (*map(_melded, found.melds), *_laid_off(found, table))
    return Counted(cards, found.count, Words(text, {"count": found.count}), groups, found.left)


def _melded(meld: Meld) -> Group:
    if meld.kind == "set":
        return Group(meld.cards, Words("Set of {rank}", {"rank": RANKS[meld.ranks[0] - 1]}))
    return Group(meld.cards, Words("Run in {suit}", {"suit": SUIT_SYMBOLS[meld.suit or 0]}))


def _laid_off(found: Arrangement, table: Sequence[Meld]) -> list[Group]:
    return [
        Group(
            laid.cards,
            Words(
                "Laid off on {cards}",
                {"cards": " ".join(card.symbol for card in table[laid.meld].cards)},
            ),
        )
        for laid in found.lay_offs
    ]


def _golf(cards: tuple[Card, ...], rows: int) -> Counted:
    width = len(cards) // rows
    grid = count_grid([cards[width * row :][:width] for row in range(rows)])
    names = {"block": "Block", "pair": "Pair", "cards": "Column"}
    groups, columns = [], list(grid.columns)
    while columns:
        column = columns.pop(0)
        together: tuple[Card, ...] = column.cards
        if column.kind == "block":  # its other column follows and counts nothing by itself
            together += columns.pop(0).cards
        groups.append(Group(together, Words(names[column.kind]), count=column.count))
    text = "The grid counts {count}"
    return Counted(cards, grid.count, Words(text, {"count": grid.count}), tuple(groups))


def _points(counter: Counter, hand: tuple[Card, ...], table: Sequence[Sequence[str]]) -> Counted:
    """What lies on the table less what is left in hand. Raises CardError."""
    words = [word for row in table for word in row]
    laid = parse_cards(words, ("table",), counter.suits)
    problems = _number_problems(counter, len(hand) + len(laid))
    problems += _deck(counter).problems([*hand, *laid])
    if problems:
        return Counted(hand, problems=problems)
    groups = []
    for cards, text, sign in ((laid, "On the table", 1), (hand, "In hand", -1)):
        if cards:
            count = sign * sum(map(counter.values.value, cards))
            groups.append(Group(cards, Words(text), count))
    points = sum(group.count or 0 for group in groups)
    text = "On the table less in hand: {count}"
    return Counted(hand, points, Words(text, {"count": points}), tuple(groups))


def _values(cards: tuple[Card, ...], values: CardValues) -> Counted:
    """The sum of the cards' values, told by value."""
    by_value: dict[int, list[Card]] = {}
    for card in sorted(cards, key=values.value, reverse=True):
        by_value.setdefault(values.value(card), []).append(card)
    groups = tuple(
        Group(tuple(alike), Words("{value} each", {"value": value}), value * len(alike))
        for value, alike in by_value.items()
    )
    count = sum(group.count or 0 for group in groups)
    return Counted(cards, count, Words("The cards count {count}", {"count": count}), groups)


def _poker(cards: tuple[Card, ...]) -> Counted:
    hand = best_five(cards)
    best = Group(hand.cards, Words("Best five"))
    left = without(cards, hand.cards)
    return Counted(cards, None, hand.words, (best,), left)
