"""Counting the cards that were picked in answer to a field: what was found, to be shown and used.

Nothing is raised for what people pick: cards that are no cards, too few, too many, or more than
the deck holds, come back as problems, and nothing is counted then.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulesets.cards.card_rules import GIN
from rulesets.cards.deck import ALL_RANKS, RANKS, SUIT_SYMBOLS, CardError, Deck, parse_cards
from rulesets.cards.dice import best_choice, points, scoring
from rulesets.cards.layoffs import lay_off_gin, read_meld
from rulesets.cards.melds import best_melds, without
from rulesets.cards.poker import best_with_jokers
from rulesets.cards.totals import count_grid, nearest_21, nearest_nine, read_tiles
from rulesets.engine.answers.number import written
from rulesets.engine.problems import Problem, error
from rulesets.engine.text import NOTHING, Phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.cards.card_rules import CardValues
    from rulesets.cards.deck import Card
    from rulesets.cards.melds import Arrangement, Meld
    from rulesets.engine.fields import Counter

FACES, LONGEST_DIE = ("1", "2", "3", "4", "5", "6"), 20
LONGEST_TABLE = 26  # cards in melds on the table: more than two hands can lay there


@dataclass(frozen=True, slots=True)
class CardGroup:
    """Cards (or `pieces`: tiles, dice) that belong together, what they are,
    and what they count; None where only the whole counts. `value` answers the field by itself,
    where several groups are to choose from."""

    cards: tuple[Card, ...]
    words: Phrase
    count: int | None = None
    pieces: tuple[str, ...] = ()
    value: int | None = None

    @property
    def label(self) -> str:
        """The words of the group in English."""
        return self.words.text


@dataclass(frozen=True, slots=True)
class CardCount:
    """The count of the picked `cards`.

    `value` answers a field of kind "count"; None where nothing could be counted, or where the
    cards have no number. `words` say the result in a sentence. `left` are the
    cards in no group: they count what they show where melds are counted, nothing in poker.
    """

    cards: tuple[Card, ...]
    value: float | None = None
    words: Phrase = NOTHING
    groups: tuple[CardGroup, ...] = ()
    left: tuple[Card, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def text(self) -> str:
        """The result in English; empty if there is none."""
        return self.words.text


def pickable_cards(counter: Counter) -> tuple[tuple[Card, int], ...]:
    """Return every card that can be picked, with how many of it the deck holds."""
    deck = _deck(counter)
    return tuple((card, deck.copies(card)) for card in dict.fromkeys(deck.cards()))


def count(
    counter: Counter, cards: Sequence[str], table: Sequence[Sequence[str]] = (), before: int = 0
) -> CardCount:
    """Return the count of picked cards; where `counter.rows` says so row by row, the upper row
    first.

    `table` are the melds that can be laid off on (runs in order), only if the counter has a
    `table`; or, if points are counted, the cards on the table. Problems are placed at the card in
    `cards`, or at ("table", number of the meld). `before` is the former value of the field, if dice
    are added to it.
    """
    if counter.kind == "tiles":
        return _tiles(counter, cards)
    if counter.kind == "dice":
        return _dice(counter, cards, before)
    if counter.kind == "ranks":
        return _ranks(counter, cards)
    try:
        picked = parse_cards(cards, suits=counter.suits)
        if counter.kind == "points":
            return _points(counter, picked, table)
        melds = tuple(_meld(meld, number) for number, meld in enumerate(table))
    except CardError as refused:
        return CardCount((), problems=(refused.problem,))
    except _NoMeld as refused:
        return CardCount(picked, problems=(refused.problem,))
    problems = _number_problems(counter, len(picked))
    problems += _deck(counter).problems([*picked, *(card for meld in melds for card in meld.cards)])
    if problems:
        return CardCount(picked, problems=problems)
    if counter.kind == "cards":
        return _values(picked, counter.values)
    if counter.kind == "suit":
        return _suit(picked, counter)
    if counter.kind == "gin":
        return _gin(picked, melds)
    if counter.kind in ("nine", "21"):
        return _total(picked, counter.kind)
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
        text = "{cards} is neither a set nor a run."
        params = {"cards": " ".join(card.symbol for card in read[:LONGEST_TABLE])}
        raise _NoMeld(
            Problem("meld.none", "error", Phrase(text, params), ("table", number))
        ) from error


def _deck(counter: Counter) -> Deck:
    return Deck(counter.packs, counter.jokers, counter.without, counter.suits)


# Too many, too few and none of what is picked.
NUMBERS = {
    "cards": (
        "{given} cards; there can be at most {most}.",
        "{given} of {least} cards",
        "No card yet",
    ),
    "dice": (
        "{given} dice; there can be at most {most}.",
        "{given} of {least} dice",
        "No die yet",
    ),
    "tiles": (
        "{given} tiles; there can be at most {most}.",
        "{given} of {least} tiles",
        "No tile yet",
    ),
}


def _number_problems(counter: Counter, size: int) -> tuple[Problem, ...]:
    if counter.least <= size <= counter.most:
        return ()
    params: dict[str, str | int] = {"given": size, "least": counter.least, "most": counter.most}
    excess, shortage, absence = NUMBERS.get(counter.kind, NUMBERS["cards"])
    if size > counter.most:
        return (Problem("cards.many", "error", Phrase(excess, params)),)
    return (
        Problem("cards.few", "error", Phrase(shortage if counter.least > 1 else absence, params)),
    )


def _gin(cards: tuple[Card, ...], table: tuple[Meld, ...]) -> CardCount:
    arrangement = lay_off_gin(cards, table) if table else best_melds(cards)
    text = "{count} left over" if arrangement.left else "Nothing left over"
    groups = (*map(_meld_group, arrangement.melds), *_lay_off_groups(arrangement, table))
    return CardCount(
        cards,
        arrangement.count,
        Phrase(text, {"count": arrangement.count}),
        groups,
        arrangement.left,
    )


def _meld_group(meld: Meld) -> CardGroup:
    if meld.kind == "set":
        return CardGroup(meld.cards, Phrase("Set of {rank}", {"rank": RANKS[meld.ranks[0] - 1]}))
    return CardGroup(meld.cards, Phrase("Run in {suit}", {"suit": SUIT_SYMBOLS[meld.suit or 0]}))


def _lay_off_groups(arrangement: Arrangement, table: Sequence[Meld]) -> list[CardGroup]:
    return [
        CardGroup(
            laid.cards,
            Phrase(
                "Laid off on {cards}",
                {"cards": " ".join(card.symbol for card in table[laid.meld].cards)},
            ),
        )
        for laid in arrangement.lay_offs
    ]


def _golf(cards: tuple[Card, ...], rows: int) -> CardCount:
    width = len(cards) // rows
    grid = count_grid([cards[width * row :][:width] for row in range(rows)])
    names = {"block": "Block", "pair": "Pair", "cards": "Column"}
    groups, columns = [], list(grid.columns)
    while columns:
        column = columns.pop(0)
        together: tuple[Card, ...] = column.cards
        if column.kind == "block":  # its other column follows and counts nothing by itself
            together += columns.pop(0).cards
        groups.append(CardGroup(together, Phrase(names[column.kind]), count=column.count))
    text = "The grid counts {count}"
    return CardCount(cards, grid.count, Phrase(text, {"count": grid.count}), tuple(groups))


def _points(counter: Counter, hand: tuple[Card, ...], table: Sequence[Sequence[str]]) -> CardCount:
    """Return the points of cards on the table less those left in hand. Raises CardError."""
    words = [word for row in table for word in row]
    laid = parse_cards(words, ("table",), counter.suits)
    problems = _number_problems(counter, len(hand) + len(laid))
    problems += _deck(counter).problems([*hand, *laid])
    if problems:
        return CardCount(hand, problems=problems)
    groups = []
    for cards, text, sign in ((laid, "On the table", 1), (hand, "In hand", -1)):
        if cards:
            count = sign * sum(counter.values.each(cards))
            groups.append(CardGroup(cards, Phrase(text), count))
    points = sum(group.count or 0 for group in groups)
    text = "On the table minus in hand: {count}"
    return CardCount(hand, points, Phrase(text, {"count": points}), tuple(groups))


def _values(cards: tuple[Card, ...], values: CardValues) -> CardCount:
    """Return the sum of the cards' values, told by value."""
    by_value: dict[int, list[Card]] = {}
    each = zip(values.each(cards), cards, strict=True)
    for value, card in sorted(each, key=lambda pair: pair[0], reverse=True):
        by_value.setdefault(value, []).append(card)
    groups = tuple(
        CardGroup(tuple(alike), Phrase("{value} each", {"value": value}), value * len(alike))
        for value, alike in by_value.items()
    )
    count = sum(group.count or 0 for group in groups)
    return CardCount(cards, count, Phrase("The cards count {count}", {"count": count}), groups)


