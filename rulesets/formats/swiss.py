"""Swiss: entrants with similar scores meet, and nobody meets twice for as long as possible.

Entrants are fixed pairs at tables of four, who stay together all evening, or single players at
tables of two or more. Everybody carries their points on and is seated by them; a sit-out scores the
average of their own sets. Ties stand.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from rulesets.engine.game import option
from rulesets.engine.problems import error
from rulesets.engine.questions import declared
from rulesets.engine.text import Phrase, say
from rulesets.formats.drives import DriveFormat, DriveOptions
from rulesets.formats.pairs import TWO, in_twos
from rulesets.formats.set_options import agreed_of
from rulesets.formats.sets import FEWEST_SETS
from rulesets.formats.tables import TablesFormat, TablesOptions
from rulesets.movements.divisions import count_rounds
from rulesets.movements.swiss import SwissMovement

if TYPE_CHECKING:
    from rulesets.engine.problems import Problem
    from rulesets.formats.format import Format
    from rulesets.formats.parts import Check, Facts, PairRequest, Tables
    from rulesets.movements.movement import Movement


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
    """The options of a Swiss of pairs: also how the first set is seated."""

    seeds: bool = seeds()


@declared
class SwissTablesOptions(TablesOptions):
    """The options of a Swiss of single players: also how the first set is seated."""

    seeds: bool = seeds()


@dataclass(frozen=True)
class SwissFormat(DriveFormat):
    """Pairs meet pairs with about the same score."""

    slug: ClassVar[str] = "swiss"
    name: ClassVar[Phrase] = say("Swiss: pairs with similar scores meet")
    own_options: ClassVar[type] = SwissOptions
    byes: ClassVar[bool] = True
    seating_keys: ClassVar[tuple[str, ...]] = ("seeds",)

    @classmethod
    def classes(cls) -> tuple[type[Format], ...]:
        """For pairs, and for single players."""
        return cls, SwissTablesFormat

    @cached_property
    def facts(self) -> Facts:
        """Pairs that stay together; ties stand."""
        requests: tuple[PairRequest, ...] = ("partners", "apart")
        more: dict[str, Any] = {"requests": requests, "requests_last": True}
        return replace(super().facts, entrants="pairs", cuts="", **more)

    @cached_property
    def tables(self) -> Tables:
        """No more sets than it takes for everybody to meet."""
        rounds = agreed_of(self.agreed, SwissOptions).rounds
        return replace(super().tables, option_checks=(_check_sets_of(rounds, TWO),))

    @cached_property
    def movement(self) -> Movement:
        """By rank."""
        return SwissMovement(seeds=self.agreed.seeds)

    def _usual_sets(self, people: int) -> int:
        """As many as it takes to separate the pairs."""
        return count_sets(people // TWO) if people else super()._usual_sets(people)

    def _is_apt(self, people: int) -> bool:
        """Whether nobody has to meet again: for up to half as many sets as there are pairs
        (Dirac)."""
        return TWO * self.length.sets <= people // TWO

    def _promise(self, people: int) -> Phrase:
        """Whether nobody has to meet again."""
        if self._is_apt(people):
            return say("nobody plays anybody twice, and similar scores meet")
        return say("similar scores meet")


@dataclass(frozen=True)
class SwissTablesFormat(TablesFormat):
    """People who play singly meet others with about the same score."""

    slug: ClassVar[str] = SwissFormat.slug
    name: ClassVar[Phrase] = say("Swiss: people with similar scores meet")
    own_options: ClassVar[type] = SwissTablesOptions
    byes: ClassVar[bool] = True
    seating_keys: ClassVar[tuple[str, ...]] = ("size", "seeds")

    @cached_property
    def facts(self) -> Facts:
        """Wishes hold in all sets."""
        return replace(super().facts, requests_last=True)

    @cached_property
    def tables(self) -> Tables:
        """Two meet nobody else, and an odd one sits out. No more sets than it takes for everybody
        to meet."""
        base, rounds = super().tables, agreed_of(self.agreed, SwissTablesOptions).rounds
        if base.usual == TWO:
            base = replace(base, sizes=in_twos, checks=(self._check_game(in_twos),))
        return replace(base, option_checks=(_check_sets_of(rounds, 1),))

    @cached_property
    def movement(self) -> Movement:
        """By rank, at tables of the sizes that the game takes."""
        return SwissMovement(self.tables.sizes, seeds=self.agreed.seeds)

    def _usual_sets(self, people: int) -> int:
        """As many as it takes to separate the people."""
        return count_sets(people) if people else super()._usual_sets(people)

    def _is_apt(self, people: int) -> bool:
        """Whether nobody has to meet again: as long as nobody has met more than half of the people
        (for tables of two: Dirac)."""
        opponents = self.length.sets * (max(self.tables.sizes(people), default=TWO) - 1)
        return TWO * opponents <= people

    def _promise(self, people: int) -> Phrase:
        """At tables of two, whether nobody has to meet again; at larger tables it cannot be
        known."""
        if {*self.tables.sizes(people)} == {TWO} and self._is_apt(people):
            return say("nobody plays anybody twice, and similar scores meet")
        return say("similar scores meet")


def _check_sets_of(rounds: int, each: int) -> Check:
    """A check of so many sets for entrants of so many people."""
    return lambda people: check_sets(rounds, people // each)


def check_sets(rounds: int, entrants: int) -> tuple[Problem, ...]:
    """The problem of more sets than this many entrants can play, if there are enough for one."""
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
    """How many sets separate this many entrants who win or lose each time: at least three, and no
    more than it takes for everybody to meet."""
    return max(1, min(max(FEWEST_SETS, (entrants - 1).bit_length()), count_rounds(entrants)))


FORMAT = SwissFormat
