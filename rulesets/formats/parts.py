"""The parts that a format is made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from rulesets.engine.text import NOTHING
from rulesets.formats.match import read_match
from rulesets.movements.bracket import groups_in
from rulesets.standings.carry import bye_of

if TYPE_CHECKING:
    from rulesets.engine.problems import Problem
    from rulesets.engine.text import Phrase
    from rulesets.formats.drive import Drive
    from rulesets.movements.bracket import PlaceGroup, Section
    from rulesets.movements.divisions import Divisions
    from rulesets.movements.movement import Ladder
    from rulesets.movements.schedule import Pair
    from rulesets.movements.seating import Past
    from rulesets.standings.carry import Bye, Carry

T = TypeVar("T")
MOST_UNTIL_BELL = 24  # deals that are reported of a set that a bell ends

Payload = Mapping[str, Any]
"""The report of a deal, by the keys of its questions."""

Reports = Sequence[Payload | None]
"""What a table has reported of a set, by deal; None: nothing."""

Check = Callable[[int], tuple["Problem", ...]]
"""The problems of seating so many people."""

Margins = Callable[[], Sequence[int | None]]
"""By how much the first side won each deal of a set (below 0: lost); None: not reported."""

PairRequest = Literal["apart", "together", "paired", "partners"]
Group = Literal["table", "set", "room"]
Credit = Literal["own", "carried", "team"]


class Keeping(StrEnum):
    """Who keeps a score sheet, for how long, and whose the points are."""

    TABLE = "table"  # a table, all evening; the points are its own
    SET = "set"  # a table, for one set; everybody carries their points on
    HANDS = "hands"  # nobody: the hands of a set stand by themselves; points are carried on
    ROOM = "room"  # the whole room, from the reports of couples; points are a team's

    @property
    def board(self) -> Group:
        """Which group has a score of its own: a table for the whole evening, a table for one
        seating, or the whole room."""
        if self is Keeping.ROOM:
            return "room"
        return "table" if self is Keeping.TABLE else "set"

    @property
    def credit(self) -> Credit:
        """Whose the points are: the table's own, carried on by each player, or a team's."""
        if self is Keeping.ROOM:
            return "team"
        return "own" if self is Keeping.TABLE else "carried"

    @property
    def moves(self) -> bool:
        """Whether people change seats after a seating."""
        return self is not Keeping.TABLE

    @property
    def apart(self) -> bool:
        """Whether deals are independent, so that somebody can take over a chair after any."""
        return self is Keeping.HANDS

    @property
    def keeps_boards(self) -> bool:
        """Whether each table keeps a board on which deals depend on earlier ones, so that what is
        known before a deal can be reported first."""
        return self in (Keeping.TABLE, Keeping.SET)


@dataclass(frozen=True, slots=True)
class Roles:
    """What people are entered as, in the singular and in the plural."""

    names: tuple[str, ...] = ()
    plurals: tuple[str, ...] = ()

    @property
    def words(self) -> dict[str, str]:
        """The plural of each role."""
        return dict(zip(self.names, self.plurals, strict=True))


@dataclass(frozen=True, slots=True)
class Facts:
    """Who sits at a table.

    - `width`: how many chairs a table has (0: any number), `chairs` their names (empty: numbers);
    - `entrants`: people play singly, with partners who change, or as pairs that stay together and
      share points;
    - `roles`: what people are entered as;
    - `cuts`: whether ties at a table are cut for, between the sides or within each role;
    - `requests`: the kinds of wishes that a draw grants (paired: partners all evening);
      `requests_last`: in all sets;
    - `final_table`: the winners of all tables meet at one; `bracket`: two meet at each table until
      one is left.
    """

    width: int = 0
    chairs: tuple[str, ...] = ()
    entrants: Literal["singles", "partners", "pairs"] = "singles"
    roles: Roles = field(default_factory=Roles)
    cuts: Literal["", "sides", "roles"] = ""
    requests: tuple[PairRequest, ...] = ("apart", "together")
    requests_last: bool = False
    final_table: bool = False
    bracket: bool = False

    @property
    def partners(self) -> bool:
        """Whether people opposite each other are partners."""
        return self.entrants != "singles"

    @property
    def fixed_pairs(self) -> bool:
        """Whether partners stay together."""
        return self.entrants == "pairs"


@dataclass(frozen=True, slots=True)
class SetFacts:
    """What is so of one set.

    - `cuts`: its ties are cut for, if anything depends on them; `decides`: something does, because
      somebody's next seat, or a place, follows from it;
    - `ahead`: its seats are known before the earlier ones are played;
    - `ladder` says who goes where after it (None: nothing does);
    - `eliminates`: people without a part in it are out, and watch.
    """

    cuts: bool
    decides: bool
    ahead: bool = False
    ladder: Ladder | None = None
    eliminates: bool = False


@dataclass(frozen=True, slots=True)
class Bell:
    """What ends a set for all tables, which finish the deal that they are playing: so many
    `minutes`, or (0) table 1 when it has played the usual number of deals. Scores are adjusted to
    that number."""

    minutes: int = 0


@dataclass(frozen=True, slots=True)
class Deals:
    """How many deals a table plays in a set.

    `usual`, or `each` for each person, or (both 0) until its game ends; that many in each of at
    most `games`, and one more if it is then level (`play_off`). `fixed_most`: the most that could
    be reported of a finished evening, whatever the others would come to (0: they say).
    """

    usual: int = 0
    each: int = 0
    games: int = 1
    play_off: bool = False
    bell: Bell | None = None
    fixed_most: int = 0

    @property
    def most(self) -> int:
        """The most that can be reported (0: any number)."""
        if self.fixed_most or not self.usual:
            return self.fixed_most
        return MOST_UNTIL_BELL if self.bell else self.usual * self.games + self.play_off

    @property
    def may_differ(self) -> bool:
        """Whether the tables of a set can play different numbers."""
        return self.bell is not None or self.play_off

    @property
    def minutes(self) -> int:
        """After how many minutes the bell rings, if by a clock; else 0."""
        return self.bell.minutes if self.bell else 0

    def rings_bell(self, table: int) -> bool:
        """Whether the bell rings once this table has played the usual number."""
        return self.bell == Bell() and table == 1

    def at(self, people: int) -> int:
        """How many a table of so many people usually plays (0: until its game ends)."""
        return self.usual or self.each * people

    def limit(self, people: int, last: int | None) -> int:
        """After how many a table of so many people stops if its game does not end first; 0: when
        that ends, or after the `last` one, which the table names after a bell."""
        return (last or 0) if self.bell else self.at(people)

    def due(self, reports: Reports, table: int, last: int | None, margins: Margins | None) -> int:
        """How many a table has to report if it has sent these reports: as many games as it takes,
        and an extra deal if it is level. With a bell it is always one more, until the table says
        which is its `last`. No `margins`: the board of the table knows its games."""
        if last is not None:
            count = last
        elif not self.bell or self.rings_bell(table):
            count = self.usual
        else:
            reported = max(
                (deal for deal, report in enumerate(reports, 1) if report is not None), default=0
            )
            return min(reported + 1, self.most)
        if not self.play_off or margins is None:
            return count
        return read_match(margins(), count, best_of=self.games, most=self.most)[1]


@dataclass(frozen=True, slots=True)
class Length:
    """How long an evening is: so many `sets` (0: not known, or until the game ends), at `most` so
    many (0: any number), and the deals of each. `by_people`: sets follow from how many began;
    `second`: after so many sets come others, with their deals."""

    sets: int = 0
    most: int = 0
    by_people: bool = False
    deals: Deals = field(default_factory=Deals)
    second: tuple[int, Deals] | None = None

    def of_set(self, number: int) -> Deals:
        """The deals of a set."""
        return self.second[1] if self.second and number > self.second[0] else self.deals

    @property
    def all_deals(self) -> tuple[Deals, ...]:
        """The deals of the sets of each stage."""
        return (self.deals, self.second[1]) if self.second else (self.deals,)

    @property
    def most_deals(self) -> int:
        """The most deals that can be reported of any set (0: any number)."""
        return max(deals.most for deals in self.all_deals)

    @property
    def most_games(self) -> int:
        """The most games of a match in any set."""
        return max(deals.games for deals in self.all_deals)

    @property
    def may_differ(self) -> bool:
        """Whether the tables of some set can play different numbers of deals."""
        return any(deals.may_differ for deals in self.all_deals)

    def rated(self, rounds: Sequence[T], number: int = 1) -> Sequence[T]:
        """Those of the rounds whose seats are rated together with the seats of a set: of the first
        stage; in a second it is settled who meets whom."""
        if self.second is None:
            return rounds
        return rounds[: self.second[0]] if number <= self.second[0] else ()

    def complete(self, reports: Reports) -> bool:
        """Whether a table has reported all deals of a set."""
        if self.may_differ:
            return bool(reports) and None not in reports
        return sum(report is not None for report in reports) >= self.deals.usual


@dataclass(frozen=True, slots=True)
class Tables:
    """How many people can play, and at tables of which `sizes` (the larger first).

    - `fewest` and `most` (0: any number) people, at tables of `usual` size; `most_each`: at no
      larger one (0: the sizes say);
    - `byes`: people without a seat have a bye; somebody left over from entrants of so many sits
      out;
    - `checks` are the problems of seating people, `start_checks` more of them before the first set,
      and `option_checks` those that other options solve, so that the people fit.
    """

    sizes: Callable[[int], tuple[int, ...]]
    fewest: int
    usual: int = 0
    most: int = 0
    most_each: int = 0
    byes: int = 0
    checks: tuple[Check, ...] = ()
    start_checks: tuple[Check, ...] = ()
    option_checks: tuple[Check, ...] = ()

    def count(self, people: int) -> int:
        """How many tables so many people need."""
        return len(self.sizes(people))

    def spare(self, people: int) -> int:
        """How many of them sit out each set."""
        return people % self.byes if self.byes else people - sum(self.sizes(people))

    def byes_for(self, people: int) -> int:
        """How many of them go through the first set without playing."""
        return people - self.spare(people) - sum(self.sizes(people)) if self.byes else 0

    def problems(self, people: int) -> tuple[Problem, ...]:
        """Problems of seating so many; the game itself checks whether they are too few."""
        return _first(self.checks, people)

    def start_problems(self, people: int) -> tuple[Problem, ...]:
        """The same before the first seats, with what is then settled about who goes on."""
        return _first((*self.checks, *self.start_checks, *self.option_checks), people)

    def fits(self, people: int) -> bool:
        """Whether so many can play, at as many tables as it takes."""
        smallest = min(self.sizes(people), default=people)
        if people < self.fewest or smallest < self.fewest or 0 < self.most_each < people:
            return False
        return not _first((*self.checks, *self.start_checks), people)


@dataclass(frozen=True, slots=True)
class SitOutScore:
    """What a sit-out scores: the "mean" of the player's own sets, that of all "tables" in the set,
    "nothing", or so many `points` for each "deal" or for the "set"."""

    by: Literal["mean", "tables", "nothing", "deal", "set"] = "deal"
    points: int = 0

    @property
    def each_deal(self) -> int:
        """The points for each deal; 0 if something else was agreed."""
        return self.points if self.by == "deal" else 0

    @property
    def counts(self) -> bool:
        """Whether sit-outs are counted because they score something, or it was agreed what."""
        return self.by != "deal" or bool(self.points)


@dataclass(frozen=True, slots=True)
class Cut:
    """Between two stages: `after` so many sets the best `count` (pairs if partners stay together,
    otherwise people; all divisions together) go on, equally many `of_each` division or the best of
    all, with the `points` of the first stage; `others`: so do the others, behind them."""

    after: int
    count: int
    of_each: bool = False
    points: Literal["reset", "kept", "halved"] = "reset"
    others: bool = False


class Placement:
    """What places follow from besides the score; here nothing.

    - `divisions` play by themselves, with rankings of their own;
    - `eliminates`: people without a part in a set are out;
    - `cut`: the best go on to another stage (None: there is none).
    """

    divisions: int = 1
    eliminates: bool = False
    cut: Cut | None = None

    def metrics(self, score: str, tie_breaks: Sequence[str]) -> tuple[str, ...]:
        """What the ranking is by, first to last; `score`: the key of what people carry."""
        return (score, *tie_breaks)

    def measure(self, drive: Drive, metric: str) -> Sequence[int]:
        """Every player's number for a metric of its own; more is better. Raises LookupError for
        any other."""
        raise LookupError(metric)

    def divide(self, rounds: Sequence[Past], people: Iterable[int] = ()) -> Divisions | None:
        """The divisions of the tables of these rounds (the newest of which may only be drawn), of
        everybody there, and of all these `people`; None if everybody plays together."""
        return None

    def settle(self, drive: Drive, rows: Sequence[Sequence[int]]) -> Sequence[int]:
        """By how much the total of every player differs from the sum of the sets (`rows`), apart
        from deductions; empty if nobody's does."""
        return ()

    def settle_words(self, points: int) -> Phrase:
        """Why a total differs by this much."""
        return NOTHING

    def bracket(self, drive: Drive, partners: Sequence[Pair] = ()) -> tuple[Section, ...]:
        """Who meets whom until one is left, as far as it has been played; `partners` are fixed
        pairs that no table has shown yet."""
        return ()

    def groups(
        self, drive: Drive, number: int, partners: Sequence[Pair] = (), draft: Past | None = None
    ) -> tuple[PlaceGroup, ...]:
        """Who plays for which places in a set, the best first; empty while everybody plays for all
        of them and the set is none of the last rounds. `draft`: the seats of that set, if they are
        not shown yet."""
        sections = self.bracket(drive, partners) if self.eliminates else ()
        return groups_in(sections, number)

    def has_room(self, drive: Drive) -> bool:
        """Whether whoever comes now plays from the next set on; else they may stand in for somebody
        who leaves."""
        return True


