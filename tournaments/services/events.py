"""An event from its making to its end, and who is entered in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.db import transaction

from rulesets import games
from rulesets.agreed import plain, read_options
from rulesets.game import Game, Problem
from tournaments.access import Actor, host_actor
from tournaments.models import (
    Acceptance,
    Dispute,
    Event,
    LogEntry,
    Report,
    Seating,
    Snapshot,
)
from tournaments.services.errors import Refused, refusal
from tournaments.services.finishing import kept, refuse_unfinished
from tournaments.services.journal import turn
from tournaments.services.names import ParsedName, parse_names
from tournaments.services.roster import (
    add_pairing,
    apply_balance,
    enter_people,
    propose_balance,
    remove_entry,
    remove_pairing,
    rename_entry,
    set_keeps_chair,
    set_role,
    set_scorekeeper,
)

if TYPE_CHECKING:
    import datetime as dt

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
    place: str = "",
    role_names: RoleNames | None = None,
    options: Mapping[str, Any] | None = None,
) -> Event:
    """A new event of `owner` (a user). Raises Refused with every field that is wrong."""
    if game not in games.slugs():
        raise refusal("event.game", "Choose a game.", "game")
    played = games.load(game)
    event = Event(owner=owner, game=game, edition=played.edition, date=date)
    problems = _fill(event, played, {"name": name, "place": place, "date": date})
    problems += _fill(event, played, {"role_names": role_names or {}, "options": options or {}})
    if problems:
        raise Refused(problems)
    with transaction.atomic():
        event.save()
        with turn(event, host_actor(event, owner)) as step:
            step.log("event.created", name=event.name)
    return event


def update_event(*, event: Event, actor: Actor, **changes: Any) -> Event:
    """Change name, date, place, role_names or options (these only before the first result)."""
    played = games.load(event.game)
    with turn(event, actor) as step:
        before = {field: getattr(event, field) for field in changes}
        problems = _fill(event, played, changes)
        changed = sorted(field for field in changes if getattr(event, field) != before[field])
        if "options" in changed and Report.objects.filter(table__seating__event=event).exists():
            text = "A result has come in; the options hold from then on."
            problems.append(Problem("options.locked", "error", text, {}, ("options",)))
        if problems:
            for field, value in before.items():
                setattr(event, field, value)
            raise Refused(problems)
        if changed:
            event.save(update_fields=changed)
            step.log("event.updated", fields=changed)
    return event


def delete_event(*, event: Event, actor: Actor) -> None:
    """Remove an event with everything reported in it. The people stay known."""
    if actor.kind != "host":
        raise refusal("event.owner", "Only the host can delete an event.")
    with transaction.atomic():
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

    Raises Refused while hands are missing or wait for agreement in any set that was begun; for
    score pads whose game has not ended with warnings, which `early` lets pass.
    """
    with turn(event, actor) as step:
        if event.state != Event.State.PLAYING:
            raise refusal("event.not_playing", "The event is not being played.")
        refuse_unfinished(event, early=early)
        drafts = event.seatings.filter(state=Seating.State.DRAFT)
        discarded = list(drafts.values_list("pk", flat=True))
        drafts.update(state=Seating.State.REPLACED)
        snapshot, _ = Snapshot.objects.update_or_create(event=event, defaults=kept(event))
        event.state = Event.State.FINISHED
        event.save(update_fields=["state"])
        step.log("event.finished", discarded=discarded, hidden=event.hide_standings)
    return snapshot


def reopen_event(*, event: Event, actor: Actor) -> None:
    """Take a finished event up again; its kept standings are dropped and counted anew."""
    with turn(event, actor) as step:
        reopened(event)
        step.log("event.reopened")


def reopened(event: Event) -> None:
    """The inner part of reopening, for use inside a turn."""
    if event.state != Event.State.FINISHED:
        raise refusal("event.not_finished", "The event is not finished.")
    Snapshot.objects.filter(event=event).delete()
    event.state = Event.State.PLAYING
    event.save(update_fields=["state"])


def _fill(event: Event, game: Game, changes: Mapping[str, Any]) -> list[Problem]:
    """Put the changes into the event as far as they are right; returns what is not."""
    problems: list[Problem] = []
    for field, value in changes.items():
        if field in LENGTHS:
            problems += _text(event, field, value)
        elif field == "date":
            event.date = value
        elif field == "role_names":
            problems += _role_names(event, game, value)
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
        return [Problem("event.name", "error", "Give the event a name.", {}, ("name",))]
    if len(cleaned) > LENGTHS[field]:
        text = "That has {count} letters; {most} fit."
        params = {"count": len(cleaned), "most": LENGTHS[field]}
        return [Problem(f"event.{field}", "error", text, params, (field,))]
    setattr(event, field, cleaned)
    return []


def _role_names(event: Event, game: Game, value: RoleNames) -> list[Problem]:
    names: dict[str, dict[str, str]] = {}
    for role in game.roles:
        for number in ("one", "many"):
            text = " ".join(str(value.get(role, {}).get(number, "")).split())
            if len(text) > ROLE_NAME_LENGTH:
                template = "At most {most} letters."
                at = ("role_names", role, number)
                return [Problem("role.name", "error", template, {"most": ROLE_NAME_LENGTH}, at)]
            if text:
                names.setdefault(role, {})[number] = text
    called = [
        names.get(role, {}).get("many", usual).casefold()
        for role, usual in zip(game.roles, game.role_names, strict=True)
    ]
    if game.scheme is not None and len(set(called)) < len(called):
        at = ("role_names", game.roles[-1], "many")
        return [Problem("team.name", "error", "The two teams need different names.", {}, at)]
    event.role_names = names
    return []
