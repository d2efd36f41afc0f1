"""Which host names are answered, how much body is taken, which headers every page carries."""

import gzip

import pytest
from django.contrib.auth import get_user_model
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from scorekeeper.middleware import Compressed, client_address, is_local_name

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "host",
    ["localhost", "LAPTOP", "laptop.local", "laptop.fritz.box", "192.168.1.20", "[fe80::1]", "::1"],
)
def test_names_that_mean_a_machine_nearby(host: str) -> None:
    assert is_local_name(host)


@pytest.mark.parametrize(
    "host",
    ["example.org", "192.168.1.20.example.org", "local.example.org", "evil-local.com", "1.2.3"],
)
def test_names_that_a_stranger_may_point_here(host: str) -> None:
    assert not is_local_name(host)


@pytest.mark.parametrize(("host", "status"), [("10.0.0.7:8000", 200), ("evil.example", 400)])
def test_a_laptop_answers_local_names_only(
    client: Client, settings: object, host: str, status: int
) -> None:
    settings.ALLOWED_HOSTS = ["*"]  # type: ignore[attr-defined]
    assert client.get(reverse("healthz"), headers={"host": host}).status_code == status


def test_every_answer_is_kept_out_of_caches_and_search_engines(client: Client) -> None:
    answer = client.get("/no-such-page/")
    assert answer.status_code == 404
    assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert "private" in answer.headers["Cache-Control"]
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert "camera=()" in answer.headers["Permissions-Policy"]


def test_the_content_security_policy_allows_nothing_inline(client: Client) -> None:
    policy = client.get("/no-such-page/").headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize("length", ["16777217", "-1", "many"])
def test_too_long_a_body_is_refused_unread(client: Client, length: str) -> None:
    answer = client.post("/no-such-page/", CONTENT_LENGTH=length)
    assert answer.status_code == 413


@pytest.mark.parametrize(
    ("behind_proxy", "expected"), [(False, "127.0.0.1"), (True, "203.0.113.5")]
)
def test_attempts_are_counted_by_the_real_address(
    settings: object, rf: RequestFactory, behind_proxy: bool, expected: str
) -> None:
    settings.BEHIND_PROXY = behind_proxy  # type: ignore[attr-defined]
    request = rf.get("/", headers={"x-real-ip": "203.0.113.5"})
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
    sent = {"username": name, "password": password}
    return client.post(reverse("sign_in_form"), sent, REMOTE_ADDR=address).status_code


def test_an_account_is_locked_wherever_attempts_come_from(client: Client) -> None:
    get_user_model().objects.create_user("mabel", password="the right one")
    for number in range(10):
        assert attempt(client, f"192.0.2.{number}", "mabel", "guess") in (422, 429)
    assert attempt(client, "192.0.2.99", "mabel", "the right one") == 429


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


def test_long_answers_are_compressed(rf: RequestFactory) -> None:
    text = "<td>13</td>" * 500
    for kind in ("text/html; charset=utf-8", "application/json", "image/svg+xml", "text/csv"):
        response = HttpResponse(text, content_type=kind)
        assert packed(rf, response)
        assert gzip.decompress(response.content).decode() == text
        assert response.headers["Content-Length"] == str(len(response.content))


def test_what_gains_nothing_goes_as_it_is(rf: RequestFactory) -> None:
    assert not packed(rf, HttpResponse(status=204))
    assert not packed(rf, HttpResponse("kept " * 200, content_type="application/json"))
    assert not packed(rf, HttpResponse(b"%PDF" * 5000, content_type="application/pdf"))
    assert not packed(rf, HttpResponse("<td>13</td>" * 500), reads="identity")
    done = HttpResponse(gzip.compress(b"x" * 4000, mtime=0) * 200)
    done.headers["Content-Encoding"] = "gzip"
    before = done.content
    packed(rf, done)
    assert done.content == before


def test_a_page_comes_compressed(client: Client) -> None:
    path = reverse("sign_in_form")
    answer = client.get(path, headers={"accept-encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert b"</html>" in gzip.decompress(answer.content)
    assert b"</html>" in client.get(path).content