@dataclass(frozen=True, slots=True)
class Ranking:
    """What people carry from set to set, and how they are ranked.

    - `placement`: what places follow from besides the score;
    - `carry`: what people take from a table; `low_wins`: the lowest total wins;
    - `sit_out`: what one scores; `bye`: what a sit-out that is a bye is worth (None: none is);
    - `tie_breaks` (keys of `rulesets.standings.metrics.METRICS`) separate people who are level;
    - `average_from`: from how many sets people are ranked by average (0: by total);
    - `team_best`: how many scores of each team count (0: as many as the smallest team has).
    """

    placement: Placement = field(default_factory=Placement)
    carry: Carry = "points"
    low_wins: bool = False
    sit_out: SitOutScore = field(default_factory=SitOutScore)
    bye: Bye | None = None
    tie_breaks: tuple[str, ...] = ()
    average_from: int = 0
    team_best: int = 0

    @property
    def metrics(self) -> tuple[str, ...]:
        """What the ranking is by, first to last."""
        return self.placement.metrics("mean" if self.average_from else "carry", self.tie_breaks)

    @property
    def bye_points(self) -> int | None:
        """What a bye scores; None if it scores like a sit-out, or there are none."""
        return None if self.bye is None else bye_of(self.carry, self.bye)


def _apt(people: int) -> bool:
    return True


