"""Drawing the seats of the next set, and showing or putting away seats that are drawn."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy, ngettext

from rulesets.engine.options import parse_options
from rulesets.engine.problems import error
from rulesets.engine.roster import Setup
from rulesets.formats.drives import DriveFormat
from tournaments.access.writes import ensure_links
from tournaments.errors import Refused, refusal
from tournaments.games import drive_in, format_of, game_of
from tournaments.journal import NO_TABLE, turn
from tournaments.log.steps import Step, register
from tournaments.models import Entry, Event, Seat, Seating, SitOut
from tournaments.scoring import movement
from tournaments.scoring.hands import set_hands, unfinished
from tournaments.scoring.seatings import hide, is_unused, restore_draft, show, store
from tournaments.words import said

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.engine.problems import Problem
    from tournaments.actors import Actor
    from tournaments.log.steps import Params


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
        form = drive_in(event)
        number = _next_set(event, form)
        _refuse_unfinished_tables(event, form)
        _refuse_guests(event, form, number)
        before = event.seatings.filter(state=Seating.State.DRAFT).first()
        if before is not None:
            before.state = Seating.State.REPLACED
            before.save(update_fields=["state"])
        chosen = secrets.randbits(53) if seed is None else seed
        seating = store(event, number, chosen, movement.seat(event, number, chosen))
        replaced = before.pk if before else None
        told = {"set": number, "seating": seating.pk, "replaced": replaced}
        step.log("seating.drawn", shown_at=NO_TABLE, **told)
    return seating


def publish(*, event: Event, actor: Actor, seating: Seating) -> Seating:
    """Show the drawn seats to everybody: they are in play from now on.

    Raises Refused if the draft was replaced meanwhile, somebody in it is no longer here, or
    options that changed since do not suit the people of a table.
    """
    with turn(event, actor) as step:
        seating.refresh_from_db()
        if seating.event_id != event.pk or seating.state != Seating.State.DRAFT:
            raise refusal("draft.gone", "This draw was replaced meanwhile. Look at the new one.")
        form, first = format_of(event), event.state == Event.State.SETUP
        if form.lasts:
            refuse_begun(event)
        else:
            _refuse_early(event, seating)
        _refuse_absent(event, seating)
        if form.lasts and not form.room:
            for table in seating.tables.prefetch_related("seats__entry"):
                refuse_setup(event, [seat.entry for seat in table.seats.all()])
        show(event, seating)
        told = {"seating": seating.pk, "tables": seating.tables.count(), "first": first}
        step.log("seating.published", set=seating.set_number, **told)
        ensure_links(event)
    return seating


def why_not(event: Event) -> tuple[Problem, ...]:
    """What stands against drawing the seats of the next set; () if they can be drawn."""
    form = drive_in(event)
    try:
        number = _next_set(event, form)
        _refuse_unfinished_tables(event, form)
        _refuse_guests(event, form, number)
    except Refused as refused:
        return refused.problems
    return ()


def refuse_begun(event: Event) -> None:
    """Seats that stay for the evening are drawn before it. Raises Refused once it has begun."""
    if event.state != Event.State.SETUP:
        raise refusal("seats.begun", "The game has begun; these seats stay.")


def refuse_setup(event: Event, sitting: Sequence[Entry]) -> None:
    """Raise Refused with what the game itself says against these people and its options."""
    game = game_of(event)
    options, problems = parse_options(game.options, event.options)
    if not problems:
        setup = Setup(
            game.plays.roster([entry.name for entry in sitting], options=options), options
        )
        problems = game.plays.seated(setup)
    if problems:
        raise Refused(problems)


def discard_draft(*, event: Event, actor: Actor) -> None:
    """Put the drawn seats away."""
    with turn(event, actor) as step:
        draft = event.seatings.filter(state=Seating.State.DRAFT).first()
        if draft is None:
            return
        draft.state = Seating.State.REPLACED
        draft.save(update_fields=["state"])
        told = {"set": draft.set_number, "seating": draft.pk}
        step.log("seating.discarded", shown_at=NO_TABLE, **told)


def _next_set(event: Event, form: DriveFormat) -> int:
    if event.state == Event.State.FINISHED:
        raise refusal("event.finished", "The event is finished.")
    seating = current_seating(event)
    number = seating.set_number + 1 if seating else 1
    if number > form.seatings:
        raise refusal("sets.all", "The last set is in play; there is no further one.")
    return number


def _refuse_early(event: Event, seating: Seating) -> None:
    form = drive_in(event)
    if seating.set_number != _next_set(event, form):
        raise refusal("draft.old", "This draw belongs to another set.")
    _refuse_unfinished_tables(event, form)


def _refuse_unfinished_tables(event: Event, form: DriveFormat) -> None:
    seating = current_seating(event)
    if seating is None:
        return
    problems = []
    for table in unfinished(form, set_hands(seating)):
        hands = sum(payload is not None for payload in table.payloads(form))
        params = {"table": table.table.number, "missing": form.deals - hands}
        text = "Table {table}: {missing} hands are missing."
        code = "hands.missing"
        if hands == form.deals:
            code, text = "cut.missing", "Table {table}: a tie, and the cut is missing."
        elif params["missing"] == 1:
            text = "Table {table}: one hand is missing."
        problems.append(error(code, text, ("tables", table.table.number), **params))
    if problems:
        raise Refused(problems)


def _refuse_guests(event: Event, form: DriveFormat, number: int) -> None:
    here = movement.people_here(event, number)
    if len(here) < form.width:
        text = "{count} people are here; a table takes {need}."
        raise refusal("people.few", text, count=len(here), need=form.width)
    if form.roles:
        text = "{name} has no role yet."
        problems = [
            error("role.missing", text, ("roles", entry.pk), name=entry.name)
            for entry in here
            if entry.role not in form.roles
        ]
        if problems:
            raise Refused(problems)


def _refuse_absent(event: Event, seating: Seating) -> None:
    here = {entry.pk for entry in movement.people_here(event, seating.set_number)}
    drawn = set(Seat.objects.filter(seating=seating).values_list("entry_id", flat=True))
    drawn |= set(SitOut.objects.filter(seating=seating).values_list("entry_id", flat=True))
    if drawn != here:
        raise refusal("draft.people", "People have come or gone since this draw. Draw again.")


def seat_words(event: Event, params: Params) -> dict[str, str]:
    """{seats} and {seating}: what the seats of a line are called."""
    form, number = format_of(event), params["set"] or 1
    return {"seats": said(form.seats_words(number)), "seating": said(form.seating_words(number))}


def _published_words(event: Event, params: Params) -> dict[str, str]:
    number = params["tables"]
    if format_of(event).room:
        tables = ngettext("{count} couple", "{count} couples", number)
    else:
        tables = ngettext("{count} table", "{count} tables", number)
    return seat_words(event, params) | {"tables": tables.format(count=number)}


def _undo_draw(event: Event, params: Params, _actor: Actor) -> None:
    drafts = Seating.objects.filter(pk=params["seating"], state=Seating.State.DRAFT)
    drafts.update(state=Seating.State.REPLACED)
    restore_draft(event, params["replaced"])


def _undo_publishing(event: Event, params: Params, _actor: Actor) -> None:
    hide(event, Seating.objects.get(pk=params["seating"]), Seating.State.DRAFT)


def _undo_discarding(event: Event, params: Params, _actor: Actor) -> None:
    restore_draft(event, params["seating"])


def is_seating_unused(_event: Event, params: Params) -> bool:
    """Whether the seats that a line is about can still be put away."""
    return is_unused(Seating.objects.get(pk=params["seating"]))


register(
    Step("seating.drawn", gettext_lazy("{seats} were drawn."), words=seat_words, undo=_undo_draw),
    Step(
        "seating.published",
        gettext_lazy("{seats} were shown ({tables})."),
        words=_published_words,
        undo=_undo_publishing,
        can_undo=is_seating_unused,
    ),
    Step(
        "seating.discarded",
        gettext_lazy("{seats} that had been drawn were put away."),
        words=seat_words,
        undo=_undo_discarding,
    ),
)
