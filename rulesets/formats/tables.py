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

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rulesets.engine.game import FOUR, option
from rulesets.engine.questions import declared
from rulesets.engine.text import Phrase, say
from rulesets.formats.set_options import SetOptions
from rulesets.formats.sets import SET, SetFormat
from rulesets.movements.schedule import table_sizes

if TYPE_CHECKING:
    from rulesets.engine.problems import Problem

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

    @property
    def size(self) -> int:
        """The agreed number of people at a table, which may not be possible."""
        agreed: int = self.agreed.size
        return agreed

    def sizes(self, people: int) -> tuple[int, ...]:
        """The sizes of the tables for this many people, the larger first."""
        least, most = self.game.plays.players
        return table_sizes(people, self.size, least, most)

    @property
    def deals_each(self) -> int:
        """The agreed number; a game of turns is played to the end."""
        agreed: int = self.agreed.deals
        return 0 if self.game.plays.turns else agreed

    @property
    def course(self) -> Phrase:
        """The number of sets, and how long one lasts."""
        if self.has_bell:
            return super().course
        text = "{n} {sets}, everybody dealing {times} times in each"
        if self.deals_each < 2:
            text = "{n} {sets}, everybody dealing once in each"
        if not self.deals_each:
            text = "{n} {sets}, each a whole game"
        sets = SET.one if self.seatings == 1 else SET.many
        return say(text, n=self.seatings, sets=sets, times=self.deals_each)

    def labels(self, number: int) -> tuple[str, ...]:
        """Unnamed boxes on a card for the deals of a large table if they fit, otherwise one for
        all."""
        count = self.games_at(number) * self.deals_at(self.table_size + 1)
        return ("",) * (count if 0 < count <= MOST_BOXES else 1)

    def how_many(self) -> Phrase:
        """Any number, at tables that the game takes."""
        least, most = self.game.plays.players
        if least == most:
            return say("Any number, at tables of {count}", count=least)
        return say("Any number, at tables of about {count}", count=self.table_size)

    @property
    def table_size(self) -> int:
        """The agreed size, within what the game takes."""
        least, most = self.game.plays.players
        return min(max(self.size, least), most)

    @property
    def fewest(self) -> int:
        """The people of the smallest table."""
        return self.game.plays.players[0]

    def tables_for(self, people: int) -> int:
        """As many tables as have a good size."""
        return len(self.sizes(people))

    def spare(self, people: int) -> int:
        """People without a seat at these tables."""
        return people - sum(self.sizes(people))

    def check_people(self, count: int) -> tuple[Problem, ...]:
        """Too many people for a schedule, or the game's own problems with tables of these sizes."""
        return super().check_people(count) or self.check_tables(self.sizes(count))
