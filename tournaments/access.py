"""Who is asking: the actor behind a request, and the decorators that let a view be reached.

Three ways in: signed in as the host who owns the event; by the event's scorekeeper link, which a
session remembers; by a link in the address itself (tables, spectators, the wall screen).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, Literal, cast

from django.contrib import auth
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from rulesets import games
from tournaments.models import Event, Link
from tournaments.selectors.links import link_of, owned_event
from tournaments.selectors.seats import table_title

if TYPE_CHECKING:
    from django_htmx.middleware import HtmxDetails

Kind = Literal["host", "scorekeeper", "table", "spectator", "wall"]
SIGN_IN_BACKEND = "django.contrib.auth.backends.ModelBackend"  # keeps the user in the session
SESSION_KEY = "scorekeeper_links"  # event id (as text, for JSON) -> link id


@dataclass(frozen=True, slots=True)
class Actor:
    """Somebody who does something in one event; `label` is the name the log keeps."""

    kind: Kind
    label: str
    event_id: int
    link_id: int | None = None
    table_number: int | None = None
    user_id: int | None = None

    @property
    def at_desk(self) -> bool:
        """Whether this actor may enter, correct and accept anything in the event."""
        return self.kind in ("host", "scorekeeper")


class EventRequest(HttpRequest):
    """What the decorators below hand to a view."""

    actor: Actor
    event: Event
    link: Link | None
    htmx: HtmxDetails


def host_actor(event: Event, user: Any) -> Actor:
    """The owner at work in an event."""
    return Actor("host", _("Host"), event.pk, user_id=user.pk)


def link_actor(link: Link) -> Actor:
    """Whoever came by a link; a scorekeeper's link may carry that person's name."""
    kind = cast("Kind", link.kind)
    if kind == "table":
        label = table_title(games.load(link.event.game), 1, link.table_number or 0)
    else:
        label = link.label or str(Link.Kind(link.kind).label)
    return Actor(kind, label, link.event_id, link_id=link.pk, table_number=link.table_number)


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
    """Let in the owner of the event `event_id`, and sessions that came by its scorekeeper link.

    Sets `request.event` and `request.actor`. Others: 403 if not signed in, else 404.
    """

    @wraps(view)
    def guarded(request: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        event_id = cast("int", kwargs["event_id"])
        if _admit_owner(request, event_id) or _admit_scorekeeper(request, event_id):
            return view(request, *args, **kwargs)
        if not request.user.is_authenticated:
            return signed_out(request)
        raise Http404

    return guarded


def owner_access(view: View) -> View:
    """Let in the owner of the event `event_id` only: 403 if not signed in, else 404."""

    @wraps(view)
    def guarded(request: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        event_id = cast("int", kwargs["event_id"])
        if not request.user.is_authenticated:
            return signed_out(request)
        if not _admit_owner(request, event_id):
            raise Http404
        return view(request, *args, **kwargs)

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
                return _private(render(request, "access/withdrawn.html", status=410))
            request.link, request.event, request.actor = link, link.event, link_actor(link)
            return _private(view(request, *args, **kwargs))

        return guarded

    return decorate


def signed_out(request: HttpRequest) -> HttpResponse:
    """The page for somebody who is not signed in: says how to come in. Status 403."""
    return render(request, "access/signed_out.html", status=403)


def _admit_owner(request: Any, event_id: int) -> bool:
    user_id = str(request.session.get(auth.SESSION_KEY, ""))
    event = owned_event(event_id, int(user_id)) if user_id.isdecimal() else None
    if event is None or not _is_signed_in(request, event.owner):
        return False
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


def _private(response: HttpResponse) -> HttpResponse:
    """Keep an address that lets people in out of search engines, caches and referrers."""
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["Cache-Control"] = "no-store"
    return response
