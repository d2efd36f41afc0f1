"""The turn file (docs/turn-file.md): the opening of the game, turn after turn what the table
saw, and the answers of the command line about it.

A value of another than the documented type raises `Unusable`; an unreadable card, player or call
is a problem of its turn, and any other fault a problem of the file.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from rulesets.cards.deck import RANKS, Card, CardError, Deck
from rulesets.engine.problems import Problem, Unusable, wrong
from rulesets.engine.roster import Setup
from rulesets.engine.text import Phrase
from rulesets.families.stepping_cards import ACE_NUMBERS
from rulesets.files.names import (
    DIALECT,
    LONGEST_NAME,
    NAME,
    NEW_PLAYER,
    OVERRIDE,
    PLAYER,
    Names,
    Options,
    edition,
)
from rulesets.files.reader import read, schema, take
from rulesets.files.shapes import (
    TEXT,
    TRUTH,
    Anything,
    ByField,
    ByName,
    Choice,
    Constant,
    Either,
    Field,
    Listing,
    Maybe,
    Published,
    Record,
    Schema,
    Shape,
    Text,
    Whole,
    optional,
)
from rulesets.games import load
from rulesets.referee import explain, judge_turn, list_plays, list_verbs, start
from rulesets.referee.judging import with_hand
from rulesets.referee.position import (
    DIRECTIONS,
    NOBODY,
    VERBS,
    Effect,
    KnownHand,
    Opening,
    PlayedCard,
    Position,
    Setting,
    Turn,
    TurnFile,
    TurnStep,
    card_name,
    parse_played_card,
    split_cards,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rulesets.engine.game import Game
    from rulesets.engine.problems import At
    from rulesets.referee import Reason, Referee
    from rulesets.referee.position import Setting, Turn, TurnFile


MOST = 1000  # cards that are drawn or held, or anything that is counted: far above any deck
START = "start"
WAYS = {name: way for way, name in DIRECTIONS.items()}


class TurnNames(Names):
    """The reading of a turn file; a problem of a turn waits for it in `unread`."""

    def __init__(self, game: Game, names: Sequence[str] = ()) -> None:
        super().__init__(game)
        self.unread: list[Problem] = []
        self.suits = Deck().suits
        for number, name in enumerate(names):
            self.enter(name, ("players", number))

    def refuse_part(self, code: str, words: Phrase) -> None:
        """Note an unreadable value at this place; of a turn nobody can override it."""
        at = tuple(self.at)
        if at[0] == START:
            self.problems.append(Problem(code, "error", words, at))
        else:
            self.unread.append(Problem(code, "error", words, at[2:], firm=True))


def read_turn_file(value: object) -> TurnFile:
    """Read the turn file in a decoded JSON value. Raises Unusable."""
    head, _problems = read(GAME, value)
    try:
        game = load(head["game"], head["edition"])
    except LookupError as error:
        raise Unusable(str(error.args[0])) from error
    referee = game.referee
    if referee is None:
        raise Unusable(f"{game.name} is scored here; its turns are not judged")
    names = TurnNames(game)
    top = take(_file(game), value, names)
    options, players = top["options"], tuple(names.names)
    roster = game.plays.roster(players, options=options)
    names.problems += game.plays.check_setup(Setup(roster, options))
    playable = names.is_sound("players") and names.is_sound("options")
    deck = referee.deck(options, len(players)) if playable else Deck()
    setting = Setting(referee, options, players, deck)
    names.suits = deck.suits
    opening = _opening(names, setting, take(START_SHAPE, top["start"], names, (START,)), playable)
    turns = tuple(_turns(names, referee, top["turns"]))
    setting = referee.settle_options(setting, opening)
    if playable:
        names.problems += referee.opening_problems(setting, opening)
    return TurnFile(setting, opening, turns, tuple(names.problems), playable)


def read_further(file: TurnFile, game: Game, count: int, listed: list[Any]) -> TurnFile:
    """Return a turn file whose first `count` turns stay as they were read, followed by `listed`;
    its problems are those of the new turns. Raises Unusable."""
    names = TurnNames(game, file.setting.names)
    names.suits = file.setting.deck.suits
    turns = _turns(names, file.setting.referee, listed, count)
    return replace(file, turns=(*file.turns[:count], *turns), problems=tuple(names.problems))


def turn_schema(game: Game) -> Schema:
    """Return the schema of a whole turn file of a game that has a referee. It knows shapes and
    ranges; `judge` says whether a turn was legal."""
    title = f"{game.name}: turn file"
    return {"$schema": DIALECT, "title": title, **schema(_file(game))}


def _turns(names: TurnNames, referee: Referee, listed: list[Any], count: int = 0) -> list[Turn]:
    """Read turn after turn, after so many that were read before."""
    turns = []
    shape = _entry(has_claims=referee.has_claims)
    for number, value in enumerate(listed, count):
        names.unread = []
        turn = take(shape, value, names, ("turns", number))
        if not turn.done and number + 1 < count + len(listed):
            wrong(("turns", number, "done"), "true (only the last turn may be unfinished)")
        turns.append(turn)
    return turns


# --- what becomes of what is read -----------------------------------------------------------------


def _seat(name: str, names: TurnNames) -> int | None:
    """Return the seat of a name; note a name that is nobody's."""
    seat = names.index.get(name)
    if seat is None:
        words = Phrase("{name} is not among the players.", {"name": name[:LONGEST_NAME]})
        names.refuse_part("player.unknown", words)
    return seat


