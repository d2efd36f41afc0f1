"""The rules of a game about its cards: their values, the melds that are allowed, the contracts.

A game's wild cards count by `wild` whatever their face, unless they are jokers and the table has a
value of their own for these; or count as the lowest cards that are not in the hand.

Jokers are wild wherever a game has them. A card of a wild rank is always a wild card: it may stand
for its own face, and then still counts as wild against the limits.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from rulesets.cards.deck import CARDS, JOKER_INDEX, RANKS, Card, Deck

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rulesets.cards.melds import Kind


# --- what they count ------------------------------------------------------------------------------


PIPS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)


@dataclass(frozen=True, slots=True)
class CardValues:
    """The values of a game's cards: `ranks` ace to king; `joker` and `wild` None where the game has
    none.

    `faces` holds single cards that differ from their rank; `wild_ranks` the ranks that are always
    wild (Arizona Rummy, where they change from round to round, hands them to `value`). `special` is
    the value of a Draw, a Reverse and a Skip (None: the game has none). If `lowest`, each joker
    counts as the lowest of the 52 cards that neither is in the hand nor is another joker; `joker`
    is then its value if no hand is known.
    """

    ranks: tuple[int, ...] = PIPS
    joker: int | None = None
    wild: int | None = None
    wild_ranks: frozenset[int] = frozenset()
    faces: Mapping[Card, int] = field(default_factory=dict, hash=False)
    special: int | None = None
    lowest: bool = False

    def __post_init__(self) -> None:
        if len(self.ranks) != len(RANKS):
            raise ValueError("a table of values has thirteen ranks")

    def value(self, card: Card, wild_ranks: frozenset[int] | None = None) -> int:
        """Return the value of one card by itself. Raises LookupError for a joker, or a special
        card, if the game has none."""
        if card.is_joker:
            if self.joker is None:
                raise LookupError("this game has no jokers")
            return self.joker
        if card.is_special:
            if self.special is None:
                raise LookupError("this game has no Draw, Reverse or Skip")
            return self.special
        wild = self.wild_ranks if wild_ranks is None else wild_ranks
        if self.wild is not None and card.rank in wild:
            return self.wild
        return self.faces.get(card, self.ranks[card.rank - 1])

    def each(
        self, cards: Sequence[Card], wild_ranks: frozenset[int] | None = None
    ) -> tuple[int, ...]:
        """Return the value of every card of a hand. Raises LookupError as `value` does."""
        if not self.lowest or not any(card.is_joker for card in cards):
            return tuple(self.value(card, wild_ranks) for card in cards)
        held = set(cards)
        free = sorted(self.value(card) for card in CARDS[:JOKER_INDEX] if card not in held)
        lowest = iter(free)
        return tuple(
            next(lowest, 0) if card.is_joker else self.value(card, wild_ranks) for card in cards
        )


@dataclass(frozen=True, slots=True)
class CardSum:
    """A count and each card's part in it, in the order given."""

    count: int
    values: tuple[int, ...]


def count_cards(
    cards: Sequence[Card], table: CardValues, wild_ranks: Iterable[int] | None = None
) -> CardSum:
    """Return the sum of the cards' values by a game's table, card by card.

    `wild_ranks` (1 to 13) replaces the table's own wild ranks for one round.
    """
    wild = None if wild_ranks is None else frozenset(wild_ranks)
    values = table.each(cards, wild)
    return CardSum(sum(values), values)


def steps(ace: int, ten: int, low: int, ten_from: int = 10) -> tuple[int, ...]:
    """Return the values of ranks: ace, then `low` up to the rank below `ten_from`, then `ten`."""
    return (ace, *(low if rank < ten_from else ten for rank in range(2, 14)))


# For games that count no cards: every card left over weighs the same.
UNCOUNTED = CardValues((1,) * 13, joker=1, wild=1)


# --- what may be melded ---------------------------------------------------------------------------


Ace = Literal["low", "high", "either"]
LEAST = 3  # cards in a run or a set
LONGEST_RUN = 13
SUITS_IN_A_SET = 4


