"""Papers of an event, made at once or as jobs: how many at once, the files that are stored for a
while, and pictures of them."""

from __future__ import annotations

import io
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import pypdfium2
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from tournaments.jobs.services import check_free, register_job
from tournaments.models import BookEdition, Event, Job
from tournaments.models.errors import refusal
from tournaments.papers.catalogue import PrintOptions, papers
from tournaments.papers.editions.services import print_edition
from tournaments.papers.selectors import EventOrder, paper_of
from tournaments.papers.typefaces import PDFIUM
from tournaments.papers.writer import first_page_alone, render_paper

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.jobs.services import Progress


LONG = 120  # people (or blank cards) from which a paper is made as a job
PAPER, RULEBOOK = "paper", "rulebook"  # the kinds of jobs
OF_A_FAMILY, OF_ALL = 2, 8  # at most so many papers are made at once
LIFETIME = timedelta(days=30)
MOST_STORED = 20  # of one event
FAMILY_BYTES, ALL_BYTES = 128 * 1024 * 1024, 1024 * 1024 * 1024  # of all stored papers


@dataclass(frozen=True, slots=True)
class Printed:
    """The PDF of a paper, and its file name."""

    pdf: bytes
    filename: str


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


def start_paper(event: Event, options: PrintOptions, language: str) -> Job:
    """Create the job of a long paper; old ones are deleted. Raises Busy."""
    with transaction.atomic():
        check_free((PAPER, RULEBOOK), event.book, most_own=OF_A_FAMILY, most=OF_ALL)
        jobs = Job.objects.filter(kind=PAPER)
        jobs.filter(created__lt=timezone.now() - LIFETIME).delete()
        newest = jobs.filter(event=event).order_by("-pk").values_list("pk", flat=True)
        jobs.filter(pk__in=list(newest[MOST_STORED - 1 :])).delete()
        return Job.objects.create(
            kind=PAPER,
            family_id=event.book,
            event=event,
            params=asdict(options),
            language=language,
        )


def start_edition(edition: BookEdition) -> Job:
    """Create a job that prints an edition of the rulebook. Raises Busy."""
    with transaction.atomic():
        edition.jobs.all().delete()
        check_free((PAPER, RULEBOOK), edition.owner_id, most_own=OF_A_FAMILY, most=OF_ALL)
        return Job.objects.create(
            kind=RULEBOOK,
            family_id=edition.owner_id,
            edition=edition,
            language=edition.language,
        )


def stop_edition(edition: BookEdition) -> None:
    """Stop printing an edition."""
    edition.jobs.all().delete()


def find_job(edition: BookEdition) -> Job | None:
    """Return the job that prints an edition."""
    return edition.jobs.defer("file").order_by("-pk").first()


def paper_jobs(event: Event) -> QuerySet[Job]:
    """Return the jobs of an event's papers, newest first, without their files."""
    jobs = Job.objects.filter(kind=PAPER, event=event, created__gt=timezone.now() - LIFETIME)
    return jobs.defer("file").order_by("-pk")


@register_job(
    PAPER, lane="press", failure=_("It could not be made. Try again, or one person at a time.")
)
def run_paper(job: Job, note: Progress) -> dict[str, Any]:
    """Print the paper of a job, and make room for its file."""
    if job.event is None:
        raise LookupError("a paper of no event")
    printed = print_paper(job.event, PrintOptions(**job.params), note)
    size = len(printed.pdf)
    _make_room(job.family_id, size)
    return {"file": printed.pdf, "size": size, "filename": printed.filename}


@register_job(RULEBOOK, lane="press", failure=_("Please try again."))
def run_edition(job: Job, note: Progress) -> dict[str, Any]:
    """Print an edition of the rulebook, which stores its file itself."""
    if job.edition is None:
        raise LookupError("a rulebook without an edition")
    print_edition(job.edition, note)
    return {}


def _make_room(family: int, size: int) -> None:
    """Delete the oldest papers if there are too many for a file of that many bytes."""
    papers = Job.objects.filter(kind=PAPER, state=Job.State.DONE).order_by("-pk")
    for jobs, most in ((papers.filter(family=family), FAMILY_BYTES), (papers, ALL_BYTES)):
        room, stale = most - size, []
        for pk, stored_bytes in jobs.values_list("pk", "size"):
            room -= stored_bytes
            if room < 0 and stored_bytes:
                stale.append(pk)
        Job.objects.filter(pk__in=stale).delete()


CACHE_SECONDS = 24 * 60 * 60
PICTURES = 7
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
    png: bytes | None = cache.get(key)
    if png is None:
        png = first_page(pdf)
        cache.set(key, png, CACHE_SECONDS)
    return png


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
