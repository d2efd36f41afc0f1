"""Everybody keeps the seat: one table, or several that each keep a score of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rulesets.engine.text import NOTHING, Words, say
from rulesets.formats.format import Format, Group


@dataclass(frozen=True)
class TableFormat(Format):
    """Tables that play the whole evening; of some games the last ones meet at a final table."""

    slug: ClassVar[str] = "table"
    name: ClassVar[Words] = say("Tables that keep a score of their own")
    board: ClassVar[Group] = "table"

    def seating_name(self, number: int) -> Words:
        """Nothing, until the last ones of all tables meet."""
        return say("Final table") if number > 1 else NOTHING
