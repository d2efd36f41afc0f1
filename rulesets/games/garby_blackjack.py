"""Blackjack as J. Garby's school played it: lay suit or rank; the last card has no power."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any, NamedTuple

from rulesets.cards.deck import FRENCH, Card, Deck
from rulesets.engine.game import example, option, table_game
from rulesets.engine.problems import At
from rulesets.engine.scoring import Phrase, Table, eldest, listed
from rulesets.families import winners
from rulesets.referee.position import (
    Mark,
    PlayedCard,
    TurnStep,
    alternatives,
    any_of_rank,
    any_of_suit,
    card_name,
    played_card_name,
    suit_called,
)
from rulesets.referee.referee import Referee
from rulesets.referee.turn_builder import TurnBuilder, next_seat, pass_turn, skip_next
from rulesets.rounds import Order, Player, decks, declared

ACE, TWO, THREE, EIGHT, JACK, QUEEN, KING = 1, 2, 3, 8, 11, 12, 13
POWERS = frozenset({ACE, TWO, THREE, EIGHT, JACK, QUEEN, KING})
PICK_UPS = frozenset({TWO, JACK})
RED, BLACK = 3, 5
# The requirement on the last card laid: a card that fits, any card, a cap; or nothing.
COVER, ANY, CAP, NOTHING = "cover", "any", "cap", ""


@declared
class Options:
    target: int = winners.target()
    eights: str = option(
        "Eights and kings in one turn",
        default="person",
        choices=(
            ("person", "Each eight marks a person at once"),
            ("final", "All count in the last direction"),
            ("pointer", "Each eight moves the place to count from"),
        ),
        help="Which players are skipped.",
    )
    debt: bool = option(
        "Cards that are not there are owed", default=False, help="Picked up when there are some."
    )


@declared
class Round:
    out: Player | None = winners.out()
    order: Order | None = winners.order()


def note(table: Table) -> Phrase:
    return listed(eldest(table))


EIGHTS = {
    "person": "Eights and kings: each eight marks a person at once.",
    "final": "Eights and kings: all eights count in the last direction.",
    "pointer": "Eights and kings: each eight moves the place to count from.",
}


def how(options: Options) -> list[str]:
    """Return the lines of the sheet: the power of cards, and the options agreed on."""
    return [
        "Play suit or rank, then more of the rank; cap two of a rank with a card that fits.",
        "Ace: call a suit, or cancel a pick-up. 2: pick up 2. Red jack 3, black jack 5.",
        "3: cover it. Queen: cover it with anything. 8: skip. King: turn round.",
        EIGHTS[options.eights],
        "Cards that are not there are owed." if options.debt else "Pick up what there is.",
        "The last card has no power: 4, 5, 6, 7, 9 or 10.",
        winners.A_WIN,
    ]


class Running(NamedTuple):
    """The state of a turn: the pick-up that waits (until it is cancelled), the cards laid, how many
    of one rank in a row, the next requirement, the seat from which the next player is counted,
    cards picked up."""

    waiting: tuple[Mark, ...]
    due: int
    laid: tuple[PlayedCard, ...] = ()
    run: int = 0
    wants: str = COVER
    pointer: int = 0
    drawn: int = 0


class Turns(Referee):
    """The steps of a turn, and the power cards."""

    verbs = ("play", "draw")
    anchors = MappingProxyType(
        {
            "play.fit": "steps",
            "play.rank": "steps",
            "play.answer": "picking-up",
            "draw": "one",
            "call": "powers",
            "effect.call": "powers",
            "effect.cancel": "picking-up",
            "effect.owe": "picking-up",
            "effect.skip": "powers",
            "effect.turn": "powers",
            "effect.out": "going-out",
        }
    )

    def deck(self, options: Any, players: int) -> Deck:
        return Deck()

    def reshuffles(self, options: Any) -> bool:
        """Return True: all cards under the top card are shuffled as they are needed."""
        return True

    def begin(self, builder: TurnBuilder) -> None:
        if builder.within is None:
            due = builder.before.owes(builder.seat)
            builder.within = Running(
                builder.owed[builder.seat] if due else (), due, pointer=builder.seat
            )
        builder.closed = builder.within.drawn > 0 and builder.within.drawn >= wanted(builder)

    def step(self, builder: TurnBuilder, step: TurnStep, at: At) -> None:
        if step.verb == "draw":
            pick_up(builder, step, (*at, "draw"))
            return
        here = (*at, "play")
        builder.leave_hand(step.cards, here)
        for place, laid in enumerate(step.cards):
            lay(builder, laid, (*here, place))

    def end(self, builder: TurnBuilder) -> None:
        missing = wanted(builder) - builder.within.drawn
        if missing > 0:
            note_missing(builder, missing)
        state = builder.within
        builder.owed[builder.seat] = ()
        if builder.is_empty and is_finished(state):
            builder.win()
            return
        builder.handing = (*state.waiting, *at_the_end(builder)) if state.laid else ()
        if builder.options.eights == "final":
            for laid in state.laid:
                if laid.card.rank == EIGHT:
                    skip_next(builder, builder.seat, laid.card)
        pass_turn(builder, state.pointer)

    def may_call(self, card: Card) -> bool:
        return card.rank == ACE

    def may_play(self, builder: TurnBuilder) -> bool:
        return not builder.within.drawn


def is_finished(state: Running) -> bool:
    """Return whether a turn ends on a plain card on which nothing is wanted."""
    plain = bool(state.laid) and state.laid[-1].card.rank not in POWERS
    return plain and state.wants == NOTHING


def wanted(builder: TurnBuilder) -> int:
    """Return how many cards have to be picked up, if the turn ends now; as far as there are any."""
    state = builder.within
    if not state.laid and state.due:
        return int(state.due)
    power = bool(state.laid) and state.laid[-1].card.rank in POWERS
    if state.wants != NOTHING or (power and builder.is_empty):
        return builder.within_reach(1)
    return 1 if state.drawn and power and builder.hands[builder.seat].size == state.drawn else 0


def fits(laid: PlayedCard, top: PlayedCard | None) -> bool:
    """Return a card of the first step: suit or rank of the top card, or an ace; anything on
    nothing."""
    if top is None or laid.card.rank in (ACE, top.card.rank):
        return True
    return laid.card.suit == suit_of(top)


def suit_of(top: PlayedCard) -> int:
    """Return the suit of the top card, or the one that was called with an ace."""
    called = suit_called(top.calls[-1], FRENCH) if top.calls else None
    return top.card.suit if called is None else called


def lay(builder: TurnBuilder, laid: PlayedCard, at: At) -> None:
    """Judge one card by the requirement of the turn, lay it, and carry out its power."""
    state: Running = builder.within
    if state.drawn:
        text = "{name} has picked up; that ended the turn."
        if not builder.closed:
            builder.note("turn.over", text, at, name=builder.names[builder.seat])
    answer(builder, laid, at)
    judge_fit(builder, laid, at)
    judge_call(builder, laid, at)
    state, rank = builder.within, laid.card.rank
    again = state.laid and state.laid[-1].card.rank == rank and state.wants in (CAP, NOTHING)
    run = state.run + 1 if again else 1
    wants = CAP if run == 2 and rank not in PICK_UPS else NOTHING
    wants = {THREE: COVER, QUEEN: ANY}.get(rank, wants)
    builder.lay((laid,))
    builder.within = state._replace(laid=(*state.laid, laid), run=run, wants=wants)
    if rank == KING:
        builder.turn_round(laid.card)
    elif rank == EIGHT and builder.options.eights == "person":
        skip_next(builder, builder.seat, laid.card)
    elif rank == EIGHT and builder.options.eights == "pointer":
        pointer = next_seat(builder, state.pointer, builder.direction)
        builder.within = builder.within._replace(pointer=pointer)


def answer(builder: TurnBuilder, laid: PlayedCard, at: At) -> None:
    """Judge a card with cards to pick up: an ace first cancels them; else only twos and jacks may
    be laid."""
    state: Running = builder.within
    if not state.waiting:
        return
    builder.owed[builder.seat] = ()
    if laid.card.rank in PICK_UPS:
        return
    if laid.card.rank == ACE and not state.laid:
        builder.within = state._replace(waiting=(), due=0)
        count = state.due
        text = "The {card} cancels the {count} cards that {name} had to pick up."
        builder.tell("cancel", text, builder.seat, count, card=card_name(laid.card), count=count)
        return
    text = (
        "{name} has {count} cards to pick up: only an ace first, or nothing but twos and "
        "jacks, answers that, not the {card}."
    )
    name = builder.names[builder.seat]
    builder.note("play.answer", text, at, count=state.due, name=name, card=card_name(laid.card))


def judge_fit(builder: TurnBuilder, laid: PlayedCard, at: At) -> None:
    """Note a card that may not come next by the steps of a turn."""
    state, top = builder.within, builder.top
    rank = laid.card.rank
    if state.wants == ANY:
        return
    if state.wants == NOTHING and state.run == 1:
        last = state.laid[-1].card
        if rank != last.rank:
            text = "After one card only its rank may follow: the {card} is not {rank}."
            builder.note(
                "play.rank", text, at, card=card_name(laid.card), rank=any_of_rank(last.rank)
            )
    elif top is not None and not fits(laid, top):
        wants = [any_of_suit(suit_of(top)), any_of_rank(top.card.rank)]
        wants += [any_of_rank(ACE)] * (top.card.rank != ACE)
        text = (
            "The {card} fits neither the suit nor the rank of the {top}. Play {wanted}, or pick up "
            "one card."
        )
        fitting, lying = alternatives(wants), played_card_name(top, FRENCH)
        builder.note("play.fit", text, at, card=card_name(laid.card), top=lying, wanted=fitting)


def judge_call(builder: TurnBuilder, laid: PlayedCard, at: At) -> None:
    """Note a wrong call: a suit may be called with every ace, in step 2 too, and nothing with any
    other card (“A Card Game”, “Ace”: when played, any suit can be specified)."""
    if not laid.calls:
        return
    if laid.card.rank != ACE:
        text = "Nothing is called with the {card}."
        builder.note("call.wrong", text, at, card=card_name(laid.card))
    elif suit_called(laid.calls[-1], FRENCH) is None:
        text = "“{call}” is not a suit. Call S, H, D or C."
        builder.note("call.wrong", text, at, firm=True, call=laid.calls[-1])
    else:
        called = played_card_name(laid, FRENCH)
        builder.tell("call", "{name} lays the {card}.", builder.seat, card=called)


def pick_up(builder: TurnBuilder, step: TurnStep, at: At) -> None:
    """Pick up cards: those that wait, or the one for stopping where a card is required."""
    state: Running = builder.within
    due = wanted(builder)
    number = state.drawn + step.number
    last_power = state.laid and state.laid[-1].card.rank in POWERS
    unsure = last_power and builder.hands[builder.seat].size is None
    name = builder.names[builder.seat]
    if number > max(due, int(bool(unsure))):
        if due:
            text = "{name} picks up only {due}." if due > 1 else "{name} picks up only one."
            builder.note("draw.amount", text, at, name=name, due=due)
        else:
            builder.note("draw.not_due", "{name} has nothing to pick up.", at, name=name)
    builder.draw(step.number, step.cards)
    builder.within = state._replace(drawn=number, waiting=())
    builder.closed = number >= due


def note_missing(builder: TurnBuilder, missing: int) -> None:
    """Note cards that should have been picked up and were not."""
    state: Running = builder.within
    name = builder.names[builder.seat]
    at: At = ("steps",)
    if not state.laid and state.due:
        text = "{name} has to pick up {due} cards first, or to answer with an ace, twos or jacks."
        if missing < state.due:
            text = "{name} has to pick up {due} cards; {missing} are missing."
        builder.note(
            "draw.due", text, at, rule="picking-up", name=name, due=state.due, missing=missing
        )
        return
    card = card_name(state.laid[-1].card) if state.laid else Phrase("")
    text, rule = {
        COVER: ("The {card} has to be covered by a card that fits; {name} picks up one.", "powers"),
        ANY: ("The {card} has to be covered by any card; {name} picks up one.", "powers"),
        CAP: ("The pair on top is not capped; {name} picks up one.", "one"),
        NOTHING: ("The {card} is a power card and cannot be the last; {name} picks up one.", "one"),
    }[state.wants]
    if not state.laid:
        text, rule = "{name} has played nothing and picks up one.", "one"
    elif state.wants == NOTHING:
        rule = "going-out"
    builder.note("draw.due", text, at, rule=rule, name=name, card=card)


def at_the_end(builder: TurnBuilder) -> list[Mark]:
    """Return the twos and jacks that end a turn without a break: what each of them adds."""
    marks: list[Mark] = []
    for laid in reversed(builder.within.laid):
        card = laid.card
        if card.rank not in PICK_UPS:
            break
        jack = RED if card.is_red else BLACK
        marks.append(builder.mark(TWO if card.rank == TWO else jack, card))
    return marks[::-1]


GAME = table_game(
    slug="garby-blackjack",
    name="Garby’s Blackjack",
    source="A Card Game, J. Garby 2024",
    about="All cards are dealt; lay as many as fit in a turn. First out wins, on a plain card.",
    family="winner",
    needs=decks(1),
    minutes=20,
    aliases=("Blackjack",),
    options=Options,
    plays=winners.shedding((2, 13), Round, note, how),
    referee=Turns(),
    examples=(
        example(
            "The worked example: three games, the last one played to the end.",
            {"out": 3},
            {"out": 0},
            {"order": [3, 1, 2, 0]},
            gives=(1, 0, 0, 2),
        ),
        example("Two players.", {"out": 1}, gives=(0, 1)),
        example("All five in order.", {"order": [4, 3, 2, 1, 0]}, gives=(0, 0, 0, 0, 1)),
        example("Both are told.", {"out": 0, "order": [0, 2, 1]}, gives=(1, 0, 0)),
        example("First to two.", {"out": 1}, {"out": 0}, {"out": 1}, gives=(1, 2), target=2),
        example("The same one three times.", *[{"out": 2}] * 3, gives=(0, 0, 3)),
    ),
)
