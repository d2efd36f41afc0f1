"""Standings from boards that last the evening: a line for each person, across all tables.

Where two teams play, everybody has the line of the team. Where each table keeps a board:

- with a final table those at it come first, in its order;
- then, where the game ranks people by more than their totals (who went out when), the place at
  the own table counts before the total, because rounds of different tables cannot be compared:
  all seconds come before all thirds;
- then the total decides, and who is level in all of it shares a place.

A total is what the game says; partners who have one together have lines of the same total. Who
sits at the final table too has what the first table left, less what was brought from there to the
final one, and what that left.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from rulesets.engine.plays import Account
from rulesets.standings.places import placings
from tournaments.models import Entry
from tournaments.standing.rows import StandingRow

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from rulesets.engine.plays import State
    from tournaments.models import Event
    from tournaments.scoring.pad import Pad

Key = tuple[int, int]  # place at the table (as a negative number), total
NOT_LAST: Key = (-1_000_000, 0)  # of somebody who is at no final table


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody's pad and place in its roster, and those at the final table."""

    pad: Pad
    place: int
    final: Pad | None = None
    final_place: int = 0

    @property
    def newest(self) -> tuple[Pad, int]:
        return (self.final, self.final_place) if self.final else (self.pad, self.place)


def board_rows(event: Event, found: Sequence[Pad]) -> tuple[StandingRow, ...]:
    """Everybody's line, best first; before the first seats everybody has nothing yet.

    Who sits at no table has no line.
    """
    if not found:
        everybody = Entry.objects.filter(event_id=event.pk).order_by("name", "pk")
        return tuple(_nothing_yet(pk, name) for pk, name in everybody.values_list("pk", "name"))
    return _teams(found[0]) if found[0].room else _tables(found)


def _nothing_yet(entry_id: int, name: str) -> StandingRow:
    return StandingRow(
        entry_id=entry_id,
        name=name,
        role="",
        role_name="",
        total=0,
        rank=1,
        shared=True,
        sets=(),
        sit_outs=0,
        moved=0,
        progress=(),
    )


def course(pad: Pad) -> tuple[State, ...]:
    """The opening and the state after each round that counts, what closed the game in the last."""
    states = list(pad.states)
    if pad.replay.closing.movements:
        states[-2:] = states[-1:]
    return tuple(states)


def account_of(pad: Pad, scorer: int) -> Account:
    """Where somebody's points are, or those of a side."""
    return Account("player" if pad.alone else "side", scorer)


def brought(pad: Pad, place: int) -> int:
    """What somebody put in at the start of a pad."""
    mine = account_of(pad, pad.scorer(place))
    return sum(
        movement.amount
        for movement in pad.replay.opening.movements
        if movement.source.kind == "bank" and movement.target == mine
    )


def run_of(pad: Pad, scorer: int) -> tuple[tuple[int | None, ...], tuple[int, ...]]:
    """What each round brought a side (None: it does not count), and the totals from the start."""
    totals = [pad.plays.totals(state)[scorer] for state in course(pad)]
    gains = iter(now - before for before, now in pairwise(totals))
    return tuple(next(gains) if one.counted else None for one in pad.rounds), tuple(totals)


def seats_of(found: Sequence[Pad]) -> dict[int, Seat]:
    """Everybody's pads by entry, where each table keeps one."""
    seats: dict[int, Seat] = {}
    for pad in found:
        for place, entry_id in enumerate(pad.entry_ids):
            first = seats.get(entry_id)
            seats[entry_id] = (
                Seat(first.pad, first.place, pad, place) if first else Seat(pad, place)
            )
    return seats


# -- two teams -------------------------------------------------------------------------------


