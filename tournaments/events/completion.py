"""Finished evenings that were kept without their boards: completed once, by the rules of today.

Earlier versions kept standings and explanations alone. The first start (`migrate`, or a backup
that is read back) completes them, and so does the reading of an event file.
"""

from __future__ import annotations

import logging
from typing import Any

from django.apps import AppConfig, apps
from django.apps.registry import Apps

from tournaments.events.ending import folded, going_on
from tournaments.games import known_game_of
from tournaments.models import Event, Snapshot
from tournaments.scoring.pads import read_pads
from tournaments.snapshots import forget

log = logging.getLogger(__name__)


def complete(event: Event) -> bool:
    """Keep what the boards of a finished event come to, where that is not kept yet; whether it
    could be done: not for a game that is not known any more."""
    again = going_on(event)
    if known_game_of(again) is None:
        return False
    kept = folded(again, read_pads(again))
    Snapshot.objects.filter(event=event.pk).update(**kept)
    forget(event)
    return True


def complete_all() -> int:
    """The same for all events of this installation; how many were completed."""
    waiting = Event.objects.filter(state=Event.State.FINISHED, snapshot__boards=None)
    done = 0
    for event in waiting.exclude(snapshot=None).order_by("pk"):
        try:
            done += complete(event)
        except Exception:  # one evening that cannot be read keeps nobody from starting
            log.exception("What was kept of event %s cannot be completed", event.pk)
    return done


def complete_after_migrating(
    sender: AppConfig, verbosity: int = 1, apps: Apps = apps, **_more: Any
) -> None:
    """Once the tables have the shape of this version."""
    if not _is_newest(sender, apps):
        return
    done = complete_all()
    if done and verbosity:
        print(f"  Completed what is kept of {done} finished evenings.")  # noqa: T201


def _is_newest(sender: AppConfig, shape: Apps) -> bool:
    """Whether the tables are as this version's models have them."""
    return all(
        _columns(shape, model._meta.model_name) == _columns(apps, model._meta.model_name)
        for model in sender.get_models()
    )


def _columns(shape: Apps, model: str | None) -> set[str]:
    try:
        found = shape.get_model("tournaments", model or "")
    except LookupError:
        return set()
    return {field.column for field in found._meta.local_concrete_fields}
