"""Yes or no."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesets.engine.answers.kind import Cells, Choices, Kind, Widget
from rulesets.engine.json_values import as_bool
from rulesets.engine.problems import refusal
from rulesets.engine.words import Words, joined, say

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from random import Random

    from rulesets.engine.answers.kind import NameReader, Schema
    from rulesets.engine.fields import Field
    from rulesets.engine.problems import At, Problem
    from rulesets.engine.roster import Roster


YES, NO = "yes", "no"  # in an input


class YesNoKind(Kind):
    """True or false; false where it is left out."""

    name = "yes"
    annotations = (bool,)
    default = False
    empty = False
    holds = "tick"

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

    def blank(self, *, each: bool, required: bool) -> bool | None:
        """Whoever has to answer, and does not, says no."""
        del required
        return False if each else None

    def widget(self, field: Field) -> Widget:
        """Two words; of several people a tick for each."""
        return Widget.CHOICE if field.per == "table" else Widget.TICK

    def choices(self, field: Field, roster: Roster, people: Collection[int]) -> Choices:
        """The two words."""
        del field, roster, people
        return (YES, say("Yes")), (NO, say("No"))

    def values(self, field: Field) -> tuple[tuple[Any, Words], ...]:
        """Both, no first."""
        del field
        return (False, say("no")), (True, say("yes"))

    def condition(self, field: Field, values: Collection[Any]) -> Words:
        """The question and its answer."""
        answer = say("Yes") if True in values else say("No")
        return say("{question} {answer}", question=field.label, answer=answer)

    def parse(self, field: Field, given: Any) -> bool | None:
        """Yes; anything else is no answer, which says no."""
        del field
        return True if given in (True, YES) else None

    def format(self, field: Field, value: Any) -> Any:
        """A word, or whether it is ticked."""
        if field.per != "table":
            return value
        return YES if value else NO

    def words(self, field: Field, value: Any, roster: Roster) -> Words:
        """ "yes" or "no"."""
        del field, roster
        return say("yes") if value else say("no")

    def words_of_each(
        self, field: Field, answers: Sequence[tuple[str, Any]], roster: Roster
    ) -> Words:
        """Whoever it is true of."""
        del field, roster
        names = [name for name, value in answers if value]
        return joined(names) if names else say("nobody")

    def cells(self, field: Field, names: Sequence[Words], sides: Sequence[Words]) -> Cells:
        """Both words."""
        del field, names, sides
        return Cells(ticks=(say("yes"), say("no")))

    def cells_of_each(self, people: Sequence[Words]) -> Cells:
        """Those of whom it is true are ticked."""
        return Cells(ticks=tuple(people))


YES_NO = YesNoKind()
