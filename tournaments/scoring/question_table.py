"""Questions that are asked of the same people, side by side: a line for everybody, as on paper."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.scoring.bound_question import BoundAnswer, BoundQuestion

FEW = 3  # columns that fit beside the names on a desk


@dataclass(frozen=True, slots=True)
class TableCell:
    """One answer in the table: to which question, with its input, and the heading of its column."""

    question: BoundQuestion
    answer: BoundAnswer
    title: str


@dataclass(frozen=True, slots=True)
class QuestionTable:
    """Questions in a table. `columns` are its headings, `rows` the heading of each line with its
    places: a line for everybody, or, where many questions are asked of a few, one for each
    question."""

    questions: tuple[BoundQuestion, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[TableCell, ...]], ...]


def parts_of(asked: Sequence[BoundQuestion]) -> list[BoundQuestion | QuestionTable]:
    """The questions of a form in order, those that can be in a table together."""
    found: list[BoundQuestion | QuestionTable] = []
    for shared, group in groupby(asked, _whose):
        questions = tuple(group)
        table = _table(questions) if shared else None
        found += [table] if table is not None else questions
    return found


def _whose(one: BoundQuestion) -> tuple[object, ...] | None:
    """Of whom a number is asked, where it can stand in a table; None where it cannot."""
    field = one.field
    if not field.is_numbers or field.rare or one.folded or one.told:
        return None
    return field.per, *(answer.label for answer in one.answers)


def _table(questions: tuple[BoundQuestion, ...]) -> QuestionTable | None:
    people = [answer.label for answer in questions[0].answers]
    if len(questions) < 2 or not people:
        return None
    by_person = [
        (name, tuple(TableCell(one, one.answers[place], one.label) for one in questions))
        for place, name in enumerate(people)
    ]
    if len(questions) <= FEW:
        return QuestionTable(questions, tuple(one.label for one in questions), tuple(by_person))
    if len(people) > FEW:
        return None
    by_question = [
        (one.label, tuple(TableCell(one, each, each.label) for each in one.answers))
        for one in questions
    ]
    return QuestionTable(questions, tuple(people), tuple(by_question))
