"""Questions that are asked of the same people, side by side: a line for everybody, as on paper."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.scoring.asked import AskedField
    from tournaments.scoring.judged_form import Answer

FEW = 3  # columns that fit beside the names on a desk


@dataclass(frozen=True, slots=True)
class Place:
    """One answer in the table: to which question, with its input, and the heading of its column."""

    asked: AskedField
    answer: Answer
    title: str


@dataclass(frozen=True, slots=True)
class Abreast:
    """Questions in a table. `columns` are its headings, `rows` the heading of each line with its
    places: a line for everybody, or, where many questions are asked of a few, one for each
    question."""

    questions: tuple[AskedField, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Place, ...]], ...]


def parts_of(asked: Sequence[AskedField]) -> list[AskedField | Abreast]:
    """The questions of a form in order, those that can be in a table together."""
    found: list[AskedField | Abreast] = []
    for shared, group in groupby(asked, _whose):
        questions = tuple(group)
        table = _table(questions) if shared else None
        found += [table] if table is not None else questions
    return found


def _whose(one: AskedField) -> tuple[object, ...] | None:
    """Of whom a number is asked, where it can stand in a table; None where it cannot."""
    field = one.field
    plain = field.kind.name == "count" and field.per != "table" and field.when is None
    if not plain or field.rare or one.folded or one.told:
        return None
    return field.per, *(answer.label for answer in one.answers)


def _table(questions: tuple[AskedField, ...]) -> Abreast | None:
    people = [answer.label for answer in questions[0].answers]
    if len(questions) < 2 or not people:
        return None
    by_person = [
        (name, tuple(Place(one, one.answers[place], one.label) for one in questions))
        for place, name in enumerate(people)
    ]
    if len(questions) <= FEW:
        return Abreast(questions, tuple(one.label for one in questions), tuple(by_person))
    if len(people) > FEW:
        return None
    by_question = [
        (one.label, tuple(Place(one, each, each.label) for each in one.answers))
        for one in questions
    ]
    return Abreast(questions, tuple(people), tuple(by_question))
