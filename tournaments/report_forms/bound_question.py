"""The questions of a report bound to their inputs, alone or side by side in a table, ready for a
template; and the widgets of each kind of answer."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django import forms
from django.core.validators import RegexValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulesets.engine.answers import Widget
from rulesets.engine.text import as_phrase
from tournaments.report_forms.inputs import address_of
from tournaments.web.forms import (
    MINUS,
    PLAIN,
    NumberInput,
    TextField,
    WholeNumberField,
    hint_range,
    message,
)
from tournaments.web.wording import translate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.utils.functional import _StrPromise

    from rulesets.engine.fields import Counter, Field
    from rulesets.engine.limits import Limit
    from rulesets.engine.problems import Problem


KEYS = 15  # as many numbers fit on a pad of buttons
SUIT_SIGNS = "♠♥♦♣"
FEWEST_PIPS, MOST_PIPS = 2, 13  # so many things are drawn one by one


def columns_of(counter: Counter) -> int:
    """How many cards lie side by side, if their places matter; else 0."""
    return counter.most // counter.rows if counter.rows else 0


def card_of(sign: str) -> tuple[str, str] | None:
    """The rank and the suit of a sign that stands for a card ("Q♠"); None for others ("♥")."""
    rank, suit = sign[:-1], sign[-1:]
    return (rank, suit) if rank and suit in SUIT_SIGNS else None


@dataclass(frozen=True, slots=True)
class Mark:
    """A question that names one person, shown as a sign in that person's row of numbers: the radio
    button, the sign, and the label of the question."""

    radio: forms.boundfield.BoundWidget
    sign: str
    label: str

    @property
    def parts(self) -> tuple[str, ...]:
        """The sign in the lines in which it is set: a card's rank, and its suit below."""
        return card_of(self.sign) or (self.sign,)


@dataclass(frozen=True, slots=True)
class BoundAnswer:
    """One answer to a question: its input, and whose it is. `note` stands below the name (what was
    answered before the hand), `marks` beside the number."""

    field: forms.BoundField
    label: str
    problems: tuple[Problem, ...]
    note: str = ""
    marks: tuple[Mark, ...] = ()

    @property
    def messages(self) -> list[str]:
        return [*map(str, self.field.errors), *map(message, self.problems)]


