"""Problems of a report, an option or a file: returned, all at once, and never raised; and strict
readers of single JSON values, which refuse anything else."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal, NoReturn

from rulesets.engine.text import Params, Phrase

Severity = Literal["error", "warning"]
At = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with a report (or a file).

    An "error" cannot have happened with this deck and these players; a "warning" is possible but
    rare enough to ask again. `code` is stable ("tricks.sum"), and `at` is the path into what was
    judged (("tricks", 1) or ("rounds", 3, "points", 0)). `firm`: nobody can let it stand, because
    there would be nothing to play on. `rule` is the part of the rule text that says so, if that is
    not the one for all problems with this code.
    """

    code: str
    severity: Severity
    words: Phrase
    at: At = ()
    firm: bool = False
    rule: str = ""

    @property
    def message(self) -> str:
        """The English sentence."""
        return self.words.text

    @property
    def params(self) -> Params:
        """The values put into the sentence."""
        return self.words.params

    def under(self, *path: str | int) -> Problem:
        """Return the problem with its place prefixed with `path`."""
        return replace(self, at=(*path, *self.at))


def error(code: str, template: str, at: At = (), **params: str | int | Phrase) -> Problem:
    """Return a problem that cannot have happened; the scorekeeper can let it stand, with a
    reason."""
    return Problem(code, "error", Phrase(template, params), at)


def refusal(code: str, template: str, at: At = (), **params: str | int | Phrase) -> Problem:
    """Return an error that nobody can let stand, because the report could not be played."""
    return Problem(code, "error", Phrase(template, params), at, firm=True)


def warning(code: str, template: str, at: At = (), **params: str | int | Phrase) -> Problem:
    """Return a problem that is possible, but rare enough to ask again."""
    return Problem(code, "warning", Phrase(template, params), at)


LONGEST_MESSAGE = 300
LARGEST = 10**9
FAR_TOO_LARGE = 10**9  # past this a number is not even worth printing in a message
LONGEST_FIELD = 60  # of a field's name in a message


def is_int(value: object) -> bool:
    """Return whether a value is an integer and not a boolean."""
    return isinstance(value, int) and not isinstance(value, bool)


class Unusable(ValueError):
    """Input that cannot be read; the text is one line."""

    def __init__(self, text: str) -> None:
        line = " ".join(text.split())
        # Lone surrogates cannot be written to a terminal; they are shown escaped.
        line = line.encode("utf-8", "backslashreplace").decode("utf-8")
        super().__init__(line if len(line) <= LONGEST_MESSAGE else line[:LONGEST_MESSAGE] + "…")


def place(at: At) -> str:
    """Return a path as people write it: sets[0].tables[2].chairs"""
    parts = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in at)
    return "".join(parts).lstrip(".") or "the file"


def wrong(at: At, expectation: str) -> NoReturn:
    """Refuse the value at `at`, saying what was expected. Raises Unusable."""
    raise Unusable(f"{place(at)}: expected {expectation}")


def as_object(value: object, at: At) -> dict[str, Any]:
    """Return the value as an object, or Unusable."""
    return value if isinstance(value, dict) else wrong(at, "an object")


def as_list(value: object, at: At) -> list[Any]:
    """Return the value as a list, or Unusable."""
    return value if isinstance(value, list) else wrong(at, "a list")


def as_text(value: object, at: At) -> str:
    """Return the value as text that can be written out again, or Unusable."""
    if not isinstance(value, str):
        wrong(at, "text")
    if not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value):
        wrong(at, "text")
    return value


def as_int(value: object, at: At) -> int:
    """Return the value as a whole number (not a boolean, not 7.0) of a sane size, or Unusable."""
    if not isinstance(value, int) or not is_int(value):
        wrong(at, "a whole number")
    if abs(value) > LARGEST:
        wrong(at, "a smaller number")
    return value


def as_bool(value: object, at: At) -> bool:
    """Return the value as true or false, or Unusable."""
    return value if isinstance(value, bool) else wrong(at, "true or false")
