"""Which pages there are in which format; used below the decorators of `tournaments.access`."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpResponse

from tournaments.games import format_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tournaments.access.decorators import View


def offers(*wanted: str) -> Callable[[View], View]:
    """A page of events whose format says yes to all these properties (`moves`, `cuts`, ...); at
    others there is no such address. "not apart" asks for a no."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: Any, *args: Any, **kwargs: Any) -> HttpResponse:
            form = format_of(request.event)
            for asked in wanted:
                if bool(getattr(form, asked.removeprefix("not "))) == asked.startswith("not "):
                    raise Http404
            return view(request, *args, **kwargs)

        return guarded

    return decorate
