"""Places for late arrivals in the first round, while it is being played.

Where two entrants meet at a table, the place opposite a bye is open: a table opens for the two of
them. Of several byes it is that of the last division or of the worst seed, so that byes stay with
the best (those of a bracket are seeded in the order of entry); and nobody else's place in a
bracket, a circle or a division changes. A guest of pairs comes with a partner: another late
arrival, or whoever waits for one.

At larger tables there is room at the smallest that has reported nothing, as far as the game takes
more people; of several at the last. Where there is none, a table opens for those who sit out, if
they are enough now. In both cases the tables have to be of the sizes that so many people have.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from rulesets.movements.entrants import Entrant
from rulesets.movements.fixed_pairs import pair_up, read_partners
from rulesets.movements.schedule import SeatRequests
from rulesets.movements.seating import Past
from rulesets.movements.stored_schedules import Shape

NOWHERE: Mapping[int, int] = {}  # the divisions of people where all play together


@dataclass(frozen=True, slots=True)
class LateSeats:
    """Seats for the late arrivals `came`: the table (from 0; behind the last one: it opens) and
    all its chairs with them; the division (from 0) of a table that opens, if there are several."""

    came: Entrant
    table: int
    chairs: tuple[int, ...]
    division: int | None = None

    @property
    def others(self) -> Entrant:
        """Return the other people at the table."""
        return tuple(who for who in self.chairs if who not in self.came)


def find_opposite_bye(
    first: Past,
    here: Sequence[int],
    requests: SeatRequests,
    *,
    alone: bool,
    divisions: Mapping[int, int] = NOWHERE,
) -> LateSeats | None:
    """Return the place opposite the last bye of a round, for the first late arrivals; None if
    there is no such bye, or nobody who could take it.

    In: the round as far as it was played; everybody present for the next one, in the order of
    entry; wishes; whether people play alone; the division (from 0) of everybody in the round, if
    there are several.
    """
    entrants: Sequence[Entrant] = [(who,) for who in here]
    byes: Sequence[Entrant] = [(who,) for who in first.draw.sitting_out]
    if not alone:
        entrants = pair_up(here, [first], requests).pairs
        byes = _pairs_out(first, read_partners([first], here, requests).in_rounds[0])
    seated = {who for table in first.tables for who in table}
    arrivals = [
        entrant
        for entrant in entrants
        if seated.isdisjoint(entrant) and not first.people.issuperset(entrant)
    ]
    bye = max(byes, key=lambda entrant: (divisions.get(entrant[0], 0), entrant), default=())
    if not arrivals or not bye or not (set(here) - seated).issuperset(bye):
        return None
    chairs = tuple(who for turn in zip(bye, arrivals[0], strict=True) for who in turn)
    return LateSeats(arrivals[0], len(first.tables), chairs, divisions.get(bye[0]))


def _pairs_out(first: Past, partners: Mapping[int, int]) -> list[Entrant]:
    """The pairs that sit a round out."""
    out = {*first.draw.sitting_out}
    return [(who, mate) for who in out if (mate := partners.get(who, who)) in out and who < mate]


def find_chair(
    first: Past,
    here: Sequence[int],
    closed: Collection[int],
    most: int,
    sizes: Callable[[int], Shape],
) -> LateSeats | None:
    """Return a chair for the first late arrival; None if there is no chair, or nobody is late.

    In: the round as far as it was played; everybody present for the next one; the tables (from
    0) that have reported; the most people at a table; the sizes of the tables for a number of
    people.
    """
    arrival = next((who for who in here if who not in first.people), None)
    if arrival is None:
        return None
    seated = [len(table) for table in first.tables]
    free = [at for at, size in enumerate(seated) if at not in closed and size < most]
    waiting = tuple(who for who in here if who in first.sitting_out)
    if free:
        table = min(free, key=lambda at: (seated[at], -at))
        chairs = (*first.tables[table], arrival)
        seated[table] += 1
    else:
        table, chairs = len(seated), (*waiting, arrival)
        seated.append(len(chairs))
    if tuple(sorted(seated, reverse=True)) != tuple(sizes(sum(seated))):
        return None
    return LateSeats((arrival,), table, chairs)
