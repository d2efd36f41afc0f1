"""Scheduled: a new partner in every round, or new people at the table, by a schedule that is fixed
before the first.

The plan follows from the people of the first round, the number of rounds and the seed, so nothing
has to be stored: callers hand in a generator with the same seed in every round. Readings for people
who come and go:

- A late arrival takes the row of somebody who has left. Otherwise, as long as the tables stay the
  same, they take the chair of the next person to sit out: in every round those sit out who have
  done so least, preferring people who were due to, and the others take the free chairs so that the
  fewest partners and opponents (or, without partners, people at one table) meet again.
- If there are more or fewer tables, or tables of other sizes, the remaining rounds are redrawn,
  taking those played into account. The same happens if with those chairs more partners and
  opponents (people at one table) would meet again than a search for the remaining rounds finds, or
  if a wish could then be granted more often.
- A substitute does not count as having come for that reason, nor the person whose chair it was as
  having left.
- Partners of different roles: before the first round roles are evened out as at Court Whist, and
  nobody changes role later. There are as many tables as the smaller role fills; sit-outs are shared
  within each role, and a late arrival takes a chair opposite the other one.
- People who keep a chair stay at the table and in the chair of the round before, if no two want the
  same and the table is large enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rulesets.engine.text import Phrase
from rulesets.movements import sit_outs
from rulesets.movements.exchanges import PARTNERS_WEIGH, Progress
from rulesets.movements.first_draw import too_few
from rulesets.movements.keepers import keep_chairs
from rulesets.movements.movement import Needs, SeatingRequest
from rulesets.movements.quality import MEETINGS, PARTNERS, Pairs
from rulesets.movements.schedule import (
    FAR,
    FOUR,
    EveningPlan,
    Pair,
    Schedule,
    SeatRequests,
    make_schedule,
    name_broken,
    needs_search,
)
from rulesets.movements.seating import (
    GENTLEMAN,
    LADY,
    ROLES,
    Guest,
    Past,
    Seating,
    SitOut,
    level_counts,
    other_role,
    read_crowds,
    read_history,
)
from rulesets.movements.stored_schedules import Kind, Shape

SETS = 7
MOST_PLANS = 64  # that are remembered, so that a search is made once in a process
_PLANS: dict[tuple[object, ...], Schedule] = {}


class SearchNeeded(Exception):
    """A schedule is neither stored nor remembered."""


def tables_of_four(people: int) -> Shape:
    """As many tables of four as this many people fill."""
    return (FOUR,) * (people // FOUR)


@dataclass(frozen=True, slots=True)
class Event:
    """The input of the plan of an evening, besides the people: the kind of schedule, the `sizes`
    of tables, the `roles` (empty: they do not matter); the number of rounds, the seed, wishes,
    sit-outs credited to late arrivals, and a progress callback. `only_known`: raise SearchNeeded
    for a schedule that has to be searched."""

    kind: Kind
    sizes: Callable[[int], Shape]
    roles: Mapping[int, str]
    rounds: int
    seed: int
    requests: SeatRequests = field(default_factory=SeatRequests)
    credit: Mapping[int, int] | None = None
    progress: Progress | None = None
    only_known: bool = False

    @property
    def sides(self) -> bool:
        """Whether people opposite each other are partners."""
        return self.kind != "meetings"

    def plan(self, people: Sequence[int], rounds: int) -> EveningPlan:
        """The input of a schedule for these people."""
        roles = {person: self.role(person) for person in people} if self.roles else {}
        return EveningPlan(self.kind, (*people,), rounds, roles, self.shape(people))

    def role(self, person: int) -> str:
        """Somebody's role, if roles matter."""
        return self.roles.get(person, "")

    def roles_in(self, played: Past) -> dict[int, str]:
        """The roles of the people in a round, if roles matter."""
        here = {who for table in played.tables for who in table}.union(played.sitting_out)
        return {person: self.role(person) for person in here} if self.roles else {}

    def groups(self, people: Sequence[int]) -> list[list[int]]:
        """The people of each role; all of them if roles do not matter."""
        kinds = ROLES if self.roles else ("",)
        return [[person for person in people if self.role(person) == kind] for kind in kinds]

    def shape(self, people: Sequence[int]) -> Shape:
        """The sizes of the tables for these people."""
        if not self.roles:
            return self.sizes(len(people))
        return tables_of_four(2 * min(map(len, self.groups(people))))


