"""Requests that nobody's browser sends are answered 400, whichever server takes them."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client, RequestFactory
from django.test.client import FakePayload
from django.urls import reverse

from scorekeeper import wsgi
from scorekeeper.requests import PlainRequest
from tests.tournaments import evening

pytestmark = pytest.mark.django_db

FORM = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data; boundary=x"


@pytest.fixture(autouse=True)
def requests_as_served(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.test.client.WSGIRequest", PlainRequest)


def named(name: str) -> bytes:
    return (
        b"--x\r\nContent-Disposition: form-data; " + name.encode("latin-1") + b"\r\n\r\n1\r\n--x--"
    )


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (f"{FORM}; charset=utf-7", b"act=+AAA-"),
        (f"{FORM}; charset=punycode", b"act=1"),
        (f"{FORM}; charset=utf-16", b"act=1"),
        (f"{FORM}; charset*=no-such''x", b"act=1"),
        (f"{MULTIPART}; charset=utf-7", named('name="act"')),
        ("multipart/form-data", named('name="act"')),
        (FORM, b"act=%00"),
        (FORM, b"%00=1"),
        (FORM, b"a=1&" * 13_000),
        (MULTIPART, named('name="a\x00b"')),
    ],
    ids=range(10),
)
def test_forms_that_cannot_be_read(client: Client, kind: str, body: bytes) -> None:
    event = evening.start()
    client.force_login(event.owner)
    address = reverse("event_act", args=[event.pk])
    answer = client.generic("POST", address, body, content_type=kind)
    assert answer.status_code == 400
    assert "Traceback" not in answer.content.decode()


@pytest.mark.parametrize(
    "body", [b"a=1&a=2&b=&=3&c", b"caf%C3%A9=%FF&n=+%26", b"\xff=\xe9", b"a;b=1&a%5B%5D=2"]
)
def test_a_form_is_read_as_django_reads_it(rf: RequestFactory, body: bytes) -> None:
    post = rf.generic("POST", "/", body, content_type=FORM).POST
    assert type(post) is not QueryDict
    assert list(post.lists()) == list(QueryDict(body).lists())
    assert post == QueryDict(body)
    with pytest.raises(AttributeError):
        post.appendlist("a", "4")
    other = post.copy()
    other.appendlist("a", "4")
    assert other.getlist("a") == [*post.getlist("a"), "4"]


@pytest.mark.parametrize("query", ["v=%00", "%00=1"])
def test_a_letter_that_no_database_keeps(client: Client, query: str) -> None:
    assert client.get(f"/?{query}").status_code == 400
    assert client.get("/", headers={"cookie": 'sessionid="\\000"'}).status_code == 400


def test_other_encodings_of_what_is_no_form_are_ignored(client: Client) -> None:
    assert client.get("/healthz", content_type="text/plain; charset=utf-7").status_code == 200
    assert client.get("/healthz?a=%ff").status_code == 200


def test_the_servers_of_the_pages_read_requests_so() -> None:
    said: list[str] = []
    body = b"act=+AAA-"
    environ: dict[str, Any] = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": "/sign-out/",
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "CONTENT_TYPE": f"{FORM}; charset=punycode",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.input": FakePayload(body),
        "wsgi.errors": io.StringIO(),
        "wsgi.url_scheme": "http",
    }
    answer = wsgi.application(environ, lambda status, _headers: said.append(status))
    assert said == ["400 Bad Request"]
    answer.close()
