"""The referee's ruling on a turn on trial: judgement, reasons, and the next question."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rulesets.cards.deck import ALL_SUITS, RANKS, SPECIAL, card_of
from rulesets.engine.problems import Problem, Unusable
from rulesets.engine.text import Phrase
from rulesets.files.turn_file import read_further, read_turn_file
from rulesets.referee import judge_turn, list_verbs, start
from rulesets.referee.position import PlayedCard
from tournaments.models.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.cards.deck import Deck
    from rulesets.referee import Judgement, Position, Turn, TurnFile, TurnStep
    from tournaments.referee.game_session import GameSession, TurnJson
    from tournaments.referee.page import RefereePlace

JOKER_SUIT = 4


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a step, with the answers to tap: each in the notation of the turn file, with
    the suit or card to draw (neither: a name, a rank). `optional`: it may be left open."""

    about: str  # "call", "to", "last_to_slap", "claim"
    place: int = 0
    card: PlayedCard | None = None
    suits: tuple[tuple[str, int], ...] = ()
    cards: tuple[PlayedCard, ...] = ()
    names: tuple[str, ...] = ()
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Followed:
    """The turns as entered and as read by the engine, and the positions before each of them and
    after the last."""

    turns: tuple[TurnJson, ...]
    file: TurnFile
    positions: tuple[Position, ...]


@dataclass(frozen=True, slots=True)
class Ruling:
    """The position, and the judgement of the turn on trial (None: there was none). `followed`: the
    turns judged so far, so that the next tap need not judge them again."""

    session: GameSession
    position: Position
    followed: Followed
    judgement: Judgement | None = None
    question: Question | None = None


def ruled(
    session: GameSession,
    place: RefereePlace,
    *,
    after: Ruling | None = None,
    answered: bool = False,
) -> Ruling:
    """Rule on a session. An allowed turn is added to it, unless there is a question about it.
    `answered`: no optional questions are left; `after`: the ruling before the tap, whose turns are
    not judged again. Raises Refused for an invalid turn file."""
    before = None if after is None else after.followed
    turns = session.turns if session.tried is None else session.finished
    followed = _followed(session, turns, place, before)
    position = followed.positions[-1]
    if session.tried is None:
        return Ruling(session, position, followed)
    (*_, tried) = _further(followed, place, len(turns), (session.tried,)).turns
    judgement, tried, whole = _finished(position, tried)
    question = _question(position, tried, judgement, answered=answered)
    if not judgement.counts or question is not None:
        return Ruling(session, position, followed, judgement, question)
    turn = session.tried
    if whole:
        turn = {name: value for name, value in turn.items() if name != "done"}
    return Ruling(replace(session, tried=turn).confirmed(), judgement.after, followed, judgement)


def _followed(
    session: GameSession, turns: tuple[TurnJson, ...], place: RefereePlace, before: Followed | None
) -> Followed:
    """Read and judge the turns after those that `before` has in common with them."""
    if before is None:
        file = _start(session, place)
        before = Followed((), file, (start(file),))
    count = 0
    for new, other in zip(turns, before.turns, strict=False):
        if new != other:
            break
        count += 1
    file = _further(before, place, count, turns[count:])
    positions = [*before.positions[: count + 1]]
    for turn in file.turns[count:]:
        positions.append(judge_turn(positions[-1], turn).after)
    return Followed(turns, file, tuple(positions))


def _start(session: GameSession, place: RefereePlace) -> TurnFile:
    """Return the file before its first turn. Raises Refused."""
    document = session.opening(place.game.slug, place.options) | {"edition": place.edition}
    try:
        file = read_turn_file(document)
    except Unusable as error:
        raise _unusable(error) from error
    return _sound(file)


def _further(
    followed: Followed, place: RefereePlace, count: int, listed: tuple[TurnJson, ...]
) -> TurnFile:
    """Return the file with the turns `listed` after the first `count` of those followed. Raises
    Refused."""
    try:
        file = read_further(followed.file, place.game, count, list(listed))
    except Unusable as error:
        raise _unusable(error) from error
    return _sound(file)


def _unusable(error: Unusable) -> Refused:
    return Refused([Problem("turn.unusable", "error", Phrase("{why}", {"why": str(error)}))])


def _sound(file: TurnFile) -> TurnFile:
    """Return the file. Raises Refused if it has errors or cannot be played."""
    wrong = [problem for problem in file.problems if problem.severity == "error"]
    if wrong or not file.playable:
        raise Refused(wrong or file.problems)
    return file


