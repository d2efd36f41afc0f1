"""Taking back the last step. Nothing is erased: the log gains a line that undoes another."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from tournaments.actors import Actor
from tournaments.errors import refusal
from tournaments.games import game_of
from tournaments.journal import turn
from tournaments.models import (
    Entry,
    Event,
    LogEntry,
    Pairing,
    Person,
    Presence,
    Report,
    Seating,
    Snapshot,
    Substitution,
    Table,
)
from tournaments.scoring import seatings
from tournaments.scoring.hands import COUNTS
from tournaments.scoring.pads import read_pads
from tournaments.scoring.settlement import keep_books
from tournaments.scoring.undo_steps import last_undoable, never_played, seatings_of


def undo_last(*, event: Event, actor: Actor, expected: int | None = None) -> LogEntry:
    """Take back the last step; returns the new line of the log.

    `expected` is the id of the step that the page showed: if something happened meanwhile, Refused
    instead of undoing something else. Raises Refused where nothing can be undone.
    """
    if not actor.at_desk:
        raise refusal("undo.desk", "The host or the scorekeeper undoes.")
    with turn(event, actor) as step:
        last = last_undoable(event)
        if last is None:
            raise refusal("undo.nothing", "There is nothing that can be undone.")
        if expected is not None and last.pk != expected:
            raise refusal("undo.other", "Something else happened meanwhile. Look again.")
        for one in seatings_of(event, last, "opened"):
            seatings.hide(event, one, Seating.State.REPLACED)
        for one in seatings_of(event, last, "unopened"):
            seatings.show(event, one)
        UNDO[last.code](event, last.params, actor)
        return step.log_undo(last)


def _report(event: Event, params: dict[str, Any], actor: Actor) -> None:
    """Say again what counted before, as a further revision; books and seats follow."""
    undone = Report.objects.get(pk=params["report"])
    ours = Report.objects.filter(table=undone.table_id, deal=undone.deal)
    before = ours.filter(COUNTS, revision__lt=undone.revision).order_by("-revision").first()
    newest = ours.order_by("-revision")[0]
    restored = Report.objects.create(
        table_id=undone.table_id,
        deal=undone.deal,
        revision=newest.revision + 1,
        payload=before.payload if before else None,
        author=before.author if before else actor.label[:80],
        overrode=before.overrode if before else [],
        reason=before.reason if before else "",
        key=f"undo-{secrets.token_hex(16)}",
    )
    if before:
        for one in before.acceptances.all():
            restored.acceptances.create(kind=one.kind, by=one.by)
    if game_of(event).plays.conserved:
        keep_books(restored, read_pads(event))
    if params.get("reseated"):
        _reseated(event, params["reseated"])
    elif params.get("discarded"):
        _fresh_draft(event, params)


def _reseated(event: Event, told: dict[str, Any]) -> None:
    new = Seating.objects.get(pk=told["new"])
    old = Seating.objects.get(pk=told["old"])
    if told["state"] == Seating.State.PUBLISHED:
        seatings.hide(event, new, Seating.State.REPLACED)
        seatings.show(event, old)
        return
    new.state = Seating.State.REPLACED
    new.save(update_fields=["state"])
    _redraft(event, old.pk)


def _anew(event: Event, params: dict[str, Any], _actor: Actor) -> None:
    """Back to the seats before; who had come or gone for the new ones does so a round later."""
    seatings.hide(event, Seating.objects.get(pk=params["new"]), Seating.State.REPLACED)
    seatings.show(event, Seating.objects.get(pk=params["old"]))
    Presence.objects.filter(pk__in=params["presences"]).delete()


def _final(event: Event, params: dict[str, Any], _actor: Actor) -> None:
    shown = Seating.objects.get(pk=params["seating"])
    seatings.hide(event, shown, Seating.State.REPLACED)


def _dealer(event: Event, params: dict[str, Any], _actor: Actor) -> None:
    tables = Table.objects.filter(pk=params["id"])
    if params["team"]:
        tables = Table.objects.filter(seating__event=event, seating__tables=params["id"])
    tables.update(first_dealer=params["before"])


def _drawn(event: Event, params: dict[str, Any], _actor: Actor) -> None:
    drafts = Seating.objects.filter(pk=params["seating"], state=Seating.State.DRAFT)
    drafts.update(state=Seating.State.REPLACED)
    _redraft(event, params["replaced"])


def _published(event: Event, params: dict[str, Any], _actor: Actor) -> None:
    seatings.hide(event, Seating.objects.get(pk=params["seating"]), Seating.State.DRAFT)


def _discarded(event: Event, params: dict[str, Any], _actor: Actor) -> None:
    _redraft(event, params["seating"])


def _presence(event: Event, params: dict[str, Any], _actor: Actor) -> None:
    Presence.objects.filter(pk=params["presence"]).delete()
    _fresh_draft(event, params)


def _late(event: Event, params: dict[str, Any], _actor: Actor) -> None:
    _leave(event, [params["entry"]])
    _fresh_draft(event, params)


def _entered(event: Event, params: dict[str, Any], _actor: Actor) -> None:
    _leave(event, params["entries"])


def _leave(event: Event, entries: list[int]) -> None:
    """Take people off the list, with the seats that were drawn for them and never played."""
    Seating.objects.filter(pk__in=never_played(event, entries) or ()).delete()
    Entry.objects.filter(event=event, pk__in=entries).delete()


def _substitute(event: Event, params: dict[str, Any], _actor: Actor) -> None:
    Substitution.objects.filter(pk=params["substitution"]).delete()
    _fresh_draft(event, params)


def _fresh_draft(event: Event, params: dict[str, Any]) -> None:
    """Bring back the draft that the step had put away; one drawn since is no longer right."""
    drafts = event.seatings.filter(state=Seating.State.DRAFT)
    drafts.update(state=Seating.State.REPLACED)
    _redraft(event, params.get("discarded"))


def _redraft(event: Event, pk: int | None) -> None:
    if pk is not None and not event.seatings.filter(state=Seating.State.DRAFT).exists():
        event.seatings.filter(pk=pk, state=Seating.State.REPLACED).update(state="draft")


def _role(event: Event, params: dict[str, Any], _actor: Actor) -> None:
    before = {"role": params["before"], "asked_role": params["asked"]}
    Entry.objects.filter(pk=params["entry"]).update(**before)
    Person.objects.filter(entries=params["entry"]).update(usual_role=params["usual"])
    _fresh_draft(event, params)


def _balanced(event: Event, params: dict[str, Any], _actor: Actor) -> None:
    for pk, before, _ in params["flips"]:
        Entry.objects.filter(pk=pk).update(role=before)
    _fresh_draft(event, params)


def _removed(event: Event, params: dict[str, Any], _actor: Actor) -> None:
    """Under the number from before, so that the steps before this one find it again."""
    entry = Entry.objects.create(
        pk=params.get("entry"),
        event=event,
        person_id=params["person"],
        name=params["name"],
        role=params["role"],
        asked_role=params["asked"],
        keeps_chair=params.get("keeps", False),
    )
    for first, second, kind in params.get("wishes", ()):
        if Entry.objects.filter(event=event, pk__in=(first, second)).count() == 2:
            event.pairings.create(first_id=first, second_id=second, kind=kind)
    if params.get("scorekeeper"):
        event.scorekeeper = entry
        event.save(update_fields=["scorekeeper"])


def _keeps_chair(event: Event, params: dict[str, Any], _actor: Actor) -> None:
    Entry.objects.filter(pk=params["entry"]).update(keeps_chair=not params["keeps"])
    _fresh_draft(event, params)


def _pairing_added(event: Event, params: dict[str, Any], _actor: Actor) -> None:
    Pairing.objects.filter(pk=params["pairing"]).delete()
    _fresh_draft(event, params)


def _pairing_removed(event: Event, params: dict[str, Any], _actor: Actor) -> None:
    first, second = params["ids"]
    if Entry.objects.filter(event=event, pk__in=(first, second)).count() == 2:
        event.pairings.create(first_id=first, second_id=second, kind=params["kind"])
    _fresh_draft(event, params)


def _scorekeeper(event: Event, params: dict[str, Any], _actor: Actor) -> None:
    known = Entry.objects.filter(event=event, pk=params["before"]).exists()
    event.scorekeeper_id = params["before"] if known else None
    event.save(update_fields=["scorekeeper"])


def _finished(event: Event, params: dict[str, Any], _actor: Actor) -> None:
    reopened(event)
    for pk in params["discarded"]:
        _redraft(event, pk)


def _opened(event: Event, params: dict[str, Any], _actor: Actor) -> None:
    Table.objects.filter(pk=params["id"]).delete()
    Entry.objects.filter(event=event, pk__in=params["entries"]).delete()


Undo = Callable[[Event, dict[str, Any], Actor], None]
UNDO: dict[str, Undo] = {
    "report.added": _report,
    "report.corrected": _report,
    "report.withdrawn": _report,
    "cut.reported": _report,
    "cut.withdrawn": _report,
    "seating.drawn": _drawn,
    "seating.published": _published,
    "seating.discarded": _discarded,
    "attendance.here": _presence,
    "attendance.away": _presence,
    "late.added": _late,
    "people.entered": _entered,
    "substitute": _substitute,
    "entry.role": _role,
    "roles.balanced": _balanced,
    "entry.removed": _removed,
    "entry.keeps_chair": _keeps_chair,
    "pairing.added": _pairing_added,
    "pairing.removed": _pairing_removed,
    "scorekeeper.set": _scorekeeper,
    "event.finished": _finished,
    "seating.anew": _anew,
    "final.seated": _final,
    "table.opened": _opened,
    "dealer.set": _dealer,
}


def reopened(event: Event) -> None:
    """The inner part of reopening, for use inside a turn."""
    if event.state != Event.State.FINISHED:
        raise refusal("event.not_finished", "The event is not finished.")
    Snapshot.objects.filter(event=event).delete()
    event._state.fields_cache.pop("snapshot", None)
    event.state = Event.State.PLAYING
    event.save(update_fields=["state"])
