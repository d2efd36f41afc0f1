"""The turn file (docs/turn-file.md): how the game stood, and turn after turn what the table saw.

What is not of the documented type raises `Unusable`; a card, a player or a call that cannot be
read is a problem of its turn, and whatever else is wrong with the file is a problem of the file.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rulesets.equipment.cards import RANKS, CardError, Deck
from rulesets.files.names import LONGEST_NAME, Names
from rulesets.files.turn_opening import read_opening
from rulesets.games import load
from rulesets.json_values import (
    Unusable,
    as_bool,
    as_int,
    as_list,
    as_object,
    as_text,
    wrong,
)
from rulesets.problems import Problem
from rulesets.referee.laid import Laid, read_laid, split
from rulesets.referee.turns import VERBS, Setting, Step, Turn, TurnFile
from rulesets.roster import Setup
from rulesets.words import Words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulesets.game import Game
    from rulesets.problems import At

FIELDS = ("game", "edition", "options", "players", "start", "turns")
TURN_FIELDS = ("player", "steps", "left", "done", "override", "then")
ROUND_FIELDS = ("round", "common")
BESIDE = {"play": ("to", "last_to_slap")}  # who may stand beside a verb
CLAIM = "claim"  # beside a play, in games that have claims
MOST = 1000  # cards that are drawn or held: far above any deck
CARDS = ("play", "reveal", "meld")


def read_turn_file(value: object) -> TurnFile:
    """The turn file in a decoded JSON value. Raises Unusable."""
    top = as_object(value, ())
    game = _game(top)
    if game.referee is None:
        raise Unusable(f"{game.name} is scored here; its turns are not judged")
    reader = Names(game)
    reader.only(top, FIELDS, ())
    options = reader.options(top)
    for number, name in enumerate(as_list(top.get("players"), ("players",))):
        reader.enter(as_text(name, ("players", number)), ("players", number))
    roster = game.plays.roster(tuple(reader.names), options=options)
    reader.problems += game.plays.seated(Setup(roster, options))
    playable = not reader.broken(("players",), ("options",))
    deck = game.referee.deck(options, len(reader.names)) if playable else Deck()
    setting = Setting(game.referee, options, tuple(reader.names), deck)
    opening = read_opening(reader, setting, as_object(top.get("start", {}), ("start",)))
    listed = as_list(top.get("turns", []), ("turns",))
    turns = tuple(_Turns(reader, setting).read(listed))
    if playable:
        reader.problems += game.referee.opening_problems(setting, opening)
    return TurnFile(setting, opening, turns, tuple(reader.problems), playable)


def read_further(file: TurnFile, game: Game, kept: int, listed: list[Any]) -> TurnFile:
    """A turn file of which the first `kept` turns stay as they were read and `listed` come after
    them; its problems are those of what is new. Raises Unusable."""
    reader = Names(game)
    for number, name in enumerate(file.setting.names):
        reader.enter(name, ("players", number))
    turns = _Turns(reader, file.setting).read(listed, kept)
    return replace(file, turns=(*file.turns[:kept], *turns), problems=tuple(reader.problems))


def _game(top: Mapping[str, Any]) -> Game:
    edition = as_int(top["edition"], ("edition",)) if "edition" in top else None
    try:
        return load(as_text(top.get("game"), ("game",)), edition)
    except LookupError as error:
        raise Unusable(str(error.args[0])) from error


class _Turns:
    """Reads turn after turn."""

    def __init__(self, reader: Names, setting: Setting) -> None:
        self.reader, self.suits = reader, setting.deck.suits
        self.claims = (CLAIM,) if setting.referee.has_claims else ()
        self.unread: list[Problem] = []

    def read(self, listed: list[Any], kept: int = 0) -> list[Turn]:
        """All of them, after so many that were read before."""
        found = []
        for number, value in enumerate(listed, kept):
            at: At = ("turns", number)
            entry = as_object(value, at)
            self.unread = []
            one = self._round if "round" in entry else self._turn
            turn = one(entry, at, number + 1)
            if not turn.done and number + 1 < kept + len(listed):
                wrong((*at, "done"), "true (only the last turn may be unfinished)")
            found.append(turn)
        return found

    def _turn(self, entry: dict[str, Any], at: At, number: int) -> Turn:
        for key in entry:
            if key not in TURN_FIELDS:
                self.reader.only(entry, TURN_FIELDS, at)
                break
        seat = self._player(entry.get("player"), at, "player")
        listed = as_list(entry.get("steps"), (*at, "steps"))
        steps = [
            self._step(as_object(one, (*at, "steps", n)), at, n) for n, one in enumerate(listed)
        ]
        left = then = None
        done = True
        override = False
        if len(entry) > 2:
            left = _number(entry["left"], (*at, "left")) if "left" in entry else None
            done = as_bool(entry.get("done", True), (*at, "done"))
            override = _reason(entry, at)
            then = self._player(entry["then"], at, "then") if "then" in entry else None
        known = tuple(step for step in steps if step is not None)
        return Turn(number, seat, known, left, then, done, override, tuple(self.unread))

    def _round(self, entry: dict[str, Any], at: At, number: int) -> Turn:
        self.reader.only(entry, ROUND_FIELDS, at)
        seat = self._player(entry["round"], at, "round")
        common: list[Laid] = []
        if "common" in entry:
            common = self._cards(entry["common"], at, ("common",), empty=True)
        step = Step("common", tuple(common))
        return Turn(number, seat, (step,), unread=tuple(self.unread), is_round=True)

    def _step(self, fields: dict[str, Any], turn: At, number: int) -> Step | None:
        verbs = [verb for verb in VERBS if verb in fields]
        here: At = ("steps", number)
        if len(verbs) != 1:
            wrong((*turn, *here), f"one of {', '.join(VERBS)}")
        verb = verbs[0]
        value, to, slap, claim = fields[verb], None, None, None
        if len(fields) > 1:
            beside = BESIDE.get(verb, ())
            claims = self.claims if verb == "play" else ()
            self.reader.only(fields, (verb, *beside, *claims), (*turn, *here))
            if "to" in fields and beside:
                to = self._player(fields["to"], turn, *here, "to")
            if "last_to_slap" in fields and beside:
                slap = self._player(fields["last_to_slap"], turn, *here, "last_to_slap")
            if CLAIM in fields and claims:
                claim = self._rank(fields[CLAIM], turn, *here, CLAIM)
        if verb in CARDS or (verb == "draw" and isinstance(value, list | str)):
            cards = self._cards(value, turn, (*here, verb))
            return Step(verb, tuple(cards), len(cards), "", to, slap, claim) if cards else None
        if verb == "draw":
            return Step(verb, (), _number(value, (*turn, *here, verb), low=1))
        if verb == "act":
            return Step(verb, word=as_text(value, (*turn, *here, verb)))
        if value is not True:
            wrong((*turn, *here, verb), "true")
        return Step(verb)

    def _cards(self, value: object, turn: At, here: At, *, empty: bool = False) -> list[Laid]:
        """The cards that can be read; the others are noted."""
        found = []
        texts = card_texts(value, (*turn, *here))
        if not texts and not empty:
            wrong((*turn, *here), "at least one card")
        for number, text in enumerate(texts):
            try:
                found.append(read_laid(text, self.suits))
            except CardError as error:
                words = error.problem.words
                self.unread.append(refused("card.unknown", words, (*here, number)))
        return found

    def _rank(self, value: object, turn: At, *here: str | int) -> int | None:
        """The rank of a claim; one that is none is noted."""
        text = as_text(value, (*turn, *here)).upper()
        if text in RANKS:
            return RANKS.index(text) + 1
        words = Words("“{text}” is no rank; write A, 2 to 10, J, Q or K.", {"text": text[:20]})
        self.unread.append(refused("claim.unknown", words, here))
        return None

    def _player(self, value: object, turn: At, *here: str | int) -> int | None:
        """The seat of a name; a name that is nobody's is noted."""
        if isinstance(value, str) and value in self.reader.index:
            return self.reader.index[value]
        name = as_text(value, (*turn, *here))
        text = "{name} is not among the players."
        words = Words(text, {"name": name[:LONGEST_NAME]})
        self.unread.append(refused("player.unknown", words, here))
        return None


def refused(code: str, words: Words, at: At) -> Problem:
    """Something that cannot be read, so that nobody can let it stand."""
    return Problem(code, "error", words, at, firm=True)


def card_texts(value: object, at: At) -> list[str]:
    """The texts of a list of cards, or of a text with spaces between them. Raises Unusable."""
    if isinstance(value, str):
        return split(as_text(value, at))
    texts = [as_text(one, (*at, number)) for number, one in enumerate(as_list(value, at))]
    if len(texts) > MOST:
        wrong(at, f"no more than {MOST} cards")
    return texts


def _number(value: object, at: At, low: int = 0) -> int:
    found = as_int(value, at)
    if not low <= found <= MOST:
        wrong(at, f"a number from {low} to {MOST}")
    return found


def _reason(entry: Mapping[str, Any], at: At) -> bool:
    """Whether a turn is overridden, with a reason in words."""
    if entry.get("override") is None:
        return False
    if not as_text(entry["override"], (*at, "override")).strip():
        wrong((*at, "override"), "the reason in words")
    return True
