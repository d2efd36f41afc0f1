"""Mixed: like `individual`, but partners have different roles.

A schedule seats one of each role as partners, a different one in every round. If there are more of
one role, the host is asked before the first round to have some play the other, as at Court Whist;
after that nobody changes role.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from rulesets.engine.text import Phrase, say
from rulesets.formats.drives import LADIES_AND_GENTLEMEN
from rulesets.formats.individual import IndividualFormat, promise_partners
from rulesets.movements.scheduled import ScheduledMovement

if TYPE_CHECKING:
    from rulesets.formats.parts import Facts
    from rulesets.movements.movement import Movement


@dataclass(frozen=True)
class MixedFormat(IndividualFormat):
    """A new partner of the other role every set. All seats are known in advance."""

    slug: ClassVar[str] = "mixed"
    name: ClassVar[Phrase] = say("Mixed schedule: partners are one of each role")

    @cached_property
    def facts(self) -> Facts:
        """Partners are a lady and a gentleman."""
        return replace(super().facts, roles=LADIES_AND_GENTLEMEN)

    @cached_property
    def movement(self) -> Movement:
        """A schedule."""
        return ScheduledMovement("mixed")

    def _promise(self, people: int) -> Phrase:
        """Partners repeat if there are more rounds than people of the other role. (If the numbers
        are odd, the smaller group sits out too rarely for that many.)"""
        return promise_partners(distinct=self.length.sets <= people // 2 - people % 2)


FORMAT = MixedFormat
