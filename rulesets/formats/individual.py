"""Individual: a new partner every round, by a schedule that is fixed before the first.

Tables of four play rounds of several deals; with four, everybody deals once. Everybody keeps their
own score; a sit-out scores the average of their own rounds. Nobody's seat depends on who wins, so
ties stand.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from rulesets.engine.text import Phrase, say
from rulesets.formats.drives import DriveFormat
from rulesets.formats.people import check_schedule
from rulesets.movements.quality import least_repeats
from rulesets.movements.schedule import MOST_PEOPLE
from rulesets.movements.scheduled import ScheduledMovement

if TYPE_CHECKING:
    from rulesets.formats.parts import Facts, PairRequest, Tables
    from rulesets.movements.movement import Movement


@dataclass(frozen=True)
class IndividualFormat(DriveFormat):
    """Nobody has the same partner twice for as long as possible. All seats are known in advance."""

    slug: ClassVar[str] = "individual"
    name: ClassVar[Phrase] = say("Schedule: a new partner every set")
    ahead: ClassVar[bool] = True
    searches: ClassVar[bool] = True

    @cached_property
    def facts(self) -> Facts:
        """Nobody's seat depends on who wins; two can be partners all evening."""
        requests: tuple[PairRequest, ...] = ("apart", "together", "paired")
        return replace(super().facts, cuts="", requests=requests, requests_last=True)

    @cached_property
    def tables(self) -> Tables:
        """As many people as a schedule seats."""
        checks = (check_schedule(MOST_PEOPLE),)
        return replace(super().tables, most=MOST_PEOPLE, checks=checks)

    @cached_property
    def movement(self) -> Movement:
        """A schedule."""
        return ScheduledMovement("individual")

    def _promise(self, people: int) -> Phrase:
        """Partners meet again only if there are fewer of them than rounds to play."""
        pairs, partnerships = people * (people - 1) // 2, 2 * self.tables.count(people)
        repeats = least_repeats(partnerships * self.length.sets, pairs)
        return promise_partners(distinct=self.length.sets < people and not repeats)


def promise_partners(*, distinct: bool) -> Phrase:
    """What a schedule promises about partners; `distinct`: nobody has the same one twice."""
    if distinct:
        return say("nobody has the same partner twice")
    return say("partners repeat as late as possible")


FORMAT = IndividualFormat
