"""Long papers as jobs with their progress kept."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import override

from tournaments.models import Event, PrintJob
from tournaments.papers.register import make_paper
from tournaments.papers.wishes import Wish

if TYPE_CHECKING:
    from collections.abc import Callable

    from tournaments.papers.data import Progress

    Maker = Callable[[Event, Wish, Progress | None], bytes]

LONG = 120  # people (or blank cards) from which a paper is made as a job
EVERY = 25  # pages between two notes of progress
TAKEN_WITHIN = timedelta(seconds=5)
MADE_WITHIN = timedelta(minutes=2)
WAITING, RUNNING = PrintJob.State.WAITING, PrintJob.State.RUNNING
HERE = "here"  # in the job's notes: a page made it

log = logging.getLogger(__name__)


def is_long(event: Event, wish: Wish) -> bool:
    """Whether the paper is better made as a job."""
    if wish.kind == "cards-blank":
        return wish.count > LONG
    return wish.only is None and event.entries.count() > LONG


def start_job(event: Event, wish: Wish, language: str) -> PrintJob:
    """Note a paper that is to be made; `run_job` makes it."""
    params = {
        "paper": wish.paper,
        "only": wish.only,
        "count": wish.count,
        "two": wish.two,
        "tent": wish.tent,
        "base": wish.base,
        "round": wish.round,
        "lines": wish.lines,
        "poster": wish.poster,
        "language": language,
    }
    # Old papers are not kept: a new one is a press of a button away.
    stale = event.print_jobs.order_by("-pk").values_list("pk", flat=True)[20:]
    event.print_jobs.filter(pk__in=list(stale)).delete()
    return PrintJob.objects.create(event=event, kind=wish.kind, params=params)


def job_to_make(job_id: int) -> PrintJob | None:
    """The job for a worker, unless it is made or somebody is at it."""
    job = PrintJob.objects.select_related("event").filter(pk=job_id).first()
    return job if job is not None and (job.state == WAITING or is_overdue(job)) else None


def is_overdue(job: PrintJob) -> bool:
    """Whether nobody took the job, or whoever took it must have died over it."""
    limit = {str(WAITING): TAKEN_WITHIN, str(RUNNING): MADE_WITHIN}.get(job.state)
    return limit is not None and timezone.now() - job.created > limit


def run_job(job: PrintJob, *, here: bool = False) -> None:
    """Make the paper of a job, noting the progress; what goes wrong is kept as its error.

    `here`: a page makes it, as no worker did. Of several that want to make it one does.
    """
    params = dict(job.params)
    mine = PrintJob.objects.filter(pk=job.pk)
    taken = {"state": RUNNING, "created": timezone.now(), "params": params | {HERE: here}}
    if not mine.filter(state=job.state, created=job.created).update(**taken):
        return
    language = params.pop("language", None)
    params.pop(HERE, None)

    def note(done: int, total: int) -> None:
        if done == total or done % EVERY == 0:
            mine.update(done=done, total=total)

    try:
        with override(language):
            printed = make_paper(job.event, Wish(kind=job.kind, **params), note)
    except Exception as error:
        log.exception("paper %s of event %s", job.kind, job.event_id)
        mine.update(state=PrintJob.State.FAILED, error=str(error)[:300])
        return
    mine.update(state=PrintJob.State.DONE, pdf=printed.pdf, filename=printed.filename)
