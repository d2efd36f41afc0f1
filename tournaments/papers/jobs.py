"""Papers of an event, made at once or as jobs: how many at once, their progress, the file that is
stored for a while, and pictures of them.

The process that makes a paper sends a heartbeat every few seconds (`heard`). If it is killed the
heartbeat stops, and the paper is made again: by the page that waits for it, or by the next worker.
"""

from __future__ import annotations

import io
import logging
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import pypdfium2
from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import get_language, override

from tournaments.cache import background
from tournaments.db.rows import is_within, within
from tournaments.models import Event, Family, PrintJob, RulebookEdition
from tournaments.models.errors import refusal
from tournaments.papers.catalogue import PrintOptions, papers
from tournaments.papers.editions.services import print_edition
from tournaments.papers.selectors import EventOrder, paper_of
from tournaments.papers.typefaces import PDFIUM
from tournaments.papers.writer import first_page_alone, render_paper

if TYPE_CHECKING:
    from collections.abc import Iterable
    from threading import Event as Flag

    from django.db.models import QuerySet

    from tournaments.models import Event, PrintJob
    from tournaments.papers.catalogue import PrintOptions
    from tournaments.papers.data import Progress


LONG = 120  # people (or blank cards) from which a paper is made as a job
EVERY = 25  # pages between two notes of progress
FEW = 10  # steps, each of which is noted
BEAT_SECONDS = 5.0  # between two heartbeats
BEATS = 180  # as many as a worker sends at most for a paper (CELERY_TASK_TIME_LIMIT)
TAKEN_WITHIN = timedelta(seconds=5)
SILENT_FOR = timedelta(seconds=30)  # without a heartbeat, whoever made it is gone
LOST_AFTER = timedelta(minutes=15)  # then nobody asks for it any more
TRIES = 3  # after so many makers have died, a paper is given up
OF_A_FAMILY, OF_ALL = 2, 8  # at most so many papers are made at once
LIFETIME = timedelta(days=30)
MOST_STORED = 20  # of one event
FAMILY_BYTES, ALL_BYTES = 128 * 1024 * 1024, 1024 * 1024 * 1024  # of all stored papers
WAITING, RUNNING = PrintJob.State.WAITING, PrintJob.State.RUNNING
HERE = "here"  # in the job's notes: made by a web process, though there should be a worker
TRIED = "tried"  # in the job's notes: how often somebody began to make it

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Printed:
    """The PDF of a paper, and its file name."""

    pdf: bytes
    filename: str


class Busy(Exception):
    """Too many papers are being made for one more; `own`: too many of the family's own."""

    def __init__(self, count: int, *, own: bool) -> None:
        self.count, self.own = count, own
        super().__init__(f"{count} papers are being made")


class Gone(Exception):
    """The job was deleted while its paper was made."""


def print_paper(event: Event, options: PrintOptions, progress: Progress | None = None) -> Printed:
    """The PDF of one paper. Raises Refused if what it needs is not there yet."""
    paper, order = paper_of(event, options.kind), EventOrder(event, options)
    if paper is None:
        raise refusal("paper.unknown", "There is no such paper.", "kind")
    if paper.missing(order):
        raise order.refusal(paper.needs)
    name = slugify(f"{event.name} {paper.kind}") or paper.kind
    return Printed(render_paper(order, paper.draw(order), progress), f"{name}.pdf")


def is_long(event: Event, options: PrintOptions) -> bool:
    """Whether the paper should be made as a job."""
    paper = papers().get(options.kind)
    if paper is not None and "count" in paper.options:
        return options.count > LONG
    return options.only is None and event.entries.count() > LONG


def start_job(event: Event, options: PrintOptions, language: str) -> PrintJob:
    """Create a job, which `run_job` carries out; old jobs are deleted. Raises Busy."""
    with transaction.atomic():
        check_free(event.book)
        PrintJob.objects.filter(created__lt=timezone.now() - LIFETIME).delete()
        stale = event.print_jobs.order_by("-pk").values_list("pk", flat=True)[MOST_STORED - 1 :]
        event.print_jobs.filter(pk__in=list(stale)).delete()
        params = asdict(options) | {"language": language}
        params.pop("kind")
        return PrintJob.objects.create(event=event, kind=options.kind, params=params)


def start_edition(edition: RulebookEdition) -> PrintJob:
    """Create a job that prints an edition of the rulebook. Raises Busy."""
    with transaction.atomic():
        edition.print_jobs.all().delete()
        check_free(edition.owner_id)
        return PrintJob.objects.create(
            edition=edition, kind="rulebook", params={"language": edition.language}
        )


