"""Which host names are answered, how much body is taken, which headers every page carries."""

import datetime as dt
import gzip
from typing import Any

import pytest
from axes.models import AccessAttempt
from django.contrib.auth import get_user_model
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from scorekeeper.middleware import Compressed, client_address, is_local_name
from tournaments.access.services import create_sign_in
from tournaments.web.wording import clock

pytestmark = pytest.mark.django_db


NEARBY = [
    "localhost",
    "LAPTOP",
    "laptop.local",
    "laptop.fritz.box",
    "192.168.1.20",
    "[fe80::1]",
    "::1",
]
ELSEWHERE = [
    "example.org",
    "192.168.1.20.example.org",
    "local.example.org",
    "evil-local.com",
    "1.2.3",
]


def test_names_that_mean_a_machine_nearby_and_those_that_a_stranger_may_point_here() -> None:
    assert [host for host in (*NEARBY, *ELSEWHERE) if is_local_name(host)] == NEARBY


@pytest.mark.parametrize(("host", "status"), [("10.0.0.7:8000", 200), ("evil.example", 400)])
def test_a_laptop_answers_local_names_only(
    client: Client, settings: object, host: str, status: int
) -> None:
    settings.ALLOWED_HOSTS = ["*"]  # type: ignore[attr-defined]
    assert client.get(reverse("healthz"), headers={"host": host}).status_code == status


def test_the_headers_of_every_answer(client: Client) -> None:
    answer = client.get("/no-such-page/")
    assert answer.status_code == 404
    assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert "private" in answer.headers["Cache-Control"]
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert "camera=()" in answer.headers["Permissions-Policy"]
    policy = client.get("/no-such-page/").headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize("length", ["16777217", "-1", "many"])
def test_too_long_a_body_is_refused_unread(client: Client, length: str) -> None:
    answer = client.post("/no-such-page/", CONTENT_LENGTH=length)
    assert answer.status_code == 413


@pytest.mark.parametrize(
    ("proxies", "passed", "expected"),
    [
        (0, "203.0.113.5", "127.0.0.1"),
        (1, "203.0.113.5", "203.0.113.5"),
        (1, "198.51.100.1, 203.0.113.5", "203.0.113.5"),  # the first is what the client pretends
        (2, "198.51.100.1, 203.0.113.5, 10.0.0.1", "203.0.113.5"),
        (2, "10.0.0.1", "10.0.0.1"),  # past the outer proxy
        (1, "", "127.0.0.1"),
        (1, "nonsense", ""),
    ],
)
def test_attempts_are_counted_by_the_real_address(
    settings: Any, rf: RequestFactory, proxies: int, passed: str, expected: str
) -> None:
    settings.BEHIND_PROXY, settings.PROXIES = bool(proxies), max(1, proxies)
    request = rf.get("/", headers={"x-forwarded-for": passed, "x-real-ip": "192.0.2.66"})
    assert client_address(request) == expected


