"""The ASGI application: static files, pages in threads, bounded bodies."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.http import FileResponse, HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import path

from scorekeeper import asgi
from tournaments.web.network import common_headers

SENT_FILE = Path(__file__)


def echo(request: HttpRequest) -> HttpResponse:
    answer = HttpResponse(request.body, headers={"X-Method": request.method})
    answer.set_cookie("biscuit", "ginger")
    return answer


def a_file(request: HttpRequest) -> FileResponse:
    return FileResponse(SENT_FILE.open("rb"))


def parts(request: HttpRequest) -> StreamingHttpResponse:
    def slowly() -> Iterator[bytes]:
        yield b"one,"
        yield b""
        yield b"two"

    return StreamingHttpResponse(slowly())


def broken(request: HttpRequest) -> HttpResponse:
    raise ValueError("a secret of the program")


urlpatterns = [
    path("echo/", echo),
    path("file/", a_file),
    path("parts/", parts),
    path("broken/", broken),
]


@pytest.fixture(autouse=True)
def own_urls(settings: Any, transactional_db: None) -> None:
    settings.ROOT_URLCONF = __name__


class Exchange:
    """One request and what came back."""

    def __init__(
        self,
        app: Any,
        address: str,
        *body: bytes,
        method: str = "GET",
        host: bytes = b"127.0.0.1",
        encodings: bytes = b"",
    ) -> None:
        self.incoming: list[dict[str, Any]] = [
            {"type": "http.request", "body": part, "more_body": True} for part in body
        ]
        self.incoming.append({"type": "http.request", "body": b"", "more_body": False})
        self.messages: list[dict[str, Any]] = []
        scope = {
            "type": "http",
            "method": method,
            "path": address,
            "raw_path": address.encode(),
            "query_string": b"",
            "headers": [(b"host", host), (b"accept-encoding", encodings)],
            "scheme": "http",
            "http_version": "1.1",
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
        }
        asyncio.run(app(scope, self.receive, self.send))

    async def receive(self) -> dict[str, Any]:
        return self.incoming.pop(0) if self.incoming else {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        self.messages.append(message)

    @property
    def status(self) -> int:
        return int(self.messages[0]["status"])

    @property
    def headers(self) -> dict[str, str]:
        pairs = self.messages[0]["headers"]
        return {name.decode().lower(): value.decode() for name, value in pairs}

    @property
    def body(self) -> bytes:
        return b"".join(message.get("body", b"") for message in self.messages[1:])


def test_pages_files_and_errors_pass_through_all_middleware(
    caplog: pytest.LogCaptureFixture,
) -> None:
    exchange = Exchange(asgi.application, "/echo/")
    assert exchange.status == 200
    assert exchange.headers["x-method"] == "GET"
    assert "biscuit=ginger" in exchange.headers["set-cookie"]
    assert "default-src 'self'" in exchange.headers["content-security-policy"]
    assert Exchange(asgi.application, "/file/").body == SENT_FILE.read_bytes()
    assert Exchange(asgi.application, "/parts/").body == b"one,two"
    exchange = Exchange(asgi.application, "/broken/")
    assert exchange.status == 500
    assert b"secret" not in exchange.body
    assert "a secret of the program" in caplog.text


def test_a_browser_that_hangs_up_is_not_answered() -> None:
    exchange = Exchange.__new__(Exchange)
    exchange.incoming = [{"type": "http.request", "body": b"1", "more_body": True}]
    exchange.messages = []
    asyncio.run(
        asgi.application(
            {"type": "http", "path": "/echo/", "method": "POST", "headers": []},
            exchange.receive,
            exchange.send,
        )
    )
    assert exchange.messages == []


def test_static_files_of_every_app_are_served() -> None:
    exchange = Exchange(asgi.application, "/static/django_htmx/htmx-2.min.js")
    assert exchange.status == 200
    page = Exchange(asgi.application, "/echo/").headers
    for name in common_headers():
        told, there = exchange.headers[name.lower()], page[name.lower()]
        assert sorted(told.split("; ")) == sorted(there.split("; ")), name
    assert "access-control-allow-origin" not in exchange.headers
    assert exchange.headers["content-type"].startswith("text/javascript")
    assert b"htmx" in exchange.body
    assert Exchange(asgi.application, "/static/../manage.py").status == 404
    assert Exchange(asgi.application, "/static/no-such-file.css").status == 404


def test_a_body_that_is_too_long_is_refused_with_the_headers_of_pages(settings: Any) -> None:
    settings.MAX_REQUEST_BODY = 10
    exchange = Exchange(asgi.application, "/echo/", b"12345", b"678901", method="POST")
    assert exchange.status == 413
    assert set(map(str.lower, common_headers())) <= set(exchange.headers)


def test_servers_may_start_and_stop() -> None:
    exchange = Exchange.__new__(Exchange)
    exchange.incoming = [{"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}]
    exchange.messages = []
    asyncio.run(asgi.application({"type": "lifespan"}, exchange.receive, exchange.send))
    assert [message["type"] for message in exchange.messages] == [
        "lifespan.startup.complete",
        "lifespan.shutdown.complete",
    ]
