"""Drawing the seats of the next set and showing them; who is here, late, away, or replaced."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from django.utils import timezone

from rulesets import games
from rulesets.game import Game, Problem
from tournaments.models import Entry, Event, Report, Seat, Seating, SitOut, Table
from tournaments.selectors.hands import set_hands, unfinished
from tournaments.services import movement
from tournaments.services.access import ensure_links
from tournaments.services.attendance import (
    add_late_guest,
    mark_away,
    mark_here,
    report_first_dealer,
    substitute,
)
from tournaments.services.errors import Refused, refusal
from tournaments.services.journal import turn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulesets.movements.seating import Seating as Drawn
    from tournaments.access import Actor

__all__ = [
    "add_late_guest",
    "discard_draft",
    "draw",
    "mark_away",
    "mark_here",
    "publish",
    "report_first_dealer",
    "substitute",
]


def current_seating(event: Event) -> Seating | None:
    """The published seating of the highest set, or None before the first."""
    published = event.seatings.filter(state=Seating.State.PUBLISHED)
    return published.order_by("-set_number").first()


def draw(*, event: Event, actor: Actor, seed: int | None = None) -> Seating:
    """Draw the seats of the next set as a draft; a draft drawn before gives way.

    Without a seed a random one is taken. Raises Refused with every table whose hands or cut are
    missing, and where too few people are here or somebody has no role.
    """
    with turn(event, actor) as step:
        game = games.load(event.game)
        number = _next_set(event, game)
        _refuse_unfinished_tables(event, game)
        _refuse_guests(event, game, number)
        before = event.seatings.filter(state=Seating.State.DRAFT).first()
        if before is not None:
            before.state = Seating.State.REPLACED
            before.save(update_fields=["state"])
        chosen = secrets.randbits(53) if seed is None else seed
        seating = store(event, number, chosen, movement.seat(event, number, chosen))
        replaced = before.pk if before else None
        step.log("seating.drawn", set=number, seating=seating.pk, replaced=replaced)
    return seating


def publish(*, event: Event, actor: Actor, seating: Seating) -> Seating:
    """Show the drawn seats to everybody: the set is in play from now on.

    Raises Refused if the draft was replaced meanwhile, or somebody in it is no longer here.
    """
    with turn(event, actor) as step:
        seating.refresh_from_db()
        if seating.event_id != event.pk or seating.state != Seating.State.DRAFT:
            raise refusal("draft.gone", "This draw was replaced meanwhile. Look at the new one.")
        game = games.load(event.game)
        if seating.set_number != _next_set(event, game):
            raise refusal("draft.old", "This draw belongs to another set.")
        _refuse_unfinished_tables(event, game)
        _refuse_absent(event, seating)
        first = event.state == Event.State.SETUP
        show(event, seating)
        tables = seating.tables.count()
        step.log(
            "seating.published",
            set=seating.set_number,
            seating=seating.pk,
            tables=tables,
            first=first,
        )
        ensure_links(event)
    return seating


def discard_draft(*, event: Event, actor: Actor) -> None:
    """Put the drawn seats away."""
    with turn(event, actor) as step:
        draft = event.seatings.filter(state=Seating.State.DRAFT).first()
        if draft is None:
            return
        draft.state = Seating.State.REPLACED
        draft.save(update_fields=["state"])
        step.log("seating.discarded", set=draft.set_number, seating=draft.pk)


def show(event: Event, seating: Seating) -> None:
    """The inner part of publishing: state, roles that change from now on. Inside a turn."""
    seating.state = Seating.State.PUBLISHED
    seating.published_at = timezone.now()
    seating.save(update_fields=["state", "published_at"])
    for entry_id, _, role in seating.flips:
        Entry.objects.filter(pk=entry_id).update(role=role)
    if event.state == Event.State.SETUP:
        event.state = Event.State.PLAYING
        event.save(update_fields=["state"])


def hide(event: Event, seating: Seating, state: Seating.State) -> None:
    """Take a published seating back, with the roles that it changed. Inside a turn."""
    seating.state = state
    seating.published_at = None
    seating.save(update_fields=["state", "published_at"])
    for entry_id, before, _ in seating.flips:
        Entry.objects.filter(pk=entry_id).update(role=before)
    if seating.set_number == 1 and state == Seating.State.DRAFT:
        event.state = Event.State.SETUP
        event.save(update_fields=["state"])


def store(event: Event, number: int, seed: int, drawn: Drawn) -> Seating:
    """Keep a draw as the next revision of that set, as a draft. Inside a turn."""
    newest = event.seatings.filter(set_number=number).order_by("-revision").first()
    roles = dict(Entry.objects.filter(event=event).values_list("pk", "role"))
    seating = Seating.objects.create(
        event=event,
        set_number=number,
        revision=newest.revision + 1 if newest else 1,
        seed=seed,
        notes=[_kept(note.code, note.template, note.params) for note in drawn.notes],
        flips=[[pk, roles[pk], role] for pk, role in drawn.roles.items() if roles[pk] != role],
    )
    tables = Table.objects.bulk_create(
        Table(seating=seating, number=number) for number in range(1, len(drawn.tables) + 1)
    )
    Seat.objects.bulk_create(
        Seat(seating=seating, table=table, chair=chair, entry_id=pk, role=drawn.roles[pk])
        for table, chairs in zip(tables, drawn.tables, strict=True)
        for chair, pk in enumerate(chairs)
    )
    SitOut.objects.bulk_create(
        SitOut(seating=seating, entry_id=out.id, reason=_kept(out.code, out.template, out.params))
        for out in drawn.sitting_out
    )
    return seating


def has_results(seating: Seating) -> bool:
    """Whether any table of a seating has reported anything, withdrawn or not."""
    return Report.objects.filter(table__seating=seating).exists()


def _kept(code: str, template: str, params: Mapping[str, str | int]) -> dict[str, object]:
    return {"code": code, "template": template, "params": dict(params)}


def _next_set(event: Event, game: Game) -> int:
    if event.state == Event.State.FINISHED:
        raise refusal("event.finished", "The event is finished.")
    seating = current_seating(event)
    number = seating.set_number + 1 if seating else 1
    if number > len(game.stages):
        raise refusal("sets.all", "The last set is in play; there is no further one.")
    return number


def _refuse_unfinished_tables(event: Event, game: Game) -> None:
    seating = current_seating(event)
    if seating is None:
        return
    problems = []
    for table in unfinished(game, set_hands(seating)):
        hands = sum(payload is not None for payload in table.payloads(game))
        params = {"table": table.table.number, "missing": game.hands_per_stage - hands}
        text = "Table {table}: {missing} hands are missing."
        code = "hands.missing"
        if hands == game.hands_per_stage:
            code, text = "cut.missing", "Table {table}: a tie, and the cut is missing."
        elif params["missing"] == 1:
            text = "Table {table}: one hand is missing."
        problems.append(Problem(code, "error", text, params, ("tables", table.table.number)))
    if problems:
        raise Refused(problems)


def _refuse_guests(event: Event, game: Game, number: int) -> None:
    here = movement.people_here(event, number)
    if len(here) < game.players_per_table:
        text = "{count} people are here; a table takes {need}."
        raise refusal("people.few", text, count=len(here), need=game.players_per_table)
    if game.roles:
        text = "{name} has no role yet."
        problems = [
            Problem("role.missing", "error", text, {"name": entry.name}, ("roles", entry.pk))
            for entry in here
            if entry.role not in game.roles
        ]
        if problems:
            raise Refused(problems)


def _refuse_absent(event: Event, seating: Seating) -> None:
    here = {entry.pk for entry in movement.people_here(event, seating.set_number)}
    drawn = set(Seat.objects.filter(seating=seating).values_list("entry_id", flat=True))
    drawn |= set(SitOut.objects.filter(seating=seating).values_list("entry_id", flat=True))
    if drawn != here:
        raise refusal("draft.people", "People have come or gone since this draw. Draw again.")
