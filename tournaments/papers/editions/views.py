"""The rulebook and yearbooks: choose an edition, watch it being printed, download it. For the hosts
of a family."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access.decorators import host_required, private
from tournaments.jobs.services import Busy, enqueue, is_overdue, run_beside
from tournaments.models import BookEdition, Job, family_of
from tournaments.models.errors import Refused
from tournaments.papers import printing
from tournaments.papers.editions import selectors, services
from tournaments.papers.editions.forms import EditionForm, YearbookForm, own_name, suggested
from tournaments.papers.editions.selectors import wish_from
from tournaments.papers.printing import picture_of
from tournaments.papers.rulebook.book_writer import STEPS
from tournaments.papers.rulebook.typesetter import why_unavailable
from tournaments.papers.views import as_pdf, as_picture, busy_page
from tournaments.papers.writer import NEST, impose, lay_out_cards, sheets_for, signatures_of
from tournaments.papers.yearbooks.services import STEPS as YEARBOOK_STEPS
from tournaments.records.selectors import family_records
from tournaments.web.forms import put_beside_fields
from tournaments.web.responses import back, page, sentences


@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def rulebook(request: HttpRequest) -> HttpResponse:
    """All editions, and the form for the next one; POST prints it."""
    family = family_of(request.user)
    editions = list(selectors.editions(family))
    if request.method != "POST":
        form = EditionForm(family, initial=suggested(family, editions[0] if editions else None))
        context = {"form": form, "editions": editions, "unavailable": why_unavailable()}
        return page(request, "papers/rulebook.html", context)
    form = EditionForm(family, request.POST)
    if form.is_valid():
        try:
            with transaction.atomic():  # no edition if it cannot be printed
                edition = services.new_edition(
                    family=family, wish=form.wish(), language=get_language() or "en"
                )
                job = printing.start_edition(edition)
        except Busy as busy:
            return busy_page(request, busy, reverse("rulebook"))
        except Refused as refused:
            put_beside_fields(form, refused.problems)
        else:
            return _printing(job)
    return page(request, "papers/rulebook.html", {"form": form, "editions": editions}, status=422)


@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def yearbooks(request: HttpRequest) -> HttpResponse:
    """All yearbooks, and the form for the next one (`?year=`: of which); POST prints it."""
    family = family_of(request.user)
    years = sorted({evening.year for evening in family_records(family).house.evenings})
    editions = list(selectors.editions(family, BookEdition.Kind.YEARBOOK))
    context = {"editions": editions, "years": years, "unavailable": why_unavailable()}
    if request.method != "POST":
        wish = wish_from(editions[0].wish) if editions else None
        initial = {
            "years": request.GET.get("year") or years[-1] if years else "",
            "family": own_name(family) if wish is None else wish.family,
            "paper": "a5" if wish is None else wish.paper,
            "form": "pages" if wish is None else wish.form,
        }
        form = YearbookForm(years, initial=initial)
        return private(page(request, "papers/yearbooks.html", {"form": form, **context}))
    form = YearbookForm(years, request.POST)
    if form.is_valid():
        try:
            with transaction.atomic():  # no edition if it cannot be printed
                edition = services.new_yearbook(
                    family=family,
                    years=form.span(),
                    wish=form.wish(),
                    language=get_language() or "en",
                )
                job = printing.start_edition(edition)
        except Busy as busy:
            return busy_page(request, busy, reverse("yearbooks"))
        except Refused as refused:
            form.add_error(None, sentences(refused))
        else:
            return _printing(job)
    return private(page(request, "papers/yearbooks.html", {"form": form, **context}, status=422))


def _printing(job: Job) -> HttpResponse:
    """Start printing an edition, and redirect to its progress."""
    enqueue(job)
    return HttpResponseRedirect(reverse("rulebook_edition", args=[job.edition_id]), status=303)


@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def rulebook_edition(request: HttpRequest, edition_id: int) -> HttpResponse:
    """An edition: its progress, what is new, its files. POST deletes it, stops its printing, or
    prints it again after a failure."""
    edition = selectors.edition_of(family_of(request.user), edition_id)
    books = "yearbooks" if edition.kind == BookEdition.Kind.YEARBOOK else "rulebook"
    act = request.POST.get("act")
    if request.method == "POST" and act == "delete":
        services.delete_edition(edition=edition)
        return back(request, books, message=_("The edition is deleted."))
    if request.method == "POST" and act == "stop" and not edition.pages:
        printing.stop_edition(edition)
        return HttpResponseRedirect(request.path, status=303)
    if request.method == "POST" and act == "print" and not edition.pages:
        try:
            return _printing(printing.start_edition(edition))
        except Busy as busy:
            return busy_page(request, busy, request.path)
    job = None if edition.pages else printing.find_job(edition)
    if job is not None and is_overdue(job):
        run_beside(job)
        job.refresh_from_db(fields=["state", "done", "total", "is_by_page", "problems"])
    template = "papers/_edition.html" if request.htmx else "papers/edition.html"  # type: ignore[attr-defined]
    problems = [_("This button does nothing here.")] if request.method == "POST" else None
    return page(
        request, template, {**_edition_context(edition, job), "books": books}, problems=problems
    )


def _edition_context(edition: BookEdition, job: Any) -> dict[str, Any]:
    wish = wish_from(edition.wish)
    sheets = sheets_for(edition.pages)
    steps = YEARBOOK_STEPS if edition.kind == BookEdition.Kind.YEARBOOK else STEPS
    step = min(job.done, len(steps) - 1) if job is not None and job.total == len(steps) else None
    signatures = signatures_of(sheets, wish.signature)
    return {
        "edition": edition,
        "job": job,
        "booklet": wish.folded,
        "cards": wish.form == "cards",
        "step": steps[step] if step is not None else "",
        "step_number": step + 1 if step is not None else 0,
        "sheets": sheets,
        "paper": {"a4": "A4", "letter": "Letter", "a5": "A5"}[wish.paper],
        "signatures": signatures,
        "most": max(signatures, default=0),
        "stiff": len(signatures) == 1 and sheets > NEST,
        "changes": selectors.changes_in(edition),
    }


@require_safe
@host_required
def rulebook_file(request: HttpRequest, edition_id: int) -> HttpResponse:
    """An edition, page by page, as it was printed."""
    edition = selectors.edition_of(family_of(request.user), edition_id)
    return as_pdf(selectors.file_of(edition), _named(edition, ""))


@require_safe
@host_required
def rulebook_picture(request: HttpRequest, edition_id: int) -> HttpResponse:
    """The cover of an edition, as a picture."""
    edition = selectors.edition_of(family_of(request.user), edition_id)
    return as_picture(picture_of(selectors.file_of(edition)))


@require_safe
@host_required
def rulebook_booklet(request: HttpRequest, edition_id: int) -> HttpResponse:
    """The edition as a booklet to be folded, or as cards to be cut apart, if it is that."""
    edition = selectors.edition_of(family_of(request.user), edition_id)
    wish = wish_from(edition.wish)
    if wish.form == "pages":
        raise Http404
    pages = selectors.file_of(edition)
    if wish.form == "cards":
        return as_pdf(lay_out_cards(pages, wish.paper), _named(edition, "cards"))
    pdf = impose(pages, wish.paper, wish.signature)
    return as_pdf(pdf, _named(edition, "booklet"))


def _named(edition: BookEdition, kind: str) -> str:
    return f"{slugify(f'{edition.title} {edition.line} {kind}') or 'rulebook'}.pdf"
