"""Papers: all of them with their pictures, one as a file, the long ones as jobs. For the desk."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from rulesets.engine.game import Game
from tournaments.access.decorators import desk_access
from tournaments.access.permissions import EventRequest
from tournaments.jobs.services import Busy, enqueue, is_overdue, resume, run_beside
from tournaments.models import Event, Job
from tournaments.models.errors import Refused
from tournaments.models.event_games import every_game, format_of, game_called, sheet_text_of
from tournaments.papers import printing, selectors
from tournaments.papers.catalogue import (
    LINE_CHOICES,
    MOST_BLANK,
    MOST_LINES,
    PARTS,
    Order,
    PartName,
    PrintOptions,
    papers,
)
from tournaments.papers.data import Paper
from tournaments.papers.editions.selectors import newest_edition
from tournaments.papers.reference_papers import cheat_sheet as draw_cheat_sheet
from tournaments.papers.typefaces import replaced
from tournaments.papers.writer import render_paper
from tournaments.people.forms import LONGEST_NAME, find_person
from tournaments.people.selectors import entries
from tournaments.rules.rule_markup import rendered
from tournaments.web.network import public_url
from tournaments.web.paging import is_long
from tournaments.web.responses import clean_line, page, sentences, whole_number

AGAIN_SECONDS = 20


def options_of(request: EventRequest, kind: str, data: Any) -> PrintOptions:
    """The options in the form or the query; invalid ones are replaced by defaults.

    Raises Refused for a name that nobody has, or that several have.
    """
    only, who = whole_number(data.get("only")), clean_line(data.get("who"), LONGEST_NAME)
    if who:
        only = find_person([(row.entry_id, row.name) for row in entries(request.event)], who)
    return PrintOptions(
        kind=kind,
        paper="letter" if data.get("paper") == "letter" else "a4",
        only=only,
        count=whole_number(data.get("count"), 1, MOST_BLANK) or 1,
        single=data.get("single") == "1",
        tent=data.get("tent") == "1",
        base=public_url(request),
        round=whole_number(data.get("round"), 1),
        lines=whole_number(data.get("lines"), 0, MOST_LINES) or 0,
        poster=data.get("poster") == "1",
        pocket=data.get("pocket") == "1",
    )


def as_pdf(printed: bytes, filename: str) -> HttpResponse:
    """A PDF to look at, with a file name for saving it."""
    response = HttpResponse(printed, content_type="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{filename}"'
    response.headers["Cache-Control"] = "no-store"
    return response


def as_picture(png: bytes) -> HttpResponse:
    """A picture that can be cached for good, since its address changes with its contents."""
    response = HttpResponse(png, content_type="image/png")
    response.headers["Cache-Control"] = "private, max-age=86400"
    return response


def menu(request: EventRequest, problems: list[str] | None = None) -> HttpResponse:
    """All papers; those that need something first say what."""
    if request.GET.get("paper") in ("a4", "letter"):
        request.session["paper"] = request.GET["paper"]
    paper = request.session.get("paper", "a4")
    people = entries(request.event)
    only = whole_number(request.GET.get("one"))
    preset_name = next((row.name for row in people if row.entry_id == only), "")
    jobs = list(printing.paper_jobs(request.event))
    resume(jobs)
    context = {
        "parts": parts(request.event),
        "people": people,
        "many": is_long(len(people)),
        "replaced": [(row.name, missing) for row in people if (missing := replaced(row.name))],
        "asked_kind": request.POST.get("kind", ""),
        "who": clean_line(request.POST.get("who"), LONGEST_NAME) or preset_name,
        "paper": paper,
        "picture_query": urlencode({"paper": paper, "v": printing.version(request.event)}),
        "count": format_of(request.event).facts.width or format_of(request.event).tables.fewest,
        "line_choices": LINE_CHOICES,
        "rounds": selectors.round_numbers(request.event),
        "round": whole_number(request.GET.get("round")),
        "jobs": [(job, title_of(job)) for job in jobs],
        "kept_days": printing.LIFETIME.days,
        "edition": newest_edition(request.event.book) if request.actor.kind == "host" else None,
        "tab": "print",
    }
    return page(request, "papers/papers.html", context, problems=problems)


def parts(event: Event) -> list[dict[str, Any]]:
    """The papers under their headings; those that need something first are grouped by that."""
    by_part: dict[PartName, dict[str, Any]] = {}
    for kind in selectors.papers_of(event):
        part = by_part.setdefault(
            kind.part, {"title": PARTS[kind.part], "kinds": [], "reasons": {}}
        )
        missing = selectors.missing(event, kind)
        (part["reasons"].setdefault(missing, []) if missing else part["kinds"]).append(kind)
    return [part | {"lacking": list(part["reasons"].items())} for part in by_part.values()]


@require_http_methods(["GET", "HEAD", "POST"])
@desk_access
def event_print(request: EventRequest, event_id: int) -> HttpResponse:
    """The menu of papers; POST leads to the file, or to the progress of a long one. For the
    desk."""
    if request.method != "POST":
        return menu(request)
    kind = selectors.paper_of(request.event, request.POST.get("kind", ""))
    if kind is None:
        return menu(request, [_("There is no such paper.")])
    missing = selectors.missing(request.event, kind)
    if missing:
        return menu(request, [missing])
    try:
        options = options_of(request, kind.kind, request.POST)
    except Refused as refused:
        return menu(request, sentences(refused))
    request.session["paper"] = options.paper
    if printing.is_long(request.event, options):
        try:
            job = printing.start_paper(request.event, options, get_language() or "en")
        except Busy as busy:
            return busy_page(request, busy, reverse("event_print", args=[event_id]))
        enqueue(job)
        target = reverse("print_job", args=[event_id, job.pk])
    else:
        query = {"paper": options.paper, "count": options.count}
        extras = {name: getattr(options, name) for name in ("only", "round", "lines")}
        query |= {name: value for name, value in extras.items() if value}
        marks = ("single", "tent", "poster", "pocket")
        query |= {name: 1 for name in marks if getattr(options, name)}
        target = reverse("event_pdf", args=[event_id, kind.kind]) + "?" + urlencode(query)
    return HttpResponseRedirect(target, status=303)


@require_safe
@desk_access
def event_pdf(request: EventRequest, event_id: int, kind: str) -> HttpResponse:
    """One paper, made at once. For the desk."""
    if selectors.paper_of(request.event, kind) is None:
        raise Http404
    try:
        options = options_of(request, kind, request.GET)
        if printing.is_long(request.event, options):
            return menu(request, [_("This paper is long. Start it here and watch it being made.")])
        printed = printing.print_paper(request.event, options)
    except Refused as refused:
        return menu(request, sentences(refused))
    return as_pdf(printed.pdf, printed.filename)


@require_safe
@desk_access
def event_picture(request: EventRequest, event_id: int, kind: str) -> HttpResponse:
    """The first page of a paper as a picture. Its address names the state of the event."""
    if selectors.paper_of(request.event, kind) is None:
        raise Http404
    try:
        png = printing.picture(request.event, options_of(request, kind, request.GET))
    except Refused as refused:
        raise Http404 from refused
    return as_picture(png)


def busy_page(request: HttpRequest, busy: Busy, way_back: str) -> HttpResponse:
    """The page for somebody whose paper has to wait: for their own others (429), or for everybody's
    (503)."""
    context = {"busy": busy, "way_back": way_back, "tab": "print"}
    response = page(request, "papers/busy.html", context, status=429 if busy.own else 503)
    response.headers["Retry-After"] = str(AGAIN_SECONDS)
    return response


def job_of(event: Event, job_id: int) -> Job:
    """A job of this event, without its bytes. Raises Http404 if there is none."""
    return get_object_or_404(printing.paper_jobs(event), pk=job_id)


def title_of(job: Job) -> Any:
    """The title of a job's paper in the menu."""
    kind = papers().get(job.params["kind"])
    return kind.title if kind else job.params["kind"]


