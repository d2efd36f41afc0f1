"""Swiss: pairs that are level play each other, and nobody anybody twice as long as that can be.

Tables of four play rounds of four deals, in which everybody deals once; partners stay together all
evening. Everybody carries the points on, and the pairs are seated by them; a sit-out brings the
mean of the own rounds. A tie is left as it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from rulesets.engine.text import Words, say
from rulesets.formats.drives import DriveFormat
from rulesets.movements import swiss


@dataclass(frozen=True)
class SwissFormat(DriveFormat):
    """Pairs meet others who have as much as they have."""

    slug: ClassVar[str] = "swiss"
    name: ClassVar[Words] = say("Swiss: pairs that are level play each other")
    cuts: ClassVar[bool] = False
    fixed_pairs: ClassVar[bool] = True
    byes: ClassVar[bool] = True
    by_rank: ClassVar[bool] = True
    movement: ClassVar[Any] = swiss

    def promise(self, people: int) -> Words:
        """Nobody need meet anybody again for as many rounds as half of them are (Dirac)."""
        pairs = people // 2
        if 2 * self.seatings <= pairs:
            return say("nobody plays anybody twice, and equals play equals")
        return say("equals play equals")
