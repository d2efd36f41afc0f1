"""What a report slip asks: the fields of a report as answers to tick and boxes to write into."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.engine.words import as_is
from tournaments.papers import data
from tournaments.papers.wording import said

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.engine.answers import Cells
    from rulesets.engine.fields import Field

COUPLE = "couple"  # who sits there, which the slip says by itself
Names = tuple[str, ...]


def asked(fields: Sequence[Field], names: Names, sides: Names = ()) -> tuple[data.Ask, ...]:
    """What a slip asks of the people with these names: everything but what is seldom told."""
    words = {field.key: dict(field.choices) for field in fields}
    found = []
    for field in fields:
        if field.rare or not field.kind.on_slips or field.key == COUPLE:
            continue
        hint = ""
        if field.when is not None:
            decider, values = field.when
            known = words.get(decider, {})
            hint = ", ".join(said(known[value]) for value in values if value in known)
        cells = _cells(field, names, sides)
        hint = hint or said(cells.hint)
        choices, boxes = (tuple(map(said, words)) for words in (cells.ticks, cells.boxes))
        label = said(field.label)
        if field.total is not None:
            label = f"{label} (= {field.total})"
        found.append(data.Ask(label, choices, boxes, hint))
    return tuple(found)


def _cells(field: Field, names: Names, sides: Names) -> Cells:
    """What can be ticked, and what is written into a box; each of several people has one."""
    people, teams = tuple(map(as_is, names)), tuple(map(as_is, sides))
    if field.per == "table":
        return field.kind.cells(field, people, teams)
    return field.kind.cells_of_each(teams if field.per == "side" and teams else people)
