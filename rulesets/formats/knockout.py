"""Knockout: who wins goes on, until one is left.

Two meet at a table: two pairs (tables of four, partners stay together; a tie is cut for), or two
people alone. They stand in a bracket that is drawn by lot; where they are no power of two, some
have a bye in the first set. Games that people play alone at larger tables send the best of each
table on (`advance`), and the next best as far as the tables are filled, until one table is left;
the places then follow how far somebody came, then what everybody carries.

The number of sets follows from how many begin (`by_people`). A bye brings what a sit-out does; who
is out, or waits for a place to be played for, sits nothing out.

**Readings.** A match is one set. Of `best_of` games of as many deals as is agreed on, who wins more
of them goes on; the match ends as soon as the others cannot draw level any more. A game in which
both have made as much is nobody's. Level after all of them: one more deal, which counts as a game;
still level: pairs cut, of two who play alone the lot decides, as it has seated them. Every deal
that was played is carried like any other, one more deal and further games as well. With a clock a
match is one game, and one more deal is played after the bell. Where the game itself has ended,
nothing more is dealt. A game that people play alone goes on over the deals of a set, and may end by
itself: there a match is always one game. At larger tables, at the border of those who go on: the
lot.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, cast

from rulesets.engine.game import FOUR, option, options_without
from rulesets.engine.problems import error
from rulesets.engine.questions import declared
from rulesets.engine.text import NOTHING, Words, say
from rulesets.formats.drive import as_played
from rulesets.formats.drives import DriveFormat, DriveOptions
from rulesets.formats.ranking import read_results
from rulesets.formats.set_options import STAGE_KEYS
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
    from rulesets.movements.bracket import Level, Section
    from rulesets.movements.schedule import Pair
    from rulesets.movements.seating import Past

MOST_ENTRANTS = 1024
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
        choices=((1, "one game"), (3, "the best of three games"), (5, "the best of five games")),
        help="A game has as many hands as a set. If it ends level, play one more hand; if still "
        "level, cut the cards.",
    )


@declared
class KnockoutOptions(DriveOptions):
    """How long a match is, which places are played for, and who is seeded, besides."""

    best_of: int = _best_of()

    places: str = _places()
    seeds: bool = _seeds()


@declared
class KnockoutTablesOptions(TablesOptions):
    """How long a match is, who goes on, which places are played for, and who is seeded, besides."""

    best_of: int = _best_of()
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
    """What holds for a knockout, whoever sits at a table. `entrants_each`: the people of one."""

    slug: ClassVar[str] = "knockout"
    name: ClassVar[Words] = say("Knockout: the best go on until one is left")
    byes: ClassVar[bool] = True
    qualifies: ClassVar[bool] = False
    decides: ClassVar[bool] = True
    by_people: ClassVar[bool] = True
    by_results: ClassVar[bool] = True
    movement_keys: ClassVar[tuple[str, ...]] = ("seeds",)
    entrants_each: ClassVar[int] = 1

    def count_sets(self, people: int) -> int:
        """How many sets it takes until one of so many is left."""
        return count_rounds(people // self.entrants_each)

    @property
    def rounds(self) -> int:
        """As many as those who began need, one at least; the most that anybody does, while nobody
        has."""
        return max(1, self.count_sets(self.people or self.most_people))

    @property
    def seatings(self) -> int:
        """As many as those who began need; 0 while nobody has."""
        return self.rounds if self.people else 0

    @property
    def most_seatings(self) -> int:
        """As many as those who began need, or as anybody does."""
        return self.rounds

    @property
    def course(self) -> Words:
        """How many sets, once that is known, and how many games of them a match is."""
        found = super().course if self.people else say("until one is left")
        if self.best_of == 1:
            return found
        return say("{course}, each match the best of {n} games", course=found, n=self.best_of)

    @property
    def minutes(self) -> int:
        """As for so many sets; nobody knows for how many people."""
        return super().minutes if self.people else 0

    def is_apt(self, people: int) -> bool:
        """Nobody comes to look on: whoever loses plays on."""
        del people
        return bool(self.agreed.places == "all")

    def when(self, number: int) -> Words:
        """The set, and how many there are, once that is known."""
        return super().when(number) if self.people else say("Set {number}", number=number)

    def plays_off(self, number: int) -> bool:
        """At every table of a bracket: one of the two has to go on."""
        del number
        return self.has_bracket

    @property
    def best_of(self) -> int:
        """As was agreed; what was played before anybody could agree on it was one game."""
        found: int = getattr(self.agreed, "best_of", 1)
        return found

    @property
    def deals_differ(self) -> bool:
        """Wherever a match may be level, besides."""
        return super().deals_differ or self.has_bracket

    def check_agreed(self) -> tuple[Problem, ...]:
        """Several games by the clock, besides."""
        if self.best_of == 1 or not self.has_bell:
            return super().check_agreed()
        text = "With a clock, a match is one game. Choose one game, or switch the clock off."
        return (error("options.best_of", text, ("options", "best_of")),)

    def is_knockout(self, number: int) -> bool:
        """All along."""
        del number
        return True

    def name_round(self, number: int) -> Words:
        """From the quarterfinals on, in a bracket."""
        return name_round(self.seatings - number) if self.has_bracket else NOTHING

    def cuts_at(self, number: int) -> bool:
        """In the last set as well: places follow from who wins."""
        del number
        return self.cuts

    def open_options(self, seated: int, *, reported: bool) -> frozenset[str]:
        """What is played for, and who goes on, holds once somebody has gone on."""
        held = {"places", "advance"} if seated > 1 else set()
        return super().open_options(seated, reported=reported) - held

    def check_change(self, before: Format, seated: int) -> tuple[Problem, ...]:
        """Nothing: there are as many sets as there must be."""
        del before, seated
        return ()

    def check_people(self, count: int) -> tuple[Problem, ...]:
        """Too many for a bracket."""
        if count <= self.most_people:
            return ()
        text = "{count} people are here, but a bracket has room for {most}. Choose another format."
        return (error("people.many", text, count=count, most=self.most_people),)

    def usual_sets(self, people: int) -> int:
        """As many as they need."""
        return self.count_sets(people)

    def read(self, drive: Drive, partners: Sequence[Pair] = ()) -> Bracket | Heats:
        """How far the evening is, from the seats and results of a drive."""
        past = [as_played(drive, record) for record in drive.sets]
        return self.read_rounds(past, read_results(drive), partners)

    def read_rounds(
        self,
        past: Sequence[Past],
        results: Sequence[Sequence[Level]],
        partners: Sequence[Pair] = (),
        ranked: Sequence[int] = (),
    ) -> Bracket | Heats:
        """The same from rounds and what their tables came to; `ranked`: who was seeded how."""
        if isinstance(self.movement, HeatsMovement):
            return self.movement.read(past, results)
        requests = SeatRequests(partners=tuple(partners))
        found: Bracket = self.movement.read(past, results, requests=requests, ranked=ranked)
        return found

    def bracket(self, drive: Drive, partners: Sequence[Pair] = ()) -> tuple[Section, ...]:
        """The bracket, where there is one."""
        found = self.read(drive, partners)
        return found.sections() if isinstance(found, Bracket) else ()

    @property
    def metrics(self) -> tuple[str, ...]:
        """How far somebody came, then what was agreed on."""
        return ("reached", *(one for one in super().metrics if one != "carry"))

    def measure(self, drive: Drive, metric: str) -> Sequence[int]:
        """How far everybody has come: in a bracket the best place that is open to them, less than
        0; at tables the set."""
        if metric != "reached":
            return super().measure(drive, metric)
        reached = read_reached(self.read(drive))
        return [reached.get(who, -NEVER) for who in range(len(drive.players))]


@dataclass(frozen=True)
class KnockoutFormat(UntilOneIsLeft, DriveFormat):
    """Winners go on. Losers are out, or play on for a place."""

    own_options: ClassVar[type] = options_without(KnockoutOptions, "rounds", *STAGE_KEYS)
    seating_keys: ClassVar[tuple[str, ...]] = ("seeds",)
    fixed_pairs: ClassVar[bool] = True
    entrants_each: ClassVar[int] = 2
    most_people: ClassVar[int] = 2 * MOST_ENTRANTS

    @classmethod
    def classes(cls) -> tuple[type[Format], ...]:
        """Pairs, and people alone."""
        return cls, KnockoutTablesFormat

    @property
    def has_bracket(self) -> bool:
        """Of pairs."""
        return True

    @cached_property
    def movement(self) -> Any:
        """A bracket of pairs."""
        return KnockoutMovement(self.width, self.agreed.places)

    @property
    def fewest(self) -> int:
        """Two pairs."""
        return self.width

    def tables_for(self, people: int) -> int:
        """Those of the first set: whoever is over has a bye."""
        return count_first_tables(people // self.entrants_each)

    def spare(self, people: int) -> int:
        """Who has no partner."""
        return people % self.entrants_each

    def byes_for(self, people: int) -> int:
        """Whoever has a partner, and no table in the first set."""
        return people - self.spare(people) - self.width * self.tables_for(people)

    def promise(self, people: int) -> Words:
        """How many go on without playing."""
        return promise_byes(self.byes_for(people) // self.entrants_each, self.agreed.places)


@dataclass(frozen=True)
class KnockoutTablesFormat(UntilOneIsLeft, TablesFormat):
    """The best of each table go on until one table is left. At tables of two, the winner does."""

    own_options: ClassVar[type] = options_without(KnockoutTablesOptions, "rounds", *STAGE_KEYS)
    seating_keys: ClassVar[tuple[str, ...]] = ("size", "seeds")
    most_people: ClassVar[int] = MOST_ENTRANTS

    @property
    def has_bracket(self) -> bool:
        """Whether two meet at each table."""
        return self.table_size == 2

    @property
    def idle_options(self) -> frozenset[str]:
        """Who goes on of two, and seeds where there is no bracket, besides; how long a match is."""
        return super().idle_options | {"best_of", "advance" if self.has_bracket else "seeds"}

    def check_agreed(self) -> tuple[Problem, ...]:
        """Several games, besides: a game may end before its deals are played."""
        if self.best_of == 1:
            return super().check_agreed()
        text = (
            "Where people play singly, a match is one game. Choose one game, and more deals for "
            "each player."
        )
        return (error("options.best_of", text, ("options", "best_of")),)

    @property
    def advance(self) -> int:
        """How many of each table go on, at the least."""
        size, wanted = self.table_size, self.agreed.advance
        return min(wanted or (2 if size >= FOUR else 1), max(1, size // 2))

    @property
    def metrics(self) -> tuple[str, ...]:
        """In a bracket as far as it decides; at tables what people carry parts them."""
        if self.has_bracket:
            return super().metrics
        reached, *more = super().metrics
        return (reached, "carry", *more)

    @cached_property
    def movement(self) -> Any:
        """A bracket, or tables whose best go on."""
        if self.has_bracket:
            return KnockoutMovement(2, self.agreed.places)
        return HeatsMovement(self.sizes, self.table_size, self.advance, self.agreed.places)

    def count_sets(self, people: int) -> int:
        """How many sets it takes until one, or one table, is left."""
        if self.has_bracket:
            return count_rounds(people)
        return cast("HeatsMovement", self.movement).count_rounds(people)

    def tables_for(self, people: int) -> int:
        """Those of the first set."""
        return count_first_tables(people) if self.has_bracket else super().tables_for(people)

    def spare(self, people: int) -> int:
        """Nobody: who finds no seat goes on."""
        del people
        return 0

    def byes_for(self, people: int) -> int:
        """Whoever finds no seat in the first set."""
        if self.has_bracket:
            return people - 2 * count_first_tables(people)
        return super().spare(people)

    def promise(self, people: int) -> Words:
        """How many go on without playing, or how many of each table do."""
        if self.has_bracket:
            return promise_byes(self.byes_for(people), self.agreed.places)
        if self.agreed.places == "all":
            return say(
                "the top {n} of each table go on, the others play for places", n=self.advance
            )
        return say("the top {n} of each table go on", n=self.advance)

    def check_people(self, count: int) -> tuple[Problem, ...]:
        """Too many, or what the game itself says against tables of these sizes."""
        many = super().check_people(count)
        return many or self.check_tables((2,) if self.has_bracket else self.sizes(count))


def read_reached(found: Bracket | Heats) -> dict[int, int]:
    """How far everybody has come who is in it, more being further: in a bracket the best place that
    is open to them, less than 0; at tables the set."""
    if isinstance(found, Heats):
        return found.reached
    lines = {**found.played_for, **found.line_of}
    return {who: -line.first for who, line in lines.items()}


def count_first_tables(entrants: int) -> int:
    """How many tables the first set of a bracket has; whoever is not at one has a bye."""
    return max(0, entrants - room_for(entrants) // 2)


def promise_byes(byes: int, places: str) -> Words:
    """What a bracket says of its first set, within a sentence."""
    if places == "all":
        return say("every place is played for, so everybody keeps playing")
    if byes:
        return say("losers are out; {n} have a bye in the first set", n=byes)
    return say("losers are out")


FORMAT = KnockoutFormat
