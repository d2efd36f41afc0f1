"""Help for entering a report: bounds and shortcuts, the board on the table, and questions that
share one row for each person."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from rulesets.engine.answers import Widget
from tournaments.report_forms.bound_question import Mark

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.drawing.vectors import Drawing
    from rulesets.engine.limits import Limit, Shortcut
    from rulesets.engine.plays import Plays, State
    from tournaments.report_forms.bound_question import BoundAnswer, BoundQuestion


@dataclass(frozen=True)
class EntryAids:
    """Help for entering the report of the round after a state; only worked out when a form is
    shown."""

    plays: Plays
    state: State

    @cached_property
    def limits(self) -> tuple[Limit, ...]:
        """The limits that bound several numbers together."""
        return self.plays.limits(self.state)

    @cached_property
    def shortcuts(self) -> tuple[Shortcut, ...]:
        """The shortcuts that fill in a report with one tap."""
        return self.plays.shortcuts(self.state)

    @cached_property
    def board(self) -> Drawing | None:
        """A drawing of what lies on the table."""
        return self.plays.drawing(self.state)


@dataclass(frozen=True, slots=True)
class BoundShortcut:
    """A shortcut ready for a template: `label` opens it, then one of the names is tapped."""

    shortcut: Shortcut
    label: str
    people: tuple[int, ...]
    names: Sequence[str]

    @property
    def settings(self) -> dict[str, str]:
        """What it fills in, as data attributes for a script."""
        shortcut = self.shortcut
        keys = {"all": shortcut.all_of, "names": shortcut.names, "confirms": shortcut.confirms}
        return {f"data-{key}": " ".join(values) for key, values in keys.items()}

    @property
    def choices(self) -> list[tuple[int, str]]:
        """Who can be named, by place."""
        return [(place, self.names[place]) for place in self.people]


# --- rows of several answers ----------------------------------------------------------------------


def with_notes(questions: Sequence[BoundQuestion]) -> list[BoundQuestion]:
    """The same questions; each person's number is shown with what that person answered before the
    hand."""
    before = [
        question for question in questions if question.early_answer and question.field.is_numbers
    ]
    copies = []
    for question in questions:
        if question.field.is_numbers and not question.early_answer and before:
            answers = tuple(
                replace(answer, note=", ".join(_list_early_answers(answer.label, before)))
                for answer in question.answers
            )
            question = replace(question, answers=answers)  # noqa: PLW2901
        copies.append(question)
    return copies


def _list_early_answers(name: str, before: Sequence[BoundQuestion]) -> list[str]:
    return [
        f"{question.label} {answer.field.value()}"
        for question in before
        for answer in question.answers
        if answer.label == name and answer.field.value() is not None
    ]


def with_marks(questions: Sequence[BoundQuestion]) -> list[BoundQuestion]:
    """The same questions; those that name a person and have a sign become marks in the rows of
    everybody's numbers, if there are such rows."""
    rows = next((question for question in questions if _holds_marks(question)), None)
    marks = [question for question in questions if _is_mark(question)] if rows is not None else []
    if rows is None or not marks:
        return list(questions)
    answers = tuple(
        replace(answer, marks=tuple(_mark(question, answer) for question in marks))
        for answer in rows.answers
    )
    marked = replace(rows, answers=answers, marked=tuple(marks))
    return [
        marked if question is rows else question for question in questions if question not in marks
    ]


def _holds_marks(question: BoundQuestion) -> bool:
    return (
        question.field.is_numbers
        and question.field.per == "player"
        and not question.early_answer
        and not question.folded
    )


def _is_mark(question: BoundQuestion) -> bool:
    field = question.field
    named = field.kind.widget(field) is Widget.PERSON and bool(field.sign)
    return named and not (question.early_answer or field.rare or field.when)


def _mark(question: BoundQuestion, answer: BoundAnswer) -> Mark:
    place = answer.field.name.rsplit("-", 1)[1]
    radio = next(button for button in question.answers[0].field if button.data["value"] == place)
    return Mark(radio, question.sign, question.label)
