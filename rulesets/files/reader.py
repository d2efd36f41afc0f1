"""The one reader of documents: what a shape (`rulesets.files.shapes`) makes of decoded JSON.

A format says in its own words what is malformed (`Wording`): either all of it, each a problem with
its place, or the first of it, which makes the document unusable. What a rule of the format forbids
is a problem in both.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulesets.engine.problems import LARGEST, LONGEST_FIELD, At, Problem, Severity, Unusable, place
from rulesets.engine.text import Phrase, filled

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rulesets.files.shapes import Schema, Shape


@dataclass(frozen=True, slots=True)
class Wording:
    """What a format calls what is malformed: a template for each fault of a shape.

    With a `prefix`, each fault is a problem of the code `prefix.fault`, and a stand-in is read on
    with; without one, the template is what is wanted instead, and reading stops there. `unknown` is
    the code of a field that there is not: "" lets it pass, None stops the reading too.
    """

    texts: Mapping[str, str]
    prefix: str = ""
    unknown: str | None = ""
    longest: int = LONGEST_FIELD  # letters of a field's name that are shown


NO_FIELD = "There is no field “{field}” here."
FAULTS = {
    "text": "text",
    "long": "text of at most {most} letters",
    "short": "text",
    "number": "a whole number",
    "large": "a smaller number",
    "range": "a number from {low} to {high}",
    "yes": "true or false",
    "list": "a list",
    "many": "a list of at most {most}",
    "few": "a list of at least {least}",
    "size": "a list of {size}",
    "type": "an object",
    "choice": "one of {choices}",
    "constant": "{constant}",
    "nothing": "nothing",
    "field": "no field of that name",
    "missing": "a value",
}
STRICT = Wording(FAULTS)


class Malformed(Exception):
    """What stops the reading: says what is wanted at the place where the reading stands."""


class Reading:
    """A document that is being read: the place where the reading stands, its problems so far."""

    def __init__(self, wording: Wording = STRICT, at: At = ()) -> None:
        self.wording = wording
        self.at: list[str | int] = list(at)
        self.problems: list[Problem] = []

    def note(
        self,
        code: str,
        at: At,
        template: str,
        severity: Severity = "error",
        **params: str | int | Phrase,
    ) -> None:
        """Note a problem."""
        self.problems.append(Problem(code, severity, Phrase(template, params), at))

    def refuse(self, fault: str, instead: Any = None, text: str = "", **params: Any) -> Any:
        """A fault of the value at this place; `text` stands in place of the format's own words."""
        text = text or self.wording.texts[fault]
        if not self.wording.prefix:
            raise Malformed(filled(text, params))
        self.note(f"{self.wording.prefix}.{fault}", tuple(self.at), text, **params)
        return instead

    def refuse_fields(self, keys: Iterable[Any]) -> None:
        """Fields of the object at this place that are none of its shape's."""
        code, longest = self.wording.unknown, self.wording.longest
        if code == "":
            return
        for key in keys:
            if code is None:
                self.at.append(key)
                self.refuse("field")
            shown = str(key)[:longest].encode("utf-8", "backslashreplace").decode()
            at = (*self.at, shown if self.wording.prefix else key)
            self.note(str(code), at, NO_FIELD, field=shown)

    def is_sound(self, *at: str | int) -> bool:
        """Whether no error has been noted at a place or below it."""
        return not any(
            problem.severity == "error" and problem.at[: len(at)] == at for problem in self.problems
        )


def read(
    shape: Shape, value: object, wording: Wording = STRICT, at: At = ()
) -> tuple[Any, list[Problem]]:
    """What a shape makes of a decoded JSON value at a place of its document, and all problems.

    Raises Unusable, naming the place and what is wanted there, where the format's wording has no
    problems for what is malformed.
    """
    reading = Reading(wording, at)
    return take(shape, value, reading), reading.problems


def take(shape: Shape, value: object, reading: Reading, at: Sequence[str | int] = ()) -> Any:
    """The same within a reading that goes on; `at` is where the value stands."""
    if at:
        reading.at[:] = at
    try:
        return shape.read(value, reading)
    except Malformed as fault:
        raise Unusable(f"{place(tuple(reading.at))}: expected {fault}") from None


def schema(shape: Shape) -> Schema:
    """The JSON Schema (2020-12) of a shape."""
    return shape.schema()


def number_text(value: int) -> int | str:
    """A number as a message can hold it."""
    return value if abs(value) <= LARGEST else "This"
