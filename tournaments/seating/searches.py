"""Seats that take seconds: found by a worker, or by a thread of this process, while the page shows
how far it is. They take seconds where they have to be searched, and where very many people play.

Some of it draws seats: the search is gone as soon as they are stored. The rest only looks ahead,
and its result stays for the page that waits for it, as long as nothing happens in the event.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import timedelta
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.transaction import on_commit
from django.utils import timezone
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from tournaments.access.permissions import Actor
from tournaments.cache import background
from tournaments.db.rows import is_within
from tournaments.models import SeatSearch
from tournaments.models.errors import Refused
from tournaments.models.event_games import format_of
from tournaments.seating import draws, redraws
from tournaments.seats import requests as drive
from tournaments.seats.early_seats import holds_since
from tournaments.seats.selectors import quality, seats
from tournaments.web.responses import sentences

if TYPE_CHECKING:
    from threading import Event as Flag

    from rulesets.movements.exchanges import Progress
    from tournaments.models import Event, Seating

Kind = SeatSearch.Kind
TASK = "tournaments.tasks.search_seats"
LARGE = 2000  # people whose seats take half a second of one core
LARGE_EVENING = 400  # people whose whole evening takes that
NOTE_SECONDS = 0.5  # between two notes of how far it is
BEAT_SECONDS = 5.0  # between two signs of life
BEATS = 180  # as many as a worker gives at most (CELERY_TASK_TIME_LIMIT)
SILENT_FOR = timedelta(seconds=15)  # without one: nobody took it, or whoever did is gone

DRAWS = (Kind.DRAW, Kind.RESEAT)

log = logging.getLogger(__name__)


class Stopped(Exception):
    """Nobody wants these seats any more."""


def _foresee(event: Event, seed: int, progress: Progress) -> dict[str, Any]:
    return asdict(redraws.foresee_reseat(event, seed, progress))


LOOKS: dict[str, Callable[[Event, int, Progress], dict[str, Any]]] = {Kind.FORESEE: _foresee}


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
    searched = format_of(event).searches and drive.needs_search(event, number, chosen)
    if searched or is_large(event):
        _start(event, actor, Kind.DRAW, chosen)
        return
    stop(event)
    draws.draw(event=event, actor=actor, seed=chosen)


def reseat(*, event: Event, actor: Actor, seed: int | None = None) -> Seating | None:
    """Draw the seats in play again: at once or, where that takes long, soon (None). Raises Refused
    as `redraws.reseat` does."""
    chosen = secrets.randbits(53) if seed is None else seed
    if redraws.needs_search(event, chosen) or is_large(event):
        _start(event, actor, Kind.RESEAT, chosen)
        return None
    return redraws.reseat(event=event, actor=actor, seed=chosen)


def foresee_reseat(*, event: Event, actor: Actor) -> Look:
    """What drawing the seats in play again would change: at once or, where that takes long, soon.
    Raises Refused as `redraws.reseat` does."""
    seed = secrets.randbits(redraws.SEED_BITS)
    if redraws.needs_search(event, seed) or is_large(event):
        return look(event=event, actor=actor, kind=Kind.FORESEE)
    return Look(asdict(redraws.foresee_reseat(event, seed)))


@dataclass(frozen=True, slots=True)
class Look:
    """What looking ahead has come to: a result, the problems with it, or the search that goes on
    (which may be one that draws seats: nobody looks ahead of those)."""

    result: dict[str, Any] | None = None
    problems: tuple[str, ...] = ()
    search: SeatSearch | None = None


def look(*, event: Event, actor: Actor, kind: str) -> Look:
    """Look ahead without drawing seats, or return what somebody has found who did so."""
    search, results = find_search(event), SeatSearch.objects.filter(event=event, kind=kind)
    if search is not None and search.kind == kind and search.problems:
        results.filter(seed=search.seed).delete()
        return Look(problems=tuple(search.problems))
    found = (results.values_list("results", flat=True).first() or {}).get(get_language())
    if found is not None and holds_since(event, found["version"]):
        return Look(found["told"])
    if search is not None and (search.kind in DRAWS or search.kind == kind):
        return Look(search=search)
    return Look(search=_start(event, actor, kind, secrets.randbits(redraws.SEED_BITS)))


def _start(event: Event, actor: Actor, kind: str, seed: int) -> SeatSearch:
    """Begin a search, and return it; or the one that goes on already, if it is no less."""
    fields: dict[str, Any] = {"kind": kind, "seed": seed, "actor": asdict(actor)}
    fields |= {"language": get_language() or "en", "heard": timezone.now()}
    fields |= {"is_taken": False, "is_done": False, "done": 0, "total": 0, "problems": []}
    while True:
        search, is_new = SeatSearch.objects.get_or_create(event=event, defaults=fields)
        goes_on = not (search.is_done or search.problems)
        if not is_new and goes_on and (search.kind == kind or search.kind in DRAWS):
            return search
        if is_new:
            break
        as_read = SeatSearch.objects.filter(pk=search.pk, seed=search.seed, is_done=search.is_done)
        results = search.results if search.kind == kind else {}
        if as_read.update(**fields, results=results):  # else somebody was quicker: look at theirs
            break
    search = SeatSearch(pk=search.pk, event=event, **fields)
    on_commit(partial(_hand_over, search))  # nobody else sees it before
    return search


def _hand_over(search: SeatSearch) -> None:
    if not background.queue(TASK, search.pk):
        make_beside(search)


def make_beside(search: SeatSearch) -> None:
    """Have the seats found by a thread of this process."""
    work = partial(make, search.pk)
    background.hand_over(("seats", search.pk, search.seed), work, lane="seats")


def stop(event: Event) -> bool:
    """Search no further; whether there was a search."""
    found = SeatSearch.objects.filter(event=event)
    goes_on = found.filter(is_done=False).delete()[0]
    found.delete()  # what somebody who looked ahead has found
    return bool(goes_on)


def find_search(event: Event) -> SeatSearch | None:
    """The search that goes on, or one that ended with problems. One that nobody is at any more is
    taken up beside this page."""
    found = SeatSearch.objects.filter(event=event, is_done=False).defer("results")
    search = found.first()
    if search is not None and not search.problems and _is_overdue(search):
        make_beside(search)
        search = found.first()
    return search


def find_draw(event: Event) -> SeatSearch | None:
    """The same, if it is one that draws seats."""
    search = find_search(event)
    return search if search is not None and search.kind in DRAWS else None


def _is_overdue(search: SeatSearch) -> bool:
    return not is_within(search.heard, ago=SILENT_FOR, ahead=SILENT_FOR)


def under_way() -> list[int]:
    """The ids of the searches that go on, the oldest first."""
    searches = SeatSearch.objects.filter(is_done=False, problems=[]).order_by("heard")
    return list(searches.values_list("pk", flat=True))


def is_taken(search_id: int) -> bool:
    """Whether somebody seems to be at it."""
    rows = SeatSearch.objects.filter(pk=search_id, is_taken=True, is_done=False, problems=[])
    return rows.exists()


def make(search_id: int) -> bool:
    """Find the seats and draw them, or look ahead, unless somebody else is at it; whatever stands
    against it is kept for the page. False if somebody seems to be at it: ask again after
    `SILENT_FOR`."""
    found = SeatSearch.objects.select_related("event").defer("results").filter(pk=search_id)
    search = found.first()
    if (
        search is not None
        and not search.is_done
        and not (search.is_taken and not _is_overdue(search))
    ):
        _run(search)
    return not is_taken(search_id)


def _run(search: SeatSearch) -> None:
    """Take the search, unless somebody else was quicker, and carry it out."""
    mine = SeatSearch.objects.filter(pk=search.pk, seed=search.seed, kind=search.kind)
    if not mine.filter(heard=search.heard).update(is_taken=True, heard=timezone.now()):
        return

    def beat() -> bool:
        return bool(mine.update(heard=timezone.now()))

    try:
        alive = background.heartbeat(beat, seconds=BEAT_SECONDS, times=BEATS)
        with alive as gone, override(search.language):
            _make(search, _note(search, gone))
    except Stopped:
        return
    except Refused as refused:
        with override(search.language):
            mine.update(problems=sentences(refused))
    except Exception:
        log.exception("the seats of event %s", search.event_id)
        with override(search.language):
            mine.update(problems=[_("The seats could not be drawn. Please try again.")])


def _make(search: SeatSearch, note: Progress) -> None:
    event, actor = search.event, Actor(**search.actor)
    mine = SeatSearch.objects.filter(pk=search.pk, seed=search.seed, kind=search.kind)

    def end() -> None:
        # In the transaction that keeps the seats: whoever stops the search finds either of the two.
        if not mine.delete()[0]:
            raise Stopped

    if search.kind in DRAWS:
        store = draws.draw if search.kind == Kind.DRAW else redraws.reseat
        store(event=event, actor=actor, seed=search.seed, progress=note, end=end)
        if format_of(event).ahead:
            event.refresh_from_db()
            if (found := seats(event, draft=True)) is not None:
                quality(event, found)  # which the page asks for, perhaps in another process
        return
    version = event.version
    told = LOOKS[search.kind](event, search.seed, note)
    with transaction.atomic():
        kept = mine.select_for_update().values_list("results", flat=True).first()
        results = {**(kept or {}), search.language: {"version": version, "told": told}}
        mine.update(is_done=True, results=results)


def _note(search: SeatSearch, gone: Flag) -> Progress:
    """Note now and then how far it is; raises Stopped where nobody wants to know."""
    mine = SeatSearch.objects.filter(pk=search.pk, seed=search.seed, kind=search.kind)
    told = 0.0

    def note(done: int, total: int) -> None:
        nonlocal told
        if gone.is_set():
            raise Stopped
        if monotonic() - told < NOTE_SECONDS:
            return
        told = monotonic()
        if not mine.update(done=done, total=total, heard=timezone.now()):
            raise Stopped

    return note