@dataclass(frozen=True, slots=True)
class ScheduledMovement:
    """Seats by a schedule of this kind; `sizes` gives the sizes of the tables for a number of
    people."""

    kind: Kind
    sizes: Callable[[int], Shape] = tables_of_four

    def needs(self, number: int) -> Needs:
        """Nothing: all seats are known in advance."""
        return Needs()

    def balance(self, guests: Iterable[Guest]) -> tuple[int, ...]:
        """Return the people who are asked to play the other role; nobody if roles do not matter."""
        return sit_outs.balance(guests) if self.kind == "mixed" else sit_outs.ask_nobody(guests)

    def next_seats(self, request: SeatingRequest) -> Seating:
        """The seats of the next round, as planned; the seed is the same in every round, and wishes
        hold in all of them."""
        guests = request.guests
        roles = self._roles_played(guests, request.past)
        if not self.sizes(len(roles)):
            return too_few(roles)
        planned = self.plan(self._in_roles(request, roles))
        following = planned.rounds[0]
        if not following.tables:
            return too_few(roles)
        out = tuple(
            SitOut(person, "scheduled", Phrase("Sits out this set, as scheduled."))
            for person in following.sitting_out
        )
        notes = (
            sit_outs.role_note(guest.id, roles[guest.id])
            for guest in guests
            if roles[guest.id] != guest.role
        )
        return Seating(following.tables, out, roles, (*notes, *planned.notes))

    def _roles_played(self, guests: Sequence[Guest], past: Sequence[Past]) -> dict[int, str]:
        """Everybody's role: their own, or the one that makes the roles of a mixed schedule even."""
        if self.kind == "mixed":
            return self._agree_roles(guests, past)
        return {guest.id: guest.role for guest in guests}

    def _in_roles(self, request: SeatingRequest, roles: Mapping[int, str]) -> SeatingRequest:
        guests = [replace(guest, role=roles[guest.id]) for guest in request.guests]
        return replace(request, guests=guests)

    def needs_search(self, request: SeatingRequest) -> bool:
        """Whether the seats have to be searched, which may take seconds."""
        roles = self._roles_played(request.guests, request.past)
        if not self.sizes(len(roles)):
            return False
        try:
            self._plan(self._in_roles(request, roles), only_known=True)
        except SearchNeeded:
            return True
        return False

    def _agree_roles(self, guests: Sequence[Guest], past: Sequence[Past]) -> dict[int, str]:
        """The roles of the people here: those they have played, else as they came; before the first
        round some are asked to change."""
        roles = _roles_of(guests, past)
        changers = () if past else self.balance(guests)
        return {
            guest.id: other_role(roles[guest.id]) if guest.id in changers else roles[guest.id]
            for guest in guests
        }

    def plan(self, request: SeatingRequest) -> Schedule:
        """All remaining rounds, at least one, as planned for the people who are here now."""
        return self._plan(request)

    def _plan(self, request: SeatingRequest, *, only_known: bool = False) -> Schedule:
        """Plan all remaining rounds. `only_known`: raise SearchNeeded instead of searching."""
        guests, past = request.guests, request.past
        event = Event(
            self.kind,
            _sizes_as_begun(self.sizes, past),
            _roles_of(guests, past) if self.kind == "mixed" else {},
            request.sets or SETS,
            request.rng.getrandbits(32),
            request.all_requests,
            request.credit,
            request.progress,
            only_known=only_known,
        )
        planned = _plan_rounds(guests, past, event)
        rounds, notes = keep_chairs(planned.rounds, guests, past)
        return replace(planned, rounds=rounds, notes=(*planned.notes, *notes))


def _sizes_as_begun(sizes: Callable[[int], Shape], past: Sequence[Past]) -> Callable[[int], Shape]:
    """The sizes of tables for a number of people; for as many as there were in the first round, as
    they were then."""
    if not past:
        return sizes
    first = past[0].draw
    count, begun = len(first.people), tuple(sorted(map(len, first.tables), reverse=True))
    return lambda people: begun if people == count else sizes(people)


def _roles_of(guests: Sequence[Guest], past: Sequence[Past]) -> dict[int, str]:
    """The role of everybody who was ever there: that of their first round."""
    roles: dict[int, str] = {}
    for played in past:
        for person, role in played.roles.items():
            roles.setdefault(person, role)
    for guest in guests:
        roles.setdefault(guest.id, guest.role)
    return {person: GENTLEMAN if role == GENTLEMAN else LADY for person, role in roles.items()}


