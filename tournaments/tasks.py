"""The slow things, for a worker."""

from __future__ import annotations

from typing import Any

from celery import shared_task
from celery.signals import worker_ready

from tournaments.events import rehearsals  # noqa: F401 - one of the looks of a search
from tournaments.papers import jobs
from tournaments.seating import searches


@shared_task(bind=True, ignore_result=True)
def make_paper(self: Any, job_id: int) -> None:
    """Make the paper of a print job. Where another worker seems to be at it, look again: it may
    have been killed, and the queue has handed its task on at once."""
    if not jobs.make(job_id, here=False) and not self.request.is_eager:
        again(job_id)


def again(job_id: int) -> None:
    """Have a worker look at a print job when whoever made it would have given a sign of life."""
    make_paper.apply_async((job_id,), countdown=jobs.SILENT_FOR.total_seconds() + 1)


@worker_ready.connect
def look_after_the_dead(**_of_worker: Any) -> None:
    """Have papers made again that a former worker died over, with all that it had taken."""
    for job_id in jobs.under_way():
        again(job_id)


@shared_task(ignore_result=True)
def search_seats(search_id: int) -> None:
    """Find the seats of a set, or look ahead."""
    searches.make(search_id)
