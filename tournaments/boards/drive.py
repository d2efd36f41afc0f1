"""From the database to the engine's drive: who is here, which sets were played, four queries, one
reading of all payloads.

Raw rows: model instances would cost eight times as much as the counting itself. What was read is
kept in this process and brought up to date by the tables that have reported since, because
standings are counted anew after each report.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import itemgetter
from random import Random
from typing import TYPE_CHECKING, Any

from django.db import connection

from rulesets.formats.carry import Memory
from rulesets.formats.drive import Drive, Player, SetRecord, TableSet, as_played
from rulesets.formats.ranking import order_of, read_results, standings
from rulesets.formats.rehearsal import Rehearsal, late_guests, measure_rounds, rehearse
from rulesets.movements.fixed_pairs import pair_up
from rulesets.movements.schedule import SeatRequests
from rulesets.movements.seating import Guest, Past
from rulesets.movements.seating import Seating as Drawn
from tournaments.boards.hands import TableRow, set_tables
from tournaments.boards.pads import pads, read_pads
from tournaments.cache.gc_control import pause_gc
from tournaments.cache.memo import Memo
from tournaments.cache.shared_cache import SharedMemo
from tournaments.db.rows import rows_of
from tournaments.log.event_changes import Place, Steps, read_current, tables_of_steps
from tournaments.log.steps import Touches
from tournaments.models import CUT, Entry, Event, Pairing, Presence, Seating
from tournaments.models.event_games import drive_in, format_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from rulesets.formats.cuts import TableResult
    from rulesets.formats.sets import SetFormat
    from rulesets.movements.bracket import Level
    from rulesets.movements.quality import Quality
    from tournaments.boards.pad import Pad


SEATS = """
SELECT g.set_number, s.table_id, t.number, s.entry_id, t.last_deal
FROM tournaments_seat s
JOIN tournaments_table t ON t.id = s.table_id
JOIN tournaments_seating g ON g.id = s.seating_id
WHERE g.event_id = %s AND g.state = 'published' AND g.set_number <= %s
ORDER BY g.set_number, t.number, s.chair
"""
# Ordered by revision: the last row of a deal is the one that counts. An override that waits for
# another player's agreement does not count yet.
COUNTING = """(NOT r.needs_agreement OR EXISTS (
    SELECT 1 FROM tournaments_acceptance a WHERE a.report_id = r.id AND a.kind = 'agree'))
