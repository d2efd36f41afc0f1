"""How the turns of the three Janken games go: one card that fits, or draw until one does.

What they share is the deck, the calls and the draws; a game says which card is wild, what fits and
which cards act.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rulesets.cards.deck import FRENCH, JANKEN, Deck
from rulesets.engine.text import Phrase
from rulesets.families.collecting import MANY
from rulesets.referee.one_card import OneCard
from rulesets.referee.position import any_of_rank, any_of_suit

if TYPE_CHECKING:
    from rulesets.engine.problems import At
    from rulesets.referee.position import PlayedCard, TurnStep
    from rulesets.referee.turn_builder import TurnBuilder

ROCK, PAPER, SCISSORS, LIZARD, WATER = JANKEN
# Which suits each one beats (games.md; the sheet's one example agrees).
BEATS = {
    SCISSORS: (PAPER, LIZARD),
    PAPER: (ROCK, WATER),
    ROCK: (LIZARD, SCISSORS),
    LIZARD: (WATER, PAPER),
    WATER: (SCISSORS, ROCK),
}
STRONGER = {suit: tuple(one for one in BEATS if suit in BEATS[one]) for suit in BEATS}
ANCHORS: Mapping[str, str] = {
    "play.fit": "fits",
    "draw": "drawing",
    "pass": "drawing",
    "effect.blocked": "blocked",
    "effect.out": "scoring",
}

Acts = Callable[["TurnBuilder", "PlayedCard", "TurnStep", "At"], None]


def act_not(builder: TurnBuilder, laid: PlayedCard, step: TurnStep, at: At) -> None:
    """Do nothing: the act of a card without a power."""


@dataclass(frozen=True, slots=True)
class Janken(OneCard):
    """A Janken game: `wild` says which card may be laid on anything, `calls` with which cards a
    suit is called; `matches` what else fits on a top card of a suit, by rank and suit; `tells` why
    not, and what would. `does` is what a card does to others; `jokers` are those of one
    pack."""

    wild: Callable[[PlayedCard], bool]
    calls: Callable[[PlayedCard], bool]
    matches: Callable[[Any, PlayedCard, PlayedCard, int], bool]
    tells: Callable[[Any, PlayedCard, int], tuple[str, Sequence[Phrase]]]
    does: Acts = act_not
    jokers: int = 0
    anchors: Mapping[str, str] = field(default_factory=lambda: ANCHORS)

    def deck(self, options: Any, players: int) -> Deck:
        packs = options.packs or (2 if players >= MANY else 1)
        standard = getattr(options, "deck", "janken") != "janken"
        return Deck(packs, self.jokers * packs, suits=FRENCH if standard else JANKEN)

    def is_wild(self, laid: PlayedCard) -> bool:
        return self.wild(laid)

    def calls_suit(self, laid: PlayedCard) -> bool:
        return self.calls(laid)

    def fits(self, builder: TurnBuilder, laid: PlayedCard, top: PlayedCard) -> bool:
        return self.wild(laid) or self.matches(builder.options, laid, top, self.suit(builder, top))

    def wanted(self, builder: TurnBuilder, top: PlayedCard) -> tuple[Phrase, Sequence[Phrase]]:
        why, choices = self.tells(builder.options, top, self.suit(builder, top))
        return Phrase(why), choices

    def acts(self, builder: TurnBuilder, laid: PlayedCard, step: TurnStep, at: At) -> None:
        self.does(builder, laid, step, at)


def is_joker(laid: PlayedCard) -> bool:
    """Return whether a card is a joker: jokers are wild."""
    return laid.card.is_joker


def is_stronger(laid: PlayedCard, suit: int) -> bool:
    """Return whether a card is of a suit that beats another; any beats a joker without a call."""
    return suit not in STRONGER or laid.card.suit in STRONGER[suit]


def any_of_suits(suits: Sequence[int]) -> list[Phrase]:
    """Return any card of one of these suits."""
    return [any_of_suit(suit) for suit in suits]


def any_of_same_rank(laid: PlayedCard) -> list[Phrase]:
    """Return another card of the same rank; none of a joker's."""
    return [] if laid.card.is_joker else [any_of_rank(laid.card.rank)]
