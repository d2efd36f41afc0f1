"""What a movement needs for drawing seats: who is here, which sets were played, what is wished. And
how good the seats are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING

from rulesets.formats.drive import SetRecord, as_played, counting
from rulesets.formats.ranking import order_of, read_results, standings
from rulesets.formats.rehearsal import Rehearsal, late_guests, measure_rounds, rehearse
from rulesets.formats.sets import find_late_seats as seats_for_late_guests
from rulesets.movements.fixed_pairs import pair_up
from rulesets.movements.movement import PlannedMovement, SeatingRequest, needs_of
from rulesets.movements.schedule import SeatRequests
from rulesets.movements.seating import Guest, Past
from rulesets.movements.seating import Seating as Drawn
from tournaments.boards.by_keeping import ByKeeping
from tournaments.boards.drive import EventDrive
from tournaments.boards.event_tables import NO_ROLES, EntryRecord, past_of
from tournaments.boards.hall import Hall
from tournaments.boards.table_reports import unfinished
from tournaments.cache.shared_cache import SharedMemo
from tournaments.models import Entry, Event, Pairing, Presence, Seating
from tournaments.models.event_games import format_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from django.db.models import QuerySet

    from rulesets.formats import Format
    from rulesets.movements.bracket import Level, PlaceGroup, Section
    from rulesets.movements.divisions import Divisions
    from rulesets.movements.exchanges import Progress
    from rulesets.movements.late_seats import LateSeats
    from rulesets.movements.movement import Movement
    from rulesets.movements.quality import Quality
    from rulesets.movements.schedule import Pair


_plans: SharedMemo[tuple[Past, ...]] = SharedMemo("plan", 32, lambda _plan: 1)


def people_by_entry(event: Event) -> dict[int, tuple[tuple[int, str], ...]]:
    """The number and name of the person behind each entry, or of both who share a chair."""
    columns = ("pk", "person_id", "person__name", "second_id", "second__name")
    rows = Entry.objects.filter(event=event).values_list(*columns)
    return {
        pk: ((first, name),) if second is None else ((first, name), (second, other))
        for pk, first, name, second, other in rows
    }


def present(event: Event, set_number: int, only: Collection[int] | None = None) -> set[int]:
    """The entries that are here for a set; with `only`, those of them that are.

    The latest entry of the roll call up to that set holds. Without one, somebody whose first says
    "here from a later set on" is not here yet; everybody else is.
    """
    entered = Entry.objects.filter(event=event)
    rows = Presence.objects.filter(entry__event=event)
    if only is not None:
        entered, rows = entered.filter(pk__in=only), rows.filter(entry__in=only)
    return _here(set_number, entered.values_list("pk", flat=True), rows)


def _here(set_number: int, entries: Iterable[int], rows: QuerySet[Presence]) -> set[int]:
    """The entries that are here for a set, by these rows of the roll call."""
    latest: dict[int, bool] = {}
    first: dict[int, bool] = {}
    presences = rows.order_by("from_set", "pk").values_list("entry_id", "from_set", "here")
    for entry_id, from_set, here in presences:
        first.setdefault(entry_id, here)
        if from_set <= set_number:
            latest[entry_id] = here
    return {pk for pk in entries if latest.get(pk, not first.get(pk, False))}


def count_roles(event: Event) -> Counter[str]:
    """How many are entered under each role."""
    return Counter(Entry.objects.filter(event=event).values_list("role", flat=True))


def next_set(event: Event) -> int:
    """The number of the set to be seated next."""
    seatings = event.seatings.filter(state=Seating.State.PUBLISHED).order_by("-set_number")
    return (seatings.values_list("set_number", flat=True).first() or 0) + 1


def movement_of(event: Event) -> Movement:
    """The movement that seats the sets of an event. Raises LookupError where nobody moves."""
    movement = format_of(event).movement
    if movement is None:
        raise LookupError("nobody moves from set to set")
    return movement


def people_here(event: Event, set_number: int) -> list[Entry]:
    """The entries that are here for a set, in the order they were entered."""
    here = present(event, set_number)
    return [entry for entry in Entry.objects.filter(event=event).order_by("pk") if entry.pk in here]


def seat(
    event: Event,
    set_number: int,
    seed: int,
    like: int = 0,
    progress: Progress | None = None,
    *,
    hall: Hall | None = None,
    roles: Mapping[int, str] = NO_ROLES,
) -> Drawn:
    """Draw the seats of a set from the results of the sets before it, as they are in `hall` (None:
    as the database holds them); for those who are here for it, or for the set `like`. `roles` (by
    entry) replace those that people have now.

    Every set before must have been played to its end. The same seed gives the same seats; where
    the seats of all sets are known beforehand, they follow from the seed of the first. `progress`
    is told how far a search is.
    """
    request = read_request(event, set_number, seed, like, progress, hall=hall, roles=roles)
    return movement_of(event).next_seats(request)


def read_request(
    event: Event,
    set_number: int,
    seed: int,
    like: int = 0,
    progress: Progress | None = None,
    *,
    hall: Hall | None = None,
    roles: Mapping[int, str] = NO_ROLES,
) -> SeatingRequest:
    """The request to the movement for the seats of a set, as `seat` draws them."""
    hall = hall or Hall.now(event)
    past = past_sets(hall, set_number - 1, roles)
    request = _request(hall, past, like or set_number, _chance(hall, set_number, seed), roles)
    return replace(request, winners=winners_of(hall, set_number - 1), progress=progress)


def is_ahead(event: Event, set_number: int) -> bool:
    """Whether the seats of a set are planned together with those of others."""
    return format_of(event).in_set(set_number).ahead


def needs_search(
    event: Event,
    set_number: int,
    seed: int,
    *,
    like: int = 0,
    hall: Hall | None = None,
    roles: Mapping[int, str] = NO_ROLES,
) -> bool:
    """Whether the seats of a set have to be searched, which may take seconds; with `like` for those
    who are here for that set, and with these `roles` (by entry) in place of theirs."""
    movement = movement_of(event)
    if not format_of(event).in_set(set_number).ahead or not isinstance(movement, PlannedMovement):
        return False
    return movement.needs_search(
        read_request(event, set_number, seed, like, hall=hall, roles=roles)
    )


def guests_here(
    hall: Hall, set_number: int, roles: Mapping[int, str] = NO_ROLES
) -> list[EntryRecord]:
    """Those who are here for a set, in the order they were entered; with these `roles` in place of
    those that they have now. One query."""
    entries = hall.tables.entries
    here = _here(set_number, entries, Presence.objects.filter(entry__event=hall.event))
    return [
        entry._replace(role=roles[pk]) if pk in roles else entry
        for pk, entry in entries.items()
        if pk in here
    ]


def _guests(hall: Hall, set_number: int, roles: Mapping[int, str] = NO_ROLES) -> list[Guest]:
    here = guests_here(hall, set_number, roles)
    return [Guest(guest.entry_id, guest.role, guest.keeps_chair) for guest in here]


def _chance(hall: Hall, set_number: int, seed: int) -> Random:
    """The random source for drawing a set with `seed`."""
    if format_of(hall.event).kind.ahead and set_number > 1:
        seed = hall.tables.sets[0].seed
    return Random(seed)  # noqa: S311 - it is to be repeated


def _request(
    hall: Hall,
    past: Sequence[Past],
    people_of: int,
    rng: Random,
    roles: Mapping[int, str] = NO_ROLES,
) -> SeatingRequest:
    """What a movement is asked with for those who are here for set `people_of`: wishes, sit-outs of
    late guests and, if it needs them, the order of people by score and the results. `roles` are as
    for `seat`."""
    event = hall.event
    format, pairs, kind = format_of(event), _read_pairings(event), Pairing.Kind
    together, partners = pairs[kind.TOGETHER], _read_partners(format, pairs)
    if not format.facts.fixed_pairs and kind.PAIRED not in format.facts.requests:
        together, partners = [*together, *pairs[kind.PAIRED]], []
    needs = movement_of(event).needs(len(past) + 1)
    through = needs.order_after
    return SeatingRequest(
        guests=_guests(hall, people_of, roles),
        past=past,
        rng=rng,
        sets=format.length.sets,
        requests=SeatRequests((*pairs[kind.APART],), (*together,), (*partners,)),
        teams=_read_teams(hall, format),
        credit=_late_credit(hall, past),
        order=() if through is None else _order(hall.drive.through(through, roles)),
        results=_results(hall.drive.through(len(past), roles)) if needs.results else (),
    )


def _read_pairings(event: Event) -> dict[str, list[tuple[int, int]]]:
    """The pairs of people that somebody wished for, by kind, in the order of entering."""
    pairs: dict[str, list[tuple[int, int]]] = {kind: [] for kind in Pairing.Kind.values}
    rows = event.pairings.order_by("pk").values_list("kind", "first_id", "second_id")
    for kind, first, second in rows:
        pairs[kind].append((first, second))
    return pairs


def _read_partners(format: Format, pairs: Mapping[str, list[Pair]]) -> list[Pair]:
    """The wished partners; those entered two by two only if partners stay together."""
    entered = pairs[Pairing.Kind.PARTNERS] if format.facts.fixed_pairs else []
    return [*pairs[Pairing.Kind.PAIRED], *entered]


def _read_teams(hall: Hall, format: Format) -> dict[int, str]:
    """The team of every entry that has one; as of the first draw, if the seats of all sets are
    known beforehand."""
    teams = (
        (pk, entry.seating_team if format.kind.ahead else entry.team)
        for pk, entry in hall.tables.entries.items()
    )
    return {pk: team for pk, team in teams if team}


def wished_partners(event: Event) -> list[tuple[int, int]]:
    """The pairs that are to stay partners, in the order of entering."""
    if not format_of(event).facts.fixed_pairs:
        return []
    pairs = _read_pairings(event)
    return [*pairs[Pairing.Kind.TOGETHER], *_read_partners(format_of(event), pairs)]


def _order(rows: EventDrive) -> list[list[int]]:
    """The entries by score, in groups of those who are level."""
    return [[rows.entry_ids[who] for who in level] for level in order_of(rows.drive)]


def _results(rows: EventDrive) -> list[list[Level]]:
    """The results of the tables, with entries for people."""
    return [
        [tuple(tuple(rows.entry_ids[who] for who in group) for group in level) for level in levels]
        for levels in read_results(rows.drive)
    ]


# Whether people move from set to set, by seats that are drawn.
MOVES = ByKeeping(table=False, set=True, hands=True, room=False)


def find_late_seats(event: Event, more: Sequence[int] = ()) -> LateSeats | None:
    """Where late guests can sit in the first set while it is played, with entries for people; None
    if nobody can. `more`: as if these had come as well. It is read from the database, so it may be
    used inside a transaction."""
    format, playing = format_of(event), event.state == Event.State.PLAYING
    if not playing or not MOVES(format) or next_set(event) != 2:
        return None
    hall = Hall.now(event)
    closed = [at for at, reports in enumerate(hall.reports(1)) if reports.deals]
    (first,) = past_sets(hall, 1)
    here = [*(entry.pk for entry in people_here(event, 2)), *more]
    return seats_for_late_guests(format, first, here, _requests_of(event), closed)


def partners(event: Event, set_number: int) -> dict[int, int]:
    """The partner of each entry in a set; empty if partners change."""
    if not format_of(event).facts.fixed_pairs:
        return {}
    rows = Hall.of(event).drive
    past = [_by_entry(rows, record) for record in rows.drive.sets if record.number < set_number]
    here = [entry.pk for entry in people_here(event, set_number)]
    pairs = pair_up(here, past, _requests_of(event)).pairs
    return {person: partner for pair in pairs for person, partner in (pair, pair[::-1])}


def _requests_of(event: Event) -> SeatRequests:
    """The wishes to be apart, at one table, or partners."""
    pairs, kind = _read_pairings(event), Pairing.Kind
    partners = _read_partners(format_of(event), pairs)
    return SeatRequests((*pairs[kind.APART],), (*pairs[kind.TOGETHER],), (*partners,))


def quality(event: Event, set_number: int, seed: int, draft: Past | None = None) -> Quality:
    """How good the seats of all sets up to this one are, shown or in `draft`; with the sets to
    come, if their seats are known beforehand. Empty for a single set, since nobody can meet anybody
    again."""
    format, rounds = format_of(event), all_rounds(event, set_number, seed, draft)
    compared = format.length.rated(rounds, set_number)
    return measure_rounds(
        compared, sides=format.facts.partners, fixed_pairs=format.facts.fixed_pairs
    )


def has_divisions(event: Event) -> bool:
    """Whether people play in several groups that have standings of their own."""
    format = format_of(event)
    return MOVES(format) and format.ranking.placement.divisions > 1


def divide(event: Event, set_number: int, draft: Past | None = None) -> Divisions | None:
    """The divisions of the tables and people of a set, shown or in `draft`; None if all play
    together."""
    if not has_divisions(event):
        return None
    rounds = _rounds_through(event, set_number, draft)
    return format_of(event).ranking.placement.divide(rounds)


def divisions_of_tables(format: Format, rounds: Sequence[Past]) -> tuple[int, ...]:
    """The division (from 1) of every table in the last of these rounds; empty if all play
    together."""
    divisions = format.ranking.placement.divide(rounds)
    return tuple(number + 1 for number in divisions.tables[-1]) if divisions else ()


def read_bracket(event: Event) -> tuple[Section, ...]:
    """The bracket of the seats that are shown, and of what the tables have told; nothing where the
    format has none."""
    format = format_of(event)
    rows = Hall.of(event).drive if format.facts.bracket else None
    if rows is None or not rows.drive.sets:
        return ()
    index = {pk: number for number, pk in enumerate(rows.entry_ids)}
    partners = [(index[first], index[second]) for first, second in wished_partners(event)]
    return rows.format.ranking.placement.bracket(rows.drive, partners)


def read_places(event: Event, set_number: int, draft: Past | None = None) -> dict[int, PlaceGroup]:
    """The places for which everybody plays in a set, by entry; empty if all play for all of them.
    `draft`: seats that are not shown yet, with entries for people."""
    format = format_of(event)
    rows = Hall.of(event).drive if format.in_set(set_number).eliminates else None
    if rows is None or not rows.drive.sets:
        return {}
    index = {pk: number for number, pk in enumerate(rows.entry_ids)}
    if draft is not None and not index.keys() >= draft.people:
        return {}
    partners = [(index[first], index[second]) for first, second in wished_partners(event)]
    draft_seats = draft and draft.renamed(index)
    placement = rows.format.ranking.placement
    groups = placement.groups(rows.drive, set_number, partners, draft_seats)
    return {rows.entry_ids[who]: group for group in groups for who in group.people}


def rehearse_event(
    event: Event, *, late: int = 0, after: int = 0, progress: Progress | None = None
) -> Rehearsal:
    """The whole evening as it could go with those who are here, from the drawn seats if there are
    any; with `late` guests who come after `after` sets. `progress` is told how many are seated."""
    hall = Hall.now(event)
    format, guests = format_of(event), _guests(hall, 1)
    drafts = event.seatings.filter(state=Seating.State.DRAFT, set_number=1)
    seed = drafts.values_list("seed", flat=True).first() or event.pk
    more = late_guests(format, guests, late)
    request = _request(hall, (), 1, Random(seed))  # noqa: S311 - it is to be repeated
    return rehearse(format, request, seed=seed, late=more, after=after, progress=progress)


def all_rounds(event: Event, set_number: int, seed: int, draft: Past | None = None) -> list[Past]:
    """The sets up to that one as they ended (the last may be a `draft`), followed by the sets to
    come if their seats are known beforehand."""
    rounds = _rounds_through(event, set_number, draft)
    if format_of(event).kind.ahead:
        rounds += _to_come(event, set_number, seed, rounds)
    return rounds


def _rounds_through(event: Event, set_number: int, draft: Past | None) -> list[Past]:
    rows, last = Hall.of(event).drive, set_number if draft is None else set_number - 1
    rounds = [_by_entry(rows, record) for record in rows.drive.sets if record.number <= last]
    return rounds if draft is None else [*rounds, draft]


def _by_entry(rows: EventDrive, record: SetRecord) -> Past:
    """A set as it ended, with entries for people."""
    return as_played(rows.drive, record).renamed(rows.entry_ids)


def _to_come(event: Event, set_number: int, seed: int, past: Sequence[Past]) -> tuple[Past, ...]:
    """The sets after this one as planned for those who are here then; none once the evening is
    over."""
    if event.state == Event.State.FINISHED:
        return ()
    hall = Hall.of(event)
    format, guests = format_of(event), _guests(hall, set_number + 1)
    few = len(guests) < format.tables.fewest
    if not format.in_set(set_number + 1).ahead or set_number >= format.length.sets or few:
        return ()
    if format.tables.problems(len(guests)):
        return ()
    movement = movement_of(event)
    if not isinstance(movement, PlannedMovement):
        return ()
    request = _request(hall, past, set_number + 1, _chance(hall, set_number, seed))

    # A search takes seconds, and who waits for it may be a guest who only looks on.
    return _plans.get(event.pk, request.key, lambda: (*movement.plan(request).rounds,))


def past_sets(hall: Hall, through: int, changed: Mapping[int, str] = NO_ROLES) -> list[Past]:
    """The published sets up to `through`. `changed` (roles) is as for `seat`."""
    roles = {pk: entry.role for pk, entry in hall.tables.entries.items()} | dict(changed)
    return [past_of(record, roles) for record in hall.tables.sets if record.number <= through]


def winners_of(hall: Hall, set_number: int) -> list[tuple[int, ...]]:
    """Who moves on from a set, table by table; nothing where that does not decide the next
    seats."""
    if set_number < 1 or not needs_of(format_of(hall.event).movement, set_number + 1).winners:
        return []
    results = (
        (table_reports.table.sitters_at_end, hall.result(table_reports))
        for table_reports in hall.reports(set_number)
    )
    return [tuple(seated[chair] for chair in result.winners) for seated, result in results]


def _late_credit(hall: Hall, past: Sequence[Past]) -> Mapping[int, int]:
    """Sets missed before coming, for late guests to whom they count as sit-outs."""
    credit = {}
    for entry in hall.tables.entries.values():
        if not entry.late_as_sit_out:
            continue
        missed, entry_id = 0, entry.entry_id
        for record in past:
            seated = any(entry_id in chairs for chairs in record.tables)
            if seated or entry_id in record.sitting_out:
                break
            missed += 1
        credit[entry_id] = missed
    return credit


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table that has not finished its set, and how many deals are missing (0: only the cut)."""

    number: int
    missing: int


