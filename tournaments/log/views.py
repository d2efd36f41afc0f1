"""Everything that happened, and taking the last step back. For the desk."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.access.decorators import desk_access
from tournaments.actors import EventRequest
from tournaments.answers import back, page, sentences, whole
from tournaments.errors import Refused
from tournaments.log.selectors import read_log
from tournaments.log.services import undo_last


def log_page(request: EventRequest, problems: list[str] | None = None) -> HttpResponse:
    """One page of the log, newest first."""
    wanted = whole(request.GET.get("page"), 1, 1_000_000) or 1
    context = {
        "log": read_log(request.event, wanted),
        "tab": "log",
    }
    return page(request, "log/log.html", context, problems=problems)


@require_safe
@desk_access
def event_log(request: EventRequest, event_id: int) -> HttpResponse:
    """Who, when, what, why."""
    return log_page(request)


@require_POST
@desk_access
def event_undo(request: EventRequest, event_id: int) -> HttpResponse:
    """Take back the last step. The form names the step that its page showed."""
    shown = whole(request.POST.get("step"))
    if shown is None:
        return log_page(request, [_("Choose the step to take back; here it stands on top.")])
    try:
        undo_last(event=request.event, actor=request.actor, expected=shown)
    except Refused as refused:
        return log_page(request, sentences(refused))
    return back(request, "event", event_id, said=_("Taken back."))
