"""What is wrong with a report, an option or a file: returned, all of it at once, never raised."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from rulesets.engine.words import Params, Words

Severity = Literal["error", "warning"]
At = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with a report (or a file).

    An "error" cannot have happened with this deck and these players; a "warning" is possible but
    rare enough to ask again. `code` is stable ("tricks.sum"), `at` is the path into what was
    judged (("tricks", 1) or ("rounds", 3, "points", 0)). `firm`: nobody can let it stand, because
    there would be nothing to play on. `rule` is the part of the rule text that says so, where it is
    not the one that tells about all problems of this code.
    """

    code: str
    severity: Severity
    words: Words
    at: At = ()
    firm: bool = False
    rule: str = ""

    @property
    def message(self) -> str:
        """The English sentence."""
        return self.words.text

    @property
    def params(self) -> Params:
        """What is put into the sentence."""
        return self.words.params

    def under(self, *path: str | int) -> Problem:
        """The same problem, its place prefixed with `path`."""
        return replace(self, at=(*path, *self.at))


def error(code: str, template: str, at: At = (), **params: str | int | Words) -> Problem:
    """Something that cannot have happened; the scorekeeper can let it stand with a reason."""
    return Problem(code, "error", Words(template, params), at)


def refusal(code: str, template: str, at: At = (), **params: str | int | Words) -> Problem:
    """An error that nobody can let stand: the report could not be played."""
    return Problem(code, "error", Words(template, params), at, firm=True)


def warning(code: str, template: str, at: At = (), **params: str | int | Words) -> Problem:
    """Something possible, but rare enough to ask again."""
    return Problem(code, "warning", Words(template, params), at)