def _teams(pad: Pad) -> tuple[StandingRow, ...]:
    roster, plays = pad.setup.roster, pad.plays
    states = course(pad)
    now = plays.ranks(states[-1])
    before = plays.ranks(states[-2]) if states[2:] else now
    rows = []
    for team, members in enumerate(roster.sides):
        sets, progress = run_of(pad, team)
        for place in members:
            row = StandingRow(
                entry_id=pad.entry_ids[place],
                name=pad.names[place],
                role=plays.side_names[team],
                role_name=roster.side_names[team],
                total=progress[-1],
                rank=now[team],
                shared=len(members) > 1 or now.count(now[team]) > 1,
                sets=sets,
                sit_outs=sum(place in one.byes for one in pad.rounds if one.counted),
                moved=before[team] - now[team],
                progress=progress,
            )
            rows.append(row)
    order = {role: team for team, role in enumerate(plays.side_names)}
    return tuple(sorted(rows, key=lambda row: (row.rank, order[row.role], row.name.casefold())))


# -- a board for each table ------------------------------------------------------------------


def _tables(found: Sequence[Pad]) -> tuple[StandingRow, ...]:
    seats = seats_of(found)
    now = _ranks(seats, lambda pad: pad.state)
    ranks = list(now.values())
    before = _ranks_before(found, seats)
    rows = []
    for entry_id, seat in seats.items():
        sets, progress = _run(seat)
        row = StandingRow(
            entry_id=entry_id,
            name=seat.pad.names[seat.place],
            role="",
            role_name="",
            total=progress[-1],
            rank=now[entry_id],
            shared=ranks.count(now[entry_id]) > 1,
            sets=sets,
            sit_outs=0,
            moved=before[entry_id] - now[entry_id] if before else 0,
            progress=progress,
            table=seat.newest[0].title,
            side=_side(*seat.newest),
        )
        rows.append(row)
    return tuple(sorted(rows, key=lambda row: (row.rank, row.name.casefold())))


def _side(pad: Pad, place: int) -> tuple[str, ...]:
    """Everybody who has a total together with somebody, in the order of their chairs."""
    people = pad.people_of(pad.scorer(place))
    return tuple(pad.names[one] for one in people) if len(people) > 1 else ()


def _run(seat: Seat) -> tuple[tuple[int | None, ...], tuple[int, ...]]:
    sets, progress = run_of(seat.pad, seat.pad.scorer(seat.place))
    if seat.final is None:
        return sets, progress
    more, totals = run_of(seat.final, seat.final.scorer(seat.final_place))
    left = progress[-1] - brought(seat.final, seat.final_place)
    # What is put in at the final table is no round of its own: its first round begins below.
    shown = totals[1:] or totals
    return sets + more, progress + tuple(left + total for total in shown)


def _ranks(seats: Mapping[int, Seat], state_of: Callable[[Pad], State]) -> dict[int, int]:
    """Everybody's rank, every pad being in the state that `state_of` finds."""
    pads = {id(pad): pad for seat in seats.values() for pad in (seat.pad, seat.final) if pad}
    at = {key: _keys(pad, state_of(pad)) for key, pad in pads.items()}
    keys = {
        entry_id: (
            at[id(seat.final)][seat.final.scorer(seat.final_place)] if seat.final else NOT_LAST,
            at[id(seat.pad)][seat.pad.scorer(seat.place)],
        )
        for entry_id, seat in seats.items()
    }
    order = {key: rank for rank, key in enumerate(sorted(set(keys.values())))}
    ranked = placings([order[key] for key in keys.values()])
    return {entry_id: place.rank for entry_id, place in zip(keys, ranked, strict=True)}


def _keys(pad: Pad, state: State) -> list[Key]:
    """By what people are compared, by whose total it is: higher is better."""
    totals = pad.plays.totals(state)
    best_first = [-total if pad.plays.wins == "low" else total for total in totals]
    if pad.plays.ranking(state) is None:
        return [(0, total) for total in best_first]
    own = pad.plays.ranks(state)
    return [(-rank, total) for rank, total in zip(own, best_first, strict=True)]


def _ranks_before(found: Sequence[Pad], seats: Mapping[int, Seat]) -> dict[int, int]:
    """Everybody's rank before the last round of every table in play; nothing if there is none."""
    last = max(pad.set_number for pad in found)
    moved = {id(pad): course(pad) for pad in found if pad.set_number == last}
    earlier = {key: states[-2] for key, states in moved.items() if len(states) > 2}
    if not earlier:
        return {}
    return _ranks(seats, lambda pad: earlier.get(id(pad), pad.state))
