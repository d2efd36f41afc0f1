"""An event from its making to its end, and who is entered in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext_lazy

from rulesets.engine.game import Game
from rulesets.engine.options import plain, read_options
from rulesets.engine.problems import Problem, error
from tournaments.actors import Actor, host_actor
from tournaments.errors import Refused, refusal
from tournaments.events.ending import kept, refuse_moved, refuse_unfinished
from tournaments.games import declaration_of, format_of, game_called, game_of
from tournaments.journal import turn
from tournaments.log.steps import Step, register
from tournaments.models import (
    Acceptance,
    Dispute,
    Event,
    LogEntry,
    Report,
    Seating,
    Snapshot,
    Table,
    family_of,
)
from tournaments.people.names import ParsedName, parse_names
from tournaments.scoring.seatings import restore_draft
from tournaments.seating.draws import refuse_setup
from tournaments.seating.roster import (
    add_pairing,
    apply_balance,
    enter_people,
    propose_balance,
    rearranged,
    remove_entry,
    remove_pairing,
    rename_entry,
    set_keeps_chair,
    set_role,
    set_scorekeeper,
)
from tournaments.snapshots import forget

if TYPE_CHECKING:
    import datetime as dt

    from tournaments.log.steps import Params

__all__ = [
    "ParsedName",
    "add_pairing",
    "apply_balance",
    "create_event",
    "delete_event",
    "enter_people",
    "finish_event",
    "parse_names",
    "propose_balance",
    "remove_entry",
    "remove_pairing",
    "rename_entry",
    "reopen_event",
    "set_keeps_chair",
    "set_role",
    "set_scorekeeper",
    "update_event",
]


RoleNames = Mapping[str, Mapping[str, str]]
LENGTHS = {"name": 80, "place": 80}
ROLE_NAME_LENGTH = 30


def create_event(
    *,
    owner: Any,
    name: str,
    date: dt.date,
    game: str,
    format: str = "",  # noqa: A002 - it is one
    place: str = "",
    role_names: RoleNames | None = None,
    options: Mapping[str, Any] | None = None,
    house_rules: str = "",
) -> Event:
    """A new event of `owner` (a user), for the whole family; `house_rules` is what the family calls
    these options. Raises Refused with every wrong field."""
    family = family_of(owner)
    played = game_called(game, family=family)
    if played is None:
        raise refusal("event.game", "Choose a game.", "game")
    event = Event(owner=owner, family_id=family, game=game, edition=played.edition, date=date)
    event.declared, event.house_rules = declaration_of(played), house_rules
    problems = _fill(event, played, {"format": format})
    problems += _fill(event, played, {"name": name, "place": place, "date": date})
    problems += _fill(event, played, {"role_names": role_names or {}, "options": options or {}})
    if problems:
        raise Refused(problems)
    with transaction.atomic():
        event.save()
        with turn(event, host_actor(event, owner)) as step:
            step.log("event.created", name=event.name)
    return event


def update_event(*, event: Event, actor: Actor, **changes: Any) -> Event:
    """Change name, date, place, role_names, options (before the first result) or format (before
    the first seats are shown)."""
    played = game_of(event)
    with turn(event, actor) as step:
        before = {field: getattr(event, field) for field in changes}
        # What roles are called depends on the format.
        first = {field: changes[field] for field in ("format",) if field in changes}
        problems = _fill(event, played, first | changes)
        changed = sorted(field for field in changes if getattr(event, field) != before[field])
        if "options" in changed:
            problems += _refused_options(event)
        if "format" in changed and event.state != Event.State.SETUP:
            text = "The seats are shown; how it is played holds from then on."
            problems.append(error("format.locked", text, ("format",)))
        if problems:
            for field, value in before.items():
                setattr(event, field, value)
            raise Refused(problems)
        if changed:
            if "options" in changed:
                event.house_rules = ""  # they are others now
            event.save(update_fields=[*changed, "house_rules"])
            told = rearranged(event) if "format" in changed else {}
            step.log("event.updated", fields=changed, **told)
    return event


def rules_settled(event: Event) -> bool:
    """Whether the options hold: with the first result, and in a room that changes seats with the
    first seats, by which people know what they play."""
    if event.state == Event.State.SETUP:
        return False
    form = format_of(event)
    return not form.lasts or event.state == Event.State.FINISHED or _has_results(event)


def delete_event(*, event: Event, actor: Actor) -> None:
    """Remove an event with everything reported in it. The people stay known."""
    if actor.kind != "host":
        raise refusal("event.owner", "Only the host can delete an event.")
    with transaction.atomic():
        # Whoever reports at this moment waits, and is told then that the event is gone.
        if Event.objects.select_for_update().filter(pk=event.pk).first() is None:
            raise refusal("event.gone", "This event was deleted meanwhile.")
        ours = {"table__seating__event": event}
        Acceptance.objects.filter(report__table__seating__event=event).delete()
        Dispute.objects.filter(event=event).delete()
        Report.objects.filter(**ours).delete()
        Event.objects.filter(pk=event.pk).update(scorekeeper=None)
        Seating.objects.filter(event=event).delete()
        LogEntry.objects.filter(event=event).exclude(undoes=None).delete()
        event.delete()


def finish_event(*, event: Event, actor: Actor, early: bool = False) -> Snapshot:
    """End the event and keep the standings as they are.

    Unless the host ends it `early`, raises Refused with what is open: results that are missing
    or wait for agreement, games that have not ended, sets that were not played.
    """
    with turn(event, actor) as step:
        if event.state != Event.State.PLAYING:
            raise refusal("event.not_playing", "The event is not being played.")
        if not early:
            refuse_unfinished(event)
        drafts = event.seatings.filter(state=Seating.State.DRAFT)
        discarded = list(drafts.values_list("pk", flat=True))
        drafts.update(state=Seating.State.REPLACED)
        snapshot, _ = Snapshot.objects.update_or_create(event=event, defaults=kept(event))
        event.state = Event.State.FINISHED
        event.save(update_fields=["state"])
        forget(event)
        step.log("event.finished", discarded=discarded, hidden=event.hide_standings)
    return snapshot


def reopen_event(*, event: Event, actor: Actor, sure: bool = False) -> None:
    """Take a finished event up again; its kept standings are dropped and counted anew.

    Unless the host is `sure`, raises Refused with whose score that would change.
    """
    with turn(event, actor) as step:
        if not sure and event.state == Event.State.FINISHED:
            refuse_moved(event)
        _reopen(event)
        step.log("event.reopened")


def _has_results(event: Event) -> bool:
    return Report.objects.filter(table__seating__event=event).exists()


def _refused_options(event: Event) -> list[Problem]:
    """What stands against the options that the event has now: results, or whoever sits already."""
    if _has_results(event):
        text = "A result has come in; the options hold from then on."
        return [error("options.locked", text, ("options",))]
    seated = Table.objects.filter(
        seating__event=event, seating__state=Seating.State.PUBLISHED
    ).prefetch_related("seats__entry")
    if format_of(event).room or not format_of(event).lasts:
        return []
    try:
        for table in seated:
            refuse_setup(event, [seat.entry for seat in table.seats.all()])
    except Refused as refused:
        return list(refused.problems)
    return []


def _fill(event: Event, game: Game, changes: Mapping[str, Any]) -> list[Problem]:
    """Put the changes into the event as far as they are right; returns what is not."""
    problems: list[Problem] = []
    for field, value in changes.items():
        if field in LENGTHS:
            problems += _text(event, field, value)
        elif field == "date":
            event.date = value
        elif field == "format":
            problems += _format(event, game, value)
        elif field == "role_names":
            problems += _role_names(event, value)
        elif field == "options":
            options, wrong = read_options(game, value)
            problems += wrong
            event.options = plain(options)
        else:
            raise TypeError(f"an event has no {field} that can be changed")
    return problems


def _text(event: Event, field: str, value: str) -> list[Problem]:
    cleaned = " ".join(value.split())
    if field == "name" and not cleaned:
        return [error("event.name", "Give the event a name.", ("name",))]
    if len(cleaned) > LENGTHS[field]:
        text = "That has {count} letters; {most} fit."
        params = {"count": len(cleaned), "most": LENGTHS[field]}
        return [error(f"event.{field}", text, (field,), **params)]
    setattr(event, field, cleaned)
    return []


def _format(event: Event, game: Game, slug: str) -> list[Problem]:
    if slug and slug not in game.formats:
        return [error("event.format", "Choose how it is played.", ("format",))]
    event.format = "" if slug == game.formats[0] else slug
    return []


def _role_names(event: Event, value: RoleNames) -> list[Problem]:
    names: dict[str, dict[str, str]] = {}
    form = format_of(event)
    for role in form.roles:
        for number in ("one", "many"):
            text = " ".join(str(value.get(role, {}).get(number, "")).split())
            if len(text) > ROLE_NAME_LENGTH:
                template = "At most {most} letters."
                at = ("role_names", role, number)
                return [error("role.name", template, at, most=ROLE_NAME_LENGTH)]
            if text:
                names.setdefault(role, {})[number] = text
    called = [
        names.get(role, {}).get("many", usual).casefold()
        for role, usual in zip(form.roles, form.role_names, strict=True)
    ]
    if form.room and len(set(called)) < len(called):
        at = ("role_names", form.roles[-1], "many")
        return [error("team.name", "The two teams need different names.", at)]
    event.role_names = names
    return []


def _reopen(event: Event) -> None:
    """The inner part of reopening. Inside a turn."""
    if event.state != Event.State.FINISHED:
        raise refusal("event.not_finished", "The event is not finished.")
    Snapshot.objects.filter(event=event).delete()
    event._state.fields_cache.pop("snapshot", None)
    event.state = Event.State.PLAYING
    event.save(update_fields=["state"])


def _undo_finish(event: Event, params: Params, _actor: Actor) -> None:
    _reopen(event)
    for pk in params["discarded"]:
        restore_draft(event, pk)


register(
    Step("event.created", gettext_lazy("The event was made.")),
    Step("event.updated", gettext_lazy("The event’s settings were changed."), is_aside=True),
    Step("event.finished", gettext_lazy("The evening was finished."), undo=_undo_finish),
    Step("event.reopened", gettext_lazy("The evening was taken up again.")),
)
