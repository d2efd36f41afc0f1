"""The information from a table (its start, and the steps of turn after turn), and the position
between two turns (or within one): frozen, the same for all games."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from rulesets.cards.deck import (
    ALL_SUITS,
    DRAW,
    FRENCH,
    JANKEN,
    RANKS,
    SPECIAL,
    SPECIAL_NAMES,
    Card,
    CardError,
    parse_card,
)
from rulesets.engine.text import Phrase

if TYPE_CHECKING:
    from rulesets.cards.deck import Deck
    from rulesets.engine.problems import Problem
    from rulesets.referee.referee import Referee


KNOWN = 4096  # texts whose card is remembered
BETWEEN = re.compile(r"[\s,;|]+")


class PlayedCard(NamedTuple):
    """One card, and what was called with it, as typed in capitals, in the order of the calls."""

    card: Card
    calls: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """As it is typed: "8R=S"."""
        return "=".join((self.card.text, *self.calls))


@lru_cache(KNOWN)
def parse_played_card(text: str, suits: tuple[int, ...]) -> PlayedCard:
    """Return the card of a text, with its calls. Raises CardError."""
    card, *calls = text.split("=")
    return PlayedCard(parse_card(card, (), suits), tuple(call.strip().upper() for call in calls))


def split_cards(written: str | Sequence[str]) -> list[str]:
    """Return the cards of a text, one by one; those of a list as they are."""
    if isinstance(written, str):
        return [word for word in BETWEEN.split(written) if word]
    return list(written)


def suit_called(call: str, suits: tuple[int, ...]) -> int | None:
    """Return the suit that is called: by its letter, its sign or its name; None if there is none
    such."""
    for suit in suits:
        if suit < SPECIAL:
            letter, symbol, name = ALL_SUITS[suit]
            if call in (letter, symbol, name.upper()):
                return suit
    return None


def card_called(call: str, suits: tuple[int, ...]) -> Card | None:
    """Return the card that a wild card stands for; None if that is no card, or a wild one."""
    try:
        card = parse_card(call, (), suits)
    except CardError:
        return None
    return None if card.is_joker or card.is_special else card


# --- as people say it -----------------------------------------------------------------------------


RANK_WORDS = ("Ace", *RANKS[1:10], "Jack", "Queen", "King")
A_RANK = (
    "an ace", "a two", "a three", "a four", "a five", "a six", "a seven", "an eight", "a nine",
    "a ten", "a jack", "a queen", "a king", "a Draw", "a Reverse", "a Skip",
)  # fmt: skip
A_SUIT = ("a spade", "a heart", "a diamond", "a club")


def long_name(card: Card) -> Phrase:
    """Return the card in words: "Jack of hearts", "Draw of hearts", "Joker"."""
    if card.is_joker:
        return Phrase("Joker")
    suit = ALL_SUITS[card.suit].name
    named = Phrase(suit.lower() if card.suit in FRENCH else suit)
    rank = SPECIAL_NAMES[card.rank - DRAW] if card.is_special else RANK_WORDS[card.rank - 1]
    return Phrase("{rank} of {suit}", {"rank": Phrase(rank), "suit": named})


def card_name(card: Card) -> Phrase:
    """Return the name of a card in a sentence: "9♥", "Jack of Paper"."""
    return long_name(card) if card.suit in JANKEN else Phrase(card.symbol)


def played_card_name(laid: PlayedCard, suits: tuple[int, ...]) -> Phrase:
    """Return the name of a card on the table: "9♥", "8 of Rock, called Scissors", "Joker as 7♥",
    "5♠ as an ace".

    `suits` are those of the deck that can be called; none where only cards and numbers are.
    """
    card = card_name(laid.card)
    if not laid.calls:
        return card
    call = laid.calls[-1]
    suit = suit_called(call, suits)
    if suit is not None:
        return Phrase("{card}, called {suit}", {"card": card, "suit": suit_name(suit)})
    called = card_called(call, tuple(range(len(ALL_SUITS))))
    meaning = any_of_rank(1) if call == "A" else call if called is None else card_name(called)
    return Phrase("{card} as {call}", {"card": card, "call": meaning})


def suit_name(suit: int) -> Phrase:
    """Return the name of a suit: "Scissors", "hearts"."""
    name = ALL_SUITS[suit].name
    return Phrase(name.lower() if suit in FRENCH else name)


def any_of_suit(suit: int) -> Phrase:
    """Return one card of a suit: "a heart", "any Paper"."""
    if suit in FRENCH:
        return Phrase(A_SUIT[suit])
    return Phrase("any {suit}", {"suit": Phrase(ALL_SUITS[suit].name)})


def any_of_rank(rank: int) -> Phrase:
    """Return one card of a rank: "an ace", "a Draw"."""
    return Phrase(A_RANK[rank - 1])


def alternatives(parts: Sequence[Phrase]) -> Phrase:
    """Return choices in a row: "a heart", "a heart or a nine", "a heart, a nine or an ace"."""
    if len(parts) == 1:
        return parts[0]
    keys = [f"{{part{number}}}" for number in range(len(parts))]
    template = f"{', '.join(keys[:-1])} or {keys[-1]}"
    return Phrase(template, {f"part{number}": part for number, part in enumerate(parts)})


# --- a hand as the table knows it: whole, counted, partly known, or not at all --------------------


class KnownHand(NamedTuple):
    """The `known` cards, and how many `others` there are (None: nobody knows)."""

    known: tuple[Card, ...] = ()
    others: int | None = None

    @property
    def size(self) -> int | None:
        """How many cards it holds, where that is known."""
        return None if self.others is None else len(self.known) + self.others

    @property
    def is_whole(self) -> bool:
        return self.others == 0

    def without(self, card: Card) -> KnownHand | None:
        """Return the hand after one of its cards has left it; None if it cannot hold that card."""
        cards = self.known
        if card in cards:
            place = cards.index(card)
            return KnownHand(cards[:place] + cards[place + 1 :], self.others)
        if self.others is None:
            return self
        return KnownHand(cards, self.others - 1) if self.others else None

    def plus(self, number: int, faces: Iterable[Card] = ()) -> KnownHand:
        """Return the hand with so many cards more, of which these faces are seen."""
        seen = tuple(faces)
        others = None if self.others is None else self.others + number - len(seen)
        return KnownHand(self.known + seen, others)

    def counted(self, count: int) -> KnownHand:
        """Return the hand, of which it is now known that it holds so many cards."""
        if count >= len(self.known):
            return KnownHand(self.known, count - len(self.known))
        return KnownHand((), count)


# --- what a table tells ---------------------------------------------------------------------------


NOBODY = -1  # the seat of tricks that were played already, nobody says by whom
VERBS = ("play", "draw", "pass", "reveal", "meld", "act")


class TurnStep(NamedTuple):
    """One step of a turn: a verb and its cards, or how many are drawn, or the word of an `act`.

    `to` is the player named with a card, `slap` the last player to slap, `claim` the rank (1 to 13)
    claimed for cards laid face down.
    """

    verb: str
    cards: tuple[PlayedCard, ...] = ()
    number: int = 0
    word: str = ""
    to: int | None = None
    slap: int | None = None
    claim: int | None = None


class Turn(NamedTuple):
    """One turn, or the beginning of a new round (`is_round`: `seat` is who would act first, the
    cards of its one step are the common ones).

    `number` counts from 1, `seat` is None where nobody has that name. `left` is what the player
    held afterwards, `then` whom the game itself makes next. `done` is False for a turn that is
    still going on. `unread` are the problems of what could not be read.
    """

    number: int
    seat: int | None
    steps: tuple[TurnStep, ...] = ()
    left: int | None = None
    then: int | None = None
    done: bool = True
    override: bool = False
    unread: tuple[Problem, ...] = ()
    is_round: bool = False


@dataclass(frozen=True, slots=True)
class Setting:
    """The constants of a whole game: its referee, its options, its players, and the deck."""

    referee: Referee
    options: Any
    names: tuple[str, ...]
    deck: Deck

    @property
    def players(self) -> int:
        return len(self.names)


@dataclass(frozen=True, slots=True)
class Opening:
    """The cards on the table before the first turn; None for whatever the table does not know."""

    first: int = 0
    direction: int = 1
    top: PlayedCard | None = None
    pile: int | None = None
    stock: int | None = None
    due: Mapping[int, int] = field(default_factory=dict)
    skips: Mapping[int, int] = field(default_factory=dict)
    hands: Mapping[int, KnownHand] = field(default_factory=dict)
    trump: str | None = None
    tricks: Mapping[int, int] = field(default_factory=dict)
    of: int | None = None
    ace: int | None = None


@dataclass(frozen=True, slots=True)
class TurnFile:
    """A turn file as read; `problems` are those of the file, not of its turns. It is not `playable`
    where its players or options are not those of the game."""

    setting: Setting
    opening: Opening
    turns: tuple[Turn, ...] = ()
    problems: tuple[Problem, ...] = ()
    playable: bool = True


# --- where a game stands --------------------------------------------------------------------------


CLOCKWISE, COUNTERCLOCKWISE = 1, -1
DIRECTIONS = {CLOCKWISE: "clockwise", COUNTERCLOCKWISE: "counterclockwise"}


class Mark(NamedTuple):
    """Something that a card did and that lasts: how many, which card, who laid it in which turn
    (0: it was so at the start)."""

    amount: int
    card: Card | None
    turn: int
    seat: int | None = None


class Over(NamedTuple):
    """The game has ended: who has won (None: nobody, or not told here) and by what."""

    winner: int | None
    reason: str


class Effect(NamedTuple):
    """An effect of a turn: on whom (`seat`), of which kind, how many, by which rule."""

    kind: str
    words: Phrase
    rule: str
    seat: int | None
    amount: int = 0


class Condition(NamedTuple):
    """An assumption behind a verdict that the table did not settle: the code of the problem that
    there would be otherwise, a sentence that begins with "Allowed if" or "Allowed only if", and the
    part of the rule text about it."""

    code: str
    words: Phrase
    rule: str


class PassedOver(NamedTuple):
    """Somebody who was passed over on the way to the player to move."""

    seat: int
    mark: Mark


@dataclass(frozen=True, slots=True)
class Position:
    """The player to move, the draws owed by everybody, the direction, the top card, the hands.

    `owed` are the draws that wait for each seat, `skips` how often it is to be passed over: by the
    cards that made them. `turned` is the card that turned the direction last, `passed` are the
    players left out by the last turn. `lying` counts the faces known to be in the pile. `passes`
    are passes in a row. `turns` is the number of the last turn that was carried out, `last` its
    player, `laid` the turn of the top card. `away` are the players out of a game that goes on.

    `handing` are the draws that an unfinished turn hands to the next player, and `within` is its
    state; `memory` is the memory of the game (a trick, the suit led). The last two are frozen, and
    known to the game's referee alone.
    """

    setting: Setting
    mover: int | None
    direction: int
    turned: Mark | None
    hands: tuple[KnownHand, ...]
    owed: tuple[tuple[Mark, ...], ...]
    skips: tuple[tuple[Mark, ...], ...]
    paused: frozenset[int]
    passed: tuple[PassedOver, ...]
    top: PlayedCard | None
    laid: int
    pile: int
    stock: int | None
    lying: Mapping[Card, int]
    passes: int
    over: Over | None
    turns: int
    last: int | None
    away: frozenset[int] = frozenset()
    handing: tuple[Mark, ...] = ()
    within: Any = None
    memory: Any = None

    @property
    def due(self) -> int:
        """How many cards the player to move has to draw first, as far as there are cards."""
        return 0 if self.mover is None else self.owes(self.mover)

    def owes(self, seat: int) -> int:
        """Return the draws that wait for a seat, as far as there are cards."""
        waiting = self.owed[seat]
        if not waiting:
            return 0
        total, there = sum([mark.amount for mark in waiting]), self.available
        return total if there is None else min(total, there)

    @property
    def available(self) -> int | None:
        """How many cards can be drawn; None where the stock is not known."""
        if self.stock is None:
            return None
        under = self.pile - 1 if self.setting.referee.reshuffles(self.setting.options) else 0
        return self.stock + max(under, 0)


class Judgement(NamedTuple):
    """A turn as judged: what is wrong with it, what it did, and the position after it.

    `legal` says that nothing is wrong but what a warning asks, `counts` that it was carried out,
    being legal or overridden. A legal turn is so on its `conditions`; without any it is whatever
    the table did not tell.
    """

    problems: tuple[Problem, ...]
    effects: tuple[Effect, ...]
    after: Position
    legal: bool = True
    counts: bool = True
    conditions: tuple[Condition, ...] = ()