def _plan_rounds(guests: Sequence[Guest], past: Sequence[Past], event: Event) -> Schedule:
    """The remaining rounds, changed round by round for people who came and left."""
    bare = [replace(played, roles=event.roles_in(played)) for played in past]
    here = [guest.id for guest in guests]
    crowds = read_crowds(bare, here)
    schedule = _plan(event.plan(sorted(crowds[0]), event.rounds), event)
    for number in range(1, len(crowds)):
        schedule = replace(schedule, rounds=schedule.rounds[1:], notes=())
        leavers, arrivals = crowds[number - 1] - crowds[number], crowds[number] - crowds[number - 1]
        if leavers or arrivals:
            change = _Change(bare[:number], sorted(crowds[number]), event)
            schedule = change.make(schedule, sorted(leavers), sorted(arrivals))
    if schedule.rounds:
        return schedule
    return _Change(bare, sorted(here), event).make_anew(1)  # one more than was planned


def _plan(plan: EveningPlan, event: Event) -> Schedule:
    """A schedule, made once per process."""
    plan = replace(plan, requests=event.requests.among(plan.people))
    seed = event.seed + len(plan.past)
    counts = tuple(sorted((plan.sat_out or {}).items()))
    before = tuple((played.tables, played.sitting_out) for played in plan.past)
    about = plan.kind, plan.people, plan.sizes, plan.rounds, plan.requests
    roles = tuple(sorted(plan.roles.items()))
    key = (*about, roles, before, counts, seed)
    schedule = _PLANS.get(key)
    if schedule is None:
        if event.only_known and needs_search(plan, seed=seed):
            raise SearchNeeded
        if len(_PLANS) >= MOST_PLANS:
            _PLANS.clear()
        schedule = _PLANS[key] = make_schedule(plan, seed=seed, progress=event.progress)
    return schedule


# --- people come and go ---------------------------------------------------------------------------


_CHANGED = "{source}; changed for people who came or left"


