"""How the host and a scorekeeper come in. Anyone may call these pages."""

from __future__ import annotations

from math import ceil
from typing import Any

from django.contrib import messages
from django.contrib.auth import authenticate, login, logout
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render, resolve_url
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.access.decorators import link_access, remember_scorekeeper
from tournaments.access.forms import SignInForm
from tournaments.access.permissions import EventRequest
from tournaments.access.services import forgive, locked_until, recheck_streams, use_sign_in

BACKEND = "django.contrib.auth.backends.ModelBackend"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest, token: str) -> HttpResponse:
    """The one-time link. Opening it only shows a button: link previews must not use it up."""
    if request.method != "POST":
        return render(request, "access/sign_in.html", {"token": token})
    user = use_sign_in(token)
    if user is None:
        problem = _("This link was used already, or is too old. Ask for a new one.")
        return render(request, "access/signed_out.html", {"problems": [problem]}, status=403)
    login(request, user, backend=BACKEND)
    return HttpResponseRedirect("/", status=303)


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_form(request: HttpRequest) -> HttpResponse:
    """Name and password; after too many wrong ones django-axes answers with `locked_out`."""
    form = SignInForm(request.POST or None)
    if request.method != "POST":
        return render(request, "access/sign_in_form.html", {"form": form})
    if form.is_valid():
        user = authenticate(request, **form.cleaned_data)
        if user is not None:
            login(request, user)
            forgive(request, user.get_username())
            return HttpResponseRedirect("/", status=303)
        form.add_error("password", _("Name and password do not go together. Try again."))
    return render(request, "access/sign_in_form.html", {"form": form}, status=422)


@never_cache
def locked_out(
    request: HttpRequest, _response: HttpResponse, credentials: dict[str, Any] | None
) -> HttpResponse:
    """The page for an address with too many wrong passwords: how long, and the other way in."""
    until = locked_until(request, credentials)
    seconds = max(1, ceil((until - timezone.now()).total_seconds()))
    context = {"until": until, "minutes": ceil(seconds / 60)}
    response = render(request, "access/locked_out.html", context, status=429)
    response.headers["Retry-After"] = str(seconds)
    return response


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Forget who this browser belongs to."""
    logout(request)
    recheck_streams()
    messages.success(request, _("You are signed out."))
    return redirect("home")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@link_access("scorekeeper")
def scorekeeper_in(request: EventRequest, token: str) -> HttpResponse:
    """A scorekeeper's link. POST lets this browser reach the desk until the link is withdrawn."""
    if request.method != "POST":
        context = {"event": request.event, "actor": request.actor}
        return render(request, "access/scorekeeper_in.html", context)
    if request.link is not None:  # link_access has set it
        remember_scorekeeper(request, request.link)
    return HttpResponseRedirect(resolve_url("event", request.event.pk), status=303)
