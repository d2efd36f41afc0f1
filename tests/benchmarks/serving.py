"""Requests through the whole of Django, as the server hands them over, and what they cost.

A request starts where uvicorn has read it and ends where uvicorn would write the answer: the
ASGI handler with its change of thread, every middleware, the URLs, the view, the database, the
rendering. Only the sockets and the reading of HTTP are left out. Costs are CPU time of the whole
process, all its threads included; the best of several batches counts, because other programs on
the machine can only ever make a batch slower.
"""

from __future__ import annotations

import asyncio
import gzip
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.db import connections
from django.http import HttpRequest, HttpResponse

from scorekeeper.pages import Pages

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

HOST = "192.168.1.20:8000"


def minimal(_request: HttpRequest) -> HttpResponse:
    """The least that a view can do: what the server costs by itself."""
    return HttpResponse("ok")


@dataclass(slots=True)
class Answer:
    """What came back, the body as it is read; `sent` are the bytes that it took."""

    status: int
    headers: dict[str, str]
    body: bytes
    sent: int


@dataclass(frozen=True, slots=True)
class Ask:
    """One request."""

    path: str
    cookies: tuple[tuple[str, str], ...] = ()
    form: tuple[tuple[str, Any], ...] = ()  # a POST where there is any
    headers: tuple[tuple[str, str], ...] = ()

    def scope(self) -> tuple[dict[str, Any], bytes]:
        """What uvicorn hands over, and the body."""
        body = urlencode(self.form).encode()
        headers = {"host": HOST, "user-agent": "Mozilla/5.0", "accept": "text/html,*/*"}
        headers |= {"accept-language": "en-GB,en;q=0.8", "accept-encoding": "gzip, deflate"}
        if self.cookies:
            headers["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies)
        if self.form:
            headers["content-type"] = "application/x-www-form-urlencoded"
            headers["content-length"] = str(len(body))
        path, _, query = self.path.partition("?")
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "http",
            "method": "POST" if self.form else "GET",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [
                (name.lower().encode(), value.encode())
                for name, value in (headers | dict(self.headers)).items()
            ],
            "client": ("192.168.1.31", 40000),
            "server": ("192.168.1.20", 8000),
        }
        return scope, body


class Server:
    """The pages of the application in one lasting thread, without sockets."""

    def __init__(self) -> None:
        self.pages = Pages()
        self.thread = ThreadPoolExecutor(1)
        self.pages.threads = dict.fromkeys(self.pages.threads, self.thread)
        self.loop = asyncio.new_event_loop()

    def close(self) -> None:
        """Give the thread's database connection back."""
        self.thread.submit(connections.close_all).result()
        self.thread.shutdown()
        self.loop.close()

    def ask(self, ask: Ask) -> Answer:
        """One request and its answer."""
        scope, body = ask.scope()
        return self.loop.run_until_complete(self._answer(scope, body))

    async def _answer(self, scope: dict[str, Any], body: bytes) -> Answer:
        sent: list[Mapping[str, Any]] = []

        async def send(message: Mapping[str, Any]) -> None:
            sent.append(message)

        await self.pages(scope, _receiving(body), send)
        headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        parts = b"".join(message.get("body", b"") for message in sent[1:])
        length = len(parts)
        if headers.get("Content-Encoding") == "gzip":
            parts = gzip.decompress(parts)
        return Answer(sent[0]["status"], headers, parts, length)

    def cost(self, asks: Sequence[Ask], status: int = 200) -> float:
        """CPU seconds a request, over one batch. Every answer must have that status."""
        scopes = [ask.scope() for ask in asks]
        start = time.process_time()
        statuses = self.loop.run_until_complete(self._batch(scopes))
        taken = time.process_time() - start
        assert statuses == {status}
        return taken / len(asks)

    async def _batch(self, given: Sequence[tuple[dict[str, Any], bytes]]) -> set[int]:
        statuses = set()

        async def send(message: Mapping[str, Any]) -> None:
            if "status" in message:
                statuses.add(message["status"])

        for scope, body in given:
            await self.pages(scope, _receiving(body), send)
        return statuses


def _receiving(body: bytes) -> Callable[[], Awaitable[dict[str, Any]]]:
    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body}

    return receive


@dataclass(frozen=True, slots=True)
class Cost:
    """What a request costs beside the minimal view, both in microseconds of CPU."""

    name: str
    floor: float
    whole: float

    @property
    def beyond(self) -> float:
        """What the page adds to what the server costs by itself."""
        return self.whole - self.floor

    def __str__(self) -> str:
        return (
            f"{self.name}: {self.beyond:.0f} µs beyond the minimal view"
            f" ({self.whole:.0f} beside {self.floor:.0f} µs, {self.whole / self.floor:.1f} times)"
        )


def beside_minimal(
    server: Server,
    name: str,
    make: Callable[[int], Sequence[Ask]],
    *,
    batches: int = 12,
    status: int = 200,
) -> Cost:
    """Measure batches of requests and of the minimal view in turn; the best of each counts.

    ``make`` gives the requests of a batch by its number.
    """
    bare = [Ask("/minimal/")] * 40
    floors, wholes = [], []
    for number in range(batches):
        floors.append(server.cost(bare))
        wholes.append(server.cost(make(number), status))
    return Cost(name, min(floors[1:]) * 1e6, min(wholes[1:]) * 1e6)
