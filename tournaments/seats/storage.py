"""Store, show, hide and discard seatings, inside a transaction; and seat the rounds of two teams
along one table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils import timezone

from rulesets.engine.problems import Problem, error
from rulesets.engine.roster import Roster, Setup
from rulesets.movements.long_table import seat_teams
from tournaments.boards.board_reading import roster_of
from tournaments.boards.deal_reports import standing
from tournaments.boards.event_tables import EventTables
from tournaments.db.sql import count_anew
from tournaments.models import Entry, Event, Report, Seat, Seating, SitOut, Substitution, Table
from tournaments.models.errors import Refused, refusal
from tournaments.models.event_games import format_of
from tournaments.seats.requests import present

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rulesets.engine.game import Game
    from rulesets.engine.text import Phrase
    from rulesets.movements.seating import Seating as Drawn


AS_ENTERED = 0  # the seed of seats in the order in which people were entered


def current_seating(event: Event) -> Seating | None:
    """The published seating of the highest set, or None before the first."""
    published = event.seatings.filter(state=Seating.State.PUBLISHED)
    return published.order_by("-set_number").first()


def discard(event: Event) -> int | None:
    """Discard a draft that no longer fits the people; return its id, or None if there was none.
    Inside a transaction."""
    draft = event.seatings.filter(state=Seating.State.DRAFT).first()
    if draft is None:
        return None
    draft.state = Seating.State.REPLACED
    draft.save(update_fields=["state"])
    return draft.pk


def restore_draft(event: Event, pk: int | None) -> None:
    """Make discarded seats a draft again, unless there is another one. Inside a transaction."""
    if pk is not None and not event.seatings.filter(state=Seating.State.DRAFT).exists():
        event.seatings.filter(pk=pk, state=Seating.State.REPLACED).update(state=Seating.State.DRAFT)


def undo_discard(event: Event, pk: int | None) -> None:
    """Bring back the draft that a step discarded, if it did; a draft drawn since is replaced.
    Inside a transaction."""
    drafts = event.seatings.filter(state=Seating.State.DRAFT)
    drafts.update(state=Seating.State.REPLACED)
    restore_draft(event, pk)


def show(event: Event, seating: Seating) -> None:
    """Publish a seating: its state, and the roles that change from now on. Inside a transaction."""
    seating.state = Seating.State.PUBLISHED
    seating.published_at = timezone.now()
    seating.save(update_fields=["state", "published_at"])
    _flip({entry_id: role for entry_id, _, role in seating.flips})
    if event.state == Event.State.SETUP:
        event.state = Event.State.PLAYING
        event.save(update_fields=["state"])


def hide(event: Event, seating: Seating, state: Seating.State) -> None:
    """Withdraw a published seating and the changes of roles that came with it; `state` is its new
    state. Inside a transaction."""
    seating.state = state
    seating.published_at = None
    seating.save(update_fields=["state", "published_at"])
    _flip({entry_id: before for entry_id, before, _ in seating.flips})
    if seating.set_number == 1 and state == Seating.State.DRAFT:
        event.state = Event.State.SETUP
        event.save(update_fields=["state"])


def roles_before(seating: Seating) -> dict[int, str]:
    """The roles, by entry, that people had before these seats were shown and changed them."""
    is_shown = seating.state == Seating.State.PUBLISHED
    return {entry_id: before for entry_id, before, _role in seating.flips} if is_shown else {}


def _flip(roles: Mapping[int, str]) -> None:
    """Give people these roles."""
    for role in set(roles.values()):
        entry_ids = [pk for pk, new_role in roles.items() if new_role == role]
        for start in range(0, len(entry_ids), 500):  # databases limit the parameters of a statement
            Entry.objects.filter(pk__in=entry_ids[start : start + 500]).update(role=role)


def next_revision(event: Event, number: int) -> int:
    """The revision of the next draw for a set."""
    newest = event.seatings.filter(set_number=number).order_by("-revision").first()
    return newest.revision + 1 if newest else 1


@dataclass(frozen=True, slots=True)
class NewSeats:
    """Seats as they are to be stored: those of which set, by which seed, as which revision."""

    set_number: int
    seed: int
    revision: int
    seats: Drawn


def store(event: Event, new: NewSeats) -> Seating:
    """Store seats as a draft, and return it. Inside a transaction."""
    draw = new.seats
    roles = dict(Entry.objects.filter(event=event).values_list("pk", "role"))
    seating = Seating.objects.create(
        event=event,
        set_number=new.set_number,
        revision=new.revision,
        seed=new.seed,
        notes=[_sit_out_reason(note.code, note.words) for note in draw.notes],
        flips=[[pk, roles[pk], role] for pk, role in draw.roles.items() if roles[pk] != role],
    )
    tables = Table.objects.bulk_create(
        Table(seating=seating, number=number) for number in range(1, len(draw.tables) + 1)
    )
    Seat.objects.bulk_create(
        Seat(seating=seating, table=table, chair=chair, entry_id=pk, role=draw.roles[pk])
        for table, chairs in zip(tables, draw.tables, strict=True)
        for chair, pk in enumerate(chairs)
    )
    count_anew(Table, Seat, count=len(draw.roles))
    SitOut.objects.bulk_create(
        SitOut(
            seating=seating,
            entry_id=out.id,
            reason=_sit_out_reason(out.code, out.words),
            watches=out.watches,
            partner_id=out.partner,
            division=out.division,
        )
        for out in draw.sitting_out
    )
    if new.set_number == 1:
        count_starters(event, len(draw.roles))
    return seating


def count_starters(event: Event, people: int) -> None:
    """Store how many people start, if the number of sets depends on it or may do so once a second
    stage follows. Inside a transaction."""
    format = format_of(event)
    if (format.length.by_people or format.kind.qualifies) and event.starters != people:
        event.starters = people
        event.save(update_fields=["starters"])


def has_results(seating: Seating) -> bool:
    """Whether any table of a seating has reported anything, withdrawn or not."""
    return Report.objects.filter(table__seating=seating).exists()


def is_newest(seating: Seating) -> bool:
    """Whether no later seating is shown."""
    later = {"set_number__gt": seating.set_number, "state": Seating.State.PUBLISHED}
    return not seating.event.seatings.filter(**later).exists()


def is_unused(seating: Seating) -> bool:
    """Whether a seating is the newest one shown, without substitutes, and none of its reports
    stands."""
    if seating.state != Seating.State.PUBLISHED or not is_newest(seating):
        return False
    subs = Substitution.objects.filter(table__seating=seating).exists()
    return not subs and not standing(Report.objects.filter(table__seating=seating)).exists()


def seat_table(
    seating: Seating, number: int, people: Sequence[tuple[int, str]], first: int | None
) -> Table:
    """Create a table with these people (entries and roles) on its chairs; `first` deals first."""
    table = Table.objects.create(seating=seating, number=number, first_dealer=first)
    Seat.objects.bulk_create(
        Seat(seating=seating, table=table, chair=chair, entry_id=pk, role=role)
        for chair, (pk, role) in enumerate(people)
    )
    return table


def _sit_out_reason(code: str, words: Phrase) -> dict[str, object]:
    return {"code": code, "template": words.template, "params": dict(words.params)}


def seat_round(
    event: Event, game: Game, tables: EventTables, number: int, seed: int, first: int | None
) -> Seating:
    """Seat two teams against each other for a round; whoever faces an empty chair sits it out.

    The teams sit in the order of the first seats in `tables`; if there are none, they are drawn
    with `seed`. `first` is the team that deals the first round.
    """
    plays = game.plays
    here = present(event, number)
    roster, entries = roster_of(event, plays, tables, seed)
    if number == 1:
        _refuse_teams(event, game, here, roster, entries)
    stays, moves = ([entries[p] for p in team if entries[p] in here] for team in roster.sides)
    if not stays or not moves:
        raise refusal("people.few", "Each team needs at least one player.")
    seating = Seating.objects.create(
        event=event, set_number=number, revision=next_revision(event, number), seed=seed
    )
    for facing in seat_teams(stays, moves, number):
        if facing.stays is not None and facing.moves is not None:
            couple = list(zip((facing.stays, facing.moves), plays.side_names, strict=True))
            seat_table(seating, facing.chair, couple, first)
        else:
            alone = facing.stays if facing.moves is None else facing.moves
            reason = {
                "code": "bye",
                "template": "the chair opposite is empty (place {chair})",
                "params": {"chair": facing.chair},
            }
            if alone is not None:
                SitOut.objects.create(seating=seating, entry_id=alone, reason=reason)
    return seating


def _refuse_teams(
    event: Event, game: Game, here: set[int], roster: Roster, entries: Sequence[int]
) -> None:
    problems: list[Problem] = [
        error("role.missing", "{name} has no team yet.", ("roles",), name=e.name)
        for e in event.entries.filter(pk__in=here).exclude(role__in=game.plays.side_names)
    ]
    if not problems:
        teams = tuple(tuple(p for p in team if entries[p] in here) for team in roster.sides)
        setup = Setup(Roster(roster.names, teams, roster.side_names), game.options())
        problems += game.plays.check_setup(setup)
    if problems:
        raise Refused(problems)
