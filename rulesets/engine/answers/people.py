"""One player or side, several players with or without an order, and claims of players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, NewType

from rulesets.engine.answers.kind import NAME, NAMES, Cells, Choices, Kind, Widget
from rulesets.engine.problems import (
    FAR_TOO_LARGE,
    LONGEST_FIELD,
    as_list,
    as_object,
    is_int,
    refusal,
)
from rulesets.engine.text import Phrase, as_is, joined, listed, say

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from random import Random

    from rulesets.drawing.scoreboard import Holds
    from rulesets.engine.answers.kind import NameReader, Schema
    from rulesets.engine.fields import Field
    from rulesets.engine.problems import At, Problem
    from rulesets.engine.roster import Roster
    from rulesets.engine.text import Phrase


Player = NewType("Player", int)
Side = NewType("Side", int)


class PlaceKind(Kind):
    """A place in a row of players or sides."""

    wanted: ClassVar[str]
    unknown: ClassVar[str]
    holds = "name"

    @staticmethod
    def named(roster: Roster) -> Sequence[str]:
        raise NotImplementedError

    def problems(self, field: Field, value: Any, roster: Roster, at: At) -> list[Problem]:
        """Report an answer that is no place, or a place that does not exist."""
        if not is_int(value):
            return [refusal(f"{field.key}.type", self.wanted, at, label=field.label)]
        if 0 <= value < len(self.named(roster)):
            return []
        number = value + 1 if abs(value) < FAR_TOO_LARGE else 0
        return [refusal(f"{field.key}.unknown", self.unknown, at, label=field.label, value=number)]

    def widget(self, field: Field) -> Widget:
        return Widget.PERSON

    def choices(self, field: Field, roster: Roster, people: Collection[int]) -> Choices:
        """Return the names of all places; also nobody, if the question can be left out."""
        return names_to_tap(field, dict(enumerate(self.named(roster))), nobody=not field.required)

    def parse(self, field: Field, value: Any) -> int:
        return int(value)

    def words(self, field: Field, value: Any, roster: Roster) -> Phrase:
        return as_is(self.named(roster)[value])

    def cell(self, field: Field | None, value: Any, who: int, roster: Roster) -> Any:
        return self.named(roster)[value]


class PlayerKind(PlaceKind):
    """A place in the roster; in a score file a name."""

    name = "player"
    annotations = (Player,)
    wanted = "{label}: name a player."
    unknown = "{label}: there is no player {value}."

    @staticmethod
    def named(roster: Roster) -> Sequence[str]:
        return roster.names

    def read(self, field: Field, value: Any, names: NameReader, at: At, here: At) -> int | None:
        return names.player(value, at, here)

    def write(self, value: Any, names: Sequence[str]) -> Any:
        return names[value]

    def people(self, value: Any) -> Iterator[tuple[At, int]]:
        yield (), value

    def renumber(self, value: Any, places: Sequence[int]) -> Any:
        return places[value] if isinstance(value, int) and 0 <= value < len(places) else value

    def choices(self, field: Field, roster: Roster, people: Collection[int]) -> Choices:
        named = {place: roster.names[place] for place in people}
        return names_to_tap(field, named, nobody=not field.required)

    def cells(self, field: Field, names: Sequence[Phrase], sides: Sequence[Phrase]) -> Cells:
        return Cells(ticks=tuple(names))

    def schema(self, field: Field) -> Schema:
        return NAME

    def made_up(self, field: Field, playing: Sequence[int], sides: int, chance: Random) -> int:
        return chance.choice(playing)


class SideKind(PlaceKind):
    """A place among the sides; in a score file one of its players, its name, or its place."""

    name = "side"
    annotations = (Side,)
    wanted = "{label}: name a side."
    unknown = "{label}: there is no side {value}."

    @staticmethod
    def named(roster: Roster) -> Sequence[str]:
        return roster.side_names

    def read(self, field: Field, value: Any, names: NameReader, at: At, here: At) -> int | None:
        return names.side(value, at, here)

    def write(self, value: Any, names: Sequence[str]) -> Any:
        """Return one of its players: the one in the chair of that number."""
        return names[value]

    def sides(self, value: Any) -> Iterator[int]:
        yield value

    def cells(self, field: Field, names: Sequence[Phrase], sides: Sequence[Phrase]) -> Cells:
        return Cells(ticks=tuple(sides))

    def schema(self, field: Field) -> Schema:
        return {"anyOf": [NAME, {"type": "integer", "minimum": 0}]}

    def made_up(self, field: Field, playing: Sequence[int], sides: int, chance: Random) -> int:
        return chance.randrange(sides)


def names_to_tap(field: Field, names: Mapping[int, str], *, nobody: bool) -> Choices:
    """Return the choices if somebody is to be named, by place; also `nobody`."""
    choices = ((str(place), as_is(name)) for place, name in names.items())
    return (("", field.nobody), *choices) if nobody else tuple(choices)


PLAYER = PlayerKind()
SIDE = SideKind()


class Players(tuple[int, ...]):
    """Several players."""

    __slots__ = ()


class Order(tuple[int, ...]):
    """Several players, first to last."""

    __slots__ = ()


class PlayersKind(Kind):
    """A list of places, each only once."""

    name = "players"
    annotations: ClassVar[tuple[Any, ...]] = (Players,)
    empty = ()
    holds: ClassVar[Holds] = "tick"
    by_player = True

    def problems(self, field: Field, value: Any, roster: Roster, at: At) -> list[Problem]:
        """Report an answer that is no list, an empty one if somebody must be named, and places that
        do not exist or are there twice."""
        if not isinstance(value, list | tuple):
            text = "{label}: give a list of players."
            return [refusal(f"{field.key}.type", text, at, label=field.label)]
        if not value and self.wanted(field):
            text = "{label}: name somebody."
            return [refusal(f"{field.key}.missing", text, at, label=field.label)]
        problems = []
        for place, player in enumerate(value):
            player_problems = PLAYER.problems(field, player, roster, (*at, place))
            problems += player_problems
            if not player_problems and player in value[:place]:
                text = "{label}: {name} is named twice."
                who = roster.names[player]
                code = f"{field.key}.twice"
                problems.append(refusal(code, text, (*at, place), label=field.label, name=who))
        return problems

    def wanted(self, field: Field) -> bool:
        """Return whether an empty list is no answer."""
        return True

    def read(self, field: Field, value: Any, names: NameReader, at: At, here: At) -> list[int]:
        listed = [value] if isinstance(value, str) else as_list(value, at)
        players = [names.player(name, (*at, n), (*here, n)) for n, name in enumerate(listed)]
        if None in players:
            names.misread(here)
        return [player for player in players if player is not None]

    def write(self, value: Any, names: Sequence[str]) -> Any:
        return [names[player] for player in value]

    def people(self, value: Any) -> Iterator[tuple[At, int]]:
        for place, player in enumerate(value):
            yield (place,), player

    def renumber(self, value: Any, places: Sequence[int]) -> Any:
        if not isinstance(value, list | tuple):
            return value
        return [PLAYER.renumber(player, places) for player in value]

    def schema(self, field: Field) -> Schema:
        return {"anyOf": [NAME, {**NAMES, "minItems": 1}]}

    def made_up(
        self, field: Field, playing: Sequence[int], sides: int, chance: Random
    ) -> list[int]:
        return sorted(chance.sample(playing, min(len(playing), chance.choice((1, 1, 1, 2)))))

    def plain(self, value: Any) -> tuple[int, ...]:
        return tuple(value)

    def widget(self, field: Field) -> Widget:
        return Widget.PEOPLE

    def choices(self, field: Field, roster: Roster, people: Collection[int]) -> Choices:
        return names_to_tap(field, {place: roster.names[place] for place in people}, nobody=False)

    def parse(self, field: Field, value: Any) -> Any:
        """Return the places, each once."""
        return list(dict.fromkeys(value))

    def words(self, field: Field, value: Any, roster: Roster) -> Phrase:
        return joined([roster.names[player] for player in value])

    def cells(self, field: Field, names: Sequence[Phrase], sides: Sequence[Phrase]) -> Cells:
        return Cells(ticks=tuple(names))

    def cell(self, field: Field | None, value: Any, who: int, roster: Roster) -> Any:
        return who in value


EVERYBODY = 999  # may be named in an order, where it says no less


class OrderKind(PlayersKind):
    """A list of players, first to last; empty if the field may be empty."""

    name = "order"
    annotations = (Order,)
    high = EVERYBODY
    spread = "player"
    holds = "number"

    def wanted(self, field: Field) -> bool:
        """Return whether an empty order is no answer: only if everybody has to be in it."""
        return field.low > 0

    def problems(self, field: Field, value: Any, roster: Roster, at: At) -> list[Problem]:
        """Report also too few or too many players: `low` and `high` give the number."""
        problems = super().problems(field, value, roster, at)
        if not problems and len(value) < field.low:
            text = "{label}: name {low}, not {given}."
            bounds = {"low": field.low, "given": len(value)}
            problems.append(refusal(f"{field.key}.few", text, at, label=field.label, **bounds))
        elif not problems and 0 < field.high < len(value):
            text = "{label}: name {high}, not {given}."
            bounds = {"high": field.high, "given": len(value)}
            problems.append(refusal(f"{field.key}.many", text, at, label=field.label, **bounds))
        return problems

    def schema(self, field: Field) -> Schema:
        most = {"maxItems": field.high} if 0 < field.high < EVERYBODY else {}
        return {**NAMES, "minItems": field.low, **most}

    def made_up(
        self, field: Field, playing: Sequence[int], sides: int, chance: Random
    ) -> list[int]:
        most = min(field.high or len(playing), len(playing))
        count = chance.randint(min(field.low, most), most)
        return chance.sample(playing, count)

    def widget(self, field: Field) -> Widget:
        return Widget.PLACE

    def choices(self, field: Field, roster: Roster, people: Collection[int]) -> Choices:
        """Return the possible places, from 1."""
        places = ((str(place), as_is(str(place))) for place in range(1, len(people) + 1))
        return ("", as_is("–")), *places

    def parse(self, field: Field, value: Any) -> int:
        """Return a player's place."""
        return int(value)

    def split(self, value: Any) -> dict[int, int]:
        return {player: place for place, player in enumerate(value, 1)}

    def join(
        self, field: Field, parts: Mapping[Any, Any], people: Sequence[int]
    ) -> tuple[list[int] | None, list[Problem]]:
        """Return the players by the places they were given. If all but one have one, the last
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
        """Return the player at a place."""
        if isinstance(step, int) and value is not None and step < len(value):
            return value[step]
        return None

    def words(self, field: Field, value: Any, roster: Roster) -> Phrase:
        """Return "1. Ann, 2. Bo"."""
        names = enumerate((roster.names[player] for player in value), 1)
        return listed([say("{number}. {name}", number=n, name=name) for n, name in names])

    def cells(self, field: Field, names: Sequence[Phrase], sides: Sequence[Phrase]) -> Cells:
        """Return a box for everybody's place."""
        return Cells(boxes=tuple(names), hint=say("1, 2, 3 … in their order"))

    def cell(self, field: Field | None, value: Any, who: int, roster: Roster) -> Any:
        return value.index(who) + 1 if who in value else None


