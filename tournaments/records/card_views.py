"""The pages of old score cards, for the hosts of a family: file, report, settling, taken in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from rulesets.records.score_cards.sheets import DAY, MONTH
from tournaments.access.decorators import host_required
from tournaments.models import Job, family_of
from tournaments.models.errors import Refused
from tournaments.records import card_jobs, card_pages
from tournaments.records.card_events import take_back
from tournaments.records.card_import import SAME, SECOND, settle
from tournaments.records.card_people import NEW, TWIN
from tournaments.records.card_typing import typed_card
from tournaments.records.selectors import family_records
from tournaments.web.forms import put_beside_fields
from tournaments.web.responses import back, page, sentences, whole_number

if TYPE_CHECKING:
    from tournaments.records.card_import import CardAnswers, CardReport

UPLOAD, IMPORT = "people/cards.html", "people/cards_import.html"


class CardsForm(forms.Form):
    """A file of score cards."""

    file = forms.FileField(
        label=gettext_lazy("Table of score cards"),
        help_text=gettext_lazy("XLSX or CSV, or the JSON that BG Stats exports; up to 5 MB."),
        widget=forms.ClearableFileInput(attrs={"accept": ".xlsx,.csv,.txt,.tsv,.json,text/csv"}),
        error_messages={
            "required": gettext_lazy("Choose a file."),
            "empty": gettext_lazy("That file is empty."),
        },
    )


@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def cards(request: HttpRequest) -> HttpResponse:
    """Choose a file of old score cards; go on with one that was left open. For any host."""
    family = family_of(request.user)
    form = CardsForm(*((request.POST, request.FILES) if request.method == "POST" else ()))
    if request.method == "POST" and form.is_valid():
        try:
            job = card_jobs.start_cards(form.cleaned_data["file"], family)
        except Refused as refused:
            put_beside_fields(form, refused.problems)
        else:
            return back(request, "cards_import", job.pk)
    context = {
        "form": form,
        "open": card_jobs.card_jobs(family).filter(state=Job.State.WAITING),
    }
    return page(request, UPLOAD, context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def cards_import(request: HttpRequest, cards_id: int) -> HttpResponse:
    """What a file says; its questions and contradictions, one after the other; then what it has
    changed. For the hosts of the family."""
    job = get_object_or_404(card_jobs.card_jobs(family_of(request.user)), pk=cards_id)
    if request.method == "POST":
        return _act(request, job)
    return _show(request, job)


def _act(request: HttpRequest, job: Job) -> HttpResponse:
    act = request.POST.get("act", "")
    try:
        if act == "back":
            count = take_back(job)
            text = ngettext(
                "{n} evening was removed again.", "{n} evenings were removed again.", count
            )
            return back(request, "cards", message=text.format(n=count))
        if act == "drop":
            job.delete()
            return back(request, "cards", message=_("The file was put away."))
        if job.state == Job.State.DONE:
            return back(request, "cards_import", job.pk)
        if act == "take":
            card_jobs.take_in_job(job, request.user)
            return back(request, "cards_import", job.pk)
    except Refused as refused:
        return _show(request, job, sentences(refused))
    answers, report = card_jobs.answers_of(job), card_jobs.report_of(job)
    problems: list[str] = []
    if act == "settle":
        problems = _settle(request, answers, report)
    else:
        _answer(request, answers, report)
    if problems:
        return _show(request, job, problems)
    card_jobs.keep_answers(job, answers)
    return back(request, "cards_import", job.pk)


def _settle(request: HttpRequest, answers: CardAnswers, report: CardReport) -> list[str]:
    """Take the choice for a contradiction; return what is wrong with it."""
    contradiction_id = request.POST.get("contradiction", "")
    contradiction = next((row for row in report.open if row.id == contradiction_id), None)
    if contradiction is None:
        return [_("That is settled already.")]
    choice = request.POST.get("choice", "")
    if choice == "own":
        choice = " ".join(text.strip() or "-" for text in request.POST.getlist("own"))
    if not choice:
        return [_("Choose what it was.")]
    if not settle(answers, contradiction, choice):
        return [_("Type a whole number for each line.")]
    return []


def _answer(request: HttpRequest, answers: CardAnswers, report: CardReport) -> None:
    """Take the answers to questions; what is not answered stays open."""
    order, again = request.POST.get("order", ""), request.POST.get("again", "")
    if order in (DAY, MONTH):
        answers.order = order
    if again in (SAME, SECOND):
        answers.again = again
    game = request.POST.get("game", "")
    if game in report.games.games:
        answers.game = game
    for number, person in enumerate(report.people.values()):
        text = request.POST.get(f"person-{number}")
        if text == "twin" and person.twin:
            answers.people[person.key] = TWIN
        chosen = whole_number(text)
        if chosen is not None and (chosen == NEW or chosen in dict(person.offers)):
            answers.people[person.key] = chosen


def _show(request: HttpRequest, job: Job, problems: list[str] | None = None) -> HttpResponse:
    context: dict[str, Any] = {"job": job}
    if job.state == Job.State.DONE:
        records = family_records(job.family_id)
        context["taken"] = card_pages.taken_page(job, records)
        return page(request, IMPORT, context, problems=problems)
    report = card_jobs.report_of(job)
    context["is_typed"] = typed_card(job) is not None
    # What was typed stays beside the contradiction that it was typed for.
    ids = [contradiction.id for contradiction in report.open]
    tried = request.POST.get("contradiction", "")
    at = ids.index(tried) if tried in ids else whole_number(request.GET.get("number")) or 0
    at = min(at, max(len(ids) - 1, 0))
    context |= {
        "report": report,
        "problem_rows": card_pages.problem_rows(report),
        "evenings": card_pages.evening_rows(report),
        "hands": sum(evening.hands for evening in report.evenings),
        "step": _step(report),
        "chosen": request.POST.get("choice", ""),
    }
    if not report.sheet.problems and not report.is_asked:
        context["open"] = card_pages.open_card(report, at, request.POST.getlist("own"))
        context["later"] = (at + 1) % len(report.open) if len(report.open) > 1 else None
    return page(request, IMPORT, context, problems=problems)


def _step(report: CardReport) -> int:
    """Return which of the four steps the import is at."""
    if report.sheet.problems:
        return 1
    return 2 if report.is_asked else 3
