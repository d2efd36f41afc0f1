"""Movements: their protocol, and the request for the seats of a round.

A movement seats one round after the other and stores nothing: whatever it has to know comes in a
`SeatingRequest`, and the same request gives the same seats. The agreed options (who moves,
seeds, divisions) belong to the movement itself, which is made from the options of a format.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from rulesets.movements.schedule import SeatRequests

if TYPE_CHECKING:
    from rulesets.engine.text import Phrase
    from rulesets.movements.bracket import Level
    from rulesets.movements.exchanges import Progress
    from rulesets.movements.seating import Guest, Past, Seating, Way

OPAQUE = ("rng", "progress")  # fields that are no values
Levels = Sequence[Sequence[int]]
"""People in groups of those who are level, the best first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatingRequest:
    """Everything that the seats of the next round can depend on.

    - `guests`: the people present for it, in the order of entry; `past`: the rounds played;
    - `rng`: the source of every draw, new for each request; the same seed in all rounds of a plan;
    - `sets`: how many rounds the evening (or its stage) has; 0: not known yet;
    - `requests` are pairs who are to be apart, at one table, or partners; `teams` the team of
      everybody who has one; `credit` the sit-outs that late guests start with;
    - `winners` of each table of the last round, `order` of all by score, `results` of every table
      in all rounds: only what the movement `needs`;
    - `ranked`: the seeds of a later stage; `progress`: told how far a search is.
    """

    guests: Sequence[Guest]
    rng: random.Random
    past: Sequence[Past] = ()
    sets: int = 0
    requests: SeatRequests = field(default_factory=SeatRequests)
    teams: Mapping[int, str] = field(default_factory=dict)
    credit: Mapping[int, int] = field(default_factory=dict)
    winners: Sequence[Collection[int]] = ()
    order: Levels = ()
    results: Sequence[Sequence[Level]] = ()
    ranked: Sequence[int] = ()
    progress: Progress | None = None

    @property
    def people(self) -> list[int]:
        """The numbers of the people present."""
        return [guest.id for guest in self.guests]

    @property
    def roles(self) -> dict[int, str]:
        """Everybody's role as they came."""
        return {guest.id: guest.role for guest in self.guests}

    @property
    def key(self) -> tuple[object, ...]:
        """The request as a value: equal for requests that get the same seats."""
        names = (field.name for field in fields(self) if field.name not in OPAQUE)
        return (self.rng.getstate(), *(getattr(self, name) for name in names))

    @property
    def all_requests(self) -> SeatRequests:
        """The wishes, with the members of a team to be seated apart."""
        wishes = self.requests
        return SeatRequests.of(wishes.apart, wishes.together, wishes.partners, self.teams)


@dataclass(frozen=True, slots=True)
class Needs:
    """The parts of a request that a round needs: the `winners` of the last one, the `results` of
    all tables, the order of people `order_after` so many rounds (None: not)."""

    winners: bool = False
    results: bool = False
    order_after: int | None = None


class Plan(Protocol):
    """The remaining rounds, the first of which is the next one; where they come from."""

    @property
    def rounds(self) -> Sequence[Past]: ...

    @property
    def source(self) -> Phrase: ...


class Movement(Protocol):
    """Seats people round by round."""

    def needs(self, number: int) -> Needs:
        """Return the parts of a request that round `number` needs."""

    def balance(self, guests: Iterable[Guest]) -> tuple[int, ...]:
        """Return the people who are asked to play the other role before the first round."""

    def next_seats(self, request: SeatingRequest) -> Seating:
        """The seats of the round after the last one of `request.past`, with a reason for everybody
        who sits out and a note for every wish that is not granted."""


@runtime_checkable
class Ladder(Protocol):
    """A movement up and down a row of tables."""

    def ways(self, table: int, tables: int) -> tuple[Way, ...]:
        """Who goes from a table (from 1) to which, out of this many."""


def needs_of(movement: Movement | None, number: int) -> Needs:
    """Return the parts of a request that a round needs: nothing where nobody moves."""
    return Needs() if movement is None else movement.needs(number)


def seats_by_order(movement: Movement | None, rounds: int) -> bool:
    """Return whether the seats of any of so many rounds follow from the order of all."""
    numbers = range(1, rounds + 2)
    return any(needs_of(movement, number).order_after is not None for number in numbers)


@runtime_checkable
class PlannedMovement(Movement, Protocol):
    """A movement whose seats are known before the rounds are played."""

    def plan(self, request: SeatingRequest) -> Plan:
        """All remaining rounds, at least one, for the people who are here now."""

    def needs_search(self, request: SeatingRequest) -> bool:
        """Whether the plan has to be searched, which may take seconds."""
