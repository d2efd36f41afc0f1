"""Draw, Reverse and Skip: revealed, they act on their own player; played, on the next player.

Where everybody has one turn (a trick, a round of betting), those who have still to act are in a
queue, next first. In a circle, the next is counted seat by seat.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from rulesets.cards.deck import DRAW, EXTENDED, FRENCH, REVERSE, SKIP, Card, Deck, card_of
from rulesets.referee.position import PassedOver, PlayedCard, TurnStep, card_name
from rulesets.referee.referee import Referee
from rulesets.referee.turn_builder import next_seat, owe_handed, pass_over_marked

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rulesets.engine.problems import At
    from rulesets.referee.turn_builder import TurnBuilder

SPECIALS = tuple(card_of(rank, suit) for rank in (DRAW, REVERSE, SKIP) for suit in FRENCH)
TWO = 2  # cards that a Draw makes the next player draw
Queue = tuple[int, ...]
ANCHORS: Mapping[str, str] = MappingProxyType(
    {
        "call": "jokers",
        "draw": "played",
        "reveal": "revealed",
        "turn.over": "revealed",
        "effect.drawn": "played",
        "effect.ended": "revealed",
        "effect.owe": "played",
        "effect.pause": "revealed",
        "effect.redealt": "revealed",
        "effect.skip": "played",
        "effect.turn": "played",
    }
)


class ExtendedReferee(Referee):
    """The base of the referees of all games with the Extended Deck."""

    anchors = ANCHORS

    def deck(self, options: Any, players: int) -> Deck:
        return Deck(options.packs, options.jokers * options.packs, suits=EXTENDED)

    def trial(self, builder: TurnBuilder, verb: str) -> TurnStep | None:
        """Return a trial step; for "reveal" one with a special card of the hand, or with any."""
        if verb != "reveal":
            return super().trial(builder, verb)
        held = builder.hands[builder.seat].known
        cards = [card for card in held if card.is_special and card not in builder.lying]
        cards += [card for card in SPECIALS if card not in builder.lying]
        return TurnStep("reveal", (PlayedCard(cards[0] if cards else SPECIALS[0]),))


class Reveal(NamedTuple):
    """The effect of cards revealed together on their player's turn."""

    ended: bool
    paused: bool

    @property
    def stops(self) -> bool:
        return self.ended or self.paused


def reveal(builder: TurnBuilder, step: TurnStep, at: At) -> Reveal:
    """Reveal cards on the mover's own turn: they are replaced, a Draw by two, and act together."""
    for place, laid in enumerate(step.cards):
        if not laid.card.is_special:
            text = "The {card} is not revealed: only a Draw, a Reverse or a Skip is."
            builder.note("reveal.card", text, (*at, place), card=card_name(laid.card))
    cards = [laid.card for laid in step.cards]
    builder.leave_hand(step.cards, at)
    discard(builder, cards)
    count = builder.within_reach(sum(TWO if card.rank == DRAW else 1 for card in cards))
    builder.draw(count)
    text = "{name} gets {count} cards for them."
    if count == 1:
        text = "{name} gets 1 card for it." if len(cards) == 1 else "{name} gets 1 card for them."
    builder.tell("redealt", text, builder.seat, count, count=count)
    turns = [card for card in cards if card.rank == REVERSE]
    ended = any(card.rank == SKIP for card in cards)
    if len(turns) % TWO:
        builder.turn_round(turns[-1])
    if ended:
        builder.paused -= {builder.seat}
        builder.tell("ended", "The turn of {name} ends.", builder.seat)
    elif turns:
        builder.paused |= {builder.seat}
        builder.tell("pause", "The turn of {name} is paused until play comes back.", builder.seat)
    return Reveal(ended, bool(turns) and not ended)


def discard(builder: TurnBuilder, cards: Sequence[Card]) -> None:
    """Put cards out of play: nobody can hold them any more."""
    lying = dict(builder.lying)
    for card in cards:
        lying[card] = lying.get(card, 0) + 1
    builder.lying = lying


def specials(cards: Iterable[Card]) -> list[Card]:
    """Return the Draws, Reverses and Skips among cards, in their order."""
    return [card for card in cards if card.is_special]


def _make_draw(builder: TurnBuilder, seat: int, card: Card) -> None:
    """Let a player draw two at the start of the turn, for a Draw, if there is anything to draw."""
    if builder.available == 0:
        return
    builder.handing = (builder.mark(TWO, card),)
    owe_handed(builder, seat)
    builder.handing = ()


