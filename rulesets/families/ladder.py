"""A ladder: the first who has climbed so many rungs wins, in the order in which a report names
people; others who get there in the same round share the second place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulesets.rounds.endings import Ends
from rulesets.words import Words, say

if TYPE_CHECKING:
    from rulesets.rounds.rounds import Rounds
    from rulesets.rounds.table import Table


@dataclass(frozen=True, slots=True)
class FirstTo(Ends):
    """As soon as somebody has `goal`; `order` is the answer that says who had it first, `told` how
    the end is told ({name} and {goal} are filled in)."""

    goal: int
    order: str
    told: str = "{name} is the first with {goal}"

    def over(self, table: Table) -> bool:
        return max(table.totals) >= self.goal

    def winners(self, table: Table) -> tuple[int, ...] | None:
        there = [who for who, total in enumerate(table.totals) if total >= self.goal]
        named = getattr(table.last.report, self.order) if table.last is not None else ()
        first = next((who for who in named if who in there), *there[:1])
        return (first,)

    def words(self, options: Any) -> Words:
        del options
        return say("The first with {goal} wins.", goal=self.goal)

    def victory(self, plays: Rounds, options: Any) -> Words:
        del options
        return say("First with {goal} {unit}", goal=self.goal, unit=say(plays.unit))

    def why(self, table: Table) -> Words:
        winner = (self.winners(table) or (0,))[0]
        return say(self.told, name=table.name_of(winner), goal=self.goal)

    def ranking(self, table: Table) -> tuple[int, ...]:
        """Higher is better: the winner, then by rungs; whoever else has the goal shares place 2."""
        first = self.winners(table) if self.over(table) else None
        reached = (min(total, self.goal) for total in table.totals)
        return tuple(rungs + (first == (who,)) for who, rungs in enumerate(reached))
