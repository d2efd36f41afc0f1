"""Pairs: each pair against each, by a schedule that is fixed before the first round.

The circle: one pair stays at its table, the others go round the room; after n - 1 rounds (n, where
they are odd and one sits out) everybody has met everybody once, and it begins again. Nothing of it
need be kept: it follows from the first round as it was played. Readings where pairs come and go:

- A new pair takes the row of one that has left, first that of a partner; otherwise the chairs of
  whoever would sit out, where they were odd. A pair that leaves is a sit-out for the others.
- Where that would let a table stand empty, or somebody sit out before others have done so as
  often, the rounds left are made anew: round by round one of those who have sat out least does so,
  and the fewest pairs meet again.
- Who keeps a chair has the table and the chair of the round before, and the others come.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rulesets.engine.text import NOTHING, Words, say
from rulesets.movements.first_draw import Pair
from rulesets.movements.fixed_pairs import (
    Meeting,
    PairRequests,
    PairsRoom,
    pair_rest,
    read_partners,
)
from rulesets.movements.keepers import keep_chairs
from rulesets.movements.matching import match
from rulesets.movements.seating import Guest, Note, Past, Seating, SitOut, read_crowds
from rulesets.movements.sit_outs import ask_nobody as balance

__all__ = ["balance", "next_seats", "rounds_left"]

ROUNDS = 7
TRIES = 24  # to make the rounds left anew, for a room of up to so many pairs
FEW_PAIRS = 24
CIRCLE = say("everybody against everybody, in a circle")
ANEW = "{source}; made anew for those who came or left"

Row = Pair | None
"""A pair in its place of the schedule; None: whoever meets it sits out."""


@dataclass(frozen=True, slots=True)
class PairsSchedule:
    """The rounds as they are planned, where they come from, and what a host should know."""

    rounds: tuple[Past, ...]
    source: Words = NOTHING
    notes: tuple[Note, ...] = ()


def next_seats(
    guests: Sequence[Guest],
    past: Sequence[Past],
    winners: object,
    *,
    rng: random.Random,
    apart: Iterable[Pair] = (),
    together: Iterable[Pair] = (),
    partners: Iterable[Pair] = (),
    sets: int = ROUNDS,
    sat_out_credit: Mapping[int, int] | None = None,
    **_more: object,
) -> Seating:
    """The seats of the round that follows the last one of `past`, as planned.

    In: those present for it; the rounds played, in order; a generator with the same seed in every
    round; wishes, those to be at one table or partners for partners; how many rounds there are;
    sit-outs credited to late guests. Who wins does not matter.
    Out: the seats, with reasons and notes.
    Raised: ValueError where a table of a past round does not name four people; MatcherMissing.
    """
    del winners
    asked = PairRequests((*together, *partners), (*apart,))
    planned = rounds_left(
        guests,
        past,
        rng=rng,
        apart=asked.apart,
        partners=asked.partners,
        sets=sets,
        sat_out_credit=sat_out_credit,
    )
    room = PairsRoom(guests, past, asked, sat_out_credit)
    reason = SitOut(0, "scheduled", Words("Sits out this round, as planned."))
    seating = room.seating(planned.rounds[0], reason)
    return replace(seating, notes=(*seating.notes, *planned.notes))


def rounds_left(
    guests: Sequence[Guest],
    past: Sequence[Past],
    *,
    rng: random.Random,
    apart: Iterable[Pair] = (),
    together: Iterable[Pair] = (),
    partners: Iterable[Pair] = (),
    sets: int = ROUNDS,
    sat_out_credit: Mapping[int, int] | None = None,
    **_more: object,
) -> PairsSchedule:
    """All rounds that are left, one at least, as they are planned for those who are here now.

    In: as for `next_seats`.
    """
    asked = PairRequests((*together, *partners), (*apart,))
    evening = _Evening(guests, past, asked, sat_out_credit or {}, rng.getrandbits(32))
    plan = evening.plan(sets)
    room = evening.room(len(past), [guest.id for guest in guests])
    planned = [plan.seats(room, number) for number in range(len(plan.rounds))]
    rounds, notes = keep_chairs(planned, guests, past)
    return PairsSchedule(rounds, plan.source, notes)


# --- the plan -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Plan:
    """The rounds left: who meets whom, by their rows, table by table. `former` are those who had
    the rows last."""

    rows: tuple[Row, ...]
    rounds: tuple[tuple[tuple[int, int], ...], ...]
    source: Words = CIRCLE
    former: tuple[Row, ...] = ()

    def meetings(self, number: int) -> list[tuple[Row, Row]]:
        """Who meets whom in one of the rounds left."""
        return [(self.rows[one], self.rows[two]) for one, two in self.rounds[number]]

    def seats(self, room: PairsRoom, number: int) -> Past:
        """The seats of one of the rounds left."""
        met = self.meetings(number)
        full: list[Meeting] = [(one, two) for one, two in met if one and two]
        byes = [row for pair in met if None in pair for row in pair if row]
        return room.past_of(full, byes)

    def after(self) -> _Plan:
        """What is left once the first of the rounds is played."""
        return replace(self, rounds=self.rounds[1:])


class _Evening:
    """The plan of an evening, changed round by round for those who came and left."""

    def __init__(
        self,
        guests: Sequence[Guest],
        past: Sequence[Past],
        requests: PairRequests,
        credit: Mapping[int, int],
        seed: int,
    ) -> None:
        self.guests = guests
        self.past = [replace(played, roles={}) for played in past]
        self.requests, self.credit, self.seed = requests, credit, seed
        here = [guest.id for guest in guests]
        self.partners = read_partners(self.past, here, requests)

    def room(self, number: int, people: Iterable[int]) -> PairsRoom:
        """The pairs of these people after the first `number` rounds."""
        guests = [Guest(person, "") for person in people]
        return PairsRoom(guests, self.past[:number], self.requests, self.credit)

    def plan(self, rounds: int) -> _Plan:
        """The rounds that are left."""
        here = [guest.id for guest in self.guests]
        if not self.past:
            return _draw_circle(self._first_rows(here), rounds)
        crowds = read_crowds(self.past, here)
        pairs = pair_rest(sorted(crowds[0] | crowds[1]), self.partners[1], self.requests).pairs
        plan = _draw_circle(_rows_as_played(self.past[0], pairs), rounds).after()
        for number in range(1, len(self.past)):
            played = self.past[number]
            # Who is missing at the end of a round may have been there when it was planned.
            several = (crowds[number], crowds[number] | crowds[number - 1])
            plans = (self._change(plan, number, sorted(people)) for people in several)
            agreed = next((one for one in plans if _agrees(one, played)), None)
            if agreed:
                plan = agreed.after()
            else:
                room = self.room(number + 1, sorted(crowds[number]))
                plan = _make_anew(plan, room, len(plan.rounds) - 1, self.seed)
        return self._change(plan, len(self.past), here)

    def _first_rows(self, here: Sequence[int]) -> list[Row]:
        """All pairs by lot; one that keeps its chairs in the row that stays at its table."""
        rows: list[Row] = [*self.room(0, here).pairs]
        random.Random(self.seed).shuffle(rows)  # noqa: S311 - a draw of seats, not a secret
        keepers = {guest.id for guest in self.guests if guest.keeps_chair}
        rows.sort(key=lambda pair: keepers.isdisjoint(pair or ()))
        if len(rows) % 2:
            rows.insert((len(rows) + 1) // 2, None)
        return rows

    def _change(self, plan: _Plan, number: int, people: Sequence[int]) -> _Plan:
        """The rounds left for those who are there now."""
        pairs = pair_rest(people, self.partners[number], self.requests).pairs
        rows, without = _fill_rows(plan, pairs)
        former = tuple(row or had for row, had in zip(rows, plan.former or plan.rows, strict=True))
        mended = replace(plan, rows=rows, former=former)
        if plan.rounds and rows == plan.rows and not without:
            return mended
        room = self.room(number, people)
        left = max(1, len(plan.rounds))
        if without or rows.count(None) > 1 or not plan.rounds or _is_uneven(mended, room):
            return _make_anew(plan, room, left, self.seed)
        if not _count_repeats(mended, room):
            return mended
        anew = _make_anew(plan, room, left, self.seed)
        return min((mended, anew), key=lambda one: _count_repeats(one, room))


def _draw_circle(rows: Sequence[Row], rounds: int) -> _Plan:
    """So many rounds: the first row stays, the others go on by one place each round."""
    last = len(rows) - 1
    planned = []
    for number in range(rounds):
        places = [0, *(1 + (place - number) % last for place in range(last))]
        met = [(places[place], places[last - place]) for place in range(len(rows) // 2)]
        planned.append(tuple(met if number % 2 == 0 else [(two, one) for one, two in met]))
    return _Plan(tuple(rows), tuple(planned))


def _rows_as_played(first: Past, pairs: Sequence[Pair]) -> list[Row]:
    """The rows of the circle whose first round this was. Who sits out may have stood in for
    somebody at its end."""
    waited = [pair for pair in pairs if not set(first.sitting_out).isdisjoint(pair)]
    at_table = {who: pair for pair in pairs if pair not in waited for who in pair}
    rows: list[Row] = []
    others: list[Row] = []
    for table in first.tables:
        for side, placed in ((table[::2], rows), (table[1::2], others)):
            one, two = side
            placed.append(at_table.get(one) or at_table.get(two) or (one, two))
    return [*rows, *([waited[0], None] if waited else []), *reversed(others)]


def _agrees(plan: _Plan, played: Past) -> bool:
    """Whether a round was played as planned, by one at least of each pair."""
    planned = {
        frozenset((person, other))
        for one, two in (plan.meetings(0) if plan.rounds else ())
        for person in one or ()
        for other in two or ()
    }
    return all(
        any(frozenset((one, two)) in planned for one in table[::2] for two in table[1::2])
        for table in played.tables
    )


def _fill_rows(plan: _Plan, pairs: Iterable[Pair]) -> tuple[tuple[Row, ...], list[Pair]]:
    """The rows with those who are there now; and the pairs that find none."""
    here = {frozenset(pair): pair for pair in pairs}
    rows = [here.pop(frozenset(row), None) if row else None for row in plan.rows]
    came = [*here.values()]
    had = [frozenset(row or ()) for row in plan.former or plan.rows]
    for shared in (True, False):
        for pair in [*came]:
            free = (
                place
                for place, row in enumerate(rows)
                if row is None and (not shared or had[place].intersection(pair))
            )
            if (place := next(free, None)) is not None:
                rows[place] = pair
                came.remove(pair)
    return tuple(rows), came


def _is_uneven(plan: _Plan, room: PairsRoom) -> bool:
    """Whether a pair would sit out that has done so more often than another."""
    counts = {row: room.byes(row) for row in plan.rows if row}
    for number in range(len(plan.rounds)):
        for one, two in plan.meetings(number):
            bye = one or two
            if bye and (one is None or two is None):
                if counts[bye] > min(counts.values()):
                    return True
                counts[bye] += 1
    return False


def _count_repeats(plan: _Plan, room: PairsRoom) -> int:
    """How often pairs meet again in the rounds left."""
    met: Counter[frozenset[Pair]] = Counter()
    total = 0
    for number in range(len(plan.rounds)):
        for one, two in plan.meetings(number):
            if one and two:
                total += room.times(one, two) + met[frozenset((one, two))]
                met[frozenset((one, two))] += 1
    return total


def _make_anew(before: _Plan, room: PairsRoom, rounds: int, seed: int) -> _Plan:
    """So many rounds anew, with the meetings and the sit-outs so far."""
    rng = random.Random(f"{seed} {sum(room.met.values())}")  # noqa: S311 - seats, no secret
    rows = (*room.pairs, *((None,) if len(room.pairs) % 2 else ()))
    source = before.source
    if source.template != ANEW:
        source = Words(ANEW, {"source": source})
    best: tuple[int, _Plan] | None = None
    for _ in range(TRIES if len(rows) <= FEW_PAIRS else 1):
        found = tuple(_match_rounds(rows, room, rounds, rng))
        plan = _Plan(rows, found, source)
        repeats = _count_repeats(plan, room)
        if best is None or repeats < best[0]:
            best = repeats, plan
        if not repeats:
            break
    assert best is not None  # noqa: S101 - there is at least one try
    return best[1]


def _match_rounds(
    rows: Sequence[Row], room: PairsRoom, rounds: int, rng: random.Random
) -> Iterator[tuple[tuple[int, int], ...]]:
    """Round by round: whoever has sat out least does so, and the fewest meet again."""
    byes = [room.byes(row) if row else 0 for row in rows]
    met = [[room.times(one, two) if one and two else 0 for two in rows] for one in rows]
    far = len(rows) * (rounds + max(map(max, met), default=0)) ** 2 + 1

    def cost(one: int, two: int) -> int:
        if rows[two] is None:
            return far * byes[one]
        return met[one][two] ** 2

    for _ in range(rounds):
        meetings = match(len(rows), cost, rng)
        for one, two in meetings:
            met[one][two] += 1
            met[two][one] += 1
            if rows[two] is None:
                byes[one] += 1
        rng.shuffle(meetings)
        yield tuple(pair if rng.random() < 0.5 else pair[::-1] for pair in meetings)
