"""What a phone fetches for a page at its first and its second visit, and how long that takes on a
mobile line: for test_first_visit.py and a benchmark."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.browser.conftest import PHONE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from playwright.sync_api import Browser, BrowserContext

    from tests.browser.conftest import Server

# A slow mobile line: 1.6 Mbit/s, and 150 ms there and back.
MOBILE = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
# Tables that have played four rounds: of numbers that are typed, and of chips and their board.
TABLES = {"hearts": 4, "rummoli": 4}
FILL = f"""
import json
from tests.tournaments.board_evening import long_evening
from tournaments.access.services import ensure_links
tokens = {{}}
for slug, people in {TABLES!r}.items():
    event = long_evening(slug, {{}}, 4, people=["Ann", "Bo", "Chris", "Dan"][:people])
    ensure_links(event)
    tokens[slug] = event.links.get(kind="table", table_number=1).token
print(json.dumps(tokens))
"""
TIMES = """() => {
  const [page] = performance.getEntriesByType("navigation");
  const paint = performance.getEntriesByName("first-contentful-paint")[0];
  return [paint ? paint.startTime : 0, page.loadEventEnd];
}"""


@dataclass(slots=True)
class Load:
    """A page and what came for it: bytes over the line by address, and milliseconds until there was
    something to see and until all was there."""

    sizes: dict[str, int] = field(default_factory=dict)
    painted: float = 0
    loaded: float = 0

    @property
    def total(self) -> int:
        return sum(self.sizes.values())

    def __str__(self) -> str:
        kilobytes = self.total / 1024
        times = f"painted after {self.painted:.0f} ms, loaded after {self.loaded:.0f} ms"
        return f"{len(self.sizes)} requests, {kilobytes:.0f} KB, {times}"


def table_tokens(server: Server) -> dict[str, str]:
    """Make the tables on a server; the tokens of their links, by game."""
    tokens: dict[str, str] = json.loads(server.run(FILL))
    return tokens


def new_phone(browser: Browser, url: str) -> BrowserContext:
    return browser.new_context(base_url=url, viewport=PHONE, has_touch=True, locale="en-GB")


def load(phone: BrowserContext, path: str, line: Mapping[str, Any] | None = None) -> Load:
    """Open a page in a new tab of a phone, on that line, and see what it fetches."""
    page = phone.new_page()
    session = phone.new_cdp_session(page)
    session.send("Network.enable")
    if line:
        session.send("Network.emulateNetworkConditions", dict(line))
    result = Load()
    addresses: dict[str, str] = {}

    def note_answer(event: dict[str, Any]) -> None:
        answer = event["response"]
        if not answer.get("fromDiskCache") and not answer["url"].startswith("data:"):
            addresses[event["requestId"]] = answer["url"]

    def note_end(event: dict[str, Any]) -> None:
        address = addresses.get(event["requestId"])
        if address is not None:
            result.sizes[address] = round(event["encodedDataLength"])

    cached: set[str] = set()
    session.on("Network.requestServedFromCache", lambda event: cached.add(event["requestId"]))
    session.on("Network.responseReceived", note_answer)
    session.on("Network.loadingFinished", note_end)
    page.goto(path, wait_until="load")
    page.wait_for_function("performance.getEntriesByType('navigation')[0].loadEventEnd > 0")
    page.evaluate("document.fonts.ready.then(() => true)")
    for request in cached:
        result.sizes.pop(addresses.get(request, ""), None)
    result.painted, result.loaded = page.evaluate(TIMES)
    page.close()
    return result
