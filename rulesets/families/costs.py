"""Rounds of tricks in each of which something else costs: what it is, and how many there are.

A report has `taken`, by player.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from rulesets.rounds.questions import ask
from rulesets.rounds.scoring import Moments, moment
from rulesets.words import Words

if TYPE_CHECKING:
    from rulesets.rounds.table import Table


class Cost(NamedTuple):
    """What costs in a round, what each of them is worth, and how many there are, by the number of
    players from the fewest on (none: the game counts them otherwise)."""

    name: str
    worth: int
    there: tuple[int, ...] = ()
    help: str = "How many each player took."


@dataclass(frozen=True, slots=True)
class Costs:
    """The rounds of a game."""

    rounds: tuple[Cost, ...]
    there: Callable[[Table], int]

    def __call__(self, table: Table) -> Cost:
        """What costs in the round that comes (after the last one: in the last)."""
        return self.rounds[min(table.rounds, len(self.rounds) - 1)]

    def notable(self, deal: Any, table: Table) -> Moments:
        """All there is of something, to one player."""
        count = self.there(table)
        for who, taken in enumerate(deal.taken):
            if taken == count == sum(deal.taken) and count > 1:
                what = Words(self(table).name)
                yield moment(table, who, "all", "{name} took them all: {what}", what=what)

    def taken(self, **more: Any) -> Any:
        """The question of every such round."""
        return ask(
            lambda table: self(table).name,
            lambda table: self(table).help,
            total=self.there,
            sum_text="{label}: {sum} in all; there should be {total}.",
            **more,
        )
