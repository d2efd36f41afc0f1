"""The slow things, for a worker."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from celery import shared_task
from celery.signals import worker_ready

from tournaments.events import rehearsals  # noqa: F401 - one of the looks of a search
from tournaments.papers import jobs
from tournaments.seating import searches

if TYPE_CHECKING:
    from datetime import timedelta

    from celery import Task


@shared_task(bind=True, ignore_result=True)
def make_paper(self: Any, job_id: int) -> None:
    """Make the paper of a print job."""
    if not jobs.make(job_id, here=False) and not self.request.is_eager:
        again(make_paper, job_id, jobs.SILENT_FOR)


@shared_task(bind=True, ignore_result=True)
def search_seats(self: Any, search_id: int) -> None:
    """Find the seats of a set, or look ahead."""
    if not searches.make(search_id) and not self.request.is_eager:
        again(search_seats, search_id, searches.SILENT_FOR)


def again(task: Task, number: int, silence: timedelta) -> None:
    """Have a worker look at some work when whoever is at it would have given a sign of life. It may
    have been killed, and the queue has handed its task on at once."""
    task.apply_async((number,), countdown=silence.total_seconds() + 1)


@worker_ready.connect
def look_after_the_dead(**_of_worker: Any) -> None:
    """Have papers and seats made again that a former worker died over, with all that it had
    taken."""
    for job_id in jobs.under_way():
        again(make_paper, job_id, jobs.SILENT_FOR)
    for search_id in searches.under_way():
        again(search_seats, search_id, searches.SILENT_FOR)
