"""Several players: as many as there are, or in an order that matters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rulesets.answers.kind import NAME, NAMES, Kind
from rulesets.answers.player import PLAYER
from rulesets.json_values import as_list
from rulesets.problems import refusal

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from rulesets.answers.kind import NameReader, Schema
    from rulesets.fields import Field
    from rulesets.problems import At, Problem
    from rulesets.roster import Roster


class People(Kind):
    """A list of places, each of which stands there once."""

    name = "players"

    def problems(self, field: Field, value: Any, roster: Roster, at: At) -> list[Problem]:
        """No list, nobody where somebody must be named, places that there are not, or twice."""
        if not isinstance(value, list | tuple):
            text = "{label}: a list of players is wanted."
            return [refusal(f"{field.key}.type", text, at, label=field.label)]
        if not value and self.wanted(field):
            text = "{label}: nobody is named."
            return [refusal(f"{field.key}.missing", text, at, label=field.label)]
        problems = []
        for place, player in enumerate(value):
            found = PLAYER.problems(field, player, roster, (*at, place))
            problems += found
            if not found and player in value[:place]:
                text = "{label}: {name} stands there twice."
                who = roster.names[player]
                code = f"{field.key}.twice"
                problems.append(refusal(code, text, (*at, place), label=field.label, name=who))
        return problems

    def wanted(self, field: Field) -> bool:
        """Whether an empty list says nothing."""
        del field
        return True

    def read(self, field: Field, value: Any, names: NameReader, at: At, here: At) -> list[int]:
        """The places of a list of names, or of a single one."""
        del field
        listed = [value] if isinstance(value, str) else as_list(value, at)
        found = [names.player(name, (*at, n), (*here, n)) for n, name in enumerate(listed)]
        if None in found:
            names.misread(here)
        return [player for player in found if player is not None]

    def write(self, value: Any, names: Sequence[str]) -> Any:
        """The names at the places."""
        return [names[player] for player in value]

    def people(self, value: Any) -> Iterator[tuple[At, int]]:
        """All of them."""
        for place, player in enumerate(value):
            yield (place,), player

    def schema(self, field: Field) -> Schema:
        """A list of names, or one of them."""
        del field
        return {"anyOf": [NAME, {**NAMES, "minItems": 1}]}

    def made_up(
        self, field: Field, playing: Sequence[int], sides: int, chance: Random
    ) -> list[int]:
        """One or two of those who play."""
        del field, sides
        return sorted(chance.sample(playing, min(len(playing), chance.choice((1, 1, 1, 2)))))

    def plain(self, value: Any) -> tuple[int, ...]:
        """As a tuple."""
        return tuple(value)

    def told(self, field: Field, value: Any, names: Sequence[str]) -> str:
        """The names."""
        del field
        return ", ".join(names[player] for player in value)


EVERYBODY = 999  # may be named in an order, where it says no less


class Ordered(People):
    """The same, the first one first; nobody at all where the field may be empty."""

    name = "order"

    def wanted(self, field: Field) -> bool:
        """An order of nobody is an answer too, unless everybody has to stand in it."""
        return field.low > 0

    def problems(self, field: Field, value: Any, roster: Roster, at: At) -> list[Problem]:
        """The same, and too few or too many: `low` and `high` say how many."""
        found = super().problems(field, value, roster, at)
        if not found and len(value) < field.low:
            text = "{label}: {low} are wanted, {given} are named."
            bounds = {"low": field.low, "given": len(value)}
            found.append(refusal(f"{field.key}.few", text, at, label=field.label, **bounds))
        elif not found and 0 < field.high < len(value):
            text = "{label}: {high} are wanted, {given} are named."
            bounds = {"high": field.high, "given": len(value)}
            found.append(refusal(f"{field.key}.many", text, at, label=field.label, **bounds))
        return found

    def schema(self, field: Field) -> Schema:
        """A list of names."""
        most = {"maxItems": field.high} if 0 < field.high < EVERYBODY else {}
        return {**NAMES, "minItems": field.low, **most}

    def made_up(
        self, field: Field, playing: Sequence[int], sides: int, chance: Random
    ) -> list[int]:
        """Some of those who play, in any order."""
        del sides
        most = min(field.high or len(playing), len(playing))
        wanted = chance.randint(min(field.low, most), most)
        return chance.sample(playing, wanted)


PLAYERS = People()
ORDER = Ordered()