def _nothing(people: int) -> Phrase:
    return NOTHING


def _unchanged(people: int) -> Mapping[str, object]:
    return {}


def _unknown_minutes() -> int:
    return 0


def _unknown(people: int) -> int:
    return 0


@dataclass(frozen=True, slots=True)
class Offer:
    """What a new event is told of a format with these options.

    - `how_many` can play, in words; `course`: the length of an evening ("7 sets of 4 hands";
      nothing if it ends with the game); `minutes`: about how many it takes (0: nobody knows; asked
      only of games that can be played);
    - `usual_sets`: how many so many people play if the evening is long enough (0: unknown);
    - `is_apt`: whether so many get what the format is for; `promise`: what they can expect of the
      seats, as part of a sentence (often nothing);
    - `propose`: the values of options of its own for so many people (0: unknown); often none.
    """

    how_many: Phrase
    course: Phrase = NOTHING
    minutes: Callable[[], int] = _unknown_minutes
    usual_sets: Callable[[int], int] = _unknown
    is_apt: Callable[[int], bool] = _apt
    promise: Callable[[int], Phrase] = _nothing
    propose: Callable[[int], Mapping[str, object]] = _unchanged


Until = Literal["seats", "second seats", "result", "stage"]
"""A moment after which something is settled: the first or the second seats are shown, a result has
come in, the second stage is drawn."""


def _no_problems() -> tuple[Problem, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Agreement:
    """What depends on the options that were agreed on.

    - `idle`: options without effect beside the others, which nobody is asked;
    - `until`: when an option of the format is settled, if it ever is;
    - `problems` of the options taken together, each at ("options", name).
    """

    idle: frozenset[str] = frozenset()
    until: Mapping[str, Until] = field(default_factory=dict)
    problems: Callable[[], tuple[Problem, ...]] = _no_problems


def _first(checks: Sequence[Check], people: int) -> tuple[Problem, ...]:
    return next((problems for check in checks if (problems := check(people))), ())
