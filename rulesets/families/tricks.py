"""Games of tricks: what contracts of Bridge are worth, made or not; and rounds in each of which
something else costs: what it is, and how many there are (a report has `taken`, by player).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from rulesets.engine.questions import ask
from rulesets.engine.scoring import Moments, moment
from rulesets.engine.text import Phrase, as_is

if TYPE_CHECKING:
    from rulesets.engine.table import Table


# --- contracts ------------------------------------------------------------------------------------


BOOK = 6  # tricks that every contract takes before it counts
FIRST, FURTHER = {"C": 20, "D": 20, "H": 30, "S": 30, "NT": 40}, {"C": 20, "D": 20}
EACH = 30
SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣", "NT": "NT"}
GAME, SMALL_SLAM, GRAND_SLAM = (300, 500), (500, 750), (1000, 1500)  # not vulnerable, vulnerable
INSULT = 50
SMALL, GRAND = 6, 7


@dataclass(frozen=True, slots=True)
class BridgeContract:
    """A level, a trump (S H D C NT), how often doubled (0 to 2), and whether its side is
    vulnerable. What it is worth follows the laws of contract bridge."""

    level: int
    trump: str
    doubled: int
    vulnerable: bool

    @property
    def needed(self) -> int:
        """The tricks that make it."""
        return BOOK + self.level

    @property
    def points(self) -> int:
        """The points of its tricks below the line."""
        each = FURTHER.get(self.trump, EACH)
        return (FIRST[self.trump] + each * (self.level - 1)) << self.doubled

    def overtricks(self, over: int) -> int:
        """Return the points for tricks above the contract."""
        if self.doubled:
            return over * self.doubled * (200 if self.vulnerable else 100)
        return over * FURTHER.get(self.trump, EACH)

    @property
    def insult(self) -> int:
        """For making it although it was doubled."""
        return INSULT * self.doubled

    @property
    def game(self) -> int:
        return GAME[self.vulnerable]

    @property
    def slam(self) -> int:
        """The bonus for twelve or thirteen tricks that were bid."""
        if self.level < SMALL:
            return 0
        return (GRAND_SLAM if self.level == GRAND else SMALL_SLAM)[self.vulnerable]

    def penalty(self, down: int) -> int:
        """Return the points of the other side for so many missing tricks."""
        if not self.doubled:
            return down * (100 if self.vulnerable else 50)
        first = 200 if self.vulnerable else 100
        second = 0 if self.vulnerable else 200 * min(down - 1, 2)
        third = 300 * (down - 1 if self.vulnerable else max(down - 3, 0))
        return (first + second + third) * self.doubled

    @property
    def words(self) -> Phrase:
        """The contract in words: "4♥ doubled"."""
        contract = as_is(f"{self.level}{SIGNS[self.trump]}")
        if not self.doubled:
            return contract
        text = "{contract} doubled" if self.doubled == 1 else "{contract} redoubled"
        return Phrase(text, {"contract": contract})


# --- rounds of costs ------------------------------------------------------------------------------


class Cost(NamedTuple):
    """The cards or tricks that cost in a round, the cost of each, and how many there are, by the
    number of players from the fewest on (none: the game counts them otherwise)."""

    name: str
    worth: int
    there: tuple[int, ...] = ()
    help: str = "How many each player took."


@dataclass(frozen=True, slots=True)
class Costs:
    """The rounds of a game."""

    rounds: tuple[Cost, ...]
    there: Callable[[Table], int]

    def __call__(self, table: Table) -> Cost:
        """Return the costs of the next round (after the last one: of the last)."""
        return self.rounds[min(table.rounds, len(self.rounds) - 1)]

    def notable(self, deal: Any, table: Table) -> Moments:
        """Yield all there is of something, to one player."""
        count = self.there(table)
        for who, taken in enumerate(deal.taken):
            if taken == count == sum(deal.taken) and count > 1:
                what = Phrase(self(table).name)
                yield moment(table, who, "all", "{name} took them all: {what}", what=what)

    def taken(self, **more: Any) -> Any:
        """Return the question of every such round."""
        return ask(
            lambda table: self(table).name,
            lambda table: self(table).help,
            total=self.there,
            sum_text="{label}: {sum} in all; there should be {total}.",
            **more,
        )
