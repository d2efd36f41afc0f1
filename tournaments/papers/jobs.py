"""Long papers as jobs: their progress, the file that stays for a while, and who makes it."""

from __future__ import annotations

import logging
from dataclasses import asdict
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.translation import override

from tournaments.models import Event, PrintJob, RulebookEdition
from tournaments.papers.editions.writes import print_edition
from tournaments.papers.register import Printed, make_paper
from tournaments.papers.wishes import Wish

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.papers.data import Progress

LONG = 120  # people (or blank cards) from which a paper is made as a job
EVERY = 25  # pages between two notes of progress
TAKEN_WITHIN = timedelta(seconds=5)
SILENT_FOR = timedelta(minutes=2)  # without a word of progress: whoever made it is gone
KEPT_FOR = timedelta(days=30)
KEPT = 20  # of one event
WAITING, RUNNING = PrintJob.State.WAITING, PrintJob.State.RUNNING
HERE = "here"  # in the job's notes: no worker made it, though there should be one

log = logging.getLogger(__name__)


def is_long(event: Event, wish: Wish) -> bool:
    """Whether the paper is better made as a job."""
    if wish.kind == "cards-blank":
        return wish.count > LONG
    return wish.only is None and event.entries.count() > LONG


def start_job(event: Event, wish: Wish, language: str) -> PrintJob:
    """Note a paper that is to be made; `run_job` makes it. Those that are old by now go."""
    PrintJob.objects.filter(created__lt=timezone.now() - KEPT_FOR).delete()
    stale = event.print_jobs.order_by("-pk").values_list("pk", flat=True)[KEPT - 1 :]
    event.print_jobs.filter(pk__in=list(stale)).delete()
    params = asdict(wish) | {"language": language}
    params.pop("kind")
    return PrintJob.objects.create(event=event, kind=wish.kind, params=params)


def start_edition(edition: RulebookEdition) -> PrintJob:
    """Note an edition of the rulebook that is to be printed."""
    edition.print_jobs.all().delete()
    return PrintJob.objects.create(
        edition=edition, kind="rulebook", params={"language": edition.language}
    )


def newest_of(edition: RulebookEdition) -> PrintJob | None:
    """The job that prints an edition."""
    return edition.print_jobs.defer("pdf").order_by("-pk").first()


def kept(event: Event) -> QuerySet[PrintJob]:
    """The papers that were made of an event and those under way, newest first, without bytes."""
    found = PrintJob.objects.filter(event=event, created__gt=timezone.now() - KEPT_FOR)
    return found.defer("pdf").order_by("-pk")


def job_to_make(job_id: int) -> PrintJob | None:
    """The job for a worker, unless it is made or somebody is at it."""
    job = (
        PrintJob.objects.select_related("event", "edition")
        .defer("pdf", "edition__pdf")
        .filter(pk=job_id)
        .first()
    )
    return job if job is not None and (job.state == WAITING or is_overdue(job)) else None


def is_overdue(job: PrintJob) -> bool:
    """Whether nobody took the job, or whoever took it must have died over it."""
    limit = {str(WAITING): TAKEN_WITHIN, str(RUNNING): SILENT_FOR}.get(job.state)
    return limit is not None and timezone.now() - job.heard > limit


def run_job(job: PrintJob, *, here: bool = False) -> None:
    """Make the paper of a job, noting the progress; what goes wrong is kept as its error.

    `here`: this process makes it, as no worker did. Of several that want to make it one does.
    """
    params = dict(job.params)
    mine = PrintJob.objects.filter(pk=job.pk)
    taken = {"state": RUNNING, "heard": timezone.now(), "params": params | {HERE: here}}
    if not mine.filter(state=job.state, heard=job.heard).update(**taken):
        return
    language = params.pop("language", None)
    params.pop(HERE, None)

    def note(done: int, total: int) -> None:
        if done == total or done % EVERY == 0:
            mine.update(done=done, total=total, heard=timezone.now())

    try:
        with override(language):
            printed = _printed(job, params, note)
    except Exception as error:
        log.exception("paper %s of event %s", job.kind, job.event_id)
        mine.update(state=PrintJob.State.FAILED, error=str(error)[:300])
        return
    file = {"pdf": printed.pdf, "size": len(printed.pdf), "filename": printed.filename}
    mine.update(state=PrintJob.State.DONE, heard=timezone.now(), **file)


def _printed(job: PrintJob, params: dict[str, Any], note: Progress) -> Printed:
    """What a job makes; an edition keeps its file itself."""
    if job.edition is not None:
        print_edition(job.edition, note)
        return Printed(b"", "")
    if job.event is None:
        raise LookupError("a job of nothing")
    return make_paper(job.event, Wish(kind=job.kind, **params), note)
