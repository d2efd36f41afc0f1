"""Swiss: equals play each other, and nobody anybody twice as long as that can be.

Entrants are fixed pairs at tables of four, who stay together all evening, or people who play alone
at tables of two and more. Everybody carries the points on, and is seated by them; a sit-out brings
the mean of the own sets. A tie is left as it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from rulesets.engine.game import option
from rulesets.engine.problems import error
from rulesets.engine.questions import declared
from rulesets.engine.text import Words, say
from rulesets.formats.drives import DriveFormat, DriveOptions
from rulesets.formats.pairs import TWO
from rulesets.formats.sets import FEWEST_SETS
from rulesets.formats.tables import TablesFormat, TablesOptions
from rulesets.movements.divisions import count_rounds
from rulesets.movements.swiss import SwissMovement

if TYPE_CHECKING:
    from rulesets.engine.problems import Problem
    from rulesets.formats.format import Format


def seeds() -> Any:
    """The option of how the first set is seated."""
    return option(
        "Seed in order of entry",
        default=False,
        help="In set 1 the upper half of the entries meets the lower half. Otherwise set 1 is "
        "drawn.",
    )


@declared
class SwissOptions(DriveOptions):
    """How the first set is seated."""

    seeds: bool = seeds()


@declared
class SwissTablesOptions(TablesOptions):
    """How the first set is seated."""

    seeds: bool = seeds()


@dataclass(frozen=True)
class SwissFormat(DriveFormat):
    """Pairs meet pairs with about the same score."""

    slug: ClassVar[str] = "swiss"
    name: ClassVar[Words] = say("Swiss: pairs with similar scores meet")
    own_options: ClassVar[type] = SwissOptions
    cuts: ClassVar[bool] = False
    fixed_pairs: ClassVar[bool] = True
    byes: ClassVar[bool] = True
    by_rank: ClassVar[bool] = True
    movement: ClassVar[Any] = SwissMovement()
    movement_keys: ClassVar[tuple[str, ...]] = ("seeds",)
    seating_keys: ClassVar[tuple[str, ...]] = ("seeds",)

    @classmethod
    def classes(cls) -> tuple[type[Format], ...]:
        """Pairs, and people alone."""
        return cls, SwissTablesFormat

    def check_start(self, count: int) -> tuple[Problem, ...]:
        """More sets than it takes for each to meet each, besides."""
        entrants = count // TWO
        return super().check_start(count) or check_sets(self.agreed.rounds, entrants)

    def fits(self, people: int) -> bool:
        """Whoever can be seated; how many sets they play can be changed."""
        return people >= self.fewest and not self.check_people(people)

    def usual_sets(self, people: int) -> int:
        """As many as part the pairs."""
        return count_sets(people // TWO) if people else super().usual_sets(people)

    def is_apt(self, people: int) -> bool:
        """Nobody need meet anybody again for as many sets as half of them are (Dirac)."""
        return TWO * self.seatings <= people // TWO

    def promise(self, people: int) -> Words:
        """Whether nobody need meet anybody again."""
        if self.is_apt(people):
            return say("nobody plays anybody twice, and similar scores meet")
        return say("similar scores meet")


@dataclass(frozen=True)
class SwissTablesFormat(TablesFormat):
    """People who play singly meet others with about the same score."""

    slug: ClassVar[str] = SwissFormat.slug
    name: ClassVar[Words] = say("Swiss: people with similar scores meet")
    own_options: ClassVar[type] = SwissTablesOptions
    byes: ClassVar[bool] = True
    by_rank: ClassVar[bool] = True
    movement_keys: ClassVar[tuple[str, ...]] = ("seeds",)
    seating_keys: ClassVar[tuple[str, ...]] = ("size", "seeds")

    @cached_property
    def movement(self) -> Any:
        """By rank, at tables of the sizes that the game takes."""
        return SwissMovement(self.sizes)

    def check_start(self, count: int) -> tuple[Problem, ...]:
        """More sets than it takes for each to meet each, besides."""
        entrants = count
        return super().check_start(count) or check_sets(self.agreed.rounds, entrants)

    def fits(self, people: int) -> bool:
        """Whoever can be seated; how many sets they play can be changed."""
        return people >= self.fewest and not self.check_people(people)

    def usual_sets(self, people: int) -> int:
        """As many as part the people."""
        return count_sets(people) if people else super().usual_sets(people)

    def is_apt(self, people: int) -> bool:
        """Nobody need meet anybody again for as many sets as are half of those whom one could meet
        at tables of this size (of twos: Dirac)."""
        met = self.seatings * (max(self.sizes(people), default=TWO) - 1)
        return TWO * met <= people

    def promise(self, people: int) -> Words:
        """At tables of two nobody need meet anybody again; of larger ones nobody can tell."""
        if {*self.sizes(people)} == {TWO} and self.is_apt(people):
            return say("nobody plays anybody twice, and similar scores meet")
        return say("similar scores meet")


def check_sets(rounds: int, entrants: int) -> tuple[Problem, ...]:
    """What stands against so many sets of so many entrants, if there are enough for one."""
    most = count_rounds(entrants)
    if entrants < TWO or rounds <= most:
        return ()
    text = (
        "{count} entrants can play at most {most} sets; by then all have met. Choose {most} or "
        "fewer."
    )
    at = ("options", "rounds")
    return (error("options.rounds", text, at, count=entrants, most=most),)


def count_sets(entrants: int) -> int:
    """How many sets part so many entrants who win or lose each time, three at least; no more than
    it takes for each to meet each."""
    return max(1, min(max(FEWEST_SETS, (entrants - 1).bit_length()), count_rounds(entrants)))


FORMAT = SwissFormat
