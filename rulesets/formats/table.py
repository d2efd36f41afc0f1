"""Everybody keeps their seat: one table, or several with separate scores."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from rulesets.engine.text import NOTHING, Phrase, say
from rulesets.formats.format import Format
from rulesets.formats.parts import Facts, Keeping, Length, Tables
from rulesets.formats.people import check_sizes

if TYPE_CHECKING:
    from rulesets.engine.problems import Problem


@dataclass(frozen=True)
class TableFormat(Format):
    """Everybody keeps their seat all evening. In some games the winners meet at a final table."""

    slug: ClassVar[str] = "table"
    name: ClassVar[Phrase] = say("Fixed tables: each keeps its own score")
    keeping: ClassVar[Keeping] = Keeping.TABLE

    @cached_property
    def facts(self) -> Facts:
        """The winners meet, if the game has a final table."""
        return Facts(final_table=bool(self.game.plays.final_table))

    @cached_property
    def length(self) -> Length:
        """Until the game ends; once more at a final table."""
        return Length(most=2 if self.facts.final_table else 1)

    @cached_property
    def tables(self) -> Tables:
        """As few tables as possible, as even as possible."""
        fewest, most = self.game.plays.players

        def sizes(people: int) -> tuple[int, ...]:
            count = max(1, -(-people // most))
            each, more = divmod(people, count)
            return (each + 1,) * more + (each,) * (count - more)

        def check(people: int) -> tuple[Problem, ...]:
            smaller_first = sizes(people)[::-1]
            if min(smaller_first) < fewest:
                return ()
            return check_sizes(self.game, self.agreed, smaller_first)

        return Tables(sizes, fewest, checks=(check,))

    def _promise(self, people: int) -> Phrase:
        """Each table has its own winner, unless the winners meet."""
        if self.tables.count(people) == 1:
            return NOTHING
        if self.facts.final_table:
            return say("the winners meet at a final table")
        return say("each table has its own winner")


FORMAT = TableFormat
