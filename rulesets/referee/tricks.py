"""Trick games: whose card it is, whether it follows suit, who takes the trick and leads the next.

A turn is one card. A game declares its trump (if it has one), bowers, how many tricks a hand has,
and what may not be led.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from rulesets.cards.deck import ACE, ALL_SUITS, FRENCH, JACK, Card, Deck
from rulesets.engine.problems import error
from rulesets.engine.text import Phrase
from rulesets.referee.judging import Reason
from rulesets.referee.position import Over, PlayedCard, alternatives, card_name, suit_called
from rulesets.referee.referee import Referee

if TYPE_CHECKING:
    from rulesets.engine.problems import At, Problem
    from rulesets.referee.position import Opening, Position, Setting, TurnStep
    from rulesets.referee.turn_builder import TurnBuilder


# --- what all trick games have alike --------------------------------------------------------------


Play = tuple[int, PlayedCard]  # a seat, and what was laid from it
SuitOf = Callable[[Card], int | None]
NO_TRUMP = "NT"
HIGH_ACE = 14
# By suit; a card that counts as another suit (a bower, a joker) is meant where it counts.
NONE_OF = (
    "Allowed if {name} holds no spade.",
    "Allowed if {name} holds no heart.",
    "Allowed if {name} holds no diamond.",
    "Allowed if {name} holds no club.",
)


def height(card: Card) -> int:
    """Return how high a card ranks in its suit, 2 to 14; 0 for one without a rank in the order."""
    if card.is_special:
        return 0
    return HIGH_ACE if card.rank == ACE else card.rank


class Standing(NamedTuple):
    """The rank of a card in a trick: the suit that it counts as, and its height."""

    suit: int
    height: int


def judge_following(
    builder: TurnBuilder, laid: PlayedCard, led: int | None, suit_of: SuitOf, at: At
) -> None:
    """Note a card that does not follow the suit `led` (None: nothing is to be followed) although
    its player holds one that would; for a hand that is not known whole, the verdict is on
    condition. `suit_of` is the suit that a card counts as, None for one that may always be played
    and never has to be."""
    if led is None or suit_of(laid.card) in (led, None):
        return
    hand = builder.hands[builder.seat]
    held = sorted({card for card in hand.known if suit_of(card) == led})
    if not held and not hand.is_whole:
        name = builder.names[builder.seat]
        builder.add_condition("follow.suit", NONE_OF[led], name=name)
    elif held:
        builder.note(
            "follow.suit",
            "{name} has to follow suit: play the {cards}, not the {card}.",
            at,
            name=builder.names[builder.seat],
            cards=alternatives([card_name(card) for card in held]),
            card=card_name(laid.card),
        )


def highest(cards: Iterable[Standing], trump: int | None, led: int) -> int:
    """Return the place of the card that takes a trick: the highest trump, else the highest of the
    suit led; of two that are alike, the first."""
    ranked = [
        (2 if standing.suit == trump else int(standing.suit == led), standing.height)
        for standing in cards
    ]
    return ranked.index(max(ranked))


def tell_winner(builder: TurnBuilder, winner: int, laid: PlayedCard) -> None:
    """Report who takes the trick, and with which card."""
    text = "{name} takes the trick with the {card}."
    builder.tell("trick", text, winner, 1, card=card_name(laid.card))


def lead_reason(position: Position, seat: int, text: str) -> Reason:
    """Return why somebody leads a trick."""
    setting = position.setting
    words = Phrase(text, {"name": setting.names[seat]})
    return Reason(words, setting.referee.anchor("effect.next"), seat)


def trump_problems(opening: Opening) -> Iterator[Problem]:
    """Report a trump that is neither a suit nor none."""
    call = opening.trump
    if call is not None and not _is_none(call) and suit_called(call.upper(), FRENCH) is None:
        text = "“{call}” is not a suit. Write S, H, D or C, or NT for no trump."
        yield error("call.wrong", text, ("start", "trump"), call=call[:20])


def trump_of(opening: Opening) -> int | None:
    """Return the trump that the table named; None for none."""
    call = opening.trump
    return None if call is None or _is_none(call) else suit_called(call.upper(), FRENCH)


def _is_none(call: str) -> bool:
    return call.upper() in (NO_TRUMP, "N", "")


def tricks_view(
    names: Sequence[str],
    trump: int | None,
    plays: Sequence[Play],
    taken: Sequence[int],
    nobody: int = 0,
) -> dict[str, Any]:
    """Return a hand of tricks for print: trump, the trick on the table, the tricks by seat and
    those that nobody took."""
    return {
        "trump": None if trump is None else ALL_SUITS[trump].letter,
        "trick": [{"player": names[seat], "card": laid.text} for seat, laid in plays],
        "tricks": dict(zip(names, taken, strict=True)),
        "nobody": nobody,
    }


# --- trick games of one pack ----------------------------------------------------------------------


LEFT_BOWER, RIGHT_BOWER = 15, 16
# Spades and clubs are of one colour, hearts and diamonds of the other.
SAME_COLOUR = {0: 3, 3: 0, 1: 2, 2: 1}
ANCHORS: Mapping[str, str] = MappingProxyType(
    {"effect.trick": "play", "effect.next": "play", "effect.tricks": "play"}
)


class Trick(NamedTuple):
    """The state of a hand: `trump` (None: none), the trick on the table, how many tricks each seat
    has taken, whether hearts (or what a game counts so) have fallen (None: the table did not say).
    `led` is who leads it, and why: that seat "begins", or "took" the trick before, which was
    `before`."""

    trump: int | None
    cards: tuple[Play, ...] = ()
    taken: tuple[int, ...] = ()
    of: int | None = None
    broken: bool | None = True
    led: tuple[int, str] | None = None
    before: tuple[Play, ...] = ()

    @property
    def played(self) -> int:
        """Tricks of the hand so far."""
        return sum(self.taken)


def may_lead_anything(builder: TurnBuilder, laid: PlayedCard, trick: Trick, at: At) -> None:
    """Allow any lead: for games in which any card may be led."""


def breaks_nothing(card: Card) -> bool:
    """Return a game in which nothing has to fall before it may be led."""
    return False


@dataclass(frozen=True, slots=True)
class Tricks(Referee):
    """A trick game of one pack, aces high.

    `of` are the tricks of a hand by the number of players (None: told by the table), `trumps`
    whether there is trump at all, `bowers` whether the jacks of its colour are the highest trumps.
    `lead` notes it where a card may not be led, `breaks` says which cards, once played, end that.
    """

    of: Callable[[int], int | None]
    pack: Deck = Deck()  # noqa: RUF009  frozen
    trumps: bool = True
    bowers: bool = False
    lead: Callable[[TurnBuilder, PlayedCard, Trick, At], None] = may_lead_anything
    breaks: Callable[[Card], bool] = breaks_nothing
    anchors: Mapping[str, str] = field(default_factory=lambda: ANCHORS)

    verbs = ("play",)

    @property
    def asks(self) -> tuple[str, ...]:  # type: ignore[override]
        """The questions about the start to a table."""
        return ("trump", "fresh") if self.trumps else ("fresh",)

    def deck(self, options: Any, players: int) -> Deck:
        return self.pack

    # --- the start --------------------------------------------------------------------------------

    def opening_problems(self, setting: Setting, opening: Opening) -> Iterator[Problem]:
        if self.trumps:
            yield from trump_problems(opening)
        elif trump_of(opening) is not None or any(trump_problems(opening)):
            yield error("call.wrong", "This game has no trump.", ("start", "trump"))

    def opening_memory(self, setting: Setting, opening: Opening) -> Trick:
        taken = tuple(opening.tricks.get(seat, 0) for seat in range(setting.players))
        fresh = bool(opening.tricks) and not any(taken)
        of = opening.of if opening.of is not None else self.of(setting.players)
        return Trick(
            trump_of(opening),
            (),
            taken,
            of,
            broken=False if fresh else None,
            led=(opening.first, "begins"),
        )

    # --- a turn -----------------------------------------------------------------------------------

    def begin(self, builder: TurnBuilder) -> None:
        builder.closed = builder.within is not None

    def step(self, builder: TurnBuilder, step: TurnStep, at: At) -> None:
        here = (*at, "play")
        if len(step.cards) != 1:
            text = "Only one card is played to a trick, not {count}."
            builder.note("play.many", text, here, count=len(step.cards))
        laid = step.cards[0]
        trick: Trick = builder.memory
        if laid.calls:
            text = "Nothing is called with a {card}."
            builder.note("call.wrong", text, (*here, 0), card=card_name(laid.card))
        if trick.cards:
            led = self.suit(trick.cards[0][1].card, trick.trump)
            judge_following(builder, laid, led, partial(self.suit, trump=trick.trump), (*here, 0))
        else:
            self.lead(builder, laid, trick, (*here, 0))
        builder.leave_hand(step.cards, here)
        builder.lay((laid,))
        broken = True if self.breaks(laid.card) else trick.broken
        cards = (*trick.cards, (builder.seat, laid))
        builder.memory = trick._replace(cards=cards, broken=broken)
        builder.within, builder.closed = laid, True

    def end(self, builder: TurnBuilder) -> None:
        if builder.within is None:
            text = "{name} has played no card."
            builder.note("play.due", text, ("steps",), name=builder.names[builder.seat])
            return
        trick: Trick = builder.memory
        out = [seat for seat, marks in enumerate(builder.skips) if marks]
        if len(trick.cards) < len(builder.names) - len(out):
            builder.mover = _next(builder, out)
            return
        winner, laid = self.winner(trick)
        taken = tuple(n + (seat == winner) for seat, n in enumerate(trick.taken))
        led = winner, "took"
        builder.memory = trick._replace(cards=(), taken=taken, led=led, before=trick.cards)
        tell_winner(builder, winner, laid)
        builder.mover = winner
        if trick.of is not None and sum(taken) >= trick.of:
            builder.over = Over(None, "tricks")

    # --- what is higher ---------------------------------------------------------------------------

    def suit(self, card: Card, trump: int | None) -> int:
        """Return the suit that a card counts as: the left bower is a trump."""
        if self._is_left(card, trump) and trump is not None:
            return trump
        return card.suit

    def _is_left(self, card: Card, trump: int | None) -> bool:
        if not self.bowers or trump is None:
            return False
        return card.rank == JACK and card.suit == SAME_COLOUR[trump]

    def height(self, card: Card, trump: int | None) -> int:
        """Return how high a card ranks in its suit."""
        if self.bowers and trump is not None and card.rank == JACK:
            if card.suit == trump:
                return RIGHT_BOWER
            if self._is_left(card, trump):
                return LEFT_BOWER
        return height(card)

    def winner(self, trick: Trick) -> Play:
        """Return the seat and the card that take the trick on the table."""
        trump = trick.trump
        cards = [laid.card for _seat, laid in trick.cards]
        stand = [Standing(self.suit(card, trump), self.height(card, trump)) for card in cards]
        return trick.cards[highest(stand, trump, stand[0].suit)]

    # --- what is told -----------------------------------------------------------------------------

    def next_reason(self, position: Position, mover: int) -> Reason | None:
        trick = position.memory
        if not trick.cards:
            begins = trick.led[1] == "begins"
            text = "{name} leads." if begins else "{name} took the trick and leads."
            return lead_reason(position, mover, text)
        name = position.setting.names[mover]
        winner, laid = self.winner(trick)
        last, words = position.setting.names[trick.cards[-1][0]], card_name(laid.card)
        high = {"name": name, "last": last, "winner": position.setting.names[winner], "card": words}
        text = "{name} comes after {last}. So far the {card} of {winner} takes the trick."
        return Reason(Phrase(text, high), self.anchor("effect.next"), mover)

    def lying(self, position: Position) -> tuple[Play, ...]:
        return tuple(position.memory.cards)

    def last_trick(self, position: Position) -> tuple[Play, ...]:
        return tuple(position.memory.before)

    def memory_view(self, position: Position) -> dict[str, Any]:
        trick, names = position.memory, position.setting.names
        return tricks_view(names, trick.trump, trick.cards, trick.taken)


def _next(builder: TurnBuilder, out: list[int]) -> int:
    """Return the next seat clockwise that plays to the trick."""
    seat = builder.seat
    while True:
        seat = (seat + 1) % len(builder.names)
        if seat not in out:
            return seat


def every(number: int) -> Callable[[int], int]:
    """Return a function that gives the same number of tricks for every hand."""
    return lambda _players: number
