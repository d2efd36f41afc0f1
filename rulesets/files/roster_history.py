"""What changes at a table between two rounds of a score file (docs/score-file.md): who joins the
game, leaves it or comes back, and who deals out of turn."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rulesets.engine.roster import RosterChange
from rulesets.engine.rounds import Rounds
from rulesets.files.names import NAME
from rulesets.files.shapes import Choice, Field, Listing, Maybe, Placed, Record, Whole, optional

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.engine.plays import Plays, State
    from rulesets.engine.problems import At
    from rulesets.engine.roster import Roster
    from rulesets.files.names import Names

KINDS = ("joins", "leaves", "returns", "deals")
LAST_ROUND = 100_000
MOST_POINTS = 1_000_000  # with which somebody joins
FEWEST = 2  # who can go on


def changes_field(kinds: Sequence[str] = KINDS) -> Field:
    """The field for changes of these kinds."""
    change = Record(
        {
            "after": Whole(1, LAST_ROUND),
            "player": NAME,
            "kind": Choice(tuple(kinds)),
            "amount": optional(Whole(-MOST_POINTS, MOST_POINTS), 0),
            "neighbour": optional(Maybe(NAME)),
        }
    )
    return optional(Placed(Listing(change)), (("changes",), ()))


@dataclass(slots=True)
class RosterHistory:
    """The changes at one table, each with its place in the file, and the problems they have where
    they stand; `there` is how many sit at the table so far, `left` who is gone."""

    names: Names
    plays: Plays
    changes: tuple[tuple[At, RosterChange], ...] = ()
    there: int = 0
    left: set[int] = field(default_factory=set)

    @classmethod
    def read(cls, names: Names, plays: Plays, listing: tuple[At, Sequence[Any]]) -> RosterHistory:
        """The changes of a file; an unknown name is noted."""
        top, entries = listing
        changes = []
        for number, entry in enumerate(entries):
            at = (*top, number)
            player = names.player(entry["player"], (*at, "player"))
            neighbour = entry["neighbour"]
            if neighbour is not None:
                neighbour = names.player(neighbour, (*at, "neighbour"))
            if player is not None:
                about = entry["kind"], entry["amount"], neighbour
                change = RosterChange(entry["after"], player, names.names[player], *about)
                changes.append((at, change))
        return cls(names, plays, tuple(sorted(changes, key=lambda pair: pair[1].after)))

    def begin(self, opening: Roster) -> bool:
        """Start with the people who were there first. Out: whether so many can."""
        self.there, self.left = len(opening.names), set()
        problems = self.plays.number_problems(self.there) if self.changes else ()
        self.names.problems += problems
        return not problems

    def after(self, number: int) -> tuple[RosterChange, ...]:
        return tuple(change for _at, change in self.changes if change.after == number)

    def check(self, number: int, state: State) -> bool:
        """Note what is wrong with those after a round, of which the game stands like this. Out:
        whether they can be made."""
        before = len(self.names.problems)
        for at, change in self.changes:
            if change.after == number and len(self.names.problems) == before:
                self._check(at, change, state)
        return len(self.names.problems) == before

    def check_rounds(self, rounds: int) -> bool:
        """Note changes after more rounds than there are. Out: whether there are none."""
        late = [(at, change) for at, change in self.changes if change.after > rounds]
        text = "There is no round {round} yet."
        for at, change in late:
            self.names.note("change.round", (*at, "after"), text, round=change.after)
        return not late

    def _check(self, at: At, change: RosterChange, state: State) -> None:
        who, name, plays = change.player, change.name, self.plays
        note, here = self.names.note, (*at, "kind")
        is_there = who < self.there and who not in self.left
        if change.kind == "deals" and not plays.passes_deal:
            note("change.game", here, "In this game nobody chooses who deals.")
        elif change.kind != "deals" and not _lets_change(plays, state):
            note("change.game", here, "Nobody can join or leave this game.")
        elif change.kind == "joins" and who != self.there:
            text = "List {name} after everybody who was there before."
            note("change.player", (*at, "player"), text, name=name)
        elif change.kind == "returns" and who not in self.left:
            note("change.player", (*at, "player"), "{name} has not left.", name=name)
        elif change.kind in ("leaves", "deals") and not is_there:
            note("change.player", (*at, "player"), "{name} is not there then.", name=name)
        elif change.kind == "leaves" and self.there - len(self.left) <= FEWEST:
            note("change.game", here, "The game cannot go on without {name}.", name=name)
        self.there += change.kind == "joins"
        self.left |= {who} if change.kind == "leaves" else set()
        self.left -= {who} if change.kind == "returns" else set()


def _lets_change(plays: Plays, state: Any) -> bool:
    """Whether people can join a game and leave it at all."""
    return isinstance(plays, Rounds) and plays.joins and not state.roster.in_sides
