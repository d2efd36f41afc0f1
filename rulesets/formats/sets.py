"""Sets: people change tables from set to set, and everybody keeps a score of their own.

What holds for each format of that kind, whatever is played at a table: how many sets there are,
what they and their places are called, and that points are carried along.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, cast

from rulesets.engine.game import FOUR, names_of, usual_length
from rulesets.engine.plays import Movement
from rulesets.engine.problems import error
from rulesets.engine.rounds import RoundSet
from rulesets.engine.text import NOTHING, DealWords, Words, say
from rulesets.formats.card import Layout, layout
from rulesets.formats.format import Credit, Format, Group

if TYPE_CHECKING:
    from rulesets.engine.problems import Problem
    from rulesets.engine.rounds import Rounds
    from rulesets.engine.scoring import Fold

CHANGING = 3  # minutes between two sets
SET = DealWords(say("Set"), say("set"), say("sets"), "Set {number}", "set {number}", say("Set"))

Payload = Mapping[str, Any]
Told = tuple[tuple[tuple[Movement, ...], ...], Words]
"""What each chair gains by a report, and the report in short."""

Known = dict[tuple[object, ...], Told]
"""What reports came to, by where they belong and what they say."""


@dataclass(frozen=True)
class SetFormat(Format):
    """Tables play sets, which count from 1; `rounds` of a game that has no sets of its own."""

    board: ClassVar[Group] = "set"
    credit: ClassVar[Credit] = "carried"
    moves: ClassVar[bool] = True
    mixes: ClassVar[bool] = True
    over_text: ClassVar[str] = "Set {set} is over. Ask the host to correct it."
    clock_text: ClassVar[str] = "left in this set"
    winner_texts: ClassVar[tuple[str, str]] = ("The champion", "The champions")

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
    def minutes(self) -> int:
        """As long as so many deals last at a table of the game, and a little to change seats."""
        if self._own:
            return self.game.minutes
        length = usual_length(self.game)
        if not length or not self.game.minutes:
            return 0
        each = self.deals_at(self.width or FOUR) or length
        played = self.seatings * each * self.game.minutes / length
        return round(played) + CHANGING * (self.seatings - 1)

    @property
    def movement_options(self) -> Mapping[str, Any]:
        """What the movement is told of an evening besides who is there: how many sets there are."""
        return {"sets": self.seatings}

    def open_options(self, seated: int, *, reported: bool) -> frozenset[str]:
        """The deals of a set hold from the first result on; how many sets there are may change
        to the end, unless the seats of all were settled before the first."""
        held = {"deals"} if reported else set()
        if self.ahead and seated:
            held.add("rounds")
        return names_of(self.own_options) - held

    def check_change(self, before: Format, seated: int) -> tuple[Problem, ...]:
        """There are as many sets as are seated, at least."""
        del before
        if self.seatings >= seated:
            return ()
        text = "{count} sets are seated already; choose as many at least."
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
        """The number of the set, and its name."""
        name = self.set(number).name
        if name == f"Set {number}":
            return say("Set {number}", number=number)
        return say("Set {number} · {name}", number=number, name=say(name))

    def when_named(self, number: int) -> Words:
        """The set by its name and number, and how many there are."""
        name = self.set(number).name
        if name == f"Set {number}":
            return self.when(number)
        text, sets = "{name}, set {number} of {sets}", self.seatings
        return say(text, name=say(name), number=number, sets=sets)

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
        return people >= self.fewest and not self.check_people(people)

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