def _laid(text: str, names: TurnNames) -> PlayedCard | None:
    """Return a card; note an unreadable one."""
    try:
        return parse_played_card(text, names.suits)
    except CardError as error:
        names.refuse_part("card.unknown", error.problem.words)
        return None


def _cards(texts: list[str] | str, names: TurnNames) -> list[PlayedCard]:
    """Return the readable cards of a list, or of a text with spaces between them."""
    cards = []
    names.at.append(0)
    for number, text in enumerate(split_cards(texts)):
        names.at[-1] = number
        laid = _laid(text, names)
        if laid is not None:
            cards.append(laid)
    names.at.pop()
    return cards


def _some_cards(texts: list[str] | str, names: TurnNames) -> list[PlayedCard]:
    if not split_cards(texts):
        names.refuse("few", None, "at least one card")
    return _cards(texts, names)


def _rank(value: Any, names: TurnNames) -> int | None:
    """Return the rank of a claim, in letters of any case; note one that is none."""
    text = TEXT.read(value, names).upper()
    if text in RANKS:
        return RANKS.index(text) + 1
    words = Phrase("“{text}” is not a rank. Write A, 2 to 10, J, Q or K.", {"text": text[:20]})
    names.refuse_part("claim.unknown", words)
    return None


def _step(
    verb: str,
    *,
    to: int | None = None,
    last_to_slap: int | None = None,
    claim: int | None = None,
    **values: Any,
) -> TurnStep | None:
    """Return a step; None if none of its cards could be read."""
    value = values[verb]
    if isinstance(value, list):
        return (
            TurnStep(verb, tuple(value), len(value), "", to, last_to_slap, claim) if value else None
        )
    if verb == "act":
        return TurnStep(verb, word=value)
    return TurnStep(verb) if value is True else TurnStep(verb, (), value)


def _turn(fields: dict[str, Any], names: TurnNames) -> Turn:
    steps = tuple(step for step in fields["steps"] if step is not None)
    override = fields["override"] is not None
    left, then, done = fields["left"], fields["then"], fields["done"]
    unread = tuple(names.unread)
    return Turn(_number(names), fields["player"], steps, left, then, done, override, unread)


def _round(fields: dict[str, Any], names: TurnNames) -> Turn:
    step = TurnStep("common", tuple(fields["common"]))
    unread = tuple(names.unread)
    return Turn(_number(names), fields["round"], (step,), unread=unread, is_round=True)


def _number(names: TurnNames) -> int:
    return int(names.at[1]) + 1


def _by_seat(by_name: dict[str, Any], names: TurnNames) -> dict[int, Any]:
    """Return values by the names of players, by their seats."""
    at = tuple(names.at)
    seats = {name: names.player(name, (*at, name)) for name in by_name}
    return {seat: by_name[name] for name, seat in seats.items() if seat is not None}


def _hand(value: Any, names: TurnNames) -> KnownHand:
    """Return somebody's hand: the cards, or their number."""
    if isinstance(value, int):
        return KnownHand((), value)
    return KnownHand(tuple(laid.card for laid in _cards(value, names)), 0)


def _opening(names: TurnNames, setting: Setting, fields: dict[str, Any], playable: bool) -> Opening:
    """Return the start, as far as the file has it; a bare number belongs to the beginner, or to
    nobody."""
    first = fields["first"] or 0
    of_whom = {"due": first, "tricks": NOBODY}
    for key, seat in of_whom.items():
        if isinstance(fields[key], int):
            fields[key] = {seat: fields[key]}
    if playable:
        _check_copies(names, setting, fields["top"], fields["hands"])
    amounts = {key: fields[key] or {} for key in (*of_whom, "skips")}
    return Opening(**{**fields, **amounts, "first": first, "direction": WAYS[fields["direction"]]})


