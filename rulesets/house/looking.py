"""Strict looks into a declaration: what is not as documented is a problem with its place."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any

from rulesets.clean_text import clean_text
from rulesets.json_values import LARGEST, LONGEST_FIELD, is_int
from rulesets.problems import Problem, error

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from rulesets.problems import At


def readable(text: str, *, lines: bool = False) -> bool:
    """Whether everything in a text can be seen, blanks and (in `lines`) their ends aside."""
    composed = unicodedata.normalize("NFC", text)
    composed = composed.replace("\r\n", "\n").replace("\r", "\n") if lines else composed
    parted = not lines and any(one in composed for one in "\n\t")
    return not parted and clean_text(composed, lines=True) == composed


class Judge:
    """Gathers what is wrong with one declaration."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def note(self, code: str, at: At, text: str, **params: str | int) -> None:
        """Note a problem."""
        self.problems.append(error(f"house.{code}", text, at, **params))

    def fine(self, *at: str | int) -> bool:
        """Whether nothing has been noted at a place or below it."""
        return not any(problem.at[: len(at)] == at for problem in self.problems)

    def only(self, given: Mapping[Any, Any], known: Collection[str], at: At) -> None:
        """Note every field that is not a known one."""
        for key in given:
            if key not in known:
                shown = str(key)[:LONGEST_FIELD].encode("utf-8", "backslashreplace").decode()
                self.note("field", (*at, shown), "There is no field “{field}” here.", field=shown)

    def text(self, value: object, at: At, most: int, *, needed: str = "") -> str:
        """One line of text of up to `most` letters; blanks between words are single ones.

        `needed` is what is said where there is none; without it there may be none.
        """
        if not isinstance(value, str) or not readable(value):
            self.note("text", at, "Plain text on one line is wanted.")
            return ""
        line = clean_text(value)
        if len(line) > most:
            text = "{given} letters; {most} fit."
            self.note("long", at, text, given=len(line), most=most)
            return ""
        if needed and not line:
            self.note("missing", at, needed)
        return line

    def prose(self, value: object, at: At, most: int) -> str:
        """Text of several lines."""
        if not isinstance(value, str) or not readable(value, lines=True):
            self.note("text", at, "Plain text is wanted.")
            return ""
        lines = clean_text(value, lines=True).strip()
        if len(lines) > most:
            text = "{given} letters; {most} fit."
            self.note("long", at, text, given=len(lines), most=most)
            return ""
        return lines

    def number(self, value: object, at: At, low: int, high: int) -> int:
        """A whole number within bounds; `low` where it is none."""
        if not isinstance(value, int) or not is_int(value):
            self.note("number", at, "A whole number is wanted.")
            return low
        if not low <= value <= high:
            shown = value if abs(value) <= LARGEST else "This"
            text = "{value} is not between {low} and {high}."
            self.note("range", at, text, value=shown, low=low, high=high)
            return low
        return value

    def one_of(self, value: object, at: At, known: Collection[str]) -> str:
        """One of a few words."""
        if not isinstance(value, str) or value not in known:
            choices = ", ".join(known)
            self.note("choice", at, "One of these is wanted: {choices}.", choices=choices)
            return next(iter(known))
        return value

    def yes(self, value: object, at: At) -> bool:
        """True or false."""
        if not isinstance(value, bool):
            self.note("yes", at, "True or false is wanted.")
        return value is True

    def row(self, value: object, at: At, most: int) -> list[Any]:
        """A list of up to `most`."""
        if not isinstance(value, list | tuple):
            self.note("list", at, "A list is wanted.")
            return []
        if len(value) > most:
            self.note("many", at, "{given} are given; {most} fit.", given=len(value), most=most)
            return []
        return list(value)
