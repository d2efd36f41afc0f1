"""Correcting a result, with what it would change shown first.

Nothing that was played is ever seated anew. Only the seats of the set right after the corrected one
follow from it; they can be drawn again (with the seed they were drawn with) while nobody has
reported from them.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.db import transaction

from rulesets import games
from rulesets.payload import parse, shape_problems, to_json
from tournaments.models import Entry, Event, Report, Seating, Substitution, Table
from tournaments.selectors.hands import TableHands, table_hands
from tournaments.selectors.standings import Standings, computed
from tournaments.services import movement, reports
from tournaments.services import seating as seats
from tournaments.services.access import ensure_links
from tournaments.services.errors import refusal
from tournaments.services.journal import turn

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from rulesets.game import Game, Problem
    from rulesets.movements.seating import Seating as Drawn
    from tournaments.access import Actor


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """A player whose total or place would change."""

    entry_id: int
    name: str
    old_total: int
    new_total: int
    old_rank: int
    new_rank: int


@dataclass(frozen=True, slots=True)
class SeatChange:
    """A table of the next set whose people would change; names by chair."""

    set_number: int
    table: int
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CorrectionPreview:
    """What a correction would do. With an error among `problems` an override is needed; with a
    malformed report nothing else is filled in."""

    names: tuple[str, ...] = ()  # by chair, in that hand
    old_summary: str = ""
    new_summary: str = ""
    old_points: tuple[int, ...] = ()  # by chair; () if nothing was reported
    new_points: tuple[int, ...] = ()
    changed: tuple[PlaceChange, ...] = ()
    winners_before: tuple[str, ...] = ()
    winners_after: tuple[str, ...] = ()
    cut_needed: bool = False  # the set would be tied, without a cut that settles it
    seats_change: tuple[SeatChange, ...] = ()
    seats_set: int | None = None  # the set whose seats would change
    can_reseat: bool = False
    seen: int = 0  # the newest revision now
    problems: tuple[Problem, ...] = field(default_factory=tuple)


def preview_correction(
    *, table: Table, deal: int, payload: Mapping[str, Any] | None
) -> CorrectionPreview:
    """What would change if this hand were reported so (None: withdrawn). Nothing is kept."""
    event, stage = table.seating.event, table.seating.set_number
    game = games.load(event.game)
    before = table_hands(table)
    problems: tuple[Problem, ...] = ()
    if payload is not None:
        questions = game.questions(stage)
        malformed = shape_problems(questions, payload)
        if malformed:
            return CorrectionPreview(problems=malformed, seen=before.deal(deal).revision)
        problems = game.check(stage, before.roles, payload)
        payload = to_json(parse(questions, payload))
    old = computed(event)
    new, after, drawn = _as_if(table, deal, payload, before)
    following = _following(event, stage)
    now = game.result(stage, after.roles, after.payloads(game), after.cut)
    old_summary, old_points = _told(game, before, before.deal(deal).payload)
    new_summary, new_points = _told(game, before, payload)
    return CorrectionPreview(
        names=tuple(before.name_of(pk) for pk in before.sitters(deal)),
        old_summary=old_summary,
        new_summary=new_summary,
        old_points=old_points,
        new_points=new_points,
        changed=_place_changes(old, new),
        winners_before=_winner_names(game, before),
        winners_after=_winner_names(game, after),
        cut_needed=bool(now.tied),
        seats_change=_seat_changes(event, following, drawn) if following and drawn else (),
        seats_set=following.set_number if following and drawn else None,
        can_reseat=drawn is not None,
        seen=before.deal(deal).revision,
        problems=problems,
    )


def _told(
    game: Game, hands: TableHands, payload: Mapping[str, Any] | None
) -> tuple[str, tuple[int, ...]]:
    """A report in short, and the points of each chair; nothing where there is none."""
    if payload is None:
        return "", ()
    stage = hands.set_number
    return game.summary(stage, payload), tuple(game.points(stage, hands.roles, payload))


def correct(
    *,
    table: Table,
    deal: int,
    payload: Mapping[str, Any],
    actor: Actor,
    key: str,
    seen: int,
    reason: str,
    reseat: bool,
    override: bool = False,
    confirmed: Collection[str] = (),
) -> Report:
    """Correct a hand at the desk: "score only", or with `reseat` also the next set's seats.

    Raises Refused (also where the seats can no longer be drawn anew), Conflict.
    """
    event = table.seating.event
    game = games.load(event.game)
    if not actor.at_desk or actor.event_id != event.pk:
        raise refusal("correct.desk", "The host or the scorekeeper corrects.")
    if not reason.strip():
        raise refusal("reason.missing", "Write down why it is corrected.", "reason")
    said = reports.judge(
        game, table, deal, payload, actor, confirmed=confirmed, reason=reason, override=override
    )
    reports.check_key(key)
    with turn(event, actor) as step:
        found = reports.revisions(step, table, deal, key)
        again = reports.settled(found, said, seen)
        if again is not None and (again.key == key or not reseat):
            return again
        reports.refuse_closed(event, table, actor, found)
        before = table_hands(table)
        made = reports.add(step, table, deal, said, actor, key, found)
        more: dict[str, Any] = {}
        if reseat:
            more["reseated"] = _reseat(event, game, table, before)
        reports.log_report(step, table, made, found.current, **more)
    return made


def _reseat(event: Event, game: Game, table: Table, before: TableHands) -> dict[str, Any]:
    """Draw the next set's seats anew from the corrected results. Inside a turn."""
    old = _following(event, table.seating.set_number)
    drawn = _drawn_again(event, game, table, before, table_hands(table), keep=True)
    if old is None or drawn is None:
        raise refusal("reseat.played", "The next seats can no longer be drawn anew.", "reseat")
    state = old.state
    if state == Seating.State.PUBLISHED:
        seats.hide(event, old, Seating.State.REPLACED)
    else:
        old.state = Seating.State.REPLACED
        old.save(update_fields=["state"])
    new = seats.store(event, old.set_number, old.seed, drawn)
    if state == Seating.State.PUBLISHED:
        seats.show(event, new)
        ensure_links(event)
    return {"set": old.set_number, "old": old.pk, "new": new.pk, "state": state}


