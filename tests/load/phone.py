"""A table's phone: its page, its look for news, and its outbox (static js/phone.js, outbox.js)."""

from __future__ import annotations

import asyncio
import html
import json
import re
import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from tests.load.browser import attribute, hidden
from tests.made_up_hands import a_payload

if TYPE_CHECKING:
    from random import Random

    from tests.load.browser import Answer, Browser

LOOKS, LONGEST_PAUSE = 4.0, 30.0  # seconds between two looks for news (static js/phone.js)
FIRST_WAIT, LONGEST_WAIT = 1.0, 15.0  # before the outbox sends again
FORM = re.compile(r'<form\b[^>]*?\baction="([^"]*)"[^>]*?\bdata-outbox\b.*?</form>', re.DOTALL)
SEEN = re.compile("seen=[^&]*")
GONE = OSError, EOFError, ValueError, KeyError  # what a phone takes for "not answered"


@dataclass
class State:
    """What the page asks now: where to look for news, and its forms by the end of their address."""

    look: str
    forms: dict[str, tuple[str, dict[str, list[str]]]]

    @classmethod
    def of(cls, fragment: str) -> State:
        forms = {}
        for match in FORM.finditer(fragment):
            action = html.unescape(match[1])
            forms[action.rstrip("/").rpartition("/")[2]] = (action, hidden(match[0]))
        return cls(attribute(fragment, "hx-get"), forms)

    def asked(self, form: str, name: str) -> int:
        """A number that a form carries; 0 where there is no such form."""
        values = self.forms.get(form, ("", {}))[1].get(name, ["0"])
        return int(values[0])


@dataclass
class Told:
    """What a phone was told to be kept, for the comparison with the database at the end."""

    reports: dict[str, tuple[str, int, int, Any]] = field(default_factory=dict)
    accepted: set[int] = field(default_factory=set)


