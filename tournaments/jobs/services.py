"""Jobs: kinds of slow work, and how one is begun, carried out, taken up again and given up.

A job is carried out by a worker or, without one, by a thread of the process whose page waits for
it. Whoever carries it out sends a heartbeat every few seconds. If that process is killed, the
heartbeat stops, and the job is begun again: by the page that waits for it, or by the next worker.
A job is stopped by deleting its row.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournaments.db.rows import is_within, within
from tournaments.jobs import runner
from tournaments.models import Family, Job
from tournaments.models.errors import Refused
from tournaments.web.responses import sentences

if TYPE_CHECKING:
    from threading import Event as Flag

    from django.db.models import QuerySet

Progress = Callable[[int, int], None]
Work = Callable[[Job, Progress], dict[str, Any]]

TASK = "tournaments.tasks.run_job"
NOTE_SECONDS = 0.5  # between two notes of progress
FEW = 10  # steps, each of which is noted
BEAT_SECONDS = 5.0  # between two heartbeats
BEATS = 180  # as many as a worker sends at most for a job (CELERY_TASK_TIME_LIMIT)
TAKEN_WITHIN = timedelta(seconds=5)
SILENT_FOR = timedelta(seconds=30)  # without a heartbeat, whoever worked on it is gone
LOST_AFTER = timedelta(minutes=15)  # then nobody asks for it any more
SEEN_EVERY = timedelta(seconds=10)  # between two notes that somebody looks
ATTEMPTS = 3  # after so many processes have died over it, a job is given up
WAITING, RUNNING = Job.State.WAITING, Job.State.RUNNING

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class JobKind:
    """A kind of job. `work` returns the fields of its result; Refused says why there is none, and
    `failure` is what the page says of any other error. Threads do the work of one `lane` one after
    the other. A process without a heartbeat for `silent_for` is taken for dead.

    `is_apart`: not for a thread of the pages, but for a process of its own, since the threads share
    one interpreter. `longest`: after so long it is stopped; `watched_for`: as well if nobody has
    looked at its page for so long.
    """

    work: Work
    lane: str | None
    failure: Any
    silent_for: timedelta = SILENT_FOR
    is_apart: bool = False
    longest: timedelta | None = None
    watched_for: timedelta | None = None


KINDS: dict[str, JobKind] = {}


class Busy(Exception):
    """Too many jobs are under way for one more; `own`: too many of the family's own."""

    def __init__(self, count: int, *, own: bool) -> None:
        self.count, self.own = count, own
        super().__init__(f"{count} jobs are under way")


class Cancelled(Exception):
    """The job was deleted while somebody worked on it."""


def register_job(
    *kinds: str, lane: str | None, failure: Any, **more: Any
) -> Callable[[Work], Work]:
    """Return a decorator that registers a function as the work of these kinds of jobs; `more`:
    further fields of `JobKind`."""

    def register(work: Work) -> Work:
        for kind in kinds:
            KINDS[kind] = JobKind(work, lane, failure, **more)
        return work

    return register


def check_free(kinds: Collection[str], family: int, *, most_own: int, most: int) -> None:
    """Let one more job of these kinds begin, and no other until the end of the transaction. Raises
    Busy if too many are under way for the family, or for all."""
    list(Family.objects.select_for_update().order_by("pk")[:1])  # one after the other
    alive = within("heartbeat", ago=LOST_AFTER, ahead=LOST_AFTER)
    jobs = Job.objects.filter(kind__in=kinds, state__in=(WAITING, RUNNING), **alive)
    own = jobs.filter(family=family).count()
    if own >= most_own:
        raise Busy(own, own=True)
    count = jobs.count()
    if count >= most:
        raise Busy(count, own=False)


def enqueue(job: Job) -> None:
    """Have a worker carry out a job; a thread of this process if no worker can be asked."""
    if not runner.queue(TASK, job.pk):
        run_beside(job)


def run_beside(job: Job) -> None:
    """Have a thread of this process, or a process of its own, carry out a job; whoever waits for it
    comes back and looks."""
    kind = KINDS[job.kind]
    start = run_apart if kind.is_apart else run
    work = partial(start, job.pk, by_page=bool(settings.REDIS_URL))
    runner.start_thread(("job", job.pk), work, lane=kind.lane)


def run_apart(job_id: int, *, by_page: bool) -> None:
    """Carry out a job in a process of its own, which ends with this one."""
    kind = Job.objects.filter(pk=job_id).values_list("kind", flat=True).first()
    if kind is None:
        return
    program = [sys.executable, str(settings.BASE_DIR / "manage.py"), "run_job", str(job_id)]
    longest = KINDS[kind].longest or LOST_AFTER
    seconds = longest.total_seconds() + runner.END_SECONDS  # usually it ends by itself
    runner.run_attended([*program, *(["--by-page"] if by_page else [])], seconds)


def resume(jobs: Iterable[Job]) -> None:
    """Carry out those jobs in this process that nobody took, or whose process died."""
    for job in jobs:
        if is_overdue(job):
            run_beside(job)


