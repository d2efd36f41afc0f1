"""One-time sign-in, and links."""

from __future__ import annotations

import html
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.evening import a_user, host, start
from tournaments.access.services import (
    create_sign_in,
    ensure_links,
    links_for,
    make_link,
    renew_link,
    revoke_link,
    use_sign_in,
)
from tournaments.models import Link, SignIn
from tournaments.models.errors import Refused

pytestmark = pytest.mark.django_db


@pytest.mark.sql
def test_a_sign_in_is_not_kept_in_the_open_grows_old_and_opens_no_closed_account() -> None:
    token = create_sign_in(a_user())
    assert not SignIn.objects.filter(digest=token).exists()
    SignIn.objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert use_sign_in(token) is None
    user = a_user()
    token = create_sign_in(user)
    user.is_active = False
    user.save()
    assert use_sign_in(token) is None


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


# --- the host's phone -----------------------------------------------------------------------------


HTMX = {"HX-Request": "true"}


def shown(response: Any) -> str:
    """The path of the link that a page shows."""
    match = re.search(r"data-address>([^<]+)<", response.content.decode())
    assert match
    return "/" + html.unescape(match[1]).partition("://")[2].partition("/")[2]


def test_the_phone_is_signed_in_once_for_months(laptop: Client) -> None:
    page = laptop.post(reverse("host_phone"))
    assert 'aria-label="Code to scan"' in page.content.decode()
    assert "no-store" in page.headers["Cache-Control"]
    phone, link = Client(), shown(page)
    assert phone.get(link).status_code == 200  # a preview of the link: it is not used up
    assert phone.get(link).status_code == 200
    assert phone.post(link).status_code == 303
    assert phone.get("/").status_code == 200
    assert phone.session.get_expiry_age() > timedelta(days=90).total_seconds()
    assert Client().post(link).status_code == 403


def test_it_lasts_a_quarter_of_an_hour(laptop: Client) -> None:
    link = shown(laptop.post(reverse("host_phone")))
    left = SignIn.objects.get().expires - timezone.now()
    assert timedelta(minutes=14) < left <= timedelta(minutes=15)
    SignIn.objects.update(expires=timezone.now())
    assert Client().post(link).status_code == 403


def test_the_laptop_sees_that_the_phone_is_in(laptop: Client) -> None:
    page = laptop.post(reverse("host_phone"), headers=HTMX)
    mark = re.search(r"\?mark=(\w+)", page.content.decode())
    assert mark
    values = {"mark": mark[1]}
    assert laptop.get(reverse("host_phone"), values, headers=HTMX).status_code == 204
    Client().post(shown(page))
    answer = laptop.get(reverse("host_phone"), values, headers=HTMX)
    assert "Your phone is signed in." in answer.content.decode()
    other = Client()
    other.force_login(a_user("other"))
    assert other.get(reverse("host_phone"), values, headers=HTMX).status_code == 204
    assert laptop.get(reverse("host_phone"), {"mark": ""}, headers=HTMX).status_code == 204


def test_a_machine_without_a_network_says_so(laptop: Client, settings: Any) -> None:
    settings.PUBLIC_URL = "http://127.0.0.1:8000"
    assert "not on a network yet" in laptop.get(reverse("host_phone")).content.decode()
    settings.PUBLIC_URL = "https://games.example.org"
    page = laptop.post(reverse("host_phone"))
    assert "https://games.example.org/sign-in/" in page.content.decode()


def test_who_may_not() -> None:
    """Nobody who is not signed in as a host, and no form of another site."""
    event, address = start(people=4), reverse("host_phone")
    ensure_links(event)
    link = event.links.create(kind="scorekeeper", label="Sam")
    nobody, keeper, strict = Client(), Client(), Client(enforce_csrf_checks=True)
    keeper.post(reverse("scorekeeper_in", args=[link.token]))
    strict.force_login(a_user())
    assert [case.get(address).status_code for case in (nobody, keeper)] == [403] * 2
    assert [case.post(address).status_code for case in (nobody, keeper, strict)] == [403] * 3
    assert not SignIn.objects.exists()