def stop(edition: RulebookEdition) -> None:
    """Stop printing an edition: whoever does sees that the job is gone, and ends."""
    edition.print_jobs.all().delete()


def check_free(family: int) -> None:
    """Let one more paper of a family begin, and no other until the end of the transaction. Raises
    Busy if too many are being made for the family, or for all."""
    list(Family.objects.select_for_update().order_by("pk")[:1])  # one after the other
    alive = within("heard", ago=LOST_AFTER, ahead=LOST_AFTER)
    found = PrintJob.objects.filter(state__in=(WAITING, RUNNING), **alive)
    for busy, most, own in ((_of(family, found), OF_A_FAMILY, True), (found, OF_ALL, False)):
        count = busy.count()
        if count >= most:
            raise Busy(count, own=own)


def _of(family: int, jobs: QuerySet[PrintJob]) -> QuerySet[PrintJob]:
    return jobs.filter(Q(event__family=family) | Q(edition__family=family))


def newest_of(edition: RulebookEdition) -> PrintJob | None:
    """The job that prints an edition."""
    return edition.print_jobs.defer("pdf").order_by("-pk").first()


def papers_made(event: Event) -> QuerySet[PrintJob]:
    """The papers of an event, made or being made, newest first, without their bytes."""
    found = PrintJob.objects.filter(event=event, created__gt=timezone.now() - LIFETIME)
    return found.defer("pdf").order_by("-pk")


def under_way() -> list[int]:
    """The ids of the jobs that are not done, the oldest first."""
    found = PrintJob.objects.filter(state__in=(WAITING, RUNNING)).order_by("pk")
    return list(found.values_list("pk", flat=True))


def job_to_make(job_id: int) -> PrintJob | None:
    """The job for a worker; None if it is done or somebody is working on it."""
    job = (
        PrintJob.objects.select_related("event", "edition")
        .defer("pdf", "edition__pdf")
        .filter(pk=job_id)
        .first()
    )
    return job if job is not None and (job.state == WAITING or is_overdue(job)) else None


def is_running(job_id: int) -> bool:
    """Whether somebody seems to be working on it."""
    return PrintJob.objects.filter(pk=job_id, state=RUNNING).exists()


def is_overdue(job: PrintJob) -> bool:
    """Whether nobody took the job, or whoever took it must have died."""
    limit = {str(WAITING): TAKEN_WITHIN, str(RUNNING): SILENT_FOR}.get(job.state)
    return limit is not None and not is_within(job.heard, ago=limit, ahead=limit)


def make(job_id: int, *, here: bool) -> bool:
    """Make the paper of a job, unless somebody else has. False if somebody seems to be working on
    it: ask again after `SILENT_FOR`."""
    job = job_to_make(job_id)
    if job is not None:
        run_job(job, here=here)
    return not is_running(job_id)


def run_job(job: PrintJob, *, here: bool = False) -> None:
    """Make the paper of a job, storing the progress; an error is stored, too.

    `here`: this process makes it, because no worker did. If several try, only one does.
    """
    params = dict(job.params)
    mine = PrintJob.objects.filter(pk=job.pk)
    tried = params.pop(TRIED, 0) + 1
    if not _taken(job, {HERE: here, TRIED: tried}):
        return
    language = params.pop("language", None)
    params.pop(HERE, None)
    if tried > TRIES:
        _fail(job, f"whoever made it was gone {TRIES} times")
        return
    try:
        alive = background.heartbeat(partial(_beat, mine), seconds=BEAT_SECONDS, times=BEATS)
        with alive as gone, override(language):
            printed = _printed(job, params, _notes(mine, gone))
        _keep(job, printed)
    except Gone:
        log.info("paper %s was deleted while it was made", job.kind)
    except Exception as error:
        log.exception("paper %s of event %s", job.kind, job.event_id)
        _fail(job, str(error))


def _notes(mine: QuerySet[PrintJob], gone: Flag) -> Progress:
    """A function that stores the progress of a paper; it raises Gone if the job was deleted."""

    def note(done: int, total: int) -> None:
        told = {"done": done, "total": total, "heard": timezone.now()}
        due = done == total or done % EVERY == 0 or total < FEW
        if gone.is_set() or (due and not mine.update(**told)):
            raise Gone

    return note


def _fail(job: PrintJob, why: str) -> None:
    failed = PrintJob.State.FAILED
    PrintJob.objects.filter(pk=job.pk).update(state=failed, error=why[:300])


