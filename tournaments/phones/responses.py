"""How phones at tables are answered: with the page, its changing part, or JSON for the outbox."""

from __future__ import annotations

import json
from functools import wraps
from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.access.decorators import is_host_with_link
from tournaments.phones.blocks import Answer
from tournaments.phones.page import part
from tournaments.web.forms import message
from tournaments.web.network import public_url

if TYPE_CHECKING:
    from django.http import HttpRequest

    from rulesets.engine.problems import Problem
    from tournaments.access.decorators import View
    from tournaments.access.permissions import EventRequest
    from tournaments.models import Report

PAGE = "phones/table.html"
AND_STATE = "state"  # in the header of an entry that brings back what its table looks like now


def saved(request: EventRequest, token: str, report: Report | None) -> HttpResponse:
    """Say that it is kept: JSON for the outbox, the fragment for htmx, else back to the page.

    The outbox is told what the table looks like now where it asks for that: with the last of what
    it had to send. A room full of phones sends its results at once.
    """
    if is_outbox(request):
        found = {"saved": True, "key": key_of(request), "report": report.pk if report else None}
        if request.META["HTTP_X_OUTBOX"] == AND_STATE:
            found["fragment"] = part(request, token, Answer()).text
        return HttpResponse(json.dumps(found), content_type="application/json")
    if request.headers.get("HX-Request"):
        return show(request, token)
    return HttpResponseRedirect(reverse("table", args=(token,)), status=303)


def show(request: EventRequest, token: str, answer: Answer | None = None) -> HttpResponse:
    """The page, its changing part, or JSON around that, as the request wants it."""
    answer = answer or Answer()
    shown = part(request, token, answer)
    if is_outbox(request):
        problems = answer.form.problems if answer.form else answer.problems
        found = {
            "saved": False,
            "key": key_of(request),
            "problems": [described(problem) for problem in problems],
            "fragment": shown.text,
        }
        return JsonResponse(found, status=answer.status)
    if request.headers.get("HX-Request"):
        return HttpResponse(shown.text, status=answer.status)
    context = shown.context | {"part": shown.text}
    context["address"] = public_url(request) + reverse("table", args=(token,))
    context["by_host"] = is_host_with_link(request)
    return render(request, PAGE, context, status=answer.status)


def refused(request: EventRequest, token: str, problems: tuple[Problem, ...]) -> HttpResponse:
    """The page with what was wrong. Status 422."""
    return show(request, token, Answer(problems=problems, status=422))


def answers_outbox(view: View) -> View:
    """Whatever a view says to an entry of the outbox, it says it in JSON and with the entry's key:
    the phone takes any other answer for somebody else's, and goes on sending.

    Stands outside of what lets people in, so that a withdrawn code is told too.
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not is_outbox(request):
            return view(request, *args, **kwargs)
        try:
            response = view(request, *args, **kwargs)
        except Http404:
            response = HttpResponse(status=404)
        if response.headers["Content-Type"] == "application/json":
            return response
        gone = {404: _("This page is not there any more."), 410: _("This link was withdrawn.")}
        why = [{"message": gone[response.status_code]}] if response.status_code in gone else []
        found = {"saved": False, "key": key_of(request), "problems": why}
        return JsonResponse(found, status=response.status_code)

    return guarded


def is_outbox(request: HttpRequest) -> bool:
    return "HTTP_X_OUTBOX" in request.META


def key_of(request: HttpRequest) -> str:
    """The key of the entry, as it was sent."""
    return request.POST.get("key", "")


def described(problem: Problem) -> dict[str, Any]:
    return {
        "code": problem.code,
        "severity": problem.severity,
        "message": message(problem),
        "at": list(problem.at),
    }
