"""The turn file that a phone sends along with every tap, and the changes that taps make to it."""

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


LONGEST = 60_000  # letters of a posted file: some hundreds of turns
MOST_TURNS = 400

TurnJson = dict[str, Any]


@dataclass(frozen=True, slots=True)
class GameSession:
    """The game so far, as the table entered it: players, start, and turns.

    `tried` is the turn under judgement, not yet carried out. All parts are those of a turn file;
    the engine judges whether they make sense.
    """

    players: tuple[str, ...]
    start: TurnJson
    turns: tuple[TurnJson, ...] = ()
    tried: TurnJson | None = None

    def text(self) -> str:
        """Return the session as JSON for the phone."""
        document = {"players": self.players, "start": self.start, "turns": self.turns}
        document |= {"tried": self.tried} if self.tried is not None else {}
        return json.dumps(document, ensure_ascii=False, separators=(",", ":"))

    def opening(self, game: str, options: TurnJson) -> TurnJson:
        """Return the turn file before its first turn."""
        document = {"game": game, "options": options, "players": list(self.players)}
        return document | {"start": self.start}

    @property
    def open(self) -> TurnJson | None:
        """The unfinished turn, if any."""
        last = self.turns[-1] if self.turns else None
        return last if last is not None and last.get("done") is False else None

    @property
    def finished(self) -> tuple[TurnJson, ...]:
        """All turns but the unfinished one."""
        return self.turns if self.open is None else self.turns[:-1]

    def trying(self, player: str, step: TurnJson) -> GameSession:
        """Return the session with a further step on trial; the turn goes on after it."""
        turn = self.open
        if turn is not None and turn["player"] == player:
            tried = {**turn, "steps": [*turn["steps"], step]}
        else:
            tried = {"player": player, "steps": [step], "done": False}
        return replace(self, tried=tried)

    def ending(self, player: str, then: str = "") -> GameSession:
        """Return the session with the end of the turn on trial, also of one without steps. `then`:
        the next player, if the game decides that itself."""
        turn = self.open or {"player": player, "steps": []}
        tried = {name: value for name, value in turn.items() if name != "done"}
        return replace(self, tried=tried | ({"then": then} if then else {}))

    def beginning(self, first: str, common: list[str]) -> GameSession:
        """Return the session with a new round and its common cards on trial."""
        return replace(self, tried={"round": first, "common": common})

    def saying(self, place: int, text: str) -> GameSession:
        """Return the session with a call after a card of the last step on trial."""
        verb, cards = cards_of(self.last_step)
        if not 0 <= place < len(cards):
            return self
        cards[place] = f"{cards[place]}={text}"
        return self._with(verb, cards)

    def naming(self, name: str, value: str) -> GameSession:
        """Return the session with a player or rank named in the last step on trial."""
        return self._with(name, value) if self.last_step else self

    def _with(self, name: str, value: Any) -> GameSession:
        """Return the session with one value of the last step on trial replaced."""
        tried = self.tried or {}
        steps = [*tried["steps"][:-1], {**self.last_step, name: value}]
        return replace(self, tried={**tried, "steps": steps})

    @property
    def last_step(self) -> TurnJson:
        """The last step of the turn on trial; empty if there is none."""
        steps = self.tried.get("steps") if self.tried is not None else None
        return steps[-1] if steps else {}

    def standing(self, why: str) -> GameSession:
        """Return the session with the turn on trial carried out against the rules."""
        tried = {name: value for name, value in (self.tried or {}).items() if name != "done"}
        return replace(self, tried={**tried, "override": why})

    def confirmed(self) -> GameSession:
        """Return the session with the turn on trial added to the turns."""
        if self.tried is None:
            return self
        return replace(self, turns=(*self.finished, self.tried), tried=None)

    def reopened(self) -> GameSession:
        """Return the session with the last turn on trial, to judge it again."""
        if self.tried is not None or not self.turns:
            return self
        return replace(self, turns=self.turns[:-1], tried=self.turns[-1])

    def dropped(self) -> GameSession:
        """Return the session without the turn on trial."""
        return replace(self, tried=None)

    def back(self) -> GameSession:
        """Return the session without the turn on trial, else without the last step or turn."""
        if self.tried is not None:
            return self.dropped()
        turn = self.open
        if turn is None or len(turn["steps"]) < 2:  # a round, or a turn of one step
            return replace(self, turns=self.turns[:-1])
        return replace(self, turns=(*self.finished, {**turn, "steps": turn["steps"][:-1]}))


def cards_of(step: TurnJson) -> tuple[str, list[str]]:
    """Return the verb and the cards of a step with cards."""
    for verb in ("play", "reveal", "meld"):
        if isinstance(step.get(verb), list):
            return verb, list(step[verb])
    return "play", []


def read_session(text: str) -> GameSession | None:
    """Read the session that a phone sent along; None if this page cannot have written it."""
    if not 0 < len(text) <= LONGEST:
        return None
    try:
        document = clean_json(json.loads(text))
    except (ValueError, RecursionError):
        return None
    return _built(document) if isinstance(document, dict) else None


def _built(document: dict[str, Any]) -> GameSession | None:
    players, start = document.get("players"), document.get("start")
    turns, tried = document.get("turns"), document.get("tried")
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        return None
    if not (players and isinstance(start, dict) and isinstance(turns, list)):
        return None
    if len(turns) > MOST_TURNS or not all(map(_is_turn, turns)):
        return None
    if tried is not None and not _is_turn(tried):
        return None
    return GameSession(tuple(players), start, tuple(turns), tried)


def _is_turn(turn: Any) -> bool:
    """Whether a value has the shape of a turn, so that steps can be added and removed."""
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
    """Start a session from the posted position and put its ruling on the page."""
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
    """Handle a tap in a game that has begun. `do` names it, with a word after a colon."""
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
    """Return the session with the tapped answer, turn end or round."""
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
    """Return a play with every card called as its plain number; a joker has none."""
    return {"play": [as_number(card) for card in step["play"]]}


def as_number(card: str) -> str:
    """Return a card with its number called after it, if the card has another name."""
    number = NUMBERS.get(card[:1].upper())
    return card if number is None or card.upper() == JOKER.text else f"{card}={number}"


def _hand(page: Page, ruling: Ruling, data: Mapping[str, str]) -> None:
    """Put the legal plays from a hand on the page. The hand is not stored."""
    page.hand = form = HandForm(data)
    if not form.is_valid():
        return
    deck = ruling.position.setting.deck
    try:
        held = tuple(_read_card(text, deck) for text in words_of(form.cleaned_data["hand"]))
    except ValueError as wrong:
        form.add_error("hand", str(wrong))
        return
    plays = list_plays(ruling.position, held) or []
    page.plays = [[parse_played_card(text, deck.suits) for text in play] for play in plays]


def _read_card(text: str, deck: Any) -> Card:
    """Read a card of a hand. Raises ValueError with the problem."""
    card = parse_played_card(text, deck.suits).card
    if not deck.copies(card):
        raise ValueError(_("There is no %(card)s in this deck.") % {"card": card.symbol})
    return card
