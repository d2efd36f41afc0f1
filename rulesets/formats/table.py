"""Everybody keeps their seat: one table, or several with separate scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rulesets.engine.text import NOTHING, Phrase, say
from rulesets.formats.format import Format
from rulesets.formats.parts import Keeping

if TYPE_CHECKING:
    from rulesets.engine.problems import Problem


@dataclass(frozen=True)
class TableFormat(Format):
    """Everybody keeps their seat all evening. In some games the winners meet at a final table."""

    slug: ClassVar[str] = "table"
    name: ClassVar[Phrase] = say("Fixed tables: each keeps its own score")
    keeping: ClassVar[Keeping] = Keeping.TABLE

    def seating_name(self, number: int) -> Phrase:
        """Nothing, until the last ones in at all tables meet."""
        return say("Final table") if number > 1 else NOTHING

    @property
    def has_final(self) -> bool:
        """Whether the game has a final table."""
        return bool(self.game.plays.final_table)

    @property
    def most_seatings(self) -> int:
        """Two if there is a final table."""
        return 2 if self.has_final else 1

    def tables_for(self, people: int) -> int:
        """As few as possible."""
        return max(1, -(-people // self.game.plays.players[1]))

    def fits(self, people: int) -> bool:
        """Whether the game takes the numbers at each table."""
        return self.fewest * self.tables_for(people) <= people and not self.check_start(people)

    def check_people(self, count: int) -> tuple[Problem, ...]:
        """The game's own problems with that many tables, as even as possible."""
        tables = self.tables_for(count)
        if count < self.fewest * tables:
            return ()
        each, more = divmod(count, tables)
        return self.check_tables((each, each + 1) if more else (each,))

    def promise(self, people: int) -> Phrase:
        """Each table has its own winner, unless the winners meet."""
        if self.tables_for(people) == 1:
            return NOTHING
        if self.has_final:
            return say("the winners meet at a final table")
        return say("each table has its own winner")

    def table_name(self, seating: int, table: int) -> Phrase:
        """The number, unless it is the final table."""
        return say("Final table") if seating > 1 else super().table_name(seating, table)


FORMAT = TableFormat
