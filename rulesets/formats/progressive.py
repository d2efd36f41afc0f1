"""Progressive: some of each table go on, and partners change.

Tables of four play rounds of some deals; with four of them everybody deals once. Everybody keeps a
score of their own; a sit-out brings the mean of the own rounds. A tie is cut for by the two sides.
People are entered as one of two roles where ladies and gentlemen go different ways (`moves`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from rulesets.engine.game import option
from rulesets.engine.problems import error
from rulesets.engine.questions import declared
from rulesets.engine.text import Words, say
from rulesets.formats.drives import DriveFormat, DriveOptions
from rulesets.formats.set_options import CLOCK
from rulesets.movements import progressive
from rulesets.movements.seating import ROLES

if TYPE_CHECKING:
    from rulesets.engine.problems import Problem
    from rulesets.formats.format import Format
    from rulesets.movements.seating import Way


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
    name: ClassVar[Words] = say("Progressive: winners move up, partners change")
    own_options: ClassVar[type] = ProgressiveOptions
    ladder: ClassVar[bool] = True
    movement: ClassVar[Any] = progressive
    movement_keys: ClassVar[tuple[str, ...]] = ("moves",)
    seating_keys: ClassVar[tuple[str, ...]] = ("bell",)

    @property
    def _has_head_bell(self) -> bool:
        return bool(getattr(self.agreed, "bell", False))

    @property
    def has_bell(self) -> bool:
        """By the clock, or by the head table."""
        return self._has_head_bell or super().has_bell

    @property
    def seating_minutes(self) -> int:
        """None where the head table rings."""
        return 0 if self._has_head_bell else super().seating_minutes

    @property
    def idle_options(self) -> frozenset[str]:
        """The minutes, besides, where the head table rings."""
        return super().idle_options | ({"minutes"} if self._has_head_bell else set())

    def rings_bell(self, table: int) -> bool:
        """The head table does, where that was agreed."""
        return self._has_head_bell and table == 1

    @property
    def roles(self) -> tuple[str, ...]:
        """The two roles, where ladies and gentlemen go different ways."""
        return ROLES if self.agreed.moves in progressive.IN_ROLES else ()

    def check_change(self, before: Format, seated: int) -> tuple[Problem, ...]:
        """Once people sit by their roles (or without any), nobody can be moved otherwise."""
        if seated and before.roles != self.roles:
            text = (
                "The seats are already shown, so this can no longer switch between playing with "
                "roles and without. Choose another way to move."
            )
            return (error("options.roles", text, ("options", "moves")),)
        return super().check_change(before, seated)

    def ways(self, table: int, tables: int) -> tuple[Way, ...]:
        """As people move."""
        return progressive.ways(self.agreed.moves, table, tables)


FORMAT = ProgressiveFormat
