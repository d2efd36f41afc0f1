"""The slow things: for a worker, or where there is none for a thread beside the pages."""

from __future__ import annotations

import logging
from functools import partial

from celery import current_app, shared_task
from django.conf import settings
from kombu.exceptions import OperationalError

from tournaments import patience
from tournaments.models import PrintJob
from tournaments.papers import jobs, press

QUICK = {"socket_connect_timeout": 0.2, "socket_timeout": 0.2, "max_retries": 0}

log = logging.getLogger(__name__)


@shared_task(ignore_result=True)
def make_paper(job_id: int) -> None:
    """Make the paper of a print job, unless somebody has made it meanwhile."""
    _make(job_id, here=False)


def queue_paper(job: PrintJob) -> None:
    """Have a paper made by a worker; by this process, beside its pages, where none can be asked."""
    if current_app.conf.task_always_eager:
        make_paper.delay(job.pk)
    elif not _queued(job.pk):
        make_beside(job)


def make_beside(job: PrintJob) -> None:
    """Have a paper made by a thread of this process; whoever wants it comes back and asks."""
    press.hand_over(job.pk, partial(_make, job.pk, here=bool(settings.REDIS_URL)))


def _make(job_id: int, *, here: bool) -> None:
    job = jobs.job_to_make(job_id)
    if job is not None:
        jobs.run_job(job, here=here)


def _queued(job_id: int) -> bool:
    if not settings.REDIS_URL or not patience.answers(settings.REDIS_URL):
        return False
    # A connection of its own: those of the worker wait longer.
    try:
        with current_app.connection_for_write(transport_options=QUICK) as line:
            make_paper.apply_async((job_id,), connection=line, retry=False)
    except OperationalError as error:
        log.warning("The queue takes no papers: %s", error)
        return False
    return True
