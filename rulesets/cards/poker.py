"""The best five cards of any number, as one integer that compares as poker hands do.

Hands come as four suit masks (`masks_of` in `rulesets.cards.deck`: bit 0 ace to bit 12
king), so from one pack, five cards or more. The strength has three fields: the category in the
highest bits, below it the ranks that make the category, below that the ranks of the side cards;
both as masks in which
the ace is the highest bit (and, in a straight to the five, the lowest of the five cards). Two masks
with equally many bits compare by their highest difference, which is how poker compares ranks.
So equal strength is a tie, and the five ranks can be read back from the strength.

Why it is exact. Category and ranks depend only on which ranks are held at all, twice, thrice, four
times, and on the suits with five cards or more: each of these is a mask, and what the best choice
from a mask is has been tabulated for all 8,192. The categories are asked from the top down. A flush
does not hide a better hand: only four of a kind and full houses lie between it and the straight
flush, and both are looked for before it is taken.

A joker is a card that the hand has not. So there is never five of a kind, and two hands may come to
the very same five cards (the rules of the Extended Deck, Poker). Up to two jokers are tried as
every two cards. With three or more the hand is always four of a kind or a straight flush, since
three jokers match any card; only these are tried then.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING

from rulesets.cards.deck import CARDS, JOKER_INDEX, card_of, masks_of
from rulesets.engine.text import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.cards.deck import Card, Masks


(
    HIGH_CARD,
    PAIR,
    TWO_PAIR,
    THREE,
    STRAIGHT,
    FLUSH,
    FULL_HOUSE,
    FOUR,
    STRAIGHT_FLUSH,
) = range(9)
CATEGORIES = (
    "high card",
    "pair",
    "two pairs",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
FIVE = 5
WHEEL = 1 << 12 | 0b1111  # A-2-3-4-5, as an ace-high mask
_MAIN, _CATEGORY = 13, 26  # where the fields of a strength begin
_ALL = (1 << 13) - 1
_MASKS = range(1 << 13)
_COPIES = {PAIR: 2, TWO_PAIR: 2, THREE: 3, FULL_HOUSE: 3, FOUR: 4}  # of the ranks that make it
_WORDS = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
_TEMPLATES = (
    "high card {first}: {ranks}",
    "pair of {firsts}; {sides}",
    "two pairs, {firsts} and {seconds}; {sides}",
    "three {firsts}; {sides}",
    "straight to the {first}",
    "flush to the {first}: {ranks}",
    "full house, {firsts} over {others}",
    "four {firsts}; {sides}",
    "straight flush to the {first}",
)


def _ace_high(mask: int) -> int:
    """Return a mask with the ace moved from the lowest bit to the highest."""
    return mask >> 1 | (mask & 1) << 12


def _top(mask: int, most: int) -> int:
    """Return the highest `most` bits of an ace-high mask."""
    while mask.bit_count() > most:
        mask &= mask - 1
    return mask


def _straight(mask: int) -> int:
    """Return the five bits of the best straight in an ace-high mask, or 0."""
    in_a_row = mask & mask << 1 & mask << 2 & mask << 3 & mask << 4  # the highest of each five
    if in_a_row:
        return 0b11111 << (in_a_row.bit_length() - FIVE)
    return WHEEL if mask & WHEEL == WHEEL else 0


def _ranked_straight(five: int) -> int:
    """Return a straight as a number that orders straights: its highest card decides, A-2-3-4-5 is
    last."""
    return 1 << 3 if five == WHEEL else _top(five, 1)


def _suited(mask: int) -> int:
    """Return the strength of one suit's cards as a flush or a straight flush; 0 below five
    cards."""
    high = _ace_high(mask)
    if mask.bit_count() < FIVE:
        return 0
    five = _straight(high)
    if five:
        return STRAIGHT_FLUSH << _CATEGORY | _ranked_straight(five) << _MAIN
    return FLUSH << _CATEGORY | _top(high, FIVE) << _MAIN


def _paired(mask: int) -> int:
    """Return the strength, less the side cards, for the ranks held twice, none thrice."""
    pairs = _top(_ace_high(mask), 2)
    return (TWO_PAIR if pairs.bit_count() == 2 else PAIR) << _CATEGORY | pairs << _MAIN


# All tables take a mask with the ace lowest, as hands come, and give ace-high fields.
_HIGH = [_ace_high(mask) for mask in _MASKS]
_ONE, _TWO, _THREE = ([_top(high, most) for high in _HIGH] for most in (1, 2, 3))
_NO_PAIR = [HIGH_CARD << _CATEGORY | _top(high, FIVE) << _MAIN for high in _HIGH]
_SUITED = [_suited(mask) for mask in _MASKS]
_STRAIGHTS = [
    STRAIGHT << _CATEGORY | _ranked_straight(five) << _MAIN if five else 0
    for five in map(_straight, _HIGH)
]
_PAIRED = [_paired(mask) for mask in _MASKS]
# The two highest ranks of a mask, in the order of hands: which two pairs are taken.
_TOP_TWO = [(pairs << 1 & _ALL) | pairs >> 12 for pairs in _TWO]


def strength(a: int, b: int, c: int, d: int, /) -> int:
    """Return the strength of the best five cards among those of four suit masks, five cards or
    more."""
    ab, cd, a_b, c_d = a & b, c & d, a | b, c | d
    held = a_b | c_d
    twice = ab | cd | (a_b & c_d)
    if _SUITED[a] or _SUITED[b] or _SUITED[c] or _SUITED[d]:
        return _with_flush_or_three(a, b, c, d)
    if not twice:
        return _STRAIGHTS[held] or _NO_PAIR[held]
    if (ab & c_d) | (cd & a_b):
        return _with_flush_or_three(a, b, c, d)
    straight = _STRAIGHTS[held]
    if straight:
        return straight
    if twice & (twice - 1):
        return _PAIRED[twice] | _ONE[held & ~_TOP_TWO[twice]]
    return _PAIRED[twice] | _THREE[held ^ twice]


def _with_flush_or_three(a: int, b: int, c: int, d: int) -> int:
    """Return the strength of a hand with a rank held three times or a suit of five cards."""
    held, flush = a | b | c | d, max(_SUITED[a], _SUITED[b], _SUITED[c], _SUITED[d])
    if flush >> _CATEGORY == STRAIGHT_FLUSH:
        return flush
    fours = a & b & c & d
    if fours:
        quad = _ONE[fours]
        return FOUR << _CATEGORY | quad << _MAIN | _ONE[held & ~_ace_low(quad)]
    thrice = (a & b & (c | d)) | (c & d & (a | b))
    if thrice:
        triple = _ONE[thrice]
        pairs = ((a & b) | (c & d) | ((a | b) & (c | d))) & ~_ace_low(triple)
        if pairs:
            return FULL_HOUSE << _CATEGORY | triple << _MAIN | _ONE[pairs]
    if flush or _STRAIGHTS[held]:
        return flush or _STRAIGHTS[held]
    return THREE << _CATEGORY | triple << _MAIN | _TWO[held & ~_ace_low(triple)]


def _ace_low(mask: int) -> int:
    """Return an ace-high mask in the order of hands."""
    return (mask << 1 & _ALL) | mask >> 12


@dataclass(frozen=True, slots=True)
class PokerHand:
    """The best five cards of a hand: those that make the category first, then the side cards."""

    strength: int
    cards: tuple[Card, ...]

    @property
    def category(self) -> int:
        """HIGH_CARD (0) to STRAIGHT_FLUSH (8)."""
        return self.strength >> _CATEGORY

    @property
    def words(self) -> Phrase:
        """The name of the hand."""
        template = _TEMPLATES[self.category]
        main = _words(self.strength >> _MAIN & _ALL)
        sides = _words(self.strength & _ALL)
        words = {
            "first": main[0] if main else sides[0],
            "firsts": _plural(main[0]) if main else "",
            "seconds": _plural(main[1]) if len(main) > 1 else "",
            "others": _plural(sides[0]) if sides else "",
            "sides": ", ".join(sides),
            "ranks": ", ".join(main),
        }
        params = {key: word for key, word in words.items() if f"{{{key}}}" in template}
        return Phrase(template, params)

    @property
    def name(self) -> str:
        """ "full house, kings over fours"."""
        return self.words.text


def best_five(cards: Sequence[Card]) -> PokerHand:
    """Return the best five of five or more cards from one pack without jokers.

    Of cards equally good the first suit's are taken. Raises ValueError for fewer than five cards,
    a joker, or a card held twice.
    """
    if len(cards) < FIVE:
        raise ValueError("a poker hand has at least five cards")
    hand = masks_of(cards)
    score = strength(*hand)
    return PokerHand(score, _five_cards(hand, score))


def winners(hands: Sequence[Sequence[Card]]) -> tuple[int, ...]:
    """Return the places (from 0) of the best hand, several where they tie. Raises as
    `best_five`."""
    strengths = [best_five(hand).strength for hand in hands]
    return tuple(place for place, score in enumerate(strengths) if score == max(strengths))


def _five_cards(hand: Masks, suited: int) -> tuple[Card, ...]:
    category, main, sides = suited >> _CATEGORY, suited >> _MAIN & _ALL, suited & _ALL
    if category in {FLUSH, STRAIGHT_FLUSH}:
        suit = next(suit for suit in range(4) if _SUITED[hand[suit]] == suited)
        hand = (0,) * suit + (hand[suit],) + (0,) * (3 - suit)  # type: ignore[assignment]
    if category in {STRAIGHT, STRAIGHT_FLUSH}:
        high = main.bit_length() - 1
        main = 0b11111 << (high - 4) if high > 3 else WHEEL
    picked = _pick(hand, main, _COPIES.get(category, 1))
    if main == WHEEL and category in {STRAIGHT, STRAIGHT_FLUSH}:
        picked = [*picked[1:], picked[0]]  # its ace is the lowest card
    return (*picked, *_pick(hand, sides, 2 if category == FULL_HOUSE else 1))


def _pick(hand: Masks, ranks: int, copies: int) -> list[Card]:
    """Return so many cards of each of these ranks (an ace-high mask), the highest rank first."""
    picked = []
    for high in range(12, -1, -1):
        if ranks >> high & 1:
            rank = (high + 1) % 13
            held = [CARDS[13 * suit + rank] for suit in range(4) if hand[suit] >> rank & 1]
            picked += held[:copies]
    return picked


def _words(ranks: int) -> list[str]:
    return [_WORDS[high] for high in range(12, -1, -1) if ranks >> high & 1]


def _plural(word: str) -> str:
    return word + ("es" if word == "six" else "s")


# --- with jokers ----------------------------------------------------------------------------------


FEW = 2  # jokers that may be anything
RANKS, SUITS = range(1, 14), range(4)
PACK = CARDS[:JOKER_INDEX]
HIGH_FIRST = sorted(PACK, key=lambda card: (card.rank == 1, card.rank), reverse=True)
STRAIGHTS = [[(low + step - 1) % 13 + 1 for step in range(FIVE)] for low in range(1, 11)]


def best_with_jokers(cards: Sequence[Card]) -> PokerHand:
    """Return the best five of five cards or more. A face that stands twice (from several packs)
    counts once. Raises ValueError for fewer than five faces, or for a card that is not one of the
    52."""
    naturals = [card for card in dict.fromkeys(cards) if not card.is_joker]
    jokers = sum(card.is_joker for card in cards)
    if len(naturals) + jokers < FIVE:
        raise ValueError("a poker hand has at least five different cards")
    if not jokers:
        return best_five(naturals)
    tried = (
        _with_any_cards(naturals, jokers) if jokers <= FEW else _with_best_cards(naturals, jokers)
    )
    return best_five(max(tried, key=lambda hand: strength(*masks_of(hand))))


def _with_any_cards(naturals: list[Card], jokers: int) -> Iterator[list[Card]]:
    """Return the hand with every cards that the jokers may be."""
    held = set(naturals)
    free = [card for card in PACK if card not in held]
    return ([*naturals, *named] for named in combinations(free, jokers))


def _with_best_cards(naturals: list[Card], jokers: int) -> Iterator[list[Card]]:
    """Yield the hand with whatever makes four of a kind or a straight flush, and the highest
    others."""
    held = set(naturals)
    groups = [[card_of(rank, suit) for suit in SUITS] for rank in RANKS]
    groups += [[card_of(rank, suit) for rank in run] for run in STRAIGHTS for suit in SUITS]
    for group in groups:
        named = [card for card in group if card not in held]
        if len(named) <= jokers:
            others = (card for card in HIGH_FIRST if card not in held and card not in named)
            named += [next(others) for _ in range(jokers - len(named))]
            yield [*naturals, *named]


# --- exactly two of one's own cards ---------------------------------------------------------------


OWN, COMMON = 2, 3  # cards of a hand at Omaha
ACE_AND_KING = (1, 13)  # the best side cards


def best_of_two_own(own: Sequence[Card], common: Sequence[Card]) -> PokerHand:
    """Return the best five that are exactly two of one's own cards and three common ones, as at
    Omaha.

    A joker is a card that those five have not. Raises ValueError where no five different faces can
    be put together, or for a card that is not one of the 52.
    """
    tried = {
        (tuple(sorted(card for card in five if not card.is_joker)), _count_jokers(five))
        for pair in combinations(own, OWN)
        for three in combinations(common, COMMON)
        if _has_five_faces(five := (*pair, *three))
    }
    if not tried:
        raise ValueError("two of one’s own cards and three common ones, five different faces")
    named = (hand for naturals, jokers in tried for hand in _fill_five(naturals, jokers))
    return best_five(max(named, key=lambda hand: strength(*masks_of(hand))))


def _count_jokers(cards: Sequence[Card]) -> int:
    return sum(card.is_joker for card in cards)


def _has_five_faces(cards: Sequence[Card]) -> bool:
    naturals = [card for card in cards if not card.is_joker]
    return len(set(naturals)) == len(naturals)


def _fill_five(naturals: tuple[Card, ...], jokers: int) -> Iterator[list[Card]]:
    """Yield five cards with all names of their jokers among which the best are.

    A joker completes a straight (in the suit of the others, so that it may be flushed), pairs a
    card, is the highest of a suit, or is the best side card.
    """
    if not jokers:
        yield list(naturals)
        return
    ranks, suits = [card.rank for card in naturals], {card.suit for card in naturals} or {0}
    for run in STRAIGHTS:
        if len(set(ranks) & set(run)) == len(ranks):
            yield [
                *naturals,
                *(card_of(rank, min(suits)) for rank in run if rank not in ranks),
            ]
    if len(suits) == 1:
        free = (card for card in HIGH_FIRST if card.suit in suits and card not in naturals)
        yield [*naturals, *(next(free) for _ in range(jokers))]
    for copied in combinations_with_replacement({*ranks, *ACE_AND_KING}, jokers):
        hand = list(naturals)
        for rank in copied:
            hand += [card for suit in SUITS if (card := card_of(rank, suit)) not in hand][:1]
        if len(hand) == FIVE:
            yield hand
