"""Two teams at one long table: couples report, and the room keeps one score sheet (Metzker p.
30)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rulesets.engine.text import NOTHING, Phrase, say
from rulesets.formats.format import Format
from rulesets.formats.parts import Keeping


@dataclass(frozen=True)
class TeamLineFormat(Format):
    """After each round one team moves along a seat. Anybody facing an empty chair sits out."""

    slug: ClassVar[str] = "team_line"
    name: ClassVar[Phrase] = say("Two teams at one long table")
    keeping: ClassVar[Keeping] = Keeping.ROOM
    width: ClassVar[int] = 2
    over_text: ClassVar[str] = "Round {set} is over. Ask the host to correct the result."

    @property
    def deals(self) -> int:
        """One, for everybody."""
        return 1

    def limit(self, people: int, last: int | None) -> int:
        """None: the board of the room goes on from round to round, until its game ends."""
        return 0

    @property
    def roles(self) -> tuple[str, ...]:
        """The two teams."""
        return self.game.plays.side_names

    @property
    def role_names(self) -> tuple[str, ...]:
        """What the teams are called."""
        return tuple(name.capitalize() for name in self.game.plays.side_names)

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
