"""Two teams at one long table: couples report, and the room keeps one score sheet (Metzker p.
30)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from rulesets.engine.text import NOTHING, Phrase, say
from rulesets.formats.format import Format
from rulesets.formats.parts import Deals, Facts, Keeping, Length, Roles, Tables


@dataclass(frozen=True)
class TeamLineFormat(Format):
    """After each round one team moves along a seat. Anybody facing an empty chair sits out."""

    slug: ClassVar[str] = "team_line"
    name: ClassVar[Phrase] = say("Two teams at one long table")
    keeping: ClassVar[Keeping] = Keeping.ROOM
    over_text: ClassVar[str] = "Round {set} is over. Ask the host to correct the result."

    @cached_property
    def facts(self) -> Facts:
        """Couples of the two teams."""
        sides = self.game.plays.side_names
        return Facts(width=2, roles=Roles(sides, tuple(name.capitalize() for name in sides)))

    @cached_property
    def length(self) -> Length:
        """A deal for everybody in each round, until the game of the room ends."""
        return Length(deals=Deals(1))

    @cached_property
    def tables(self) -> Tables:
        """One long table."""
        fewest, most = self.game.plays.players
        return Tables(lambda people: (people,), fewest, most_each=most)

    def when(self, number: int) -> Phrase:
        """The round."""
        return self.called.numbered(number)

    def how_many(self) -> Phrase:
        """The most people on each side of the table."""
        return say("Two teams of up to {most}", most=self.game.plays.players[1] // 2)

    def table_name(self, seating: int, table: int) -> Phrase:
        """The couple's place along the table."""
        return say("Place {number}", number=table)

    def seating_name(self, number: int) -> Phrase:
        """The number of the round."""
        return say("Round {number}", number=number)

    def place(
        self, seating: int, table: int, deal: int | None = None, *, alone: bool = False
    ) -> Phrase:
        """The round, and the couple's place along the table."""
        return say("Round {round}, place {table}", round=seating, table=table)

    def chair_name(self, chair: int) -> Phrase:
        """Nothing: a couple's two chairs have no names."""
        return NOTHING


FORMAT = TeamLineFormat