@pytest.mark.parametrize(
    ("told", "counted"),
    [
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
        ("2001:db8:1:3::1", "2001:db8:1:3::"),
        ("fe80::1%eth0", "fe80::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("192.0.2.7", "192.0.2.7"),
        ("unix:", ""),
    ],
)
def test_a_home_with_ipv6_is_counted_as_one(rf: RequestFactory, told: str, counted: str) -> None:
    assert client_address(rf.get("/", REMOTE_ADDR=told)) == counted


def attempt(client: Client, address: str, name: str, password: str) -> int:
    values = {"username": name, "password": password}
    return client.post(reverse("sign_in_form"), values, REMOTE_ADDR=address).status_code


def test_a_stranger_who_guesses_locks_out_nobody_elsewhere(client: Client) -> None:
    get_user_model().objects.create_user("mabel", password="the right one")
    guesses = [attempt(client, "192.0.2.1", "mabel", "guess") for _number in range(12)]
    assert guesses == [422] * 9 + [429] * 3
    assert attempt(client, "192.0.2.1", "mabel", "the right one") == 429
    assert attempt(client, "192.0.2.99", "mabel", "the right one") == 303
    assert attempt(client, "192.0.2.1", "mabel", "the right one") == 429  # that forgives nothing


def test_an_account_of_one_s_own_buys_no_guesses(client: Client) -> None:
    for name in ("mabel", "thief"):
        get_user_model().objects.create_user(name, password="the right one")
    for _round in range(3):
        for _number in range(3):
            assert attempt(client, "192.0.2.1", "mabel", "guess") == 422
        assert attempt(client, "192.0.2.1", "thief", "the right one") == 303
    assert attempt(client, "192.0.2.1", "mabel", "guess") == 429


def test_a_right_password_forgives_the_wrong_ones_before(client: Client) -> None:
    get_user_model().objects.create_user("mabel", password="the right one")
    for _number in range(9):
        attempt(client, "192.0.2.1", "mabel", "guess")
    assert attempt(client, "192.0.2.1", "mabel", "the right one") == 303
    assert attempt(client, "192.0.2.1", "mabel", "guess") == 422


def test_the_page_of_a_locked_address_says_how_long_and_what_else(client: Client) -> None:
    mabel = get_user_model().objects.create_user("mabel", password="the right one")
    for _number in range(10):
        attempt(client, "192.0.2.1", "mabel", "guess")
    aged = AccessAttempt.objects.get().attempt_time - dt.timedelta(minutes=5)
    AccessAttempt.objects.update(attempt_time=aged)
    values = {"username": "mabel", "password": "the right one"}
    for _again in range(2):  # which does not make it longer
        answer = client.post(reverse("sign_in_form"), values, REMOTE_ADDR="192.0.2.1")
        assert answer.status_code == 429
        page = " ".join(answer.content.decode().split())
        until = timezone.localtime(aged + dt.timedelta(minutes=15))
        assert f"You can try again in 10 minutes ({clock(until)})." in page
        assert 590 < int(answer.headers["Retry-After"]) <= 600
        assert "one-time sign-in link" in page
        assert answer.headers["Cache-Control"].startswith("max-age=0, no-cache, no-store")
    link = reverse("sign_in", args=[create_sign_in(mabel)])
    assert client.post(link, REMOTE_ADDR="192.0.2.1").status_code == 303
    AccessAttempt.objects.update(attempt_time=aged - dt.timedelta(minutes=11))
    assert attempt(client, "192.0.2.1", "mabel", "the right one") == 303


def test_a_lock_lasts_until_enough_failures_are_old(client: Client) -> None:
    for name, number, age in (("ann", 4, 12), ("bo", 3, 6), ("cy", 5, 1)):
        for _number in range(number):
            attempt(client, "192.0.2.1", name, "guess")
        moved = timezone.now() - dt.timedelta(minutes=age)
        AccessAttempt.objects.filter(username=name).update(attempt_time=moved)
    answer = client.post(
        reverse("sign_in_form"), {"username": "di", "password": "x"}, REMOTE_ADDR="192.0.2.1"
    )
    assert "You can try again in 3 minutes" in " ".join(answer.content.decode().split())


def test_a_network_is_locked_whatever_names_it_tries(client: Client) -> None:
    get_user_model().objects.create_user("mabel", password="the right one")
    for number in range(10):
        assert attempt(client, f"2001:db8::{number}", f"name{number}", "guess") in (422, 429)
    assert attempt(client, "2001:db8::ffff", "mabel", "the right one") == 429
    assert attempt(client, "2001:db8:0:1::1", "mabel", "the right one") == 303


def packed(rf: RequestFactory, response: HttpResponse, reads: str = "gzip, deflate") -> bool:
    """Whether an answer goes compressed to a browser that reads that."""
    request = rf.get("/", headers={"accept-encoding": reads})
    return Compressed(lambda _request: response)(request).headers.get("Content-Encoding") == "gzip"


def test_long_answers_alone_are_compressed(rf: RequestFactory, client: Client) -> None:
    text = "<td>13</td>" * 500
    for kind in ("text/html; charset=utf-8", "application/json", "image/svg+xml", "text/csv"):
        response = HttpResponse(text, content_type=kind)
        assert packed(rf, response)
        assert gzip.decompress(response.content).decode() == text
        assert response.headers["Content-Length"] == str(len(response.content))
    assert not packed(rf, HttpResponse(status=204))
    assert not packed(rf, HttpResponse("kept " * 200, content_type="application/json"))
    assert not packed(rf, HttpResponse(b"%PDF" * 5000, content_type="application/pdf"))
    assert not packed(rf, HttpResponse("<td>13</td>" * 500), reads="identity")
    done = HttpResponse(gzip.compress(b"x" * 4000, mtime=0) * 200)
    done.headers["Content-Encoding"] = "gzip"
    before = done.content
    packed(rf, done)
    assert done.content == before
    path = reverse("sign_in_form")
    answer = client.get(path, headers={"accept-encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert b"</html>" in gzip.decompress(answer.content)
    assert b"</html>" in client.get(path).content