ORDER BY r.revision"""
REPORTS = f"""
SELECT r.table_id, r.deal, r.payload
FROM tournaments_report r
JOIN tournaments_table t ON t.id = r.table_id
JOIN tournaments_seating g ON g.id = t.seating_id
WHERE g.event_id = %s AND g.state = 'published' AND g.set_number <= %s AND {COUNTING}
"""  # noqa: S608  constants
REPORTS_OF = f"""
SELECT r.table_id, r.deal, r.payload FROM tournaments_report r
WHERE r.table_id IN ({{ids}}) AND {COUNTING}
"""  # noqa: S608  constants
OTHERS = """
SELECT g.set_number, o.entry_id, 0, 0, 0, 0
FROM tournaments_sitout o JOIN tournaments_seating g ON g.id = o.seating_id
WHERE g.event_id = %s AND g.state = 'published' AND g.set_number <= %s AND NOT o.watches
UNION ALL
SELECT g.set_number, u.entry_id, u.table_id, u.from_hand, u.chair, u.id
FROM tournaments_substitution u
JOIN tournaments_table t ON t.id = u.table_id
JOIN tournaments_seating g ON g.id = t.seating_id
WHERE g.event_id = %s AND g.state = 'published' AND g.set_number <= %s
ORDER BY 1, 4, 6
"""
ALL_SETS = 32_000


@dataclass(frozen=True, slots=True)
class DriveRows:
    """A drive, and which entry each of its players is.

    `memory` is what was counted of it, `lines` what standings last made of it, by language, and of
    which sets; both go on with what tables report.
    """

    drive: Drive
    game: SetFormat
    entry_ids: tuple[int, ...]  # by player index
    table_ids: Mapping[Place, int] = field(default_factory=dict)
    last_deals: Mapping[Place, int | None] = field(default_factory=dict)
    memory: Memory = field(default_factory=dict)
    lines: dict[str | None, tuple[tuple[SetRecord, ...], tuple[Any, ...]]] = field(
        default_factory=dict
    )

    def index(self, entry_id: int) -> int:
        """The player index of an entry. Raises ValueError if there is none."""
        return self.entry_ids.index(entry_id)


Rows = Sequence[Sequence[Any]]
TableReports = dict[str, Any]  # what is told of a table, by the fields of `TableSet`
_memo: Memo[DriveRows] = Memo(capacity=4)
_plans: SharedMemo[tuple[Past, ...]] = SharedMemo("plan", 32, lambda _plan: 1)


@pause_gc()
def drive(event: Event, through: int | None = None) -> DriveRows:
    """The drive as reported so far (published sets; up to set `through` if given)."""
    if through is not None:
        return read_drive(event, through)

    def renew(old: DriveRows, steps: Steps) -> DriveRows | None:
        return _renew(event, old, steps)

    return read_current(_memo, event, lambda: read_drive(event), renew)


def _renew(event: Event, old: DriveRows, steps: Steps) -> DriveRows | None:
    """A drive that was read before, with what tables have reported since; None where more has
    happened than reports."""
    touched = tables_of_steps(steps, Touches.DISPUTES, Touches.ACCEPTANCE)
    if touched is None or not touched <= old.table_ids.keys():
        return None
    if not touched:
        return old
    if old.game.apart:
        found = _payloads(old.game, rows_of(REPORTS_OF, [old.table_ids[one] for one in touched]))
        renewed = {
            one: _table_reports(old.game, one, old.last_deals, found.get(old.table_ids[one]))
            for one in touched
        }
    else:
        renewed = _boards_of(pads(event), touched)
    numbers = {number for number, _table in touched}
    sets = []
    for record in old.drive.sets:
        tables = record.tables
        if record.number in numbers:
            tables = tuple(
                replace(table, **renewed.get((record.number, table.table), {})) for table in tables
            )
            record = replace(record, tables=tables)  # noqa: PLW2901
        sets.append(record)
    return replace(old, drive=replace(old.drive, sets=tuple(sets)))


def _boards_of(found: Iterable[Pad], places: Collection[Place]) -> dict[Place, TableReports]:
    """What the boards of these tables hold, and what they come to."""
    return {
        place: {"hands": tuple(one.report for one in pad.rounds), "board": pad.points}
        for pad in found
        if (place := (pad.set_number, pad.table_number)) in places
    }


def _table_reports(
    game: SetFormat, at: Place, last_deals: Mapping[Place, int | None], deals: list[Any] | None
) -> TableReports:
    """What is reported at a table: each hand that it tells, and the cut."""
    last = last_deals[at]
    if deals is None:
        return {"hands": (None,) * game.deals_to_tell(at[1], 0, last), "cut": None}
    cut = tuple(deals[CUT]["winners"]) if deals[CUT] else None
    if not game.has_bell:
        return {"hands": tuple(deals[1:]), "cut": cut}
    told = next((deal for deal in range(game.deals, 0, -1) if deals[deal] is not None), 0)
    many = game.deals_to_tell(at[1], told, last)
    return {"hands": tuple(deals[1 : many + 1]), "cut": cut}


def read_drive(event: Event, through: int | None = None) -> DriveRows:
    """The same, read whole from the database."""
    game = drive_in(event)
    people = Entry.objects.filter(event_id=event.pk).order_by("pk")
    entries = list(
        people.values_list("pk", "name", "role", "late_as_sit_out", "deductions", "team")
    )
    last = ALL_SETS if through is None else through
    with connection.cursor() as cursor:
        cursor.execute(SEATS, [event.pk, last])
        seats = cursor.fetchall()
        if game.apart:
            cursor.execute(REPORTS, [event.pk, last])
        reports = cursor.fetchall() if game.apart else []
        cursor.execute(OTHERS, [event.pk, last, event.pk, last])
        others = cursor.fetchall()
    index = {row[0]: number for number, row in enumerate(entries)}
    players = tuple(
        Player(name, role, late, sum(one["points"] for one in taken), team)
        for _, name, role, late, taken, team in entries
    )
    table_ids = {(number, shown): table for number, table, shown, *_ in seats}
    last_deals = {(number, shown): last for number, _table, shown, _entry, last in seats}
    if game.apart:
        payloads = _payloads(game, reports)
        told = {
            one: _table_reports(game, one, last_deals, payloads.get(pk))
            for one, pk in table_ids.items()
        }
    else:
        told = _boards_of(read_pads(event), table_ids.keys())
    sets = _sets(seats, told, others, index)
    return DriveRows(
        Drive(game, players, sets, event.options, _seed_of_lots(event, game)),
        game,
        tuple(row[0] for row in entries),
        table_ids,
        last_deals,
    )


def _seed_of_lots(event: Event, game: SetFormat) -> int:
    """What lots are drawn by, where they are: the seed of the first seats."""
    if "lot" not in game.metrics:
        return 0
    shown = event.seatings.filter(state=Seating.State.PUBLISHED).order_by("set_number")
    return shown.values_list("seed", flat=True).first() or 0


def _payloads(game: SetFormat, reports: Rows) -> dict[int, list[Any]]:
    """table id -> the report that counts for the cut and for each hand."""
    # One document for all payloads: the JSON reader is started once instead of thousands of times.
    # Many hands end alike: each text is read once.
    texts = list({text: None for _, _, text in reports if text is not None})
    values = dict(zip(texts, json.loads(f"[{','.join(texts)}]"), strict=True))
    width = game.deals + 1
    found: dict[int, list[Any]] = {}
    for table, deal, text in reports:
        deals = found.get(table)
        if deals is None:
            deals = found[table] = [None] * width
        deals[deal] = None if text is None else values[text]
    return found


def _sets(
    seats: Rows,
    told: Mapping[Place, TableReports],
    others: Rows,
    index: dict[int, int],
) -> tuple[SetRecord, ...]:
    subs: dict[int, list[tuple[int, int, int]]] = {}
    sitting_out: dict[int, list[int]] = {}
    for number, entry, table, from_hand, chair, _ in others:
        if table:
            subs.setdefault(table, []).append((from_hand, chair, index[entry]))
        else:
            sitting_out.setdefault(number, []).append(index[entry])
    tables: dict[int, list[TableSet]] = {number: [] for number in sitting_out}
    for (number, table, shown), rows in groupby(seats, itemgetter(0, 1, 2)):
        seated = tuple(index[row[3]] for row in rows)
        here = tuple(subs.get(table, ()))
        record = TableSet(shown, seated, subs=here, **told[number, shown])
        tables.setdefault(number, []).append(record)
    return tuple(
        SetRecord(number, tuple(tables[number]), tuple(sitting_out.get(number, ())))
        for number in sorted(tables)
    )


def people_by_entry(event: Event) -> dict[int, tuple[tuple[int, str], ...]]:
    """Number and name of the person behind each entry, or of the two who share the chair."""
    told = ("pk", "person_id", "person__name", "second_id", "second__name")
    rows = Entry.objects.filter(event=event).values_list(*told)
    return {
        pk: ((one, name),) if two is None else ((one, name), (two, other))
        for pk, one, name, two, other in rows
    }


def present(event: Event, set_number: int, only: Collection[int] | None = None) -> set[int]:
    """The entries that are here for a set, or those of `only` who are.

    The latest word up to that set holds. Without one, somebody whose first word is "here from a
    later set on" is not here yet; everybody else is.
    """
    latest: dict[int, bool] = {}
    first: dict[int, bool] = {}
    entered = Entry.objects.filter(event=event)
    rows = Presence.objects.filter(entry__event=event).order_by("from_set", "pk")
    if only is not None:
        entered, rows = entered.filter(pk__in=only), rows.filter(entry__in=only)
    for entry_id, from_set, here in rows.values_list("entry_id", "from_set", "here"):
        first.setdefault(entry_id, here)
        if from_set <= set_number:
            latest[entry_id] = here
    ids = entered.values_list("pk", flat=True)
    return {pk for pk in ids if latest.get(pk, not first.get(pk, False))}


def count_roles(event: Event) -> Counter[str]:
    """How many are entered under each role."""
    return Counter(Entry.objects.filter(event=event).values_list("role", flat=True))


def next_set(event: Event) -> int:
    """The number of the set to be seated next."""
    shown = event.seatings.filter(state=Seating.State.PUBLISHED).order_by("-set_number")
    return (shown.values_list("set_number", flat=True).first() or 0) + 1


def module(event: Event) -> Any:
    """The movement that seats the sets of an event."""
    return format_of(event).movement


def people_here(event: Event, set_number: int) -> list[Entry]:
    """The entries that are here for a set, in the order they were entered."""
    here = present(event, set_number)
    return [entry for entry in Entry.objects.filter(event=event).order_by("pk") if entry.pk in here]


def seat(event: Event, set_number: int, seed: int) -> Drawn:
    """Draw the seats of a set from what the database holds about the sets before it.

    Every set before must have been played to its end. The same seed gives the same seats; where
    the seats of all sets are known beforehand, they follow from the seed of the first.
    """
    form = format_of(event)
    guests, rng = _guests(event, set_number), _chance(event, set_number, seed)
    past, winners = past_sets(event, set_number - 1)
    drawn: Drawn = form.movement.next_seats(
        guests,
        past,
        winners,
        rng=rng,
        **_read_requests(event, past),
    )
    return drawn


def _guests(event: Event, set_number: int) -> list[Guest]:
    return [Guest(e.pk, e.role, e.keeps_chair) for e in people_here(event, set_number)]


def _chance(event: Event, set_number: int, seed: int) -> Random:
    """The source of a set's draws, which was or is to be seated with `seed`."""
    if format_of(event).ahead and set_number > 1:
        shown = event.seatings.filter(state=Seating.State.PUBLISHED, set_number=1)
        seed = shown.values_list("seed", flat=True).get()
    return Random(seed)  # noqa: S311 - it is to be repeated


