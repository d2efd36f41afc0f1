"""Knockout: winners go on until one is left.

Two meet at a table: two pairs (tables of four, partners stay together; ties are cut for), or two
single players. They are in a bracket drawn by lot; if their number is not a power of two, some have
a bye in the first set. In games that people play singly at larger tables, the best of each table go
on (`advance`), and the next best to fill the tables, until one table is left; places then follow
how far somebody came, then their score.

The number of sets depends on how many begin (`by_people`). A bye scores like a sit-out. People who
are out, or wait to play for a place, are not sitting out.

**Readings.** A match is one set. With `best_of`, it is several games of the agreed number of deals,
and whoever wins more of them goes on; the match ends as soon as the side behind cannot draw level.
A level game counts for nobody; single players have one more deal in it first. If the match is level
after all games, one more deal is played, which counts as a game; if still level, pairs cut, and for
single players the lot decides that seated them. Every deal played counts in the score like any
other, including extra deals and games. With a clock a match is one game, and the extra deal is
played after the bell. If the game itself has ended, nothing more is dealt in it.

A game that people play singly runs over all deals of a set, or until it ends by itself. In a match
of several games the next one then starts afresh, and the deal passes on. If games are played to the
end, however long that takes, a whole game decides a level match instead of one deal. At larger
tables the lot decides between people who are level on the border of going on.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, cast

from rulesets.engine.game import FOUR, option, options_without
from rulesets.engine.problems import error
from rulesets.engine.questions import declared
from rulesets.engine.text import NOTHING, Phrase, say
from rulesets.formats.drive import as_played
from rulesets.formats.drives import DriveFormat, DriveOptions
from rulesets.formats.people import check_bracket
from rulesets.formats.ranking import read_results
from rulesets.formats.set_options import MATCHES, STAGE_KEYS
from rulesets.formats.sets import SetFormat
from rulesets.formats.tables import LARGEST, TablesFormat, TablesOptions
from rulesets.movements.bracket import NEVER, Bracket, count_rounds, name_round, room_for
from rulesets.movements.heats import Heats, HeatsMovement
from rulesets.movements.knockout import KnockoutMovement
from rulesets.movements.schedule import SeatRequests

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.engine.problems import Problem
    from rulesets.formats.drive import Drive
    from rulesets.formats.format import Format
    from rulesets.formats.parts import Facts, Length, Ranking, SetFacts, Tables, Until
    from rulesets.movements.bracket import Level, Section
    from rulesets.movements.schedule import Pair
    from rulesets.movements.seating import Past

MOST_ENTRANTS = 1024
TWO = 2
PLACES = (
    ("none", "the winner only"),
    ("third", "third place as well"),
    ("all", "every place: losers play on"),
)
MOST_ADVANCE = 10


def _places() -> Any:
    return option(
        "Places played for",
        default="none",
        choices=PLACES,
        help="If every place is played for, everybody plays in every set, apart from byes.",
    )


def _seeds() -> Any:
    return option(
        "Seed in order of entry",
        default=False,
        help="Seeds the bracket in the order of entry: the top two cannot meet before the final, "
        "and byes go to the top. Otherwise it is drawn.",
    )


def _best_of() -> Any:
    return option(
        "Length of a match",
        default=1,
        choices=MATCHES,
        help="A game has as many hands as a set. If the match ends level, play one more hand; if "
        "still level, cut the cards.",
    )


def _match_of_two() -> Any:
    return option(
        "Length of a match",
        default=1,
        choices=MATCHES,
        help="For two at a table. Each game starts afresh; it has the deals of a set, or ends "
        "earlier by its own rules. If the match ends level, play one more deal; if still level, "
        "draw lots.",
    )


@declared
class KnockoutOptions(DriveOptions):
    """The options of a knockout of pairs: also the length of a match, the places played for, and
    seeds."""

    best_of: int = _best_of()

    places: str = _places()
    seeds: bool = _seeds()


@declared
class KnockoutTablesOptions(TablesOptions):
    """The options of a knockout of single players: also who goes on, the places played for, and
    seeds."""

    best_of: int = _match_of_two()
    size: int = option(
        "Players at a table",
        default=FOUR,
        low=2,
        high=LARGEST,
        help="Tables are as close to this size as the game and the numbers allow. With two, it "
        "is a bracket.",
    )
    advance: int = option(
        "Qualifiers from each table",
        default=0,
        low=0,
        high=MOST_ADVANCE,
        none="one from a table of three, two from larger tables",
        some="this many",
        help="Never more than half a table.",
    )
    places: str = _places()
    seeds: bool = _seeds()


@dataclass(frozen=True)
class UntilOneIsLeft(SetFormat):
    """What all knockouts share, whoever sits at a table. `entrants_each`: the people of one
    entrant."""

    slug: ClassVar[str] = "knockout"
    name: ClassVar[Phrase] = say("Knockout: the best go on until one is left")
    byes: ClassVar[bool] = True
    qualifies: ClassVar[bool] = False
    decides: ClassVar[bool] = True
    entrants_each: ClassVar[int] = 1

    @property
    def movement(self) -> KnockoutMovement | HeatsMovement:
        """A bracket, or tables whose best go on."""
        raise NotImplementedError

    @cached_property
    def length(self) -> Length:
        """As many sets as the people who began need, at least one; unknown before the start. One of
        two at a table has to go on, after several games or an extra deal. (Evenings from before
        there was a choice had one game.)"""
        base = super().length
        most = max(1, self.count_sets(self.people or self.tables.most))
        games = getattr(self.agreed, "best_of", 1) if self.facts.bracket else 1
        deals = replace(base.deals, games=games, play_off=self.facts.bracket)
        sets = most if self.people else 0
        return replace(base, sets=sets, most=most, by_people=True, deals=deals)

    def _near(self, number: int) -> Phrase:
        """From the quarterfinals on, in a bracket."""
        return name_round(self.length.sets - number) if self.facts.bracket else NOTHING

    def count_sets(self, people: int) -> int:
        """How many sets it takes until one of this many people is left."""
        return count_rounds(people // self.entrants_each)

    def _course(self) -> Phrase:
        """The number of sets, once it is known, and of games in a match."""
        course = super()._course() if self.people else say("until one is left")
        games = self.length.deals.games
        if games == 1:
            return course
        return say("{course}, each match the best of {n} games", course=course, n=games)

    def _minutes(self) -> int:
        """The time for that many sets; 0 if the number of people is unknown."""
        return super()._minutes() if self.people else 0

    def _is_apt(self, people: int) -> bool:
        """Whether everybody keeps playing, because losers play on."""
        return bool(self.agreed.places == "all")

    def _problems(self) -> tuple[Problem, ...]:
        """Also several games with a clock, or with more than two at a table."""
        at = ("options", "best_of")
        if not self.facts.bracket and getattr(self.agreed, "best_of", 1) > 1:
            text = (
                "With more than two at a table, a match is one game. Choose one game, or two "
                "players at a table."
            )
            return (error("options.best_of", text, at),)
        if self.length.deals.games == 1 or not self.length.deals.bell:
            return super()._problems()
        text = "With a clock, a match is one game. Choose one game, or switch the clock off."
        return (error("options.best_of", text, at),)

    def in_set(self, number: int) -> SetFacts:
        """Whoever has no part in it is out; places depend on who wins also in the last set."""
        base = super().in_set(number)
        return replace(base, decides=base.cuts, eliminates=True)

    @property
    def _until(self) -> dict[str, Until]:
        """Also places and qualifiers, once somebody has gone on; with the first result also the
        length of a match."""
        more: dict[str, Until] = dict.fromkeys(("places", "advance"), "second seats")
        return {**super()._until, **more, "best_of": "result"}

    def _usual_sets(self, people: int) -> int:
        """As many as they need."""
        return self.count_sets(people)

    def read(self, drive: Drive, partners: Sequence[Pair] = ()) -> Bracket | Heats:
        """How far the knockout has come, from the seats and results of a drive."""
        past = [as_played(drive, record) for record in drive.sets]
        return self.read_rounds(past, read_results(drive), partners)

    def read_rounds(
        self,
        past: Sequence[Past],
        results: Sequence[Sequence[Level]],
        partners: Sequence[Pair] = (),
        ranked: Sequence[int] = (),
    ) -> Bracket | Heats:
        """The same from rounds and the results of their tables; `ranked`: the seeds."""
        if isinstance(self.movement, HeatsMovement):
            return self.movement.read(past, results)
        requests = SeatRequests(partners=tuple(partners))
        bracket: Bracket = self.movement.read(past, results, requests=requests, ranked=ranked)
        return bracket

    def has_room(self, drive: Drive) -> bool:
        """Only while people play on for all places, and there are enough sets left for it."""
        if self.agreed.places != "all" or not drive.sets:
            return bool(self.agreed.places == "all")
        bracket = self.read(drive)
        return (
            len(drive.sets) < self.length.sets if isinstance(bracket, Heats) else bracket.has_room()
        )

    def bracket(self, drive: Drive, partners: Sequence[Pair] = ()) -> tuple[Section, ...]:
        """The bracket, if there is one."""
        bracket = self.read(drive, partners)
        return bracket.sections() if isinstance(bracket, Bracket) else ()

    @cached_property
    def ranking(self) -> Ranking:
        """How far somebody came, then the agreed tie-breaks. At tables people are separated by
        score as well; a bracket decides all that it decides."""
        base = super().ranking
        by_score = () if self.facts.bracket else ("carry",)
        more = (metric for metric in base.metrics if metric != "carry")
        return replace(base, metrics=("reached", *by_score, *more))

    def measure(self, drive: Drive, metric: str) -> Sequence[int]:
        """How far everybody has come: in a bracket the best place still open to them, as a number
        below 0; at tables the set."""
        if metric != "reached":
            return super().measure(drive, metric)
        reached = read_reached(self.read(drive))
        return [reached.get(who, -NEVER) for who in range(len(drive.players))]


@dataclass(frozen=True)
class KnockoutFormat(UntilOneIsLeft, DriveFormat):
    """Winners go on. Losers are out, or play on for a place."""

    own_options: ClassVar[type] = options_without(KnockoutOptions, "rounds", *STAGE_KEYS)
    seating_keys: ClassVar[tuple[str, ...]] = ("seeds",)
    entrants_each: ClassVar[int] = 2

    @classmethod
    def classes(cls) -> tuple[type[Format], ...]:
        """For pairs, and for single players."""
        return cls, KnockoutTablesFormat

    @cached_property
    def facts(self) -> Facts:
        """Pairs that stay together."""
        base = replace(super().facts, entrants="pairs", requests=("partners", "apart"))
        return replace(base, bracket=True)

    @cached_property
    def tables(self) -> Tables:
        """A bracket: people with a partner but no table in the first set have a bye."""
        base = super().tables

        def sizes(people: int) -> tuple[int, ...]:
            return (base.usual,) * count_first_tables(people // TWO)

        most = TWO * MOST_ENTRANTS
        return replace(base, sizes=sizes, most=most, byes=TWO, checks=(check_bracket(most),))

    @cached_property
    def movement(self) -> KnockoutMovement:
        """A bracket of pairs."""
        return KnockoutMovement(self.facts.width, self.agreed.places, seeds=self.agreed.seeds)

    def _promise(self, people: int) -> Phrase:
        """How many have a bye."""
        return promise_byes(self.tables.byes_for(people) // self.entrants_each, self.agreed.places)


@dataclass(frozen=True)
class KnockoutTablesFormat(UntilOneIsLeft, TablesFormat):
    """The best of each table go on until one table is left. At tables of two, the winner does."""

    own_options: ClassVar[type] = options_without(KnockoutTablesOptions, "rounds", *STAGE_KEYS)
    seating_keys: ClassVar[tuple[str, ...]] = ("size", "seeds")

    @cached_property
    def facts(self) -> Facts:
        """At tables of two there is a bracket, which is drawn once, and nobody wishes to be knocked
        out of it by a friend; at larger tables wishes hold in all sets."""
        if self.tables.usual == TWO:
            return replace(super().facts, requests=("apart",), bracket=True)
        return replace(super().facts, requests_last=True)

    @cached_property
    def tables(self) -> Tables:
        """People without a seat in the first set have a bye."""
        base, enough = super().tables, check_bracket(MOST_ENTRANTS)
        if base.usual > TWO:
            return replace(base, most=MOST_ENTRANTS, byes=1, checks=(enough, *base.checks))

        def sizes(people: int) -> tuple[int, ...]:
            return (TWO,) * count_first_tables(people)

        checks = (enough, self._check_game(lambda _people: (TWO,)))
        return replace(base, sizes=sizes, most=MOST_ENTRANTS, byes=1, checks=checks)

    @property
    def _idle(self) -> frozenset[str]:
        """Also the number of qualifiers in a bracket, or the seeds without one; and the length of a
        match in games that two cannot play."""
        idle = {"advance" if self.facts.bracket else "seeds"}
        if self.tables.fewest > TWO:
            idle.add("best_of")
        return super()._idle | idle

    @property
    def advance(self) -> int:
        """The least number that go on from each table."""
        size, chosen = self.tables.usual, self.agreed.advance
        return min(chosen or (2 if size >= FOUR else 1), max(1, size // 2))

    @cached_property
    def movement(self) -> KnockoutMovement | HeatsMovement:
        """A bracket, or tables whose best go on."""
        if self.facts.bracket:
            return KnockoutMovement(2, self.agreed.places, seeds=self.agreed.seeds)
        return HeatsMovement(self.tables.sizes, self.tables.usual, self.advance, self.agreed.places)

    def count_sets(self, people: int) -> int:
        """How many sets it takes until one player, or one table, is left."""
        if self.facts.bracket:
            return count_rounds(people)
        return cast("HeatsMovement", self.movement).count_rounds(people)

    def _promise(self, people: int) -> Phrase:
        """How many have a bye, or how many go on from each table."""
        if self.facts.bracket:
            return promise_byes(self.tables.byes_for(people), self.agreed.places)
        if self.agreed.places == "all":
            return say(
                "the top {n} of each table go on, the others play for places", n=self.advance
            )
        return say("the top {n} of each table go on", n=self.advance)


def read_reached(bracket: Bracket | Heats) -> dict[int, int]:
    """How far everybody in it has come; more is further: in a bracket the best place still open to
    them, as a number below 0; at tables the set."""
    if isinstance(bracket, Heats):
        return bracket.reached
    lines = {**bracket.played_for, **bracket.line_of}
    return {who: -line.first for who, line in lines.items()}


def count_first_tables(entrants: int) -> int:
    """How many tables the first set of a bracket has; everybody else has a bye."""
    return max(0, entrants - room_for(entrants) // 2)


def promise_byes(byes: int, places: str) -> Phrase:
    """What a bracket promises for its first set, as part of a sentence."""
    if places == "all":
        return say("every place is played for, so everybody keeps playing")
    if byes == 1:
        return say("losers are out; one has a bye in the first set")
    if byes:
        return say("losers are out; {n} have a bye in the first set", n=byes)
    return say("losers are out")


FORMAT = KnockoutFormat
