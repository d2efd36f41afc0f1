"""Yes or no."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesets.answers.kind import Kind
from rulesets.json_values import as_bool
from rulesets.problems import refusal
from rulesets.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from rulesets.answers.kind import NameReader, Schema
    from rulesets.fields import Field
    from rulesets.problems import At, Problem
    from rulesets.roster import Roster


class YesNo(Kind):
    """True or false; false where it is left out."""

    name = "yes"

    def problems(self, field: Field, value: Any, roster: Roster, at: At) -> list[Problem]:
        """Anything but true and false."""
        del roster
        if isinstance(value, bool):
            return []
        return [refusal(f"{field.key}.type", "{label}: yes or no.", at, label=field.label)]

    def read(self, field: Field, value: Any, names: NameReader, at: At, here: At) -> bool:
        """It stands as it is."""
        del field, names, here
        return as_bool(value, at)

    def schema(self, field: Field) -> Schema:
        """A boolean."""
        del field
        return {"type": "boolean"}

    def made_up(self, field: Field, playing: Sequence[int], sides: int, chance: Random) -> bool:
        """Seldom yes."""
        del field, playing, sides
        return chance.random() < 0.3

    def told(self, field: Field, value: Any, names: Sequence[str]) -> Any:
        """In words."""
        del field, names
        return say("yes") if value else say("no")


YES_NO = YesNo()
