"""The turn file as a phone carries it from question to question, and what a tap does to it."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from rulesets.cards.deck import JOKER, RANKS
from rulesets.engine.clean_text import clean_json
from rulesets.referee import list_plays
from rulesets.referee.position import parse_played_card
from tournaments.models.errors import Refused
from tournaments.referee.forms import HandForm, StepForm, words_of
from tournaments.referee.ruling import ruled

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulesets.cards.deck import Card
    from tournaments.referee.page import Page
    from tournaments.referee.ruling import Ruling


LONGEST = 60_000  # letters of a file that comes along: some hundreds of turns
MOST_TURNS = 400

TurnJson = dict[str, Any]


@dataclass(frozen=True, slots=True)
class GameSession:
    """What the table has told so far: who plays, how it lay at the start, turn after turn.

    `tried` is the turn that was refused just now, of which nothing is carried out yet. Its parts
    are those of a turn file; whether they make sense is for the engine to say.
    """

    players: tuple[str, ...]
    start: TurnJson
    turns: tuple[TurnJson, ...] = ()
    tried: TurnJson | None = None

    def text(self) -> str:
        """As the phone keeps it."""
        found = {"players": self.players, "start": self.start, "turns": self.turns}
        found |= {"tried": self.tried} if self.tried is not None else {}
        return json.dumps(found, ensure_ascii=False, separators=(",", ":"))

    def opening(self, game: str, options: TurnJson) -> TurnJson:
        """The turn file before its first turn."""
        found = {"game": game, "options": options, "players": list(self.players)}
        return found | {"start": self.start}

    @property
    def open(self) -> TurnJson | None:
        """The turn that is not finished yet."""
        last = self.turns[-1] if self.turns else None
        return last if last is not None and last.get("done") is False else None

    @property
    def finished(self) -> tuple[TurnJson, ...]:
        """All turns but the one that is still going on."""
        return self.turns if self.open is None else self.turns[:-1]

    def trying(self, player: str, step: TurnJson) -> GameSession:
        """The next step of a turn, as something that is tried; the turn goes on after it."""
        turn = self.open
        if turn is not None and turn["player"] == player:
            tried = {**turn, "steps": [*turn["steps"], step]}
        else:
            tried = {"player": player, "steps": [step], "done": False}
        return replace(self, tried=tried)

    def ending(self, player: str, then: str = "") -> GameSession:
        """The end of the turn, as something that is tried; of one without steps, too. `then` is
        whom the game itself makes next, where a game has that."""
        turn = self.open or {"player": player, "steps": []}
        tried = {name: one for name, one in turn.items() if name != "done"}
        return replace(self, tried=tried | ({"then": then} if then else {}))

    def beginning(self, first: str, common: list[str]) -> GameSession:
        """A new round with its common cards, as something that is tried."""
        return replace(self, tried={"round": first, "common": common})

    def saying(self, place: int, text: str) -> GameSession:
        """What was tried, with a call behind a card of its last step."""
        verb, cards = cards_of(self.last_step)
        if not 0 <= place < len(cards):
            return self
        cards[place] = f"{cards[place]}={text}"
        return self._with(verb, cards)

    def naming(self, name: str, value: str) -> GameSession:
        """What was tried, with a person named beside its last step."""
        return self._with(name, value) if self.last_step else self

    def _with(self, name: str, value: Any) -> GameSession:
        """The last step of what was tried, with something in it put otherwise."""
        tried = self.tried or {}
        steps = [*tried["steps"][:-1], {**self.last_step, name: value}]
        return replace(self, tried={**tried, "steps": steps})

    @property
    def last_step(self) -> TurnJson:
        """The last step of what was tried; nothing where there is none."""
        steps = self.tried.get("steps") if self.tried is not None else None
        return steps[-1] if steps else {}

    def standing(self, why: str) -> GameSession:
        """What was tried, carried out against the rules."""
        tried = {name: one for name, one in (self.tried or {}).items() if name != "done"}
        return replace(self, tried={**tried, "override": why})

    def confirmed(self) -> GameSession:
        """What was tried has become a turn like the others."""
        if self.tried is None:
            return self
        return replace(self, turns=(*self.finished, self.tried), tried=None)

    def reopened(self) -> GameSession:
        """With the last turn as one that is tried, so that it can be judged again."""
        if self.tried is not None or not self.turns:
            return self
        return replace(self, turns=self.turns[:-1], tried=self.turns[-1])

    def dropped(self) -> GameSession:
        """Without what was tried."""
        return replace(self, tried=None)

    def back(self) -> GameSession:
        """Without the last step, or the last turn."""
        if self.tried is not None:
            return self.dropped()
        turn = self.open
        if turn is None or len(turn["steps"]) < 2:  # a round, or a turn of one step
            return replace(self, turns=self.turns[:-1])
        return replace(self, turns=(*self.finished, {**turn, "steps": turn["steps"][:-1]}))


def cards_of(step: TurnJson) -> tuple[str, list[str]]:
    """The verb of a step that has cards, and those cards."""
    for verb in ("play", "reveal", "meld"):
        if isinstance(step.get(verb), list):
            return verb, list(step[verb])
    return "play", []


def read_session(text: str) -> GameSession | None:
    """What a phone sent along; None if it did not come from here as it is."""
    if not 0 < len(text) <= LONGEST:
        return None
    try:
        found = clean_json(json.loads(text))
    except (ValueError, RecursionError):
        return None
    return _built(found) if isinstance(found, dict) else None


def _built(document: dict[str, Any]) -> GameSession | None:
    players, start = document.get("players"), document.get("start")
    turns, tried = document.get("turns"), document.get("tried")
    if not isinstance(players, list) or not all(isinstance(one, str) for one in players):
        return None
    if not (players and isinstance(start, dict) and isinstance(turns, list)):
        return None
    if len(turns) > MOST_TURNS or not all(map(_is_turn, turns)):
        return None
    if tried is not None and not _is_turn(tried):
        return None
    return GameSession(tuple(players), start, tuple(turns), tried)


def _is_turn(turn: Any) -> bool:
    """Whether it has the shape of a turn, so that steps can be added and taken away."""
    if not isinstance(turn, dict):
        return False
    if "round" in turn:
        return True
    steps = turn.get("steps") if isinstance(turn.get("player"), str) else None
    return isinstance(steps, list) and all(isinstance(step, dict) for step in steps)


STEPS = ("play", "draw", "pass", "reveal", "meld")
LONGEST_CALL = 8
NUMBERS = {"A": "1", "J": "11", "Q": "12", "K": "13"}


def begin(page: Page, data: Mapping[str, str]) -> None:
    """The game as it lies, so that the first turn can be told."""
    form = page.start_form(data)
    page.start = form
    if not form.is_valid():
        return
    session = GameSession(page.players, form.opening())
    try:
        page.ruling = ruled(session, page.place)
    except Refused as refused:
        page.complain(form, refused)


def go_on(page: Page, session: GameSession, data: Mapping[str, str]) -> None:
    """A tap in a game that has begun: `do` says which, with a word behind a colon."""
    ruling = ruled(session.dropped(), page.place)
    page.ruling = ruling
    deed, _colon, word = data.get("do", "").partition(":")
    if deed in STEPS or deed == "act":
        _step(page, ruling, data, deed, word)
    elif deed == "hand":
        _hand(page, ruling, data)
    elif deed == "back":
        page.ruling = ruled(session.back(), page.place, after=ruling)
    else:
        changed = _add_step(page, session, ruling, data, deed, word)
        page.ruling = ruled(changed, page.place, after=ruling, answered=deed == "keep")


def _add_step(
    page: Page, session: GameSession, ruling: Ruling, data: Mapping[str, str], deed: str, word: str
) -> GameSession:
    """The game with what was tapped in it."""
    if deed == "end":
        return ruling.session.ending(page.mover, _position_of(data.get("then", ""), page.players))
    if deed == "round":
        first = _position_of(data.get("first", ""), page.players) or page.players[0]
        return ruling.session.beginning(first, words_of(data.get("common", "")))
    if session.tried is None:
        return ruling.session
    if deed == "stand":
        return session.standing(_("The table let it stand."))
    if deed == "call" and 0 < len(word) <= LONGEST_CALL:
        place = data.get("place", "0")
        return session.saying(int(place) if place.isdecimal() and len(place) < 4 else 0, word)
    offered = RANKS if deed == "claim" else page.players
    if deed in ("to", "last_to_slap", "claim") and word in offered:
        return session.naming(deed, word)
    return session if deed == "keep" else ruling.session


def _position_of(name: str, names: tuple[str, ...]) -> str:
    return name if name in names else ""


def _step(page: Page, ruling: Ruling, data: Mapping[str, str], verb: str, word: str) -> None:
    form = StepForm(data, names=page.players, mover=page.mover)
    page.step, page.verb = form, verb
    if not form.is_valid():
        return
    step: dict[str, Any] | None = {"act": word} if verb == "act" else form.step(verb)
    if step is not None and "play" in step and data.get("numbers"):
        step = as_numbers(step)
    if step is None:
        return
    try:
        tried = ruling.session.trying(form.player(), step)
        page.ruling = ruled(tried, page.place, after=ruling)
    except Refused as refused:
        page.complain(form, refused, "cards")
    else:
        page.step, page.verb = None, ""


def as_numbers(step: dict[str, Any]) -> dict[str, Any]:
    """A play whose cards are all called as plain numbers; a joker has none of its own."""
    return {"play": [as_number(card) for card in step["play"]]}


def as_number(card: str) -> str:
    """A card with its number called behind it, where it has another name."""
    number = NUMBERS.get(card[:1].upper())
    return card if number is None or card.upper() == JOKER.text else f"{card}={number}"


def _hand(page: Page, ruling: Ruling, data: Mapping[str, str]) -> None:
    """What could be played from a hand. It is answered and forgotten."""
    page.hand = form = HandForm(data)
    if not form.is_valid():
        return
    deck = ruling.position.setting.deck
    try:
        held = tuple(_read_card(text, deck) for text in words_of(form.cleaned_data["hand"]))
    except ValueError as wrong:
        form.add_error("hand", str(wrong))
        return
    found = list_plays(ruling.position, held) or []
    page.plays = [[parse_played_card(text, deck.suits) for text in play] for play in found]


def _read_card(text: str, deck: Any) -> Card:
    """A card of a hand. Raises ValueError with what is wrong."""
    card = parse_played_card(text, deck.suits).card
    if not deck.copies(card):
        raise ValueError(_("There is no %(card)s in this deck.") % {"card": card.symbol})
    return card