@dataclass(frozen=True, slots=True)
class BoundQuestion:
    """One field of a report with its answers, ready for a template.

    `parts` are what is asked where the choice has parts. It may be asked only for some answers to
    another field: `only_for` are these in words, `when_values` as inputs have them, `is_open`
    whether it is asked by what is answered so far. `folded`: it may be folded away.
    `early_answer` is the answer in words, where it was given before the hand. `limit` bounds its
    numbers together, `marked` are the questions whose names stand as signs in its rows. `whose`:
    for each answer to the question `of_whom`, the places or sides that it is about.
    """

    field: Field
    label: str
    help: str
    widget: PageWidget
    answers: tuple[BoundAnswer, ...]
    problems: tuple[Problem, ...]
    parts: tuple[BoundQuestion, ...] = ()
    only_for: str = ""
    when_values: str = ""
    is_open: bool = True
    folded: bool = False
    early_answer: str = ""
    limit: Limit | None = None
    whose: tuple[tuple[int, ...], ...] = ()
    marked: tuple[BoundQuestion, ...] = ()

    @property
    def shape(self) -> str:
        return self.widget.shape

    @property
    def template(self) -> str:
        return self.widget.template

    @property
    def typing_help(self) -> str:
        """How text has to be typed."""
        return translate(self.field.kind.typing(self.field).help)

    @property
    def messages(self) -> list[str]:
        return [message(problem) for problem in self.problems]

    @property
    def complaints(self) -> list[str]:
        """All messages about it, in the order of the page."""
        inner = [text for part in self.parts for text in part.complaints]
        return [
            *(text for answer in self.answers for text in answer.messages),
            *inner,
            *self.messages,
        ]

    @property
    def when_key(self) -> str:
        return self.field.when[0] if self.field.when else ""

    @property
    def also(self) -> str:
        """Numbers that are allowed besides those within the bounds, for a script."""
        return " ".join(map(str, self.field.also))

    @property
    def is_needed(self) -> bool:
        """Whether a report without an answer from everybody who is asked is refused (`needed_for`
        somebody: if that question names somebody)."""
        field = self.field
        if field.asks_for_nobody or field.instead or field.needed_for:
            return True
        if not field.required or field.kind.spread or field.kind.default is not None:
            return False
        return field.blank is None and (field.per != "player" or field.everybody)

    @property
    def unit(self) -> str:
        """What its numbers count, within a sentence; "" if the game does not say."""
        if self.field.unit:
            return translate(self.field.unit)
        if self.field.total is None or self.label.endswith("?"):
            return ""
        return self.label[:1].lower() + self.label[1:]

    @property
    def sign(self) -> str:
        """The sign that stands for it if there is little room."""
        return translate(as_phrase(self.field.sign)) if self.field.sign else ""

    @property
    def whose_places(self) -> str:
        """Whom it is about, for each answer to the question that says so, for a script; "" if none
        does."""
        return json.dumps(self.whose) if self.whose else ""

    @property
    def is_shared_out(self) -> bool:
        """Whether a fixed number of things is shared out, so that the page can say how many are
        left."""
        return len(self.answers) > 1 and (self.field.total or 0) >= FEWEST_PIPS

    @property
    def pips(self) -> range:
        """A range with one number for each thing that is shared out, if they are few enough to be
        drawn."""
        total = self.field.total or 0
        return range(total if FEWEST_PIPS <= total <= MOST_PIPS else 0)

    @property
    def nobody(self) -> forms.boundfield.BoundWidget | None:
        """The radio button for “nobody”, if that is an answer."""
        return next((button for button in self.answers[0].field if not button.data["value"]), None)

    @property
    def rules(self) -> dict[str, str | int]:
        """The bounds of its numbers and the messages about them, as data attributes for a
        script."""
        field, limit = self.field, self.limit
        attributes: dict[str, str | int | None] = {
            "total": field.total,
            "most": limit.most if limit else None,
            "never": limit.never if limit else None,
            "out": field.none_for or (limit.out if limit else "") or None,
            "least": (limit.least if limit else 0) or None,
        }
        attributes |= self._sentences
        return {f"data-{key}": value for key, value in attributes.items() if value is not None}

    @property
    def how(self) -> str:
        """What is asked of whoever is named before it: "how many tricks?"."""
        return _("how many {unit}?").format(unit=self.unit) if self.unit else _("how many?")

    @property
    def _sentences(self) -> dict[str, str]:
        unit, total = self.unit, self.field.total
        sentences = {"how": self.how}
        if self.field.before and len(self.answers) > 1:  # a bid is no count yet
            label = self.label[:1].lower() + self.label[1:]
            sentences["how"] = _("which {question}?").format(question=label)
        if total is None or not self.is_shared_out:
            return sentences
        figures = {"n": "{n}", "total": total, "unit": unit}
        left, to_go = _("{n} of {total} {unit} left"), _("{n} {unit} to go")
        return sentences | {
            "left": " ".join(left.format(**figures).split()),
            "there": _("All {total} accounted for").format(**figures),
            "over": _("{n} too many"),
            "to-go": " ".join(to_go.format(**figures).split()),
        }

    @property
    def of_all(self) -> bool:
        """Whether an order names everybody, so that the last one follows from the others."""
        return self.field.low >= len(self.answers) > 1

    @property
    def fewest(self) -> int:
        """The number of people that an order names at least; 0 if it may be left out."""
        return min(self.field.low, len(self.answers)) if self.field.required else 0

    @property
    def is_signed(self) -> bool:
        return self.field.low < 0

    @property
    def counter(self) -> Counter | None:
        """How cards, tiles or dice are counted by tapping them."""
        return self.field.counter

    @property
    def counter_columns(self) -> int:
        return columns_of(self.counter) if self.counter else 0

    @property
    def counter_address(self) -> str:
        """The query by which the counting page finds this counter."""
        return urlencode(address_of(self.counter)) if self.counter else ""

    @property
    def counter_when(self) -> str:
        """The field, and its values, for which cards may be laid off, for a script."""
        table = self.field.counter.table if self.field.counter else None
        return f"{table[0]} {' '.join(table[1])}" if table else ""


