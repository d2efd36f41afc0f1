"""What a format is: how a room full of people plays a game, as far as the rest of the program has
to know."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self

from rulesets.engine.game import NoOptions, merge_options
from rulesets.engine.roster import Setup
from rulesets.engine.text import NOTHING, Phrase, say
from rulesets.formats.hands import Hands
from rulesets.formats.labels import Labels
from rulesets.formats.parts import (
    Agreement,
    Facts,
    Keeping,
    Length,
    Offer,
    Ranking,
    SetFacts,
    Tables,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rulesets.engine.game import Game
    from rulesets.engine.plays import State
    from rulesets.engine.rounds import RoundSet
    from rulesets.movements.movement import Ladder, Movement


@dataclass(frozen=True)
class Format:
    """A game in one of its formats, with the options it is played with (None: the defaults).

    - `own_options`: a dataclass of the options of the format itself, declared like those of a game;
      no game played in the format has an option of the same name;
    - `keeping`: who keeps a score sheet, and whose the points are;
    - `ahead`: the seats of all rounds are known in advance, and follow from one seed; `searches`:
      the movement's `needs_search` says whether finding them may take seconds;
    - `qualifies`: its best may go on to another format, which can be agreed later;
    """

    game: Game
    options: Any = None
    people: int = 0
    slug: ClassVar[str]
    name: ClassVar[Phrase]
    own_options: ClassVar[type] = NoOptions
    keeping: ClassVar[Keeping]
    ahead: ClassVar[bool] = False
    searches: ClassVar[bool] = False
    qualifies: ClassVar[bool] = False

    @property
    def movement(self) -> Movement | None:
        """What seats the rounds; None if nobody moves, or the room seats itself."""
        return None

    @cached_property
    def labels(self) -> Labels:
        """What things are called."""
        plays = self.game.plays
        return Labels(plays.called, total=plays.counted, chairs=self.facts.chairs)

    @cached_property
    def hands(self) -> Hands:
        """The hands of its sets, if they stand by themselves (`Keeping.apart`)."""
        return Hands()

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

    @cached_property
    def ranking(self) -> Ranking:
        """How people are ranked: by the total of their table."""
        return Ranking(low_wins=self.game.plays.wins == "low")

    @cached_property
    def offer(self) -> Offer:
        """What a new event is told of it."""
        return Offer(
            self._how_many(),
            self._course(),
            self._minutes,
            self._usual_sets,
            self._is_apt,
            self._promise,
            self._propose,
        )

    def _how_many(self) -> Phrase:
        """At a table of the game."""
        low, high = self.game.plays.players
        if low == high:
            return say("{count} at a table", count=low)
        return say("{low} to {high} at a table", low=low, high=high)

    def _course(self) -> Phrase:
        """Sets and their deals, if both are known."""
        length, usual = self.length, self.length.deals.usual
        if not length.sets or not length.most_deals:
            return NOTHING
        rounds, deals = self.labels.seating, self.labels.deal
        return say(
            "{n} {rounds} of {each} {deals}",
            n=length.sets,
            rounds=rounds.one if length.sets == 1 else rounds.many,
            each=usual,
            deals=deals.one if usual == 1 else deals.many,
        )

    def _minutes(self) -> int:
        """As many as the game takes."""
        return self.game.minutes

    def _usual_sets(self, people: int) -> int:
        """Until the game ends."""
        return 0

    def _is_apt(self, people: int) -> bool:
        """Always."""
        return True

    def _promise(self, people: int) -> Phrase:
        """Nothing."""
        return NOTHING

    def _propose(self, people: int) -> Mapping[str, object]:
        """Nothing."""
        return {}

    @cached_property
    def agreement(self) -> Agreement:
        """What depends on the options: nothing."""
        return Agreement()

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

    @cached_property
    def agreed(self) -> Any:
        """The options it is played with; the defaults if none were chosen."""
        return self.option_type() if self.options is None else self.options

    @property
    def ladder(self) -> Ladder | None:
        """What says who goes where, if tables are ranked, the head table first."""
        return None

    def in_set(self, number: int) -> SetFacts:
        """What is so of one set."""
        cuts, last = bool(self.facts.cuts), number == self.length.sets
        return SetFacts(cuts, cuts and not last, self.ahead, None if last else self.ladder)

    def setup_at(self, setup: Setup, number: int) -> Setup:
        """What is settled before the first deal of a table of that seating; `setup`: the same if
        its deals had no numbers in the evening."""
        return setup

    def set(self, number: int) -> RoundSet | None:
        """How a seating is played and what its deals are called, if it is a set of several."""
        return None

    def notes(self, number: int) -> tuple[Phrase, ...]:
        """How a set scores, if there are sets; a lasting board has a sheet that explains it."""
        return ()

    def states(self, names: Sequence[str], seating: int, deal: int) -> Iterator[State]:
        """Possible states before a deal of people at a separate table: first the one that applies,
        then, in case deals have been left out before it, others with different questions."""
        plays = self.game.plays
        setup = Setup(plays.roster(names, options=self.options), self.options)
        count = plays.rounds_in_all(setup) or 1
        here = (self.setup_at(setup, seating).played + deal - 1) % count
        for number in sorted(range(count), key=lambda number: abs(number - here)):
            yield plays.start(replace(setup, played=number)).state

    @property
    def passes_deal(self) -> bool:
        """Whether the deal passes on at each table, so that the table can settle between two rounds
        who deals; neither the game nor the number of the round says so."""
        passes = self.keeping.keeps_boards and self.game.plays.passes_deal
        return passes and self.dealer(0, 1) is None

    def dealer(self, first: int | None, deal: int) -> int | None:
        """The chair that deals a round of a seating, if its place in the seating decides; `first`
        dealt the first one (None: unknown)."""
        return None
