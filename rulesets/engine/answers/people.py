"""Several players: as many as there are, or in an order that matters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from rulesets.engine.answers.kind import NAME, NAMES, Cells, Choices, Kind, Widget
from rulesets.engine.answers.player import PLAYER, names_to_tap
from rulesets.engine.json_values import as_list
from rulesets.engine.problems import refusal
from rulesets.engine.words import Words, as_is, joined, listed, say

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from random import Random

    from rulesets.drawing.scoreboard import Holds
    from rulesets.engine.answers.kind import NameReader, Schema
    from rulesets.engine.fields import Field
    from rulesets.engine.problems import At, Problem
    from rulesets.engine.roster import Roster


class Players(tuple[int, ...]):
    """Several players."""

    __slots__ = ()


class Order(tuple[int, ...]):
    """Several players, the first one first."""

    __slots__ = ()


class PlayersKind(Kind):
    """A list of places, each of which stands there once."""

    name = "players"
    annotations: ClassVar[tuple[Any, ...]] = (Players,)
    empty = ()
    holds: ClassVar[Holds] = "tick"
    by_player = True

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

    def renumber(self, value: Any, places: Sequence[int]) -> Any:
        """All of them at the other places."""
        if not isinstance(value, list | tuple):
            return value
        return [PLAYER.renumber(player, places) for player in value]

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

    def widget(self, field: Field) -> Widget:
        """Names to tap."""
        del field
        return Widget.PEOPLE

    def choices(self, field: Field, roster: Roster, people: Collection[int]) -> Choices:
        """The names of those who may be named."""
        return names_to_tap(field, {place: roster.names[place] for place in people}, nobody=False)

    def parse(self, field: Field, given: Any) -> Any:
        """Each of them once."""
        del field
        return list(dict.fromkeys(given))

    def words(self, field: Field, value: Any, roster: Roster) -> Words:
        """The names."""
        del field
        return joined([roster.names[player] for player in value])

    def cells(self, field: Field, names: Sequence[Words], sides: Sequence[Words]) -> Cells:
        """The names."""
        del field, sides
        return Cells(ticks=tuple(names))

    def cell(self, field: Field | None, value: Any, who: int, roster: Roster) -> Any:
        """Whether somebody is among them."""
        del field, roster
        return who in value


EVERYBODY = 999  # may be named in an order, where it says no less


class OrderKind(PlayersKind):
    """The same, the first one first; nobody at all where the field may be empty."""

    name = "order"
    annotations = (Order,)
    high = EVERYBODY
    spread = "player"
    holds = "number"

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

    def widget(self, field: Field) -> Widget:
        """Everybody's place."""
        del field
        return Widget.PLACE

    def choices(self, field: Field, roster: Roster, people: Collection[int]) -> Choices:
        """The places that there are, from 1."""
        del field, roster
        places = ((str(place), as_is(str(place))) for place in range(1, len(people) + 1))
        return ("", as_is("–")), *places

    def parse(self, field: Field, given: Any) -> int:
        """Somebody's place."""
        del field
        return int(given)

    def split(self, value: Any) -> dict[int, int]:
        """Places by player."""
        return {player: place for place, player in enumerate(value, 1)}

    def join(
        self, field: Field, parts: Mapping[Any, Any], people: Sequence[int]
    ) -> tuple[list[int] | None, list[Problem]]:
        """Players by the places that they were given. Where everybody has one, the last of them
        follows."""
        places = {player: place for player, place in parts.items() if place is not None}
        problems, taken = [], set()
        for player, place in places.items():
            if place in taken:
                text = "Somebody else has this place."
                problems.append(refusal(f"{field.key}.taken", text, (player,)))
            taken.add(place)
        order = sorted(places, key=lambda player: (places[player], player))
        left = [player for player in people if player not in places]
        if field.low >= len(people) > 1 and len(left) == 1:
            return [*order, *left], problems
        if not order and field.required and field.low:
            text = "{label}: Tap one of these."
            problems.append(refusal(f"{field.key}.missing", text, label=field.label))
        return (order if order or field.required else None), problems

    def part(self, value: Any, step: Any) -> Any:
        """Who stands at a place."""
        known = isinstance(step, int) and value is not None and step < len(value)
        return value[step] if known else None

    def words(self, field: Field, value: Any, roster: Roster) -> Words:
        """ "1. Ann, 2. Bo"."""
        del field
        names = enumerate((roster.names[player] for player in value), 1)
        return listed([say("{number}. {name}", number=n, name=name) for n, name in names])

    def cells(self, field: Field, names: Sequence[Words], sides: Sequence[Words]) -> Cells:
        """A box for everybody's place."""
        del field, sides
        return Cells(boxes=tuple(names), hint=say("1, 2, 3 … in their order"))

    def cell(self, field: Field | None, value: Any, who: int, roster: Roster) -> Any:
        """Somebody's place, from 1."""
        del field, roster
        return value.index(who) + 1 if who in value else None


PLAYERS = PlayersKind()
ORDER = OrderKind()
