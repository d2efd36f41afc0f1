"""How the turns of a stepping game go: one number up, one down or the same; chains, staircases.

A turn has one go or more. A go is a single card, a chain or a staircase, or a card drawn; the same
number as the top card's brings another go. Jacks, queens, kings and aces act unless they are called
as their number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from rulesets.equipment.cards import FRENCH, STARS, Card, Deck, card_of
from rulesets.families.stepping_faces import (
    ACE,
    FIVE,
    JACK,
    KING,
    QUEEN,
    acting,
    circle_of,
    read_face,
    ways,
)
from rulesets.problems import At, Problem, error
from rulesets.referee.circle import hand_on, mark_next
from rulesets.referee.groups import Face, chains, staircases
from rulesets.referee.laid import Laid
from rulesets.referee.naming import a_rank, either, named, shown
from rulesets.referee.one_card import EMPTY_STOCK, too_few
from rulesets.referee.position import Mark
from rulesets.referee.referee import Referee

if TYPE_CHECKING:
    from rulesets.referee.going import Going
    from rulesets.referee.hands import Hand
    from rulesets.referee.turns import Opening, Setting, Step

EACH_JACK, SLAPPED = 3, 3
# What a turn waits for: an answer to cards that wait, a go, another go, one card for a face card
# that was laid last.
ANSWER, GO, AGAIN, LAST = "answer", "go", "again", "last"


class Stepping(NamedTuple):
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


class Steps(Referee):
    """The referee of such a game."""

    anchors = ANCHORS
    has_slaps = True
    plain_numbers = True

    def deck(self, options: Any, players: int) -> Deck:
        del players
        if options.deck == FIVE:
            suits = (*FRENCH, STARS)
            without = frozenset(card_of(rank, suit) for rank in (1, 2) for suit in suits)
            return Deck(2, 6, without, suits)
        return Deck(2, options.jokers)

    def reshuffles(self, options: Any) -> bool:
        """When the draw pile is used up, the play pile under its top card is shuffled."""
        del options
        return True

    def opening_problems(self, setting: Setting, opening: Opening) -> Iterator[Problem]:
        top = opening.top
        if top is None:
            return
        if top.card.is_joker and not top.calls:
            text = "A joker turned up is covered by another card: turn one up."
            yield error("top.wild", text, ("start", "top"))
        elif read_face(top, setting) is None:
            text = "The {card} cannot be called “{call}”."
            call = "=".join(top.calls)
            yield error("call.wrong", text, ("start", "top"), card=named(top.card), call=call)

    def begin(self, going: Going) -> None:
        if going.within is None:
            due = going.before.owes(going.seat)
            waiting = going.owed[going.seat] if due else ()
            going.within = Stepping(ANSWER if due else GO, due, waiting)
        going.closed = going.within.ended

    def step(self, going: Going, step: Step, at: At) -> None:
        if step.verb == "draw":
            draw(going, step, (*at, "draw"))
        elif step.verb == "pass":
            there = going.available
            if there is None:
                going.suppose("pass.stock", EMPTY_STOCK)
            elif there:
                text = "There are cards to draw: play, or draw one."
                going.note("pass.stock", text, (*at, "pass"))
            close(going)
        else:
            play(going, step, at)

    def end(self, going: Going) -> None:
        if not going.closed:
            note_missing(going)
        going.owed[going.seat] = ()
        hand_on(going)

    def may_play(self, going: Going) -> bool:
        return not going.closed and going.within.phase != LAST

    def candidates(self, going: Going, hand: Hand) -> Iterator[tuple[Laid, ...]]:
        held: Counter[Laid] = Counter()
        for card in hand.known:
            for laid in ways(card, going.options):
                held[laid] += 1
        singles = sorted(held, key=lambda laid: laid.text)
        for laid in singles:
            yield (laid,)
        faces = {laid: read_face(laid, going.setting) for laid in singles}
        # In a group a figure is listed as it is, an ace by number as the ace.
        grouped = {
            laid: face.value
            for laid, face in faces.items()
            if face is not None and not laid.card.is_joker and laid.calls in ((), ("A",))
        }
        copies = going.setting.deck.copies
        plain = Counter({laid: min(held[laid], copies(laid.card)) for laid in grouped})
        circle, top = circle_of(going.options), top_face(going)
        near = circle.values if top is None else circle.near(top.value)
        for value in dict.fromkeys(near):
            yield from chains(plain, grouped, value)
        for laid, value in grouped.items():
            if value in near:
                yield from staircases(plain, grouped, circle, laid)

    def variants(self, going: Going, card: Card) -> Iterator[Laid]:
        if not card.is_joker:
            yield Laid(card)
            return
        # Whether a single joker fits depends on its number alone.
        for value in circle_of(going.options).values:
            if value == ACE and going.options.deck == FIVE:
                yield Laid(card, (card_of(going.options.ace, FRENCH[0]).text, "A"))
            else:
                yield Laid(card, (card_of(value, FRENCH[0]).text,))


# --- a go -----------------------------------------------------------------------------------------


def top_face(going: Going) -> Face | None:
    """What the top card counts as; None where nothing lies there that anybody knows."""
    return None if going.top is None else read_face(going.top, going.setting)


def play(going: Going, step: Step, at: At) -> None:
    """One card, a chain or a staircase."""
    here = (*at, "play")
    going.leave_hand(step.cards, here)
    top, before = top_face(going), going.top
    faces = read_all(going, step, here)
    kind = circle_of(going.options).kind(faces) if len(faces) == len(step.cards) else None
    if len(faces) == len(step.cards):
        judge_group(going, step, faces, here)
        judge_fit(going, step.cards[0], faces[0], (*here, 0))
    acts = acting(kind, faces, going.options) if kind else []
    judge_answer(going, step, acts, here)
    last = judge_last(going, step, faces, here)
    going.lay(step.cards)
    judge_slap(going, step, before, top, faces, at)
    state: Stepping = going.within
    if state.phase == ANSWER:
        going.handing, going.owed[going.seat] = (*going.handing, *state.waiting), ()
    going.within = Stepping(GO)
    if going.is_empty and last != LAST:
        going.win()
        return
    act(going, step, acts, at)
    same = bool(faces) and top is not None and faces[0].value == top.value
    if last == LAST or same:
        going.within = Stepping(last if last == LAST else AGAIN)
    else:
        close(going)


def close(going: Going) -> None:
    """The turn is over."""
    going.within = Stepping(GO, ended=True)
    going.closed = True


def read_all(going: Going, step: Step, at: At) -> list[Face]:
    """What the cards count as, as far as that can be read; what cannot is noted."""
    faces = []
    for place, laid in enumerate(step.cards):
        face = read_face(laid, going.setting)
        if face is not None:
            faces.append(face)
        elif laid.card.is_joker and not laid.calls:
            text = "Which card is the joker? Write it as JK=7H."
            going.note("call.missing", text, (*at, place), firm=True)
        else:
            text = "The {card} cannot be called “{call}”."
            call = "=".join(laid.calls)
            going.note(
                "call.wrong", text, (*at, place), firm=True, card=named(laid.card), call=call
            )
    return faces


def judge_group(going: Going, step: Step, faces: list[Face], at: At) -> None:
    """Whether cards that are laid together are a chain or a staircase."""
    if circle_of(going.options).kind(faces) is not None:
        return
    suits = {face.suit for face in faces}
    seen = Counter((face.value, face.suit) for face in faces)
    if len(suits) == 1 and len(seen) > 1 and max(seen.values()) > 1:
        text = "No card may stand twice in a staircase."
        going.note("play.copies", text, at, firm=True)
        once = list({face[:2]: face for face in faces}.values())
        if circle_of(going.options).kind(once) is not None:
            return
    text = (
        "These cards are neither a chain (three or more of one number) nor a staircase (three or "
        "more of one suit, each one step from the last)."
    )
    if len(step.cards) == 2 and len({face.value for face in faces}) == 1:
        text = "Two of a number are two goes: lay one, then the other."
    going.note("play.group", text, at, firm=True)


def judge_fit(going: Going, laid: Laid, face: Face, at: At) -> None:
    """Whether the first card is one up, one down or the same."""
    top, circle = top_face(going), circle_of(going.options)
    if top is None or circle.step(top.value, face.value) is not None:
        return
    wanted = either([a_rank(value) for value in circle.near(top.value)])
    text = "The {card} does not fit on the {top}. Play {wanted}, or draw one card."
    on_top = a_top(going)
    going.note("play.fit", text, at, card=named(laid.card), top=on_top, wanted=wanted)


def judge_answer(going: Going, step: Step, acts: list[Face], at: At) -> None:
    """With cards waiting, only a jack or a queen in force is an answer."""
    state: Stepping = going.within
    if state.phase != ANSWER or any(face.acts in (JACK, QUEEN) for face in acts):
        return
    text = (
        "{count} cards wait for {name}. A jack or a queen that acts answers them, the {card} does "
        "not; or draw {count}."
    )
    name, card = going.names[going.seat], named(step.cards[-1].card)
    going.note("play.answer", text, at, count=state.due, name=name, card=card)


def judge_last(going: Going, step: Step, faces: list[Face], at: At) -> str:
    """What is wanted after a play that leaves no card: nothing after a plain number."""
    if not going.is_empty or not faces or faces[-1].plain:
        return GO
    if going.options.last_face == "draw":
        return LAST
    text = "The last card is a number from 2 to 10; the {card} cannot be it."
    place = len(step.cards) - 1
    going.note("play.last", text, (*at, place), card=named(step.cards[-1].card))
    return GO


def judge_slap(
    going: Going, step: Step, before: Laid | None, top: Face | None, faces: list[Face], at: At
) -> None:
    """The very card that lay on top: everybody slaps, and the last one draws."""
    same = top is not None and bool(faces) and faces[0][:2] == top[:2]
    if same and step.slap is None and not going.asking:
        text = "The {card} lay on top already: who was the last to slap?"
        card = a_top(going, before)
        going.note("slap.missing", text, (*at, "last_to_slap"), severity="warning", card=card)
    elif same and step.slap is not None:
        going.unused.discard("slap")
        count = going.within_reach(SLAPPED)
        going.draw(SLAPPED, seat=step.slap)
        text = "{name} was the last to slap and draws {count}."
        going.tell("slap", text, step.slap, count, count=count)


def a_top(going: Going, laid: Laid | None = None) -> Any:
    """The top card as it is said."""
    top = laid or going.top
    if top is None or not top.calls:
        return named(top.card) if top is not None else ""
    return shown(top, ())


def act(going: Going, step: Step, acts: list[Face], at: At) -> None:
    """What the face cards do."""
    swaps = False
    for face in acts:
        if face.acts == JACK:
            going.hand(EACH_JACK, face.card)
        elif face.acts == QUEEN:
            going.turn_round(face.card)
        elif face.acts == KING:
            mark_next(going, going.seat, face.card)
        else:
            swaps = not going.is_empty
    if swaps:
        swap(going, step, at)


def swap(going: Going, step: Step, at: At) -> None:
    """The ace swaps hands with another player."""
    going.unused.discard("to")
    if step.to is None:
        if not going.asking:
            text = "With whom does {name} swap hands? Write it as {field}."
            name, field = going.names[going.seat], '"to"'
            going.note("to.missing", text, at, firm=True, name=name, field=field)
    elif step.to == going.seat:
        text = "{name} swaps hands with another player."
        going.note("to.player", text, (*at, "to"), firm=True, name=going.names[going.seat])
    else:
        hands, seat = going.hands, going.seat
        hands[seat], hands[step.to] = hands[step.to], hands[seat]
        text = "{player} and {name} swap hands."
        going.tell("swap", text, step.to, player=going.names[seat])


# --- drawing --------------------------------------------------------------------------------------


def draw(going: Going, step: Step, at: At) -> None:
    """Cards that wait are drawn, or the one that ends a turn."""
    state: Stepping = going.within
    due = state.due if state.phase == ANSWER else 1
    there = going.available
    if there is not None and step.number > there:
        too_few(going, step.number, there, at)
    elif step.number > due:
        text = "{name} draws {due}, no more." if due > 1 else "{name} draws one card, no more."
        going.note("draw.amount", text, at, name=going.names[going.seat], due=due)
    going.draw(step.number, step.cards)
    if state.phase != ANSWER:
        close(going)
    elif step.number < due:
        going.within = state._replace(due=due - step.number)
    else:
        going.owed[going.seat] = ()
        going.within = Stepping(GO)
        if going.options.draw_ends_turn:
            close(going)


def note_missing(going: Going) -> None:
    """The turn has stopped where something is still to be done."""
    state, name, at = going.within, going.names[going.seat], ("steps",)
    if state.phase == ANSWER:
        text = "{name} has to draw {due} cards, or answer with a jack or a queen."
        going.note("draw.due", text, at, name=name, due=state.due)
    elif going.available == 0:
        return
    elif state.phase == GO:
        text = "{name} has played nothing: play, or draw one card."
        going.note("play.due", text, at, name=name)
    elif state.phase == LAST:
        text = "The last card was a face card: {name} draws one."
        going.note("draw.due", text, at, rule="going-out", name=name)
    elif going.options.again == "go":
        text = "It was the number of the top card: {name} has another go, a play or one card drawn."
        going.note("again.due", text, at, name=name)
