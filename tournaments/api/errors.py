"""Answers to errors: always `problems`, each with code, field and message."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ObjectDoesNotExist
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from ninja.errors import HttpError, Throttled, ValidationError

from tournaments.access.selectors import event_exists
from tournaments.api.auth import WINDOW
from tournaments.models.errors import Conflict, Refused
from tournaments.web.forms import message

if TYPE_CHECKING:
    from ninja import NinjaAPI

    from rulesets.engine.problems import Problem

STATUS_CODES = {
    400: "body.unreadable",
    401: "token.unknown",
    403: "role.other",
    404: "not_found",
    405: "method.other",
    429: "calls.many",
}


def sentence(status: int) -> str:
    """Return the message of a status code, for a refusal without fields."""
    return {
        400: _("The body is not a readable JSON object."),
        401: _("There is no open link with this token. Send one as “Authorization: Bearer …”."),
        403: _("This kind of link may not do that; another kind may."),
        404: _("There is nothing like that in this link’s event."),
        405: _("This address takes other methods; “Allow” lists them."),
        429: _("Too many calls. Wait a minute."),
    }.get(status, _("This was refused."))


def described(problem: Problem) -> dict[str, Any]:
    """Return a problem of the rules or of a service as JSON."""
    return {
        "code": problem.code,
        "field": ".".join(map(str, problem.at)),
        "message": message(problem),
        "severity": problem.severity,
    }


def refusal(status: int, problems: list[dict[str, Any]] | None = None, **more: Any) -> HttpResponse:
    own = {"code": STATUS_CODES.get(status, "refused"), "field": "", "severity": "error"}
    listed = problems or [own | {"message": sentence(status)}]
    answer = JsonResponse({"problems": listed, **more}, status=status)
    if status == 401:
        answer.headers["WWW-Authenticate"] = "Bearer"
    return answer


@csrf_exempt
def nowhere(_request: HttpRequest, **_parameters: str) -> HttpResponse:
    """Return the response for an unknown address. Anyone may ask."""
    text = _("There is no such address; /api/openapi.json lists them all.")
    own = {"code": STATUS_CODES[404], "field": "", "message": text, "severity": "error"}
    return refusal(404, [own])


def telling_methods(view: Callable[..., Any]) -> Callable[..., HttpResponse]:
    """Wrap a view of the library to refuse wrong methods in JSON; the library answers in plain
    text. The view is exempt from CSRF checks: cookies identify nobody here."""

    @csrf_exempt
    @wraps(view)
    def answer_in_json(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        answer: HttpResponse = view(request, *args, **kwargs)
        if answer.status_code != 405:
            return answer
        refused = refusal(405)
        allowed = answer.headers["Allow"].split(", ")
        refused.headers["Allow"] = ", ".join(sorted(allowed))
        return refused

    return answer_in_json


def answers_refusals(api: NinjaAPI) -> None:
    """Register handlers that answer refusals of services and rules in JSON."""
    for kind in (*ANSWERS, ObjectDoesNotExist, IntegrityError):
        api.add_exception_handler(kind, answered)


def answered(request: HttpRequest, error: Any) -> HttpResponse:
    """Return the response to an error; 404 if the event was deleted after its link was accepted.
    Raises the error again if it has no response."""
    may_be_deleted = isinstance(error, Refused | ObjectDoesNotExist | IntegrityError)
    if may_be_deleted and _is_gone(request):
        return refusal(404)
    for kind, answer in ANSWERS.items():
        if isinstance(error, kind):
            return answer(error)
    raise error


def _refused(error: Refused) -> HttpResponse:
    return refusal(422, [described(problem) for problem in error.problems])


def _conflict(error: Conflict) -> HttpResponse:
    text = _("Somebody else has reported this in the meantime; “current” holds what stands now.")
    problem = {"code": "report.conflict", "field": "seen", "message": text, "severity": "error"}
    current = {
        "report": error.report.newest_id,
        "revision": error.report.revision,
        "payload": error.report.newest_payload,
        "author": error.report.newest_author,
    }
    return refusal(409, [problem], current=current, submitted=error.submitted)


def _invalid(error: ValidationError) -> HttpResponse:
    return refusal(422, [_of_shape(fault) for fault in error.errors])


def _by_status(error: HttpError) -> HttpResponse:
    answer = refusal(error.status_code)
    if isinstance(error, Throttled):
        answer.headers["Retry-After"] = str(int(error.wait or WINDOW))
    return answer


def _missing(_error: Http404) -> HttpResponse:
    return refusal(404)


ANSWERS: dict[type[Exception], Callable[[Any], HttpResponse]] = {
    Refused: _refused,
    Conflict: _conflict,
    ValidationError: _invalid,
    HttpError: _by_status,
    Http404: _missing,
}


def _is_gone(request: HttpRequest) -> bool:
    """Whether the event was deleted after its link was accepted."""
    event = getattr(request, "event", None)
    return event is not None and not event_exists(event)


def _of_shape(error: dict[str, Any]) -> dict[str, Any]:
    """Return pydantic's error as a problem: the place ("body", "body", "seen") becomes "seen"."""
    place = [str(step) for step in error["loc"]]
    where, rest = place[0], place[1:]
    if where == "body" and rest:
        rest = rest[1:]
    return {
        "code": f"{where}.{error['type']}",
        "field": ".".join(rest),
        "message": str(error["msg"]),
        "severity": "error",
    }
