"""How papers are ordered: from a worker; where none can be asked, from the press of this process,
beside its pages."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from django.conf import settings

from tournaments.cache import redis_client
from tournaments.papers import jobs, press

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tournaments.models import PrintJob


def order(job: PrintJob) -> None:
    """Have a paper made by a worker; by this process where none can be asked."""
    if not _queued(job.pk):
        make_beside(job)


def make_beside(job: PrintJob) -> None:
    """Have a paper made by a thread of this process; whoever wants it comes back and asks."""
    press.hand_over(job.pk, partial(make, job.pk, here=bool(settings.REDIS_URL)))


def make(job_id: int, *, here: bool) -> bool:
    """Make the paper of a job, unless somebody has made it meanwhile. False where somebody seems to
    be at it: ask again after `jobs.SILENT_FOR`."""
    job = jobs.job_to_make(job_id)
    if job is not None:
        jobs.run_job(job, here=here)
    return not jobs.is_running(job_id)


def take_up(found: Iterable[PrintJob]) -> None:
    """Make beside the pages what nobody took, or whoever took it died over."""
    for job in found:
        if jobs.is_overdue(job):
            make_beside(job)


def _queued(job_id: int) -> bool:
    if not settings.REDIS_URL or not redis_client.is_up(settings.REDIS_URL):
        return False
    from tournaments import tasks  # and with it Celery, which nobody needs without a queue

    return tasks.queued(job_id)
