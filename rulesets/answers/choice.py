"""One of several words; or, where the field has parts, an object of further answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rulesets.answers.kind import Kind
from rulesets.json_values import LONGEST_FIELD, as_text, is_int
from rulesets.problems import refusal

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from rulesets.answers.kind import NameReader, Schema
    from rulesets.fields import Field
    from rulesets.problems import At, Problem
    from rulesets.roster import Roster


class Choice(Kind):
    """The key of one of the field's `choices`."""

    name = "choice"

    def problems(self, field: Field, value: Any, roster: Roster, at: At) -> list[Problem]:
        """A word that is none of the choices."""
        del roster
        keys = [key for key, _ in field.choices]
        choices = ", ".join(keys)
        if not isinstance(value, str):
            text = "{label}: one of {choices} is wanted."
            code = f"{field.key}.type"
            return [refusal(code, text, at, label=field.label, choices=choices)]
        if value in keys:
            return []
        text = "{label}: “{value}” is none of {choices}."
        code, shown = f"{field.key}.choice", value[:LONGEST_FIELD]
        return [refusal(code, text, at, value=shown, label=field.label, choices=choices)]

    def read(self, field: Field, value: Any, names: NameReader, at: At, here: At) -> str:
        """The key as it stands; one that is a number may be given as one."""
        del names, here
        if is_int(value) and any(key == str(value) for key, _ in field.choices):
            return str(value)
        return as_text(value, at)

    def people(self, value: Any) -> Iterator[tuple[At, int]]:
        """Nobody; what stands in parts is asked of the parts."""
        del value
        return iter(())

    def schema(self, field: Field) -> Schema:
        """One of the keys."""
        keys = [key for key, _ in field.choices]
        return {"enum": [*keys, *(int(key) for key in keys if key.isdigit())]}

    def made_up(self, field: Field, playing: Sequence[int], sides: int, chance: Random) -> str:
        """Any of the keys."""
        del playing, sides
        return chance.choice([key for key, _ in field.choices])

    def told(self, field: Field, value: Any, names: Sequence[str]) -> Any:
        """Its words."""
        del names
        if isinstance(value, Mapping):
            return field.parts_label
        return next((words for key, words in field.choices if key == value), value)


CHOICE = Choice()
