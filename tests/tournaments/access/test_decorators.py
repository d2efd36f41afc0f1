"""Who may come in by which door."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.contrib import auth
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.http import Http404, HttpRequest, HttpResponse
from django.test import RequestFactory

from tests.tournaments.evening import a_user, host, start
from tournaments.access import decorators
from tournaments.access.services import ensure_links, make_link, revoke_link
from tournaments.models import Event, Link
from tournaments.models.families import family_alone

pytestmark = pytest.mark.django_db


@decorators.desk_access
def desk_view(request: Any, event_id: int) -> HttpResponse:
    return HttpResponse(f"{request.actor.kind} {request.actor.label} {request.event.pk}")


@decorators.host_access
def owner_view(request: Any, event_id: int) -> HttpResponse:
    return HttpResponse(f"{request.actor.kind} {request.event.pk}")


@decorators.host_required
def host_view(request: Any) -> HttpResponse:
    return HttpResponse("in")


@decorators.link_access("table", "wall")
def link_view(request: Any, token: str) -> HttpResponse:
    return HttpResponse(f"{request.actor.kind} {request.actor.table_number}")


def asking(user: Any = None, session: dict[str, Any] | None = None) -> HttpRequest:
    request = RequestFactory().get("/")
    request.user = user or AnonymousUser()
    request.session = SessionStore()
    if user is not None:
        request.session[auth.SESSION_KEY] = str(user.pk)
        request.session[auth.BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[-1]
        request.session[auth.HASH_SESSION_KEY] = user.get_session_auth_hash()
    request.session.update(session or {})
    return request


def remembered(link: Link) -> dict[str, Any]:
    return {decorators.SESSION_KEY: {str(link.event_id): link.pk}}


def test_the_owner_reaches_everything(event: Event) -> None:
    for view in (desk_view, owner_view):
        answer = view(asking(event.owner), event_id=event.pk)
        assert answer.status_code == 200
        assert answer.content.decode().startswith("host ")


def test_another_host_finds_nothing(event: Event) -> None:
    other = a_user("other")
    family_alone(other)
    for view in (desk_view, owner_view):
        with pytest.raises(Http404):
            view(asking(other), event_id=event.pk)


def test_a_stranger_is_told_how_to_come_in(event: Event) -> None:
    for view in (desk_view, owner_view):
        assert view(asking(), event_id=event.pk).status_code == 403
    assert host_view(asking()).status_code == 403
    assert host_view(asking(a_user())).content == b"in"


def test_a_scorekeeper_reaches_the_desk_but_not_what_is_the_owners(event: Event) -> None:
    link = make_link(event=event, actor=host(event), kind="scorekeeper", label="Tom")
    request = asking(session=remembered(link))
    assert desk_view(request, event_id=event.pk).content == f"scorekeeper Tom {event.pk}".encode()
    assert owner_view(request, event_id=event.pk).status_code == 403
    other = start(people=4)
    assert desk_view(request, event_id=other.pk).status_code == 403


def test_a_revoked_scorekeeper_is_out_at_once(event: Event) -> None:
    link = make_link(event=event, actor=host(event), kind="scorekeeper")
    revoke_link(link=link, actor=host(event))
    assert desk_view(asking(session=remembered(link)), event_id=event.pk).status_code == 403


def test_a_session_cannot_pass_off_another_link_as_a_scorekeepers(event: Event) -> None:
    ensure_links(event)
    table = event.links.get(kind="table", table_number=1)
    assert desk_view(asking(session=remembered(table)), event_id=event.pk).status_code == 403


def test_coming_in_as_scorekeeper_is_remembered(event: Event) -> None:
    link = make_link(event=event, actor=host(event), kind="scorekeeper")
    request = asking()
    decorators.remember_scorekeeper(request, link)
    assert desk_view(request, event_id=event.pk).status_code == 200
    assert decorators.scorekeeper_events(request) == (event,)


def test_a_link_lets_in_by_its_kind_only(event: Event) -> None:
    ensure_links(event)
    table = event.links.get(kind="table", table_number=2)
    answer = link_view(asking(), token=table.token)
    assert answer.content == b"table 2"
    assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Referrer-Policy"] == "same-origin"
    with pytest.raises(Http404):
        link_view(asking(), token=event.links.get(kind="spectator").token)
    with pytest.raises(Http404):
        link_view(asking(), token="no-such-token")


def test_a_revoked_link_says_that_it_was_withdrawn(event: Event) -> None:
    ensure_links(event)
    table = event.links.get(kind="table", table_number=2)
    revoke_link(link=table, actor=host(event))
    assert link_view(asking(), token=table.token).status_code == 410
