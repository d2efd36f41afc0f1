"""Pairs: a round robin by a schedule that is fixed before the first round. Entrants are fixed pairs
at tables of four, or single players at tables of two.

The circle: one entrant stays at its table, the others go round the room; after n - 1 rounds (n if
they are odd and one sits out) everybody has met everybody once, and it begins again. Nothing has to
be stored: it follows from the first round as it was played. Readings for people who come and go:

- A new entrant takes the row of one that has left, for pairs first that of a partner; otherwise the
  chairs of whoever would sit out, if they were odd. Where an entrant leaves, the others sit out.
- If that would leave a table empty, or make somebody sit out before others have done so as often,
  the remaining rounds are redrawn: in each round one of those who have sat out least sits out, and
  as few as possible meet again.
- People who keep a chair stay at the table and in the chair of the round before, and the others
  come to them.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from rulesets.engine.text import NOTHING, Phrase, say
from rulesets.movements.divisions import (
    Divisions,
    count_rounds,
    draw_divisions,
    read_divisions,
    rounds_of,
)
from rulesets.movements.entrants import Entrant, EntrantsRoom, Meeting
from rulesets.movements.fixed_pairs import pair_rest, read_partners
from rulesets.movements.keepers import keep_chairs
from rulesets.movements.matching import NEAR, match, match_within
from rulesets.movements.movement import Needs, SeatingRequest
from rulesets.movements.schedule import SeatRequests
from rulesets.movements.seating import Guest, Note, Past, Seating, SitOut, read_crowds
from rulesets.movements.sit_outs import ask_nobody

ROUNDS = 7
TRIES = 24  # to make the rounds left anew, for a room of up to so many entrants
FEW = 24
MANY = 80  # rows, of which each is joined with some others only, as long as nobody meets again
CIRCLE = say("round robin by the circle method")
ANEW = "{source}; redrawn for people who came or left"

Row = Entrant | None
"""An entrant in the place that it has in the schedule; None: whoever meets it sits out."""


@dataclass(frozen=True, slots=True)
class PairsSchedule:
    """The planned rounds, their source, and notes for the host."""

    rounds: tuple[Past, ...]
    source: Phrase = NOTHING
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class PairsMovement:
    """Seats in a circle. `alone`: single players at tables of two; otherwise pairs at tables of
    four. `divisions` play at the same time; `seeds`: they follow from the order of the guests."""

    alone: bool = False
    divisions: int = 1
    seeds: bool = False

    def needs(self, number: int) -> Needs:
        """Nothing: who wins does not matter."""
        return Needs()

    def balance(self, guests: Iterable[Guest]) -> tuple[int, ...]:
        """Nobody is asked to change roles."""
        return ask_nobody(guests)

    def next_seats(self, request: SeatingRequest) -> Seating:
        """The seats of the next round, as planned; the seed is the same in every round. Raises
        ValueError if a table of pairs does not name four people, and MatcherMissing."""
        groups = _Groups(self, request)
        planned = groups.rounds_left()
        room = groups.whole.room(len(request.past), request.people)
        words = Phrase("Sits out this set, as scheduled.")
        seating = room.seating(planned.rounds[0], lambda who: SitOut(who, "scheduled", words))
        seen = {who for table in seating.tables for who in table}
        seen.update(out.id for out in seating.sitting_out)
        words = Phrase("Has finished playing.")
        done = tuple(
            SitOut(who, "played", words, watches=True) for who in request.people if who not in seen
        )
        outs = (*seating.sitting_out, *done)
        notes = (*seating.notes, *planned.notes, *groups.name_parted())
        return replace(seating, sitting_out=outs, notes=notes)

    def plan(self, request: SeatingRequest) -> PairsSchedule:
        """All remaining rounds, at least one, for the people who are here now."""
        return _Groups(self, request).rounds_left()

    def needs_search(self, request: SeatingRequest) -> bool:
        """Never: a circle takes no time."""
        return False


# --- divisions ------------------------------------------------------------------------------------


class _Groups:
    """Everybody present, in divisions that each play a schedule of their own."""

    def __init__(self, movement: PairsMovement, request: SeatingRequest) -> None:
        self.movement, self.rounds = movement, request.sets or ROUNDS
        self.guests, self.past, self.credit = request.guests, request.past, request.credit
        # Members of a team only keep apart by playing in different divisions.
        self.requests = request.all_requests if movement.divisions > 1 else request.requests
        self.seed = request.rng.getrandbits(32)
        self.whole = _Evening(
            movement, self.guests, self.past, self.requests, self.credit, self.seed
        )
        self.division: Mapping[int, int] = {}

    def rounds_left(self) -> PairsSchedule:
        """All remaining rounds, at least one; the tables of the first division come first."""
        if self.movement.divisions == 1:
            planned = self.whole.rounds_left(self.rounds)
        else:
            planned = self._join(self.rounds, self.movement.divisions)
        seated, notes = keep_chairs(planned.rounds, self.guests, self.past)
        return replace(planned, rounds=seated, notes=notes)

    def name_parted(self) -> list[Note]:
        """A note for each two who wish to be together but are in different divisions."""
        if self.movement.divisions == 1 or not self.movement.alone:
            return []
        text = "{person} and {other} are in different divisions."
        return [
            Note("together.not_kept", Phrase(text, {"person": first, "other": second}))
            for first, second in self.requests.among(self.division).together
            if self.division[first] != self.division[second]
        ]

    def _join(self, rounds: int, divisions: int) -> PairsSchedule:
        here = [guest.id for guest in self.guests]
        entrants: list[Entrant] = [(who,) for who in here]
        partners: Sequence[Mapping[int, int]] = ()
        if not self.movement.alone:
            bare = [replace(played, roles={}) for played in self.past]
            history = read_partners(bare, here, self.requests)
            rest = pair_rest(here, history.after[-1], self.requests)
            entrants = [*rest.pairs, *((who,) for who in rest.alone)]
            partners = history.in_rounds
        if self.past:
            parts = read_divisions(self.past, entrants, divisions, partners)
        else:
            chance = random.Random(self.seed)  # noqa: S311 - seats, no secret
            parts = self._draw(entrants, divisions, None if self.movement.seeds else chance)
        self.division = parts.people
        planned = [self._plan(parts, number, entrants, rounds) for number in range(divisions)]
        joined = []
        for turn in range(max(1, *(len(schedule.rounds) for schedule in planned))):
            playing = [schedule.rounds[turn] for schedule in planned if turn < len(schedule.rounds)]
            tables = tuple(table for seats in playing for table in seats.tables)
            out = tuple(who for seats in playing for who in seats.sitting_out)
            pairs = {who: mate for seats in playing for who, mate in seats.partners.items()}
            waits = {who: parts.people[who] for who in out}
            roles = dict.fromkeys(here, "")
            joined.append(Past(tables, out, roles, partners=pairs, divisions=waits))
        source = next(
            (schedule.source for schedule in planned if schedule.source.template == ANEW), CIRCLE
        )
        source = say("{count} divisions: {source}", count=divisions, source=source)
        return PairsSchedule(tuple(joined), source)

    def _draw(
        self, entrants: Sequence[Entrant], divisions: int, rng: random.Random | None
    ) -> Divisions:
        """Divisions of whole entrants; somebody waiting for a partner belongs to the last one."""
        whole = max(map(len, entrants), default=1)
        full = [entrant for entrant in entrants if len(entrant) == whole]
        here = {who for entrant in full for who in entrant}
        parts = draw_divisions(full, divisions, self.requests.among(here), rng)
        rest = {entrant[0]: divisions - 1 for entrant in entrants if len(entrant) < whole}
        return replace(parts, people={**parts.people, **rest})

    def _plan(
        self, parts: Divisions, number: int, entrants: Sequence[Entrant], rounds: int
    ) -> PairsSchedule:
        """The remaining rounds of a division; none if it is over."""
        guests = [guest for guest in self.guests if parts.people[guest.id] == number]
        whole = max(map(len, entrants), default=1)
        full = [entrant for entrant in entrants if len(entrant) == whole]
        sizes = Counter(parts.people[entrant[0]] for entrant in full)
        past = parts.past_of(number, self.past)
        largest = max(sizes.values())
        mine = max(rounds_of(sizes[number], largest, rounds), 1)
        if len(past) >= mine:  # unless, since somebody left, two have yet to meet as often as all
            mine = min(rounds_of(self._count_entrants(past), largest, rounds), rounds)
            turns = rounds // count_rounds(largest)
            own = [entrant for entrant in full if parts.people[entrant[0]] == number]
            if len(past) >= mine or _have_met(own, past, turns):
                return PairsSchedule(())
        if sizes[number] < 2:
            return PairsSchedule(())
        seed = self.seed + number
        evening = _Evening(self.movement, guests, past, self.requests, self.credit, seed)
        return evening.rounds_left(mine)

    def _count_entrants(self, past: Sequence[Past]) -> int:
        """How many entrants have played in these rounds, also those who have left since."""
        people = {who for played in past for table in played.tables for who in table}
        return len(people) // (1 if self.movement.alone else 2)


def _have_met(entrants: Sequence[Entrant], past: Sequence[Past], times: int) -> bool:
    """Whether any two of the entrants have sat at one table at least so many times."""
    tables = [{*table} for played in past for table in played.tables]
    return all(
        sum(not table.isdisjoint(first) and not table.isdisjoint(second) for table in tables)
        >= times
        for first, second in combinations(entrants, 2)
    )


# --- the plan -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Plan:
    """The remaining rounds: who meets whom, by their rows, table by table. `former` had the rows
    last."""

    rows: tuple[Row, ...]
    rounds: tuple[tuple[tuple[int, int], ...], ...]
    source: Phrase = CIRCLE
    former: tuple[Row, ...] = ()

    def meetings(self, number: int) -> list[tuple[Row, Row]]:
        """Who meets whom in one of the remaining rounds."""
        return [(self.rows[first], self.rows[second]) for first, second in self.rounds[number]]

    def seats(self, room: EntrantsRoom, number: int) -> Past:
        """The seats of one of the remaining rounds."""
        meetings = self.meetings(number)
        full: list[Meeting] = [(first, second) for first, second in meetings if first and second]
        byes = [row for pair in meetings if None in pair for row in pair if row]
        return room.past_of(full, byes)

    def after(self) -> _Plan:
        """The plan without its first round."""
        return replace(self, rounds=self.rounds[1:])


class _Evening:
    """The plan of an evening, changed round by round for people who came and left."""

    def __init__(
        self,
        movement: PairsMovement,
        guests: Sequence[Guest],
        past: Sequence[Past],
        requests: SeatRequests,
        credit: Mapping[int, int],
        seed: int,
    ) -> None:
        self.alone, self.guests = movement.alone, guests
        self.past = [replace(played, roles={}) for played in past]
        # Who plays alone sits with everybody once, and with nobody again before that.
        self.requests = SeatRequests(requests.apart) if self.alone else requests
        self.credit, self.seed = credit, seed
        here = [guest.id for guest in guests]
        self.partners: tuple[Mapping[int, int], ...] = ()
        self.in_rounds: tuple[Mapping[int, int], ...] = ()
        if not self.alone:
            history = read_partners(self.past, here, requests)
            self.partners, self.in_rounds = history.after, history.in_rounds

    def rounds_left(self, rounds: int) -> PairsSchedule:
        """All remaining rounds, at least one."""
        plan = self.plan(rounds)
        room = self.room(len(self.past), [guest.id for guest in self.guests])
        planned = [plan.seats(room, number) for number in range(len(plan.rounds))]
        return PairsSchedule(tuple(planned), plan.source)

    def entrants(self, number: int, people: Iterable[int]) -> tuple[Entrant, ...]:
        """The entrants among these people after the first `number` rounds."""
        if self.alone:
            return tuple((person,) for person in people)
        return pair_rest([*people], self.partners[number], self.requests).pairs

    def room(self, number: int, people: Iterable[int]) -> EntrantsRoom:
        """The pairs among these people after the first `number` rounds."""
        guests = [Guest(person, "") for person in people]
        past = self.past[:number]
        return EntrantsRoom(guests, past, self.requests, self.credit, alone=self.alone)

    def plan(self, rounds: int) -> _Plan:
        here = [guest.id for guest in self.guests]
        if not self.past:
            return _draw_circle(self._first_rows(here), rounds)
        crowds = read_crowds(self.past, here)
        plan = _draw_circle(self._rows_of_draw(), rounds).after()
        for number in range(1, len(self.past)):
            plan = self._change(plan, number, sorted(crowds[number]))
            if _agrees(plan, self.past[number].draw):
                plan = plan.after()
            else:
                room = self.room(number + 1, sorted(crowds[number]))
                plan = _make_anew(plan, room, len(plan.rounds) - 1, self.seed)
        return self._change(plan, len(self.past), here)

    def _first_rows(self, here: Sequence[int]) -> list[Row]:
        """All entrants by lot; one that keeps its chairs in the row that stays at its table."""
        rows: list[Row] = [*self.entrants(0, here)]
        random.Random(self.seed).shuffle(rows)  # noqa: S311 - a draw of seats, not a secret
        keepers = {guest.id for guest in self.guests if guest.keeps_chair}
        rows.sort(key=lambda row: keepers.isdisjoint(row or ()))
        if len(rows) % 2:
            rows.insert((len(rows) + 1) // 2, None)
        return rows

    def _rows_of_draw(self) -> list[Row]:
        """The rows of the circle that led to this first round."""
        first = self.past[0].draw
        waited: tuple[Entrant, ...] = tuple((who,) for who in first.sitting_out)
        if not self.alone:
            here, partners = set(first.sitting_out), self.in_rounds[0]
            pairs = ((who, partners.get(who, who)) for who in sorted(here))
            waited = tuple((who, mate) for who, mate in pairs if who < mate and mate in here)
        rows = [table[::2] for table in first.tables]
        others = [table[1::2] for table in first.tables]
        return [*rows, *((waited[0], None) if waited else ()), *reversed(others)]

    def _change(self, plan: _Plan, number: int, people: Sequence[int]) -> _Plan:
        """The remaining rounds for the people who are there now."""
        rows, without = _fill_rows(plan, self.entrants(number, people))
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
        return min((mended, anew), key=lambda candidate: _count_repeats(candidate, room))


def _draw_circle(rows: Sequence[Row], rounds: int) -> _Plan:
    """A number of rounds: the first row stays, the others move by one place each round."""
    last = len(rows) - 1
    planned = []
    for number in range(rounds):
        places = [0, *(1 + (place - number) % last for place in range(last))]
        pairs = [(places[place], places[last - place]) for place in range(len(rows) // 2)]
        planned.append(
            tuple(pairs if number % 2 == 0 else [(second, first) for first, second in pairs])
        )
    return _Plan(tuple(rows), tuple(planned))


def _agrees(plan: _Plan, draw: Past) -> bool:
    """Whether a round was drawn as planned, for at least one person of each entrant."""
    planned = {
        frozenset((person, other))
        for first, second in (plan.meetings(0) if plan.rounds else ())
        for person in first or ()
        for other in second or ()
    }
    return all(
        any(frozenset((person, other)) in planned for person in table[::2] for other in table[1::2])
        for table in draw.tables
    )


def _fill_rows(plan: _Plan, entrants: Iterable[Entrant]) -> tuple[tuple[Row, ...], list[Entrant]]:
    """The rows with the people who are there now, and the entrants without one."""
    here = {frozenset(entrant): entrant for entrant in entrants}
    rows = [here.pop(frozenset(row), None) if row else None for row in plan.rows]
    newcomers = [*here.values()]
    had = [frozenset(row or ()) for row in plan.former or plan.rows]
    for shared in (True, False):
        for entrant in [*newcomers]:
            free = (
                place
                for place, row in enumerate(rows)
                if row is None and (not shared or had[place].intersection(entrant))
            )
            if (place := next(free, None)) is not None:
                rows[place] = entrant
                newcomers.remove(entrant)
    return tuple(rows), newcomers


def _is_uneven(plan: _Plan, room: EntrantsRoom) -> bool:
    """Whether somebody would sit out who has done so more often than somebody else."""
    counts = {row: room.byes(row) for row in plan.rows if row}
    for number in range(len(plan.rounds)):
        for first, second in plan.meetings(number):
            bye = first or second
            if bye and (first is None or second is None):
                if counts[bye] > min(counts.values()):
                    return True
                counts[bye] += 1
    return False


def _count_repeats(plan: _Plan, room: EntrantsRoom) -> int:
    """How often entrants meet again in the remaining rounds."""
    counts: Counter[frozenset[Entrant]] = Counter()
    total = 0
    for number in range(len(plan.rounds)):
        for first, second in plan.meetings(number):
            if first and second:
                total += room.times(first, second) + counts[frozenset((first, second))]
                counts[frozenset((first, second))] += 1
    return total


def _make_anew(before: _Plan, room: EntrantsRoom, rounds: int, seed: int) -> _Plan:
    """Redraw a number of rounds, given the meetings and sit-outs so far."""
    rng = random.Random(f"{seed} {sum(room.met.values())}")  # noqa: S311 - seats, no secret
    rows = (*room.entrants, *((None,) if len(room.entrants) % 2 else ()))
    source = before.source
    if source.template != ANEW:
        source = Phrase(ANEW, {"source": source})
    best: tuple[int, _Plan] | None = None
    for _ in range(TRIES if len(rows) <= FEW else 1):
        schedule = tuple(_match_rounds(rows, room, rounds, rng))
        plan = _Plan(rows, schedule, source)
        repeats = _count_repeats(plan, room)
        if best is None or repeats < best[0]:
            best = repeats, plan
        if not repeats:
            break
    assert best is not None  # noqa: S101 - there is at least one try
    return best[1]


def _match_rounds(
    rows: Sequence[Row], room: EntrantsRoom, rounds: int, rng: random.Random
) -> Iterator[tuple[tuple[int, int], ...]]:
    """Round by round, let those who have sat out least sit out, and as few as possible meet
    again."""
    byes = [room.byes(row) for row in rows if row]
    times = [[room.times(row, other) if row and other else 0 for other in rows] for row in rows]
    far = len(rows) * (rounds + max(map(max, times), default=0)) ** 2 + 1

    def cost(first: int, second: int) -> int:
        if rows[second] is None:
            return far * byes[first]
        return times[first][second] ** 2

    for _ in range(rounds):
        meetings = _match_some(rows, cost, rng) or match(len(rows), cost, rng)
        for first, second in meetings:
            times[first][second] += 1
            times[second][first] += 1
            if rows[second] is None:
                byes[first] += 1
        rng.shuffle(meetings)
        yield tuple(pair if rng.random() < 0.5 else pair[::-1] for pair in meetings)


def _match_some(
    rows: Sequence[Row], cost: Callable[[int, int], int], rng: random.Random
) -> list[tuple[int, int]]:
    """A round in which nobody meets again and somebody sits out who has done so least, found among
    neighbours in a drawn order; nothing where there is none, or where everybody can be looked
    at."""
    if len(rows) <= MANY:
        return []
    line = [place for place, row in enumerate(rows) if row]
    rng.shuffle(line)
    alone = [place for place, row in enumerate(rows) if not row]
    line += alone

    def cost_in_line(place: int, other: int) -> int:
        first, second = sorted((line[place], line[other]))
        return cost(first, second)

    bye = [(place, len(line) - 1) for place in range(len(line) - 1 - NEAR)] if alone else []
    pairs = match_within(NEAR, len(line), cost_in_line, rng, bye)
    least = min((cost(place, alone[0]) for place in line[:-1]), default=0) if alone else 0
    if sum(cost_in_line(*pair) for pair in pairs) > least:
        return []
    return sorted(
        (min(line[first], line[second]), max(line[first], line[second])) for first, second in pairs
    )
