"""Entrants: a person or a fixed pair that is ranked and seated as one, and their history: whom they
have met, and how often they have sat out.

At a table of two pairs, people opposite each other are partners; single players meet everybody at
their table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import permutations, product

from rulesets.engine.text import Phrase
from rulesets.movements.first_draw import not_apart, not_together, too_few
from rulesets.movements.fixed_pairs import pair_up, partners_of
from rulesets.movements.schedule import FAR, Pair, SeatRequests
from rulesets.movements.seating import (
    Guest,
    Note,
    Past,
    Seating,
    SitOut,
    level_counts,
    read_history,
)
from rulesets.movements.team_mates import name_mates

Entrant = tuple[int, ...]
Meeting = tuple[Entrant, ...]
"""The entrants of one table, in the order in which they sit."""


class EntrantsRoom:
    """The entrants present for a round. `alone`: each is one person; otherwise they are pairs, and
    anybody left over waits for a partner."""

    def __init__(
        self,
        guests: Sequence[Guest],
        past: Sequence[Past],
        requests: SeatRequests,
        credit: Mapping[int, int] | None = None,
        *,
        alone: bool = False,
    ) -> None:
        bare = [replace(played, roles={}) for played in past]
        self.given = {guest.id: guest.role for guest in guests}
        self.requests, self.alone = requests.among(self.given), alone
        self.entrants: tuple[Entrant, ...] = tuple((person,) for person in self.given)
        self.waiting: tuple[int, ...] = ()
        if not alone:
            partners = pair_up([*self.given], bare, requests)
            self.entrants, self.waiting = partners.pairs, partners.alone
        self.sat_out = count_sit_outs([*self.given], bare, credit or {}, alone=alone)
        self.met = count_met(bare, alone=alone)

    def times(self, first: Entrant, second: Entrant) -> int:
        """How often two entrants have met, whichever of their people it was."""
        return max(self.met[person, other] for person, other in product(first, second))

    def weigh(self, ranked: Sequence[Entrant]) -> dict[Pair, int]:
        """How often two entrants have met, by their places in an order, the lower one first; pairs
        that have not met are left out. A wish to be apart (or being in one team) counts as many
        meetings, a wish to be together as many fewer."""
        place = {person: at for at, entrant in enumerate(ranked) for person in entrant}
        weights: dict[Pair, int] = {}
        for (person, other), times in self.met.items():
            first, second = place.get(person, -1), place.get(other, -1)
            if -1 < first < second:
                weights[first, second] = max(weights.get((first, second), 0), times)
        wishes = ((self.requests.separate, FAR), (self.at_one_table, -FAR))
        for pairs, weight in wishes:
            for first, second in {
                _in_order(place.get(left, -1), place.get(right, -1)) for left, right in pairs
            }:
                if -1 < first < second:
                    weights[first, second] = weights.get((first, second), 0) + weight
        return weights

    @property
    def at_one_table(self) -> tuple[Pair, ...]:
        """Wishes to sit at one table; for pairs, except those between partners."""
        return (*self.requests.together, *self.requests.partners) if self.alone else ()

    def byes(self, entrant: Entrant) -> int:
        """How often an entrant has sat out; for two who joined up later, the higher number."""
        return max(self.sat_out[person] for person in entrant)

    def past_of(self, tables: Iterable[Meeting], byes: Iterable[Entrant]) -> Past:
        """The seats of a round: partners sit opposite each other."""
        seats = tuple(
            tuple(who for turn in zip(*meeting, strict=True) for who in turn) for meeting in tables
        )
        out = [*byes, *((who,) for who in self.waiting)]
        people = tuple(who for entrant in out for who in entrant)
        return Past(seats, people, dict.fromkeys(self.given, ""), partners=partners_of(out))

    def seating(self, planned: Past, reason: Callable[[int], SitOut]) -> Seating:
        """The seats of a round with the `reason` of everybody who sits out, and a note for each
        wish that was not granted."""
        if not planned.tables:
            return too_few(self.given)
        outs = tuple(
            replace(
                SitOut(who, "alone", Phrase("Waiting for a partner."))
                if who in self.waiting
                else reason(who),
                partner=planned.partners.get(who),
                division=planned.divisions.get(who),
            )
            for who in planned.sitting_out
        )
        return Seating(planned.tables, outs, self.given, tuple(self._name_broken(planned)))

    def _name_broken(self, planned: Past) -> list[Note]:
        table_of = {who: at for at, table in enumerate(planned.tables) for who in table}
        notes = [
            not_apart(person, other)
            for person, other in self.requests.apart
            if table_of.get(person, -1) == table_of.get(other, -2)
        ]
        for person, other in self.at_one_table:
            if person in table_of and other in table_of:
                notes += (
                    [not_together(person, other)] if table_of[person] != table_of[other] else []
                )
            elif person in table_of or other in table_of:
                text = "{person} and {other} are not together: one of them sits out."
                params = {"person": person, "other": other}
                notes.append(Note("together.not_kept", Phrase(text, params)))
        mates = name_mates(self.requests.mates, [planned], fixed_pairs=not self.alone)
        return [*notes, *mates]


def _in_order(first: int, second: int) -> Pair:
    return (first, second) if first < second else (second, first)


def count_met(past: Iterable[Past], *, alone: bool) -> Counter[Pair]:
    """How often people have met who are not partners; every two in both orders."""
    meetings: Counter[Pair] = Counter()
    for played in past:
        for table in played.tables:
            if alone:
                meetings.update(permutations(table, 2))
            else:
                sides = table[::2], table[1::2]
                meetings.update(
                    pair
                    for person, other in product(*sides)
                    for pair in ((person, other), (other, person))
                )
    return meetings


def count_sit_outs(
    people: Sequence[int], past: Sequence[Past], credit: Mapping[int, int], *, alone: bool
) -> dict[int, int]:
    """How many rounds everybody here has sat out, with late arrivals as in `level_counts`."""
    history = read_history(past, credit, partners=not alone)
    last = {*past[-1].sitting_out}.union(*past[-1].tables) if past else set()
    arrived = [person for person in people if person not in last]
    level_counts(history, arrived, [who for who in people if who in last], {}, credit)
    return {person: history.sat_out[person] for person in people}