def _check_copies(
    names: TurnNames, setting: Setting, top: PlayedCard | None, hands: Mapping[int, KnownHand]
) -> None:
    """Note cards that the deck does not hold, or not so often."""
    placed: list[tuple[At, Any]] = [] if top is None else [((START, "top"), top.card)]
    for seat, hand in hands.items():
        name = setting.names[seat]
        placed += [((START, "hands", name, n), card) for n, card in enumerate(hand.known)]
    seen: dict[Any, int] = {}
    for at, card in placed:
        seen[card] = times = seen.get(card, 0) + 1
        held = setting.deck.copies(card)
        if times > held:
            text = "There are {held} of the {card} in this deck."
            if not held:
                text = "There is no {card} in this deck."
            names.note("card.copies", at, text, card=card_name(card), held=held)


# --- shapes ---------------------------------------------------------------------------------------

GAME = Record({"game": TEXT, "edition": optional(Whole())})
COUNT = Whole(0, MOST)
AMOUNT = Whole(1, MOST)
ACE_NUMBER = Whole(ACE_NUMBERS[0], ACE_NUMBERS[-1])
CARD = Text(help="A card, with its call: QS, JK, 8R=S, JK=7H.")
SPACED = Text(help="Cards separated by spaces.")
LISTED = Listing(CARD, most=MOST, expected=f"no more than {MOST} cards")
HELD = Published(Listing(CARD), {"maxItems": MOST})
HAND = Either((LISTED, SPACED))
SEVERAL = Published(LISTED, {"minItems": 1})
ONE_OR_MORE = Text(1, expected="at least one card")
SOME = Either((SEVERAL, ONE_OR_MORE)).then(_some_cards)
DRAW_SHAPE = Either((AMOUNT, SEVERAL.then(_some_cards), ONE_OR_MORE.then(_some_cards)))
BY_NAME = ByName(COUNT).then(_by_seat)
AMOUNTS = Either((COUNT, BY_NAME), usual=1)
SEAT = NAME.then(_seat)
TO_CARDS: dict[str, Shape] = {"to": SEAT, "last_to_slap": SEAT}  # who may stand beside a play
START_SHAPE = Record(
    {
        "first": optional(PLAYER),
        "direction": optional(Choice(tuple(WAYS), " or ".join(WAYS)), DIRECTIONS[1]),
        "top": optional(Maybe(CARD.then(_laid))),
        "pile": optional(Maybe(COUNT)),
        "stock": optional(Maybe(COUNT)),
        "due": optional(Maybe(AMOUNTS)),
        "skips": optional(Maybe(BY_NAME)),
        "hands": optional(ByName(Either((COUNT, HELD, SPACED), 1).then(_hand)).then(_by_seat), {}),
        "trump": optional(Maybe(TEXT)),
        "tricks": optional(Maybe(AMOUNTS)),
        "of": optional(Maybe(COUNT)),
        "ace": optional(Maybe(ACE_NUMBER)),
    }
)
STEPS: dict[str, Shape] = {
    "play": SOME,
    "draw": DRAW_SHAPE,
    "pass": Constant(value=True, expected="true"),
    "reveal": SOME,
    "meld": SOME,
    "act": TEXT,
}


@lru_cache
def _entry(
    verbs: tuple[str, ...] = VERBS,
    *,
    has_claims: bool,
    has_rounds: bool = True,
    has_then: bool = True,
) -> Shape:
    """Return the shape of a turn, or the beginning of a round. Parts that a game does not have
    are read, and judged later; its schema is without them."""
    claim = {"claim": optional(Anything(Choice(tuple(RANKS))).then(_rank))}
    steps = {}
    for verb in verbs:
        beside = {key: optional(shape) for key, shape in TO_CARDS.items()} if verb == "play" else {}
        beside |= claim if verb == "play" and has_claims else {}
        steps[verb] = Record({verb: STEPS[verb], **beside}, partial(_step, verb))
    turn: dict[str, Any] = {
        "player": SEAT,
        "steps": Listing(ByField(steps, expected=f"one of {', '.join(VERBS)}")),
        "left": optional(COUNT),
        "done": optional(TRUTH, default=True),
        "override": optional(Maybe(OVERRIDE)),
    }
    turn |= {"then": optional(SEAT)} if has_then else {}
    common: dict[str, Any] = {"round": SEAT, "common": optional(HAND.then(_cards), [])}
    rounds = {"round": Record(common).then(_round)} if has_rounds else {}
    return ByField(rounds, Record(turn).then(_turn))


