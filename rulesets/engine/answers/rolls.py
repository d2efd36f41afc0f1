"""Dice, roll by roll; which of them score is a matter of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesets.engine.answers.kind import Kind, Typing, Widget
from rulesets.engine.json_values import as_int, as_list, is_int
from rulesets.engine.problems import refusal
from rulesets.engine.words import Words, as_is, say

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from rulesets.engine.answers.kind import NameReader, Schema
    from rulesets.engine.fields import Field
    from rulesets.engine.problems import At, Problem
    from rulesets.engine.roster import Roster

SPOTS = 6
LONGEST = 100  # rolls in one answer: far above any turn


DASHES = ("–", "-")  # for a roll of which nothing was kept
TYPING = Typing(
    help=say("Roll by roll, with commas between: 1 5, 5. A dash where nothing was kept."),
    pattern=r"^[\d\s,;/–-]*$",
    refusal=say("Dice as numbers, roll by roll: 1 5, 5."),
)


class Rolls(tuple[tuple[int, ...], ...]):
    """Dice, roll by roll."""

    __slots__ = ()


class RollsKind(Kind):
    """A list of rolls, each a list of the spots of its dice, at most `columns` of them."""

    name = "rolls"
    annotations = (Rolls,)
    on_slips = False

    def problems(self, field: Field, value: Any, roster: Roster, at: At) -> list[Problem]:
        """No rolls, too many of them, or dice that there are not."""
        del roster
        lists = isinstance(value, list | tuple) and all(isinstance(r, list | tuple) for r in value)
        if not lists or not value:
            text = "{label}: a list of rolls is wanted, each a list of dice."
            return [refusal(f"{field.key}.type", text, at, label=field.label)]
        if len(value) > LONGEST:
            text = "{label}: {given} rolls are too many."
            return [refusal(f"{field.key}.count", text, at, label=field.label, given=len(value))]
        problems = []
        for line, roll in enumerate(value):
            if len(roll) > field.columns:
                text = "{label}: roll {roll} has {given} dice; there are {most}."
                given = {"roll": line + 1, "given": len(roll), "most": field.columns}
                code = f"{field.key}.dice"
                problems.append(refusal(code, text, (*at, line), label=field.label, **given))
            problems += [
                refusal(
                    f"{field.key}.die",
                    "{label}: a die of roll {roll} shows 1 to {spots}.",
                    (*at, line, place),
                    label=field.label,
                    roll=line + 1,
                    spots=SPOTS,
                )
                for place, die in enumerate(roll)
                if not is_int(die) or not 1 <= die <= SPOTS
            ]
        return problems

    def read(
        self, field: Field, value: Any, names: NameReader, at: At, here: At
    ) -> list[list[int]]:
        """The rolls as they stand."""
        del field, names, here
        return [
            [as_int(die, (*at, line, n)) for n, die in enumerate(as_list(roll, (*at, line)))]
            for line, roll in enumerate(as_list(value, at))
        ]

    def schema(self, field: Field) -> Schema:
        """A list of lists of spots."""
        die = {"type": "integer", "minimum": 1, "maximum": SPOTS}
        roll = {"type": "array", "items": die, "maxItems": field.columns}
        return {"type": "array", "items": roll, "minItems": 1, "maxItems": LONGEST}

    def made_up(
        self, field: Field, playing: Sequence[int], sides: int, chance: Random
    ) -> list[list[int]]:
        """A die or two, in one roll or two."""
        del playing, sides
        most = min(2, field.columns)
        rolls = range(chance.randint(1, 2))
        return [
            [chance.randint(1, SPOTS) for _ in range(chance.randint(1, most))] for _roll in rolls
        ]

    def plain(self, value: Any) -> tuple[tuple[int, ...], ...]:
        """As tuples."""
        return tuple(tuple(roll) for roll in value)

    def widget(self, field: Field) -> Widget:
        """A line of text."""
        del field
        return Widget.TEXT

    def typing(self, field: Field) -> Typing:
        """Numbers, with commas between the rolls."""
        del field
        return TYPING

    def parse(self, field: Field, given: Any) -> list[list[int]]:
        """ "1 5, 5, –": the dice that were kept of each roll, a dash for none."""
        del field
        rolls = given.replace(";", ",").replace("/", ",").strip(" ,").split(",")
        return [[int(die) for die in roll.split() if die not in DASHES] for roll in rolls]

    def format(self, field: Field, value: Any) -> str:
        """The same; a dash for a roll of which nothing was kept."""
        del field
        return ", ".join(" ".join(map(str, roll)) or DASHES[0] for roll in value)

    def words(self, field: Field, value: Any, roster: Roster) -> Words:
        """Die after die, the rolls apart."""
        del field, roster
        return as_is(", ".join(" ".join(map(str, roll)) for roll in value))


ROLLS = RollsKind()
