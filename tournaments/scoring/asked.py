"""One question of a report with its answers, ready for a template."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from tournaments.forms import message
from tournaments.scoring.counters import address_of
from tournaments.scoring.inputs import NO, YES

if TYPE_CHECKING:
    from rulesets.fields import Counter, Field
    from rulesets.problems import Problem
    from tournaments.scoring.judged_form import Answer

KEYS = 15  # so many numbers fit on a pad of buttons
SHAPES = {
    "choice": "choice",
    "player": "people",
    "players": "people",
    "side": "people",
    "count": "counts",
    "rolls": "text",
}
ANSWERS = {True: YES, False: NO}


def columns_of(counter: Counter) -> int:
    """How wide the cards lie, where their places matter."""
    return counter.most // counter.rows if counter.rows else 0


def is_tapped(field: Field) -> bool:
    """Whether all answers are numbers on a pad, one for each player or side."""
    if field.kind.name != "count" or field.per == "table" or field.when is not None:
        return False
    if field.blank is not None:  # each has a counter
        return True
    whole = field.step == 1 and not field.also
    wanted = field.everybody if field.per == "player" else field.required
    return wanted and whole and field.low >= 0 and field.high - field.low < KEYS


def shape_of(field: Field) -> str:
    """The name of the template that asks a field."""
    if field.kind.name == "yes":
        return "choice" if field.per == "table" else "marks"
    return SHAPES.get(field.kind.name, field.kind.name)


@dataclass(frozen=True, slots=True)
class AskedField:
    """One field of a report with its answers, ready for a template.

    `shape` names the template, `parts` are what is asked where the choice has parts, `only_for`
    the words of the answers to another field for which this one is asked, `is_open` whether it is
    asked by what is answered so far, `folded` whether it may be folded away. `told` is the
    answer in words, where it was given before the hand.
    """

    field: Field
    label: str
    help: str
    shape: str
    answers: tuple[Answer, ...]
    problems: tuple[Problem, ...]
    parts: tuple[AskedField, ...] = ()
    only_for: str = ""
    is_open: bool = True
    folded: bool = False
    told: str = ""

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
    def when_values(self) -> str:
        values = self.field.when[1] if self.field.when else ()
        return " ".join(ANSWERS.get(value, str(value)) for value in values)

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
