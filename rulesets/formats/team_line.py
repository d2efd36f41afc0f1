"""Two teams at one long table: couples report, and the room keeps one score sheet (Metzker p.
30)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from rulesets.engine.text import Phrase, say
from rulesets.formats.format import Format
from rulesets.formats.labels import LineLabels
from rulesets.formats.parts import Deals, Facts, Keeping, Length, Roles, Tables


@dataclass(frozen=True)
class TeamLineFormat(Format):
    """After each round one team moves along a seat. Anybody facing an empty chair sits out."""

    slug: ClassVar[str] = "team_line"
    name: ClassVar[Phrase] = say("Two teams at one long table")
    keeping: ClassVar[Keeping] = Keeping.ROOM

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

    @cached_property
    def labels(self) -> LineLabels:
        """Places along the table."""
        plays = self.game.plays
        return LineLabels(plays.called, total=plays.counted)

    def _how_many(self) -> Phrase:
        """The most people on each side of the table."""
        return say("Two teams of up to {most}", most=self.game.plays.players[1] // 2)


FORMAT = TeamLineFormat
