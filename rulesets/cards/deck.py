"""Playing cards: their notation, packs and decks, hands as bit masks; and what a game needs on the
table.

A card is written as rank and suit: "AS" "10H" "qd" "K♣", a joker "JK". Ranks count from 1 (ace)
to 13 (king); whether an ace is high is a matter of the game, not of the card. Suits count from 0
in the order spades, hearts, diamonds, clubs; 4 is the joker's place, and from 5 on follow the suits
of other decks. Their letters are read by the suits that a deck has: "QS" is the queen of spades, or
of Scissors in a Janken deck.

The Extended Deck has a Draw, a Reverse and a Skip in each of the four suits besides: "DRH" "RVS"
"SKD", with the ranks 14 to 16. They are read, dealt and counted where a deck's suits are EXTENDED.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from rulesets.engine.problems import Problem
from rulesets.engine.text import Phrase, as_is, as_phrase, joined, say

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rulesets.engine.problems import At


SUITS = "SHDC"
SUIT_SYMBOLS = "♠♥♦♣"


class Suit(NamedTuple):
    """A suit: the letter it is typed with, its symbol, its name."""

    letter: str
    symbol: str
    name: str


ALL_SUITS = (
    Suit("S", "♠", "Spades"),
    Suit("H", "♥", "Hearts"),
    Suit("D", "♦", "Diamonds"),
    Suit("C", "♣", "Clubs"),
    Suit("", "", ""),  # the joker's place
    Suit("R", "✊", "Rock"),
    Suit("P", "✋", "Paper"),
    Suit("S", "✌", "Scissors"),
    Suit("L", "🦎", "Lizard"),
    Suit("W", "💧", "Water"),
    Suit("T", "★", "Stars"),
)
FRENCH, JANKEN = (0, 1, 2, 3), (5, 6, 7, 8, 9)
STARS = 10  # the fifth suit of Five Crowns
SPECIAL = 20  # so many places of thirteen further on stand a suit's Draw, Reverse and Skip
EXTENDED = (*FRENCH, *(SPECIAL + suit for suit in FRENCH))
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SPECIAL_RANKS, SPECIAL_NAMES = ("DR", "RV", "SK"), ("Draw", "Reverse", "Skip")
ALL_RANKS = (*RANKS, *SPECIAL_RANKS)
ACE, JACK, QUEEN, KING = 1, 11, 12, 13
DRAW, REVERSE, SKIP = 14, 15, 16
JOKER_INDEX = 52
LONGEST_QUOTED = 20  # letters of a wrong card in a message
MOST_CARDS = 500  # in one text: far above any hand, low enough to refuse a pasted novel

Masks = tuple[int, int, int, int]

_RANK_OF = {**{name: rank for rank, name in enumerate(RANKS, 1)}, "T": 10}
_SPECIAL_OF = {
    name.upper(): rank
    for names in (SPECIAL_RANKS, SPECIAL_NAMES)
    for rank, name in enumerate(names, DRAW)
}
_JOKER_NAMES = frozenset({"JK", "JOKER", "🃏"})
_BETWEEN = re.compile(r"[\s,;|]+")
_VARIATION = str.maketrans("", "", "\ufe0e\ufe0f")  # asks for a coloured or a plain suit


class CardError(ValueError):
    """Text that is no card; `.problem` says which text and where it stands."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """One card's face. Equal faces from different packs are equal cards.

    `index` is 13 x suit + rank - 1, so 0 (ace of spades) to 51 (king of clubs), or 52 (joker), or
    65 and more for the suits of other decks; Draw, Reverse and Skip of a suit stand where the first
    three cards of the suit SPECIAL places on would. Cards sort by it.
    """

    index: int

    @property
    def is_joker(self) -> bool:
        return self.index == JOKER_INDEX

    @property
    def suit(self) -> int:
        """0 to 3: spades, hearts, diamonds, clubs; 4 for a joker; 5 and more of other decks."""
        return self.index // 13 % SPECIAL

    @property
    def is_special(self) -> bool:
        """A Draw, a Reverse or a Skip of the Extended Deck."""
        return self.index >= 13 * SPECIAL

    @property
    def rank(self) -> int:
        """1 (ace) to 13 (king), 14 to 16 (Draw, Reverse, Skip); 0 for a joker."""
        if self.index >= 13 * SPECIAL:
            return self.index % 13 + DRAW
        return 0 if self.index == JOKER_INDEX else self.index % 13 + 1

    @property
    def is_red(self) -> bool:
        """Hearts and diamonds; a joker is neither red nor black."""
        return self.suit in (1, 2)

    @property
    def text(self) -> str:
        """As it is typed: "QS", "10H", "JK", "DRH"."""
        return "JK" if self.is_joker else ALL_RANKS[self.rank - 1] + ALL_SUITS[self.suit].letter

    @property
    def symbol(self) -> str:
        """As it is shown: "Q♠", "10♥", "Joker", "Draw♥"; by its name in a suit that has no sign of
        its own ("8 of Lizard")."""
        if self.is_joker:
            return "Joker"
        if self.is_special:
            return SPECIAL_NAMES[self.rank - DRAW] + ALL_SUITS[self.suit].symbol
        if self.suit in FRENCH or self.suit == STARS:
            return RANKS[self.rank - 1] + ALL_SUITS[self.suit].symbol
        return f"{RANKS[self.rank - 1]} of {ALL_SUITS[self.suit].name}"

    def __str__(self) -> str:
        return self.text


CARDS = tuple(Card(index) for index in range(53))
JOKER = CARDS[JOKER_INDEX]
_SUITED = {
    suit: tuple(Card(13 * suit + rank) for rank in range(13))
    for suit in range(len(ALL_SUITS))
    if suit != 4
} | {
    SPECIAL + suit: tuple(Card(13 * (SPECIAL + suit) + place) for place in range(3))
    for suit in FRENCH
}


def card_of(rank: int, suit: int) -> Card:
    """Return the card of a rank (1 to 13, or 14 to 16) and a suit (0 to 3, or 5 and more).

    Raises ValueError where there is none.
    """
    place, at = (suit, rank - 1) if rank < DRAW else (SPECIAL + suit, rank - DRAW)
    if suit >= SPECIAL or place not in _SUITED or not 0 <= at < len(_SUITED[place]):
        raise ValueError(f"no card has rank {rank} and suit {suit}")
    return _SUITED[place][at]


def parse_card(text: str, at: At = (), suits: tuple[int, ...] = FRENCH) -> Card:
    """Return the card written as `text`, of these suits; raises CardError, its problem placed `at`.

    Upper and lower case, letters and symbols of the suits, "10" and "T" are understood; and "DR" or
    "Draw", "RV" or "Reverse", "SK" or "Skip" where the suits are EXTENDED.
    """
    card = _read(text, suits)
    if card is None:
        where = next((step + 1 for step in reversed(at) if isinstance(step, int)), 0)
        quote = text if len(text) <= LONGEST_QUOTED else text[:LONGEST_QUOTED] + "…"
        template = (
            "“{card}” (card {place}) is no card; write rank and suit, like {one}, {other} or JK."
            if where
            else "“{card}” is no card; write rank and suit, like {one}, {other} or JK."
        )
        first, second = as_typed(suits)
        params: dict[str, str | int] = {"card": quote, "one": first, "other": second}
        params |= {"place": where} if where else {}
        raise CardError(Problem("card.unknown", "error", Phrase(template, params), at, firm=True))
    return card


def as_typed(suits: tuple[int, ...]) -> tuple[str, str]:
    """Return two cards of these suits as they are typed, to show how it is done."""
    rank = "DR" if suits == EXTENDED else "10"
    return "Q" + ALL_SUITS[suits[0]].letter, rank + ALL_SUITS[suits[1]].letter


def parse_cards(
    written: str | Sequence[str], at: At = (), suits: tuple[int, ...] = FRENCH
) -> tuple[Card, ...]:
    """Return the cards of a text ("AS 2S, 3S"; spaces, commas or line ends between them) or of a
    list.

    Raises CardError with the first text that is no card and its place, counted from the start.
    """
    words: Sequence[str] = written
    if isinstance(written, str):
        words = [word for word in _BETWEEN.split(written) if word]
    if len(words) > MOST_CARDS:
        template = "That is {count} cards; at most {most} can be counted at once."
        params = {"count": len(words), "most": MOST_CARDS}
        raise CardError(Problem("card.many", "error", Phrase(template, params), at))
    return tuple(parse_card(word, (*at, place), suits) for place, word in enumerate(words))


@cache
def _suit_of(suits: tuple[int, ...]) -> dict[str, int]:
    """Return the suits by letters and symbols."""
    plain = [suit for suit in suits if suit < SPECIAL]
    outlined = {symbol: suit for suit, symbol in enumerate("♤♡♢♧") if suit in suits}
    letters = {ALL_SUITS[suit].letter: suit for suit in plain}
    return {**letters, **{ALL_SUITS[suit].symbol: suit for suit in plain}, **outlined}


_OF_FRENCH = _suit_of(FRENCH)


def _read(text: str, suits: tuple[int, ...]) -> Card | None:
    word = text.strip().translate(_VARIATION).upper()
    if word in _JOKER_NAMES:
        return JOKER
    suit = (_OF_FRENCH if suits is FRENCH else _suit_of(suits)).get(word[-1:])
    rank = _RANK_OF.get(word[:-1])
    if suit is None:
        return None
    if rank is None:
        place = _SPECIAL_OF.get(word[:-1])
        return None if place is None or SPECIAL + suit not in suits else card_of(place, suit)
    return _SUITED[suit][rank - 1]


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards that are shuffled: `packs` times the cards of all `suits` and, in all, `jokers`
    jokers.

    `without` are faces left out of every pack (Euchre plays without 2 to 8, say).
    """

    packs: int = 1
    jokers: int = 0
    without: frozenset[Card] = frozenset()
    suits: tuple[int, ...] = FRENCH

    def __post_init__(self) -> None:
        if self.packs < 1 or self.jokers < 0:
            raise ValueError("a deck has at least one pack and no negative number of jokers")

    def cards(self) -> tuple[Card, ...]:
        """Return every card, sorted."""
        faces = (card for suit in self.suits for card in _SUITED[suit] if card not in self.without)
        return (*(card for card in faces for _ in range(self.packs)), *(JOKER,) * self.jokers)

    def copies(self, card: Card) -> int:
        """Return how often the deck holds that face."""
        if card.is_joker:
            return self.jokers
        return 0 if card in self.without or card.index // 13 not in self.suits else self.packs

    def problems(self, cards: Sequence[Card], at: At = ()) -> tuple[Problem, ...]:
        """Return a problem for each card that this deck cannot have dealt, at its place in
        `cards`."""
        seen: Counter[Card] = Counter()
        problems = []
        for place, card in enumerate(cards):
            seen[card] += 1
            held = self.copies(card)
            if seen[card] <= held:
                continue
            template = (
                "{card} (card {place}) is not in this deck."
                if held == 0
                else "{card} (card {place}) stands here {times} times; the deck holds {held}."
            )
            params: dict[str, str | int] = {"card": card.symbol, "place": place + 1}
            if held:
                params |= {"times": seen[card], "held": held}
            problems.append(Problem("card.copies", "error", Phrase(template, params), (*at, place)))
        return tuple(problems)


