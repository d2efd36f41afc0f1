"""How phones at tables are answered: with the page, its changing part, or JSON for the outbox."""

from collections.abc import Callable, Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse

from rulesets.game import Problem
from tournaments.access import EventRequest
from tournaments.forms import message
from tournaments.models import Report


def kept(
    request: EventRequest,
    token: str,
    report: Report | None,
    show: Callable[[EventRequest, str], HttpResponse],
) -> HttpResponse:
    """Say that it is kept: JSON for the outbox, the fragment for htmx, else back to the page.

    The outbox is told no more than that: a room full of phones sends its results at once.
    """
    if is_outbox(request):
        said = f'{{"saved": true, "report": {report.pk if report else "null"}}}'
        return HttpResponse(said, content_type="application/json")
    if request.headers.get("HX-Request"):
        request.event.refresh_from_db()
        return show(request, token)
    return HttpResponseRedirect(reverse("table", args=(token,)), status=303)


def shown(
    request: EventRequest,
    context: dict[str, Any],
    problems: Iterable[Problem],
    status: int,
    part: str,
    page: str,
) -> HttpResponse:
    """The page, its changing part, or JSON around that, as the request wants it."""
    if is_outbox(request):
        found = {
            "saved": False,
            "problems": [described(problem) for problem in problems],
            "fragment": render_to_string(part, context, request=request),
        }
        return JsonResponse(found, status=status)
    template = part if request.headers.get("HX-Request") else page
    return render(request, template, context, status=status)


def is_outbox(request: HttpRequest) -> bool:
    return "HTTP_X_OUTBOX" in request.META


def described(problem: Problem) -> dict[str, Any]:
    return {
        "code": problem.code,
        "severity": problem.severity,
        "message": message(problem),
        "at": list(problem.at),
    }
