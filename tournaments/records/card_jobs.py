"""Imports of score cards that a host goes through on pages: the file and the answers wait in a job
until all is settled."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import get_language

from tournaments.cache.memo import Memo
from tournaments.db.import_staging import hold_book
from tournaments.models import Job
from tournaments.models.errors import refusal
from tournaments.records.card_document import card_document
from tournaments.records.card_events import take_in
from tournaments.records.card_files import LARGEST
from tournaments.records.card_import import (
    CardAnswers,
    answers_from_json,
    answers_to_json,
    read_report,
)
from tournaments.records.photos import give_to_event
from tournaments.records.selectors import state_of_people

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.records.card_import import CardReport

CARDS = "score-cards"  # the kind of job; nobody works on it but the host
LIFETIME = timedelta(days=60)  # of an import that is left open
MOST = 20  # open imports of a family
REPORTS = 4

_reports: Memo[CardReport] = Memo(REPORTS)


def card_jobs(family: int) -> QuerySet[Job]:
    """Return the imports of a family, the newest first, without their files."""
    return Job.objects.filter(kind=CARDS, family=family).defer("file")


def start_cards(file: Any, family: int) -> Job:
    """Keep an uploaded file until it is settled. Raises Refused if it is too large, or no table."""
    if file.size > LARGEST:
        raise refusal("file.large", "That file is too large: 5 MB at most.", "file")
    data = file.read()
    read_report(family, data, CardAnswers())
    return hold_import(family, filename=str(file.name), file=data)


@transaction.atomic
def hold_import(
    family: int, *, filename: str, file: bytes, results: dict[str, Any] | None = None
) -> Job:
    """Keep a table of score cards until it is settled; of those that are open, only the newest
    stay."""
    open_jobs = card_jobs(family).filter(state=Job.State.WAITING)
    open_jobs.filter(created__lt=timezone.now() - LIFETIME).delete()
    newest = list(open_jobs.values_list("pk", flat=True)[: MOST - 1])
    open_jobs.exclude(pk__in=newest).delete()
    return Job.objects.create(
        kind=CARDS,
        family_id=family,
        params=answers_to_json(CardAnswers()),
        language=get_language() or "en",
        file=file,
        filename=filename[-120:],
        size=len(file),
        results=results or {},
    )


def replace_table(job: Job, file: bytes, results: dict[str, Any]) -> None:
    """Put another table in the place of that of an import. Answers about single lines are gone: a
    line may be another now."""
    answers = answers_of(job)
    answers.cells, answers.accepted = {}, frozenset()
    job.file, job.size, job.results = file, len(file), results
    job.params = answers_to_json(answers)
    job.save(update_fields=["file", "size", "results", "params"])


def answers_of(job: Job) -> CardAnswers:
    """Return what was answered so far."""
    return answers_from_json(job.params)


def keep_answers(job: Job, answers: CardAnswers) -> None:
    """Store what was answered."""
    job.params = answers_to_json(answers)
    job.save(update_fields=["params"])


def report_of(job: Job) -> CardReport:
    """Return what the file of an import says with the answers so far; read once as long as nothing
    changes."""
    state = (repr(job.params), repr(job.results), get_language(), *state_of_people(job.family_id))

    def read() -> CardReport:
        data = Job.objects.values_list("file", flat=True).get(pk=job.pk)
        return read_report(job.family_id, bytes(data or b""), answers_of(job))

    return _reports.get(job.pk, state, read)


@transaction.atomic
def take_in_job(job: Job, owner: Any) -> None:
    """Take in the file of an import once, and keep what it brought for its page. Raises Refused
    while something is open."""
    waiting = card_jobs(job.family_id).filter(pk=job.pk, state=Job.State.WAITING)
    if not waiting.update(state=Job.State.RUNNING):  # a second tap waits here for the first
        return
    hold_book(job.family_id)  # and the command waits for both, or they for it
    report = report_of(job)
    taken = take_in(report, owner=owner, family=job.family_id, job=job)
    give_to_event(job, taken.events or [row.event for row in report.evenings if row.event])
    hands = sum(evening.hands for evening in report.taken)
    job.results = card_document(report, taken) | {
        "people_new": taken.people,
        "hands": hands,
        "begins": taken.begins,
    }
    job.state, job.file, job.size = Job.State.DONE, None, 0
    job.save(update_fields=["results", "state", "file", "size"])
