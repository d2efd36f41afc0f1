"""The slow things, for a worker; without Redis the same code runs in this process."""

from __future__ import annotations

import logging

from celery import current_app, shared_task
from django.conf import settings
from kombu.exceptions import OperationalError

from tournaments import patience
from tournaments.models import PrintJob
from tournaments.papers import jobs

QUICK = {"socket_connect_timeout": 0.2, "socket_timeout": 0.2, "max_retries": 0}

log = logging.getLogger(__name__)


@shared_task(ignore_result=True)
def make_paper(job_id: int) -> None:
    """Make the paper of a print job, unless a page has made it meanwhile."""
    job = jobs.job_to_make(job_id)
    if job is not None:
        jobs.run_job(job)


def queue_paper(job: PrintJob) -> None:
    """Have a paper made by a worker; here and now where none can be asked."""
    if current_app.conf.task_always_eager:
        make_paper.delay(job.pk)
    elif not _queued(job.pk):
        jobs.run_job(job, here=True)


def _queued(job_id: int) -> bool:
    if not patience.answers(settings.REDIS_URL):
        return False
    # A connection of its own: those of the worker wait longer.
    try:
        with current_app.connection_for_write(transport_options=QUICK) as line:
            make_paper.apply_async((job_id,), connection=line, retry=False)
    except OperationalError as error:
        log.warning("The queue takes no papers: %s", error)
        return False
    return True
