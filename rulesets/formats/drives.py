"""Drives of two sides: tables of four play sets of several deals, and every deal is independent.

What all of these formats share, whatever the movement: the questions, what a set scores for whom,
who won it, and the names of its places. People in opposite chairs are partners.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from rulesets.engine.game import option
from rulesets.engine.questions import declared
from rulesets.engine.text import DealNames, Phrase, say
from rulesets.formats.cuts import SIDES
from rulesets.formats.hands import CHAIRS, LiveHands
from rulesets.formats.parts import Facts, Keeping, Length, Roles, Tables
from rulesets.formats.set_options import SetOptions, agreed_of
from rulesets.formats.sets import SetFormat
from rulesets.movements.seating import ROLES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.engine.table import Table
    from rulesets.formats.labels import Labels


HAND = DealNames(
    say("Hand"), say("hand"), say("hands"), "Hand {number}", "hand {number}", say("Hand")
)
MOST_DEALS = 24

ONE_MORE = "Extra hand if level"

LADIES_AND_GENTLEMEN = Roles(ROLES, ("Gentlemen", "Ladies"))


@declared
class DriveOptions(SetOptions):
    """The options of a drive: also the number of deals in a set."""

    deals: int = option(
        "Hands in a set",
        default=4,
        low=1,
        high=MOST_DEALS,
        help="People change seats after this many hands. With four, everybody deals once.",
    )


@dataclass(frozen=True)
class DriveFormat(SetFormat):
    """A game of two sides as a drive: tables of four, partners opposite each other, and every hand
    (deal of a set) is independent. Hands count from 1, and results are by chair.
    """

    own_options: ClassVar[type] = DriveOptions
    keeping: ClassVar[Keeping] = Keeping.HANDS

    @cached_property
    def facts(self) -> Facts:
        """Partners who change, at tables of four; ties are cut for."""
        return Facts(len(CHAIRS), CHAIRS, "partners", cuts="sides")

    @cached_property
    def length(self) -> Length:
        """The agreed number of hands in each set."""
        base, usual = super().length, agreed_of(self.agreed, DriveOptions).deals
        return replace(base, deals=replace(base.deals, usual=usual))

    @cached_property
    def tables(self) -> Tables:
        """As many full tables as possible."""
        width = len(CHAIRS)
        return Tables(lambda people: (width,) * (people // width), width, width)

    @cached_property
    def labels(self) -> Labels:
        """A hand of a set."""
        return replace(super().labels, deal=HAND)

    @cached_property
    def hands(self) -> LiveHands:
        """The hands, which stand by themselves."""
        return LiveHands(self)

    def notes(self, number: int) -> tuple[Phrase, ...]:
        """The notes for the first hand of a set, printed below its score."""
        return self.plays.sheet(self.hands.setup(number)).notes

    def _deal_names(self, number: int) -> tuple[str, ...]:
        """Names of the hands of a set, besides their numbers: the game's names for its rounds,
        often nothing. With a bell there is room for half as many again. If several games are
        played, or an extra deal, these have names."""
        deals = self.length.of_set(number)
        usual, games = deals.usual, deals.games
        room = usual * 3 // 2 + 1 if deals.bell else 0
        hands = min(deals.most, max(usual * games, room))
        tables = [self.hands.table(number, hand) for hand in range(1, hands + 1)]
        labels = [self.plays.name_of_round(table).text for table in tables]
        if games > 1:
            word = HAND.one.text
            labels = [
                label or f"Game {(hand - 1) // usual + 1}, {word} {(hand - 1) % usual + 1}"
                for hand, label in enumerate(labels, 1)
            ]
        return (*labels, *([ONE_MORE] if deals.play_off and not deals.bell else []))

    def sides_at(self, number: int, people: int) -> tuple[tuple[int, ...], ...]:
        """The chairs opposite each other, if these are partners."""
        return SIDES if self.set(number).partners else super().sides_at(number, people)

    def states(self, names: Sequence[str], seating: int, deal: int) -> Iterator[Table]:
        """The one state in which a hand is played, whoever sits there."""
        yield self.hands.table(seating, deal)

    def _how_many(self) -> Phrase:
        """Any number."""
        return say("Any number, at tables of {count}", count=self.tables.usual)

    def dealer(self, first: int | None, deal: int) -> int | None:
        """The dealer's chair: in a set every player deals once."""
        return None if first is None else (first + deal - 1) % self.facts.width
