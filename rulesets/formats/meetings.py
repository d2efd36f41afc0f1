"""Meetings: everybody plays singly, and nobody meets anybody again until it cannot be avoided.

A schedule that is fixed before the first set seats the tables, and everybody carries their points
on. Nobody's seat depends on who wins, so ties stand.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from rulesets.engine.text import Phrase, say
from rulesets.formats.tables import TablesFormat
from rulesets.movements.quality import least_repeats
from rulesets.movements.schedule import MOST_PEOPLE, split_tables
from rulesets.movements.scheduled import ScheduledMovement

if TYPE_CHECKING:
    from rulesets.movements.movement import Movement


@dataclass(frozen=True)
class MeetingsFormat(TablesFormat):
    """People meet new opponents at the table every set. All seats are known in advance."""

    slug: ClassVar[str] = "meetings"
    name: ClassVar[Phrase] = say("Schedule: new opponents every set")
    ahead: ClassVar[bool] = True
    searches: ClassVar[bool] = True
    keeps_requests: ClassVar[bool] = True
    most_people: ClassVar[int] = MOST_PEOPLE

    @cached_property
    def movement(self) -> Movement:
        """A schedule at tables of the sizes that the game takes."""
        return ScheduledMovement("meetings", self.sizes)

    def sizes(self, people: int) -> tuple[int, ...]:
        """The sizes of the tables for this many people, the larger first: of two that are as near
        to the agreed one, those at which fewer meet again."""
        least, most = self.game.plays.players
        return split_tables(people, self.table_size, least, most, self.agreed.rounds)

    def promise(self, people: int) -> Phrase:
        """People meet again only if there are too few of them."""
        met = sum(size * (size - 1) // 2 for size in self.sizes(people))
        if not least_repeats(met * self.seatings, people * (people - 1) // 2):
            return say("nobody has to meet anybody twice")
        return say("people meet again as late as possible")


FORMAT = MeetingsFormat
