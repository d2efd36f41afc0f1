"""What the tests of answers share: four people on two sides, and a reader of their names."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from rulesets.engine.roster import Roster, partners

if TYPE_CHECKING:
    from rulesets.engine.fields import Field
    from rulesets.engine.problems import At

NAMES = ("Ann", "Bo", "Cy", "Di")
FOUR: Roster = partners(NAMES, 2)
PLAYING = (0, 1, 3)


class Names:
    """Names into places, as a score file's reader does it; what is nobody's name is noted."""

    def __init__(self) -> None:
        self.unknown: list[At] = []
        self.misnamed: list[At] = []
        self.twice: list[str] = []
        self.pointed: dict[At, str] = {}

    def player(self, value: object, at: At, here: At) -> int | None:
        if value in NAMES:
            return NAMES.index(str(value))
        self.unknown.append(at)
        self.misread(here)
        return None

    def side(self, value: object, at: At, here: At) -> int | None:
        player = self.player(value, at, here)
        return None if player is None else FOUR.side_of(player)

    def space(self, text: str) -> str:
        return text.upper()

    def misread(self, here: At) -> None:
        self.misnamed.append(here)

    def claimed_twice(self, text: str, at: At, here: At) -> None:
        self.twice.append(text)

    def points_to(self, here: At, step: str) -> None:
        self.pointed[here] = step


def codes(field: Field, value: Any) -> list[tuple[str, At, bool]]:
    """Code and place of every problem of an answer, and whether it is firm."""
    found = field.kind.problems(field, value, FOUR, ())
    assert all(problem.message for problem in found)
    return [(one.code.removeprefix(f"{field.key}."), one.at, one.firm) for one in found]


def made_up(field: Field, times: int = 200) -> list[Any]:
    """Made-up answers, none of which has a problem."""
    chance = Random(times)
    found = [field.kind.made_up(field, PLAYING, len(FOUR.sides), chance) for _ in range(times)]
    assert [codes(field, value) for value in found] == [[]] * times
    return found


def there_and_back(field: Field, value: Any) -> Any:
    """An answer written with names and read again."""
    return field.kind.read(field, field.kind.write(value, NAMES), Names(), (), ())
