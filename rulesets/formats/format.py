"""What a format is: how a room full of people plays a game, as far as the rest of the program has
to know."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self

from rulesets.engine.game import NoOptions, merge_options, read_options
from rulesets.engine.roster import Setup
from rulesets.engine.text import NOTHING, ROUND, DealNames, Phrase, say
from rulesets.formats.parts import Facts, Keeping, Length, Tables
from rulesets.movements.movement import Needs

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rulesets.engine.game import Game
    from rulesets.engine.plays import State
    from rulesets.engine.problems import Problem
    from rulesets.engine.replay import PlayedRound
    from rulesets.engine.rounds import RoundSet
    from rulesets.formats.card import Layout
    from rulesets.formats.cuts import TableResult
    from rulesets.formats.parts import Credit, Group, Reports
    from rulesets.movements.movement import Movement
    from rulesets.movements.seating import Past, Way


@dataclass(frozen=True)
class Format:
    """A game in one of its formats, with the options it is played with (None: the defaults).

    - `own_options`: a dataclass of the options of the format itself, declared like those of a game;
      no game played in the format has an option of the same name;
    - `keeping`: who keeps a score sheet, and whose the points are;
    - `sit_out` is the score for each deal sat out, unless (`sit_out_mean`) it is the average of the
      player's own sets;
    - `ahead`: the seats of all rounds are known in advance, and follow from one seed; `searches`:
      the movement's `needs_search` says whether finding them may take seconds;
    - `qualifies`: its best may go on to another format, which can be agreed later;
    - `ladder`: tables are ranked, the head table first, and `ways` says who goes where;
    - `over_text` ({set}) refuses a table's report for seats that others have followed; `clock_text`
      is shown beside the time left; `winner_texts` are the titles of one winner and of several.
    """

    game: Game
    options: Any = None
    people: int = 0
    slug: ClassVar[str]
    name: ClassVar[Phrase]
    own_options: ClassVar[type] = NoOptions
    keeping: ClassVar[Keeping]
    sit_out: ClassVar[int] = 0
    sit_out_mean: ClassVar[bool] = False
    ahead: ClassVar[bool] = False
    searches: ClassVar[bool] = False
    qualifies: ClassVar[bool] = False
    ladder: ClassVar[bool] = False
    over_text: ClassVar[str] = "The final table is seated. Ask the host to correct this."
    clock_text: ClassVar[str] = "left"
    best: ClassVar[int] = 0  # of each team count for a ranking of teams over people; 0: all
    winner_texts: ClassVar[tuple[str, str]] = ("The winner", "The winners")

    @property
    def movement(self) -> Movement | None:
        """What seats the rounds; None if nobody moves, or the room seats itself."""
        return None

    def needs_of(self, number: int) -> Needs:
        """What the seats of a round follow from: nothing where nobody moves."""
        movement = self.movement
        return Needs() if movement is None else movement.needs(number)

    @cached_property
    def seats_by_order(self) -> bool:
        """Whether the seats of a round follow from the order of all."""
        movement = self.movement
        rounds = range(1, 2 + self.length.most)
        return movement is not None and any(
            movement.needs(number).order_after is not None for number in rounds
        )

    @cached_property
    def facts(self) -> Facts:
        """Who sits at a table."""
        return Facts()

    @cached_property
    def length(self) -> Length:
        """How long an evening is: here until its game ends."""
        return Length()

    @cached_property
    def tables(self) -> Tables:
        """How many people can play, and at which tables."""
        raise NotImplementedError

    @property
    def first(self) -> Format:
        """The format of the first stage: itself, if there is only one."""
        return self

    @classmethod
    def of(cls, game: Game, options: Any = None) -> Format:
        """A game in this format."""
        kinds = cls.classes()
        return kinds[0 if game.in_sides else -1](game, options)

    @classmethod
    def classes(cls) -> tuple[type[Format], ...]:
        """The class for games of two sides, and the one for games that people play singly, if that
        is different."""
        return (cls,)

    def for_people(self, count: int) -> Self:
        """The format as it is if this many people begin."""
        return (
            replace(self, people=count) if self.length.by_people and count != self.people else self
        )

    @property
    def option_type(self) -> type:
        """The dataclass of all options: the game's and the format's own."""
        return merge_options(self.game.options, self.own_options)

    @property
    def idle_options(self) -> frozenset[str]:
        """The names of options that have no effect with the present choices, so that nobody is
        asked."""
        return frozenset()

    @cached_property
    def agreed(self) -> Any:
        """The options it is played with; the defaults if none were chosen."""
        return self.option_type() if self.options is None else self.options

    def read_options(self, given: object) -> tuple[Any, tuple[Problem, ...]]:
        """Options from plain values, with a problem at ("options", name) for each wrong one, which
        stays at its default. `rulesets.formats.read_options` also checks them together."""
        return read_options(self.game, given, self.option_type)

    def check_agreed(self) -> tuple[Problem, ...]:
        """Problems of the agreed options taken together, each at ("options", name)."""
        return ()

    def open_options(self, seating_count: int, *, reported: bool) -> frozenset[str]:
        """Which of its own options can still change once this many seatings are shown; `reported`:
        results may have come in."""
        return frozenset()

    def check_change(self, before: Format, seating_count: int) -> tuple[Problem, ...]:
        """Problems of changing from the options of `before` to these once this many seatings are
        shown, each at ("options", name)."""
        return ()

    @property
    def called(self) -> DealNames:
        """The words for what one report is about; usually the game's."""
        return self.game.plays.called

    @property
    def seating_called(self) -> DealNames:
        """The words for a seating, if there are several."""
        return ROUND

    @property
    def course(self) -> Phrase:
        """The length of an evening: "7 rounds of 4 hands"; nothing if it ends with the game."""
        length, usual = self.length, self.length.deals.usual
        if not length.sets or not length.most_deals:
            return NOTHING
        rounds, deals = self.seating_called, self.called
        return say(
            "{n} {rounds} of {each} {deals}",
            n=length.sets,
            rounds=rounds.one if length.sets == 1 else rounds.many,
            each=usual,
            deals=deals.one if usual == 1 else deals.many,
        )

    @property
    def minutes(self) -> int:
        """About how many minutes an evening of it takes (0: nobody knows)."""
        return self.game.minutes

    def propose(self, people: int) -> Mapping[str, Any]:
        """The values that it proposes for its own options, given this many people (0: unknown) and
        the other options; often none."""
        return {}

    def is_apt(self, people: int) -> bool:
        """Whether this many people get what the format is for, with these options."""
        return True

    @property
    def length_keys(self) -> frozenset[str]:
        """The names of its own options that say how long an evening is; they follow from how many
        people come, so an evening like another one does not take them over."""
        return frozenset()

    def fit_length(self, options: Mapping[str, Any], people: int) -> dict[str, Any]:
        """Options (plain values by name) with the length that it proposes for this many people."""
        proposed = self.propose(people)
        keys = self.length_keys
        kept = {name: value for name, value in options.items() if name not in keys}
        return kept | {name: proposed[name] for name in keys & proposed.keys()}

    def promise(self, people: int) -> Phrase:
        """What this many people can expect of the seats, as part of a sentence; often nothing."""
        return NOTHING

    @property
    def counted(self) -> Phrase:
        """What totals are called; nothing for points that people carry."""
        return self.game.plays.counted

    def cuts_in(self, number: int) -> bool:
        """Whether ties of that seating are cut for, if anything depends on them."""
        return bool(self.facts.cuts)

    def cuts_at(self, number: int) -> bool:
        """Whether a tie of that seating is cut for: because somebody's next seat, or a place,
        depends on it."""
        return self.cuts_in(number) and number != self.length.sets

    def is_ahead(self, number: int) -> bool:
        """Whether the seats of that seating are known before the earlier ones are played."""
        return self.ahead

    def is_ladder(self, number: int) -> bool:
        """Whether `ways` says who goes where after that seating."""
        return self.ladder and number != self.length.sets

    def is_knockout(self, number: int) -> bool:
        """Whether people without a part in that seating are out, and watch."""
        return False

    def compared(self, rounds: Sequence[Past], number: int = 1) -> Sequence[Past]:
        """The rounds whose seats are rated together with the seats of that seating."""
        return rounds

    @property
    def board(self) -> Group:
        """Which group has a score of its own (`Keeping.board`)."""
        return self.keeping.board

    @property
    def credit(self) -> Credit:
        """Whose the points are (`Keeping.credit`)."""
        return self.keeping.credit

    @property
    def couples(self) -> bool:
        """Whether people are in two teams, and a couple of opponents reports its part of a round of
        the room; its last report shows the next seats."""
        return self.keeping is Keeping.ROOM

    @property
    def apart(self) -> bool:
        """Whether hands stand by themselves, so that somebody can take over a chair after any."""
        return self.keeping is Keeping.HANDS

    @property
    def moves(self) -> bool:
        """Whether people change seats after a seating."""
        return self.keeping is not Keeping.TABLE

    @property
    def redraws(self) -> bool:
        """Whether the next seats are drawn by the host: a draw grants wishes."""
        return self.keeping in (Keeping.SET, Keeping.HANDS)

    @property
    def keeps_boards(self) -> bool:
        """Whether each table keeps a board on which deals depend on earlier ones, so that what is
        known before a deal can be reported first."""
        return self.keeping in (Keeping.TABLE, Keeping.SET)

    def setup_at(self, setup: Setup, number: int) -> Setup:
        """What is settled before the first deal of a table of that seating; `setup`: the same if
        its deals had no numbers in the evening."""
        return setup

    @property
    def low_wins(self) -> bool:
        """Whether the lowest total wins."""
        return self.game.plays.wins == "low"

    @property
    def counts_sit_outs(self) -> bool:
        """Whether sit-outs are counted because they score something."""
        return bool(self.sit_out) or self.sit_out_mean

    @property
    def sit_out_words(self) -> Phrase:
        """What a sit-out scores, if there are sit-outs."""
        if not self.sit_out:
            return NOTHING
        text = "A sit-out scores {hand} points a hand, {set} a set."
        whole = self.length.deals.usual
        return say(text, hand=self.sit_out, set=self.sit_out * whole)

    @property
    def layout(self) -> Layout | None:
        """The blank score card for everybody; None if there is none."""
        return None

    def set(self, number: int) -> RoundSet | None:
        """How a seating is played and what its deals are called, if it is a set of several."""
        return None

    def seating_name(self, number: int) -> Phrase:
        """The name of one set or round; often nothing."""
        return NOTHING

    def seats_title(self, number: int) -> Phrase:
        """A heading for the seats of one set or round, including its number if its name is
        something else; often nothing."""
        return self.seating_name(number)

    def notes(self, number: int) -> tuple[Phrase, ...]:
        """How a set scores, if there are sets; a lasting board has a sheet that explains it."""
        return ()

    @property
    def score_title(self) -> Phrase:
        """The heading over the columns of points in the standings."""
        return self.called.title

    def score_name(self, number: int) -> Phrase:
        """The name of one column of points in the standings: a deal, or a whole set."""
        return self.called.numbered(number)

    def score_words(self, number: int) -> Phrase:
        """The same within a sentence."""
        return self.called.within(number)

    def when(self, number: int) -> Phrase:
        """How far the evening has come with these seats; nothing if the tables show that
        themselves."""
        return NOTHING

    def when_named(self, number: int) -> Phrase:
        """The same with the name of the set or round, if it has one."""
        return self.when(number)

    def how_many(self) -> Phrase:
        """How many can play."""
        low, high = self.game.plays.players
        if low == high:
            return say("{count} at a table", count=low)
        return say("{low} to {high} at a table", low=low, high=high)

    def length_words(self, count: int) -> Phrase:
        """How much was played, given the number of columns of points in the standings; nothing if
        that is fixed in advance."""
        name = self.called.one if count == 1 else self.called.many
        return Phrase("{n} {deals}", {"n": count, "deals": name})

    @property
    def has_bracket(self) -> bool:
        """Whether two meet at each table until one is left."""
        return False

    def is_one_table(self, people: int) -> bool:
        """Whether this many (0: any number) are one table, which plays without a desk."""
        return not self.moves and people <= self.game.plays.players[1]

    def table_name(self, seating: int, table: int) -> Phrase:
        """The name of a table, usually its number."""
        return say("Table {number}", number=table)

    def chair_name(self, chair: int) -> Phrase:
        """The name of a chair; its number if chairs have no names."""
        if chair < len(self.facts.chairs):
            return say(self.facts.chairs[chair])
        return say("Chair {number}", number=chair + 1)

    def states(self, names: Sequence[str], seating: int, deal: int) -> Iterator[State]:
        """Possible states before a deal of people at a separate table: first the one that applies,
        then, in case deals have been left out before it, others with different questions."""
        plays = self.game.plays
        setup = Setup(plays.roster(names, options=self.options), self.options)
        count = plays.rounds_in_all(setup) or 1
        here = (self.setup_at(setup, seating).played + deal - 1) % count
        for number in sorted(range(count), key=lambda number: abs(number - here)):
            yield plays.start(replace(setup, played=number)).state

    def deal_name(self, number: int, deal: int) -> Phrase:
        """The name of a deal of a seating besides its number; often nothing."""
        return NOTHING

    def deal_sign(self, number: int, deal: int) -> str:
        """The icon that goes with the name of a deal; "" for none."""
        return ""

    def ways(self, table: int, tables: int) -> tuple[Way, ...]:
        """Who goes from a table (from 1) to which, out of this many; for a ladder."""
        return ()

    @property
    def passes_deal(self) -> bool:
        """Whether the deal passes on at each table, so that the table can settle between two rounds
        who deals; neither the game nor the number of the round says so."""
        passes = self.keeps_boards and self.game.plays.passes_deal
        return passes and self.dealer(0, 1) is None

    def dealer(self, first: int | None, deal: int) -> int | None:
        """The chair that deals a round of a seating, if its place in the seating decides; `first`
        dealt the first one (None: unknown)."""
        return None

    def table(self, number: int, hand: int = 1, roles: Sequence[str] = ()) -> State:
        """What an independent report of a seating is judged on (`apart`)."""
        raise NotImplementedError

    def play(self, setup: Setup, number: int, hand: int, report: Any) -> PlayedRound:
        """The result of an independent report of a seating (`apart`), for the people of `setup`."""
        raise NotImplementedError

    def summary(self, number: int, report: Mapping[str, Any], hand: int = 1) -> Phrase:
        """A report in short, as far as it makes sense by itself."""
        return NOTHING

    def result(
        self, number: int, roles: Sequence[str], reports: Reports, cut: Sequence[int] | None
    ) -> TableResult:
        """Who moves on after a seating, if the best do; `cut` are the chairs that won the cut."""
        raise NotImplementedError

    def check_cut(
        self, number: int, roles: Sequence[str], reports: Reports, cut: Sequence[int] | None
    ) -> tuple[Problem, ...]:
        """Problems of a cut, if ties are cut for."""
        raise NotImplementedError

    def judged_on(self, setup: Setup, number: int, deal: int, left: State) -> State:
        """The state on which a deal is judged: the one the previous deal has `left`, or an
        independent one."""
        return self.table(number, deal, setup.roster.roles) if self.apart else left

    def seats_words(self, number: int) -> Phrase:
        """The seats of one set, if there are several."""
        return say("The seats")

    def seating_words(self, number: int) -> Phrase:
        """A set or a round within a sentence."""
        return say("round {number}", number=number)

    def place(
        self, seating: int, table: int, deal: int | None = None, *, alone: bool = False
    ) -> Phrase:
        """Where a report belongs: "Round 2, table 3"; without a deal, where a table is. `alone`:
        there is only one table."""
        if deal is None:
            return NOTHING if alone else say("Table {table}", table=table)
        if seating > 1:
            return say("Final table, {deal}", deal=self.called.within(deal))
        if alone:
            return self.called.numbered(deal)
        return say("{deal}, table {table}", deal=self.called.numbered(deal), table=table)
