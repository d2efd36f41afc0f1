"""The slow things, for a worker; without Redis the same code runs in this process."""

from __future__ import annotations

import logging

from celery import shared_task
from kombu.exceptions import OperationalError

from tournaments.services import papers

log = logging.getLogger(__name__)


@shared_task(ignore_result=True)
def make_paper(job_id: int) -> None:
    """Make the paper of a print job."""
    papers.run_job(job_id)


def queue_paper(job_id: int) -> None:
    """Have a paper made by a worker; here and now where none can be asked."""
    try:
        make_paper.delay(job_id)
    except OperationalError:
        log.warning("no worker can be reached; the paper is made in this process")
        papers.run_job(job_id)
