"""Which pages belong to which kind of event; used below the decorators of `tournaments.access`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpResponse

from rulesets import games
from tournaments.selectors.pads import COUPLE, is_scheme

if TYPE_CHECKING:
    from tournaments.access import View
    from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class Kind:
    """What the pages of an event need to know of its game: whether it keeps score pads, whether
    two teams play in one room."""

    pads: bool = False
    teams: bool = False


def kind_of(event: Event | None) -> Kind:
    """The kind of an event; of no event, an empty one."""
    scheme = games.load(event.game).scheme if event is not None else None
    if scheme is None:
        return Kind()
    return Kind(pads=True, teams=scheme.rows == COUPLE)


def pads_only(view: View) -> View:
    """A page of events that keep score pads; at others there is no such address."""

    @wraps(view)
    def guarded(request: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        if not is_scheme(request.event):
            raise Http404
        return view(request, *args, **kwargs)

    return guarded


def drives_only(view: View) -> View:
    """A page of events played in sets at tables; at others there is no such address."""

    @wraps(view)
    def guarded(request: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        if is_scheme(request.event):
            raise Http404
        return view(request, *args, **kwargs)

    return guarded
