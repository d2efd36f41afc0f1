"""Sets: people change tables from set to set, and everybody keeps a score of their own.

What holds for each format of that kind, whatever is played at a table: how many sets there are,
what they and their places are called, and that points are carried along.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, cast

from rulesets.engine.game import FOUR, names_of, scores_below_zero, usual_length
from rulesets.engine.plays import Movement
from rulesets.engine.problems import error
from rulesets.engine.rounds import RoundSet
from rulesets.engine.text import NOTHING, DealWords, Words, say
from rulesets.formats.card import Layout, layout
from rulesets.formats.format import Credit, Format, Group
from rulesets.formats.set_options import STAGE_KEYS, SetOptions
from rulesets.standings.carry import bye_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rulesets.engine.problems import Problem
    from rulesets.engine.rounds import Rounds
    from rulesets.engine.scoring import Fold
    from rulesets.formats.drive import Drive
    from rulesets.movements.bracket import Section
    from rulesets.movements.divisions import Divisions
    from rulesets.movements.schedule import Pair
    from rulesets.movements.seating import Past
    from rulesets.standings.carry import Bye, Carry

CHANGING = 3  # minutes between two sets
LONG_ENOUGH = 180  # minutes of the evening that is proposed
FEWEST_SETS = 3  # that are proposed, however long they take
SET = DealWords(say("Set"), say("set"), say("sets"), "Set {number}", "set {number}", say("Set"))


SIT_OUT_TEXTS = {
    "mean": "A sit-out scores the average of the player’s own sets.",
    "tables": "A sit-out scores the average of all tables in that set.",
    "nothing": "A sit-out scores nothing.",
}
BYE_TEXTS = {
    "whole": "A sit-out is a bye and counts as a win.",
    "half": "A sit-out is a bye and counts as half a win.",
    "nothing": "A sit-out is a bye and scores nothing.",
}

Payload = Mapping[str, Any]
Told = tuple[tuple[tuple[Movement, ...], ...], Words]
"""What each chair gains by a report, and the report in short."""

Known = dict[tuple[object, ...], Told]
"""What reports came to, by where they belong and what they say."""


@dataclass(frozen=True)
class SetFormat(Format):
    """Tables play sets, which count from 1; `rounds` of a game that has no sets of its own.

    Of what was agreed on, the movement is told what `movement_keys` name; what `seating_keys` name
    holds from the first seats on. `byes`: who is drawn to sit out has a bye; `decides`:
    the best of another format may play on in it.
    """

    board: ClassVar[Group] = "set"
    credit: ClassVar[Credit] = "carried"
    moves: ClassVar[bool] = True
    mixes: ClassVar[bool] = True
    over_text: ClassVar[str] = "Set {set} is over. Ask the host to correct the result."
    clock_text: ClassVar[str] = "left in this set"
    winner_texts: ClassVar[tuple[str, str]] = ("The champion", "The champions")
    byes: ClassVar[bool] = False
    qualifies: ClassVar[bool] = True
    decides: ClassVar[bool] = False
    movement_keys: ClassVar[tuple[str, ...]] = ()
    seating_keys: ClassVar[tuple[str, ...]] = ()

    @property
    def seating_minutes(self) -> int:
        """As was agreed."""
        found: int = getattr(self.agreed, "minutes", 0)
        return found

    @property
    def has_bell(self) -> bool:
        """Where a set lasts so many minutes; a game of turns is played to its end."""
        return bool(self.seating_minutes) and not self.plays.turns

    @property
    def course(self) -> Words:
        """How many sets, and how long one lasts by the clock."""
        if not self.seating_minutes:
            return super().course
        sets = SET.one if self.seatings == 1 else SET.many
        text = "{n} {sets} of {minutes} minutes"
        return say(text, n=self.seatings, sets=sets, minutes=self.seating_minutes)

    @property
    def counted(self) -> Words:
        """Nothing: what everybody takes along are points."""
        return NOTHING

    @property
    def plays(self) -> Rounds:
        """The game's play."""
        return cast("Rounds", self.game.plays)

    @property
    def rounds(self) -> int:
        """How many sets there are, unless the game has its own: as was agreed."""
        found: int = self.agreed.rounds
        return found

    @property
    def carry(self) -> Carry:
        """What people carry from a table: the points of the game, unless they agreed on another."""
        found: Carry = getattr(self.agreed, "carry", "points")
        return found

    @property
    def low_wins(self) -> bool:
        """Whether the fewest of what is carried wins: points of a game in which they do."""
        return self.carry == "points" and super().low_wins

    @property
    def favours_zero(self) -> bool:
        """Whether who has played nothing may be ahead: where the fewest win, or somebody can carry
        less than nothing."""
        below = self.carry == "points" and scores_below_zero(self.game)
        return self.low_wins or self.carry == "margin" or below

    @property
    def sit_out_mean(self) -> bool:  # type: ignore[override]  # it depends on what was agreed
        """Whether a sit-out brings the mean of the own sets."""
        return self.sit_out_by == "mean"

    @property
    def sit_out_by(self) -> str | int | None:
        """What a set sat out brings: the "mean" of the own sets, that of all "tables" in the set,
        "nothing", or so much; None where `sit_out` says it for each deal."""
        found: str | int | None = getattr(self.agreed, "sit_out", None)
        return found

    @property
    def counts_sit_outs(self) -> bool:
        """Whatever was agreed that it brings."""
        return self.sit_out_by is not None or super().counts_sit_outs

    @property
    def sit_out_words(self) -> Words:
        """What was agreed; a bye is something else."""
        if self.byes and bye_of(self.carry, self.bye) is not None:
            return say(BYE_TEXTS[self.bye])
        rule = self.sit_out_by
        if rule is None:
            return super().sit_out_words
        if isinstance(rule, int):
            return say("A sit-out scores {points} points a set.", points=rule)
        return say(SIT_OUT_TEXTS[rule])

    @property
    def bye(self) -> Bye:
        """What a bye is worth, where there are some."""
        found: Bye = getattr(self.agreed, "bye", "whole")
        return found

    @property
    def idle_options(self) -> frozenset[str]:
        """A bye, where nobody has one; the mean, where all play as far as they get; when the game
        is over, where deals stand by themselves."""
        turns = bool(self.plays.turns)
        idle = {"bye": not self.byes, "per_round": self.by_people, "minutes": turns}
        idle |= {one.name: self.apart for one in fields(self.game.options) if _is_end(one)}
        return frozenset(name for name, is_idle in idle.items() if is_idle)

    def check_agreed(self) -> tuple[Problem, ...]:
        """What is agreed to follow has to fit the game."""
        if getattr(self.agreed, "stages", "none") == "none":
            return ()
        text = "{game} cannot be played like that in a second stage. Choose another second stage."
        return (error("options.stages", text, ("options", "stages"), game=self.game.name),)

    @property
    def metrics(self) -> tuple[str, ...]:
        """What standings rank by, first to last (keys of `rulesets.standings.metrics.METRICS`):
        what is carried, or its mean, then the tie-breaks that were agreed on."""
        first = "mean" if self.per_round else "carry"
        return (first, *getattr(self.agreed, "tie_breaks", ()))

    @property
    def per_round(self) -> int:
        """Of how many sets the mean ranks people, at least; 0 where the sum does."""
        found: int = getattr(self.agreed, "per_round", 0)
        return found

    @property
    def best(self) -> int:  # type: ignore[override]  # it depends on what was agreed
        """How many of each team count for it; 0: as many as the smallest team has."""
        found: int = getattr(self.agreed, "best", 0)
        return found

    @property
    def divisions(self) -> int:
        """How many groups of people play by themselves, and are ranked so."""
        return 1

    @property
    def qualifiers(self) -> int:
        """How many go on to another stage."""
        return 0

    @property
    def of_each_division(self) -> bool:
        """Whether as many of each division play on."""
        return False

    def divide(self, drive: Drive) -> Sequence[int]:
        """The division of every player of a drive, from 1; nothing where all are ranked together,
        or nobody knows yet."""
        del drive
        return ()

    def divide_rounds(self, rounds: Sequence[Past], people: Iterable[int] = ()) -> Divisions | None:
        """The divisions of the tables of these rounds, the newest of which may only be drawn, of
        everybody there and of all these `people`; None where all play together."""
        del rounds, people
        return None

    def bracket(self, drive: Drive, partners: Sequence[Pair] = ()) -> tuple[Section, ...]:
        """Who meets whom until one is left, as far as it was played, where the format has a
        bracket; `partners` are those of fixed pairs whom no table has shown yet."""
        del drive, partners
        return ()

    def settle(self, drive: Drive, rows: Sequence[Sequence[int]]) -> Sequence[int]:
        """How the total of every player differs from the sum of what the sets brought (`rows`),
        deductions aside; nothing where nobody's does."""
        del drive, rows
        return ()

    def settle_words(self, points: int) -> Words:
        """Why a total differs by so much."""
        del points
        return NOTHING

    def measure(self, drive: Drive, metric: str) -> Sequence[int]:
        """What every player of a drive has by a metric that only this format knows; more is
        better."""
        raise NotImplementedError

    def sides_at(self, number: int, people: int) -> tuple[tuple[int, ...], ...]:
        """The chairs of a table of so many in a set, in sides that have their points together."""
        del number
        return tuple((chair,) for chair in range(people))

    @property
    def minutes(self) -> int:
        """As long as so many deals last at a table of the game, and a little to change seats."""
        if self._own:
            return self.game.minutes
        if self.seating_minutes:
            return self.seatings * self.seating_minutes + CHANGING * (self.seatings - 1)
        return self._minutes_of(self.seatings, self.best_of * self.deals_at(self.table_size))

    @property
    def table_size(self) -> int:
        """How many people a table mostly has."""
        return self.width or FOUR

    def _minutes_of(self, sets: int, deals: float) -> int:
        """As long as sets of so many deals last (0: of a whole game each); 0: nobody knows."""
        length = usual_length(self.game)
        if not length or not self.game.minutes:
            return 0
        played = sets * (deals or length) * self.game.minutes / length
        return round(played) + CHANGING * (sets - 1)

    def usual_sets(self, people: int) -> int:
        """How many sets so many people play, if the evening is long enough."""
        del people
        found: int = self.own_options().rounds
        return found

    def propose(self, people: int) -> Mapping[str, Any]:
        """Sets and deals, and what is carried: how many are behind, where tables differ in size or
        points can be fewer than none, else points."""
        if "rounds" not in names_of(self.own_options):
            return {}
        uneven = len(set(self.sizes(people))) > 1 or scores_below_zero(self.game)
        return {**self._propose_length(people), "carry": "beaten" if uneven else "points"}

    def sizes(self, people: int) -> tuple[int, ...]:
        """Those of the tables at which so many sit, the larger first."""
        return (self.width,) * self.tables_for(people)

    def _propose_length(self, people: int) -> Mapping[str, Any]:
        """Sets and deals that take three hours at most: all sets that so many people play, of the
        usual deals, of half of them, or of half of these; where that takes longer, as many sets as
        can be of the most deals with which they come to the usual number; of one deal, where none
        does, and three at least."""
        usual, wanted = self.own_options(), self.usual_sets(people)
        if self.seating_minutes:
            fit = (LONG_ENOUGH + CHANGING) // (self.seating_minutes + CHANGING)
            return {"rounds": max(1, min(wanted, fit)), "deals": usual.deals}
        most = {deals: self._sets_within(deals, wanted) for deals in _halves(usual.deals)}
        for enough in (wanted, min(wanted, usual.rounds)):
            deals = next((one for one, sets in most.items() if sets >= enough), 0)
            if deals:
                return {"rounds": most[deals], "deals": deals}
        return {"rounds": max(min(wanted, FEWEST_SETS), most[1]), "deals": 1}

    def _sets_within(self, deals: int, wanted: int) -> int:
        """How many sets of so many deals the evening has time for, of those that are wanted."""
        each = self.deals_at(self.table_size) * deals / self.agreed.deals
        fit = (sets for sets in range(wanted, 0, -1) if self._minutes_of(sets, each) <= LONG_ENOUGH)
        return next(fit, 0)

    @property
    def movement_options(self) -> Mapping[str, Any]:
        """What the movement is told of an evening besides who is there: how many sets there are,
        and what was agreed on that it wants to know."""
        return {
            "sets": self.seatings,
            **{name: getattr(self.agreed, name) for name in self.movement_keys},
        }

    def open_options(self, seated: int, *, reported: bool) -> frozenset[str]:
        """The deals of a set hold from the first result on, and so does what is carried; how many
        of a team count may change to the end, and so may how many sets there are, unless the seats
        of all were settled before the first."""
        held = set(names_of(SetOptions) - {"rounds", "best", *STAGE_KEYS} if reported else ())
        if seated:
            held.update(self.seating_keys, ["rounds"] if self.ahead else [])
        return names_of(self.own_options) - held

    def check_change(self, before: Format, seated: int) -> tuple[Problem, ...]:
        """There are as many sets as are seated, at least."""
        del before
        if self.seatings >= seated:
            return ()
        text = "{count} sets are already seated. Choose at least {count}."
        return (error("options.rounds", text, ("options", "rounds"), count=seated),)

    @property
    def seating_called(self) -> DealWords:
        """A set: a deal may be called a round."""
        return SET

    @property
    def seatings(self) -> int:
        """A seating for each set."""
        return len(self.sets)

    @cached_property
    def sets(self) -> tuple[RoundSet, ...]:
        """The sets: the game's own, or as many as was agreed."""
        return self._own or tuple(
            RoundSet(f"Set {number}", self.labels(number), rule="scoring", partners=self.partners)
            for number in range(1, self.rounds + 1)
        )

    @property
    def _own(self) -> tuple[RoundSet, ...]:
        """The game's own sets, where it has any."""
        found: tuple[RoundSet, ...] = getattr(self.game.plays, "sets", ())
        return found

    def labels(self, number: int) -> tuple[str, ...]:
        """What the deals of a set are called, where they have their places in it."""
        del number
        return ()

    @cached_property
    def layout(self) -> Layout:
        """A row for each set."""
        return layout(self)

    def set(self, number: int) -> RoundSet:
        """The set of that number. Raises LookupError if there is none."""
        return self.sets[self._known(number) - 1]

    def _known(self, number: int) -> int:
        if not 1 <= number <= (len(self._own) or self.rounds):
            raise LookupError(f"{self.game.name} has no set {number}")
        return number

    def seating_name(self, number: int) -> Words:
        """The name of the set."""
        return say(self.set(number).name)

    def seats_title(self, number: int) -> Words:
        """The number of the set, and its name; where one of all is left in the end, how near that
        is."""
        name = self.set(number).name
        if near := self.name_round(number):
            return say("Set {number} · {name}", number=number, name=near)
        if name == f"Set {number}":
            return say("Set {number}", number=number)
        return say("Set {number} · {name}", number=number, name=say(name))

    def name_round(self, number: int) -> Words:
        """What the round of a bracket is called that a set is: a final; often nothing."""
        del number
        return NOTHING

    def when_named(self, number: int) -> Words:
        """The set by its name and number, and how many there are."""
        name = self.name_round(number) or self.seating_name(number)
        if name.template == f"Set {number}":
            return self.when(number)
        text, sets = "{name}, set {number} of {sets}", self.seatings
        return say(text, name=name, number=number, sets=sets)

    @property
    def score_title(self) -> Words:
        """Sets."""
        return say("Set")

    def score_name(self, number: int) -> Words:
        """The name of the set."""
        return self.seating_name(number)

    def score_words(self, number: int) -> Words:
        """The set inside a sentence."""
        return self.seating_words(number)

    def when(self, number: int) -> Words:
        """The set, and how many there are."""
        return Words("Set {number} of {all}", {"number": number, "all": self.seatings})

    def length(self, count: int) -> Words:
        """Nothing: everybody knows how many sets there are."""
        del count
        return NOTHING

    def fits(self, people: int) -> bool:
        """As many as come, as soon as they fill a table."""
        return people >= self.fewest and not self.check_start(people)

    def seats_words(self, number: int) -> Words:
        """The seats of a set."""
        return Words("The seats of set {set}", {"set": number})

    def seating_words(self, number: int) -> Words:
        """A set inside a sentence."""
        return say("set {number}", number=number)

    def place(
        self, seating: int, table: int, deal: int | None = None, *, alone: bool = False
    ) -> Words:
        """The set, the table and the deal."""
        del alone
        if not deal:
            return say("Set {set}, table {table}", set=seating, table=table)
        text, called = "Set {set}, table {table}, {deal}", self.called.within(deal)
        return say(text, set=seating, table=table, deal=called)

    def has_all(self, reports: Sequence[Payload | None]) -> bool:
        """Whether a table has told all its deals, where these are those that it tells."""
        if self.deals_differ:
            return bool(reports) and None not in reports
        return sum(report is not None for report in reports) >= self.usual_deals

    @property
    def best_of(self) -> int:
        """How many games of so many deals are played at a table at the most, of which who wins more
        of them wins."""
        return 1

    def fold(self, number: int) -> Fold:
        """A fast function from the reports of a table's set (None: not reported) to the sums of
        its chairs, where reports stand `apart`."""
        raise NotImplementedError

    def told(
        self, number: int, roles: tuple[str, ...], report: Payload, hand: int, known: Known
    ) -> Told:
        """What each chair gains by a report, and the report in short, where reports stand `apart`;
        remembered in `known`."""
        raise NotImplementedError


def _halves(deals: int) -> Iterator[int]:
    """So many deals, half of them, and so on to one."""
    while deals:
        yield deals
        deals //= 2


def _is_end(option: Any) -> bool:
    return bool(option.metadata.get("ends"))
