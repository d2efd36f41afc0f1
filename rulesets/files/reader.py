"""The one reader of documents: it reads decoded JSON by a shape (`rulesets.files.shapes`).

A format has its own words for malformed values (`Wording`): either all of them, each a problem
with its place, or the first of them, which makes the document unusable. A value against a rule
of the format is a problem in both.
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
    """A format's words for malformed values: a template for each fault of a shape.

    With a `prefix`, each fault is a problem of the code `prefix.fault`, and the reading goes on
    with a stand-in; without one, the template says what is expected instead, and the reading
    stops there. `unknown` is the code of an unknown field: "" lets it pass, None stops the
    reading too.
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
    """A fault that stops the reading; the text says what is expected at the present place."""


class Reading:
    """The reading of a document: its present place, and its problems so far."""

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
        """Note or raise a fault of the value at this place; `text` is used instead of the
        format's own words. Returns the stand-in."""
        text = text or self.wording.texts[fault]
        if not self.wording.prefix:
            raise Malformed(filled(text, params))
        self.note(f"{self.wording.prefix}.{fault}", tuple(self.at), text, **params)
        return instead

    def refuse_fields(self, keys: Iterable[Any]) -> None:
        """Note fields of the object at this place that its shape does not have."""
        code, longest = self.wording.unknown, self.wording.longest
        if code == "":
            return
        for key in keys:
            if code is None:
                self.at.append(key)
                self.refuse("field")
            excerpt = str(key)[:longest].encode("utf-8", "backslashreplace").decode()
            at = (*self.at, excerpt if self.wording.prefix else key)
            self.note(str(code), at, NO_FIELD, field=excerpt)

    def is_sound(self, *at: str | int) -> bool:
        """Return whether no error has been noted at a place or below it."""
        return not any(
            problem.severity == "error" and problem.at[: len(at)] == at for problem in self.problems
        )


def read(
    shape: Shape, value: object, wording: Wording = STRICT, at: At = ()
) -> tuple[Any, list[Problem]]:
    """Read a decoded JSON value by a shape, at a place of its document. Returns its value and
    all problems.

    Raises Unusable, naming the place and what is expected there, if the format's wording has no
    problems for malformed values.
    """
    reading = Reading(wording, at)
    return take(shape, value, reading), reading.problems


def take(shape: Shape, value: object, reading: Reading, at: Sequence[str | int] = ()) -> Any:
    """Read a value by a shape within a reading that goes on; `at` is the place of the value."""
    if at:
        reading.at[:] = at
    try:
        return shape.read(value, reading)
    except Malformed as fault:
        raise Unusable(f"{place(tuple(reading.at))}: expected {fault}") from None


def schema(shape: Shape) -> Schema:
    """Return the JSON Schema (2020-12) of a shape."""
    return shape.schema()


def number_text(value: int) -> int | str:
    """Return a number as a message can hold it."""
    return value if abs(value) <= LARGEST else "This"