def _end_turn(builder: TurnBuilder, seat: int, card: Card) -> None:
    """End a player's turn as it begins, for a Skip; what was owed is still drawn."""
    builder.passed = (*builder.passed, PassedOver(seat, builder.mark(1, card)))
    builder.paused -= {seat}
    builder.tell("skip", "{name} is skipped.", seat, 1)
    owed = builder.within_reach(sum(mark.amount for mark in builder.owed[seat]))
    if owed:
        builder.draw(owed, seat=seat)
        builder.tell("drawn", "{name} still draws {count}.", seat, owed, count=owed)
    builder.owed[seat] = ()


def act_in_circle(builder: TurnBuilder, following: int, cards: Iterable[Card]) -> int:
    """Let cards act one after the other on whoever is next, beginning with `following`; return who
    is next after all of them."""
    ended: set[int] = set()
    seat = following
    for card in cards:
        if card.rank == DRAW:
            _make_draw(builder, seat, card)
        elif card.rank == SKIP:
            ended.add(seat)
            _end_turn(builder, seat, card)
            seat = next_seat(builder, seat, builder.direction)
        elif card.rank == REVERSE:
            builder.turn_round(card)
            affected, seat = seat, _seat_after_reverse(builder, seat, ended)
            if seat != affected:
                builder.paused |= {affected}
    return pass_over_marked(builder, seat)


def _seat_after_reverse(builder: TurnBuilder, affected: int, ended: set[int]) -> int:
    """Return the first in the new direction who has not just had the turn and whose turn has not
    ended, counted from the affected player; whoever just played, if there is nobody."""
    seat = next_seat(builder, affected, builder.direction)
    while seat != affected:
        if seat != builder.seat and seat not in ended:
            return seat
        seat = next_seat(builder, seat, builder.direction)
    return builder.seat


def order_from(builder: TurnBuilder, seats: Iterable[int], seat: int) -> Queue:
    """Return seats in the direction of play, as they come after a seat."""
    players = len(builder.names)
    return tuple(
        sorted(seats, key=lambda other: (other - seat) * builder.direction % players or players)
    )


def act_in_queue(builder: TurnBuilder, queue: Queue, card: Card) -> Queue:
    """Let a card act on the first of a queue, and return the queue after it."""
    if not queue:
        return queue
    first, rest = queue[0], queue[1:]
    if card.rank == DRAW:
        _make_draw(builder, first, card)
        return queue
    if card.rank == SKIP:
        _end_turn(builder, first, card)
        return rest
    builder.turn_round(card)
    if rest:
        builder.paused |= {first}
    return (*order_from(builder, rest, first), first)


def queue_after(builder: TurnBuilder, queue: Queue, result: Reveal) -> Queue:
    """Return the seats that have still to act after the player in front has revealed cards that
    stop the turn."""
    rest = order_from(builder, queue[1:], builder.seat)
    return rest if result.ended else (*rest, builder.seat)


def resumes(builder: TurnBuilder, queue: Queue, result: Reveal) -> bool:
    """Return whether a turn that was paused goes on at once, since nobody else has still to act."""
    return result.paused and queue == (builder.seat,)


# --- draws that are due ---------------------------------------------------------------------------


def draw_due(builder: TurnBuilder, step: TurnStep, at: At, due: int, *, others: bool) -> int:
    """Draw cards, first those that are due; `others`: the game has other draws besides. Return how
    many are still due."""
    there = builder.available
    if there is not None and step.number > there:
        text = "There are {there} cards to draw, not {number}."
        builder.note("draw.stock", text, at, there=there, number=step.number)
    elif step.number > due and not others:
        code = "draw.amount" if due else "draw.not_due"
        text = "{name} draws only {due}." if due else "{name} has nothing to draw."
        builder.note(code, text, at, name=builder.names[builder.seat], due=due)
    builder.draw(step.number, step.cards)
    if due and step.number >= due:
        builder.owed[builder.seat] = ()
    return max(due - step.number, 0)


def draw_first(builder: TurnBuilder, due: int, at: At) -> None:
    """Note a step before the cards that are due have been drawn."""
    if due:
        text = "{name} has to draw {due} first."
        builder.note("draw.due", text, at, name=builder.names[builder.seat], due=due)