def _taken(job: PrintJob, notes: dict[str, Any]) -> bool:
    """Take the job; of several that try at once only one gets True."""
    as_read = PrintJob.objects.filter(pk=job.pk, state=job.state, heard=job.heard)
    taken = {"state": RUNNING, "heard": timezone.now(), "params": job.params | notes}
    return bool(as_read.update(**taken))


def _beat(mine: QuerySet[PrintJob]) -> bool:
    """Give a sign of life; return whether the job still exists."""
    return bool(mine.update(heard=timezone.now()))


def _keep(job: PrintJob, printed: Printed) -> None:
    """Store what was made, and delete the oldest papers if there are too many."""
    size = len(printed.pdf)
    family = job.event.book if job.event is not None else None
    made = PrintJob.objects.filter(state=PrintJob.State.DONE).order_by("-pk")
    for found, most in ((_of(family, made) if family else made, FAMILY_BYTES), (made, ALL_BYTES)):
        room, old = most - size, []
        for pk, bytes_kept in found.values_list("pk", "size"):
            room -= bytes_kept
            if room < 0 and bytes_kept:
                old.append(pk)
        PrintJob.objects.filter(pk__in=old).delete()
    PrintJob.objects.filter(pk=job.pk).update(
        state=PrintJob.State.DONE,
        heard=timezone.now(),
        pdf=printed.pdf,
        size=size,
        filename=printed.filename,
    )


def _printed(job: PrintJob, params: dict[str, Any], note: Progress) -> Printed:
    """The paper of a job; an edition stores its file itself."""
    if job.edition is not None:
        print_edition(job.edition, note)
        return Printed(b"", "")
    if job.event is None:
        raise LookupError("a job of nothing")
    return print_paper(job.event, PrintOptions(kind=job.kind, **params), note)


TASK = "tournaments.tasks.make_paper"


def order(job: PrintJob) -> None:
    """Have a paper made by a worker; by this process where none can be asked."""
    if not queue(job.pk):
        make_beside(job)


def make_beside(job: PrintJob) -> None:
    """Have a paper made by a thread of this process; whoever wants it comes back and asks."""
    work = partial(make, job.pk, here=bool(settings.REDIS_URL))
    background.hand_over(("paper", job.pk), work, lane="press")


def take_up(jobs: Iterable[PrintJob]) -> None:
    """Make in this process the papers that nobody took, or whose makers died."""
    for job in jobs:
        if is_overdue(job):
            make_beside(job)


def queue(job_id: int) -> bool:
    """Hand a job to the queue; whether there is one that has taken it."""
    return background.queue(TASK, job_id)


CACHE_SECONDS = 24 * 60 * 60
PICTURES = 5
WIDE = 420  # pixels: sharp at the size the menu shows it in, also on phones
GREYS = 32  # enough for what is printed in black and white, and a third of the bytes


def version(event: Event) -> str:
    """The version of an event's pictures, which changes with anything that happens in it."""
    state = (PICTURES, event.pk, event.version, event.changed.isoformat(), get_language())
    return sha256(repr(state).encode()).hexdigest()[:16]


def picture(event: Event, options: PrintOptions) -> bytes:
    """The PNG of a paper's first page. Raises Refused if the paper cannot be made yet."""
    with first_page_alone():
        pdf = print_paper(event, _shorten(event, options)).pdf
    return picture_of(pdf)


def picture_of(pdf: bytes) -> bytes:
    """The PNG of a file's first page, cached by the file's contents."""
    key = f"first-page:{WIDE}:{sha256(pdf).hexdigest()}"
    found: bytes | None = cache.get(key)
    if found is None:
        found = first_page(pdf)
        cache.set(key, found, CACHE_SECONDS)
    return found


def first_page(pdf: bytes) -> bytes:
    """The PNG of a PDF's first page, in greys. Raises pypdfium2.PdfiumError for anything else."""
    with PDFIUM, pypdfium2.PdfDocument(pdf) as document:
        page = document[0]
        picture = page.render(scale=WIDE / page.get_width(), grayscale=True).to_pil()
    out = io.BytesIO()
    picture.quantize(GREYS).save(out, "PNG", optimize=True)
    return out.getvalue()


def _shorten(event: Event, options: PrintOptions) -> PrintOptions:
    """The options with no more content than the first page shows, if the paper would be long."""
    options = replace(options, count=min(options.count, 2))
    paper = paper_of(event, options.kind)
    if paper is None or "only" not in paper.options or not is_long(event, options):
        return options
    first = event.entries.order_by("pk").values_list("pk", flat=True).first()
    return replace(options, only=first)
