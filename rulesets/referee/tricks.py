"""Trick games: whose card it is, whether it follows suit, who takes the trick and leads the next.

A turn is one card. A game declares its trump (if it has one), bowers, how many tricks a hand has,
and what may not be led.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from rulesets.equipment.cards import JACK, Card, Deck
from rulesets.problems import error
from rulesets.referee.because import Reason
from rulesets.referee.laid import Laid
from rulesets.referee.naming import named
from rulesets.referee.position import Over
from rulesets.referee.referee import Referee
from rulesets.referee.taking import (
    Play,
    Standing,
    height,
    highest,
    judge_following,
    leads,
    tell_taken,
    told_of_tricks,
    trump_of,
    trump_problems,
)
from rulesets.words import Words

if TYPE_CHECKING:
    from rulesets.problems import At, Problem
    from rulesets.referee.going import Going
    from rulesets.referee.position import Position
    from rulesets.referee.turns import Opening, Setting, Step

LEFT_BOWER, RIGHT_BOWER = 15, 16
# Spades and clubs are of one colour, hearts and diamonds of the other.
SAME_COLOUR = {0: 3, 3: 0, 1: 2, 2: 1}
ANCHORS: Mapping[str, str] = MappingProxyType(
    {"effect.trick": "play", "effect.next": "play", "effect.tricks": "play"}
)


class Trick(NamedTuple):
    """What a hand has come to: `trump` (None: none), the trick that lies there, how many tricks
    each seat has taken, whether hearts (or what a game counts so) have fallen (None: the table did
    not tell). `led` is
    who leads it, and why: that seat "begins", or "took" the trick before, which was `before`."""

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


def may_lead_anything(going: Going, laid: Laid, trick: Trick, at: At) -> None:
    """A game in which any card may be led."""


def breaks_nothing(card: Card) -> bool:
    """A game in which nothing has to fall before it may be led."""
    del card
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
    lead: Callable[[Going, Laid, Trick, At], None] = may_lead_anything
    breaks: Callable[[Card], bool] = breaks_nothing
    anchors: Mapping[str, str] = field(default_factory=lambda: ANCHORS)

    verbs = ("play",)

    @property
    def asks(self) -> tuple[str, ...]:  # type: ignore[override]
        """What a table is asked for at the start."""
        return ("trump", "fresh") if self.trumps else ("fresh",)

    def deck(self, options: Any, players: int) -> Deck:
        del options, players
        return self.pack

    # --- the start --------------------------------------------------------------------------------

    def opening_problems(self, setting: Setting, opening: Opening) -> Iterator[Problem]:
        del setting
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

    def begin(self, going: Going) -> None:
        going.closed = going.within is not None

    def step(self, going: Going, step: Step, at: At) -> None:
        here = (*at, "play")
        if len(step.cards) != 1:
            text = "One card is played to a trick, not {count}."
            going.note("play.many", text, here, count=len(step.cards))
        laid = step.cards[0]
        trick: Trick = going.memory
        if laid.calls:
            text = "Nothing is called with a {card}."
            going.note("call.wrong", text, (*here, 0), card=named(laid.card))
        if trick.cards:
            led = self.suit(trick.cards[0][1].card, trick.trump)
            judge_following(going, laid, led, partial(self.suit, trump=trick.trump), (*here, 0))
        else:
            self.lead(going, laid, trick, (*here, 0))
        going.leave_hand(step.cards, here)
        going.lay((laid,))
        broken = True if self.breaks(laid.card) else trick.broken
        cards = (*trick.cards, (going.seat, laid))
        going.memory = trick._replace(cards=cards, broken=broken)
        going.within, going.closed = laid, True

    def end(self, going: Going) -> None:
        if going.within is None:
            text = "{name} has played no card."
            going.note("play.due", text, ("steps",), name=going.names[going.seat])
            return
        trick: Trick = going.memory
        out = [seat for seat, marks in enumerate(going.skips) if marks]
        if len(trick.cards) < len(going.names) - len(out):
            going.mover = _next(going, out)
            return
        winner, laid = self.winner(trick)
        taken = tuple(n + (seat == winner) for seat, n in enumerate(trick.taken))
        led = winner, "took"
        going.memory = trick._replace(cards=(), taken=taken, led=led, before=trick.cards)
        tell_taken(going, winner, laid)
        going.mover = winner
        if trick.of is not None and sum(taken) >= trick.of:
            going.over = Over(None, "tricks")

    # --- what is higher ---------------------------------------------------------------------------

    def suit(self, card: Card, trump: int | None) -> int:
        """The suit that a card counts as: the left bower is a trump."""
        if self._is_left(card, trump) and trump is not None:
            return trump
        return card.suit

    def _is_left(self, card: Card, trump: int | None) -> bool:
        if not self.bowers or trump is None:
            return False
        return card.rank == JACK and card.suit == SAME_COLOUR[trump]

    def height(self, card: Card, trump: int | None) -> int:
        """How high a card ranks in its suit."""
        if self.bowers and trump is not None and card.rank == JACK:
            if card.suit == trump:
                return RIGHT_BOWER
            if self._is_left(card, trump):
                return LEFT_BOWER
        return height(card)

    def winner(self, trick: Trick) -> Play:
        """Whose card takes the trick that lies there, and which."""
        trump = trick.trump
        cards = [laid.card for _seat, laid in trick.cards]
        stand = [Standing(self.suit(card, trump), self.height(card, trump)) for card in cards]
        return trick.cards[highest(stand, trump, stand[0].suit)]

    # --- what is told -----------------------------------------------------------------------------

    def next_reason(self, position: Position) -> Reason | None:
        trick, mover = position.memory, position.mover
        if mover is None:
            return None
        if not trick.cards:
            begins = trick.led[1] == "begins"
            text = "{name} leads." if begins else "{name} took the trick and leads."
            return leads(position, mover, text)
        name = position.setting.names[mover]
        winner, laid = self.winner(trick)
        last, words = position.setting.names[trick.cards[-1][0]], named(laid.card)
        high = {"name": name, "last": last, "winner": position.setting.names[winner], "card": words}
        text = "{name} comes after {last}. So far the {card} of {winner} takes the trick."
        return Reason(Words(text, high), self.anchor("effect.next"), mover)

    def lying(self, position: Position) -> tuple[Play, ...]:
        return tuple(position.memory.cards)

    def last_trick(self, position: Position) -> tuple[Play, ...]:
        return tuple(position.memory.before)

    def told(self, position: Position) -> dict[str, Any]:
        trick, names = position.memory, position.setting.names
        return told_of_tricks(names, trick.trump, trick.cards, trick.taken)


def _next(going: Going, out: list[int]) -> int:
    """The next seat clockwise that plays to the trick."""
    seat = going.seat
    while True:
        seat = (seat + 1) % len(going.names)
        if seat not in out:
            return seat


def every(number: int) -> Callable[[int], int]:
    """So many tricks in every hand."""
    return lambda _players: number