def _suit(cards: tuple[Card, ...], counter: Counter) -> CardCount:
    """Return the suit in which the cards count most; or cards of one rank, where that was agreed
    on."""
    if counter.of[0] and len({card.rank for card in cards}) == 1:
        count = counter.of[0] / 2
        text, params = "All of one rank: {count}", {"count": written(count)}
        return CardCount(
            cards, count, Phrase(text, params), (CardGroup(cards, Phrase("One rank")),)
        )
    suits: dict[int, list[Card]] = {}
    for card in cards:
        suits.setdefault(card.suit, []).append(card)
    best = max(suits.values(), key=lambda held: sum(map(counter.values.value, held)))
    points = sum(map(counter.values.value, best))
    suit = Phrase("In {suit}", {"suit": SUIT_SYMBOLS[best[0].suit]})
    left = without(cards, best)
    text = "The cards count {count}"
    return CardCount(
        cards,
        points,
        Phrase(text, {"count": points}),
        (CardGroup(tuple(best), suit, points),),
        left,
    )


def _tiles(counter: Counter, texts: Sequence[str]) -> CardCount:
    """Return the pips of dominoes."""
    tiles, problems = read_tiles(texts, *counter.of)
    problems += _number_problems(counter, len(texts))
    if problems:
        return CardCount((), problems=problems)
    pips = sum(tile.pips for tile in tiles)
    pieces = tuple(tile.text for tile in tiles)
    groups = (CardGroup((), Phrase("Tiles"), pips, pieces),)
    return CardCount((), pips, Phrase("The tiles have {count} pips", {"count": pips}), groups)