def open_tables(hall: Hall, set_number: int) -> tuple[OpenTable, ...]:
    """The tables of a set that still miss a deal or a cut."""
    return _OPEN_TABLES(hall.event)(hall, set_number)


def _of_hands(hall: Hall, set_number: int) -> tuple[OpenTable, ...]:
    """The tables that miss a hand or the cut."""
    format = format_of(hall.event)
    tables = unfinished(format, hall.reports(set_number))
    return tuple(
        OpenTable(reports.table.number, reports.payloads(format).count(None)) for reports in tables
    )


def _of_boards(hall: Hall, set_number: int) -> tuple[OpenTable, ...]:
    """The tables whose boards go on."""
    here = (board for board in hall.boards if board.set_number == set_number)
    return tuple(
        OpenTable(board.table_number, board.missing_deals) for board in here if not board.is_over
    )


_OPEN_TABLES = ByKeeping(table=_of_boards, set=_of_boards, hands=_of_hands, room=_of_boards)


def leads(event: Event, entry_id: int) -> bool:
    """Whether an entry leads, alone or level with others, once there is any result.

    If each table keeps its own board: on the newest board of the entry.
    """
    if format_of(event).keeping.credit == "carried":
        rows = Hall.of(event).drive
        begun = any(
            hand for record in rows.drive.sets for table in record.tables for hand in table.hands
        )
        best = (score for score in standings(counting(rows.drive, live=True)) if score.rank == 1)
        return begun and any(rows.entry_ids[score.player] == entry_id for score in best)
    mine = [board for board in Hall.now(event).boards if entry_id in board.entry_ids]
    return bool(mine) and mine[-1].leads(mine[-1].index(entry_id))
