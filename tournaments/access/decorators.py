"""Who is asking: the actor behind a request, and the decorators that let a view be reached, or
keep it to the formats that have it.

Three ways in: signed in as a host of the event's family; by the event's scorekeeper link, which a
session remembers; by a link in the address itself (tables, spectators, the wall screen).
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

from tournaments.access.permissions import EventRequest, Kind, host_actor, link_actor
from tournaments.access.selectors import event_exists, hosted_event, link_of
from tournaments.access.services import SCOREKEEPER_LINKS
from tournaments.models import Event, Link
from tournaments.models.errors import Refused
from tournaments.models.event_games import format_of

SIGN_IN_BACKEND = "django.contrib.auth.backends.ModelBackend"  # keeps the user in the session
SESSION_KEY = SCOREKEEPER_LINKS


def remember_scorekeeper(request: HttpRequest, link: Link) -> None:
    """Let this session reach the desk of the link's event from now on, until it is revoked."""
    links = dict(request.session.get(SESSION_KEY, {}))
    links[str(link.event_id)] = link.pk
    request.session[SESSION_KEY] = links
    request.session.cycle_key()


def scorekeeper_events(request: HttpRequest) -> tuple[Event, ...]:
    """The events whose desk this session reaches by a scorekeeper link."""
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
    """Let in anybody who is signed in; everybody else gets the page that says how (403)."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return signed_out(request)
        return view(request, *args, **kwargs)

    return guarded


def desk_access(view: View) -> View:
    """Let in the hosts of the event `event_id`, and sessions that came by its scorekeeper link.

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
    """The link of an address."""
    return link_of(token)


def link_access(*kinds: Kind, find: FindLink = link_by_token) -> Callable[[View], View]:
    """Let in whoever holds an un-revoked link of one of these kinds (`token` in the address).

    Sets `request.event`, `request.actor`, `request.link`. Unknown token: 404; revoked: 410.
    `find` reads the link, and with it what else the view needs.
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
    """What the view answers; whatever breaks in an event that was deleted meanwhile is a 404."""
    try:
        return view(request, *args, **kwargs)
    except (ObjectDoesNotExist, IntegrityError, Refused) as error:
        if event_exists(request.event):
            raise
        raise Http404 from error


def signed_out(request: HttpRequest) -> HttpResponse:
    """The page for somebody who is not signed in: says how to come in. Status 403."""
    return render(request, "access/signed_out.html", status=403)


def is_host_with_link(request: EventRequest) -> bool:
    """Whether the browser that came by a link is that of a host of the event, who has a desk to go
    back to. Costs nothing where nobody is signed in."""
    user_id = str(request.session.get(auth.SESSION_KEY, ""))
    found = hosted_event(request.event.pk, int(user_id)) if user_id.isdecimal() else None
    return found is not None and _is_signed_in(request, found[1])


def _admit_host(request: Any, event_id: int) -> bool:
    user_id = str(request.session.get(auth.SESSION_KEY, ""))
    found = hosted_event(event_id, int(user_id)) if user_id.isdecimal() else None
    if found is None or not _is_signed_in(request, found[1]):
        return False
    event = found[0]
    request.event, request.actor, request.link = event, host_actor(event, request.user), None
    return True


def _is_signed_in(request: Any, user: Any) -> bool:
    """Whether the session is this user's, who was read already.

    The same test that Django makes before it reads the user itself. What does not pass (a session
    from before the secret key was changed, say) is left to Django.
    """
    session = request.session
    known = session.get(auth.BACKEND_SESSION_KEY) == SIGN_IN_BACKEND
    kept_hash = session.get(auth.HASH_SESSION_KEY, "")
    if known and user.is_active and constant_time_compare(kept_hash, user.get_session_auth_hash()):
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
    """The answer, kept out of search engines, caches and referrers: its address lets people in.

    A page that the browser can ask about (it has an ETag) may stay in that browser, which asks each
    time; no other page stays anywhere.
    """
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    response.headers["Referrer-Policy"] = "same-origin"
    kept = "ETag" in response.headers
    response.headers["Cache-Control"] = "private, no-cache" if kept else "no-store"
    return response


def offers(*wanted: str) -> Callable[[View], View]:
    """A page of events whose format says yes to all these properties (`moves`, `cuts`, ...); at
    others there is no such address. "not apart" asks for a no."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: Any, *args: Any, **kwargs: Any) -> HttpResponse:
            format = format_of(request.event)
            for asked in wanted:
                if bool(getattr(format, asked.removeprefix("not "))) == asked.startswith("not "):
                    raise Http404
            return view(request, *args, **kwargs)

        return guarded

    return decorate
