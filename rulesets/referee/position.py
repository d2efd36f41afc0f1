"""Where a game stands between two turns (or within one): frozen, the same for all games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from rulesets.equipment.cards import Card
from rulesets.referee.hands import Hand
from rulesets.referee.laid import Laid
from rulesets.referee.turns import Setting

if TYPE_CHECKING:
    from rulesets.problems import Problem
    from rulesets.words import Words

CLOCKWISE, COUNTERCLOCKWISE = 1, -1
DIRECTIONS = {CLOCKWISE: "clockwise", COUNTERCLOCKWISE: "counterclockwise"}


class Mark(NamedTuple):
    """Something that a card did and that lasts: how many, which card, who laid it in which turn
    (0: it was so at the start)."""

    amount: int
    card: Card | None
    turn: int
    seat: int | None = None


class Over(NamedTuple):
    """The game has ended: who has won (None: nobody, or not told here) and by what."""

    winner: int | None
    reason: str


class Effect(NamedTuple):
    """What a turn did: to whom (`seat`), of which kind, how many, by which rule."""

    kind: str
    words: Words
    rule: str
    seat: int | None
    amount: int = 0


class Condition(NamedTuple):
    """What a verdict rests on, where the table did not tell it: the code of the problem that there
    would be otherwise, a sentence that begins with "Allowed if" or "Allowed only if", and the part
    of the rule text about it."""

    code: str
    words: Words
    rule: str


class Passed(NamedTuple):
    """Somebody who was passed over on the way to the player to move."""

    seat: int
    mark: Mark


@dataclass(frozen=True, slots=True)
class Position:
    """Who is to move, what everybody owes, which way round, what lies on top, what is held.

    `owed` are the draws that wait for each seat, `skips` how often it is to be passed over: by the
    cards that made them. `turned` is the card that turned the direction last, `passed` are those
    whom the last turn left out. `lying` counts the faces known to lie in the pile. `passes` are
    passes in a row. `turns` is the number of the last turn that was carried out, `last` its
    player, `laid` the turn of the top card. `away` are those who are out of a game that goes on.

    `handing` and `within` are what an unfinished turn has in store for the next player, and what
    it has come to; `memory` is what a game remembers besides (a trick, what was led). The last two
    are frozen, and known to the game's referee alone.
    """

    setting: Setting
    mover: int | None
    direction: int
    turned: Mark | None
    hands: tuple[Hand, ...]
    owed: tuple[tuple[Mark, ...], ...]
    skips: tuple[tuple[Mark, ...], ...]
    paused: frozenset[int]
    passed: tuple[Passed, ...]
    top: Laid | None
    laid: int
    pile: int
    stock: int | None
    lying: Mapping[Card, int]
    passes: int
    over: Over | None
    turns: int
    last: int | None
    away: frozenset[int] = frozenset()
    handing: tuple[Mark, ...] = ()
    within: Any = None
    memory: Any = None

    @property
    def due(self) -> int:
        """What the player to move has to draw first, as far as there are cards."""
        return 0 if self.mover is None else self.owes(self.mover)

    def owes(self, seat: int) -> int:
        """What waits for a seat, as far as there are cards to draw."""
        waiting = self.owed[seat]
        if not waiting:
            return 0
        total, there = sum([mark.amount for mark in waiting]), self.available
        return total if there is None else min(total, there)

    @property
    def available(self) -> int | None:
        """How many cards can be drawn; None where the stock is not known."""
        if self.stock is None:
            return None
        under = self.pile - 1 if self.setting.referee.reshuffles(self.setting.options) else 0
        return self.stock + max(under, 0)


class Judged(NamedTuple):
    """A turn as judged: what is wrong with it, what it did, and the position after it.

    `legal` says that nothing is wrong but what a warning asks, `counts` that it was carried out,
    being legal or overridden. A legal turn is so on its `conditions`; without any it is whatever
    the table did not tell.
    """

    problems: tuple[Problem, ...]
    effects: tuple[Effect, ...]
    after: Position
    legal: bool = True
    counts: bool = True
    conditions: tuple[Condition, ...] = ()
