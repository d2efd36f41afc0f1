"""Who looks on: spectators, wall screens, the host's desk; and the host, who seats the next set."""

from __future__ import annotations

import asyncio
import html
import re
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from tests.load.browser import Browser, attribute, hidden
from tests.load.phone import GONE

if TYPE_CHECKING:
    from random import Random

EVERY = 10.0  # seconds between two looks of a spectator's page (templates/phones/base.html)
LOOK, REST = 1.0, 2.0  # seconds until a wall or desk looks again, and after news (wall.js, desk.js)
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
    """A page that looks for news every second: a wall screen (static js/wall.js), a desk
    (desk.js)."""

    def __init__(self, browser: Browser, kind: str, page: str) -> None:
        self.browser, self.kind, self.page = browser, kind, page
        self.version = self.again = ""

    async def open(self) -> None:
        self.place(await _page(self.browser, "page", self.page))

    def place(self, page: str) -> None:
        self.version = attribute(page, "data-version")
        self.again = attribute(page, "data-slides") or attribute(page, "hx-get") or self.again

    async def watch(self) -> None:
        while True:
            rest = LOOK
            address = self.again if "?v=" in self.again else f"{self.again}?v={self.version}"
            try:
                answer = await self.browser.ask(self.kind, address, {"HX-Request": "true"})
                if answer.status == 200:
                    self.place(answer.text)
                    rest = REST
                elif answer.status not in (204, 304):
                    self.browser.ledger.failed(self.kind, str(answer.status))
            except GONE:
                pass
            await asyncio.sleep(rest)


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
        publish = next((form for form in forms if form.get("act") == ["publish"]), None)
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
