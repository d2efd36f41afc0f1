"""One player, or one side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from rulesets.answers.kind import NAME, Kind
from rulesets.json_values import FAR_TOO_LARGE, is_int
from rulesets.problems import refusal

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from rulesets.answers.kind import NameReader, Schema
    from rulesets.fields import Field
    from rulesets.problems import At, Problem
    from rulesets.roster import Roster


class PlaceKind(Kind):
    """A place in a row of players or sides."""

    wanted: ClassVar[str]
    unknown: ClassVar[str]

    @staticmethod
    def row(roster: Roster) -> Sequence[object]:
        """Those who have a place."""
        raise NotImplementedError

    def problems(self, field: Field, value: Any, roster: Roster, at: At) -> list[Problem]:
        """No place, or one that there is not."""
        if not is_int(value):
            return [refusal(f"{field.key}.type", self.wanted, at, label=field.label)]
        if 0 <= value < len(self.row(roster)):
            return []
        shown = value + 1 if abs(value) < FAR_TOO_LARGE else 0
        return [refusal(f"{field.key}.unknown", self.unknown, at, label=field.label, value=shown)]


class PlayerKind(PlaceKind):
    """A place in the roster; in a score file a name."""

    name = "player"
    wanted = "{label}: a player is wanted."
    unknown = "{label}: there is no player {value}."

    @staticmethod
    def row(roster: Roster) -> Sequence[object]:
        """The players."""
        return roster.names

    def read(self, field: Field, value: Any, names: NameReader, at: At, here: At) -> int | None:
        """The place of a name."""
        del field
        return names.player(value, at, here)

    def write(self, value: Any, names: Sequence[str]) -> Any:
        """The name at a place."""
        return names[value]

    def people(self, value: Any) -> Iterator[tuple[At, int]]:
        """The one player."""
        yield (), value

    def schema(self, field: Field) -> Schema:
        """A name."""
        del field
        return NAME

    def made_up(self, field: Field, playing: Sequence[int], sides: int, chance: Random) -> int:
        """Anybody who plays."""
        del field, sides
        return chance.choice(playing)

    def told(self, field: Field, value: Any, names: Sequence[str]) -> str:
        """The name."""
        del field
        return str(names[value])


class SideKind(PlaceKind):
    """A place among the sides; in a score file one of its players, its name, or its place."""

    name = "side"
    wanted = "{label}: a side is wanted."
    unknown = "{label}: there is no side {value}."

    @staticmethod
    def row(roster: Roster) -> Sequence[object]:
        """The sides."""
        return roster.sides

    def read(self, field: Field, value: Any, names: NameReader, at: At, here: At) -> int | None:
        """The place of a side."""
        del field
        return names.side(value, at, here)

    def write(self, value: Any, names: Sequence[str]) -> Any:
        """One of its players: whoever has the chair of that number."""
        return names[value]

    def sides(self, value: Any) -> Iterator[int]:
        """The one side."""
        yield value

    def schema(self, field: Field) -> Schema:
        """A name, or a place."""
        del field
        return {"anyOf": [NAME, {"type": "integer", "minimum": 0}]}

    def made_up(self, field: Field, playing: Sequence[int], sides: int, chance: Random) -> int:
        """Any side."""
        del field, playing
        return chance.randrange(sides)


PLAYER = PlayerKind()
SIDE = SideKind()
