"""Pairs: a round robin, by a schedule that is fixed before the first set.

Entrants are fixed pairs at tables of four, who stay together all evening, or single players at
tables of two. Everybody carries their points on; a sit-out scores the average of their own sets.
Nobody's seat depends on who wins, so ties stand. With several divisions each plays its own round
robin, and people who never meet are never compared.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from rulesets.engine.game import option
from rulesets.engine.problems import error
from rulesets.engine.questions import declared
from rulesets.engine.text import Phrase, say
from rulesets.formats.drive import as_played
from rulesets.formats.drives import DriveFormat, DriveOptions
from rulesets.formats.people import check_schedule
from rulesets.formats.set_options import AFTER
from rulesets.formats.sets import SetFormat
from rulesets.formats.tables import BoardsOptions, TablesFormat
from rulesets.movements.divisions import count_rounds, division_sizes, read_divisions
from rulesets.movements.fixed_pairs import read_partners
from rulesets.movements.pairs import PairsMovement
from rulesets.movements.schedule import MOST_PEOPLE, MOST_ROUNDS, SeatRequests

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rulesets.engine.problems import Problem
    from rulesets.formats.drive import Drive
    from rulesets.formats.format import Format
    from rulesets.formats.parts import Facts, Tables
    from rulesets.movements.divisions import Divisions
    from rulesets.movements.movement import Movement
    from rulesets.movements.seating import Past

TWO = 2
MOST_DIVISIONS = 20
DIVISIONS = "Divisions"  # a group of options


def times() -> Any:
    """The option of how often everybody meets."""
    return option(
        "Everybody meets",
        default=1,
        choices=((1, "once"), (2, "twice")),
        help="Sets the number of sets proposed: eight entrants need 7 to meet once, 14 to meet "
        "twice.",
    )


def divisions() -> Any:
    """The option of how many divisions there are."""
    return option(
        "Number of divisions",
        default=1,
        low=1,
        high=MOST_DIVISIONS,
        help="Divisions play at the same time, each with its own standings.",
        group=DIVISIONS,
    )


def seeds() -> Any:
    """The option of how divisions are made up."""
    return option(
        "Seed in order of entry",
        default=False,
        help="Makes divisions equally strong: the top entries are shared out first, then the "
        "next, back and forth. Otherwise divisions are drawn.",
        group=DIVISIONS,
    )


def qualify_of() -> Any:
    """The option of where the qualifiers for a second stage come from."""
    return option(
        "Qualifiers counted",
        default="each",
        choices=(("each", "from each division"), ("all", "from all divisions together")),
        help="Only matters with several divisions.",
        follows="stages",
        group=AFTER,
    )


@declared
class PairsOptions(DriveOptions):
    """The options of a round robin of pairs: also how often they meet, and divisions."""

    times: int = times()
    divisions: int = divisions()
    seeds: bool = seeds()
    qualify_of: str = qualify_of()


@declared
class PairsTablesOptions(BoardsOptions):
    """The options of a round robin of single players: also how often they meet, and divisions."""

    times: int = times()
    divisions: int = divisions()
    seeds: bool = seeds()
    qualify_of: str = qualify_of()


@dataclass(frozen=True)
class InDivisions(SetFormat):
    """What all round robins share, whoever meets. `entrants_each`: the people of one entrant."""

    seating_keys: ClassVar[tuple[str, ...]] = ("divisions", "seeds", "times")
    entrants_each: ClassVar[int] = 1
    once: ClassVar[Phrase] = say("everybody plays everybody else once")
    twice: ClassVar[Phrase] = say("everybody plays everybody else twice")
    sizes_alike: ClassVar[str] = "{high} in each division, {promise}"
    sizes_unlike: ClassVar[str] = "{low} or {high} in each division, {promise}"

    @cached_property
    def facts(self) -> Facts:
        """Nobody's seat depends on who wins; wishes hold in all sets."""
        return replace(super().facts, cuts="", requests_last=True)

    @cached_property
    def tables(self) -> Tables:
        """As many people as a schedule seats, with an opponent for everybody in each division."""
        base = super().tables
        checks = (check_schedule(MOST_PEOPLE), *base.checks)
        start_checks = (self._check_divisions,)
        return replace(base, most=MOST_PEOPLE, checks=checks, start_checks=start_checks)

    def _check_divisions(self, people: int) -> tuple[Problem, ...]:
        entrants = people // self.entrants_each
        if people < self.tables.fewest or entrants >= TWO * self.divisions:
            return ()
        text = "{entrants} people are too few for {divisions} divisions. Choose at most {most}."
        if self.entrants_each > 1:
            text = "{entrants} pairs are too few for {divisions} divisions. Choose at most {most}."
        return (
            error(
                "options.divisions",
                text,
                ("options", "divisions"),
                entrants=entrants,
                divisions=self.divisions,
                most=max(1, entrants // TWO),
            ),
        )

    @cached_property
    def movement(self) -> Movement:
        """A circle, or one in each division."""
        alone = self.entrants_each == 1
        return PairsMovement(alone, self.divisions, seeds=getattr(self.agreed, "seeds", False))

    @property
    def divisions(self) -> int:
        """The agreed number; one in evenings from before there could be several."""
        count: int = getattr(self.agreed, "divisions", 1)
        return count

    def divide(self, drive: Drive) -> Sequence[int]:
        """The divisions, from the seats; nothing before the first."""
        if self.divisions == 1 or not drive.sets:
            return ()
        past = [replace(as_played(drive, record), roles={}) for record in drive.sets]
        parts = self.divide_rounds(past, range(len(drive.players)))
        return [parts.people[who] + 1 for who in range(len(drive.players))] if parts else ()

    def divide_rounds(self, rounds: Sequence[Past], people: Iterable[int] = ()) -> Divisions | None:
        """The divisions, from the seats."""
        if self.divisions == 1 or not rounds:
            return None
        here = sorted(rounds[-1].draw.people)
        partners: Sequence[Mapping[int, int]] = ()
        if self.entrants_each > 1:
            partners = read_partners(rounds, here, SeatRequests()).in_rounds
        everybody = ((who,) for who in dict.fromkeys([*here, *people]))
        return read_divisions(rounds, everybody, self.divisions, partners)

    def largest(self, people: int) -> int:
        """The number of entrants in the largest division."""
        return -(-(people // self.entrants_each) // self.divisions)

    def _usual_sets(self, people: int) -> int:
        """As many as it takes for everybody to meet."""
        if not people:
            return super()._usual_sets(people)
        return count_sets(self.largest(people), self.agreed.times)

    def _is_apt(self, people: int) -> bool:
        """Whether everybody meets."""
        return self.length.sets >= count_rounds(self.largest(people))

    def _promise(self, people: int) -> Phrase:
        """Whether the sets are exactly enough for everybody to meet; with divisions, first how many
        are in one."""
        rounds = count_rounds(self.largest(people))
        whole = {rounds: self.once, TWO * rounds: self.twice}
        sets = self.length.sets
        promise = whole.get(sets) or _promise_meetings(sets, rounds)
        if self.divisions == 1:
            return promise
        high, *_more, low = division_sizes(people // self.entrants_each, self.divisions)
        text = self.sizes_alike if high == low else self.sizes_unlike
        return say(text, low=low, high=high, promise=promise)

    def _course(self) -> Phrase:
        """With the divisions, if there are several."""
        if self.divisions == 1:
            return super()._course()
        return say(
            "{divisions} divisions, {course}", divisions=self.divisions, course=super()._course()
        )


@dataclass(frozen=True)
class PairsFormat(InDivisions, DriveFormat):
    """Every pair meets every other pair before any meet again. All seats are known in advance."""

    slug: ClassVar[str] = "pairs"
    name: ClassVar[Phrase] = say("Round robin: every pair plays every other pair")
    own_options: ClassVar[type] = PairsOptions
    ahead: ClassVar[bool] = True
    entrants_each: ClassVar[int] = TWO
    once: ClassVar[Phrase] = say("every pair plays every other pair once")
    twice: ClassVar[Phrase] = say("every pair plays every other pair twice")
    sizes_alike: ClassVar[str] = "{high} pairs in each division, {promise}"
    sizes_unlike: ClassVar[str] = "{low} or {high} pairs in each division, {promise}"
    byes: ClassVar[bool] = True
    decides: ClassVar[bool] = True

    @cached_property
    def facts(self) -> Facts:
        """Pairs that stay together."""
        return replace(super().facts, entrants="pairs", requests=("partners", "apart"))

    @classmethod
    def classes(cls) -> tuple[type[Format], ...]:
        """For pairs, and for single players."""
        return cls, PairsTablesFormat


@dataclass(frozen=True)
class PairsTablesFormat(InDivisions, TablesFormat):
    """Everybody meets everybody else before any two meet again. All seats are known in advance."""

    slug: ClassVar[str] = PairsFormat.slug
    name: ClassVar[Phrase] = say("Round robin: everybody plays everybody else, two at a table")
    own_options: ClassVar[type] = PairsTablesOptions
    byes: ClassVar[bool] = True
    decides: ClassVar[bool] = True
    ahead: ClassVar[bool] = True

    @cached_property
    def facts(self) -> Facts:
        """To be in one division only makes sense if there are several."""
        base = super().facts
        return base if self.divisions > 1 else replace(base, requests=("apart",))

    @cached_property
    def tables(self) -> Tables:
        """Tables of two, whatever was agreed."""
        base, (least, most) = super().tables, self.game.plays.players
        checks = (check_schedule(MOST_PEOPLE), self._check_game(in_twos))
        return replace(base, sizes=in_twos, usual=min(max(TWO, least), most), checks=checks)

    def _how_many(self) -> Phrase:
        """As many as come, by twos."""
        return say("Any number, at tables of {count}", count=TWO)


def in_twos(people: int) -> tuple[int, ...]:
    """Tables of two; an odd one sits out."""
    return (TWO,) * (people // TWO)


def count_sets(entrants: int, times: int) -> int:
    """As many as it takes for everybody to meet this often, up to the limit."""
    return max(1, min(times * count_rounds(entrants), MOST_ROUNDS))


def _promise_meetings(sets: int, rounds: int) -> Phrase:
    if sets < rounds:
        return say("nobody plays anybody twice")
    return say("nobody meets again until everybody has met")


FORMAT = PairsFormat
