"""Seats that take seconds: jobs that draw them, while the page shows how far they are. They take
seconds where they have to be searched, and where very many people play.

Some draw seats: the job is gone as soon as they are stored. The others only look ahead, and their
results stay for the page that waits for them, as long as nothing happens in the event. An event has
one such job at a time.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

from django.db.transaction import on_commit
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from tournaments.access.permissions import Actor
from tournaments.jobs.services import (
    Cancelled,
    Progress,
    enqueue,
    is_overdue,
    register_job,
    run_beside,
)
from tournaments.models import SEARCHES, Job
from tournaments.models.event_games import format_of
from tournaments.seating import draws, redraws
from tournaments.seats import requests as drive
from tournaments.seats.early_seats import holds_since
from tournaments.seats.selectors import quality, seats

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.models import Event, Seating

LARGE = 2000  # people whose seats take half a second of one core
LARGE_EVENING = 400  # people whose whole evening takes that
SILENT_FOR = timedelta(seconds=15)  # people wait for their seats
FAILURE = _("The seats could not be drawn. Please try again.")
DRAW, RESEAT, FORESEE, REHEARSE = SEARCHES
DRAWS = (DRAW, RESEAT)

# A function that looks ahead in an event, with a seed, and returns plain values for the page.
LookAhead = Callable[["Event", int, Progress], dict[str, Any]]


def is_large(event: Event) -> bool:
    """Whether so many people are entered that drawing their seats takes long."""
    return event.entries.count() > LARGE


def is_large_evening(event: Event) -> bool:
    """Whether so many people are entered that seating them for the whole evening takes long."""
    return event.entries.count() > LARGE_EVENING


def draw(*, event: Event, actor: Actor, seed: int | None = None) -> None:
    """Draw the seats of the next set as a draft: at once or, if that takes long, soon. Raises
    Refused as `draws.draw` does."""
    chosen = secrets.randbits(53) if seed is None else seed
    number = draws.check_next(event)
    searched = format_of(event).kind.searches and drive.needs_search(event, number, chosen)
    if searched or is_large(event):
        _start(event, actor, DRAW, chosen)
        return
    stop(event)
    draws.draw(event=event, actor=actor, seed=chosen)


def reseat(*, event: Event, actor: Actor, seed: int | None = None) -> Seating | None:
    """Draw the seats in play again: at once or, where that takes long, soon (None). Raises Refused
    as `redraws.reseat` does."""
    chosen = secrets.randbits(53) if seed is None else seed
    if redraws.needs_search(event, chosen) or is_large(event):
        _start(event, actor, RESEAT, chosen)
        return None
    return redraws.reseat(event=event, actor=actor, seed=chosen)


def foresee_reseat(*, event: Event, actor: Actor) -> Look:
    """The effects of drawing the seats in play again: at once or, if that takes long, soon.
    Raises Refused as `redraws.reseat` does."""
    seed = secrets.randbits(redraws.SEED_BITS)
    if redraws.needs_search(event, seed) or is_large(event):
        return look(event=event, actor=actor, kind=FORESEE)
    return Look(asdict(redraws.foresee_reseat(event, seed)))


@dataclass(frozen=True, slots=True)
class Look:
    """What looking ahead has come to: a result, the problems with it, or the search that goes on
    (which may be one that draws seats: nobody looks ahead of those)."""

    result: dict[str, Any] | None = None
    problems: tuple[str, ...] = ()
    search: Job | None = None


def look(*, event: Event, actor: Actor, kind: str) -> Look:
    """Look ahead without drawing seats, or return what somebody has found who did so."""
    search = find_search(event)
    if search is not None and search.kind == kind and search.state == Job.State.FAILED:
        search.delete()
        return Look(problems=tuple(search.problems))
    results = _searches(event).filter(kind=kind).values_list("results", flat=True).first() or {}
    result = results.get(get_language())
    if result is not None and holds_since(event, result["version"]):
        return Look(result["values"])
    if search is not None and (search.kind in DRAWS or search.kind == kind):
        return Look(search=search)
    return Look(search=_start(event, actor, kind, secrets.randbits(redraws.SEED_BITS)))


def _start(event: Event, actor: Actor, kind: str, seed: int) -> Job:
    """Begin a search, and return it; or the one that goes on already, if it is no less."""
    fields: dict[str, Any] = {
        "family_id": event.book,
        "kind": kind,
        "params": {"seed": seed, "actor": asdict(actor)},
        "language": get_language() or "en",
    }
    while True:
        search, is_new = Job.objects.get_or_create(event=event, kind__in=SEARCHES, defaults=fields)
        if is_new:
            on_commit(partial(enqueue, search))  # nobody else sees it before
            return search
        goes_on = search.state in (Job.State.WAITING, Job.State.RUNNING)
        if goes_on and (search.kind == kind or search.kind in DRAWS):
            return search
        fields["results"] = search.results if search.kind == kind else {}
        search.delete()


def stop(event: Event) -> bool:
    """Search no further; whether there was a search."""
    unfinished = _searches(event).exclude(state=Job.State.DONE).delete()[0]
    _searches(event).delete()  # what somebody who looked ahead has found
    return bool(unfinished)


def _searches(event: Event) -> QuerySet[Job]:
    return Job.objects.filter(event=event, kind__in=SEARCHES)


def find_search(event: Event) -> Job | None:
    """The search that goes on, or one that failed. One that nobody is at any more is taken up
    beside this page."""
    unfinished = _searches(event).exclude(state=Job.State.DONE).defer("file", "results")
    search = unfinished.first()
    if search is not None and is_overdue(search):
        run_beside(search)
        search = unfinished.first()
    return search


def find_draw(event: Event) -> Job | None:
    """The same, if it is one that draws seats."""
    search = find_search(event)
    return search if search is not None and search.kind in DRAWS else None


@register_job(*DRAWS, lane="seats", failure=FAILURE, silent_for=SILENT_FOR)
def run_draw(job: Job, note: Progress) -> dict[str, Any]:
    """Find the seats of a job and store them, in the transaction that ends the job: whoever stops
    it finds either of the two."""
    event, seed, actor = _event_of(job), job.params["seed"], Actor(**job.params["actor"])

    def end() -> None:
        if not Job.objects.filter(pk=job.pk).delete()[0]:
            raise Cancelled

    store = draws.draw if job.kind == DRAW else redraws.reseat
    store(event=event, actor=actor, seed=seed, progress=note, end=end)
    if format_of(event).kind.ahead:
        event.refresh_from_db()
        if (draft := seats(event, draft=True)) is not None:
            quality(event, draft)  # which the page asks for, perhaps in another process
    return {}


def register_look(kind: str) -> Callable[[LookAhead], LookAhead]:
    """Return a decorator that registers a function as the work of looking ahead of that kind."""

    def register(look_ahead: LookAhead) -> LookAhead:
        def run_look(job: Job, note: Progress) -> dict[str, Any]:
            event = _event_of(job)
            version = event.version
            values = look_ahead(event, job.params["seed"], note)
            return {
                "results": {**job.results, job.language: {"version": version, "values": values}}
            }

        register_job(kind, lane="seats", failure=FAILURE, silent_for=SILENT_FOR)(run_look)
        return look_ahead

    return register


def _event_of(job: Job) -> Event:
    if job.event is None:
        raise LookupError("a search for seats of no event")
    return job.event


@register_look(FORESEE)
def foresee(event: Event, seed: int, progress: Progress) -> dict[str, Any]:
    """Foresee what drawing the seats in play again would change."""
    return asdict(redraws.foresee_reseat(event, seed, progress))
