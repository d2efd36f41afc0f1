"""How a game ends: each ending knows its words and, if it has one, its number of rounds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulesets.engine.plays import best, own_option
from rulesets.engine.text import NOTHING, Phrase, say

if TYPE_CHECKING:
    from rulesets.engine.roster import Setup
    from rulesets.engine.rounds import Rounds
    from rulesets.engine.table import Table


class Ends:
    """Never: the table stops when it likes."""

    def over(self, table: Table) -> bool:
        """Return whether no other round is played."""
        return False

    def rounds(self, setup: Setup) -> int | None:
        """Return how many rounds there are in all."""
        return None

    def total(self, options: Any) -> int | None:
        """Return the total that ends it, if one does."""
        return None

    def winners(self, table: Table) -> tuple[int, ...] | None:
        """Return the winners, if it is not simply the best total."""
        return None

    def words(self, options: Any) -> Phrase:
        """Return when play ends, for sheets and rules."""
        return NOTHING

    def victory(self, plays: Rounds, options: Any) -> Phrase:
        """Return how `plays` are won; nothing if this ending does not decide it."""
        return NOTHING

    def why(self, table: Table) -> Phrase:
        """Return why play is over."""
        return NOTHING


@dataclass(frozen=True, slots=True)
class Reach(Ends):
    """As soon as somebody has this much (0: never)."""

    target: int | str

    def _target(self, options: Any) -> int:
        return getattr(options, self.target) if isinstance(self.target, str) else self.target

    def over(self, table: Table) -> bool:
        target = self._target(table.options)
        return target > 0 and any(total >= target for total in table.totals)

    def total(self, options: Any) -> int | None:
        return self._target(options) or None

    def words(self, options: Any) -> Phrase:
        target = self._target(options)
        return say("Play until somebody has {target}.", target=target) if target else NOTHING

    def victory(self, plays: Rounds, options: Any) -> Phrase:
        target = self._target(options)
        if not target:
            return NOTHING
        if plays.wins == "low":
            then = say("when somebody reaches {target}", target=f"{target:,}")
            return best(plays.unit, plays.wins, then)
        return say("First to {target} {unit}", target=f"{target:,}", unit=say(plays.unit))

    def why(self, table: Table) -> Phrase:
        target = self._target(table.options)
        who = next(n for n, total in enumerate(table.totals) if total >= target)
        text = "{name} has reached {target}"
        if not table.alone and len(table.sides[who]) > 1:
            text = "{name} have reached {target}"
        return say(text, name=table.name_of(who), target=target)


@dataclass(frozen=True, slots=True)
class After(Ends):
    """After a number of rounds: a number, the name of an option, or a function of the setup."""

    count: int | str | Callable[[Setup], int]

    def _count(self, setup: Any) -> int:
        if isinstance(self.count, str):
            return int(own_option(setup.options, self.count))
        return self.count if isinstance(self.count, int) else self.count(setup)

    def over(self, table: Table) -> bool:
        return not table.cycle and table.rounds >= self._count(table)

    def rounds(self, setup: Setup) -> int | None:
        return self._count(setup)

    def victory(self, plays: Rounds, options: Any) -> Phrase:
        count = self.count if isinstance(self.count, int) else None
        count = int(own_option(options, self.count)) if isinstance(self.count, str) else count
        then = say("after the last round")
        if plays.sets:
            then = say("after {sets} sets", sets=len(plays.sets))
        elif count is not None:
            then = say("after {rounds} rounds", rounds=count)
        phrase = best(plays.unit, plays.wins, then)
        return phrase if plays.pays_out is None else say("{best} takes the pot", best=phrase)

    def why(self, table: Table) -> Phrase:
        if table.rounds == 1:
            return say("The only round has been played")
        if table.rounds == 2:  # nobody says "all two"
            return say("Both rounds have been played")
        return say("All {rounds} rounds have been played", rounds=table.rounds)


@dataclass(frozen=True, slots=True)
class LastIn(Ends):
    """When only one player is left."""

    def over(self, table: Table) -> bool:
        return len(table.players) <= 1

    def winners(self, table: Table) -> tuple[int, ...] | None:
        return table.players

    def words(self, options: Any) -> Phrase:
        return say("The last one in has won.")

    def victory(self, plays: Rounds, options: Any) -> Phrase:
        return say("The last one in takes the pot" if plays.pays_out else "The last one in")

    def why(self, table: Table) -> Phrase:
        if not table.players:
            return say("Nobody is left")
        return say("{name} is the last one in", name=table.names[table.players[0]])


@dataclass(frozen=True, slots=True)
class When(Ends):
    """When a function of the table names the winners (None: play goes on)."""

    finds: Callable[[Table], tuple[int, ...] | None]
    description: str | Callable[[Any], Phrase]
    reason: str | Callable[[Table], Phrase] = "{names} reached the goal"
    target: str = ""

    def total(self, options: Any) -> int | None:
        return getattr(options, self.target, None) if self.target else None

    def over(self, table: Table) -> bool:
        return self.finds(table) is not None

    def winners(self, table: Table) -> tuple[int, ...] | None:
        return self.finds(table)

    def words(self, options: Any) -> Phrase:
        return self.description(options) if callable(self.description) else say(self.description)

    def why(self, table: Table) -> Phrase:
        if callable(self.reason):
            return self.reason(table)
        names = " and ".join(table.name_of(who) for who in self.finds(table) or ())
        return say(self.reason, names=names)


def reach(target: int | str) -> Ends:
    """Return the ending once somebody has `target` (a number, or the name of an option; 0: no
    end)."""
    return Reach(target)


def after(count: int | str | Callable[[Any], int]) -> Ends:
    """Return the ending after a number of rounds: a number, an option's name, or a function of
    setup or table (both have `roster` and `options`)."""
    return After(count)


def last_in() -> Ends:
    """Return the ending when one player is left."""
    return LastIn()


def when(
    finds: Callable[[Any], tuple[int, ...] | None],
    words: str | Callable[[Any], Phrase],
    reason: str | Callable[[Any], Phrase] = "",
    target: str = "",
) -> Ends:
    """Return the ending when a function of the table names the winners; `words` (or its result for
    the options) says when that is, `reason` (with {names}, or its result for the table) why it is
    over; `target` is the option with the total it takes, if it takes one."""
    return When(finds, words, reason or "{names} reached the goal", target)


def never() -> Ends:
    """Return the ending of a game that the table stops."""
    return Ends()