def _ranks(counter: Counter, texts: Sequence[str]) -> CardCount:
    """Return the count of books by their ranks; each rank makes as many as there are packs."""
    ranks, problems = [text.upper() for text in texts], _number_problems(counter, len(texts))
    for place, rank in enumerate(ranks):
        if rank not in ALL_RANKS:
            text, quote = "“{rank}” is no rank.", rank[:LONGEST_DIE]
            problems += (error("rank.unknown", text, (place,), rank=quote),)
        elif ranks[: place + 1].count(rank) > counter.packs:
            text = "{rank} is here more often than there are books of it."
            problems += (error("books.twice", text, (place,), rank=rank),)
    if problems:
        return CardCount((), problems=problems)
    groups = (CardGroup((), Phrase("Books"), len(ranks), tuple(ranks)),)
    return CardCount((), len(ranks), Phrase("Books: {count}", {"count": len(ranks)}), groups)


def _dice(counter: Counter, texts: Sequence[str], before: int) -> CardCount:
    """Return the score of all dice of a roll, and the best dice to keep."""
    problems = _number_problems(counter, len(texts))
    if wrong := [text for text in texts if text not in FACES]:
        text = "“{die}” is not a die. Enter what it shows, 1 to 6."
        problems += (
            Problem("die.unknown", "error", Phrase(text, {"die": wrong[0][:LONGEST_DIE]})),
        )
    if problems:
        return CardCount((), problems=problems)
    roll = tuple(map(int, texts))
    best = best_choice(roll, before, *counter.of)
    if best is None:
        return CardCount((), 0, Phrase("Nothing scores: the turn is over"))
    total = before + best.points
    text = "Best on average: keep these, and roll {left} more"
    if not best.roll:
        text = "Best on average: keep these, and stop"
    groups = [_dice_group(best.dice, Phrase(text, {"left": best.left}), before)]
    scored = tuple(sorted(roll[place] for place in scoring(roll)))
    if scored != best.dice:
        groups.append(_dice_group(scored, Phrase("All that score"), before))
    text = "{points} and {before} before: {total} in this turn" if before else "{points} points"
    params = {"points": best.points, "before": before, "total": total}
    return CardCount((), total, Phrase(text, params), tuple(groups))


def _dice_group(dice: tuple[int, ...], words: Phrase, before: int) -> CardGroup:
    """Return dice that may be kept, with the points of the turn."""
    score = points(dice)
    return CardGroup((), words, score, tuple(map(str, dice)), before + score)


def _total(cards: tuple[Card, ...], kind: str) -> CardCount:
    """Return the total of all cards, with jokers as they serve best; it answers no field."""
    points = nearest_nine(cards) if kind == "nine" else nearest_21(cards).points
    words = Phrase("The hand counts {count}", {"count": points})
    return CardCount(cards, None, words, (CardGroup(cards, Phrase("All cards"), points),))


def _poker(cards: tuple[Card, ...]) -> CardCount:
    """Return the best five, with jokers as the cards that they stand for. Fewer are to be put
    together with common cards."""
    try:
        hand = best_with_jokers(cards)
    except ValueError:
        return CardCount(cards, None, Phrase("Cards: {count}", {"count": len(cards)}))
    best = CardGroup(hand.cards, Phrase("Best five"))
    naturals = [card for card in cards if not card.is_joker]
    left = without(naturals, [card for card in hand.cards if card in naturals])
    return CardCount(cards, None, hand.words, (best,), left)