@dataclass(frozen=True, slots=True)
class MeldRules:
    """The rules of melds: three cards or more, sets of a rank, runs of a suit.

    `least_naturals`: natural cards that every meld needs (0: wild cards alone make a meld).
    `balanced`: at least as many naturals as wild cards in every meld. `one_of_each_suit`: a set
    holds no suit twice, so at most four cards with its wild ones. `runs`: False for sets only.
    `apart`: cards that are part of no meld, whatever else is held.
    """

    ace: Ace = "either"
    runs: bool = True
    wild_ranks: frozenset[int] = frozenset()
    least_naturals: int = 1
    balanced: bool = False
    one_of_each_suit: bool = False
    apart: frozenset[Card] = frozenset()

    def __post_init__(self) -> None:
        if self.balanced and self.least_naturals < 1:
            raise ValueError("balanced melds have at least one natural card")
        if self.one_of_each_suit and not self.least_naturals and not self.runs:
            raise ValueError(
                "where wild cards alone make a meld, sets are unlimited or runs allowed"
            )

    def is_wild(self, card: Card) -> bool:
        return card.is_joker or card.rank in self.wild_ranks

    def is_natural(self, card: Card) -> bool:
        """Return whether a card may be melded as what it is."""
        return not self.is_wild(card) and card not in self.apart

    def with_wild(self, ranks: Iterable[int]) -> MeldRules:
        """Return the rules with other wild ranks: Arizona Rummy changes them every round."""
        return replace(self, wild_ranks=frozenset(ranks))

    def allows(self, naturals: int, wilds: int) -> bool:
        """Return whether a meld may consist of so many naturals and wild cards, its size apart."""
        if self.balanced and wilds > naturals:
            return False
        return wilds == 0 or naturals >= self.least_naturals

    def wilds_needed(self, naturals: int) -> int | None:
        """Return the fewest wild cards that make so many cards of a rank a set; None if none
        may."""
        wilds = max(0, LEAST - naturals)
        return wilds if naturals and self.allows(naturals, wilds) else None


TWOS = frozenset({2})
GIN = MeldRules()


# --- what has to be melded ------------------------------------------------------------------------


_WORDS = (
    *("one", "two", "three", "four", "five", "six", "seven"),
    *("eight", "nine", "ten", "eleven", "twelve", "thirteen"),
)
_NUMBERS = {**{word: number for number, word in enumerate(_WORDS, 1)}, "a": 1, "an": 1}
_PART = re.compile(
    r"(?:(?P<times>\d+|[a-z]+)\s*[x×]?\s+|(?P<digit>\d+)\s*[x×]\s*)?"
    r"(?P<kind>set|run)s?\s*(?:of\s+)?(?P<size>\d+|[a-z]+)"
)
_ONE_SUIT = re.compile(r"\s*\(?(?:all\s+)?in\s+(?:one|the\s+same)\s+suit\)?\s*$")
MOST_GROUPS = 6


@dataclass(frozen=True, slots=True)
class Contract:
    """Groups to be laid down at once, runs first, each (kind, least size).

    `one_suit`: all runs share a suit.
    """

    groups: tuple[tuple[Kind, int], ...]
    one_suit: bool = False

    def __post_init__(self) -> None:
        if not 1 <= len(self.groups) <= MOST_GROUPS:
            raise ValueError(f"a contract has one to {MOST_GROUPS} groups")
        if any(not LEAST <= size <= LONGEST_RUN for _, size in self.groups):
            raise ValueError(f"a group has {LEAST} to {LONGEST_RUN} cards")

    @property
    def runs(self) -> tuple[int, ...]:
        """The sizes of the runs, the longest first."""
        return tuple(sorted((size for kind, size in self.groups if kind == "run"), reverse=True))

    @property
    def sets(self) -> tuple[int, ...]:
        """The sizes of the sets, the largest first."""
        return tuple(sorted((size for kind, size in self.groups if kind == "set"), reverse=True))


def parse_contract(text: str) -> Contract:
    """Return a contract from words or short forms.

    "two sets of three and a run of four", "2 sets of 3", "2×set3", "set3+run4", "2 runs of 4 in
    one suit". Raises ValueError naming the part that is not understood.
    """
    words = text.strip().lower()
    plain = _ONE_SUIT.sub("", words)
    groups: list[tuple[Kind, int]] = []
    for part in re.split(r"\s*(?:,|;|\+|\band\b)\s*", plain):
        match = _PART.fullmatch(part.strip())
        times = _number(match["times"] or match["digit"] or "1") if match else None
        size = _number(match["size"]) if match else None
        if match is None or times is None or size is None or not 1 <= times <= MOST_GROUPS:
            raise ValueError(f"“{part[:40]}” is no part of a contract; write “2 sets of 3”")
        kind: Kind = "set" if match["kind"] == "set" else "run"
        groups += [(kind, size)] * times
    return Contract(tuple(groups), plain != words)


def _number(word: str) -> int | None:
    return int(word) if word.isdecimal() and len(word) < 4 else _NUMBERS.get(word)


def contracts(*texts: str) -> tuple[Contract, ...]:
    """Return the contracts of a game, in the order in which it asks for them."""
    return tuple(parse_contract(text) for text in texts)


# --- all of it ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardRules:
    """`values` where cards count, `melds` where they are melded, `contracts` by round (or in the
    order in which each player has to lay them); `deck` is the largest that it is played with."""

    values: CardValues | None = None
    melds: MeldRules | None = None
    contracts: tuple[Contract, ...] = ()
    deck: Deck = Deck()  # noqa: RUF009 - frozen