def masks_of(cards: Iterable[Card]) -> Masks:
    """Return a hand from one pack as four bit masks of ranks, one a suit: bit 0 ace to bit 12 king.

    Raises ValueError for a joker and for a card that stands twice.
    """
    suits = [0, 0, 0, 0, 0]
    for card in cards:
        suit, rank = divmod(card.index, 13)
        if suits[suit] >> rank & 1 or suit == 4:
            raise ValueError(f"{card} does not fit into a hand from one pack without jokers")
        suits[suit] |= 1 << rank
    return suits[0], suits[1], suits[2], suits[3]


def cards_in(mask: int, suit: int) -> tuple[Card, ...]:
    """Return the cards of one suit's mask, ace first."""
    return tuple(CARDS[13 * suit + rank] for rank in range(13) if mask >> rank & 1)


def texts(cards: Iterable[Card]) -> list[str]:
    """Return the cards as they are typed."""
    return [card.text for card in cards]


NAMED_SETS = {6: "a double-six set of dominoes", 9: "a double-nine set of dominoes"}
NAMED_SETS[12] = "a double-twelve set of dominoes"


@dataclass(frozen=True, slots=True)
class Needs:
    """The things needed on the table.

    `decks` are the fewest and the most packs that are needed, `each` so many more for every
    player; `pack` is what is in one where it is not the usual 52 cards ("9 to ace"), `jokers`
    says that they stay in. `dominoes` is the highest double of the set. `also` are other things,
    in words.
    """

    decks: tuple[int, int] = (0, 0)
    each: int = 0
    pack: str = ""
    jokers: bool = False
    dice: int = 0
    dominoes: int = 0
    board: bool = False
    also: tuple[str | Phrase, ...] = ()

    @property
    def cards(self) -> bool:
        """Whether it is played with cards."""
        return self.decks[1] > 0 or self.each > 0

    def packs(self, players: int) -> tuple[int, int]:
        """Return the fewest and the most packs for so many players."""
        low, high = self.decks
        return low + self.each * players, high + self.each * players

    @property
    def parts(self) -> tuple[Phrase, ...]:
        """The things that are needed, one after the other."""
        parts = [_cards(self)] if self.cards else []
        if self.dice:
            parts.append(say("{count} dice", count=self.dice))
        if self.dominoes:
            parts.append(Phrase(NAMED_SETS[self.dominoes]))
        if self.board:
            parts.append(say("the board"))
        return (*parts, *map(as_phrase, self.also))

    @property
    def words(self) -> Phrase:
        """The things that are needed, in one line ("3 or 4 packs of cards with jokers, four
        quarters each")."""
        parts = self.parts
        keys = [f"part{number}" for number in range(len(parts))]
        return Phrase(", ".join(f"{{{key}}}" for key in keys), dict(zip(keys, parts, strict=True)))

    @property
    def brief(self) -> Phrase:
        """The same for a narrow column ("3–4 packs + jokers, four quarters each")."""
        parts = (_cards_briefly(self), *self.parts[1:]) if self.cards else self.parts
        keys = [f"part{number}" for number in range(len(parts))]
        return Phrase(", ".join(f"{{{key}}}" for key in keys), dict(zip(keys, parts, strict=True)))


