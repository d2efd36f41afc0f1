"""Pairs: each pair plays each, by a schedule that is fixed before the first round.

Tables of four play rounds of four deals, in which everybody deals once; partners stay together all
evening. Everybody carries the points on; a sit-out brings the mean of the own rounds. Nobody's seat
depends on who wins, so a tie is left as it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from rulesets.engine.text import Words, say
from rulesets.formats.drives import DriveFormat
from rulesets.movements import pairs
from rulesets.movements.schedule import MOST_PEOPLE


@dataclass(frozen=True)
class PairsFormat(DriveFormat):
    """Each pair meets each once before it meets any again; all seats are known at once."""

    slug: ClassVar[str] = "pairs"
    name: ClassVar[Words] = say("Pairs: each pair plays each")
    cuts: ClassVar[bool] = False
    ahead: ClassVar[bool] = True
    fixed_pairs: ClassVar[bool] = True
    byes: ClassVar[bool] = True
    most_people: ClassVar[int] = MOST_PEOPLE
    movement: ClassVar[Any] = pairs

    def promise(self, people: int) -> Words:
        """Whether there are rounds enough for each to meet each, and no more."""
        rounds, pairs = self.seatings, people // 2
        needed = pairs - 1 + pairs % 2  # where they are odd, one sits out each round
        if rounds == needed:
            return say("each pair plays each once")
        if rounds < needed:
            return say("nobody plays anybody twice")
        return say("nobody plays anybody again before all have met")