PLAYERS = PlayersKind()
ORDER = OrderKind()


class ClaimsKind(Kind):
    """Key of a choice -> place in the roster, only for those that were claimed.

    The last deals of a game, a list of objects with a `space` and a `player`, use the same words.
    """

    name = "claims"
    spread = "choice"

    def problems(self, field: Field, value: Any, roster: Roster, at: At) -> list[Problem]:
        """Report spaces that cannot be claimed, and players that do not exist."""
        if not isinstance(value, Mapping):
            text = "{label}: give an object of spaces and players."
            return [refusal(f"{field.key}.type", text, at, label=field.label)]
        keys = [key for key, _ in field.choices]
        problems = []
        for key, player in value.items():
            if key not in keys:
                text = "{label}: there is no “{value}” to claim, only {choices}."
                name, choices = str(key)[:LONGEST_FIELD], ", ".join(keys)
                code, here = f"{field.key}.unknown", (*at, str(key))
                problems.append(
                    refusal(code, text, here, label=field.label, value=name, choices=choices)
                )
            problems += PLAYER.problems(field, player, roster, (*at, str(key)))
        return problems

    def read(self, field: Field, value: Any, names: NameReader, at: At, here: At) -> dict[str, int]:
        """Return the claims, with spaces by their common names and players by name."""
        claims: dict[str, int] = {}
        for text, name in as_object(value, at).items():
            player = names.player(name, (*at, text), here)
            key = names.space(text)
            if key in claims:
                names.claimed_twice(text, (*at, text), here)
            elif player is not None:
                claims[key] = player
                names.points_to((*here, key), text)
        return claims

    def write(self, value: Any, names: Sequence[str]) -> Any:
        return {key: names[player] for key, player in value.items()}

    def people(self, value: Any) -> Iterator[tuple[At, int]]:
        for key, player in value.items():
            yield (key,), player

    def renumber(self, value: Any, places: Sequence[int]) -> Any:
        if not isinstance(value, Mapping):
            return value
        return {key: PLAYER.renumber(player, places) for key, player in value.items()}

    def schema(self, field: Field) -> Schema:
        labels = ", ".join(f"{key} ({words.text})" for key, words in field.choices)
        return {
            "type": "object",
            "additionalProperties": NAME,
            "$comment": f"With the options' defaults: {labels}.",
        }

    def made_up(
        self, field: Field, playing: Sequence[int], sides: int, chance: Random
    ) -> dict[str, int]:
        keys = [key for key, _ in field.choices if chance.random() < 0.4]
        return {key: chance.choice(playing) for key in keys}

    def widget(self, field: Field) -> Widget:
        return Widget.CLAIMANT

    def choices(self, field: Field, roster: Roster, people: Collection[int]) -> Choices:
        """Return nobody, and the people who can be named."""
        return names_to_tap(field, {place: roster.names[place] for place in people}, nobody=True)

    def parse(self, field: Field, value: Any) -> int:
        return int(value)

    def split(self, value: Any) -> Mapping[Any, Any]:
        claims: Mapping[Any, Any] = value
        return claims

    def join(
        self, field: Field, parts: Mapping[Any, Any], people: Sequence[int]
    ) -> tuple[dict[str, int] | None, list[Problem]]:
        """Return the spaces that somebody claims."""
        return {key: player for key, player in parts.items() if player is not None} or None, []

    def words(self, field: Field, value: Any, roster: Roster) -> Phrase:
        if isinstance(value, list):
            value = {deal.get("space", ""): deal["player"] for deal in value}
        labels = dict(field.choices)
        claims = ((labels.get(key, as_is(key)), player) for key, player in value.items())
        return listed(
            [
                say(
                    "{space}: {name}",
                    space=label if label.text else as_is("–"),
                    name=roster.names[player],
                )
                for label, player in claims
            ]
        )

    def cells(self, field: Field, names: Sequence[Phrase], sides: Sequence[Phrase]) -> Cells:
        """Return a box for the name of each."""
        return Cells(boxes=tuple(words for _key, words in field.choices))


CLAIMS = ClaimsKind()
