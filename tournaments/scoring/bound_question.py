"""One question of a report bound to its inputs, ready for a template."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from tournaments.forms import message
from tournaments.scoring.counters import address_of
from tournaments.words import said

if TYPE_CHECKING:
    from django import forms

    from rulesets.engine.fields import Counter, Field
    from rulesets.engine.problems import Problem
    from tournaments.scoring.widgets import PageWidget

KEYS = 15  # so many numbers fit on a pad of buttons


def columns_of(counter: Counter) -> int:
    """How wide the cards lie, where their places matter."""
    return counter.most // counter.rows if counter.rows else 0


def is_tapped(field: Field) -> bool:
    """Whether all answers are numbers on a pad, one for each player or side."""
    if not field.is_numbers:
        return False
    if field.blank is not None:  # each has a counter
        return True
    whole = field.step == 1 and not field.also
    wanted = field.everybody if field.per == "player" else field.required
    return wanted and whole and field.low >= 0 and field.high - field.low < KEYS


@dataclass(frozen=True, slots=True)
class BoundAnswer:
    """One answer to a question: its input, and whose it is."""

    field: forms.BoundField
    label: str
    problems: tuple[Problem, ...]

    @property
    def messages(self) -> list[str]:
        return [*map(str, self.field.errors), *map(message, self.problems)]


@dataclass(frozen=True, slots=True)
class BoundQuestion:
    """One field of a report with its answers, ready for a template.

    `parts` are what is asked where the choice has parts. It may be asked only for some answers to
    another field: `only_for` are these in words, `when_values` as inputs have them, `is_open`
    whether it is asked by what is answered so far. `folded`: it may be folded away. `told` is the
    answer in words, where it was given before the hand.
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
    told: str = ""

    @property
    def shape(self) -> str:
        return self.widget.shape

    @property
    def template(self) -> str:
        return self.widget.template

    @property
    def typing_help(self) -> str:
        """How text is typed."""
        return said(self.field.kind.typing(self.field).help)

    @property
    def messages(self) -> list[str]:
        return [message(problem) for problem in self.problems]

    @property
    def complaints(self) -> list[str]:
        """All that is wrong with it, as it stands on the page."""
        inner = [text for part in self.parts for text in part.complaints]
        return [*(text for one in self.answers for text in one.messages), *inner, *self.messages]

    @property
    def when_key(self) -> str:
        return self.field.when[0] if self.field.when else ""

    @property
    def is_small(self) -> bool:
        """Whether all possible numbers fit on a pad of buttons."""
        return self.field.per == "table" and 0 < self.field.high - self.field.low < KEYS * (
            self.field.step
        )

    @property
    def total(self) -> str:
        """What the answers add up to, to be read by a script; "" where there is no such number."""
        return "" if self.field.total is None else str(self.field.total)

    @property
    def also(self) -> str:
        """Numbers beside those in the bounds, to be read by a script."""
        return " ".join(map(str, self.field.also))

    @property
    def of_all(self) -> bool:
        """Whether an order is of everybody, so that the last one follows."""
        return self.field.low >= len(self.answers) > 1

    @property
    def is_signed(self) -> bool:
        return self.field.low < 0

    @property
    def counter(self) -> Counter | None:
        """How cards, tiles or dice can be tapped to be counted."""
        return self.field.counter

    @property
    def counter_columns(self) -> int:
        return columns_of(self.counter) if self.counter else 0

    @property
    def counter_address(self) -> str:
        """What names the counter to the page that counts."""
        return urlencode(address_of(self.counter)) if self.counter else ""

    @property
    def counter_when(self) -> str:
        """The field and its values for which cards may be laid off, to be read by a script."""
        table = self.field.counter.table if self.field.counter else None
        return f"{table[0]} {' '.join(table[1])}" if table else ""