def unfinished_jobs() -> QuerySet[Job]:
    """Return the jobs that wait or run, the oldest first, without their files."""
    jobs = Job.objects.filter(kind__in=KINDS, state__in=(WAITING, RUNNING))
    return jobs.defer("file").order_by("pk")


def is_overdue(job: Job) -> bool:
    """Whether nobody took the job in time, or its process must have died."""
    if job.state not in (WAITING, RUNNING):
        return False
    limit = TAKEN_WITHIN if job.state == WAITING else KINDS[job.kind].silent_for
    return not is_within(job.heartbeat, ago=limit, ahead=limit)


def find_free_job(job_id: int) -> Job | None:
    """Return the job for whoever can carry it out; None if it is finished, deleted or running."""
    jobs = unfinished_jobs().select_related("event", "edition").defer("file", "edition__pdf")
    job = jobs.filter(pk=job_id).first()
    return job if job is not None and (job.state == WAITING or is_overdue(job)) else None


def run(job_id: int, *, by_page: bool) -> timedelta | None:
    """Carry out a job, unless somebody else has. Return None or, if another process seems to be
    working on it, how long to wait before asking again: it may have died."""
    job = find_free_job(job_id)
    if job is not None:
        carry_out(job, by_page=by_page)
    kind = Job.objects.filter(pk=job_id, state=RUNNING).values_list("kind", flat=True).first()
    return KINDS[kind].silent_for if kind else None


def carry_out(job: Job, *, by_page: bool = False) -> None:
    """Do the work of a job and store its progress, and its result or why there is none. If several
    processes try, only one does.

    `by_page`: the process of a page does it, because no worker did.
    """
    kind, attempts = KINDS[job.kind], job.attempts + 1
    as_read = Job.objects.filter(
        pk=job.pk, state=job.state, heartbeat=job.heartbeat, attempts=job.attempts
    )
    start = {"state": RUNNING, "heartbeat": timezone.now(), "attempts": attempts}
    if not as_read.update(**start, is_by_page=by_page):
        return
    # Whoever was only slow, and has been taken for dead meanwhile, finds no row any more.
    row = Job.objects.filter(pk=job.pk, attempts=attempts)
    with override(job.language):
        if attempts > ATTEMPTS:
            log.error("%d processes have died over job %s (%s)", ATTEMPTS, job.pk, job.kind)
            _fail(row, [str(kind.failure)])
            return
        try:
            beat = partial(_beat, row, kind, monotonic())
            beats = runner.heartbeat(beat, seconds=BEAT_SECONDS, times=BEATS)
            with beats as unwanted:
                result = kind.work(job, _progress(row, unwanted))
            done = row.exclude(state=Job.State.FAILED)
            done.update(state=Job.State.DONE, heartbeat=timezone.now(), **result)
        except Cancelled:
            log.info("job %s (%s) was stopped", job.pk, job.kind)
        except Refused as refused:
            _fail(row, sentences(refused))
        except Exception:
            log.exception("job %s (%s) of event %s", job.pk, job.kind, job.event_id)
            _fail(row, [str(kind.failure)])


def _fail(row: QuerySet[Job], problems: list[str]) -> None:
    row.update(state=Job.State.FAILED, problems=problems, file=None, size=0)


def _progress(row: QuerySet[Job], unwanted: Flag) -> Progress:
    """Return the function that stores the progress of a job, now and then; it raises Cancelled once
    the job is deleted, or another process has begun it anew."""
    last_note: float | None = None

    def note(done: int, total: int) -> None:
        nonlocal last_note
        if unwanted.is_set():
            raise Cancelled
        now = monotonic()
        is_due = last_note is None or now - last_note >= NOTE_SECONDS
        if is_due or done == total or total < FEW:
            last_note = now
            if not row.update(done=done, total=total, heartbeat=timezone.now()):
                raise Cancelled

    return note


def _beat(row: QuerySet[Job], kind: JobKind, start: float) -> bool:
    """Send a heartbeat; return whether the work that began at `start` (monotonic) goes on."""
    running, problem = row.filter(state=RUNNING), ""
    language = running.values_list("language", flat=True).first()
    if language is None:
        return False
    with override(language):
        if kind.longest and monotonic() - start > kind.longest.total_seconds():
            minutes = round(kind.longest.total_seconds() / 60)
            problem = _("It took more than %(minutes)d minutes and was stopped.")
            problem %= {"minutes": minutes}
        elif kind.watched_for:
            watched = within("seen", ago=kind.watched_for, ahead=kind.watched_for)
            if not running.filter(**watched).exists():
                problem = _("Its page was closed, so it was stopped.")
    if problem:
        _fail(running, [problem])
        return False
    return bool(running.update(heartbeat=timezone.now()))


def watch(job: Job) -> None:
    """Note that somebody looks at the page of a job, and carry it out if nobody else does."""
    if not is_within(job.seen, ago=SEEN_EVERY, ahead=SEEN_EVERY):
        Job.objects.filter(pk=job.pk).update(seen=timezone.now())
    resume([job])