def _read_requests(event: Event, past: Sequence[Past]) -> dict[str, Any]:
    """What a movement is asked for: wishes, sit-outs of late guests, what was agreed on; where it
    wants to know, who are partners, and in which order people are by what they carry."""
    form, pairs = drive_in(event), _read_pairings(event)
    asked = {
        "apart": pairs[Pairing.Kind.APART],
        "together": pairs[Pairing.Kind.TOGETHER],
        "teams": _read_teams(event, form),
        "sat_out_credit": _late_credit(event, past),
        **form.movement_options,
    }
    if form.fixed_pairs:
        asked["partners"] = pairs[Pairing.Kind.PARTNERS]
    number = len(past) + 1
    if (through := form.ranks_through(number)) is not None:
        asked["order"] = _read_order(event, through)
    if form.tells_results(number):
        asked["results"] = _read_results(event, len(past))
    return asked


def _read_pairings(event: Event) -> dict[str, list[tuple[int, int]]]:
    """Two people each, by what is wished of them, in the order in which that was said."""
    pairs: dict[str, list[tuple[int, int]]] = {kind: [] for kind in Pairing.Kind.values}
    rows = event.pairings.order_by("pk").values_list("kind", "first_id", "second_id")
    for kind, one, two in rows:
        pairs[kind].append((one, two))
    return pairs


