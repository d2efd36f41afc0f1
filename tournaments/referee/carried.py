"""The turn file as a phone carries it from question to question."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

from rulesets.engine.clean_text import clean_json

LONGEST = 60_000  # letters of a file that comes along: some hundreds of turns
MOST_TURNS = 400

Told = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Carried:
    """What the table has told so far: who plays, how it lay at the start, turn after turn.

    `tried` is the turn that was refused just now, of which nothing is carried out yet. Its parts
    are those of a turn file; whether they make sense is for the engine to say.
    """

    players: tuple[str, ...]
    start: Told
    turns: tuple[Told, ...] = ()
    tried: Told | None = None

    def text(self) -> str:
        """As the phone keeps it."""
        found = {"players": self.players, "start": self.start, "turns": self.turns}
        found |= {"tried": self.tried} if self.tried is not None else {}
        return json.dumps(found, ensure_ascii=False, separators=(",", ":"))

    def opening(self, game: str, options: Told) -> Told:
        """The turn file before its first turn."""
        found = {"game": game, "options": options, "players": list(self.players)}
        return found | {"start": self.start}

    @property
    def open(self) -> Told | None:
        """The turn that is not finished yet."""
        last = self.turns[-1] if self.turns else None
        return last if last is not None and last.get("done") is False else None

    @property
    def finished(self) -> tuple[Told, ...]:
        """All turns but the one that is still going on."""
        return self.turns if self.open is None else self.turns[:-1]

    def trying(self, player: str, step: Told) -> Carried:
        """The next step of a turn, as something that is tried; the turn goes on after it."""
        turn = self.open
        if turn is not None and turn["player"] == player:
            tried = {**turn, "steps": [*turn["steps"], step]}
        else:
            tried = {"player": player, "steps": [step], "done": False}
        return replace(self, tried=tried)

    def ending(self, player: str, then: str = "") -> Carried:
        """The end of the turn, as something that is tried; of one without steps, too. `then` is
        whom the game itself makes next, where a game has that."""
        turn = self.open or {"player": player, "steps": []}
        tried = {name: one for name, one in turn.items() if name != "done"}
        return replace(self, tried=tried | ({"then": then} if then else {}))

    def beginning(self, first: str, common: list[str]) -> Carried:
        """A new round with its common cards, as something that is tried."""
        return replace(self, tried={"round": first, "common": common})

    def saying(self, place: int, text: str) -> Carried:
        """What was tried, with a call behind a card of its last step."""
        verb, cards = cards_of(self.last_step)
        if not 0 <= place < len(cards):
            return self
        cards[place] = f"{cards[place]}={text}"
        return self._with(verb, cards)

    def naming(self, name: str, value: str) -> Carried:
        """What was tried, with a person named beside its last step."""
        return self._with(name, value) if self.last_step else self

    def _with(self, name: str, value: Any) -> Carried:
        """The last step of what was tried, with something in it put otherwise."""
        tried = self.tried or {}
        steps = [*tried["steps"][:-1], {**self.last_step, name: value}]
        return replace(self, tried={**tried, "steps": steps})

    @property
    def last_step(self) -> Told:
        """The last step of what was tried; nothing where there is none."""
        steps = self.tried.get("steps") if self.tried is not None else None
        return steps[-1] if steps else {}

    def standing(self, why: str) -> Carried:
        """What was tried, carried out against the rules."""
        tried = {name: one for name, one in (self.tried or {}).items() if name != "done"}
        return replace(self, tried={**tried, "override": why})

    def kept(self) -> Carried:
        """What was tried has become a turn like the others."""
        if self.tried is None:
            return self
        return replace(self, turns=(*self.finished, self.tried), tried=None)

    def reopened(self) -> Carried:
        """With the last turn as one that is tried, so that it can be judged again."""
        if self.tried is not None or not self.turns:
            return self
        return replace(self, turns=self.turns[:-1], tried=self.turns[-1])

    def dropped(self) -> Carried:
        """Without what was tried."""
        return replace(self, tried=None)

    def back(self) -> Carried:
        """Without the last step, or the last turn."""
        if self.tried is not None:
            return self.dropped()
        turn = self.open
        if turn is None or len(turn["steps"]) < 2:  # a round, or a turn of one step
            return replace(self, turns=self.turns[:-1])
        return replace(self, turns=(*self.finished, {**turn, "steps": turn["steps"][:-1]}))


def cards_of(step: Told) -> tuple[str, list[str]]:
    """The verb of a step that has cards, and those cards."""
    for verb in ("play", "reveal", "meld"):
        if isinstance(step.get(verb), list):
            return verb, list(step[verb])
    return "play", []


def read(text: str) -> Carried | None:
    """What a phone sent along; None if it did not come from here as it is."""
    if not 0 < len(text) <= LONGEST:
        return None
    try:
        found = clean_json(json.loads(text))
    except (ValueError, RecursionError):
        return None
    return _built(found) if isinstance(found, dict) else None


def _built(found: dict[str, Any]) -> Carried | None:
    players, start = found.get("players"), found.get("start")
    turns, tried = found.get("turns"), found.get("tried")
    if not isinstance(players, list) or not all(isinstance(one, str) for one in players):
        return None
    if not (players and isinstance(start, dict) and isinstance(turns, list)):
        return None
    if len(turns) > MOST_TURNS or not all(map(_is_turn, turns)):
        return None
    if tried is not None and not _is_turn(tried):
        return None
    return Carried(tuple(players), start, tuple(turns), tried)


def _is_turn(turn: Any) -> bool:
    """Whether it has the shape of a turn, so that steps can be added and taken away."""
    if not isinstance(turn, dict):
        return False
    if "round" in turn:
        return True
    steps = turn.get("steps") if isinstance(turn.get("player"), str) else None
    return isinstance(steps, list) and all(isinstance(step, dict) for step in steps)
