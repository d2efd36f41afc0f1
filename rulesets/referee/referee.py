"""The base of all referees: the declaration of a game's turns.

A referee holds no position. It gets an unfinished turn (`TurnBuilder`), judges a step, and carries
out its consequences. It decides which cards fit, their power, and when a turn may end;
`turn_builder` looks after turn order, dues, hands and stock.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from rulesets.referee.position import PlayedCard, TurnStep

if TYPE_CHECKING:
    from rulesets.cards.deck import Card, Deck
    from rulesets.engine.problems import At, Problem
    from rulesets.referee.judging import Reason
    from rulesets.referee.position import KnownHand, Opening, Position, Setting, Turn
    from rulesets.referee.turn_builder import TurnBuilder

# The part of the rule text about a problem, by its code or by the part before the dot.
PLAY, PLAYERS = "play", "players"
ANCHORS: Mapping[str, str] = {"card": PLAYERS, "deck": PLAYERS, "players": PLAYERS}


class Referee(ABC):
    """The interface of all referees.

    `verbs` are the steps that the game has, `has_then` whether a turn may say who comes next,
    `has_rounds` whether a table reports new rounds, `has_claims` whether a rank is claimed for
    cards laid face down, `has_slaps` whether somebody can be the last to slap. `anchors` leads from
    a problem's code (or the part before its dot) to the part of the rule text about it; codes that
    are missing are under "play". `asks` are the questions to a table about the start, `act_words`
    the words of an `act`; `plain_numbers`: a card that acts may be called as its number, and does
    nothing then.
    """

    verbs: tuple[str, ...] = ("play", "draw", "pass")
    asks: tuple[str, ...] = ("top", "direction", "due", "stock")
    act_words: tuple[str, ...] = ()
    has_then = False
    has_rounds = False
    has_claims = False
    has_slaps = False
    plain_numbers = False
    anchors: Mapping[str, str] = MappingProxyType({})

    def anchor(self, code: str) -> str:
        """Return the part of the rule text about a problem."""
        topic = code.partition(".")[0]
        own = self.anchors
        return own.get(code) or own.get(topic) or ANCHORS.get(topic, PLAY)

    # --- before play ------------------------------------------------------------------------------

    @abstractmethod
    def deck(self, options: Any, players: int) -> Deck:
        """Return the deck that is shuffled."""

    def reshuffles(self, options: Any) -> bool:
        """Return whether the pile under its top card is shuffled when the stock is used up."""
        return bool(getattr(options, "reshuffle", False))

    def opening_problems(self, setting: Setting, opening: Opening) -> Iterator[Problem]:
        """Report problems of the start, each at its place in the file."""
        yield from ()

    def opening_memory(self, setting: Setting, opening: Opening) -> Any:
        """Return the memory of the game at the start, besides the position itself."""
        return None

    def asks_of(self, options: Any) -> tuple[str, ...]:
        """Return the questions about the start to a table with these options."""
        return self.asks

    def settle_options(self, setting: Setting, opening: Opening) -> Setting:
        """Return the setting, with another option if the start of a round chooses one anew."""
        return setting

    def open_position(self, position: Position, opening: Opening) -> Position:
        """Return the first position, where a game has more to say of it."""
        return position

    # --- a turn -----------------------------------------------------------------------------------

    def begin(self, builder: TurnBuilder) -> None:
        """Begin a turn (or, with something in `within`, go on with it)."""
        builder.closed = False

    def check_draw(self, builder: TurnBuilder, step: TurnStep, at: At) -> None:
        """Note drawn cards with known faces that cannot come from the stock."""
        builder.see(step.cards, at)

    @abstractmethod
    def step(self, builder: TurnBuilder, step: TurnStep, at: At) -> None:
        """Judge one step of a turn and carry it out."""

    @abstractmethod
    def end(self, builder: TurnBuilder) -> None:
        """End the turn: note what is missing, and find the next player."""

    def new_round(self, builder: TurnBuilder, turn: Turn) -> None:
        """Begin a new round, if the game has such."""
        text = "This game has no new rounds within a file."
        builder.note("step.kind", text, ("round",), firm=True)

    # --- what may be played -----------------------------------------------------------------------

    def may_call(self, card: Card) -> bool:
        """Return whether a suit may be called with a card that can do without: then a table is
        asked."""
        return False

    def candidates(self, builder: TurnBuilder, hand: KnownHand) -> Iterator[tuple[PlayedCard, ...]]:
        """Yield everything that could be tried as one play with these cards, each once."""
        for card in sorted(set(hand.known)):
            yield (PlayedCard(card),)

    def variants(self, builder: TurnBuilder, card: Card) -> Iterator[PlayedCard]:
        """Yield the ways to call a card that is listed bare."""
        yield PlayedCard(card)

    def may_play(self, builder: TurnBuilder) -> bool:
        """Return whether a card could be played by somebody whose hand is not known."""
        return not builder.closed

    def trial(self, builder: TurnBuilder, verb: str) -> TurnStep | None:
        """Return a step by which a verb is tried out; None if it is open as long as the turn is,
        and nothing is due."""
        if verb == "draw":
            return TurnStep("draw", number=builder.before.owes(builder.seat) or 1)
        return TurnStep("pass") if verb == "pass" else None

    def reasons(self, position: Position) -> Iterator[Reason]:
        """Yield reasons of the position that only this game knows."""
        yield from ()

    def next_reason(self, position: Position, mover: int) -> Reason | None:
        """Return why the player to move is next, if not by the order of the seats."""
        return None

    def lying(self, position: Position) -> tuple[tuple[int, PlayedCard], ...]:
        """Return the cards of the trick on the table, each with the seat that played it."""
        return ()

    def last_trick(self, position: Position) -> tuple[tuple[int, PlayedCard], ...]:
        """Return the cards of the trick before, each with the seat that played it: they stay in
        sight until the next one is complete."""
        return ()

    def memory_view(self, position: Position) -> dict[str, Any]:
        """Return the part of the game's memory for the printed position."""
        return {}