def _finished(position: Position, tried: Turn) -> tuple[Judgement, Turn, bool]:
    """Judge a turn, as a whole one if no further step is possible. Returns the judgement, the turn,
    and whether it is whole."""
    judgement = judge_turn(position, tried)
    if tried.done or not judgement.legal:
        return judgement, tried, tried.done
    if judgement.after.over is None and list_verbs(judgement.after):
        return judgement, tried, False
    whole = tried._replace(done=True)
    return judge_turn(position, whole), whole, True


# --- questions ------------------------------------------------------------------------------------


def _question(
    position: Position, tried: Turn, judgement: Judgement, *, answered: bool
) -> Question | None:
    if not tried.steps or tried.override:
        return None
    at_last = ("steps", len(tried.steps) - 1)
    problems = {
        problem.code: problem for problem in judgement.problems if problem.at[:2] == at_last
    }
    if "call.missing" in problems:
        place = problems["call.missing"].at[-1]
        return _call(position, tried, place if isinstance(place, int) else 0)
    others = _others(position, tried)
    if "to.missing" in problems:
        return Question("to", names=others)
    if answered or not judgement.legal:
        return None
    if "slap.missing" in problems:
        return Question("last_to_slap", names=position.setting.names, optional=True)
    last = tried.steps[-1]
    going_on = not tried.done and judgement.after.over is None
    if last.verb == "play" and going_on and _may_call(position, tried):
        place = len(last.cards) - 1
        suits = tuple(_suits(position.setting.deck))
        offered = tuple((letter, suit) for suit, letter in suits)
        return Question("call", place, last.cards[place], suits=offered, optional=True)
    if position.setting.referee.has_claims and last.verb == "play":  # it is meant for nobody
        return None if last.claim else Question("claim", names=RANKS, optional=True)
    if _could_name(position, tried):
        return Question("to", names=others, optional=True)
    return None


def _others(position: Position, tried: Turn) -> tuple[str, ...]:
    names = position.setting.names
    return tuple(name for seat, name in enumerate(names) if seat != tried.seat)


def _could_name(position: Position, tried: Turn) -> bool:
    """Whether a player may be named with a card that does not need one."""
    step = tried.steps[-1]
    if step.verb != "play" or step.to is not None:
        return False
    other = (position.mover or 0) + 1
    named = step._replace(to=other % position.setting.players)
    return judge_turn(position, _with_last(tried, named)).legal


def _may_call(position: Position, tried: Turn) -> bool:
    """Whether any suit may be called with the last card, which does not need a call."""
    step = tried.steps[-1]
    *before, last = step.cards
    if last.calls or not position.setting.referee.may_call(last.card):
        return False
    return all(
        judge_turn(
            position,
            _with_last(tried, step._replace(cards=(*before, PlayedCard(last.card, (letter,))))),
        ).legal
        for _suit, letter in _suits(position.setting.deck)
    )


def _with_last(tried: Turn, step: TurnStep) -> Turn:
    return tried._replace(steps=(*tried.steps[:-1], step))


def _call(position: Position, tried: Turn, place: int) -> Question:
    """Ask for the call of a card: a suit, or a card that it may stand for. Offers the calls that
    make the play legal; if none does, all possible calls."""
    step = tried.steps[-1]
    card = PlayedCard(step.cards[place].card)
    possible, legal = [], []
    for call in _calls(position.setting.deck):
        cards = (*step.cards[:place], PlayedCard(card.card, (call,)), *step.cards[place + 1 :])
        judgement = judge_turn(position, _with_last(tried, step._replace(cards=cards)))
        wrong = {problem.code for problem in judgement.problems if problem.severity == "error"}
        if not wrong - {"call.missing"}:
            legal.append(call)
        if "call.wrong" not in wrong:
            possible.append(call)
    offered = legal or possible
    deck = position.setting.deck
    suits = tuple((call, suit) for suit, call in _suits(deck) if call in offered)
    cards_offered = tuple(laid for laid in _standard(deck) if laid.text in offered)
    return Question("call", place, card, suits=suits, cards=cards_offered)


def _calls(deck: Deck) -> Iterator[str]:
    yield from (letter for _suit, letter in _suits(deck))
    yield from (laid.text for laid in _standard(deck))


def _suits(deck: Deck) -> list[tuple[int, str]]:
    return [
        (suit, ALL_SUITS[suit].letter)
        for suit in deck.suits
        if suit < SPECIAL and suit != JOKER_SUIT
    ]


def _standard(deck: Deck) -> list[PlayedCard]:
    """Return the cards with a rank, one of each face."""
    faces = (card_of(rank, suit) for suit, _ in _suits(deck) for rank in range(1, len(RANKS) + 1))
    return [PlayedCard(card) for card in faces if deck.copies(card)]
