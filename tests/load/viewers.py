"""Who looks on: spectators, wall screens, the host's desk; and the host, who seats the next set."""

from __future__ import annotations

import asyncio
import contextlib
import html
import json
import re
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from tests.load.browser import Browser, Line, attribute, hidden
from tests.load.phone import GONE

if TYPE_CHECKING:
    from random import Random

EVERY = 10.0  # seconds between two looks of a spectator's page (templates/phones/base.html)
REST = 2.0  # seconds between two looks of a wall, and of a desk
AGAIN = 2.0  # after a stream broke
FORM = re.compile(r"<form\b.*?</form>", re.DOTALL)


class Spectator:
    """A guest's phone that lies open at the standings."""

    def __init__(self, browser: Browser, token: str, rng: Random) -> None:
        self.browser, self.rng = browser, rng
        self.page = f"/s/{token}/standings/"
        self.look = ""

    async def open(self) -> None:
        self.look = attribute(await _page(self.browser, "page", self.page), "hx-get")

    async def watch(self) -> None:
        await asyncio.sleep(self.rng.uniform(0, EVERY))
        while True:
            try:
                answer = await self.browser.ask("spectator", self.look, {"HX-Request": "true"})
                if answer.status == 200:
                    self.look = attribute(answer.text, "hx-get")
                elif answer.status not in (204, 304):
                    self.browser.ledger.failed("spectator", str(answer.status))
            except GONE:
                pass
            await asyncio.sleep(EVERY)


class Screen:
    """A page that the live stream tells of changes, and that then fetches itself anew: a wall
    screen (static js/wall.js), a desk (desk.js)."""

    def __init__(self, browser: Browser, kind: str, page: str) -> None:
        self.browser, self.kind, self.page = browser, kind, page
        self.live = self.version = self.again = ""
        self.news = asyncio.Event()

    async def open(self) -> None:
        self.place(await _page(self.browser, "page", self.page))

    def place(self, page: str) -> None:
        self.version = attribute(page, "data-version")
        live = attribute(page, "data-live")
        if live:
            self.live = live if live.startswith("/") else f"/live/{live}/"
        self.again = attribute(page, "data-slides") or attribute(page, "hx-get") or self.again

    async def watch(self) -> None:
        await asyncio.gather(self.listen(), self.renew())

    async def renew(self) -> None:
        while True:
            await self.news.wait()
            self.news.clear()
            before = self.again
            try:
                asked = before if "?v=" in before else f"{before}?v={self.version}"
                answer = await self.browser.ask(self.kind, asked, {"HX-Request": "true"})
                if answer.status == 200:
                    self.place(answer.text)
                elif answer.status not in (204, 304):
                    self.browser.ledger.failed(self.kind, str(answer.status))
            except GONE:
                self.news.set()
            await asyncio.sleep(REST)

    async def listen(self) -> None:
        """The event stream, opened again whenever it breaks."""
        while True:
            with contextlib.suppress(GONE):
                await self._hear()
            await asyncio.sleep(AGAIN)

    async def _hear(self) -> None:
        line = await Line.open(self.browser.server)
        try:
            cookies = "; ".join(f"{name}={value}" for name, value in self.browser.cookies.items())
            asked = f"GET {self.live}?v={self.version} HTTP/1.1\r\n"
            asked += f"Host: {self.browser.server.name}\r\nCookie: {cookies}\r\n\r\n"
            line.writer.write(asked.encode())
            status, _headers, _cookies = await line.head()
            if status != 200:
                self.browser.ledger.failed(f"{self.kind} stream", str(status))
                return
            async for words in line.reader:
                if words.startswith(b"data: "):
                    told = json.loads(words.removeprefix(b"data: "))
                    if str(told["version"]) != self.version:
                        self.news.set()
        finally:
            line.close()


class Host:
    """Signs in, and draws and shows the seats of the next set."""

    def __init__(self, browser: Browser, event: int) -> None:
        self.browser, self.event = browser, event

    async def sign_in(self, token: str) -> None:
        page = f"/sign-in/{token}/"
        await _page(self.browser, "page", page)
        await self._post("page", page, {})

    async def next_set(self) -> None:
        """Raises RuntimeError where the seats cannot be drawn or shown."""
        page = f"/events/{self.event}/draw/"
        await self._post("draw", page, {"act": ["draw"]})
        drawn = await _page(self.browser, "drawn seats", page)
        forms = [hidden(form) for form in FORM.findall(drawn)]
        publish = next((one for one in forms if one.get("act") == ["publish"]), None)
        if publish is None:
            said = " ".join(re.findall(r"<li>(.*?)</li>", drawn)[:3])
            raise RuntimeError(f"the next seats cannot be drawn: {html.unescape(said)}")
        await self._post("show seats", page, publish)

    async def _post(self, kind: str, page: str, fields: dict[str, list[str]]) -> None:
        token = self.browser.cookies.get("csrftoken", "")
        body = urlencode(fields, doseq=True)
        answer = await self.browser.ask(kind, page, {"X-CSRFToken": token}, body)
        if answer.status not in (200, 302, 303):
            raise RuntimeError(f"{page} answers {answer.status} to {sorted(fields)}")


async def _page(browser: Browser, kind: str, path: str) -> str:
    """A page, asked for until it is there."""
    for _try in range(20):
        try:
            answer = await browser.ask(kind, path)
            if answer.status == 200:
                return answer.text
            browser.ledger.failed(kind, str(answer.status))
        except GONE:
            pass
        await asyncio.sleep(1)
    raise RuntimeError(f"{path} cannot be had: {dict(browser.ledger.wrong)}")