def _cards_briefly(needs: Needs) -> Phrase:
    (low, high), jokers = needs.decks, " + jokers" if needs.jokers else ""
    name, colon, _what = needs.pack.partition(": ")
    if colon:  # a pack with a name of its own ("the Extended Deck: 66 cards")
        return Phrase(name.removeprefix("the "))
    pack = f" ({needs.pack})" if needs.pack else ""
    if needs.each:
        return Phrase(f"a pack each{jokers}{pack}")
    if high == 1:
        return Phrase(f"1 pack{jokers}{pack}")
    counts = as_is(str(low) if low == high else f"{low}–{high}")
    return Phrase(f"{{count}} packs{jokers}{pack}", {"count": counts})


def _cards(needs: Needs) -> Phrase:
    (low, high), params = needs.decks, {}
    with_jokers = " with jokers" if needs.jokers else ""
    if needs.each:
        text = f"a pack of cards{with_jokers} for each player"
        text += ", and one more" if low else ""
    elif high == 1:
        text = f"1 pack of cards{with_jokers}"
    else:
        between = "{some} or {last}" if high - low == 1 else "{some} to {last}"
        counts = as_is(str(low)) if low == high else joined([str(low), str(high)], between)
        text, params = f"{{count}} packs of cards{with_jokers}", {"count": counts}
    text += f" ({needs.pack})" if needs.pack else ""
    return Phrase(text, params)


def decks(
    low: int = 0, high: int = 0, *also: str, each: int = 0, pack: str = "", jokers: bool = False
) -> Needs:
    """Return `low` (to `high`) packs of cards, `each` more a player, and what else there has to
    be."""
    return Needs((low, high or low), each, pack, jokers, also=also)


def board(low: int = 0, high: int = 0, *also: str, each: int = 0, jokers: bool = False) -> Needs:
    """Return a board of the game's own, and cards beside it."""
    return Needs((low, high or low), each, jokers=jokers, board=True, also=also)
