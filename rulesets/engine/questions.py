"""A report as a dataclass: the annotation says what is asked and of whom, `ask` how it is worded.

Bounds, totals and words may be functions of the table; whatever is constant is worked out once.

If a report is one turn, it contains whose turn it is, so that withdrawing one moves nobody else's.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass
from inspect import get_annotations
from typing import (
    Any,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from rulesets.engine import answers
from rulesets.engine.answers import Kind
from rulesets.engine.fields import Counter, Field, Per
from rulesets.engine.text import Phrase, as_phrase, say

T = TypeVar("T")


class PerPlayer(tuple[T, ...]):
    """An answer from every player, in seating order."""

    __slots__ = ()


class PerSide(tuple[T, ...]):
    """An answer from every side."""

    __slots__ = ()


KINDS = {hint: kind for kind in answers.KINDS.values() for hint in kind.annotations}
MANY_WAYS = 256  # in which a question is asked and remembered
# Arguments that may be functions of the table.
CACHE_ATTRIBUTE = "_asked"
LATE = ("label", "help", "low", "high", "also", "total", "worth", "choices", "cards", "unit")


def ask(
    label: Any,
    help: Any = "",  # noqa: A002 - it is what a form calls it
    *,
    low: Any = 0,
    high: Any = 0,
    step: int = 1,
    also: Any = (),
    usual: tuple[int, int] | None = None,
    blank: int | None = None,
    total: Any = None,
    worth: Any = None,
    says: Any = "",
    crossed: Callable[[Any], bool] | None = None,
    choices: Any = (),
    when: tuple[str, tuple[Any, ...]] | None = None,
    only: Callable[[Any], bool] | None = None,
    cards: Any = None,
    rows: int = 0,
    columns: int = 0,
    rare: bool = False,
    nobody: str = "Nobody",
    rule: str = "",
    before: bool = False,
    none_for: str = "",
    sum_text: str = "",
    short: str | None = None,
    unit: Any = "",
    sign: str = "",
    mark: str = "",
    instead: tuple[str, ...] = (),
    needed_for: str = "",
    of_whom: str = "",
    is_opposite: bool = False,
    default: Any = MISSING,
) -> Any:
    """Return a dataclass field that declares one question of a report.

    `label` and `help` are its words. Numbers are in `low`..`high` in steps of `step`, or are one of
    `also` (which may be halves), and add up to `total` (`high` then has the same value by default);
    made-up ones are within `usual`, and one that is not given is stored as `blank`. `worth` scores
    each of them ("{says}: {count} × {worth}", by the rule `rule`; for an order a tuple by place),
    for the other side if `crossed`. `only` asks it in some rounds, `when` depends on another
    answer. `cards` is a Counter if it can be counted from cards, `rare` means seldom answered, and
    `before` asked before the hand is played; `short` names the answers in a line about the round;
    `none_for` is the key of a question: the player named there has 0 by the rules, and is not
    asked; `instead` are the keys of questions of which one may answer for a player, with an answer
    or by naming the player as gone; `needed_for` is the key of a question: whoever is named there
    needs an answer here. `of_whom` is the key of a question: this one is about the side (or the
    player) named there or, with `is_opposite`, about the other side. `unit` is what the
    numbers count within a sentence ("hearts"; by default the label, if there is a total), and
    `sign` a suit or a few letters that stand for the question where there is little room ("♥",
    "Q♠"); `mark` stands on the board beside who is named. The arguments in `LATE` may be functions
    of the table.
    """
    arguments = {key: value for key, value in locals().items() if key != "default"}
    metadata = {"ask": arguments}
    if default is MISSING:
        return dataclasses.field(metadata=metadata)
    return dataclasses.field(default=default, metadata=metadata)


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(ask,))
def declared(kind: type[T]) -> type[T]:
    """Return a report or the options of a game: a frozen dataclass with keyword arguments."""
    for key, hint in get_annotations(kind).items():
        value = kind.__dict__.get(key, MISSING)
        if isinstance(value, dataclasses.Field) and value.default is MISSING:
            if "None" in str(hint):
                value.default = None
            elif hint in (bool, "bool"):
                value.default = False
    return dataclass(frozen=True, slots=True, kw_only=True)(kind)


@dataclass(frozen=True, slots=True)
class DeclaredQuestion:
    """A question as declared: its kind, of whom, and the arguments of `ask`; `each`: everybody
    asked has to answer."""

    key: str
    kind: Kind
    per: Per
    required: bool
    each: bool
    given: Mapping[str, Any]
    late: tuple[str, ...]
    default: Any
    plain: Field | None
    known: dict[Any, Field] = dataclasses.field(default_factory=dict, compare=False, repr=False)

    @property
    def everybody(self) -> bool:
        """Whether everybody has to answer."""
        return self.required and self.each

    def field(self, table: Any) -> Field | None:
        """Return the question in the next round; None if it is not asked."""
        only = self.given["only"]
        if only is not None and not only(table):
            return None
        if self.plain is not None:
            return self.plain
        entry = table.resolved.get(id(self))
        if entry is None:
            entry = self, self._resolved(table)
            table.resolved[id(self)] = entry  # with the question, so that its id stays its own
        field: Field = entry[1]
        return field

    def _resolved(self, table: Any) -> Field:
        """Return the question with its functions resolved for the table; equal results give the
        same object."""
        values = {key: self.given[key](table) for key in self.late if key != "worth"}
        try:
            answers = tuple(values.values())
            field = self.known.get(answers)
        except TypeError:  # words with parameters
            return _field(self, {**self.given, **values})
        if field is None:
            if len(self.known) > MANY_WAYS:
                self.known.clear()
            field = self.known[answers] = _field(self, {**self.given, **values})
        return field

    def worth(self, table: Any) -> Any:
        """Return the points for each of its answers, if it scores by itself."""
        return self.given["worth"](table) if "worth" in self.late else self.given["worth"]


def questions_of(report: Any) -> tuple[DeclaredQuestion, ...]:
    """Return the questions of a report type, in order; worked out once.

    The type itself keeps them, because families' declarations come and go.
    """
    questions: tuple[DeclaredQuestion, ...] | None = report.__dict__.get(CACHE_ATTRIBUTE)
    if questions is None:
        questions = _questions(report)
        setattr(report, CACHE_ATTRIBUTE, questions)
    return questions


def _questions(report: type) -> tuple[DeclaredQuestion, ...]:
    hints = get_type_hints(report)
    questions = []
    for field in dataclasses.fields(report):
        arguments = field.metadata["ask"]
        kind, per, optional, each = _read_hint(hints[field.name])
        late = tuple(key for key in LATE if callable(arguments[key]))
        default = None if field.default is MISSING else field.default
        required = not optional and field.default is MISSING
        bare = DeclaredQuestion(
            field.name, kind, per, required, each, arguments, late, default, None
        )
        constant = not [key for key in late if key != "worth"]
        plain = _field(bare, arguments) if constant else None
        questions.append(dataclasses.replace(bare, plain=plain))
    return tuple(questions)


def _read_hint(hint: Any) -> tuple[Kind, Per, bool, bool]:
    """Return the kind of answer, of whom, whether it may be left out, and whether each of them has
    to answer."""
    inner, optional = _without_none(hint)
    origin = get_origin(inner)
    if origin in (PerPlayer, PerSide):
        each, free = _without_none(get_args(inner)[0])
        return KINDS[each], "player" if origin is PerPlayer else "side", optional, not free
    return KINDS[inner], "table", optional, True


def _without_none(hint: Any) -> tuple[Any, bool]:
    if get_origin(hint) in (Union, types.UnionType):
        rest = [member for member in get_args(hint) if member is not type(None)]
        return rest[0], len(rest) < len(get_args(hint))
    return hint, False


def _field(question: DeclaredQuestion, arguments: Mapping[str, Any]) -> Field:
    counter = arguments["cards"]
    choices = tuple((key, as_phrase(words)) for key, words in arguments["choices"])
    high = arguments["high"] or arguments["total"] or question.kind.high
    field = Field(
        key=question.key,
        label=as_phrase(arguments["label"]),
        help=as_phrase(arguments["help"]),
        kind=question.kind,
        per=question.per,
        low=arguments["low"],
        high=max(high, arguments["low"]),
        step=arguments["step"],
        also=tuple(arguments["also"]),
        usual=arguments["usual"],
        blank=arguments["blank"],
        total=arguments["total"],
        choices=choices,
        required=question.required,
        everybody=question.everybody and question.per == "player",
        when=arguments["when"],
        nobody=as_phrase(arguments["nobody"]),
        rare=arguments["rare"],
        rows=arguments["rows"],
        columns=arguments["columns"],
        counter=counter if isinstance(counter, Counter) else None,
        before=arguments["before"],
        none_for=arguments["none_for"],
        says=as_phrase(arguments["says"] or arguments["label"]),
        unit=as_phrase(arguments["unit"]),
        sign=arguments["sign"],
        instead=arguments["instead"],
        needed_for=arguments["needed_for"],
        of_whom=arguments["of_whom"],
        is_opposite=arguments["is_opposite"],
    )
    return (
        dataclasses.replace(field, sum_text=arguments["sum_text"])
        if arguments["sum_text"]
        else field
    )


def build_report(report: type[T], sound: Mapping[str, Any], players: int, sides: int) -> T:
    """Return a sound report as its dataclass; answers left out have their default.

    A player who does not answer has 0 (or None, if the annotation allows it).
    """
    values: dict[str, Any] = {}
    for question in questions_of(report):
        value = sound.get(question.key)
        if value is None:
            values[question.key] = _left_out(question, players, sides)
        elif question.per == "table":
            values[question.key] = question.kind.plain(value)
        else:
            blank = _blank(question)
            plain = question.kind.plain
            values[question.key] = tuple(
                blank if answer is None else plain(answer) for answer in value
            )
    return report(**values)


def _left_out(question: DeclaredQuestion, players: int, sides: int) -> Any:
    if question.per != "table":
        return (_blank(question),) * (players if question.per == "player" else sides)
    return question.kind.empty if question.default is None else question.default


def _blank(question: DeclaredQuestion) -> Any:
    """Return the value for a player who gives no answer."""
    return question.kind.blank(each=question.each, required=question.required)


def words_of(value: Any, table: Any) -> Phrase:
    """Return the words that a game declares as a text, as words, or as a function of the table."""
    if callable(value):
        value = value(table)
    return Phrase("") if value is None else as_phrase(value)


# --- whose turn a report is -----------------------------------------------------------------------


TURN = "turn"
TURN_FIELD = Field(
    TURN,
    say("Whose turn?"),
    say("If it is not the next player’s."),
    answers.PLAYER,
    required=False,
    nobody=say("The next one"),
    rare=True,
)
