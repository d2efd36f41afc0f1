"""Pairs: each against each, by a schedule that is fixed before the first set.

Entrants are fixed pairs at tables of four, who stay together all evening, or people who play alone
at tables of two. Everybody carries the points on; a sit-out brings the mean of the own sets.
Nobody's seat depends on who wins, so a tie is left as it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from rulesets.engine.game import option
from rulesets.engine.questions import declared
from rulesets.engine.text import Words, say
from rulesets.formats.drives import DriveFormat, DriveOptions
from rulesets.formats.tables import BoardsOptions, TablesFormat
from rulesets.movements.matching import MOST_JOINED
from rulesets.movements.pairs import PairsMovement
from rulesets.movements.schedule import MOST_PEOPLE, MOST_ROUNDS

if TYPE_CHECKING:
    from rulesets.formats.format import Format

TWO = 2


def times() -> Any:
    """The option of how often each meets each."""
    return option(
        "Each plays each",
        default=1,
        choices=((1, "once"), (2, "twice")),
        help="So many sets are proposed: of eight who play each other 7 for once, 14 for twice.",
    )


@declared
class PairsOptions(DriveOptions):
    """How often each pair is to meet each."""

    times: int = times()


@declared
class PairsTablesOptions(BoardsOptions):
    """How often each person is to meet each."""

    times: int = times()


@dataclass(frozen=True)
class PairsFormat(DriveFormat):
    """Each pair meets each once before it meets any again; all seats are known at once."""

    slug: ClassVar[str] = "pairs"
    name: ClassVar[Words] = say("Pairs: each pair plays each")
    own_options: ClassVar[type] = PairsOptions
    cuts: ClassVar[bool] = False
    ahead: ClassVar[bool] = True
    fixed_pairs: ClassVar[bool] = True
    byes: ClassVar[bool] = True
    decides: ClassVar[bool] = True
    most_people: ClassVar[int] = MOST_PEOPLE
    movement: ClassVar[Any] = PairsMovement()

    @classmethod
    def classes(cls) -> tuple[type[Format], ...]:
        """Pairs, and people alone."""
        return cls, PairsTablesFormat

    def usual_sets(self, people: int) -> int:
        """As many as it takes for each pair to meet each."""
        if not people:
            return super().usual_sets(people)
        return count_sets(people // TWO, self.agreed.times)

    def is_apt(self, people: int) -> bool:
        """Each pair meets each."""
        return self.seatings >= count_rounds(people // TWO)

    def promise(self, people: int) -> Words:
        """Whether there are sets enough for each to meet each, and no more."""
        if self.seatings == count_rounds(people // TWO):
            return say("each pair plays each once")
        if self.seatings == TWO * count_rounds(people // TWO):
            return say("each pair plays each twice")
        return _promise_meetings(self.seatings, people // TWO)


@dataclass(frozen=True)
class PairsTablesFormat(TablesFormat):
    """Each person meets each once before meeting anybody again; all seats are known at once."""

    slug: ClassVar[str] = PairsFormat.slug
    name: ClassVar[Words] = say("Pairs: everybody plays everybody, two at a table")
    own_options: ClassVar[type] = PairsTablesOptions
    byes: ClassVar[bool] = True
    decides: ClassVar[bool] = True
    ahead: ClassVar[bool] = True
    most_people: ClassVar[int] = MOST_JOINED
    movement: ClassVar[Any] = PairsMovement(alone=True)
    seating_keys: ClassVar[tuple[str, ...]] = ()

    @property
    def size(self) -> int:
        """Two."""
        return TWO

    def sizes(self, people: int) -> tuple[int, ...]:
        """Twos."""
        return (TWO,) * (people // TWO)

    def usual_sets(self, people: int) -> int:
        """As many as it takes for each to meet each."""
        return count_sets(people, self.agreed.times) if people else super().usual_sets(people)

    def is_apt(self, people: int) -> bool:
        """Each meets each."""
        return self.seatings >= count_rounds(people)

    def how_many(self) -> Words:
        """As many as come, by twos."""
        return say("Any number, at tables of {count}", count=TWO)

    def promise(self, people: int) -> Words:
        """Whether there are sets enough for each to meet each, and no more."""
        if self.seatings == count_rounds(people):
            return say("everybody plays everybody once")
        if self.seatings == TWO * count_rounds(people):
            return say("everybody plays everybody twice")
        return _promise_meetings(self.seatings, people)


def count_rounds(entrants: int) -> int:
    """How many sets it takes for each to meet each; of an odd number one sits out each time."""
    return entrants - 1 + entrants % TWO


def count_sets(entrants: int, times: int) -> int:
    """As many as it takes for each to meet each so often, if there may be so many."""
    return max(1, min(times * count_rounds(entrants), MOST_ROUNDS))


def _promise_meetings(sets: int, entrants: int) -> Words:
    if sets < count_rounds(entrants):
        return say("nobody plays anybody twice")
    return say("nobody plays anybody again before all have met")
