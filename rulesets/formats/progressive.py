"""Progressive: some people of each table move, and partners change.

Tables of four play rounds of several deals; with four, everybody deals once. Everybody keeps their
own score; a sit-out scores the average of their own rounds. In a tie the two sides cut. People have
one of two roles if ladies and gentlemen move differently (`moves`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from rulesets.engine.game import option
from rulesets.engine.questions import declared
from rulesets.engine.text import Phrase, say
from rulesets.formats.drives import LADIES_AND_GENTLEMEN, DriveFormat, DriveOptions
from rulesets.formats.parts import Bell, Facts, Length
from rulesets.formats.set_options import CLOCK, agreed_of
from rulesets.movements.progressive import IN_ROLES, ProgressiveMovement

if TYPE_CHECKING:
    from rulesets.movements.movement import Movement


@declared
class ProgressiveOptions(DriveOptions):
    """Who moves after a round, and when it ends."""

    moves: str = option(
        "Who moves",
        default="up",
        choices=(
            ("up", "winners move up a table, losers stay"),
            ("both", "winners move up a table, losers move down"),
            (
                "part",
                "losers move, ladies one way and gentlemen the other; winners change partners",
            ),
            ("stay", "losers move, ladies one way and gentlemen the other; winners stay partners"),
        ),
    )
    bell: bool = option(
        "Head table rings the bell",
        default=False,
        help="When table 1 has finished its hands, the others finish the one they are playing. "
        "Scores are adjusted to the usual number of hands.",
        group=CLOCK,
    )


@dataclass(frozen=True)
class ProgressiveFormat(DriveFormat):
    """The winners move up a table towards the head table and play with people who stayed there; or
    the losers travel round the room."""

    slug: ClassVar[str] = "progressive"
    name: ClassVar[Phrase] = say("Progressive: winners move up, partners change")
    own_options: ClassVar[type] = ProgressiveOptions
    seating_keys: ClassVar[tuple[str, ...]] = ("bell",)

    @cached_property
    def facts(self) -> Facts:
        """The two roles, if ladies and gentlemen move differently."""
        base, moves = super().facts, agreed_of(self.agreed, ProgressiveOptions).moves
        return replace(base, roles=LADIES_AND_GENTLEMEN) if moves in IN_ROLES else base

    @cached_property
    def length(self) -> Length:
        """The head table rings the bell, if that was agreed."""
        base = super().length
        if not agreed_of(self.agreed, ProgressiveOptions).bell:
            return base
        return replace(base, deals=replace(base.deals, bell=Bell()))

    @property
    def _idle(self) -> frozenset[str]:
        """Also the minutes, if the head table rings the bell."""
        return super()._idle | ({"minutes"} if self.length.deals.bell == Bell() else set())

    @cached_property
    def movement(self) -> Movement:
        """By the agreed moves."""
        return self.ladder

    @cached_property
    def ladder(self) -> ProgressiveMovement:
        """The agreed moves."""
        return ProgressiveMovement(self.agreed.moves)


FORMAT = ProgressiveFormat
