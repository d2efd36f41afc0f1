"""Seats that take seconds to find: searched by a worker, or by a thread of this process, while the
page shows how far it is."""

from __future__ import annotations

import secrets
from dataclasses import asdict
from datetime import timedelta
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from django.utils import timezone

from tournaments.access.permissions import Actor
from tournaments.boards import drive
from tournaments.boards.seats import quality, seats
from tournaments.cache import background
from tournaments.db.rows import is_within
from tournaments.models import SeatSearch
from tournaments.models.errors import Refused
from tournaments.models.event_games import format_of
from tournaments.seating import draws
from tournaments.web.responses import sentences

if TYPE_CHECKING:
    from rulesets.movements.exchanges import Progress
    from tournaments.models import Event

TASK = "tournaments.tasks.search_seats"
NOTE_SECONDS = 0.5  # between two notes of how far it is
SILENT_FOR = timedelta(seconds=15)  # without one: nobody took it, or whoever did is gone


class Stopped(Exception):
    """Nobody wants these seats any more."""


def draw(*, event: Event, actor: Actor, seed: int | None = None) -> None:
    """Draw the seats of the next set as a draft, at once or, where they have to be searched, soon.
    Raises Refused as `draws.draw` does."""
    chosen = secrets.randbits(53) if seed is None else seed
    searches = format_of(event).searches
    if not (searches and drive.needs_search(event, draws.check_next(event), chosen)):
        stop(event)
        draws.draw(event=event, actor=actor, seed=chosen)
        return
    about = {"seed": chosen, "actor": asdict(actor), "is_taken": False, "done": 0, "total": 0}
    about |= {"problems": [], "heard": timezone.now()}
    search, _new = SeatSearch.objects.update_or_create(event=event, defaults=about)
    if not background.queue(TASK, search.pk):
        make_beside(search)


def make_beside(search: SeatSearch) -> None:
    """Have the seats searched by a thread of this process."""
    work = partial(make, search.pk)
    background.hand_over(("seats", search.pk, search.seed), work, lane="seats")


def stop(event: Event) -> bool:
    """Search no further; whether there was a search."""
    return bool(SeatSearch.objects.filter(event=event).delete()[0])


def find_search(event: Event) -> SeatSearch | None:
    """The search under way, or one that ended with problems. One that nobody is at any more is
    taken up beside this page."""
    search = SeatSearch.objects.filter(event=event).first()
    if search is not None and not search.problems and _is_overdue(search):
        make_beside(search)
        search = SeatSearch.objects.filter(event=event).first()
    return search


def _is_overdue(search: SeatSearch) -> bool:
    return not is_within(search.heard, ago=SILENT_FOR, ahead=SILENT_FOR)


def make(search_id: int) -> None:
    """Search the seats and draw them, unless somebody else is at it; whatever stands against them
    is kept for the page."""
    search = SeatSearch.objects.select_related("event").filter(pk=search_id).first()
    if search is None or (search.is_taken and not _is_overdue(search)):
        return
    as_read = SeatSearch.objects.filter(pk=search.pk, seed=search.seed, heard=search.heard)
    if not as_read.update(is_taken=True, heard=timezone.now()):
        return
    mine = SeatSearch.objects.filter(pk=search.pk, seed=search.seed)
    event, actor = search.event, Actor(**search.actor)

    def end() -> None:
        # In the transaction that keeps the seats: whoever stops the search finds either of the two.
        if not mine.delete()[0]:
            raise Stopped

    try:
        draws.draw(event=event, actor=actor, seed=search.seed, progress=_note(search), end=end)
    except Stopped:
        return
    except Refused as refused:
        mine.update(problems=sentences(refused))
        return
    event.refresh_from_db()
    if (found := seats(event, draft=True)) is not None:
        quality(event, found)  # which the page asks for, perhaps in another process


def _note(search: SeatSearch) -> Progress:
    """Note now and then how far it is; raises Stopped where nobody wants to know."""
    mine = SeatSearch.objects.filter(pk=search.pk, seed=search.seed)
    told = 0.0

    def note(done: int, total: int) -> None:
        nonlocal told
        if monotonic() - told < NOTE_SECONDS:
            return
        told = monotonic()
        if not mine.update(done=done, total=total, heard=timezone.now()):
            raise Stopped

    return note
