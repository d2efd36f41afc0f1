"""The form of one hand's report, built from what the game asks; used on phones and at the desk.

The form reads numbers and completes them (where the answers add up to a known total, the last one
follows); it judges nothing. What the engine finds comes back through `add_problems` and lands
beside the field that it is about.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from rulesets.game import Game, Problem, Question

# Far outside what any game asks: only keeps absurd numbers away from the engine.
LOWEST, HIGHEST = -9_999, 99_999


def message(problem: Problem) -> str:
    """The sentence of a problem in the reader's language."""
    return _(problem.template).format(**problem.params)


@dataclass(frozen=True, slots=True)
class Answer:
    """One number of a question: its field, and whose it is."""

    field: forms.BoundField
    label: str
    problems: tuple[Problem, ...]

    @property
    def messages(self) -> list[str]:
        return [*map(str, self.field.errors), *map(message, self.problems)]


@dataclass(frozen=True, slots=True)
class Asked:
    """One question with its answers, ready for a template."""

    question: Question
    label: str
    help: str
    answers: tuple[Answer, ...]
    problems: tuple[Problem, ...]

    @property
    def total(self) -> str:
        """The number that the answers add up to, as text; empty where there is none."""
        return "" if self.question.total is None else str(self.question.total)

    @property
    def messages(self) -> list[str]:
        return [message(problem) for problem in self.problems]


class JudgedForm(forms.Form):
    """A form whose values an engine judges: it takes problems, and has warnings confirmed."""

    problems: list[Problem]

    @property
    def confirmed(self) -> tuple[str, ...]:
        """The codes of the warnings to which the reader has said yes."""
        if hasattr(self.data, "getlist"):
            return tuple(self.data.getlist("confirmed"))
        return tuple(self.data.get("confirmed", ()))

    def add_problems(self, problems: Iterable[Problem]) -> None:
        """Take what the engine or a service found; it then shows beside the fields."""
        self.problems.extend(problems)

    @property
    def asks(self) -> list[Problem]:
        """The warnings to say yes to; empty while something is wrong outright."""
        if any(problem.severity == "error" for problem in self.problems):
            return []
        return [problem for problem in self.problems if problem.severity == "warning"]


class ReportForm(JudgedForm):
    """The numbers of one hand.

    `names` are the people by chair (without them the chairs are named); `payload` (a stored
    report) fills the form in. After `is_valid()`, `payload` is the report to hand to the services.
    """

    def __init__(
        self,
        data: Any = None,
        *,
        game: Game,
        stage: int,
        names: Sequence[str] = (),
        payload: Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        self.game = game
        self.questions = game.questions(stage)
        self.name_people(names or game.chairs)
        self.payload: dict[str, list[int]] = {}
        self.problems: list[Problem] = []
        kwargs.setdefault("initial", initial_values(self.questions, payload or {}))
        super().__init__(data, **kwargs)
        for question in self.questions:
            for index, label in enumerate(self.labels[question.per]):
                self.fields[field_name(question.key, index)] = number_field(
                    question.low, question.high, label
                )

    def name_people(self, names: Sequence[str]) -> None:
        """Say whose the answers are; a view may read the form first and name people later."""
        self.labels = answer_labels(self.game, names)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        for question in self.questions:
            names = [field_name(question.key, i) for i in range(len(self.labels[question.per]))]
            values = completed(question, [cleaned.get(name) for name in names])
            for name, value in zip(names, values, strict=True):
                if value is None and name not in self.errors:
                    self.add_error(name, _("A number is missing here."))
            self.payload[question.key] = [value or 0 for value in values]
        return cleaned

    @property
    def overall(self) -> list[str]:
        """Messages about the report as a whole, or about something that is not asked here."""
        keys = {question.key for question in self.questions}
        own = [p for p in self.problems if not p.at or p.at[0] not in keys]
        return [*map(str, self.non_field_errors()), *map(message, own)]

    def asked(self) -> list[Asked]:
        """The questions in order, each with its fields and what is wrong with them."""
        return [self._asked(question) for question in self.questions]

    def _asked(self, question: Question) -> Asked:
        labels = self.labels[question.per]
        mine = [p for p in self.problems if p.at and p.at[0] == question.key]
        placed = {
            index: tuple(p for p in mine if len(p.at) > 1 and p.at[1] == index)
            for index in range(len(labels))
        }
        return Asked(
            question=question,
            label=_(question.label),
            help=_(question.help),
            answers=tuple(
                Answer(self[field_name(question.key, index)], label, placed[index])
                for index, label in enumerate(labels)
            ),
            problems=tuple(p for p in mine if p not in sum(placed.values(), ())),
        )


def field_name(key: str, index: int) -> str:
    """The name of the field for one answer of a question ("tricks_1")."""
    return f"{key}_{index}"


def answer_labels(game: Game, names: Sequence[str]) -> dict[str, list[str]]:
    """Whose each answer is, by `Question.per`; `names` are the people by chair."""
    sides = [_(" & ").join(names[chair] for chair in side) for side in game.sides]
    return {"side": sides, "player": list(names), "table": [_("The table")]}


def initial_values(questions: Iterable[Question], payload: Mapping[str, Any]) -> dict[str, int]:
    """The fields of a stored report."""
    return {
        field_name(question.key, index): value
        for question in questions
        for index, value in enumerate(payload.get(question.key) or ())
    }


def plain_payload(game: Game, stage: int, data: Mapping[str, Any]) -> dict[str, list[int]] | None:
    """The report that was sent, where a form would find nothing to say about it; else None.

    The same reading as `ReportForm`'s, without the making of a form, which costs more than
    keeping the report: a phone sends plain numbers.
    """
    payload = {}
    for question in game.questions(stage):
        texts = [data.get(field_name(question.key, i), "") for i in range(game.answers(question))]
        if not all(text == "" or _is_plain(text) for text in texts):
            return None
        values = completed(question, [int(text) if text else None for text in texts])
        if None in values:
            return None
        payload[question.key] = [value for value in values if value is not None]
    return payload


def _is_plain(text: str) -> bool:
    return len(text) <= 3 and text.isascii() and text.isdecimal()


def number_field(low: int, high: int, label: str) -> forms.IntegerField:
    """A number from low to high. The engine judges the range; the widget only hints."""
    hints = {"min": low, "max": high, "inputmode": "numeric"}
    widget = forms.NumberInput(attrs=hints | {"autocomplete": "off"})
    field = forms.IntegerField(label=label, required=False, widget=widget)
    field.validators.append(reasonable)
    return field


def reasonable(value: int) -> None:
    """Refuse numbers that no game could mean."""
    if not LOWEST <= value <= HIGHEST:
        raise forms.ValidationError(_("That number is out of all range."))


def completed(question: Question, values: list[int | None]) -> list[int | None]:
    """The answers with what follows by itself: the one left of a total, or 0s not asked for."""
    blank = [index for index, value in enumerate(values) if value is None]
    if question.total is not None and len(blank) == 1:
        rest = question.total - sum(value for value in values if value is not None)
        return [rest if value is None else value for value in values]
    if not question.required:
        return [value or 0 for value in values]
    return values
