"""Jobs of long papers and of imports, for tests."""

from __future__ import annotations

from typing import Any

from tournaments.models import Event, Job


def a_paper_job(event: Event, **fields: Any) -> Job:
    """The job of an event's score cards."""
    params = {"kind": "cards"}
    return Job.objects.create(
        event=event, family_id=event.book, kind="paper", params=params, **fields
    )


def an_import_job(event: Event) -> Job:
    """A running import of the event's host."""
    params = {"user": event.owner.pk, "second": True}
    return Job.objects.create(
        family_id=event.book, kind="import", params=params, state="running", file=b"{}"
    )


def a_cards_job(event: Event) -> Job:
    """Score cards that wait for their host."""
    table = b"date,game,person,place\n1999,hearts,Ann,1\n1999,hearts,Bo,2\n"
    return Job.objects.create(
        family_id=event.book, kind="score-cards", filename="cards.csv", file=table
    )
