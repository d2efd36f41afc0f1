"""Progressive: winners go on, partners change; roles do not matter.

Tables of four play rounds of some deals; with four of them everybody deals once. Everybody keeps a
score of their own; a sit-out brings the mean of the own rounds. A tie is cut for by the two sides.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from rulesets.engine.game import option
from rulesets.engine.questions import declared
from rulesets.engine.text import Words, say
from rulesets.formats.drives import DriveFormat, DriveOptions
from rulesets.movements import progressive

if TYPE_CHECKING:
    from collections.abc import Mapping


@declared
class ProgressiveOptions(DriveOptions):
    """Who moves after a round."""

    moves: str = option(
        "Who moves",
        default="up",
        choices=(
            ("up", "the winners go a table up, the losers stay"),
            ("both", "the winners go a table up, the losers a table down"),
        ),
    )


@dataclass(frozen=True)
class ProgressiveFormat(DriveFormat):
    """The winners go one table nearer to the head, and play with those who stayed."""

    slug: ClassVar[str] = "progressive"
    name: ClassVar[Words] = say("Progressive: winners go on, partners change")
    own_options: ClassVar[type] = ProgressiveOptions
    sit_out_mean: ClassVar[bool] = True
    movement: ClassVar[Any] = progressive

    @property
    def movement_options(self) -> Mapping[str, Any]:
        """Who moves, besides."""
        return {**super().movement_options, "moves": self.agreed.moves}
