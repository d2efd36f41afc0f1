"""Everybody keeps the seat: one table, or several that each keep a score of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rulesets.engine.text import NOTHING, Words, say
from rulesets.formats.format import Format, Group

if TYPE_CHECKING:
    from rulesets.engine.problems import Problem


@dataclass(frozen=True)
class TableFormat(Format):
    """Everybody keeps their seat all evening. In some games the winners meet at a final table."""

    slug: ClassVar[str] = "table"
    name: ClassVar[Words] = say("Fixed tables: each keeps its own score")
    board: ClassVar[Group] = "table"

    def seating_name(self, number: int) -> Words:
        """Nothing, until the last ones of all tables meet."""
        return say("Final table") if number > 1 else NOTHING

    @property
    def has_final(self) -> bool:
        """As the game says."""
        return bool(self.game.plays.final_table)

    @property
    def most_seatings(self) -> int:
        """A second one where the last ones of all tables meet."""
        return 2 if self.has_final else 1

    def tables_for(self, people: int) -> int:
        """As few as can be."""
        return max(1, -(-people // self.game.plays.players[1]))

    def fits(self, people: int) -> bool:
        """Enough at each table, of a number that the game takes."""
        return self.fewest * self.tables_for(people) <= people and not self.check_start(people)

    def check_people(self, count: int) -> tuple[Problem, ...]:
        """What the game itself says against tables of so many, as even as they can be."""
        tables = self.tables_for(count)
        if count < self.fewest * tables:
            return ()
        each, more = divmod(count, tables)
        return self.check_tables((each, each + 1) if more else (each,))

    def promise(self, people: int) -> Words:
        """Each table has a winner of its own, unless the winners meet."""
        if self.tables_for(people) == 1:
            return NOTHING
        if self.has_final:
            return say("the winners meet at a final table")
        return say("each table has its own winner")

    def table_name(self, seating: int, table: int) -> Words:
        """By its number, unless it is the last one of the evening."""
        return say("Final table") if seating > 1 else super().table_name(seating, table)


FORMAT = TableFormat
