"""What a table tells: its start, and turn after turn the steps that it saw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from rulesets.equipment.cards import Deck
    from rulesets.problems import Problem
    from rulesets.referee.hands import Hand
    from rulesets.referee.laid import Laid
    from rulesets.referee.referee import Referee

NOBODY = -1  # the seat of tricks that were played already, nobody says by whom
VERBS = ("play", "draw", "pass", "reveal", "meld", "act")


class Step(NamedTuple):
    """One step of a turn: a verb and its cards, or how many are drawn, or the word of an `act`.

    `to` is the player who is named beside a card, `slap` who was the last to slap, `claim` the rank
    (1 to 13) that cards laid face down are said to be of.
    """

    verb: str
    cards: tuple[Laid, ...] = ()
    number: int = 0
    word: str = ""
    to: int | None = None
    slap: int | None = None
    claim: int | None = None


class Turn(NamedTuple):
    """One turn, or the beginning of a new round (`is_round`: `seat` is who would act first, the
    cards of its one step are the common ones).

    `number` counts from 1, `seat` is None where nobody has that name. `left` is what the player
    held afterwards, `then` whom the game itself makes next. `done` is False for a turn that is
    still going on. `unread` are the problems of what could not be read.
    """

    number: int
    seat: int | None
    steps: tuple[Step, ...] = ()
    left: int | None = None
    then: int | None = None
    done: bool = True
    override: bool = False
    unread: tuple[Problem, ...] = ()
    is_round: bool = False


@dataclass(frozen=True, slots=True)
class Setting:
    """What stays the same for the whole game: its referee, what was agreed on, who plays, and the
    deck."""

    referee: Referee
    options: Any
    names: tuple[str, ...]
    deck: Deck

    @property
    def players(self) -> int:
        return len(self.names)


@dataclass(frozen=True, slots=True)
class Opening:
    """What lies there before the first turn: whatever the table does not know is None."""

    first: int = 0
    direction: int = 1
    top: Laid | None = None
    pile: int | None = None
    stock: int | None = None
    due: Mapping[int, int] = field(default_factory=dict)
    skips: Mapping[int, int] = field(default_factory=dict)
    hands: Mapping[int, Hand] = field(default_factory=dict)
    trump: str | None = None
    tricks: Mapping[int, int] = field(default_factory=dict)
    of: int | None = None


@dataclass(frozen=True, slots=True)
class TurnFile:
    """A turn file as read; `problems` are those of the file, not of its turns. It is not `playable`
    where its players or options are not those of the game."""

    setting: Setting
    opening: Opening
    turns: tuple[Turn, ...] = ()
    problems: tuple[Problem, ...] = ()
    playable: bool = True