def _read_teams(event: Event, form: SetFormat) -> dict[int, str]:
    """The team of every entry that has one; where the seats of all sets are known beforehand, as it
    was then."""
    known = "seating_team" if form.ahead else "team"
    return dict(event.entries.exclude(**{known: ""}).order_by("pk").values_list("pk", known))


def wished_partners(event: Event) -> list[tuple[int, int]]:
    """Who is to be partners, in the order in which that was said, where they stay together."""
    if not format_of(event).fixed_pairs:
        return []
    pairs = _read_pairings(event)
    return [*pairs[Pairing.Kind.TOGETHER], *pairs[Pairing.Kind.PARTNERS]]


def _read_order(event: Event, through: int) -> list[list[int]]:
    """The entries in the order of what they carry after so many sets, in groups of those who are
    level."""
    rows = read_drive(event, through)
    return [[rows.entry_ids[who] for who in level] for level in order_of(standings(rows.drive))]


def _read_results(event: Event, through: int) -> list[list[Level]]:
    """What the tables of the first sets came to, with entries for people."""
    rows = read_drive(event, through)
    return [
        [tuple(tuple(rows.entry_ids[who] for who in group) for group in level) for level in levels]
        for levels in read_results(rows.drive)
    ]


def partners(event: Event, set_number: int) -> dict[int, int]:
    """Who is whose partner in a set, as people are here for it; nobody where partners change."""
    if not format_of(event).fixed_pairs:
        return {}
    rows = drive(event)
    past = [_by_entry(rows, record) for record in rows.drive.sets if record.number < set_number]
    pairs, kind = _read_pairings(event), Pairing.Kind
    wishes = SeatRequests(*((*pairs[one],) for one in (kind.APART, kind.TOGETHER, kind.PARTNERS)))
    here = [entry.pk for entry in people_here(event, set_number)]
    found = pair_up(here, past, wishes).pairs
    return {one: two for pair in found for one, two in (pair, pair[::-1])}


def quality(event: Event, set_number: int, seed: int, seats: Past) -> Quality:
    """How good the seats of a set are, drawn or shown, with those of all sets before it; where the
    seats of all sets are known beforehand, with those to come as well. Of one set alone there is
    nothing to say: nobody can meet anybody again."""
    form, rounds = format_of(event), all_rounds(event, set_number, seed, seats)
    compared = form.compared(rounds, set_number)
    return measure_rounds(compared, sides=form.partners, fixed_pairs=form.fixed_pairs)


