"""Who has taken which of several things: the spaces of a board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rulesets.engine.answers.kind import NAME, Cells, Choices, Kind, Widget
from rulesets.engine.answers.player import PLAYER, names_to_tap
from rulesets.engine.json_values import LONGEST_FIELD, as_object
from rulesets.engine.problems import refusal
from rulesets.engine.words import Words, as_is, listed, say

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from random import Random

    from rulesets.engine.answers.kind import NameReader, Schema
    from rulesets.engine.fields import Field
    from rulesets.engine.problems import At, Problem
    from rulesets.engine.roster import Roster


class ClaimsKind(Kind):
    """Key of a choice -> place in the roster, only those that were taken.

    The last deals of a game, a list of objects with a `space` and a `player`, are told in the same
    words.
    """

    name = "claims"
    spread = "choice"

    def problems(self, field: Field, value: Any, roster: Roster, at: At) -> list[Problem]:
        """Something that cannot be claimed, or claimed by nobody."""
        if not isinstance(value, Mapping):
            text = "{label}: an object of spaces and players is wanted."
            return [refusal(f"{field.key}.type", text, at, label=field.label)]
        keys = [key for key, _ in field.choices]
        problems = []
        for key, player in value.items():
            if key not in keys:
                text = "{label}: there is no “{value}” to claim; there are {choices}."
                shown, choices = str(key)[:LONGEST_FIELD], ", ".join(keys)
                code, here = f"{field.key}.unknown", (*at, str(key))
                problems.append(
                    refusal(code, text, here, label=field.label, value=shown, choices=choices)
                )
            problems += PLAYER.problems(field, player, roster, (*at, str(key)))
        return problems

    def read(self, field: Field, value: Any, names: NameReader, at: At, here: At) -> dict[str, int]:
        """Spaces by what people call them, players by name."""
        del field
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
        """Keys and names."""
        return {key: names[player] for key, player in value.items()}

    def people(self, value: Any) -> Iterator[tuple[At, int]]:
        """Everybody who claims something."""
        for key, player in value.items():
            yield (key,), player

    def renumber(self, value: Any, places: Sequence[int]) -> Any:
        """The claimers at the other places."""
        if not isinstance(value, Mapping):
            return value
        return {key: PLAYER.renumber(player, places) for key, player in value.items()}

    def schema(self, field: Field) -> Schema:
        """An object of names."""
        labels = ", ".join(f"{key} ({words.text})" for key, words in field.choices)
        return {
            "type": "object",
            "additionalProperties": NAME,
            "$comment": f"With the options' defaults: {labels}.",
        }

    def made_up(
        self, field: Field, playing: Sequence[int], sides: int, chance: Random
    ) -> dict[str, int]:
        """Some of the spaces."""
        del sides
        keys = [key for key, _ in field.choices if chance.random() < 0.4]
        return {key: chance.choice(playing) for key in keys}

    def widget(self, field: Field) -> Widget:
        """Names to tap for each space."""
        del field
        return Widget.CLAIMANT

    def choices(self, field: Field, roster: Roster, people: Collection[int]) -> Choices:
        """Nobody, and those who may be named."""
        return names_to_tap(field, {place: roster.names[place] for place in people}, nobody=True)

    def parse(self, field: Field, given: Any) -> int:
        """The place of who claims a space."""
        del field
        return int(given)

    def split(self, value: Any) -> Mapping[Any, Any]:
        """By space, as it stands."""
        claims: Mapping[Any, Any] = value
        return claims

    def join(
        self, field: Field, parts: Mapping[Any, Any], people: Sequence[int]
    ) -> tuple[dict[str, int] | None, list[Problem]]:
        """The spaces that somebody claims."""
        del field, people
        return {key: player for key, player in parts.items() if player is not None} or None, []

    def words(self, field: Field, value: Any, roster: Roster) -> Words:
        """Space by space."""
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

    def cells(self, field: Field, names: Sequence[Words], sides: Sequence[Words]) -> Cells:
        """A box for the name of each."""
        del names, sides
        return Cells(boxes=tuple(words for _key, words in field.choices))


CLAIMS = ClaimsKind()
