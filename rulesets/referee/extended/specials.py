"""Draw, Reverse and Skip: revealed, they act on oneself; played, on whoever is next.

Where everybody has one turn (a trick, a round of betting), those who have still to act stand in a
queue, the one whose turn comes first in front. In a circle, the next is counted seat by seat.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from rulesets.equipment.cards import DRAW, EXTENDED, FRENCH, REVERSE, SKIP, Card, Deck, card_of
from rulesets.referee.circle import beside, give, unmarked
from rulesets.referee.laid import Laid
from rulesets.referee.naming import named
from rulesets.referee.position import Passed
from rulesets.referee.referee import Referee
from rulesets.referee.turns import Step

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rulesets.problems import At
    from rulesets.referee.going import Going

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
    """What the referees of all games with the Extended Deck share."""

    anchors = ANCHORS

    def deck(self, options: Any, players: int) -> Deck:
        del players
        return Deck(options.packs, options.jokers * options.packs, suits=EXTENDED)

    def trial(self, going: Going, verb: str) -> Step | None:
        """What is revealed is tried out with a special card of the hand, or with any."""
        if verb != "reveal":
            return super().trial(going, verb)
        held = going.hands[going.seat].known
        found = [card for card in held if card.is_special and card not in going.lying]
        found += [card for card in SPECIALS if card not in going.lying]
        return Step("reveal", (Laid(found[0] if found else SPECIALS[0]),))


class Shown(NamedTuple):
    """What cards that were revealed together do to their player's turn."""

    ended: bool
    paused: bool

    @property
    def stops(self) -> bool:
        return self.ended or self.paused


def reveal(going: Going, step: Step, at: At) -> Shown:
    """Cards are revealed on one's own turn: replaced, a Draw by two, and they act together."""
    for place, laid in enumerate(step.cards):
        if not laid.card.is_special:
            text = "The {card} is not revealed: only a Draw, a Reverse or a Skip is."
            going.note("reveal.card", text, (*at, place), card=named(laid.card))
    cards = [laid.card for laid in step.cards]
    going.leave_hand(step.cards, at)
    put_aside(going, cards)
    count = going.within_reach(sum(TWO if card.rank == DRAW else 1 for card in cards))
    going.draw(count)
    text = "{name} gets {count} cards for them."
    if count == 1:
        text = "{name} gets 1 card for it." if len(cards) == 1 else "{name} gets 1 card for them."
    going.tell("redealt", text, going.seat, count, count=count)
    turns = [card for card in cards if card.rank == REVERSE]
    ended = any(card.rank == SKIP for card in cards)
    if len(turns) % TWO:
        going.turn_round(turns[-1])
    if ended:
        going.tell("ended", "The turn of {name} ends.", going.seat)
    elif turns:
        going.paused |= {going.seat}
        going.tell("pause", "The turn of {name} is paused until play comes back.", going.seat)
    return Shown(ended, bool(turns) and not ended)


def put_aside(going: Going, cards: Sequence[Card]) -> None:
    """Cards go out of play: nobody can hold them any more."""
    lying = dict(going.lying)
    for card in cards:
        lying[card] = lying.get(card, 0) + 1
    going.lying = lying


def specials(cards: Iterable[Card]) -> list[Card]:
    """The Draws, Reverses and Skips among cards, in their order."""
    return [card for card in cards if card.is_special]


def _must_draw(going: Going, seat: int, card: Card) -> None:
    """A Draw: that player draws two at the start of the turn, if there is anything to draw."""
    if going.available == 0:
        return
    going.handing = (going.mark(TWO, card),)
    give(going, seat)
    going.handing = ()


def _turn_ends(going: Going, seat: int, card: Card) -> None:
    """A Skip: that player's turn ends as it begins; what was owed is still drawn."""
    going.passed = (*going.passed, Passed(seat, going.mark(1, card)))
    going.tell("skip", "{name} is passed over.", seat, 1)
    owed = going.within_reach(sum(mark.amount for mark in going.owed[seat]))
    if owed:
        going.draw(owed, seat=seat)
        going.tell("drawn", "{name} still draws {count}.", seat, owed, count=owed)
    going.owed[seat] = ()


def in_circle(going: Going, following: int, cards: Iterable[Card]) -> int:
    """Cards played act one after the other on whoever is next, beginning with `following`; says who
    is next after all of them."""
    ended: set[int] = set()
    seat = following
    for card in cards:
        if card.rank == DRAW:
            _must_draw(going, seat, card)
        elif card.rank == SKIP:
            ended.add(seat)
            _turn_ends(going, seat, card)
            seat = beside(going, seat, going.direction)
        elif card.rank == REVERSE:
            going.turn_round(card)
            affected, seat = seat, _other_way(going, seat, ended)
            if seat != affected:
                going.paused |= {affected}
    return unmarked(going, seat)


def _other_way(going: Going, affected: int, ended: set[int]) -> int:
    """The first in the new direction who has not just had the turn and whose turn has not ended,
    counted from the affected player; whoever just played, if there is nobody."""
    seat = beside(going, affected, going.direction)
    while seat != affected:
        if seat != going.seat and seat not in ended:
            return seat
        seat = beside(going, seat, going.direction)
    return going.seat


def from_seat(going: Going, seats: Iterable[int], seat: int) -> Queue:
    """Seats in the direction of play, as they come after a seat."""
    players = len(going.names)
    return tuple(sorted(seats, key=lambda one: (one - seat) * going.direction % players or players))


def in_queue(going: Going, queue: Queue, card: Card) -> Queue:
    """A card acts on whoever stands in front of a queue; the queue after it."""
    if not queue:
        return queue
    first, rest = queue[0], queue[1:]
    if card.rank == DRAW:
        _must_draw(going, first, card)
        return queue
    if card.rank == SKIP:
        _turn_ends(going, first, card)
        return rest
    going.turn_round(card)
    if rest:
        going.paused |= {first}
    return (*from_seat(going, rest, first), first)


def queue_after(going: Going, queue: Queue, shown: Shown) -> Queue:
    """Who has still to act after the player in front has revealed cards that stop the turn."""
    rest = from_seat(going, queue[1:], going.seat)
    return rest if shown.ended else (*rest, going.seat)


def resumes(going: Going, queue: Queue, shown: Shown) -> bool:
    """Whether a turn that was paused goes on at once, since nobody else has still to act."""
    return shown.paused and queue == (going.seat,)


# --- draws that are due ---------------------------------------------------------------------------


def draw_due(going: Going, step: Step, at: At, due: int, *, others: bool) -> int:
    """Cards are drawn, first those that are due; `others`: the game has other draws besides. Says
    what is still due."""
    there = going.available
    if there is not None and step.number > there:
        text = "There are {there} cards to draw, not {number}."
        going.note("draw.stock", text, at, there=there, number=step.number)
    elif step.number > due and not others:
        code = "draw.amount" if due else "draw.not_due"
        text = "{name} draws {due}, no more." if due else "{name} has nothing to draw."
        going.note(code, text, at, name=going.names[going.seat], due=due)
    going.draw(step.number, step.cards)
    if due and step.number >= due:
        going.owed[going.seat] = ()
    return max(due - step.number, 0)


def draw_first(going: Going, due: int, at: At) -> None:
    """Something else is done before what is due is drawn."""
    if due:
        text = "{name} has to draw {due} first."
        going.note("draw.due", text, at, name=going.names[going.seat], due=due)
