"""Decorators that restrict views to hosts, scorekeepers, links, or formats, and set the actor.

Three kinds of access: signed in as a host of the event's family; by the event's scorekeeper link,
which the session remembers; by a link in the address (tables, spectators, the wall screen).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.contrib import auth
from django.core.exceptions import ObjectDoesNotExist
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.crypto import constant_time_compare

from rulesets.formats.format import Format
from rulesets.formats.parts import Keeping
from tournaments.access.permissions import EventRequest, Kind, host_actor, link_actor
from tournaments.access.selectors import event_exists, hosted_event, link_of
from tournaments.access.services import SCOREKEEPER_LINKS
from tournaments.models import Event, Link
from tournaments.models.errors import Refused
from tournaments.models.event_games import format_of

SIGN_IN_BACKEND = "django.contrib.auth.backends.ModelBackend"  # keeps the user in the session
SESSION_KEY = SCOREKEEPER_LINKS


def remember_scorekeeper(request: HttpRequest, link: Link) -> None:
    """Give this session access to the desk of the link's event until the link is revoked."""
    links = dict(request.session.get(SESSION_KEY, {}))
    links[str(link.event_id)] = link.pk
    request.session[SESSION_KEY] = links
    request.session.cycle_key()


def scorekeeper_events(request: HttpRequest) -> tuple[Event, ...]:
    """Return the events whose desk this session can open by a scorekeeper link."""
    ids = list(dict(request.session.get(SESSION_KEY, {})).values())
    return tuple(
        link.event
        for link in Link.objects.filter(
            pk__in=ids, kind=Link.Kind.SCOREKEEPER, revoked_at=None
        ).select_related("event")
    )


View = Callable[..., HttpResponse]
FindLink = Callable[[HttpRequest, str], Link | None]


def host_required(view: View) -> View:
    """Let in everybody who is signed in; others get the page about signing in (403)."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return signed_out(request)
        return view(request, *args, **kwargs)

    return guarded


def desk_access(view: View) -> View:
    """Let in the hosts of the event `event_id`, and sessions with its scorekeeper link.

    Sets `request.event` and `request.actor`. Others: 403 if not signed in, else 404.
    """

    @wraps(view)
    def guarded(request: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        event_id = cast("int", kwargs["event_id"])
        if _admit_host(request, event_id) or _admit_scorekeeper(request, event_id):
            return _unless_gone(view, request, *args, **kwargs)
        if not request.user.is_authenticated:
            return signed_out(request)
        raise Http404

    return guarded


def host_access(view: View) -> View:
    """Let in the hosts of the event `event_id` only: 403 if not signed in, else 404."""

    @wraps(view)
    def guarded(request: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        event_id = cast("int", kwargs["event_id"])
        if not request.user.is_authenticated:
            return signed_out(request)
        if not _admit_host(request, event_id):
            raise Http404
        return _unless_gone(view, request, *args, **kwargs)

    return guarded


def link_by_token(_request: HttpRequest, token: str) -> Link | None:
    """Return the link of that token, if there is one."""
    return link_of(token)


def link_access(*kinds: Kind, find: FindLink = link_by_token) -> Callable[[View], View]:
    """Let in requests with an un-revoked link of one of these kinds (`token` in the address).

    Sets `request.event`, `request.actor`, `request.link`. Unknown token: 404; revoked: 410.
    `find` reads the link, and in the same statement other rows that the view needs.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: Any, *args: Any, **kwargs: Any) -> HttpResponse:
            link = find(request, cast("str", kwargs["token"]))
            if link is None or link.kind not in kinds:
                raise Http404
            if link.revoked_at is not None:
                return private(render(request, "access/withdrawn.html", status=410))
            request.link, request.event, request.actor = link, link.event, link_actor(link)
            return private(_unless_gone(view, request, *args, **kwargs))

        return guarded

    return decorate


def _unless_gone(view: View, request: EventRequest, *args: Any, **kwargs: Any) -> HttpResponse:
    """Return the view's response. Raises Http404 for errors in an event that was deleted
    meanwhile."""
    try:
        return view(request, *args, **kwargs)
    except (ObjectDoesNotExist, IntegrityError, Refused) as error:
        if event_exists(request.event):
            raise
        raise Http404 from error


def signed_out(request: HttpRequest) -> HttpResponse:
    """Render the page about signing in, with status 403."""
    return render(request, "access/signed_out.html", status=403)


def is_host_with_link(request: EventRequest) -> bool:
    """Whether the browser with a link is signed in as a host of the event, who has a desk to go
    back to. No query if nobody is signed in."""
    user_id = str(request.session.get(auth.SESSION_KEY, ""))
    access = hosted_event(request.event.pk, int(user_id)) if user_id.isdecimal() else None
    return access is not None and _is_signed_in(request, access[1])


def _admit_host(request: Any, event_id: int) -> bool:
    user_id = str(request.session.get(auth.SESSION_KEY, ""))
    access = hosted_event(event_id, int(user_id)) if user_id.isdecimal() else None
    if access is None or not _is_signed_in(request, access[1]):
        return False
    event = access[0]
    request.event, request.actor, request.link = event, host_actor(event, request.user), None
    return True


def _is_signed_in(request: Any, user: Any) -> bool:
    """Whether the session is this user's, who is read already.

    The same test that Django makes before it reads the user. Sessions that fail it (for example
    from before a change of the secret key) are left to Django.
    """
    session = request.session
    is_our_backend = session.get(auth.BACKEND_SESSION_KEY) == SIGN_IN_BACKEND
    stored_hash = session.get(auth.HASH_SESSION_KEY, "")
    if (
        is_our_backend
        and user.is_active
        and constant_time_compare(stored_hash, user.get_session_auth_hash())
    ):
        request.user = user
    return bool(request.user.is_authenticated and request.user.pk == user.pk)


def _admit_scorekeeper(request: Any, event_id: int) -> bool:
    link_id = dict(request.session.get(SESSION_KEY, {})).get(str(event_id))
    if link_id is None:
        return False
    link = (
        Link.objects.select_related("event")
        .filter(pk=link_id, event_id=event_id, kind=Link.Kind.SCOREKEEPER, revoked_at__isnull=True)
        .first()
    )
    if link is None:
        return False
    request.event, request.actor, request.link = link.event, link_actor(link), link
    return True


def private(response: HttpResponse) -> HttpResponse:
    """Keep a response out of search engines, caches and referrers: its address gives access.

    A page with an ETag may stay in the browser's cache, which asks each time; other pages may not.
    """
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    response.headers["Referrer-Policy"] = "same-origin"
    has_etag = "ETag" in response.headers
    response.headers["Cache-Control"] = "private, no-cache" if has_etag else "no-store"
    return response


def offers(condition: Callable[[Format], object]) -> Callable[[View], View]:
    """Restrict a view to events whose format is accepted by a function. Raises Http404 for
    others."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: Any, *args: Any, **kwargs: Any) -> HttpResponse:
            if not condition(format_of(request.event)):
                raise Http404
            return view(request, *args, **kwargs)

        return guarded

    return decorate


def only_for(*ways: Keeping) -> Callable[[View], View]:
    """Restrict a view to events that keep score in one of these ways. Raises Http404 for others."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: Any, *args: Any, **kwargs: Any) -> HttpResponse:
            if format_of(request.event).keeping not in ways:
                raise Http404
            return view(request, *args, **kwargs)

        return guarded

    return decorate