@require_http_methods(["GET", "HEAD", "POST"])
@desk_access
def print_job(request: EventRequest, event_id: int, job_id: int) -> HttpResponse:
    """The progress of a long paper; the page asks again until it is ready. POST stops and deletes
    it.

    A paper that no worker takes is made by this process, in a thread.
    """
    job = job_of(request.event, job_id)
    if request.method == "POST":
        act = request.POST.get("act")
        if act not in ("delete", "stop"):
            return menu(request, [_("This button does nothing here. Go back and try again.")])
        job.delete()
        text = _("Stopped: %(paper)s") if act == "stop" else _("Deleted: %(paper)s")
        messages.success(request, text % {"paper": title_of(job)})
        return HttpResponseRedirect(reverse("event_print", args=[event_id]), status=303)
    if is_overdue(job):
        run_beside(job)
        job.refresh_from_db(fields=["state", "done", "total", "is_by_page", "problems"])
    template = "papers/_job.html" if request.htmx else "papers/job.html"
    return page(request, template, {"job": job, "title": title_of(job), "tab": "print"})


@require_safe
@desk_access
def print_file(request: EventRequest, event_id: int, job_id: int) -> HttpResponse:
    """The paper of a job that is done."""
    job = job_of(request.event, job_id)
    if job.state != Job.State.DONE or job.file is None:
        raise Http404
    return as_pdf(bytes(job.file), job.filename)


# --- cheat sheets: anyone may read them, like the rules ------------------------------------------


def _with_sheet(slug: str) -> Game:
    game = game_called(slug)
    if game is None or not game.sheet:
        raise Http404
    return game


@require_safe
def cheat_sheet(request: HttpRequest, slug: str) -> HttpResponse:
    """The sheet as a page, and the rules of all games that have it."""
    game = _with_sheet(slug)
    others = [other for other in every_game() if other.sheet == game.sheet]
    text = rendered(sheet_text_of(game), game)
    context = {"game": game, "games": others, "text": text}
    return render(request, "papers/cheat_sheet.html", context)


@require_safe
def cheat_sheet_file(request: HttpRequest, slug: str) -> HttpResponse:
    """The sheet as a PDF of one page, A4 or Letter."""
    game = _with_sheet(slug)
    paper: Paper = "letter" if request.GET.get("paper") == "letter" else "a4"
    order = Order(PrintOptions("cheat-sheet", paper), cheat_sheet=sheet_text_of(game))
    return as_pdf(render_paper(order, draw_cheat_sheet(order)), f"{game.slug}-cheat-sheet.pdf")