@lru_cache(64)
def _file(game: Game) -> Record:
    referee: Any = game.referee
    low, high = game.plays.players
    entry = _entry(
        tuple(referee.verbs),
        has_claims=referee.has_claims,
        has_rounds=referee.has_rounds,
        has_then=referee.has_then,
    )
    return Record(
        {
            "game": Constant(game.slug),
            "edition": edition(game),
            "options": Field(Options(game.options), required=False, absent={}),
            "players": Published(Listing(NEW_PLAYER), {"minItems": low, "maxItems": high}),
            "start": optional(Anything(START_SHAPE), {}),
            "turns": optional(Listing(Anything(entry)), []),
        }
    )


Json = dict[str, Any]


def judge(document: object) -> Json:
    """Judge every turn of a turn file. Returns the answers and the last position. Raises
    Unusable."""
    file = read_turn_file(document)
    if not file.playable:
        return {"turns": [], "position": None, "problems": _problems(file, file.problems)}
    position = start(file)
    entries = []
    for turn in file.turns:
        entry, position = _judged(position, turn)
        entries.append(entry)
    last = entries[-1]["position"] if entries else position_of(position)
    return {"turns": entries, "position": last, "problems": _problems(file, file.problems)}


def turn(document: object, hand: str | Sequence[str] | None = None) -> Json:
    """Return whose turn it is after all of a turn file, the possible moves of that player (with
    this `hand`, if there is one) and the reasons. Raises Unusable."""
    file = read_turn_file(document)
    cards = None if hand is None else _answer_cards(file.setting, hand)
    problems = list(file.problems)
    if not file.playable:
        empty: Json = {"position": None, "may": [], "plays": None, "because": []}
        return {**empty, "problems": _problems(file, problems)}
    position = start(file)
    for turn in file.turns:
        judgement = judge_turn(position, turn)
        problems += [problem.under("turns", turn.number - 1) for problem in judgement.problems]
        position = judgement.after
    position = with_hand(position, cards)
    return {
        "position": position_of(position),
        "may": list_verbs(position),
        "plays": list_plays(position),
        "because": [reason_of(position.setting, reason) for reason in explain(position)],
        "problems": _problems(file, problems),
    }


def is_broken(answer: Json) -> bool:
    """Return whether an answer holds a problem that is more than a warning."""
    problems = [*answer["problems"]]
    for entry in answer.get("turns", ()):
        problems += entry["problems"]
    return any(problem["severity"] == "error" for problem in problems)


def _answer_cards(setting: Setting, hand: str | Sequence[str]) -> tuple[Card, ...]:
    """Return the cards of a hand in a question. Raises Unusable."""
    cards = []
    texts, _problems = read(HAND, hand if isinstance(hand, str) else list(hand), at=("hand",))
    for text in split_cards(texts):
        try:
            card = parse_played_card(text, setting.deck.suits).card
        except CardError as error:
            raise Unusable(f"hand: {error}") from error
        if not setting.deck.copies(card):
            raise Unusable(f"hand: the deck has no {card.symbol}")
        cards.append(card)
    return tuple(cards)


def _judged(position: Position, judged: Turn) -> tuple[Json, Position]:
    judgement = judge_turn(position, judged)
    referee, names = position.setting.referee, position.setting.names
    entry = {
        "turn": judged.number,
        "player": None if judged.seat is None else names[judged.seat],
        "legal": judgement.legal,
        "counts": judgement.counts,
        "problems": [
            problem_of(referee, p.under("turns", judged.number - 1)) for p in judgement.problems
        ],
        "effects": [effect_of(names, effect) for effect in judgement.effects],
        "position": position_of(judgement.after),
    }
    if judgement.conditions:
        entry["conditions"] = [
            {"code": condition.code, "text": condition.words.text, "rule": condition.rule}
            for condition in judgement.conditions
        ]
    return entry, judgement.after


def problem_of(referee: Referee, problem: Problem) -> Json:
    """Return a problem, with the part of the rule text about it."""
    return {
        "code": problem.code,
        "severity": problem.severity,
        "message": problem.message,
        "at": list(problem.at),
        "rule": problem.rule or referee.anchor(problem.code),
    }


def _problems(file: TurnFile, problems: Iterable[Problem]) -> list[Json]:
    return [problem_of(file.setting.referee, problem) for problem in problems]


def effect_of(names: Sequence[str], effect: Effect) -> Json:
    return {
        "text": effect.words.text,
        "rule": effect.rule,
        "player": None if effect.seat is None else names[effect.seat],
        "does": effect.kind,
        "amount": effect.amount,
    }


def reason_of(setting: Setting, reason: Reason) -> Json:
    """Return a reason, with the turns and cards behind it."""
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
            names[seat]: len(cards) + others
            for seat, (cards, others) in enumerate(position.hands)
            if others is not None
        },
        "over": None
        if over is None
        else {"winner": None if over[0] is None else names[over[0]], "reason": over[1]},
        **position.setting.referee.memory_view(position),
    }
