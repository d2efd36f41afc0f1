"""What records need of a finished event is stored with its snapshot."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from django.apps import AppConfig, apps
from django.apps.registry import Apps

from rulesets.records.summaries import details_to_json, summarize, to_json
from tournaments.boards.hall import Hall
from tournaments.models import Event, Snapshot
from tournaments.records.played_evenings import read_evening
from tournaments.scores.snapshots import is_newest
from tournaments.standings.selectors import snapshot_rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from django.db.models import QuerySet

    from tournaments.standings.rows import StandingRow

log = logging.getLogger(__name__)


def summary_values(event: Event, rows: Sequence[StandingRow], hall: Hall) -> dict[str, Any]:
    """Return the fields of a snapshot that records are counted from. `rows` are the final
    standings."""
    summary, details = summarize(read_evening(event, rows, hall))
    return {"records": to_json(summary), "record_details": details_to_json(details)}


def complete_records(event: Event) -> None:
    """Store what records need of a finished event, from its snapshot."""
    values = summary_values(event, snapshot_rows(event), Hall.now(event))
    Snapshot.objects.filter(event=event).update(**values)


def complete_missing(events: Iterable[Event]) -> int:
    """Complete finished events that an earlier version finished; return how many were."""
    done = 0
    for event in events:
        try:
            complete_records(event)
        except Exception:  # one unreadable evening must not hide all others
            log.exception("Records cannot be counted for event %s", event.pk)
        else:
            done += 1
    return done


def complete_records_after_migrating(sender: AppConfig, apps: Apps = apps, **_signal: Any) -> None:
    """Complete all finished events once the tables have the shape of this version
    (`post_migrate`)."""
    if is_newest(sender, apps):
        complete_missing(unfinished_records())


def unfinished_records() -> QuerySet[Event]:
    """Return the finished events that have a snapshot without sums."""
    waiting = Event.objects.filter(state=Event.State.FINISHED, snapshot__records__isnull=True)
    return waiting.exclude(snapshot=None).order_by("pk")