def _following(event: Event, set_number: int) -> Seating | None:
    """The seats drawn or shown for the set after, which follow from this one's winners."""
    live = (Seating.State.PUBLISHED, Seating.State.DRAFT)
    return event.seatings.filter(set_number=set_number + 1, state__in=live).first()


def _unplayed(seating: Seating) -> bool:
    if Substitution.objects.filter(table__seating=seating).exists():
        return False
    return not seats.has_results(seating)


def _drawn_again(
    event: Event,
    game: Game,
    table: Table,
    before: TableHands,
    after: TableHands,
    *,
    keep: bool = False,
) -> Drawn | None:
    """The next set's seats from the results as they are now, or None where they must stay.

    Rewinds the roles that those seats had changed; with `keep` false the caller rolls back.
    """
    following = _following(event, table.seating.set_number)
    if following is None or not _unplayed(following):
        return None
    stage = table.seating.set_number
    then = game.result(stage, before.roles, before.payloads(game), before.cut).winners
    now = game.result(stage, after.roles, after.payloads(game), after.cut).winners
    if not now or set(then) == set(now):
        return None
    rewound = following.flips if following.state == Seating.State.PUBLISHED else []
    for entry_id, role_before, _ in rewound:
        Entry.objects.filter(pk=entry_id).update(role=role_before)
    drawn = movement.seat(event, following.set_number, following.seed)
    if keep:
        for entry_id, _, role in rewound:
            Entry.objects.filter(pk=entry_id).update(role=role)
    return drawn


def _as_if(
    table: Table, deal: int, payload: dict[str, Any] | None, before: TableHands
) -> tuple[Standings, TableHands, Drawn | None]:
    """Standings, table and next seats as they would be: the change is really made, looked at and
    taken back, so that what is shown is what would happen."""
    event = table.seating.event
    with transaction.atomic():
        _pretend(table, deal, payload, before)
        new, after = computed(event), table_hands(table)
        drawn = _drawn_again(event, games.load(event.game), table, before, after)
        transaction.set_rollback(True)
    return new, after, drawn


def _pretend(table: Table, deal: int, payload: dict[str, Any] | None, before: TableHands) -> None:
    Report.objects.create(
        table=table,
        deal=deal,
        revision=before.deal(deal).revision + 1,
        payload=payload,
        author="",
        key=secrets.token_hex(16),
    )


def _place_changes(old: Standings, new: Standings) -> tuple[PlaceChange, ...]:
    before = {row.entry_id: row for row in old.rows}
    return tuple(
        PlaceChange(row.entry_id, row.name, was.total, row.total, was.rank, row.rank)
        for row in new.rows
        for was in (before[row.entry_id],)
        if (was.total, was.rank) != (row.total, row.rank)
    )


def _winner_names(game: Game, hands: TableHands) -> tuple[str, ...]:
    result = game.result(hands.set_number, hands.roles, hands.payloads(game), hands.cut)
    return tuple(hands.name_of(hands.sitters_at_end[chair]) for chair in result.winners)


def _seat_changes(event: Event, following: Seating, drawn: Drawn) -> tuple[SeatChange, ...]:
    names = dict(Entry.objects.filter(event=event).values_list("pk", "name"))
    before: dict[int, list[str]] = {}
    rows = following.seats.order_by("table__number", "chair")
    for number, entry_id in rows.values_list("table__number", "entry_id"):
        before.setdefault(number, []).append(names[entry_id])
    after = {number: [names[pk] for pk in chairs] for number, chairs in enumerate(drawn.tables, 1)}
    return tuple(
        SeatChange(
            following.set_number,
            number,
            tuple(before.get(number, ())),
            tuple(after.get(number, ())),
        )
        for number in sorted(before | after)
        if before.get(number) != after.get(number)
    )
