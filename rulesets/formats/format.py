"""What a format is: how a room full of people plays a game, as far as others have to know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from rulesets.engine.text import NOTHING, DealWords, Words, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.engine.game import Game
    from rulesets.engine.plays import State

Group = Literal["table", "set", "room"]


@dataclass(frozen=True)
class Format:
    """A game in one of its formats, with the options that it is played with (None: its own).

    - `board`: which group keeps a score of its own: a table for the whole evening, a table for one
      seating (everybody carries the points on), or the whole room;
    - `chairs` are the names of the chairs at a table (empty: they have numbers), `width` how many
      people sit at one (0: as the table likes);
    - `roles` are what people are entered as, `role_names` what many of them are called;
    - `deals` are the rounds of one seating (0: as many as there are), `seatings` how many there
      are (0: until the game ends);
    - `sit_out` are the points for each round that somebody sits out;
    - `moves`: people change seats after a seating; `cuts`: a tie at a table is cut for;
    - `apart`: each report of a board stands by itself, whatever was reported before it;
    - `opens`: the last report of a round shows the next seats;
    - `movement` seats the rounds (a module of `rulesets.movements`; None: nobody moves);
    - `mixes`: the draw seats one of each role as partners, and heeds wishes;
    - `over_text` ({set}) is the refusal of a table's report for seats that others have followed.
    """

    game: Game
    options: Any = None
    slug: ClassVar[str]
    name: ClassVar[Words]
    board: ClassVar[Group]
    chairs: ClassVar[tuple[str, ...]] = ()
    width: ClassVar[int] = 0
    deals: ClassVar[int] = 0
    sit_out: ClassVar[int] = 0
    moves: ClassVar[bool] = False
    cuts: ClassVar[bool] = False
    apart: ClassVar[bool] = False
    opens: ClassVar[bool] = False
    mixes: ClassVar[bool] = False
    movement: ClassVar[Any] = None
    over_text: ClassVar[str] = "The final table is seated. Ask the host to correct this."

    @property
    def called(self) -> DealWords:
        """What people call what one report is about; of most, as the game says."""
        return self.game.plays.called

    @property
    def lasts(self) -> bool:
        """Whether a board is kept for the whole evening."""
        return self.board != "set"

    @property
    def room(self) -> bool:
        """Whether the whole room keeps one board."""
        return self.board == "room"

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

    def seating_name(self, number: int) -> Words:
        """What the seats of one set or round are called; often nothing."""
        del number
        return NOTHING

    def chair_name(self, chair: int) -> Words:
        """The name of a chair; its number where chairs have none."""
        if chair < len(self.chairs):
            return say(self.chairs[chair])
        return say("Chair {number}", number=chair + 1)

    def table(self, number: int, hand: int = 1, roles: Sequence[str] = ()) -> State:
        """What a report of a seating is judged on by itself, where reports stand `apart`."""
        raise NotImplementedError

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