FEW = 3  # columns that fit beside the names on a desk


@dataclass(frozen=True, slots=True)
class TableCell:
    """One answer in a table: its question, its input, and the heading of its column."""

    question: BoundQuestion
    answer: BoundAnswer
    title: str


@dataclass(frozen=True, slots=True)
class QuestionTable:
    """Questions in a table. `columns` are the headings; each of `rows` has a heading and its cells.
    There is a row for everybody, or, if many questions are asked of a few people, one for each
    question."""

    questions: tuple[BoundQuestion, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[TableCell, ...]], ...]

    @property
    def has_help(self) -> bool:
        return any(question.help for question in self.questions)


def parts_of(form_questions: Sequence[BoundQuestion]) -> list[BoundQuestion | QuestionTable]:
    """The questions of a form in order; those that fit into one table are joined into a
    `QuestionTable`."""
    parts: list[BoundQuestion | QuestionTable] = []
    for shared, group in groupby(form_questions, _whose):
        questions = tuple(group)
        table = _table(questions) if shared else None
        parts += [table] if table is not None else questions
    return parts


def _whose(question: BoundQuestion) -> tuple[object, ...] | None:
    """A key of the people who are asked for a number, if it can stand in a table; else None."""
    field = question.field
    if (
        not field.is_numbers
        or field.rare
        or question.folded
        or question.early_answer
        or question.marked
    ):
        return None
    return field.per, *(answer.label for answer in question.answers)


def _table(questions: tuple[BoundQuestion, ...]) -> QuestionTable | None:
    people = [answer.label for answer in questions[0].answers]
    if len(questions) < 2 or not people:
        return None
    by_person = [
        (
            name,
            tuple(
                TableCell(question, question.answers[place], question.label)
                for question in questions
            ),
        )
        for place, name in enumerate(people)
    ]
    if len(questions) <= FEW:
        return QuestionTable(
            questions, tuple(question.label for question in questions), tuple(by_person)
        )
    if len(people) > FEW:
        return None
    by_question = [
        (question.label, tuple(TableCell(question, each, each.label) for each in question.answers))
        for question in questions
    ]
    return QuestionTable(questions, tuple(people), tuple(by_question))


LONGEST = 400  # letters; more than any hand, grid or turn needs
# Far beyond what any game asks; keeps absurd numbers away from the engine.
LOWEST, HIGHEST = -9_999, 999_999

NOT_A_NUMBER = gettext_lazy("Enter a number.")

Choices = Sequence[tuple[str, str]]


def number_input(
    low: int, high: int, label: str, step: int = 1, also: Sequence[float] = ()
) -> forms.Field:
    """An input for a number from low to high. The widget only hints at the range: the engine judges
    it."""
    halves = any(value != int(value) for value in also)
    hints: dict[str, Any] = {"inputmode": "decimal", "data-number": NOT_A_NUMBER} if halves else {}
    if halves or step > 1:
        hints["data-step"] = "any" if halves else step
    widget = NumberInput(hints | hint_range(low, high))
    kind = HalvesField if halves else WholeNumberField
    field = kind(label=label, required=False, widget=widget)
    field.validators.append(check_reasonable)
    return field


class HalvesField(forms.FloatField):
    """A number that may be a half, with a point or a comma; a whole number becomes an int."""

    def clean(self, value: Any) -> float | None:
        """The number, an int if it is whole. Raises ValidationError for anything else."""
        text = str(value or "").strip().replace(MINUS, "-").replace(",", ".")
        number = super().clean(value if value in self.empty_values else text)
        return int(number) if number is not None and number == int(number) else number


