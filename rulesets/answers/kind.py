"""What every kind of answer can do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from rulesets.fields import Field
    from rulesets.problems import At, Problem
    from rulesets.roster import Roster

Schema = dict[str, Any]
NAME: Schema = {"type": "string", "minLength": 1, "maxLength": 200}
NAMES: Schema = {"type": "array", "items": NAME}


class NameReader(Protocol):
    """Who turns the names of a score file into places; it notes what is nobody's name."""

    def player(self, value: object, at: At, here: At) -> int | None:
        """The place of a name; None, and noted, where it is nobody's."""

    def side(self, value: object, at: At, here: At) -> int | None:
        """The place of a side, told by its place, its name or one of its players."""

    def space(self, text: str) -> str:
        """The key of what people call a space that is claimed."""

    def counted(self, field: Field, value: object, at: At, here: At) -> float | None:
        """What cards (tiles, dice, ranks) come to that answer a number; None, and noted, where they
        cannot be counted."""

    def misread(self, here: At) -> None:
        """Note that the answer at this place of the report names nobody."""

    def claimed_twice(self, text: str, at: At, here: At) -> None:
        """Note that two names of one space are claimed."""

    def points_to(self, here: At, step: str) -> None:
        """Note what a step of a place of the report is called in the file."""


class Kind:
    """One kind of answer; all methods are about a single answer, not the list of everybody's.

    `at` is the place of the answer, inside of it where a problem is about a part.
    """

    name: ClassVar[str]

    def problems(self, field: Field, value: Any, roster: Roster, at: At) -> list[Problem]:
        """Everything malformed or out of range; a range that is missed is not firm."""
        raise NotImplementedError

    def read(self, field: Field, value: Any, names: NameReader, at: At, here: At) -> Any:
        """The answer of a score file in places; `at` in the file, `here` in the report.

        Raises Unusable for a value of a wrong type.
        """
        raise NotImplementedError

    def write(self, value: Any, names: Sequence[str]) -> Any:
        """The answer as a score file holds it, with names."""
        del names
        return value

    def people(self, value: Any) -> Iterator[tuple[At, int]]:
        """Whom the answer names, each with the place inside of the answer."""
        del value
        return iter(())

    def sides(self, value: Any) -> Iterator[int]:
        """The sides that it names."""
        del value
        return iter(())

    def schema(self, field: Field) -> Schema:
        """The JSON Schema of the answer in a score file."""
        raise NotImplementedError

    def made_up(self, field: Field, playing: Sequence[int], sides: int, chance: Random) -> Any:
        """A value that it may have, of people among those `playing`."""
        raise NotImplementedError

    def plain(self, value: Any) -> Any:
        """The answer as it is handed to the game: lists as tuples."""
        return value

    def told(self, field: Field, value: Any, names: Sequence[str]) -> Any:
        """The answer in words (or a number), for logs and conflicts; names as they are."""
        del field, names
        return value


def described(value: Mapping[str, Any]) -> Schema:
    """A copy, to be added to."""
    return dict(value)
