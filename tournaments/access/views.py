"""Pages for signing in and joining: host, scorekeeper, and guests with a join code. Anyone may open
them, except the code that signs in the host's phone, which is for signed-in hosts.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from math import ceil
from typing import Any

from axes.helpers import get_client_ip_address
from django.contrib import messages
from django.contrib.auth import authenticate, login, logout
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.access.decorators import (
    host_required,
    link_access,
    private,
    remember_scorekeeper,
)
from tournaments.access.devices import code_of, keep_cookie, new_code
from tournaments.access.forms import SignInForm
from tournaments.access.join_codes import (
    Sender,
    code_of_token,
    count_wrong,
    find_event,
    join_table,
    join_token,
    read_code,
    refused_until,
)
from tournaments.access.permissions import EventRequest
from tournaments.access.selectors import joinable_tables, open_link, tables_open_until
from tournaments.access.services import (
    create_phone_sign_in,
    forget_false_failures,
    forgive,
    is_sign_in_used,
    locked_until,
    sign_in_mark,
    use_sign_in,
)
from tournaments.models import Event, Link
from tournaments.models.errors import Refused
from tournaments.web.network import PERMISSIONS, is_local, public_url
from tournaments.web.responses import sentences, whole_number
from tournaments.web.wording import clock

BACKEND = "django.contrib.auth.backends.ModelBackend"
STAYS = timedelta(days=180)  # of the session after a one-time link


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest, token: str) -> HttpResponse:
    """Sign in by a one-time link. GET only shows a button: link previews must not use it up."""
    if request.method != "POST":
        return render(request, "access/sign_in.html", {"token": token})
    user = use_sign_in(token)
    if user is None:
        problem = _("This link has been used already, or is too old. Ask for a new one.")
        return render(request, "access/signed_out.html", {"problems": [problem]}, status=403)
    login(request, user, backend=BACKEND)
    request.session.set_expiry(STAYS)
    return HttpResponseRedirect("/", status=303)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def host_phone(request: HttpRequest) -> HttpResponse:
    """Sign in the host's phone: POST creates a sign-in and shows it as a QR code for a quarter of
    an hour. The page asks with `?mark=` whether it was used."""
    context: dict[str, Any] = {"local": is_local(public_url(request))}
    is_part = "HX-Request" in request.headers
    if request.method == "POST":
        token = create_phone_sign_in(request.user)
        address = public_url(request) + reverse("sign_in", args=(token,))
        context |= {"address": address, "mark": sign_in_mark(token)}
    elif is_part:
        if not is_sign_in_used(request.user, request.GET.get("mark", "")):
            return HttpResponse(status=204)
        context["used"] = True
    return render(request, "access/_phone_code.html" if is_part else "access/phone.html", context)


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_form(request: HttpRequest) -> HttpResponse:
    """Sign in by name and password; after too many failures django-axes calls `locked_out`."""
    form = SignInForm(request.POST or None)
    if request.method != "POST":
        return render(request, "access/sign_in_form.html", {"form": form})
    forget_false_failures()
    if form.is_valid():
        user = authenticate(request, **form.cleaned_data)
        if user is not None:
            login(request, user)
            forgive(request, user.get_username())
            return HttpResponseRedirect("/", status=303)
        form.add_error("password", _("That name and password do not match. Try again."))
    return render(request, "access/sign_in_form.html", {"form": form}, status=422)


@never_cache
def locked_out(
    request: HttpRequest, _response: HttpResponse, credentials: dict[str, Any] | None
) -> HttpResponse:
    """Render the page for an address with too many wrong passwords: the wait, and the one-time
    sign-in instead."""
    until = locked_until(request, credentials)
    seconds = max(1, ceil((until - timezone.now()).total_seconds()))
    context = {"until": until, "minutes": ceil(seconds / 60)}
    response = render(request, "access/locked_out.html", context, status=429)
    response.headers["Retry-After"] = str(seconds)
    return response


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out this browser."""
    logout(request)
    messages.success(request, _("You are signed out."))
    return redirect("home")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@link_access("scorekeeper")