def check_reasonable(value: float) -> None:
    """Raise ValidationError for a number that no game could mean."""
    if not LOWEST <= value <= HIGHEST:
        raise forms.ValidationError(_("That number is out of range."))


def _number(field: Field, label: str, choices: Choices) -> forms.Field:
    return number_input(field.low, field.high, label, field.step, field.also)


def _text(field: Field, label: str, choices: Choices, **attrs: str) -> forms.Field:
    typing = field.kind.typing(field)
    pattern = RegexValidator(typing.pattern, translate(typing.refusal)) if typing.pattern else None
    return TextField(
        label=label,
        required=False,
        max_length=LONGEST,
        widget=forms.TextInput(attrs=PLAIN | {"spellcheck": "false"} | attrs),
        validators=[pattern] if pattern else [],
    )


def _cards(field: Field, label: str, choices: Choices) -> forms.Field:
    return _text(field, label, choices, autocapitalize="characters")


def _radios(field: Field, label: str, choices: Choices) -> forms.Field:
    widget = Unchosen if field.asks_for_nobody else forms.RadioSelect
    return forms.ChoiceField(label=label, choices=choices, required=False, widget=widget)


class Unchosen(forms.RadioSelect):
    """Radio buttons of which none is chosen until somebody does, although one of them means
    nobody."""

    def format_value(self, value: Any) -> list[str]:
        """The values that are chosen."""
        return [] if value is None else [str(value)]


def _checkboxes(field: Field, label: str, choices: Choices) -> forms.Field:
    return forms.TypedMultipleChoiceField(
        label=label,
        coerce=int,
        choices=choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )


def _checkbox(field: Field, label: str, choices: Choices) -> forms.Field:
    return forms.BooleanField(label=label, required=False)


def _select(field: Field, label: str, choices: Choices) -> forms.Field:
    return forms.ChoiceField(label=label, choices=choices, required=False)


@dataclass(frozen=True, slots=True)
class PageWidget:
    """A widget on a page. `shape` is its name there, `template` draws a question with it ("": as a
    number), `make` makes one of its inputs (never required), and `missing` is the message for an
    answer that is missing."""

    shape: str
    template: str
    make: Callable[[Field, str, Choices], forms.Field]
    missing: str | _StrPromise


NO_NUMBER = gettext_lazy("A number is missing here.")
NO_TEXT = gettext_lazy("This is missing.")
NO_TAP = gettext_lazy("Tap one of these.")
WIDGETS = {
    Widget.NUMBER: PageWidget("counts", "", _number, NO_NUMBER),
    Widget.TEXT: PageWidget("text", "reports/_field_cards.html", _text, NO_TEXT),
    Widget.CARDS: PageWidget("cards", "reports/_field_cards.html", _cards, NO_TEXT),
    Widget.CHOICE: PageWidget("choice", "reports/_field_choice.html", _radios, NO_TAP),
    Widget.PERSON: PageWidget("people", "reports/_field_people.html", _radios, NO_TAP),
    Widget.PEOPLE: PageWidget("people", "reports/_field_people.html", _checkboxes, NO_TAP),
    Widget.CLAIMANT: PageWidget("claims", "reports/_field_claims.html", _radios, NO_TAP),
    Widget.PLACE: PageWidget("order", "reports/_field_order.html", _select, NO_TAP),
    Widget.TICK: PageWidget("marks", "reports/_field_marks.html", _checkbox, NO_TAP),
}


def widget_of(field: Field) -> PageWidget:
    return WIDGETS[field.kind.widget(field)]


@lru_cache(4096)
def make_inputs(
    field: Field,
    labels: tuple[str, ...],
    choices: tuple[tuple[str, str], ...],
    _language: str | None,
) -> tuple[forms.Field, ...]:
    """The inputs of a question in a language, the same for every form: nobody may change them. They
    are never required: the form checks that when it is cleaned."""
    make = widget_of(field).make
    return tuple(make(field, label, choices) for label in labels)