class _Change:
    """The remaining rounds, changed because other people are here than were planned for."""

    def __init__(self, past: Sequence[Past], people: Sequence[int], event: Event) -> None:
        self.past, self.people, self.event = past, people, event
        self.requests = event.requests.among(people)
        together = (*self.requests.together, *self.requests.partners)
        self.asked = {_pair(*pair): -FAR for pair in together}
        self.asked |= {_pair(*pair): FAR for pair in self.requests.separate}
        self.partners = {_pair(*pair) for pair in self.requests.partners}
        credit = event.credit or {}
        history = read_history(past, credit, partners=event.sides)
        last = {who for table in past[-1].tables for who in table}.union(past[-1].sitting_out)
        arrived = [person for person in people if person not in last]
        peers = [who for who in people if who in last]
        level_counts(history, arrived, peers, self.event.roles, credit)
        self.counts = {person: history.sat_out.get(person, 0) for person in people}
        self.sat_out = dict(self.counts)  # with the rounds that are being mended
        self.shape = event.shape(people)
        self.met = (Pairs(), Pairs())  # as opponents (where nobody has a partner: all), as partners
        for played in past:
            self._count(played.tables)

    def make(self, before: Schedule, leavers: Sequence[int], arrivals: Sequence[int]) -> Schedule:
        """The remaining rounds: late arrivals in the rows of leavers, the others in free chairs;
        redrawn if the tables differ."""
        if not before.rounds or tuple(map(len, before.rounds[0].tables)) != self.shape:
            return self.make_anew(len(before.rounds))
        row = {
            left: late
            for group, others in zip(
                self.event.groups(leavers), self.event.groups(arrivals), strict=True
            )
            for left, late in zip(group, others, strict=False)
        }
        ahead = [self._renamed(planned, row) for planned in before.rounds]
        rounds = tuple(self._mend(ahead[number:]) for number in range(len(ahead)))
        source = before.source
        if source.template != _CHANGED:
            source = Phrase(_CHANGED, {"source": source})
        notes = name_broken(self.requests, rounds, sides=self.event.sides)
        mended = replace(before, rounds=rounds, source=source, notes=tuple(notes))
        has_same_rows = len(leavers) == len(arrivals) == len(row)
        if not _count_broken(mended) and (has_same_rows or not self._repeats(mended)):
            return mended
        anew = self.make_anew(len(rounds))
        if has_same_rows and _count_broken(anew) >= _count_broken(mended):
            return mended
        return min(
            (mended, anew), key=lambda schedule: (_count_broken(schedule), self._repeats(schedule))
        )

    def _repeats(self, schedule: Schedule) -> int:
        """How often partners and opponents (people at one table) meet again beyond what is
        unavoidable, weighed as in a search."""
        measures = dict(schedule.quality(self.past).measures)
        if not self.event.sides:
            return measures[MEETINGS].gap
        del measures[MEETINGS]
        partners = measures.pop(PARTNERS).gap
        return PARTNERS_WEIGH * partners + sum(measure.gap for measure in measures.values())

    def make_anew(self, rounds: int) -> Schedule:
        """Redraw a number of rounds, given those played and the sit-outs so far."""
        plan = self.event.plan(self.people, rounds)
        return _plan(replace(plan, past=(*self.past,), sat_out=self.counts), self.event)

    def _renamed(self, planned: Past, row: Mapping[int, int]) -> Past:
        tables = tuple(tuple(row.get(who, who) for who in table) for table in planned.tables)
        return Past(tables, tuple(row.get(who, who) for who in planned.sitting_out))

    def _mend(self, ahead: Sequence[Past]) -> Past:
        """Mend one round: decide who sits out, and seat people without a chair in a free one."""
        planned = ahead[0]
        out = self._choose_sit_outs(ahead)
        here = set(self.people) - set(out)
        seats = [[who if who in here else None for who in table] for table in planned.tables]
        seated = {who for table in seats for who in table}
        for person in sorted(here - seated):
            free = [
                (self._cost(person, table, chair), number, chair)
                for number, table in enumerate(seats)
                for chair, who in enumerate(table)
                if who is None and self._is_fit(person, table, chair)
            ]
            _, number, chair = min(free)
            seats[number][chair] = person
        tables = tuple(tuple(who for who in table if who is not None) for table in seats)
        self._count(tables)
        for person in out:
            self.sat_out[person] += 1
        roles = {person: self.event.role(person) for person in self.people}
        return Past(tables, tuple(out), roles)

    def _choose_sit_outs(self, ahead: Sequence[Past]) -> list[int]:
        """Choose those who have sat out least; of these the ones who were due to, then those whose
        turn would come first."""
        turn = {}
        for number, planned in reversed([*enumerate(ahead)]):
            turn.update(dict.fromkeys(planned.sitting_out, number))
        late = len(ahead)
        out: list[int] = []
        groups = self.event.groups(self.people)
        for group in groups:
            group.sort(key=lambda who: (self.sat_out[who], turn.get(who, late), who))
            out += group[: len(group) - sum(self.shape) // len(groups)]
        return out

    def _is_fit(self, person: int, table: Sequence[int | None], chair: int) -> bool:
        """Whether somebody can have a chair: if roles matter, opposite the other role."""
        if not self.event.roles:
            return True
        across = table[(chair + FOUR // 2) % FOUR]
        return across is None or self.event.role(across) != self.event.role(person)

    def _cost(self, person: int, table: Sequence[int | None], chair: int) -> int:
        """The repeats that a chair means for a person, with wishes above all."""
        total = 0
        for other, who in enumerate(table):
            if who is not None:
                partners = self._are_partners(other, chair)
                weight = PARTNERS_WEIGH if partners else 1
                total += weight * self.met[partners][_pair(person, who)]
                total += self.asked.get(_pair(person, who), 0)
                total -= FAR if partners and _pair(person, who) in self.partners else 0
        return total

    def _count(self, tables: Iterable[Sequence[int]]) -> None:
        for table in tables:
            for place, person in enumerate(table):
                for other, other_person in enumerate(table[:place]):
                    self.met[self._are_partners(place, other)][_pair(person, other_person)] += 1

    def _are_partners(self, chair: int, other: int) -> bool:
        return self.event.sides and abs(chair - other) == FOUR // 2


def _count_broken(schedule: Schedule) -> int:
    """In how many of the planned rounds wishes are not granted."""
    return sum(int(str(note.words.params.get("count", 1))) for note in schedule.notes)


def _pair(first: int, second: int) -> Pair:
    return (first, second) if first < second else (second, first)
