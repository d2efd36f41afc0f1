"""Movements asked in one line: whatever is named goes into the request or, if people agree on it,
into the movement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import Any

from rulesets.movements import (
    court_whist,
    first_draw,
    heats,
    knockout,
    pairs,
    progressive,
    scheduled,
    stages,
    swiss,
)
from rulesets.movements.movement import SeatingRequest
from rulesets.movements.schedule import SeatRequests
from rulesets.movements.seating import Guest, Past, Seating

WISHES = ("apart", "together", "partners")
OF_REQUEST = {field.name for field in fields(SeatingRequest)}


def request(guests: Sequence[Guest], past: Sequence[Past] = (), **questions: Any) -> SeatingRequest:
    """What is asked; wishes may be named one by one."""
    wishes = SeatRequests(**{kind: (*questions.pop(kind, ()),) for kind in WISHES})
    credit = questions.pop("sat_out_credit", None) or {}
    teams = questions.pop("teams", None) or {}
    told = {"sets": 7} | {name: value for name, value in questions.items() if name in OF_REQUEST}
    return SeatingRequest(
        guests=list(guests), past=past, requests=wishes, credit=credit, teams=teams, **told
    )


@dataclass(frozen=True)
class Asked:
    movement: Any

    def __getattr__(self, name: str) -> Any:
        return getattr(self.movement, name)

    def _with(self, questions: dict[str, Any]) -> Any:
        own = {field.name for field in fields(self.movement)}
        return replace(self.movement, **{k: v for k, v in questions.items() if k in own})

    def next_seats(
        self, guests: Any, past: Any = (), winners: Any = (), **questions: Any
    ) -> Seating:
        seating: Seating = self._with(questions).next_seats(
            request(guests, past, winners=winners, **questions)
        )
        return seating

    def first_seats(self, guests: Any, **questions: Any) -> Seating:
        return self.next_seats(guests, **questions)

    def rounds_left(self, guests: Any, past: Any = (), **questions: Any) -> Any:
        return self._with(questions).plan(request(guests, past, **questions))

    def needs_search(self, guests: Any, past: Any = (), **questions: Any) -> bool:
        return bool(self._with(questions).needs_search(request(guests, past, **questions)))


def _kind(kind: Any) -> Any:
    return lambda *args, **more: Asked(kind(*args, **more))


SwissMovement, PairsMovement = _kind(swiss.SwissMovement), _kind(pairs.PairsMovement)
KnockoutMovement, HeatsMovement = _kind(knockout.KnockoutMovement), _kind(heats.HeatsMovement)
ScheduledMovement, RankedTables = _kind(scheduled.ScheduledMovement), _kind(stages.RankedTables)
COURT_WHIST = Asked(court_whist.CourtWhistMovement())
PROGRESSIVE = Asked(progressive.ProgressiveMovement())
next_court_whist, next_progressive = COURT_WHIST.next_seats, PROGRESSIVE.next_seats


def _draw(draw: Any, guests: Any, **questions: Any) -> Seating:
    draft: Seating = draw(request(guests, **questions))
    return draft


first_seats = partial(_draw, first_draw.first_seats)
first_seats_without_roles = partial(_draw, first_draw.first_seats_without_roles)
