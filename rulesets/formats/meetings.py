"""Meetings: everybody plays singly, and nobody meets anybody again until it cannot be avoided.

A schedule that is fixed before the first set seats the tables, and everybody carries their points
on. Nobody's seat depends on who wins, so ties stand.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from rulesets.engine.text import Phrase, say
from rulesets.formats.people import check_schedule
from rulesets.formats.set_options import agreed_of
from rulesets.formats.tables import TablesFormat, TablesOptions
from rulesets.movements.quality import least_repeats
from rulesets.movements.schedule import MOST_PEOPLE, split_tables
from rulesets.movements.scheduled import ScheduledMovement

if TYPE_CHECKING:
    from rulesets.formats.parts import Facts, Tables
    from rulesets.movements.movement import Movement


@dataclass(frozen=True)
class MeetingsFormat(TablesFormat):
    """People meet new opponents at the table every set. All seats are known in advance."""

    slug: ClassVar[str] = "meetings"
    name: ClassVar[Phrase] = say("Schedule: new opponents every set")
    ahead: ClassVar[bool] = True
    searches: ClassVar[bool] = True

    @cached_property
    def facts(self) -> Facts:
        """Wishes hold in all sets."""
        return replace(super().facts, requests_last=True)

    @cached_property
    def tables(self) -> Tables:
        """Of two sizes that are as near to the agreed one, those at which fewer meet again."""
        base, (least, most) = super().tables, self.game.plays.players
        rounds = agreed_of(self.agreed, TablesOptions).rounds

        def sizes(people: int) -> tuple[int, ...]:
            return split_tables(people, base.usual, least, most, rounds)

        checks = (check_schedule(MOST_PEOPLE), self._check_game(sizes))
        return replace(base, sizes=sizes, most=MOST_PEOPLE, checks=checks)

    @cached_property
    def movement(self) -> Movement:
        """A schedule at tables of the sizes that the game takes."""
        return ScheduledMovement("meetings", self.tables.sizes)

    def _promise(self, people: int) -> Phrase:
        """People meet again only if there are too few of them."""
        meetings = sum(size * (size - 1) // 2 for size in self.tables.sizes(people))
        if not least_repeats(meetings * self.length.sets, people * (people - 1) // 2):
            return say("nobody has to meet anybody twice")
        return say("people meet again as late as possible")


FORMAT = MeetingsFormat
