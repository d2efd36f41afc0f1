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

from tests.tournaments.evening import a_user, an_event, host, next_set, start
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


def test_a_sign_in_works_once() -> None:
    token = create_sign_in(a_user())
    assert use_sign_in(token) == a_user()
    assert use_sign_in(token) is None
    assert use_sign_in("guess") is None


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


# --- the host's phone -----------------------------------------------------------------------------


HTMX = {"HX-Request": "true"}


def shown(response: Any) -> str:
    """The path of the link that a page shows."""
    found = re.search(r"data-address>([^<]+)<", response.content.decode())
    assert found
    return "/" + html.unescape(found[1]).partition("://")[2].partition("/")[2]


def test_to_look_at_the_page_makes_no_sign_in(laptop: Client) -> None:
    page = laptop.get(reverse("host_phone")).content.decode()
    assert "Scan to run the evening from your phone" in page
    assert "/sign-in/" not in page
    assert not SignIn.objects.exists()


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


def test_a_new_code_takes_the_place_of_the_one_before(laptop: Client) -> None:
    on_the_console = create_sign_in(a_user(), timedelta(hours=24))
    others = create_sign_in(a_user("other"))
    links = [shown(laptop.post(reverse("host_phone"), headers=HTMX)) for _code in range(3)]
    assert SignIn.objects.count() == 3
    assert [Client().post(link).status_code for link in links] == [403, 403, 303]
    assert use_sign_in(on_the_console) == a_user()
    assert use_sign_in(others) == a_user("other")


def test_the_laptop_sees_that_the_phone_is_in(laptop: Client) -> None:
    page = laptop.post(reverse("host_phone"), headers=HTMX)
    mark = re.search(r"\?mark=(\w+)", page.content.decode())
    assert mark
    asked = {"mark": mark[1]}
    assert laptop.get(reverse("host_phone"), asked, headers=HTMX).status_code == 204
    Client().post(shown(page))
    answer = laptop.get(reverse("host_phone"), asked, headers=HTMX)
    assert "Your phone is signed in." in answer.content.decode()
    other = Client()
    other.force_login(a_user("other"))
    assert other.get(reverse("host_phone"), asked, headers=HTMX).status_code == 204
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
    assert [one.get(address).status_code for one in (nobody, keeper)] == [403] * 2
    assert [one.post(address).status_code for one in (nobody, keeper, strict)] == [403] * 3
    assert not SignIn.objects.exists()
