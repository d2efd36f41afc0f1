"""The values of old score cards: a line, what is wrong with one, and the game it is of."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rulesets.engine.text import Phrase
    from rulesets.records.played_evenings import Highlight

SHARED = re.compile(r"\s*[+&/]\s*")  # between two who share a chair
MOST_ON_A_CHAIR = 2
NAMES = 4096  # that are remembered folded: cards name the same people again and again
APOSTROPHES = re.compile("[’‘ʼ´`′]")
NUMBERS = ("points", "tricks", "theirs", "place")


@lru_cache(NAMES)
def fold(name: str) -> str:
    """Return a name without differences of capitals, apostrophes and spaces."""
    return " ".join(APOSTROPHES.sub("'", name).casefold().split())


@lru_cache(NAMES)
def sitters_of(name: str) -> tuple[str, ...]:
    """Return the one or two names of a chair."""
    return tuple(part for part in SHARED.split(name.strip()) if part)


@lru_cache(NAMES)
def side_of(chairs: tuple[str, ...]) -> frozenset[str]:
    """Return everybody in some chairs, folded."""
    return frozenset(fold(name) for chair in chairs for name in sitters_of(chair))


@dataclass(frozen=True, slots=True)
class LineProblem:
    """What cannot be read: in which line and column, what stands there, and what would do."""

    code: str
    line: int
    column: str
    read: str
    do: Phrase


class Key(NamedTuple):
    """What an evening is known by: its name (folded; empty: its game), date and game."""

    event: str
    date: str
    game: str


class Place(NamedTuple):
    """A table in a deal; deal 0: a whole round, round 0: a whole evening."""

    round: int
    deal: int
    table: str


@dataclass(frozen=True, slots=True)
class CardLine:
    """A line of a score card: a side at a table.

    `chairs` are its one or two names as written, "A + B" in one of them a shared chair. `deal` 0:
    the points of a whole round; `round` 0: the result of an evening. `is_sum`: the sum of the
    evening as the card has it. `date` is ISO or a year alone. `number` is 0 for a line that was
    made.
    """

    number: int
    event: str
    date: str
    game: str
    round: int
    deal: int
    table: str
    chairs: tuple[str, ...]
    trump: str = ""
    opponents: tuple[str, ...] = ()
    points: int | None = None
    tricks: int | None = None
    theirs: int | None = None
    place: int | None = None
    is_sum: bool = False

    @property
    def key(self) -> Key:
        """The evening that it belongs to."""
        return Key(fold(self.event), self.date, self.game)

    @property
    def at(self) -> Place:
        """The table and deal."""
        return Place(self.round, self.deal, self.table)

    @property
    def side(self) -> frozenset[str]:
        """Everybody of the side, folded."""
        return side_of(self.chairs)

    @property
    def contents(self) -> tuple[object, ...]:
        """Everything but the number of the line: lines that are the same count once."""
        people = tuple(sorted(map(fold, self.chairs)))
        others = tuple(sorted(map(fold, self.opponents)))
        numbers = (self.points, self.tricks, self.theirs, self.place)
        return (*self.key, *self.at, people, self.trump, others, *numbers, self.is_sum)


Cells = dict[tuple[int, str], "int | None"]
"""Cells that were settled: by line and column the number; column "line", None: left out."""
LEFT_OUT = "line"


@dataclass(frozen=True, slots=True)
class Standing:
    """What a chair of an evening comes to: points (None: places alone are known) and place."""

    points: int | None
    place: int


@dataclass(frozen=True, slots=True)
class Cure:
    """Changes of cells that end a contradiction, and what the evening comes to then, by chair."""

    cells: tuple[tuple[int, str, int | None], ...]
    totals: Mapping[str, Standing] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Lines that cannot all be right, with the smallest changes that cure them. `id` is the same
    each time the file is read."""

    id: str
    code: str
    key: Key
    at: Place
    lines: tuple[CardLine, ...]
    cures: tuple[Cure, ...] = ()
    due: int = 0  # tricks of the deal, or the sum of the rounds


class CardGame(Protocol):
    """What is needed of a game to count its score cards."""

    slug: str
    low: bool

    @property
    def format(self) -> str:
        """The slug of its format."""
        ...

    @property
    def tricks(self) -> int:
        """The tricks of a deal, where there are always as many; else 0."""
        ...

    def points(self, number: int, deal: int, tricks: Sequence[int]) -> Sequence[int]:
        """Return the points of each seat for the tricks of each seat's side."""
        ...

    def highlights(
        self, number: int, deal: int, tricks: Sequence[int], chairs: Sequence[int | None]
    ) -> Sequence[Highlight]:
        """Return what was rare about a deal."""
        ...