def rehearse_event(event: Event, *, late: int = 0, after: int = 0) -> Rehearsal:
    """The whole evening as it could be with those who are here, from the seats that are drawn
    where there are some; with so many late guests after some sets."""
    form, guests = drive_in(event), _guests(event, 1)
    drafts = event.seatings.filter(state=Seating.State.DRAFT, set_number=1)
    seed = drafts.values_list("seed", flat=True).first() or event.pk
    more = late_guests(form, guests, late)
    return rehearse(form, guests, seed=seed, late=more, after=after, **_read_requests(event, ()))


def all_rounds(event: Event, set_number: int, seed: int, seats: Past) -> list[Past]:
    """The sets up to these seats, the earlier ones as they ended; where the seats of all sets are
    known beforehand, followed by those to come."""
    rows = drive(event)
    rounds = [_by_entry(rows, record) for record in rows.drive.sets if record.number < set_number]
    rounds.append(seats)
    if format_of(event).ahead:
        rounds += _to_come(event, set_number, seed, rounds)
    return rounds


def _by_entry(rows: DriveRows, record: SetRecord) -> Past:
    """A set as it ended, with entries for people."""
    played, ids = as_played(rows.drive, record), rows.entry_ids
    tables = tuple(tuple(ids[player] for player in table) for table in played.tables)
    out = tuple(ids[player] for player in played.sitting_out)
    return Past(tables, out, {ids[player]: role for player, role in played.roles.items()})


def _to_come(event: Event, set_number: int, seed: int, past: Sequence[Past]) -> tuple[Past, ...]:
    """The sets after this one, as they are planned for those who are here then; none once the
    evening is over."""
    if event.state == Event.State.FINISHED:
        return ()
    form, guests = format_of(event), _guests(event, set_number + 1)
    few = len(guests) < form.fewest
    if not form.is_ahead(set_number + 1) or set_number >= form.seatings or few:
        return ()
    if form.check_people(len(guests)):
        return ()
    rng, asked = _chance(event, set_number, seed), _read_requests(event, past)

    def plan() -> tuple[Past, ...]:
        found: tuple[Past, ...] = form.movement.rounds_left(guests, past, rng=rng, **asked).rounds
        return found

    # A search takes seconds, and who waits for it may be a guest who only looks on.
    return _plans.get(event.pk, (guests, (*past,), rng.getstate(), asked), plan)


def past_sets(event: Event, through: int) -> tuple[list[Past], list[tuple[int, ...]]]:
    """The published sets up to `through`, and whom the last of them sends on, table by table."""
    form = format_of(event)
    out_roles = dict(Entry.objects.filter(event=event).values_list("pk", "role"))
    past: list[Past] = []
    winners: list[tuple[int, ...]] = []
    seatings = Seating.objects.filter(
        event=event, state=Seating.State.PUBLISHED, set_number__lte=through
    ).order_by("set_number")
    for seating in seatings.prefetch_related("sit_outs"):
        last = seating.set_number == through
        hands = set_tables(seating, reported=last and form.apart)
        tables = tuple(table.sitters_at_end for table in hands)
        outs = tuple(out.entry_id for out in seating.sit_outs.all() if not out.watches)
        roles = {e: out_roles[e] for e in outs}
        for table in hands:
            roles |= dict(zip(table.sitters_at_end, table.roles, strict=True))
        # A substitute was drawn to sit out and then played: the set counts as played.
        playing = {e for chairs in tables for e in chairs}
        past.append(Past(tables, tuple(e for e in outs if e not in playing), roles))
        if last and form.apart:
            winners = [tuple(t.sitters_at_end[c] for c in result(event, t).winners) for t in hands]
    return past, winners


def result(event: Event, table: TableRow) -> TableResult:
    """Who moves from a table, from what it has reported so far."""
    game = format_of(event)
    return game.result(table.set_number, table.roles, table.payloads(game), table.cut)


def _late_credit(event: Event, past: Sequence[Past]) -> Mapping[int, int]:
    """Sets missed before coming, for late guests to whom they count as sit-outs."""
    late = Entry.objects.filter(event=event, late_as_sit_out=True).values_list("pk", flat=True)
    credit = {}
    for entry_id in late:
        missed = 0
        for one in past:
            if entry_id in one.sitting_out or any(entry_id in chairs for chairs in one.tables):
                break
            missed += 1
        credit[entry_id] = missed
    return credit
