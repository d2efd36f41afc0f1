"""What the referee answers to a turn file: plain JSON values, as the command line prints them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesets.cards.deck import Card, CardError
from rulesets.engine.json_values import Unusable
from rulesets.files.reader import read
from rulesets.files.turn_file import HAND, read_turn_file
from rulesets.referee import explain, judge_turn, list_plays, list_verbs, start
from rulesets.referee.judging import with_hand
from rulesets.referee.played_card import parse_played_card, split_cards
from rulesets.referee.position import DIRECTIONS, Effect, Position

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rulesets.engine.problems import Problem
    from rulesets.referee import Reason, Referee
    from rulesets.referee.position import Setting, Turn, TurnFile

Json = dict[str, Any]


def judge(document: object) -> Json:
    """Every turn of a turn file judged, and the position after it. Raises Unusable."""
    file = read_turn_file(document)
    if not file.playable:
        return {"turns": [], "position": None, "problems": _problems(file, file.problems)}
    position = start(file)
    told = []
    for turn in file.turns:
        entry, position = _judged(position, turn)
        told.append(entry)
    last = told[-1]["position"] if told else position_of(position)
    return {"turns": told, "position": last, "problems": _problems(file, file.problems)}


def turn(document: object, hand: str | Sequence[str] | None = None) -> Json:
    """Whose turn it is after all of a turn file, what is open to that player (with this `hand`, if
    one is given) and why. Raises Unusable."""
    file = read_turn_file(document)
    cards = None if hand is None else _cards(file.setting, hand)
    problems = list(file.problems)
    if not file.playable:
        empty: Json = {"position": None, "may": [], "plays": None, "because": []}
        return {**empty, "problems": _problems(file, problems)}
    position = start(file)
    for one in file.turns:
        found = judge_turn(position, one)
        problems += [problem.under("turns", one.number - 1) for problem in found.problems]
        position = found.after
    position = with_hand(position, cards)
    return {
        "position": position_of(position),
        "may": list_verbs(position),
        "plays": list_plays(position),
        "because": [reason_of(position.setting, reason) for reason in explain(position)],
        "problems": _problems(file, problems),
    }


def is_broken(answer: Json) -> bool:
    """Whether an answer holds a problem that is more than a warning."""
    found = [*answer["problems"]]
    for entry in answer.get("turns", ()):
        found += entry["problems"]
    return any(problem["severity"] == "error" for problem in found)


def _cards(setting: Setting, hand: str | Sequence[str]) -> tuple[Card, ...]:
    """The cards of a hand that is asked about. Raises Unusable."""
    found = []
    given, _problems = read(HAND, hand if isinstance(hand, str) else list(hand), at=("hand",))
    for text in split_cards(given):
        try:
            card = parse_played_card(text, setting.deck.suits).card
        except CardError as error:
            raise Unusable(f"hand: {error}") from error
        if not setting.deck.copies(card):
            raise Unusable(f"hand: the deck has no {card.symbol}")
        found.append(card)
    return tuple(found)


def _judged(position: Position, one: Turn) -> tuple[Json, Position]:
    found = judge_turn(position, one)
    referee, names = position.setting.referee, position.setting.names
    entry = {
        "turn": one.number,
        "player": None if one.seat is None else names[one.seat],
        "legal": found.legal,
        "counts": found.counts,
        "problems": [problem_of(referee, p.under("turns", one.number - 1)) for p in found.problems],
        "effects": [effect_of(names, effect) for effect in found.effects],
        "position": position_of(found.after),
    }
    if found.conditions:
        entry["conditions"] = [
            {"code": one.code, "text": one.words.text, "rule": one.rule} for one in found.conditions
        ]
    return entry, found.after


def problem_of(referee: Referee, problem: Problem) -> Json:
    """A problem, with the part of the rule text that tells about it."""
    return {
        "code": problem.code,
        "severity": problem.severity,
        "message": problem.message,
        "at": list(problem.at),
        "rule": problem.rule or referee.anchor(problem.code),
    }


def _problems(file: TurnFile, found: Iterable[Problem]) -> list[Json]:
    return [problem_of(file.setting.referee, problem) for problem in found]


def effect_of(names: Sequence[str], effect: Effect) -> Json:
    """What a turn did, to whom."""
    return {
        "text": effect.words.text,
        "rule": effect.rule,
        "player": None if effect.seat is None else names[effect.seat],
        "does": effect.kind,
        "amount": effect.amount,
    }


def reason_of(setting: Setting, reason: Reason) -> Json:
    """A reason, with the turns and cards that made it."""
    return {
        "text": reason.words.text,
        "rule": reason.rule,
        "player": None if reason.seat is None else setting.names[reason.seat],
        "cards": [
            {"turn": turn, "card": None if card is None else card.text, "amount": amount}
            for amount, card, turn, _seat in reason.marks
        ],
    }


def position_of(position: Position) -> Json:
    """A position as it is printed."""
    names, mover = position.setting.names, position.mover
    owed = position.owed
    over = position.over
    return {
        "next": None if mover is None else names[mover],
        "due": 0 if mover is None or not owed[mover] else position.owes(mover),
        "owed": {names[seat]: position.owes(seat) for seat, marks in enumerate(owed) if marks},
        "skips": {names[seat]: len(marks) for seat, marks in enumerate(position.skips) if marks},
        "paused": [names[seat] for seat in sorted(position.paused)],
        "direction": DIRECTIONS[position.direction],
        "top": None if position.top is None else position.top.text,
        "held": {
            names[seat]: len(known) + others
            for seat, (known, others) in enumerate(position.hands)
            if others is not None
        },
        "over": None
        if over is None
        else {"winner": None if over[0] is None else names[over[0]], "reason": over[1]},
        **position.setting.referee.memory_view(position),
    }
