"""A turn judged against the position before it: everything that is wrong, and what follows; and
what is open to the player to move: the verbs, and every play of the known hand.

Whatever could be tried is judged as a turn that is still going on, so what is listed as open is
legal there, and nothing else is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from rulesets.engine.problems import Problem
from rulesets.engine.text import Phrase, listed
from rulesets.referee.position import (
    DIRECTIONS,
    Judgement,
    KnownHand,
    Mark,
    Over,
    Position,
    Turn,
    TurnStep,
    card_name,
    long_name,
    played_card_name,
)
from rulesets.referee.turn_builder import TurnBuilder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.cards.deck import Card
    from rulesets.engine.problems import At
    from rulesets.referee.position import PlayedCard, TurnFile


BESIDE = ("to", "slap")  # what a step may say of somebody beside its cards
EXCHANGES = {"play", "meld"}  # verbs by which cards leave a hand for good


def start(file: TurnFile) -> Position:
    """Return the position before the first turn."""
    setting, opening = file.setting, file.opening
    seats = range(setting.players)
    top = opening.top
    pile = opening.pile if opening.pile is not None else int(top is not None)
    position = Position(
        setting=setting,
        mover=opening.first,
        direction=opening.direction,
        turned=None,
        hands=tuple(opening.hands.get(seat, KnownHand()) for seat in seats),
        owed=tuple(_marks(opening.due.get(seat, 0)) for seat in seats),
        skips=tuple(_marks(1) * opening.skips.get(seat, 0) for seat in seats),
        paused=frozenset(),
        passed=(),
        top=top,
        laid=0,
        pile=pile,
        stock=opening.stock,
        lying={} if top is None else {top.card: 1},
        passes=0,
        over=None,
        turns=0,
        last=None,
        memory=setting.referee.opening_memory(setting, opening),
    )
    return setting.referee.open_position(position, opening)


def _marks(amount: int) -> tuple[Mark, ...]:
    return (Mark(amount, None, 0),) if amount else ()


def judge_turn(position: Position, turn: Turn) -> Judgement:
    """Judge a turn. The errors of an overridden turn become warnings, and it counts; any other turn
    with an error is left out: the position stays as it was, and nothing has happened."""
    judgement = carry_out(position, turn)
    if judgement.legal:
        return judgement
    if turn.override and not any(problem.firm for problem in judgement.problems):
        milder = tuple(replace(problem, severity="warning") for problem in judgement.problems)
        return judgement._replace(problems=milder)
    return Judgement(judgement.problems, (), position, legal=False, counts=False)


def play(position: Position, turn: Turn) -> Position:
    """Return the position after a turn; the same as before, if the turn does not count."""
    return judge_turn(position, turn).after


def carry_out(position: Position, turn: Turn, *, asking: bool = False) -> Judgement:
    """Return a turn as it is written, with everything that is wrong with it and the position to
    which it leads if it counts all the same."""
    if turn.seat is None or position.over is not None:
        return Judgement((*turn.unread, *_after_the_end(position)), (), position, legal=False)
    builder = TurnBuilder(position, turn, turn.seat, asking=asking)
    builder.problems += turn.unread
    referee = builder.referee
    if turn.is_round:
        referee.new_round(builder, turn)
        return _judgement(builder)
    if turn.seat != position.mover:
        _note_wrong_turn(builder, position)
    if turn.left is not None:
        _count_back(builder, turn)
    referee.begin(builder)
    for number, step in enumerate(turn.steps):
        _step(builder, step, number)
    if turn.done:
        _finish(builder, turn)
    elif builder.over is None:
        builder.mover = turn.seat
    return _judgement(builder)


def _judgement(builder: TurnBuilder) -> Judgement:
    problems = builder.problems
    legal = not problems or all(problem.severity == "warning" for problem in problems)
    conditions = tuple(builder.conditions) if legal else ()
    return Judgement(
        tuple(problems), tuple(builder.effects), builder.build(), legal, conditions=conditions
    )


def _after_the_end(position: Position) -> tuple[Problem, ...]:
    if position.over is None:
        return ()
    text = "The game is over, so it is nobody’s turn."
    return (Problem("game.over", "error", Phrase(text), ("player",), firm=True),)


def _note_wrong_turn(builder: TurnBuilder, position: Position) -> None:
    builder.within, builder.handing = None, ()
    who = builder.names[builder.seat]
    if position.mover is None:
        text = "This round is over. A new one has to begin before {name} can act."
        builder.note("turn.order", text, ("player",), name=who)
        return
    builder.note(
        "turn.order",
        "It is {next}’s turn, not {name}’s.",
        ("player",),
        next=builder.names[position.mover],
        name=who,
    )


def _count_back(builder: TurnBuilder, turn: Turn) -> None:
    """Work out how many cards an uncounted hand held before a turn from the count after it, unless
    hands were exchanged on the way."""
    hand = builder.hands[builder.seat]
    if hand.others is not None or turn.left is None or not turn.done:
        return
    before = turn.left
    for step in turn.steps:
        if step.to is not None or step.slap == builder.seat or step.verb == "reveal":
            return
        before += len(step.cards) if step.verb in EXCHANGES else 0
        before -= step.number if step.verb == "draw" else 0
    if before >= len(hand.known):
        builder.hands[builder.seat] = hand.counted(before)


def _step(builder: TurnBuilder, step: TurnStep, number: int) -> None:
    at = ("steps", number)
    if step.verb not in builder.referee.verbs:
        text = "This game has no “{verb}”; it has: {verbs}."
        verbs = ", ".join(builder.referee.verbs)
        builder.note("step.kind", text, (*at, step.verb), firm=True, verb=step.verb, verbs=verbs)
        return
    if builder.closed and not any(problem.code == "turn.over" for problem in builder.problems):
        text = "The turn of {name} had ended before this."
        builder.note("turn.over", text, at, name=builder.names[builder.seat])
    if step.verb == "draw" and step.cards:
        builder.referee.check_draw(builder, step, (*at, step.verb))
    builder.unused = {name for name in BESIDE if getattr(step, name) is not None}
    builder.referee.step(builder, step, at)
    _note_unneeded(builder, step, at)


def _note_unneeded(builder: TurnBuilder, step: TurnStep, at: At) -> None:
    """Note a player named with a card that needs none, or a slap where nobody slaps."""
    card = card_name(step.cards[-1].card) if step.cards else Phrase("")
    if "to" in builder.unused:
        text = "There is nobody to name with the {card}."
        builder.note("to.unneeded", text, (*at, "to"), card=card)
    if "slap" in builder.unused:
        text = "Nobody slaps: the {card} is not the card that was on top."
        if not builder.referee.has_slaps:
            text = "Nobody slaps in this game."
        builder.note("slap.none", text, (*at, "last_to_slap"), card=card)


def _finish(builder: TurnBuilder, turn: Turn) -> None:
    """End the turn: find the next player, and count the hand."""
    builder.last = builder.seat
    if builder.over is None:
        builder.referee.end(builder)
    builder.within, builder.handing = None, ()
    if turn.then is not None and not builder.referee.has_then:
        text = "Nobody chooses who comes next in this game."
        builder.note("then.unneeded", text, ("then",))
    if turn.left is None:
        return
    hand = builder.hands[builder.seat]
    if hand.size is not None and hand.size != turn.left:
        text = "{name} should hold {count} cards after this turn, not {left}."
        if hand.size == 1:
            text = "{name} should hold one card after this turn, not {left}."
        name = builder.names[builder.seat]
        builder.note("hand.count", text, ("left",), name=name, count=hand.size, left=turn.left)
    elif turn.left < len(hand.known):
        text = "{name} is known to hold {count} cards after this turn, not {left}."
        name, count = builder.names[builder.seat], len(hand.known)
        builder.note("hand.count", text, ("left",), name=name, count=count, left=turn.left)
    builder.hands[builder.seat] = hand.counted(turn.left)


# --- what is open to the player to move -----------------------------------------------------------


PlayedCards = tuple["PlayedCard", ...]


def with_hand(position: Position, hand: Sequence[Card] | None) -> Position:
    """Return the position with the hand of the player to move known as a whole."""
    if hand is None or position.mover is None:
        return position
    hands = list(position.hands)
    hands[position.mover] = KnownHand(tuple(hand), 0)
    return replace(position, hands=tuple(hands))


def list_plays(position: Position, hand: Sequence[Card] | None = None) -> list[list[str]] | None:
    """Return every legal next play of the known cards of the player to move (or of this `hand`),
    each a list of cards, sorted; None if no card of the hand is known."""
    position = with_hand(position, hand)
    if position.mover is None:
        return []
    held = position.hands[position.mover]
    if not held.known and not held.is_whole:
        return None
    builder = _begin_turn(position, position.mover)
    plays = (
        play
        for play in builder.referee.candidates(builder, held)
        if _is_legal(position, builder, play)
    )
    return sorted([laid.text for laid in play] for play in plays)


def _is_legal(position: Position, builder: TurnBuilder, play: PlayedCards) -> bool:
    """Return whether some way to call its bare wild cards makes a play legal."""
    ways = [
        (laid,) if laid.calls else tuple(builder.referee.variants(builder, laid.card))
        for laid in play
    ]
    return any(_is_open(position, TurnStep("play", cards)) for cards in product(*ways))


def list_verbs(position: Position) -> list[str]:
    """Return the verbs that are open to the player to move."""
    if position.mover is None or position.over is not None:
        return []
    builder = _begin_turn(position, position.mover)
    listed = list_plays(position)
    verbs = []
    for verb in builder.referee.verbs:
        if verb == "play":
            is_complete = listed is not None and position.hands[position.mover].is_whole
            is_open = bool(listed) or (not is_complete and builder.referee.may_play(builder))
        else:
            step = builder.referee.trial(builder, verb)
            is_open = not (builder.closed or position.due) if step is None else (
                _is_open(position, step)
            )  # fmt: skip
        if is_open:
            verbs.append(verb)
    return verbs


def _begin_turn(position: Position, seat: int) -> TurnBuilder:
    builder = TurnBuilder(position, Turn(position.turns + 1, seat, done=False), seat, asking=True)
    builder.referee.begin(builder)
    return builder


def _is_open(position: Position, step: TurnStep) -> bool:
    """Return whether a step could come next."""
    turn = Turn(position.turns + 1, position.mover, (step,), done=False)
    return carry_out(position, turn, asking=True).legal


ENDINGS = {
    "out": "{name} is out of cards and has won.",
    "blocked": "Everybody has passed: the hand is blocked.",
    "tricks": "All tricks have been played.",
}


class Reason(NamedTuple):
    """One reason: the sentence, the part of the rule text, whom it is about (None: everybody), and
    the cards that made it."""

    words: Phrase
    rule: str
    seat: int | None = None
    marks: tuple[Mark, ...] = ()


def explain(position: Position) -> tuple[Reason, ...]:
    """Return every reason of a position: the end, or who is next; what waits; the direction; what
    was called; and whatever else the game knows."""
    return tuple(_reasons(position))


def _reasons(position: Position) -> Iterator[Reason]:
    if position.over is not None:
        yield _end(position, position.over)
    else:
        yield from _next(position)
        yield from _waiting(position)
    yield from _direction(position)
    yield from _call(position)
    yield from position.setting.referee.reasons(position)


def _reason(
    position: Position,
    kind: str,
    template: str,
    seat: int | None = None,
    marks: Sequence[Mark] = (),
    **params: str | int | Phrase,
) -> Reason:
    if seat is not None:
        params["name"] = position.setting.names[seat]
    rule = position.setting.referee.anchor(f"effect.{kind}")
    return Reason(Phrase(template, params), rule, seat, tuple(marks))


def _end(position: Position, over: Over) -> Reason:
    winner, reason = over
    return _reason(position, reason, ENDINGS[reason], winner)


def _next(position: Position) -> Iterator[Reason]:
    mover, last = position.mover, position.last
    if mover is None:
        return
    own = position.setting.referee.next_reason(position, mover)
    if own is not None:
        yield own
        return
    for seat, mark in position.passed:
        text = "{name} was skipped: {cards}."
        yield _reason(
            position, "skip", text, seat, (mark,), cards=_list_marks((mark,), counted=False)
        )
    if last is None:
        yield _reason(position, "next", "{name} begins.", mover)
    elif position.within is not None:
        yield _reason(position, "next", "It is still {name}’s turn.", mover)
    elif mover == last:
        yield _reason(position, "next", "It is {name}’s turn again.", mover)
    else:
        text = "{name} comes after {last}, {way}."
        way = Phrase(DIRECTIONS[position.direction])
        yield _reason(position, "next", text, mover, last=position.setting.names[last], way=way)


def _waiting(position: Position) -> Iterator[Reason]:
    for seat, marks in enumerate(position.owed):
        if marks:
            text, all_of_them = "{name} draws {count}: {cards}.", sum(mark.amount for mark in marks)
            count = position.owes(seat)
            if count < all_of_them:
                text = "{name} draws {count}, as many as there are: {cards}."
            yield _reason(position, "owe", text, seat, marks, count=count, cards=_list_marks(marks))
    for seat, marks in enumerate(position.skips):
        if marks:
            text = "{name} will be skipped: {cards}."
            yield _reason(
                position, "skip", text, seat, marks, cards=_list_marks(marks, counted=False)
            )
    for seat in sorted(position.paused):
        text = "The turn of {name} is paused and goes on when play comes back."
        yield _reason(position, "pause", text, seat)


def _direction(position: Position) -> Iterator[Reason]:
    if position.turned is not None:
        text, marks = "Play goes {way}: {cards}.", (position.turned,)
        way, names = Phrase(DIRECTIONS[position.direction]), _list_marks(marks, counted=False)
        yield _reason(position, "turn", text, None, marks, way=way, cards=names)


def _call(position: Position) -> Iterator[Reason]:
    top = position.top
    if top is not None and top.calls:
        mark = Mark(1, top.card, position.laid)
        text = "On top lies {card}, {when}."
        card = played_card_name(top, position.setting.deck.suits)
        yield _reason(position, "call", text, None, (mark,), card=card, when=_when_words(mark))


def _list_marks(marks: Sequence[Mark], *, counted: bool = True) -> Phrase:
    """Return marks in a row: "Jack of hearts 3 (turn 1), Jack of clubs 5 (turn 2)"."""
    return listed([_mark_words(mark, counted=counted) for mark in marks])


def _mark_words(mark: Mark, *, counted: bool) -> Phrase:
    if mark.card is None:
        return Phrase(
            "{count} from the start" if counted else "so at the start", {"count": mark.amount}
        )
    template = "{card} {count} ({when})" if counted else "{card} ({when})"
    return Phrase(
        template, {"card": long_name(mark.card), "count": mark.amount, "when": _when_words(mark)}
    )


def _when_words(mark: Mark) -> Phrase:
    return Phrase("turn {number}", {"number": mark.turn}) if mark.turn else Phrase("at the start")