class Phone:
    """Reports every hand, says yes to it, and looks for news meanwhile."""

    def __init__(self, browser: Browser, token: str, told: Told, rng: Random) -> None:
        self.browser, self.token, self.told, self.rng = browser, token, told, rng
        self.page = f"/t/{token}/"
        self.state = State("", {})
        self.seen = ""  # what has happened without a change to what is shown here
        self.news = asyncio.Event()  # set whenever the page has changed
        self.sending = asyncio.Lock()
        self.wait = LOOKS  # before the next look, where nobody answers

    async def open(self) -> None:
        """Load the page, until it is there."""
        while True:
            try:
                answer = await self.browser.ask("page", self.page)
            except GONE:
                await asyncio.sleep(self.rng.uniform(0.2, FIRST_WAIT))
                continue
            if answer.status == 200:
                self.place(answer.text)
                return
            self.browser.ledger.failed("page", str(answer.status))
            await asyncio.sleep(FIRST_WAIT)

    def place(self, fragment: str) -> None:
        self.state = State.of(fragment)
        self.seen = ""
        self.news.set()

    async def look_for_news(self) -> None:
        """As often as the server says, except while an entry waits."""
        await asyncio.sleep(self.rng.uniform(0, LOOKS))
        while True:
            pause = LOOKS if self.sending.locked() else await self.look()
            await asyncio.sleep(pause)

    async def look(self) -> float:
        """Look once; the seconds until the next look."""
        seen = self.state.look
        address = SEEN.sub(f"seen={self.seen}", seen) if self.seen else seen
        try:
            answer = await self.browser.ask("look", address, {"HX-Request": "true"})
            if answer.status == 200:
                fragment = answer.text
                # What was reported meanwhile has brought the page up to a later state.
                if self.state.look == seen and not self.sending.locked():
                    self.place(fragment)
            elif answer.status == 204:
                self.seen = answer.headers.get("etag", self.seen).replace('"', "")
            elif not self.is_put_off("look", answer):
                self.browser.ledger.failed("look", str(answer.status))
            return self.pause(answer.status, retry_after(answer))
        except GONE:
            return self.pause(0, 0)

    def pause(self, status: int, seconds: float) -> float:
        """The seconds until the next look, by the answer to the last one (0: there was none)."""
        if 0 < status < 500:
            self.wait = LOOKS
            return max(seconds, LOOKS)
        self.wait = min(2 * self.wait, LONGEST_PAUSE)
        return max(seconds, self.wait) * self.rng.uniform(1, 1.5)

    def is_put_off(self, kind: str, answer: Answer) -> bool:
        """Whether a phone is asked to come again later; it is counted."""
        put_off = answer.status == 503 and retry_after(answer) > 0
        self.browser.ledger.again[kind] += put_off
        return put_off

    async def until(self, form: str, **numbers: int) -> None:
        """Until the page shows this form, with these numbers."""
        while any(self.state.asked(form, name) != value for name, value in numbers.items()):
            self.news.clear()
            await self.news.wait()

    # --- what is entered --------------------------------------------------------------------------

    async def report(self, set_number: int, deal: int) -> None:
        """One hand, as soon as the page asks for it."""
        await self.until("report", set=set_number, deal=deal)
        payload = a_payload(set_number, self.rng)
        action, carried = self.state.forms["report"]
        typed = {
            f"answer-{name}-{place}": [str(number)]
            for name, numbers in payload.items()
            for place, number in enumerate(numbers)
        }
        key = await self.send("result", action, carried | typed)
        if key:
            self.told.reports[key] = (self.token, set_number, deal, payload)

    async def agree(self) -> None:
        """The others' yes, where the page asks for it."""
        if "accept" not in self.state.forms:
            return
        action, carried = self.state.forms["accept"]
        if await self.send("yes", action, carried):
            self.told.accepted |= {int(number) for number in carried["report"]}

    async def cut(self, set_number: int) -> None:
        """After a tie: have the cut drawn."""
        if "cut" not in self.state.forms:
            return
        action, carried = self.state.forms["cut"]
        key = await self.send("cut", action, carried | {"drawn": ["1"]})
        if key:
            self.told.reports[key] = (self.token, set_number, 0, None)

    async def send(self, kind: str, action: str, fields: dict[str, list[str]]) -> str:
        """Put an entry into the outbox and wait until it is answered; its key, if it is kept."""
        key = secrets.token_hex(18)
        body = urlencode(fields | {"key": [key]}, doseq=True)
        async with self.sending:
            answer = await self.answered(kind, action, key, body)
        said = json.loads(answer.text)
        if not said["saved"]:
            problems = " ".join(problem["message"] for problem in said.get("problems", ()))
            self.browser.ledger.failed(kind, f"{answer.status} {problems}"[:200])
        if "fragment" in said:
            self.place(said["fragment"])
        else:
            await self.renew()
        return key if said["saved"] else ""

    async def answered(self, kind: str, action: str, key: str, body: str) -> Answer:
        """Send until the server itself has said something about this entry."""
        clock, ledger = asyncio.get_running_loop().time, self.browser.ledger
        wait, begun = FIRST_WAIT, clock()
        while True:
            try:
                answer = await self.browser.ask(kind, action, self.outbox(), body)
                if self.is_put_off(kind, answer):
                    await asyncio.sleep(retry_after(answer) + self.rng.random())
                    continue
                if answer.status == 403:
                    await self.browser.ask("page", self.page)
                elif json.loads(answer.text)["key"] == key and answer.status < 500:
                    ledger.took("until kept", clock() - begun, 0)
                    return answer
                ledger.failed(kind, str(answer.status))
            except GONE:
                pass
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    def outbox(self) -> dict[str, str]:
        """The headers of the only entry that waits: its answer shows what the table looks like."""
        token = self.browser.cookies.get("csrftoken", "")
        return {"X-Outbox": "state", "X-CSRFToken": token, "Accept": "application/json"}

    async def renew(self) -> None:
        """Fetch what the entry has changed, where its answer did not bring it."""
        while True:
            try:
                answer = await self.browser.ask(
                    "own state", f"{self.page}state/", {"HX-Request": "true"}
                )
                if answer.status == 200:
                    self.place(answer.text)
                    return
                pause = retry_after(answer)
                if not self.is_put_off("own state", answer):
                    self.browser.ledger.failed("own state", str(answer.status))
            except GONE:
                pause = 0
            await asyncio.sleep(max(2, pause) * self.rng.uniform(1, 1.5))


def retry_after(answer: Answer) -> int:
    """The seconds until a phone is to come again; 0 where nothing is said of it."""
    seconds = answer.headers.get("retry-after", "")
    return int(seconds) if seconds.isdecimal() else 0
