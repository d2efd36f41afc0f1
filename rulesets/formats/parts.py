"""The parts that a format is made of."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

Group = Literal["table", "set", "room"]
Credit = Literal["own", "carried", "team"]


class Keeping(StrEnum):
    """Who keeps a score sheet, for how long, and whose the points are."""

    TABLE = "table"  # a table, all evening; the points are its own
    SET = "set"  # a table, for one set; everybody carries their points on
    HANDS = "hands"  # nobody: the hands of a set stand by themselves; points are carried on
    ROOM = "room"  # the whole room, from the reports of couples; points are a team's

    @property
    def board(self) -> Group:
        """Which group has a score of its own: a table for the whole evening, a table for one
        seating, or the whole room."""
        if self is Keeping.ROOM:
            return "room"
        return "table" if self is Keeping.TABLE else "set"

    @property
    def credit(self) -> Credit:
        """Whose the points are: the table's own, carried on by each player, or a team's."""
        if self is Keeping.ROOM:
            return "team"
        return "own" if self is Keeping.TABLE else "carried"
