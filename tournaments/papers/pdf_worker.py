"""Who makes the papers of jobs: a worker of the queue; where none can be asked, a thread of this
process, beside its pages, one paper after the other.

Whoever waits for a paper asks how far it is, so nothing is lost where the process ends over it: the
job is taken up anew by the next that asks.
"""

from __future__ import annotations

import logging
from functools import partial
from threading import Lock, Thread
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import connections

from tournaments.cache import redis_client
from tournaments.papers import jobs

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

    from tournaments.models import PrintJob

TASK = "tournaments.tasks.make_paper"
# A connection of its own: those of the worker wait longer.
QUICK = {"socket_connect_timeout": 0.2, "socket_timeout": 0.2, "max_retries": 0}

log = logging.getLogger(__name__)
_ONE_AT_A_TIME = Lock()  # two would only slow each other and the pages down
_GIVEN: set[Hashable] = set()
_GIVING = Lock()


def order(job: PrintJob) -> None:
    """Have a paper made by a worker; by this process where none can be asked."""
    if not settings.REDIS_URL or not redis_client.is_up(settings.REDIS_URL) or not queue(job.pk):
        make_beside(job)


def make_beside(job: PrintJob) -> None:
    """Have a paper made by a thread of this process; whoever wants it comes back and asks."""
    hand_over(job.pk, partial(jobs.make, job.pk, here=bool(settings.REDIS_URL)))


def take_up(found: Iterable[PrintJob]) -> None:
    """Make beside the pages what nobody took, or whoever took it died over it."""
    for job in found:
        if jobs.is_overdue(job):
            make_beside(job)


def hand_over(key: Hashable, work: Callable[[], object]) -> None:
    """Have it done by a thread of its own, unless one has it already; what goes wrong is logged."""
    with _GIVING:
        if key in _GIVEN:
            return
        _GIVEN.add(key)
    # A daemon: the end of the server does not wait for it.
    Thread(target=_work, args=(key, work), name="press", daemon=True).start()


def _work(key: Hashable, work: Callable[[], object]) -> None:
    try:
        with _ONE_AT_A_TIME:
            work()
    except Exception:
        log.exception("The press stopped over a paper")
    finally:
        with _GIVING:
            _GIVEN.discard(key)
        connections.close_all()


def queue(job_id: int) -> bool:
    """Hand a job to the queue; whether it has taken it."""
    from celery import current_app, signature  # which nobody needs without a queue
    from kombu.exceptions import OperationalError

    try:
        with current_app.connection_for_write(transport_options=QUICK) as line:
            # By its name: the task knows this room, and not this room the task.
            signature(TASK, (job_id,)).apply_async(connection=line, retry=False)
    except OperationalError as error:
        log.warning("The queue takes no papers: %s", error)
        return False
    return True
