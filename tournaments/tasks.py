"""The slow things, for a worker."""

from __future__ import annotations

import logging

from celery import current_app, shared_task
from kombu.exceptions import OperationalError

from tournaments.papers import orders

QUICK = {"socket_connect_timeout": 0.2, "socket_timeout": 0.2, "max_retries": 0}

log = logging.getLogger(__name__)


@shared_task(ignore_result=True)
def make_paper(job_id: int) -> None:
    """Make the paper of a print job."""
    orders.make(job_id, here=False)


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
