"""What rounds were asked for, each list of questions once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.folded.board import Questions, key_of
from rulesets.folded.codec import write

if TYPE_CHECKING:
    from rulesets.fields import Field


class Asked:
    """Lists of questions by the order in which they came up first."""

    def __init__(self) -> None:
        self._places: dict[str, int] = {}
        self._known: dict[int, tuple[tuple[Field, ...], int]] = {}
        self._found: list[tuple[Field, ...]] = []

    @property
    def questions(self) -> Questions:
        return tuple(self._found)

    def place(self, fields: tuple[Field, ...]) -> int:
        """The place of a list; a new one gets the next."""
        known = self._known.get(id(fields))  # most rounds are asked the very same
        if known is not None and known[0] is fields:
            return known[1]
        text = key_of(write(fields))
        place = self._places.setdefault(text, len(self._found))
        if place == len(self._found):
            self._found.append(fields)
        self._known[id(fields)] = (fields, place)
        return place
