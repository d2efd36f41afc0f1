"""Tables of single players, who change tables from set to set; each table keeps a board for a set.

What all formats of that kind share, whatever the movement: table sizes, and how long a set lasts.
Tables differ by at most one person, and are as near to four (or the agreed size) as the game
allows. Every set begins a new board, which lasts until everybody at the table has dealt once (or as
often as agreed), or until the game ends if that comes first. Its final totals are the set's points;
for stakes, what is held minus what was brought. Sit-outs are only for numbers that no tables fit;
they score the average of the player's own sets.

**Reading** for games in which a report is a turn: a set is the whole game.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from rulesets.engine.game import FOUR, option
from rulesets.engine.questions import declared
from rulesets.engine.text import Phrase, say
from rulesets.formats.labels import SET
from rulesets.formats.parts import Length, Tables
from rulesets.formats.people import game_check
from rulesets.formats.set_options import SetOptions, agreed_of
from rulesets.formats.sets import SetFormat
from rulesets.movements.schedule import table_sizes

if TYPE_CHECKING:
    from collections.abc import Callable

    from rulesets.formats.parts import Check

MOST_DEALS = 12
LARGEST = 20
MOST_BOXES = 8  # of a set on a card


@declared
class BoardsOptions(SetOptions):
    """The options of sets at boards: also the number of deals."""

    deals: int = option(
        "Deals per player in a set",
        default=1,
        low=1,
        high=MOST_DEALS,
        help="With one, everybody deals once. If the game ends sooner, so does the set.",
    )


@declared
class TablesOptions(BoardsOptions):
    """The options of sets at tables of any size: also that size."""

    size: int = option(
        "Players at a table",
        default=FOUR,
        low=2,
        high=LARGEST,
        help="Tables are as close to this size as the game and the numbers allow.",
    )


@dataclass(frozen=True)
class TablesFormat(SetFormat):
    """A game that people play singly, at tables that keep a board for each set."""

    own_options: ClassVar[type] = TablesOptions
    seating_keys: ClassVar[tuple[str, ...]] = ("size",)

    @cached_property
    def length(self) -> Length:
        """Everybody deals as often as agreed; a game of turns is played to the end."""
        base = super().length
        each = 0 if self.game.plays.turns else agreed_of(self.agreed, BoardsOptions).deals
        return replace(base, deals=replace(base.deals, each=each))

    @cached_property
    def tables(self) -> Tables:
        """Tables as near to the agreed size as the game allows."""
        size, (least, most) = self._size, self.game.plays.players
        usual = min(max(size, least), most)
        return Tables(self._sizes, least, usual, checks=(self._check_game(self._sizes),))

    @cached_property
    def _size(self) -> int:
        return agreed_of(self.agreed, TablesOptions).size

    def _sizes(self, people: int) -> tuple[int, ...]:
        least, most = self.game.plays.players
        return table_sizes(people, self._size, least, most)

    def _check_game(self, sizes: Callable[[int], tuple[int, ...]]) -> Check:
        return game_check(self.game, self.agreed, sizes)

    def _course(self) -> Phrase:
        """The number of sets, and how long one lasts."""
        length, each = self.length, self.length.deals.each
        if length.deals.bell:
            return super()._course()
        text = "{n} {sets}, everybody dealing {times} times in each"
        if each < 2:
            text = "{n} {sets}, everybody dealing once in each"
        if not each:
            text = "{n} {sets}, each a whole game"
        sets = SET.one if length.sets == 1 else SET.many
        return say(text, n=length.sets, sets=sets, times=each)

    def _deal_names(self, number: int) -> tuple[str, ...]:
        """Unnamed boxes on a card for the deals of a large table if they fit, otherwise one for
        all."""
        deals = self.length.of_set(number)
        count = deals.games * deals.at(self.tables.usual + 1)
        return ("",) * (count if 0 < count <= MOST_BOXES else 1)

    def _how_many(self) -> Phrase:
        """Any number, at tables that the game takes."""
        least, most = self.game.plays.players
        if least == most:
            return say("Any number, at tables of {count}", count=least)
        return say("Any number, at tables of about {count}", count=self.tables.usual)
