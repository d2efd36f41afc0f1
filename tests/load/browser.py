"""A browser as far as a server notices: lasting connections, cookies, time limits; and what can
happen to its requests on a bad Wi-Fi."""

from __future__ import annotations

import asyncio
import gzip
import html
import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

PATIENCE = 15  # seconds, as static js/outbox.js has it
LARGEST_HEAD = 1 << 20
HIDDEN = re.compile(r'<input type="hidden" name="([^"]*)" value="([^"]*)"')
COOKIE = re.compile(r"^([^=]+)=([^;]*)")


class Lost(ConnectionError):
    """A request, or the answer to it, did not arrive."""


@dataclass(frozen=True, slots=True)
class Server:
    """Where the pages are, and the name under which they are asked for."""

    host: str
    port: int
    name: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        packed = self.headers.get("content-encoding") == "gzip"
        return (gzip.decompress(self.body) if packed else self.body).decode()


@dataclass
class Ledger:
    """What all browsers met: seconds by kind of request, and what went wrong, by its words."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    wrong: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    octets: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    again: dict[str, int] = field(default_factory=lambda: defaultdict(int))  # asked to come again
    running: bool = False  # what happens while pages are opened is no part of the figures

    def took(self, kind: str, seconds: float, octets: int) -> None:
        if self.running:
            self.seconds[kind].append(seconds)
            self.octets[kind] += octets

    def failed(self, kind: str, why: str) -> None:
        self.wrong[f"{kind}: {why}"] += 1


class Line:
    """One connection to the server."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.used = False

    @classmethod
    async def open(cls, server: Server) -> Line:
        return cls(*await asyncio.open_connection(server.host, server.port, limit=LARGEST_HEAD))

    async def head(self) -> tuple[int, dict[str, str], list[str]]:
        """Status, headers, and what cookies are to be kept."""
        first, *lines = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        pairs = [line.split(": ", 1) for line in lines if ": " in line]
        cookies = [value for name, value in pairs if name.lower() == "set-cookie"]
        return int(first.split(" ", 2)[1]), {n.lower(): value for n, value in pairs}, cookies

    async def body(self, status: int, headers: Mapping[str, str]) -> bytes:
        if status in (204, 304):
            return b""
        if headers.get("transfer-encoding") != "chunked":
            return await self.reader.readexactly(int(headers["content-length"]))
        parts = []
        while size := int(await self.reader.readuntil(b"\r\n"), 16):
            parts.append((await self.reader.readexactly(size + 2))[:-2])
        await self.reader.readuntil(b"\r\n")
        return b"".join(parts)

    def close(self) -> None:
        self.writer.close()


class Browser:
    """Sends requests and keeps cookies; a part of what goes and comes is lost on its way."""

    def __init__(self, server: Server, ledger: Ledger, rng: Random, losing: float = 0) -> None:
        self.server, self.ledger, self.rng, self.losing = server, ledger, rng, losing
        self.cookies: dict[str, str] = {}
        self.kept: dict[str, tuple[str, Answer]] = {}  # by kind: the last page and its address
        self.idle: list[Line] = []

    async def ask(
        self,
        kind: str,
        path: str,
        headers: Mapping[str, str] | None = None,
        body: str | None = None,
    ) -> Answer:
        """A request and its answer. Raises OSError and its like for one that does not arrive."""
        if self.rng.random() < self.losing / 2:
            raise Lost("lost on its way")
        asked = dict(headers or {})
        address, kept = self.kept.get(kind, ("", None))
        if kept is not None and address == path and body is None:
            asked["If-None-Match"] = kept.headers["etag"]
        begun = asyncio.get_running_loop().time()
        try:
            async with asyncio.timeout(PATIENCE):
                answer = await self._answered(self._written(path, asked, body))
        except (OSError, EOFError) as error:
            if not self.losing:
                self.ledger.failed(kind, type(error).__name__)
            raise
        taken = asyncio.get_running_loop().time() - begun
        self.ledger.took(kind, taken, len(answer.body))
        if self.rng.random() < self.losing / 2:
            raise Lost("the answer is lost")
        if body is None and answer.status == 200 and "etag" in answer.headers:
            self.kept[kind] = (path, answer)
        return answer

    async def _answered(self, request: bytes) -> Answer:
        while True:
            line = self.idle.pop() if self.idle else await Line.open(self.server)
            try:
                line.writer.write(request)
                status, headers, cookies = await line.head()
            except (OSError, EOFError):
                line.close()
                if not line.used:
                    raise
                continue  # the server had closed what lay idle; every browser asks once more
            try:
                body = await line.body(status, headers)
            except BaseException:
                line.close()
                raise
            break
        for name, value in (
            found.groups() for cookie in cookies if (found := COOKIE.match(cookie))
        ):
            self.cookies[name] = value
        line.used = True
        if headers.get("connection") == "close":
            line.close()
        else:
            self.idle.append(line)
        return Answer(status, headers, body)

    def _written(self, path: str, headers: Mapping[str, str], body: str | None) -> bytes:
        lines = [f"{'GET' if body is None else 'POST'} {path} HTTP/1.1"]
        lines += [f"Host: {self.server.name}", "User-Agent: Mozilla/5.0 (load)"]
        lines += ["Accept-Encoding: gzip", "Accept-Language: en"]
        if self.cookies:
            pairs = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
            lines.append(f"Cookie: {pairs}")
        lines += [f"{name}: {value}" for name, value in headers.items()]
        if body is not None:
            lines.append("Content-Type: application/x-www-form-urlencoded")
            lines.append(f"Content-Length: {len(body)}")
        return "\r\n".join([*lines, "", body or ""]).encode()

    def close(self) -> None:
        for line in self.idle:
            line.close()


def hidden(form: str) -> dict[str, list[str]]:
    """What a form says besides what is typed into it, but for its token: that comes by a cookie."""
    values: dict[str, list[str]] = {}
    for name, value in HIDDEN.findall(form):
        if name != "csrfmiddlewaretoken":
            values.setdefault(name, []).append(html.unescape(value))
    return values


def attribute(page: str, name: str) -> str:
    """The value of the first such attribute; "" where there is none."""
    match = re.search(rf'\b{name}="([^"]*)"', page)
    return html.unescape(match[1]) if match else ""
