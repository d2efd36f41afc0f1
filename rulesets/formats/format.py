"""What a format is: how a room full of people plays a game, as far as others have to know."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

from rulesets.engine.game import NoOptions, merge_options, read_options
from rulesets.engine.problems import error
from rulesets.engine.roster import Setup
from rulesets.engine.text import NOTHING, ROUND, DealWords, Words, say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rulesets.engine.game import Game
    from rulesets.engine.plays import State
    from rulesets.engine.problems import Problem
    from rulesets.engine.replay import PlayedRound
    from rulesets.engine.rounds import RoundSet
    from rulesets.formats.card import Layout
    from rulesets.formats.cuts import TableResult
    from rulesets.movements.seating import Past, Way

    Reports = Sequence[Mapping[str, Any] | None]

Group = Literal["table", "set", "room"]
Credit = Literal["own", "carried", "team"]


@dataclass(frozen=True)
class Format:
    """A game in one of its formats, with the options that it is played with (None: the usual).

    - `own_options`: the dataclass of what people may agree on besides the options of the game, as
      a game declares its own; no game that is played in the format has one of the same name;
    - `board`: which group keeps a score of its own: a table for the whole evening, a table for one
      seating (everybody carries the points on), or the whole room;
    - `credit`: whose a board's points are: a table keeps its own, everybody takes them along, or a
      team has them together;
    - `couples`: a report is one couple's part of a round of the whole room; `teams`: people belong
      to one of two;
    - `chairs` are the names of the chairs at a table (empty: they have numbers), `width` how many
      people sit at one (0: as the table likes);
    - `partners`: those who face each other at a table are partners;
    - `roles` are what people are entered as, `role_names` what many of them are called;
    - `sit_out` are the points for each round that somebody sits out; `sit_out_mean`: a sit-out
      brings the mean of the own rounds instead;
    - `moves`: people change seats after a seating; `cuts`: a tie at a table is cut for;
    - `substitutes`: somebody may take a chair over in the middle of a seating;
    - `apart`: each report of a board stands by itself, whatever was reported before it;
    - `early`: what is told before a deal may come alone, the rest after it;
    - `opens`: the last report of a round shows the next seats;
    - `movement` seats the rounds (a module of `rulesets.movements`; None: nobody moves);
    - `mixes`: the draw heeds wishes, and where there are roles seats one of each as partners;
    - `ahead`: the seats of all rounds are known before the first, and follow from one seed;
    - `fixed_pairs`: who are partners stay so, and have their points together;
    - `by_rank`: the movement is told in which order people are by what they carry;
    - `by_results`: the movement is told what every table came to, in all sets; `by_winners`: who
      won at each table in the last one;
    - `by_people`: how many seatings there are follows from how many people were there at the first
      (`people`; 0: nobody knows yet);
    - `qualifies`: its best may play on in another format, which can be agreed on later;
    - `ladder`: tables stand in an order, the head first, and `ways` says who goes where;
    - `most_people` can be seated (0: any number);
    - `over_text` ({set}) is the refusal of a table's report for seats that others have followed;
      `clock_text` stands beside the time that is left; `winner_texts` are what one or several who
      came first are called.
    """

    game: Game
    options: Any = None
    people: int = 0
    slug: ClassVar[str]
    name: ClassVar[Words]
    own_options: ClassVar[type] = NoOptions
    board: ClassVar[Group]
    credit: ClassVar[Credit] = "own"
    couples: ClassVar[bool] = False
    teams: ClassVar[bool] = False
    chairs: ClassVar[tuple[str, ...]] = ()
    width: ClassVar[int] = 0
    partners: ClassVar[bool] = False
    sit_out: ClassVar[int] = 0
    sit_out_mean: ClassVar[bool] = False
    moves: ClassVar[bool] = False
    cuts: ClassVar[bool] = False
    substitutes: ClassVar[bool] = False
    apart: ClassVar[bool] = False
    early: ClassVar[bool] = True
    opens: ClassVar[bool] = False
    mixes: ClassVar[bool] = False
    ahead: ClassVar[bool] = False
    fixed_pairs: ClassVar[bool] = False
    by_rank: ClassVar[bool] = False
    by_results: ClassVar[bool] = False
    by_winners: ClassVar[bool] = False
    by_people: ClassVar[bool] = False
    qualifies: ClassVar[bool] = False
    ladder: ClassVar[bool] = False
    most_people: ClassVar[int] = 0
    movement: ClassVar[Any] = None
    over_text: ClassVar[str] = "The final table is seated. Ask the host to correct this."
    clock_text: ClassVar[str] = "left"
    best: ClassVar[int] = 0  # of each team count for a ranking of teams over people; 0: all
    winner_texts: ClassVar[tuple[str, str]] = ("The winner", "The winners")

    @property
    def first(self) -> Format:
        """The format in which the first stage is played: itself, where there is but one."""
        return self

    @classmethod
    def of(cls, game: Game, options: Any = None) -> Format:
        """A game in this format."""
        kinds = cls.classes()
        return kinds[0 if game.in_sides else -1](game, options)

    @classmethod
    def classes(cls) -> tuple[type[Format], ...]:
        """The class for games of two sides, and that for those that people play alone, where it is
        another."""
        return (cls,)

    def for_people(self, count: int) -> Self:
        """The same format as it is when so many people begin."""
        return replace(self, people=count) if self.by_people and count != self.people else self

    @property
    def option_type(self) -> type:
        """The dataclass of everything people may agree on: the game's options and its own."""
        return merge_options(self.game.options, self.own_options)

    @property
    def idle_options(self) -> frozenset[str]:
        """The names of options that mean nothing as it is played, so that nobody is asked."""
        return frozenset()

    @cached_property
    def agreed(self) -> Any:
        """What was agreed on: the options that it is played with, or the usual ones."""
        return self.option_type() if self.options is None else self.options

    def read_options(self, given: object) -> tuple[Any, tuple[Problem, ...]]:
        """Options from plain values, and what is wrong with each, a problem at ("options", name);
        what is wrong is left at its default. `rulesets.formats.read_options` asks what they mean
        together as well."""
        return read_options(self.game, given, self.option_type)

    def check_agreed(self) -> tuple[Problem, ...]:
        """What stands against what was agreed on, seen together; each at ("options", name)."""
        return ()

    def open_options(self, seated: int, *, reported: bool) -> frozenset[str]:
        """Which of its own options may still change once so many seatings are shown, and when
        results may have come in."""
        del seated, reported
        return frozenset()

    def check_change(self, before: Format, seated: int) -> tuple[Problem, ...]:
        """What stands against being played on with these options, and not as `before`, once so many
        seatings are shown; each problem at ("options", name)."""
        del before, seated
        return ()

    @property
    def deals(self) -> int:
        """How many rounds one seating has (0: as many as there are), or may have at the most."""
        return 0

    @property
    def usual_deals(self) -> int:
        """How many rounds one seating usually has; 0: as many as there are."""
        return self.deals

    @property
    def has_bell(self) -> bool:
        """Whether a seating ends for all tables when a bell rings: the deal in hand is played out,
        none is begun, and points count for each deal."""
        return False

    @property
    def seating_minutes(self) -> int:
        """After how many minutes the bell rings, where it does so by a clock; else 0."""
        return 0

    def rings_bell(self, table: int) -> bool:
        """Whether the bell rings once a table has played its deals: they are as many as usual."""
        del table
        return False

    def plays_off(self, number: int) -> bool:
        """Whether who is level after the deals of that seating plays one more before they cut."""
        del number
        return False

    def games_won(self, number: int, reports: Reports) -> tuple[int, int] | None:
        """The games that both sides of a table have won, where they play several; else None."""
        del number, reports
        return None

    @property
    def deals_differ(self) -> bool:
        """Whether the tables of one seating may play different numbers of deals."""
        return self.has_bell

    def deals_to_tell(self, number: int, table: int, reports: Reports, last: int | None) -> int:
        """How many deals of a seating a table tells that has sent these `reports` (by deal; None:
        nothing). With a bell it is one more than those, until it says which is its `last`."""
        del number
        if last is not None:
            return last
        if not self.has_bell or self.rings_bell(table):
            return self.usual_deals
        told = max((deal for deal, one in enumerate(reports, 1) if one is not None), default=0)
        return min(told + 1, self.deals)

    def limit(self, people: int, last: int | None) -> int:
        """How many deals a table of so many plays in one seating, if its game does not end before;
        0: until it does, or until the table says which is its `last`."""
        if self.has_bell:
            return last or 0
        return self.deals_at(people)

    @property
    def called(self) -> DealWords:
        """What people call what one report is about; of most, as the game says."""
        return self.game.plays.called

    @property
    def seating_called(self) -> DealWords:
        """What people call a seating, where there are several."""
        return ROUND

    @property
    def course(self) -> Words:
        """How long an evening is: "7 rounds of 4 hands"; nothing where it ends with the game."""
        if not self.seatings or not self.deals:
            return NOTHING
        rounds, deals = self.seating_called, self.called
        return say(
            "{n} {rounds} of {each} {deals}",
            n=self.seatings,
            rounds=rounds.one if self.seatings == 1 else rounds.many,
            each=self.usual_deals,
            deals=deals.one if self.usual_deals == 1 else deals.many,
        )

    @property
    def minutes(self) -> int:
        """About how many minutes an evening of it takes (0: nobody knows)."""
        return self.game.minutes

    def propose(self, people: int) -> Mapping[str, Any]:
        """What is proposed of its own options for so many people (0: nobody knows), with what was
        agreed on besides; often nothing."""
        del people
        return {}

    def is_apt(self, people: int) -> bool:
        """Whether so many people get what the format is for with these options."""
        del people
        return True

    def promise(self, people: int) -> Words:
        """What so many people may expect of the seats, within a sentence; often nothing."""
        del people
        return NOTHING

    @property
    def counted(self) -> Words:
        """What totals are called; nothing for points that people carry along."""
        return self.game.plays.counted

    def cuts_in(self, number: int) -> bool:
        """Whether ties of that seating are cut for, as far as something depends on them."""
        del number
        return self.cuts

    def cuts_at(self, number: int) -> bool:
        """Whether a tie of that seating is cut for: somebody's seat depends on it, which it does
        not after the last, or a place."""
        return self.cuts_in(number) and number != self.seatings

    def is_ahead(self, number: int) -> bool:
        """Whether the seats of that seating are known before those before it are played."""
        del number
        return self.ahead

    def is_ladder(self, number: int) -> bool:
        """Whether `ways` says who goes where after that seating."""
        return self.ladder and number != self.seatings

    def is_knockout(self, number: int) -> bool:
        """Whether who has no part in that seating is out, and looks on."""
        del number
        return False

    def ranks_through(self, number: int) -> int | None:
        """After how many seatings the order is that the movement is told for that seating; None
        where it is told none."""
        return number - 1 if self.by_rank else None

    def tells_results(self, number: int) -> bool:
        """Whether the movement is told what every table came to, for that seating."""
        del number
        return self.by_results

    def compared(self, rounds: Sequence[Past], number: int = 1) -> Sequence[Past]:
        """Those of some rounds of which it is said how good the seats are, beside the seats of
        that seating."""
        del number
        return rounds

    @property
    def redraws(self) -> bool:
        """Whether the host draws seats after each seating, and not only before the first."""
        return self.moves and not self.opens

    @property
    def keeps_boards(self) -> bool:
        """Whether each table keeps a board on which one deal stands on those before it."""
        return not self.apart and not self.couples

    @property
    def deals_each(self) -> int:
        """Deals of one seating for each person at a table; 0 where that says nothing."""
        return 0

    def deals_at(self, people: int) -> int:
        """How many deals a table of so many usually plays in one seating, if its game does not end
        before; 0: until it does."""
        return self.usual_deals or self.deals_each * people

    def check_people(self, count: int) -> tuple[Problem, ...]:
        """What stands against seating so many people; the game sees whether they are too few."""
        if not self.most_people or count <= self.most_people:
            return ()
        text = (
            "{count} people are here, but a schedule seats at most {most}. Choose another format."
        )
        return (error("people.many", text, count=count, most=self.most_people),)

    def check_start(self, count: int) -> tuple[Problem, ...]:
        """The same before the first seats, as far as it is settled then who goes how far."""
        return self.check_people(count)

    def check_tables(self, sizes: Iterable[int]) -> tuple[Problem, ...]:
        """What the game itself says against tables of these sizes."""
        plays = self.game.plays
        options = self.agreed
        for size in dict.fromkeys(sizes):
            names = [str(number) for number in range(size)]
            problems = plays.seated(Setup(plays.roster(names, options=options), options))
            if problems:
                return tuple(problems)
        return ()

    @property
    def low_wins(self) -> bool:
        """Whether the lowest total wins."""
        return self.game.plays.wins == "low"

    @property
    def counts_sit_outs(self) -> bool:
        """Whether it is counted who sits out, for what that brings."""
        return bool(self.sit_out) or self.sit_out_mean

    @property
    def sit_out_words(self) -> Words:
        """What sitting out brings, where people do."""
        if not self.sit_out:
            return NOTHING
        text, whole = "A sit-out scores {hand} points a hand, {set} a set.", self.usual_deals
        return say(text, hand=self.sit_out, set=self.sit_out * whole)

    @property
    def roles(self) -> tuple[str, ...]:
        """What people are entered as."""
        return ()

    @property
    def role_names(self) -> tuple[str, ...]:
        """What all people of a role are called."""
        return ()

    @property
    def seatings(self) -> int:
        """How many seatings an evening has; 0: until the game ends."""
        return 0

    @property
    def most_seatings(self) -> int:
        """How many seatings there may be at the most; 0: any number."""
        return self.seatings

    @property
    def layout(self) -> Layout | None:
        """The card on which everybody's points are written, blank; None where there is none."""
        return None

    def set(self, number: int) -> RoundSet | None:
        """How a seating is played and what its deals are called, where it is a set of some."""
        del number
        return None

    def seating_name(self, number: int) -> Words:
        """What the seats of one set or round are called; often nothing."""
        del number
        return NOTHING

    def seats_title(self, number: int) -> Words:
        """A heading for the seats of one set or round: with its number, where its name is another;
        often nothing."""
        return self.seating_name(number)

    def notes(self, number: int) -> tuple[Words, ...]:
        """How a set scores, where it is one; a board that lasts has a sheet that tells it."""
        del number
        return ()

    @property
    def movement_options(self) -> Mapping[str, Any]:
        """What the movement is told of an evening besides who is there."""
        return {}

    @property
    def score_title(self) -> Words:
        """What the points in a line of the standings are of, over their columns."""
        return self.called.title

    def score_name(self, number: int) -> Words:
        """What one of the points in a line of the standings are of: a deal, or a whole set."""
        return self.called.numbered(number)

    def score_words(self, number: int) -> Words:
        """The same inside a sentence."""
        return self.called.within(number)

    def when(self, number: int) -> Words:
        """How far the evening is with these seats; nothing where its tables tell."""
        del number
        return NOTHING

    def when_named(self, number: int) -> Words:
        """The same with the name of the set or round, where it has one of its own."""
        return self.when(number)

    def how_many(self) -> Words:
        """How many can play."""
        low, high = self.game.plays.players
        if low == high:
            return say("{count} at a table", count=low)
        return say("{low} to {high} at a table", low=low, high=high)

    def length(self, count: int) -> Words:
        """How much was played, by how many of the points in a line of the standings there are;
        nothing where that is settled before."""
        name = self.called.one if count == 1 else self.called.many
        return Words("{n} {deals}", {"n": count, "deals": name})

    @property
    def fewest(self) -> int:
        """How few people can play."""
        return self.game.plays.players[0]

    def fits(self, people: int) -> bool:
        """Whether so many can play, at as many tables as it takes."""
        low, high = self.game.plays.players
        return low <= people <= high and not self.check_start(people)

    def tables_for(self, people: int) -> int:
        """How many tables they sit at where so many play."""
        del people
        return 1

    def spare(self, people: int) -> int:
        """How many of them sit out each seating."""
        del people
        return 0

    def byes_for(self, people: int) -> int:
        """How many of them go on without playing the first seating."""
        del people
        return 0

    @property
    def has_bracket(self) -> bool:
        """Whether two meet at each table until one of all is left."""
        return False

    def is_one_table(self, people: int) -> bool:
        """Whether so many (0: as many as come) are one table, which plays without a desk."""
        return not self.moves and people <= self.game.plays.players[1]

    @property
    def has_final(self) -> bool:
        """Whether the winners of all tables meet at one more."""
        return False

    def table_name(self, seating: int, table: int) -> Words:
        """What a table is called: mostly by its number."""
        del seating
        return say("Table {number}", number=table)

    def chair_name(self, chair: int) -> Words:
        """The name of a chair; its number where chairs have none."""
        if chair < len(self.chairs):
            return say(self.chairs[chair])
        return say("Chair {number}", number=chair + 1)

    def states(self, names: Sequence[str], seating: int, deal: int) -> Iterator[State]:
        """States before a deal of people who sit there by themselves: of the one that is told,
        then, as deals may have been left out before it, of others that ask something else."""
        del seating
        plays = self.game.plays
        setup = Setup(plays.roster(names, options=self.options), self.options)
        count = plays.rounds_in_all(setup) or 1
        for number in sorted(range(count), key=lambda number: abs(number - deal + 1)):
            yield plays.start(replace(setup, played=number)).state

    def deal_name(self, number: int, deal: int) -> Words:
        """What a deal of a seating is called besides its number; often nothing."""
        del number, deal
        return NOTHING

    def deal_sign(self, number: int, deal: int) -> str:
        """The sign of what a deal of a seating is called besides its number; "" for none."""
        del number, deal
        return ""

    def ways(self, table: int, tables: int) -> tuple[Way, ...]:
        """Who of a table (from 1) goes to which, of so many; of a ladder."""
        del table, tables
        return ()

    def dealer(self, first: int | None, deal: int) -> int | None:
        """The chair that deals a round of a seating, where its place in the seating says so;
        `first` dealt the first one (None: not known)."""
        del first, deal
        return None

    def table(self, number: int, hand: int = 1, roles: Sequence[str] = ()) -> State:
        """What a report of a seating is judged on by itself, where reports stand `apart`."""
        raise NotImplementedError

    def play(self, setup: Setup, number: int, hand: int, report: Any) -> PlayedRound:
        """What a report of a seating comes to by itself, where reports stand `apart`; told of the
        people of `setup`."""
        raise NotImplementedError

    def summary(self, number: int, report: Mapping[str, Any], hand: int = 1) -> Words:
        """A report in short, as far as it says something by itself."""
        del number, report, hand
        return NOTHING

    def result(
        self, number: int, roles: Sequence[str], reports: Reports, cut: Sequence[int] | None
    ) -> TableResult:
        """Who moves on after a seating, where the best do; `cut` are the chairs that won it."""
        raise NotImplementedError

    def check_cut(
        self, number: int, roles: Sequence[str], reports: Reports, cut: Sequence[int] | None
    ) -> tuple[Problem, ...]:
        """What is wrong with a cut, where a tie is cut for."""
        raise NotImplementedError

    def judged_on(self, setup: Setup, number: int, deal: int, left: State) -> State:
        """The state that a deal is judged on: what that before has `left`, or one of its own."""
        return self.table(number, deal, setup.roster.roles) if self.apart else left

    def seats_words(self, number: int) -> Words:
        """The seats of one set, where there are others."""
        del number
        return say("The seats")

    def seating_words(self, number: int) -> Words:
        """A set or a round inside a sentence."""
        return say("round {number}", number=number)

    def place(
        self, seating: int, table: int, deal: int | None = None, *, alone: bool = False
    ) -> Words:
        """Where a report is: "Round 2, table 3"; without a deal, where a table is. `alone`: there
        is one table only."""
        if deal is None:
            return NOTHING if alone else say("Table {table}", table=table)
        if seating > 1:
            return say("Final table, {deal}", deal=self.called.within(deal))
        if alone:
            return self.called.numbered(deal)
        return say("{deal}, table {table}", deal=self.called.numbered(deal), table=table)
