"""Stages: one movement for the first rounds, in which everybody plays; then another for the best of
them, and for the others, who play on in the same way or watch.

Nothing is stored: who is in which part of the second stage is read from its seats.

Readings:

- Qualifiers are decided by the ranking after the first stage at the moment when the first seats of
  the second are drawn; people who are level are separated by lot. Seats that are shown stay, and so
  do the people in them, if a result is corrected afterwards.
- The tables of the best come first, those of the others behind them.
- Partners who stayed together in the first stage stay partners. If everybody was ranked singly and
  pairs play on, the first qualifier partners the last, the second the last but one.
- Somebody who leaves makes room for the next in the ranking until the second stage is drawn; after
  that it is as in any round. Late arrivals play with the others, or watch.
- If one part is over before the other, its people watch.
- A substitute belongs to the part of the chair from then on, if the person it belonged to has left,
  and if there is nothing left to play in their own part.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rulesets.engine.text import NOTHING, Phrase
from rulesets.movements.bracket import Entrant, Level
from rulesets.movements.first_draw import Pair
from rulesets.movements.fixed_pairs import pair_up, partners_of, read_partners
from rulesets.movements.keepers import keep_chairs, name_displaced
from rulesets.movements.movement import (
    Levels,
    Movement,
    Needs,
    Plan,
    PlannedMovement,
    SeatingRequest,
)
from rulesets.movements.schedule import SeatRequests
from rulesets.movements.seating import Guest, Past, Seating, SitOut, read_crowds
from rulesets.movements.sit_outs import ask_nobody
from rulesets.movements.swiss import rank_entrants

TWO = 2


@dataclass(slots=True)
class StageGroup:
    """Some of the people in the second stage: who they are, in the order after the first; the
    rounds they have played in it, the results of their tables, and the tables' positions in the
    room; who are to be partners; and how many rounds they play."""

    people: list[int]
    rounds: list[Past] = field(default_factory=list)
    results: list[Sequence[Level]] = field(default_factory=list)
    tables: list[list[int]] = field(default_factory=list)
    partners: list[Pair] = field(default_factory=list)
    sets: int = 0

    def add(self, played: Past, results: Sequence[Level], tables: Sequence[int]) -> None:
        """Add a round: these of its tables, and those of the part who sat out."""
        self.tables.append([*tables])
        self.rounds.append(played.part(tables, set(self.people)))
        self.results.append([results[at] if at < len(results) else () for at in tables])


@dataclass(frozen=True)
class PlanMissing:
    """No rounds are known in advance."""

    rounds: tuple[Past, ...] = ()
    source: Phrase = NOTHING


NO_PLAN = PlanMissing()


@dataclass(frozen=True)
class StagedMovement:
    """`first` seats `rounds` rounds, `second` the rounds after them, and `behind` those of people
    who have not qualified for it.

    - `best`: how many people go on; `fixed`: as pairs that were partners in the first stage;
      `pairs`: partners stay together in the second;
    - `others`: they play on as well;
    - `count_tables` and `count_sets`: at how many tables a number of people begin the second stage,
      and how many rounds they play; `ends_together`: the others play as many rounds as the best.
    """

    first: Movement
    second: Movement
    behind: Movement
    rounds: int
    best: int
    fixed: bool
    pairs: bool
    others: bool
    count_tables: Callable[[int], int]
    count_sets: Callable[[int], int]
    ends_together: bool

    def needs(self, number: int) -> Needs:
        """As in the first stage; then the order at its end, and all results."""
        if number <= self.rounds:
            return self.first.needs(number)
        return Needs(results=True, order_after=self.rounds)

    def balance(self, guests: Iterable[Guest]) -> tuple[int, ...]:
        """Return the people who are asked to play the other role, as in the first stage."""
        return self.first.balance(guests)

    def plan(self, request: SeatingRequest) -> Plan:
        """The remaining rounds of the first stage, if they are known; then none."""
        if len(request.past) < self.rounds and isinstance(self.first, PlannedMovement):
            return self.first.plan(replace(request, sets=self.rounds))
        return NO_PLAN

    def needs_search(self, request: SeatingRequest) -> bool:
        """Whether the seats of the first stage have to be searched."""
        if len(request.past) >= self.rounds or not isinstance(self.first, PlannedMovement):
            return False
        return self.first.needs_search(replace(request, sets=self.rounds))

    def next_seats(self, request: SeatingRequest) -> Seating:
        """As the first movement, then as the second, with a reason for everybody without a seat."""
        past = request.past
        if len(past) < self.rounds:
            return self.first.next_seats(replace(request, sets=self.rounds))
        if len(past) == self.rounds:
            parts = self._begin(request)
        else:
            here = request.people
            parts = self.read(past, request.results, request.order, request.requests, here)
            members = {who for part in parts for who in part.people}
            if self.others and len(parts) > 1:
                parts[1].people += [who for who in here if who not in members]
        return self._seat(request, parts)

    # --- who is in which part -------------------------------------------------------------------

    def _begin(self, request: SeatingRequest) -> list[StageGroup]:
        """The parts as they go into the second stage."""
        here = request.people
        entrants: Sequence[Entrant] = [(who,) for who in here]
        if self.fixed:
            bare = [replace(played, roles={}) for played in request.past]
            entrants = pair_up(here, bare, request.requests).pairs
        order = rank_entrants(entrants, request.order, request.rng)
        ranked = [who for entrant in order for who in entrant]
        alone = [who for who in here if who not in set(ranked)]
        parts = [StageGroup(ranked[: self.best]), StageGroup([*ranked[self.best :], *alone])]
        if self.fixed:
            for part in parts:
                part.partners = [
                    (first, second) for first, second in entrants if first in set(part.people)
                ]
        elif self.pairs:
            for part in parts:
                part.partners = pair_by_rank(part.people, request.roles)
        return self._count(parts)

    def read(
        self,
        past: Sequence[Past],
        results: Sequence[Sequence[Level]],
        order: Levels,
        requests: SeatRequests | None = None,
        here: Collection[int] = (),
    ) -> list[StageGroup]:
        """The parts of the second stage as far as it has been played; none before it begins.

        In: all rounds, the results of their tables, and the ranking after the first stage; wishes;
        who is here for the next round (empty: nobody has left).
        """
        if len(past) <= self.rounds:
            return []
        place = {who: at for at, who in enumerate(who for level in order for who in level)}
        begun = past[self.rounds].draw
        everybody = [who for table in begun.tables for who in table] + [*begun.sitting_out]
        best = min(self.best, len(everybody)) if self.others else len(everybody)
        count = self.count_tables(best) if self.others else len(begun.tables)
        seated = [who for table in begun.tables[:count] for who in table]
        waiting = sorted(begun.sitting_out, key=lambda who: (place.get(who, len(place)), who))
        main = {*seated, *waiting[: max(0, best - len(seated))]}
        ranked = sorted(everybody, key=lambda who: (place.get(who, len(place)), who))
        parts = [
            StageGroup([who for who in ranked if who in main]),
            StageGroup([who for who in ranked if who not in main]),
        ]
        self._find_partners(parts, past[: self.rounds + 1], requests or SeatRequests())
        self._count(parts)
        part_of = {who: number for number, part in enumerate(parts) for who in part.people}
        crowds = read_crowds(past, here or past[-1].draw.people)
        for number, played in enumerate(past[self.rounds :]):
            at = self.rounds + number
            tables = _find_tables(played.draw, parts, part_of, count if number == 0 else None)
            following = crowds[at + 1]
            for who, before in played.taken_over.items():
                plays = who in part_of and parts[part_of[who]].sets
                if who in following and before not in following and not plays:
                    _move(parts, part_of, who, part_of[before])
            level = results[at] if at < len(results) else ()
            for part, mine in zip(parts, tables, strict=True):
                part.add(played, level, mine)
        return parts

    def _find_partners(
        self, parts: Sequence[StageGroup], past: Sequence[Past], requests: SeatRequests
    ) -> None:
        """The partners of people who waited in the first round of the second stage; the others' are
        known from their seats."""
        *first, begun = past
        seated = {who for table in begun.draw.tables for who in table}
        for part in parts:
            rest = [who for who in part.people if who not in seated]
            if self.fixed:
                bare = [replace(played, roles={}) for played in first]
                last = read_partners(bare, part.people, requests).after[-1]
                part.partners = [(who, last[who]) for who in rest if last.get(who, -1) in rest]
            elif self.pairs:
                part.partners = pair_by_rank(rest, begun.roles)

    def _count(self, parts: list[StageGroup]) -> list[StageGroup]:
        """How many rounds each part plays."""
        main, others = parts
        main.sets = self.count_sets(len(main.people))
        if self.others:
            others.sets = main.sets if self.ends_together else self.count_sets(len(others.people))
        return parts

    # --- their seats ----------------------------------------------------------------------------

    def _seat(self, request: SeatingRequest, parts: Sequence[StageGroup]) -> Seating:
        """The seats of both parts, those of the best first. People who keep a chair keep it from
        the first stage to the second if that chair belongs to the part; the tables of a final keep
        their order."""
        guests, past = request.guests, request.past
        begins = len(past) == self.rounds
        seatings: list[Seating] = []
        seed = request.rng.getrandbits(32)
        for number, part in enumerate(parts):
            mine = set(part.people)
            here = [guest for guest in guests if guest.id in mine]
            chance = random.Random(f"{seed}/{number}/{len(part.rounds)}")  # noqa: S311 - seats
            part_request = replace(request, guests=here, rng=chance)
            seating = self._seat_part(part, part_request, is_behind=number > 0)
            if number and not seating.tables:  # too few, or nothing is left for them to play
                outs = tuple(replace(out, watches=True) for out in seating.sitting_out)
                seating = replace(seating, sitting_out=outs, notes=())
            if begins and past and not isinstance(self.second, RankedTables):
                before = past[-1].tables[sum(len(earlier.tables) for earlier in seatings) :]
                planned = [Past(seating.tables, (), {})]
                (turned,), _notes = keep_chairs(planned, here, [Past(before, (), {})])
                seating = replace(seating, tables=turned.tables)
            seatings.append(seating)
        seen = {who for played in past[: self.rounds] for table in played.tables for who in table}
        tables = tuple(table for part_seating in seatings for table in part_seating.tables)
        displaced = name_displaced(tables, guests, past) if begins else ()
        members = {who for part in parts for who in part.people}
        stopped, late = Phrase("Did not qualify; watching."), Phrase("Came late; watching.")
        rest = [
            SitOut(guest.id, "stopped", stopped if guest.id in seen else late, watches=True)
            for guest in guests
            if guest.id not in members
        ]
        return Seating(
            tables,
            (*(out for part_seating in seatings for out in part_seating.sitting_out), *rest),
            {guest.id: guest.role for guest in guests},
            (*(note for part_seating in seatings for note in part_seating.notes), *displaced),
        )

    def _seat_part(self, part: StageGroup, request: SeatingRequest, *, is_behind: bool) -> Seating:
        """The seats of one part; none if it is not played, or no longer."""
        if len(part.rounds) >= part.sets:
            code, text = "played", "Has finished playing."
            if not part.rounds:
                code, text = "stopped", "Did not qualify; watching."
            words = Phrase(text)
            outs = tuple(SitOut(who, code, words, watches=True) for who in request.people)
            return Seating((), outs, request.roles)
        wishes = replace(
            request.requests,
            partners=(*request.requests.partners, *part.partners),
            together=request.requests.together if self.fixed or not self.pairs else (),
        )
        part_request = replace(
            request,
            past=part.rounds,
            sets=part.sets,
            requests=wishes,
            credit={},
            winners=(),
            results=part.results,
            ranked=part.people,
        )
        movement = self.behind if is_behind else self.second
        seating = movement.next_seats(part_request)
        outs = tuple(_count_on(out, self.rounds) for out in seating.sitting_out)
        return replace(seating, sitting_out=outs)


def _count_on(out: SitOut, rounds: int) -> SitOut:
    """A reason that names a round of the second stage, with its number in the evening."""
    number = out.words.params.get("set")
    if not isinstance(number, int):
        return out
    words = Phrase(out.words.template, {**out.words.params, "set": number + rounds})
    return replace(out, words=words)


def _find_tables(
    seats: Past, parts: Sequence[StageGroup], part_of: dict[int, int], first: int | None
) -> tuple[list[int], list[int]]:
    """The tables of both parts in a round: the `first` so many, or else by the people who belong to
    one. New people belong to the part of their table; people who sit out and belong nowhere, to the
    others."""
    tables: tuple[list[int], list[int]] = ([], [])
    for at, people in enumerate(seats.tables):
        votes = Counter(part_of[who] for who in people if who in part_of)
        number = max(votes, key=votes.__getitem__, default=1) if first is None else int(at >= first)
        tables[number].append(at)
        for who in people:
            _move(parts, part_of, who, number)
    for who in seats.sitting_out:
        if who not in part_of:
            _move(parts, part_of, who, 1)
    return tables


def _move(parts: Sequence[StageGroup], part_of: dict[int, int], who: int, to: int) -> None:
    """Move somebody to the part in which a table, or the list of sit-outs, shows them."""
    at = part_of.get(who)
    if at == to:
        return
    if at is not None:
        parts[at].people.remove(who)
    parts[to].people.append(who)
    part_of[who] = to


def pair_by_rank(ranked: Sequence[int], roles: Mapping[int, str]) -> list[Pair]:
    """The best with the last, the second with the last but one; of different roles if there are
    roles."""
    free, pairs = [*ranked], []
    while len(free) >= TWO:
        best = free.pop(0)
        unlike = (who for who in reversed(free) if roles.get(who, "") != roles.get(best, ""))
        partner = next(unlike, free[-1])
        free.remove(partner)
        pairs.append((best, partner))
    return pairs


@dataclass(frozen=True)
class RankedTables:
    """One round, at tables by rank: the best at the first, the next at the second. `sizes` gives
    the sizes of the tables for a number of single players; without it pairs meet at tables of
    four."""

    sizes: Callable[[int], Sequence[int]] | None = None

    def needs(self, number: int) -> Needs:
        """Nothing but the seeds, which come with the stage."""
        return Needs()

    def balance(self, guests: Iterable[Guest]) -> tuple[int, ...]:
        """Nobody changes: roles do not matter."""
        return ask_nobody(guests)

    def next_seats(self, request: SeatingRequest) -> Seating:
        """Seat people by rank, with the lot deciding who sits where; people left over at the end
        sit out. Partners sit opposite each other at tables of four."""
        rng, here = request.rng, set(request.people)
        ranked, partners = request.ranked, request.requests.partners
        order = [who for who in ranked if who in here]
        if self.sizes is None:
            pairing = pair_up(order, [], SeatRequests(partners=partners))
            pairs = sorted(pairing.pairs, key=lambda pair: sum(map(order.index, pair)))
            fours = [pairs[at : at + TWO] for at in range(0, len(pairs) - 1, TWO)]
            tables = [
                tuple(who for turn in zip(*four, strict=True) for who in turn) for four in fours
            ]
        else:
            tables, start = [], 0
            for size in self.sizes(len(order)):
                tables.append(tuple(rng.sample(order[start : start + size], size)))
                start += size
        seated = {who for table in tables for who in table}
        words = Phrase("The tables are full.")
        mate = {} if self.sizes else partners_of(pair for pair in pairs if seated.isdisjoint(pair))
        outs = tuple(
            SitOut(who, "over", words, partner=mate.get(who)) for who in order if who not in seated
        )
        return Seating(tuple(tables), outs, request.roles)
