"""The slow things, for a worker."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from celery import shared_task
from celery.signals import worker_ready

from tournaments.jobs import services

if TYPE_CHECKING:
    from datetime import timedelta

# Importing one of these registers the kinds of jobs that it carries out.
WITH_JOBS = (
    "tournaments.desk.rehearsals",
    "tournaments.files.imports",
    "tournaments.papers.printing",
    "tournaments.seating.searches",
)
for module in WITH_JOBS:
    import_module(module)


@shared_task(bind=True, ignore_result=True)
def run_job(self: Any, job_id: int) -> None:
    """Carry out a job."""
    silence = services.run(job_id, by_page=False)
    if silence is not None and not self.request.is_eager:
        run_again(job_id, silence)


def run_again(job_id: int, silence: timedelta) -> None:
    """Have a worker look at a job once whoever works on it would have sent a heartbeat. That
    process may have been killed, and the queue has handed its task on at once."""
    run_job.apply_async((job_id,), countdown=silence.total_seconds() + 1)


@worker_ready.connect
def resume_jobs(**_of_worker: Any) -> None:
    """Have the jobs carried out again over which a former worker died, with all that it had
    taken."""
    for job in services.unfinished_jobs():
        run_again(job.pk, services.KINDS[job.kind].silent_for)
