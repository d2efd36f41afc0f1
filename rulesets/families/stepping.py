"""How the turns of a stepping game go: one number up, one down or the same; chains, staircases.

A turn has one go or more. A go is a single card, a chain or a staircase, or a card drawn; the same
number as the top card's brings another go. Jacks, queens, kings and aces act unless they are called
as their number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from rulesets.cards.deck import FRENCH, STARS, Card, Deck, card_of
from rulesets.engine.problems import At, Problem, error
from rulesets.families.stepping_cards import (
    ACE,
    FIVE,
    JACK,
    KING,
    QUEEN,
    CardFace,
    acting_faces,
    chains,
    circle_of,
    list_calls,
    read_face,
    staircases,
)
from rulesets.referee.one_card import EMPTY_STOCK, note_too_few
from rulesets.referee.position import (
    Mark,
    PlayedCard,
    alternatives,
    any_of_rank,
    card_name,
    played_card_name,
)
from rulesets.referee.referee import Referee
from rulesets.referee.turn_builder import pass_turn, skip_next

if TYPE_CHECKING:
    from rulesets.referee.position import KnownHand, Opening, Setting, TurnStep
    from rulesets.referee.turn_builder import TurnBuilder

EACH_JACK, SLAPPED = 3, 3
# The next step of a turn: an answer to cards that wait, a go, another go, one card for a face card
# that was laid last.
ANSWER, GO, AGAIN, LAST = "answer", "go", "again", "last"


class SteppingTurn(NamedTuple):
    """How far a turn has come: what it waits for, what is still due, what waits to be passed on."""

    phase: str
    due: int = 0
    waiting: tuple[Mark, ...] = ()
    ended: bool = False


ANCHORS = MappingProxyType(
    {
        "play.fit": "fits",
        "play.group": "chains",
        "play.copies": "staircases",
        "play.last": "going-out",
        "play.answer": "answering",
        "again": "again",
        "draw.due": "answering",
        "call": "faces",
        "to": "faces",
        "slap": "slap",
        "effect.owe": "faces",
        "effect.skip": "faces",
        "effect.turn": "faces",
        "effect.swap": "faces",
        "effect.slap": "slap",
        "effect.again": "again",
        "effect.call": "faces",
        "effect.out": "going-out",
    }
)


class SteppingReferee(Referee):
    """The referee of such a game."""

    anchors = ANCHORS
    has_slaps = True
    plain_numbers = True

    def deck(self, options: Any, players: int) -> Deck:
        if options.deck == FIVE:
            suits = (*FRENCH, STARS)
            without = frozenset(card_of(rank, suit) for rank in (1, 2) for suit in suits)
            return Deck(2, 6, without, suits)
        return Deck(2, options.jokers)

    def reshuffles(self, options: Any) -> bool:
        """Return True: when the draw pile is used up, the play pile under its top card is
        shuffled."""
        return True

    def asks_of(self, options: Any) -> tuple[str, ...]:
        return (*self.asks, "ace") if options.deck == FIVE else self.asks

    def settle_options(self, setting: Setting, opening: Opening) -> Setting:
        """Return the setting with the number that is the ace, chosen anew each round (“Extra
        Steps”, Face Cards)."""
        if opening.ace is None or setting.options.deck != FIVE:
            return setting
        return replace(setting, options=replace(setting.options, ace=opening.ace))

    def opening_problems(self, setting: Setting, opening: Opening) -> Iterator[Problem]:
        top = opening.top
        if top is None:
            return
        if top.card.is_joker and not top.calls:
            text = "A joker that is turned up is covered by another card: turn one up."
            yield error("top.wild", text, ("start", "top"))
        elif read_face(top, setting) is None:
            text = "The {card} cannot be called “{call}”."
            call = "=".join(top.calls)
            yield error("call.wrong", text, ("start", "top"), card=card_name(top.card), call=call)

    def begin(self, builder: TurnBuilder) -> None:
        if builder.within is None:
            due = builder.before.owes(builder.seat)
            waiting = builder.owed[builder.seat] if due else ()
            builder.within = SteppingTurn(ANSWER if due else GO, due, waiting)
        builder.closed = builder.within.ended

    def step(self, builder: TurnBuilder, step: TurnStep, at: At) -> None:
        if step.verb == "draw":
            take_cards(builder, step, (*at, "draw"))
        elif step.verb == "pass":
            there = builder.available
            if there is None:
                builder.add_condition("pass.stock", EMPTY_STOCK)
            elif there:
                text = "There are cards to draw: play, or draw one."
                builder.note("pass.stock", text, (*at, "pass"))
            end_turn(builder)
        else:
            play_cards(builder, step, at)

    def end(self, builder: TurnBuilder) -> None:
        if not builder.closed:
            note_missing(builder)
        builder.owed[builder.seat] = ()
        pass_turn(builder)

    def may_play(self, builder: TurnBuilder) -> bool:
        return not builder.closed and builder.within.phase != LAST

    def candidates(self, builder: TurnBuilder, hand: KnownHand) -> Iterator[tuple[PlayedCard, ...]]:
        held: Counter[PlayedCard] = Counter()
        for card in hand.known:
            for laid in list_calls(card, builder.options):
                held[laid] += 1
        singles = sorted(held, key=lambda laid: laid.text)
        for laid in singles:
            yield (laid,)
        faces = {laid: read_face(laid, builder.setting) for laid in singles}
        # In a group a figure is listed as it is, an ace by number as the ace.
        grouped = {
            laid: face.value
            for laid, face in faces.items()
            if face is not None and not laid.card.is_joker and laid.calls in ((), ("A",))
        }
        copies = builder.setting.deck.copies
        plain = Counter({laid: min(held[laid], copies(laid.card)) for laid in grouped})
        circle, top = circle_of(builder.options), top_face(builder)
        near = circle.values if top is None else circle.near(top.value)
        for value in dict.fromkeys(near):
            yield from chains(plain, grouped, value)
        for laid, value in grouped.items():
            if value in near:
                yield from staircases(plain, grouped, circle, laid)

    def variants(self, builder: TurnBuilder, card: Card) -> Iterator[PlayedCard]:
        if not card.is_joker:
            yield PlayedCard(card)
            return
        # Whether a single joker fits depends on its number alone.
        for value in circle_of(builder.options).values:
            if value == ACE and builder.options.deck == FIVE:
                yield PlayedCard(card, (card_of(builder.options.ace, FRENCH[0]).text, "A"))
            else:
                yield PlayedCard(card, (card_of(value, FRENCH[0]).text,))


# --- a go -----------------------------------------------------------------------------------------


def top_face(builder: TurnBuilder) -> CardFace | None:
    """Return the face that the top card counts as; None if there is no known card."""
    return None if builder.top is None else read_face(builder.top, builder.setting)


def play_cards(builder: TurnBuilder, step: TurnStep, at: At) -> None:
    """Play one card, a chain or a staircase."""
    here = (*at, "play")
    builder.leave_hand(step.cards, here)
    top, before = top_face(builder), builder.top
    faces = read_all(builder, step, here)
    kind = circle_of(builder.options).kind(faces) if len(faces) == len(step.cards) else None
    if len(faces) == len(step.cards):
        judge_group(builder, step, faces, here)
        judge_fit(builder, step.cards[0], faces[0], (*here, 0))
    acts = acting_faces(kind, faces, builder.options) if kind else []
    judge_answer(builder, step, acts, here)
    last = judge_last(builder, step, faces, here)
    builder.lay(step.cards)
    judge_slap(builder, step, before, top, faces, at)
    state: SteppingTurn = builder.within
    if state.phase == ANSWER:
        builder.handing, builder.owed[builder.seat] = (*builder.handing, *state.waiting), ()
    builder.within = SteppingTurn(GO)
    if builder.is_empty and last != LAST:
        builder.win()
        return
    act_faces(builder, step, acts, at)
    same = bool(faces) and top is not None and faces[0].value == top.value
    if last == LAST or same:
        builder.within = SteppingTurn(last if last == LAST else AGAIN)
    else:
        end_turn(builder)


def end_turn(builder: TurnBuilder) -> None:
    builder.within = SteppingTurn(GO, ended=True)
    builder.closed = True


def read_all(builder: TurnBuilder, step: TurnStep, at: At) -> list[CardFace]:
    """Return the faces that the cards count as; note a card that cannot be read."""
    faces = []
    for place, laid in enumerate(step.cards):
        face = read_face(laid, builder.setting)
        if face is not None:
            faces.append(face)
        elif laid.card.is_joker and not laid.calls:
            text = "Which card is the joker? Write it as JK=7H."
            builder.note("call.missing", text, (*at, place), firm=True)
        else:
            text = "The {card} cannot be called “{call}”."
            call = "=".join(laid.calls)
            builder.note(
                "call.wrong", text, (*at, place), firm=True, card=card_name(laid.card), call=call
            )
    return faces


def judge_group(builder: TurnBuilder, step: TurnStep, faces: list[CardFace], at: At) -> None:
    """Note cards laid together that are neither a chain nor a staircase."""
    if circle_of(builder.options).kind(faces) is not None:
        return
    suits = {face.suit for face in faces}
    seen = Counter((face.value, face.suit) for face in faces)
    if len(suits) == 1 and len(seen) > 1 and max(seen.values()) > 1:
        text = "A staircase cannot have the same card twice."
        builder.note("play.copies", text, at, firm=True)
        once = list({face[:2]: face for face in faces}.values())
        if circle_of(builder.options).kind(once) is not None:
            return
    text = (
        "These cards are neither a chain (three or more of one number) nor a staircase (three or "
        "more of one suit, each one step from the last)."
    )
    if len(step.cards) == 2 and len({face.value for face in faces}) == 1:
        text = "Two of a number are two goes: play one, then the other."
    builder.note("play.group", text, at, firm=True)


def judge_fit(builder: TurnBuilder, laid: PlayedCard, face: CardFace, at: At) -> None:
    """Note a first card that is not one up, one down or the same."""
    top, circle = top_face(builder), circle_of(builder.options)
    if top is None or circle.step(top.value, face.value) is not None:
        return
    choices = alternatives([any_of_rank(value) for value in circle.near(top.value)])
    text = "The {card} does not fit on the {top}. Play {wanted}, or draw one card."
    card, on_top = played_card_name(laid, ()), top_words(builder)
    builder.note("play.fit", text, at, card=card, top=on_top, wanted=choices)


def judge_answer(builder: TurnBuilder, step: TurnStep, acts: list[CardFace], at: At) -> None:
    """Judge a play with cards waiting: only a jack or a queen in force is an answer."""
    state: SteppingTurn = builder.within
    if state.phase != ANSWER or any(face.acts in (JACK, QUEEN) for face in acts):
        return
    text = (
        "{name} has {count} cards to draw. Only a jack or a queen that acts can answer that, "
        "not the {card}; otherwise draw {count}."
    )
    name, card = builder.names[builder.seat], played_card_name(step.cards[-1], ())
    builder.note("play.answer", text, at, count=state.due, name=name, card=card)


def judge_last(builder: TurnBuilder, step: TurnStep, faces: list[CardFace], at: At) -> str:
    """Return the next requirement after a play that leaves no card: none after a plain number."""
    if not builder.is_empty or not faces or faces[-1].plain:
        return GO
    if builder.options.last_face == "draw":
        return LAST
    text = "The last card is a number from 2 to 10; the {card} cannot be it."
    place = len(step.cards) - 1
    builder.note("play.last", text, (*at, place), card=played_card_name(step.cards[-1], ()))
    return GO


def judge_slap(
    builder: TurnBuilder,
    step: TurnStep,
    before: PlayedCard | None,
    top: CardFace | None,
    faces: list[CardFace],
    at: At,
) -> None:
    """Carry out a slap for the very card that was on top: everybody slaps, and the last one
    draws."""
    same = top is not None and bool(faces) and faces[0][:2] == top[:2]
    if same and step.slap is None and not builder.asking:
        text = "The {card} was already on top: who was the last to slap?"
        card = top_words(builder, before)
        builder.note("slap.missing", text, (*at, "last_to_slap"), severity="warning", card=card)
    elif same and step.slap is not None:
        builder.unused.discard("slap")
        count = builder.within_reach(SLAPPED)
        builder.draw(SLAPPED, seat=step.slap)
        text = "{name} was the last to slap and draws {count}."
        builder.tell("slap", text, step.slap, count, count=count)


def top_words(builder: TurnBuilder, laid: PlayedCard | None = None) -> Any:
    """Return the name of the top card in a sentence."""
    top = laid or builder.top
    return "" if top is None else played_card_name(top, ())


def act_faces(builder: TurnBuilder, step: TurnStep, acts: list[CardFace], at: At) -> None:
    """Carry out the powers of the face cards."""
    swaps = False
    for face in acts:
        if face.acts == JACK:
            builder.hand(EACH_JACK, face.card)
        elif face.acts == QUEEN:
            builder.turn_round(face.card)
        elif face.acts == KING:
            skip_next(builder, builder.seat, face.card)
        else:
            swaps = not builder.is_empty
    if swaps:
        swap_hands(builder, step, at)


def swap_hands(builder: TurnBuilder, step: TurnStep, at: At) -> None:
    """Swap the hands of the mover and another player, for an ace."""
    builder.unused.discard("to")
    if step.to is None:
        if not builder.asking:
            text = "Who does {name} swap hands with? Write it as {field}."
            name, field = builder.names[builder.seat], '"to"'
            builder.note("to.missing", text, at, firm=True, name=name, field=field)
    elif step.to == builder.seat:
        text = "{name} swaps hands with another player."
        builder.note("to.player", text, (*at, "to"), firm=True, name=builder.names[builder.seat])
    else:
        hands, seat = builder.hands, builder.seat
        hands[seat], hands[step.to] = hands[step.to], hands[seat]
        text = "{player} and {name} swap hands."
        builder.tell("swap", text, step.to, player=builder.names[seat])


# --- drawing --------------------------------------------------------------------------------------


def take_cards(builder: TurnBuilder, step: TurnStep, at: At) -> None:
    """Draw the cards that wait, or the one that ends a turn."""
    state: SteppingTurn = builder.within
    due = state.due if state.phase == ANSWER else 1
    there = builder.available
    if there is not None and step.number > there:
        note_too_few(builder, step.number, there, at)
    elif step.number > due:
        text = "{name} draws only {due}." if due > 1 else "{name} draws one card, no more."
        builder.note("draw.amount", text, at, name=builder.names[builder.seat], due=due)
    builder.draw(step.number, step.cards)
    if state.phase != ANSWER:
        end_turn(builder)
    elif step.number < due:
        builder.within = state._replace(due=due - step.number)
    else:
        builder.owed[builder.seat] = ()
        builder.within = SteppingTurn(GO)
        if builder.options.draw_ends_turn:
            end_turn(builder)


def note_missing(builder: TurnBuilder) -> None:
    """Note a turn that stopped with something still to be done."""
    state, name, at = builder.within, builder.names[builder.seat], ("steps",)
    if state.phase == ANSWER:
        text = "{name} has to draw {due} cards, or answer with a jack or a queen."
        builder.note("draw.due", text, at, name=name, due=state.due)
    elif builder.available == 0:
        return
    elif state.phase == GO:
        text = "{name} has played nothing: play, or draw one card."
        builder.note("play.due", text, at, name=name)
    elif state.phase == LAST:
        text = "The last card was a face card: {name} draws one."
        builder.note("draw.due", text, at, rule="going-out", name=name)
    elif builder.options.again == "go":
        text = (
            "It matched the number of the top card, so {name} has another go: play, or draw one "
            "card."
        )
        builder.note("again.due", text, at, name=name)
