"""One of several words, including yes or no; or, if the field has parts, an object of further
answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rulesets.engine.answers.kind import Cells, Choices, Kind, Widget
from rulesets.engine.problems import LONGEST_FIELD, as_bool, as_text, is_int, refusal
from rulesets.engine.text import Phrase, as_is, joined, listed, say

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from random import Random

    from rulesets.engine.answers.kind import NameReader, Schema
    from rulesets.engine.fields import Field
    from rulesets.engine.problems import At, Problem
    from rulesets.engine.roster import Roster


PARTS = "+"  # in an input: the answer has parts


class ChoiceKind(Kind):
    """The key of one of the field's `choices`."""

    name = "choice"
    annotations = (str,)
    holds = "word"

    def problems(self, field: Field, value: Any, roster: Roster, at: At) -> list[Problem]:
        """Report a word that is not one of the choices."""
        keys = [key for key, _ in field.choices]
        choices = ", ".join(keys)
        if not isinstance(value, str):
            text = "{label}: choose one of {choices}."
            code = f"{field.key}.type"
            return [refusal(code, text, at, label=field.label, choices=choices)]
        if value in keys:
            return []
        text = "{label}: “{value}” is not one of {choices}."
        code, start = f"{field.key}.choice", value[:LONGEST_FIELD]
        return [refusal(code, text, at, value=start, label=field.label, choices=choices)]

    def read(self, field: Field, value: Any, names: NameReader, at: At, here: At) -> str:
        """Return the key as it is; a numeric key may be given as a number."""
        if is_int(value) and any(key == str(value) for key, _ in field.choices):
            return str(value)
        return as_text(value, at)

    def schema(self, field: Field) -> Schema:
        keys = [key for key, _ in field.choices]
        return {"enum": [*keys, *(int(key) for key in keys if key.isdigit())]}

    def made_up(self, field: Field, playing: Sequence[int], sides: int, chance: Random) -> str:
        return chance.choice([key for key, _ in field.choices])

    def widget(self, field: Field) -> Widget:
        return Widget.CHOICE

    def choices(self, field: Field, roster: Roster, people: Collection[int]) -> Choices:
        """Return the choices of the field, and the name of its parts."""
        return (*field.choices, (PARTS, field.parts_label)) if field.parts else field.choices

    def words(self, field: Field, value: Any, roster: Roster) -> Phrase:
        """Return the choice; an answer with parts, part by part."""
        if isinstance(value, Mapping):
            answered = (part for part in field.parts if value.get(part.key) is not None)
            parts = (part.words(value[part.key], roster) for part in answered)
            return listed([field.parts_label, *parts])
        return dict(field.choices).get(value, as_is(str(value)))

    def cells(self, field: Field, names: Sequence[Phrase], sides: Sequence[Phrase]) -> Cells:
        parts = (field.parts_label,) if field.parts_label else ()
        return Cells(ticks=(*(words for _key, words in field.choices), *parts))

    def cell(self, field: Field | None, value: Any, who: int, roster: Roster) -> Any:
        return dict(field.choices).get(value, as_is(str(value))) if field else str(value)


CHOICE = ChoiceKind()


YES, NO = "yes", "no"  # in an input


class YesNoKind(Kind):
    """True or false; false if left out."""

    name = "yes"
    annotations = (bool,)
    default = False
    empty = False
    holds = "tick"

    def problems(self, field: Field, value: Any, roster: Roster, at: At) -> list[Problem]:
        if isinstance(value, bool):
            return []
        return [refusal(f"{field.key}.type", "{label}: answer yes or no.", at, label=field.label)]

    def read(self, field: Field, value: Any, names: NameReader, at: At, here: At) -> bool:
        """Return the value as it is. Raises Unusable if it is not true or false."""
        return as_bool(value, at)

    def schema(self, field: Field) -> Schema:
        return {"type": "boolean"}

    def made_up(self, field: Field, playing: Sequence[int], sides: int, chance: Random) -> bool:
        return chance.random() < 0.3

    def blank(self, *, each: bool, required: bool) -> bool | None:
        """Return False if everybody has to answer (no answer means no), else None."""
        return False if each else None

    def widget(self, field: Field) -> Widget:
        return Widget.CHOICE if field.per == "table" else Widget.TICK

    def choices(self, field: Field, roster: Roster, people: Collection[int]) -> Choices:
        return (YES, say("Yes")), (NO, say("No"))

    def values(self, field: Field) -> tuple[tuple[Any, Phrase], ...]:
        return (False, say("no")), (True, say("yes"))

    def condition(self, field: Field, values: Collection[Any]) -> Phrase:
        answer = say("Yes") if True in values else say("No")
        return say("{question} {answer}", question=field.label, answer=answer)

    def parse(self, field: Field, value: Any) -> bool | None:
        """Return True for yes; None for anything else, which means no."""
        return True if value in (True, YES) else None

    def format(self, field: Field, value: Any) -> Any:
        """Return a word, or whether it is ticked."""
        if field.per != "table":
            return value
        return YES if value else NO

    def words(self, field: Field, value: Any, roster: Roster) -> Phrase:
        return say("yes") if value else say("no")

    def words_of_each(
        self, field: Field, answers: Sequence[tuple[str, Any]], roster: Roster
    ) -> Phrase:
        """Return the people it is true of."""
        names = [name for name, value in answers if value]
        return joined(names) if names else say("nobody")

    def cells(self, field: Field, names: Sequence[Phrase], sides: Sequence[Phrase]) -> Cells:
        return Cells(ticks=(say("yes"), say("no")))

    def cells_of_each(self, people: Sequence[Phrase]) -> Cells:
        """Return a tick for each person it is true of."""
        return Cells(ticks=tuple(people))


YES_NO = YesNoKind()
