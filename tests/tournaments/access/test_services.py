"""One-time sign-in, and links."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournaments.evening import a_user, an_event, host, next_set, start
from tournaments.access.services import (
    create_sign_in,
    links_for,
    make_link,
    renew_link,
    revoke_link,
    use_sign_in,
)
from tournaments.models import Link, SignIn
from tournaments.models.errors import Refused

pytestmark = pytest.mark.django_db


def test_a_sign_in_works_once() -> None:
    token = create_sign_in(a_user())
    assert use_sign_in(token) == a_user()
    assert use_sign_in(token) is None
    assert use_sign_in("guess") is None


@pytest.mark.sql
def test_a_sign_in_is_not_kept_in_the_open_and_grows_old() -> None:
    token = create_sign_in(a_user())
    assert not SignIn.objects.filter(digest=token).exists()
    SignIn.objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert use_sign_in(token) is None


@pytest.mark.sql
def test_nobody_signs_in_to_a_closed_account() -> None:
    user = a_user()
    token = create_sign_in(user)
    user.is_active = False
    user.save()
    assert use_sign_in(token) is None


def test_every_event_has_a_link_for_each_table_and_for_those_who_watch() -> None:
    event = an_event(people=8)
    kinds = {(link.kind, link.table_number) for link in links_for(event)}
    assert kinds == {("spectator", None), ("wall", None)}
    next_set(event)
    kinds = {(link.kind, link.table_number) for link in links_for(event)}
    assert kinds == {("spectator", None), ("wall", None), ("table", 1), ("table", 2)}
    tokens = [link.token for link in links_for(event)]
    assert len(set(tokens)) == 4
    assert all(len(token) == 24 for token in tokens)


@pytest.mark.sql
def test_a_revoked_link_stays_closed_until_it_is_renewed() -> None:
    event = start(people=4)
    old = next(link for link in links_for(event) if link.kind == Link.Kind.TABLE)
    revoke_link(link=old, actor=host(event))
    assert not any(link.kind == Link.Kind.TABLE for link in links_for(event))
    fresh = renew_link(link=old, actor=host(event))
    assert fresh.token != old.token
    assert [link.token for link in links_for(event) if link.kind == Link.Kind.TABLE] == [
        fresh.token
    ]
    assert event.log.filter(code__in=("link.revoked", "link.renewed")).count() == 2


@pytest.mark.parametrize(("kind", "table"), [("door", None), ("table", None), ("wall", 3)])
def test_a_link_that_makes_no_sense_is_refused(kind: str, table: int | None) -> None:
    event = start(people=4)
    with pytest.raises(Refused):
        make_link(event=event, actor=host(event), kind=kind, table_number=table)
