"""One player, or one side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar, NewType

from rulesets.engine.answers.kind import NAME, Cells, Choices, Kind, Widget
from rulesets.engine.json_values import FAR_TOO_LARGE, is_int
from rulesets.engine.problems import refusal
from rulesets.engine.words import as_is

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from random import Random

    from rulesets.engine.answers.kind import NameReader, Schema
    from rulesets.engine.fields import Field
    from rulesets.engine.problems import At, Problem
    from rulesets.engine.roster import Roster
    from rulesets.engine.words import Words

Player = NewType("Player", int)
Side = NewType("Side", int)


class PlaceKind(Kind):
    """A place in a row of players or sides."""

    wanted: ClassVar[str]
    unknown: ClassVar[str]
    holds = "name"

    @staticmethod
    def named(roster: Roster) -> Sequence[str]:
        """The names of those who have a place."""
        raise NotImplementedError

    def problems(self, field: Field, value: Any, roster: Roster, at: At) -> list[Problem]:
        """No place, or one that there is not."""
        if not is_int(value):
            return [refusal(f"{field.key}.type", self.wanted, at, label=field.label)]
        if 0 <= value < len(self.named(roster)):
            return []
        shown = value + 1 if abs(value) < FAR_TOO_LARGE else 0
        return [refusal(f"{field.key}.unknown", self.unknown, at, label=field.label, value=shown)]

    def widget(self, field: Field) -> Widget:
        """A name to tap."""
        del field
        return Widget.PERSON

    def choices(self, field: Field, roster: Roster, people: Collection[int]) -> Choices:
        """Their names; nobody too, where the question may be left out."""
        del people
        return names_to_tap(field, dict(enumerate(self.named(roster))), nobody=not field.required)

    def parse(self, field: Field, given: Any) -> int:
        """The place."""
        del field
        return int(given)

    def words(self, field: Field, value: Any, roster: Roster) -> Words:
        """The name."""
        del field
        return as_is(self.named(roster)[value])

    def cell(self, field: Field | None, value: Any, who: int, roster: Roster) -> Any:
        """The name."""
        del field, who
        return self.named(roster)[value]


class PlayerKind(PlaceKind):
    """A place in the roster; in a score file a name."""

    name = "player"
    annotations = (Player,)
    wanted = "{label}: a player is wanted."
    unknown = "{label}: there is no player {value}."

    @staticmethod
    def named(roster: Roster) -> Sequence[str]:
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

    def renumber(self, value: Any, places: Sequence[int]) -> Any:
        """The other place."""
        return places[value] if isinstance(value, int) and 0 <= value < len(places) else value

    def choices(self, field: Field, roster: Roster, people: Collection[int]) -> Choices:
        """The names of those who may be named."""
        named = {place: roster.names[place] for place in people}
        return names_to_tap(field, named, nobody=not field.required)

    def cells(self, field: Field, names: Sequence[Words], sides: Sequence[Words]) -> Cells:
        """The names."""
        del field, sides
        return Cells(ticks=tuple(names))

    def schema(self, field: Field) -> Schema:
        """A name."""
        del field
        return NAME

    def made_up(self, field: Field, playing: Sequence[int], sides: int, chance: Random) -> int:
        """Anybody who plays."""
        del field, sides
        return chance.choice(playing)


class SideKind(PlaceKind):
    """A place among the sides; in a score file one of its players, its name, or its place."""

    name = "side"
    annotations = (Side,)
    wanted = "{label}: a side is wanted."
    unknown = "{label}: there is no side {value}."

    @staticmethod
    def named(roster: Roster) -> Sequence[str]:
        """The sides."""
        return roster.side_names

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

    def cells(self, field: Field, names: Sequence[Words], sides: Sequence[Words]) -> Cells:
        """The names of the sides."""
        del field, names
        return Cells(ticks=tuple(sides))

    def schema(self, field: Field) -> Schema:
        """A name, or a place."""
        del field
        return {"anyOf": [NAME, {"type": "integer", "minimum": 0}]}

    def made_up(self, field: Field, playing: Sequence[int], sides: int, chance: Random) -> int:
        """Any side."""
        del field, playing
        return chance.randrange(sides)


def names_to_tap(field: Field, names: Mapping[int, str], *, nobody: bool) -> Choices:
    """What there is to choose from where somebody is named, by place; `nobody` too."""
    found = ((str(place), as_is(name)) for place, name in names.items())
    return (("", field.nobody), *found) if nobody else tuple(found)


PLAYER = PlayerKind()
SIDE = SideKind()