def scorekeeper_in(request: EventRequest, token: str) -> HttpResponse:
    """Open a scorekeeper's link. POST gives this browser the desk until the link is withdrawn."""
    if request.method != "POST":
        context = {"event": request.event, "actor": request.actor}
        return render(request, "access/scorekeeper_in.html", context)
    if request.link is not None:  # link_access has set it
        remember_scorekeeper(request, request.link)
    return HttpResponseRedirect(resolve_url("event", request.event.pk), status=303)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    """Type a join code. A right one leads to the spectators' pages (`to` is "watch"), or to a
    choice."""
    if request.method != "POST":
        return known(request, with_camera(render(request, "access/join.html")))
    text = request.POST.get("code", "")
    code, sender = read_code(text), Sender(get_client_ip_address(request) or "", code_of(request))
    if not code:
        problem = _("A code has six letters and digits, large or small; never E, I, L or 1.")
        return refused_code(request, text, problem)
    until = refused_until(code, sender)
    if until is not None:
        response = refused_code(request, text, too_many(until), status=429)
        seconds = ceil((until - timezone.now()).total_seconds())
        response.headers["Retry-After"] = str(max(1, seconds))
        return response
    event = find_event(code)
    if event is None:
        count_wrong(code, sender)
        problem = _("No evening has this code. Check it, or ask the host: there may be a new one.")
        return refused_code(request, text, problem)
    if request.POST.get("to") == "watch":
        return to_link(request, event, Link.Kind.SPECTATOR)
    return HttpResponseRedirect(reverse("join_event", args=(join_token(code),)), status=303)


def refused_code(
    request: HttpRequest, text: str, problem: str, *, status: int = 422
) -> HttpResponse:
    """Render the page again with the problem and the typed text."""
    context = {"typed": text[:20], "problem": problem}
    response = render(request, "access/join.html", context, status=status)
    return known(request, with_camera(response))


def with_camera(response: HttpResponse) -> HttpResponse:
    """Allow the camera on this page, where codes are scanned; other pages may not use it."""
    response.headers["Permissions-Policy"] = PERMISSIONS.replace("camera=()", "camera=(self)")
    return private(response)


def known(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Give a browser without a code a cookie, to count its wrong join codes on this page."""
    if not code_of(request):
        keep_cookie(response, new_code(), reverse("join"))
    return response


def too_many(until: datetime) -> str:
    """Return the sentence with the time of the next try."""
    time = clock(until + timedelta(minutes=1))
    return _("Too many wrong codes. Try again at {time}, or scan the code instead.").format(
        time=time
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join_event(request: HttpRequest, token: str) -> HttpResponse:
    """Choose after a right code: watch, join a table (while tables are open), or be the wall
    screen."""
    code = code_of_token(token)
    if code is None:
        raise Http404
    event = find_event(code)
    if event is None:
        return private(render(request, "access/withdrawn.html", {"by_code": True}, status=410))
    problems: list[str] = []
    if request.method == "POST":
        to = request.POST.get("to")
        if to in ("watch", "wall"):
            return to_link(request, event, Link.Kind.WALL if to == "wall" else Link.Kind.SPECTATOR)
        try:
            number = whole_number(request.POST.get("number")) or 0
            link = join_table(event=event, number=number, device=code_of(request))
        except Refused as refused:
            problems = sentences(refused)
        else:
            return HttpResponseRedirect(reverse("table", args=(link.token,)), status=303)
    until = tables_open_until(event)
    if "HX-Request" in request.headers:  # a page that waits for the tables
        return HttpResponse(status=204, headers={"HX-Refresh": "true"} if until else {})
    tables = joinable_tables(event)
    context = {"event": event, "until": until, "tables": tables, "problems": problems}
    status = 422 if problems else 200
    response = private(render(request, "access/join_event.html", context, status=status))
    return known(request, response)


def to_link(request: HttpRequest, event: Event, kind: Link.Kind) -> HttpResponse:
    """Redirect to the event's page of that kind; 410 if the host has withdrawn its link."""
    link = open_link(event, kind)
    if link is None:
        return private(render(request, "access/withdrawn.html", status=410))
    name = "wall" if kind == Link.Kind.WALL else "spectator"
    return HttpResponseRedirect(reverse(name, args=(link.token,)), status=303)
