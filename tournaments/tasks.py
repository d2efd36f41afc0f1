"""The slow things, for a worker."""

from __future__ import annotations

import logging
from typing import Any

from celery import current_app, shared_task
from celery.signals import worker_ready
from kombu.exceptions import OperationalError

from tournaments.papers import jobs, orders

QUICK = {"socket_connect_timeout": 0.2, "socket_timeout": 0.2, "max_retries": 0}

log = logging.getLogger(__name__)


@shared_task(bind=True, ignore_result=True)
def make_paper(self: Any, job_id: int) -> None:
    """Make the paper of a print job. Where another worker seems to be at it, look again: it may
    have been killed, and the queue has handed its task on at once."""
    if not orders.make(job_id, here=False) and not self.request.is_eager:
        again(job_id)


def again(job_id: int) -> None:
    """Have a worker look at a print job when whoever made it would have given a sign of life."""
    make_paper.apply_async((job_id,), countdown=jobs.SILENT_FOR.total_seconds() + 1)


@worker_ready.connect
def look_after_the_dead(**_of_worker: Any) -> None:
    """Have papers made again that a former worker died over, with all that it had taken."""
    for job_id in jobs.under_way():
        again(job_id)


def queued(job_id: int) -> bool:
    """Whether the queue has taken a print job."""
    # A connection of its own: those of the worker wait longer.
    try:
        with current_app.connection_for_write(transport_options=QUICK) as line:
            make_paper.apply_async((job_id,), connection=line, retry=False)
    except OperationalError as error:
        log.warning("The queue takes no papers: %s", error)
        return False
    return True
