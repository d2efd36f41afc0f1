"""A real server, a real browser: what the browser tests stand on.

The server is the one that the README's command starts, on a scratch database, as a process of its
own. The tests share it: each of them is the host of a family that nobody else sees. Every page that
a test opens is watched: an error on its console, a failed request that the test did not announce or
a serious finding of axe fails the test.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)
from playwright.sync_api import Error as PlaywrightError

from tests.browser.accessibility import KnownNumbers, serious_findings
from tests.browser.every_page import Visit
from tests.up_process import Deeds, copy_migrated, share_collection

ROOT = Path(__file__).resolve().parents[2]
# The form has sent another request before the answer to this one came; what fails says more.
REPLACED = ("htmx:afterRequest", "htmx:sendAbort")
# The one without windows takes a quarter less of the processor.
BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
OFF = (
    # Pages behind the address bar: a second of processor for every window.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    # What Playwright turns off by the same switch, of which only the last is heard.
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(OFF)}",
]
PHONE = {"width": 390, "height": 844}
WITH_BARS = {"width": 390, "height": 664}  # the same below the bars of its browser
SMALLEST = {"width": 320, "height": 568}
LAPTOP = {"width": 1280, "height": 800}
WALL = {"width": 1920, "height": 1080}
FAMILIES = """
import json
from datetime import timedelta
from django.contrib.auth import get_user_model
from tournaments.access.services import create_sign_in
from tournaments.models.families import family_alone
told = []
for number in range({begin}, {begin} + 20):
    user = get_user_model().objects.create(username=f"host-{{number}}")
    family_alone(user)
    told.append(create_sign_in(user, timedelta(days=1)))
print(json.dumps(told))
"""

expect.set_options(timeout=15_000)  # as for clicks: a machine may be busy


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


class Server:
    """`manage.py up` as a process."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.folder = folder
        self.log = folder / "server.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.deeds: Deeds | None = None
        self.host: list[Any] = []  # of whoever has signed in
        self.families = 0
        self.links: list[str] = []  # one for the host of each family that has none yet
        self.visits: dict[tuple[str, ...], list[Visit]] = {}  # pages of evenings made (every_page)
        self.env = os.environ | {
            "SCOREKEEPER_NO_BOOTSTRAP": "1",
            "DATABASE_URL": f"sqlite:///{folder / 'evening.sqlite3'}",
            "SCOREKEEPER_VAR": str(folder),
            "PYTHONUNBUFFERED": "1",
        }
        self.env.pop("REDIS_URL", None)
        share_collection(folder)
        copy_migrated(folder / "evening.sqlite3")

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, *options: str) -> None:
        command = [sys.executable, "manage.py", "up", "--port", str(self.port), *options]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=self.env, stdout=log, stderr=subprocess.STDOUT
            )
        deadline = time.monotonic() + 180  # a machine may be busy
        while time.monotonic() < deadline:
            assert self.process.poll() is None, self.log.read_text()
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=1):
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.1)
        raise AssertionError(f"the server did not answer:\n{self.log.read_text()}")

    def stop(self) -> None:
        if self.process is None:
            return
        self.process.terminate()
        self.process.wait(timeout=15)
        self.process = None

    def sign_in_path(self) -> str:
        matches = re.findall(r"https?://[^\s/]+(/sign-in/[\w-]+/)", self.log.read_text())
        assert matches, self.log.read_text()
        return str(matches[-1])

    def run(self, deed: str) -> str:
        """Run Python code in another process on the same data; return what it prints.

        The process stays for the next one: to start it takes a second and a half.
        """
        if self.deeds is None:
            self.deeds = Deeds(self.env)
        return self.deeds.run(deed)

    def close(self) -> None:
        self.stop()
        if self.deeds is not None:
            self.deeds.close()
            self.deeds = None

    def family(self, folder: Path) -> Family:
        """A family that has nothing yet, and a host who has not signed in."""
        if not self.links:
            self.links = json.loads(self.run(FAMILIES.format(begin=self.families)))
            self.families += len(self.links)
        return Family(self, folder, f"/sign-in/{self.links.pop()}/")


class Family:
    """A family at a server of many: what is a test's own of the server that it shares."""

    def __init__(self, server: Server, folder: Path, link: str) -> None:
        self.url = server.url
        self.run = server.run
        self.folder = folder
        self.host: list[Any] = []  # of whoever has signed in
        self.link = link

    def sign_in_path(self) -> str:
        return self.link


@pytest.fixture(scope="session")
def standing_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The one that tests share; nobody stops it."""
    running = Server(tmp_path_factory.mktemp("server"))
    running.start()
    yield running
    running.close()


@pytest.fixture
def server(standing_server: Server, tmp_path: Path) -> Family:
    """What a test sees of the server: as if nobody had been there before."""
    return standing_server.family(tmp_path)


def find_chromium() -> str | None:
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = find_chromium()
    if program is None:
        if os.environ.get("CI") == "true":
            pytest.fail("no Chromium on this machine: install Debian's package chromium")
        pytest.skip("no Chromium on this machine: install it to run the browser tests")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield running
        running.close()


@dataclass(frozen=True)
class Kind:
    """What is so of a window from its beginning."""

    base_url: str
    touch: bool
    moving: bool

    @property
    def motion(self) -> Literal["no-preference", "reduce"]:
        return "no-preference" if self.moving else "reduce"


class Windows:
    """Windows that tests have closed, for those that open one like it: a new one takes as much of
    the processor as two pages in one that is there. It has no cookies and no storage any more."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.idle: dict[Kind, list[Page]] = {}

    def open(self, kind: Kind, *, is_new: bool) -> Page:
        """Open a new window, or one that was put back."""
        idle = self.idle.get(kind)
        if idle and not is_new:
            return idle.pop()
        context = self.browser.new_context(
            base_url=kind.base_url,
            has_touch=kind.touch,
            locale="en-GB",
            reduced_motion=kind.motion,
        )
        return context.new_page()

    def put_back(self, page: Page, kind: Kind) -> None:
        """Keep a window with nothing in it."""
        context = page.context
        for other in context.pages:
            if other != page:
                other.close()
        context.set_offline(False)
        context.clear_cookies()
        page.unroute_all(behavior="ignoreErrors")
        page.emulate_media(reduced_motion=kind.motion, color_scheme="light")
        try:
            page.goto("/healthz")
        except PlaywrightError:  # a sheet that was closed just now went one step back
            page.goto("/healthz")
        page.evaluate("localStorage.clear(); sessionStorage.clear()")
        context.clear_cookies()
        self.idle.setdefault(kind, []).append(page)


@pytest.fixture(scope="session")
def windows(browser: Browser) -> Windows:
    return Windows(browser)


class Watch:
    """Opens pages and remembers what went wrong on any of them."""

    def __init__(self, windows: Windows, base_url: str, known: KnownNumbers) -> None:
        self.windows = windows
        self.base_url = base_url
        self.known = known
        self.errors: list[str] = []
        self.expected: list[str] = [*REPLACED]
        self.opened: list[tuple[Page, Kind, bool]] = []

    def open(
        self,
        size: dict[str, int],
        *,
        touch: bool = False,
        moving: bool = False,
        only_once: bool = False,
    ) -> Page:
        """Open a page in a browser of its own, whose owner wants things that move or not.

        What moves takes a fifth of an evening's processor time; tests of what moves ask for it.
        Whoever sets its clock or adds scripts to all of its pages opens it `only_once`.
        """
        kind = Kind(self.base_url, touch, moving)
        page = self.windows.open(kind, is_new=only_once)
        page.set_viewport_size(size)  # type: ignore[arg-type]
        self.opened.append((page, kind, only_once))
        page.set_default_timeout(15_000)
        page.on("console", self._console)
        page.on("pageerror", self._error)
        return page

    def _error(self, error: Exception) -> None:
        self.errors.append(str(error))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not any(word in message.text for word in self.expected):
            self.errors.append(f"{message.location.get('url')}: {message.text}")

    def expect_error(self, *words: str) -> None:
        """From now on, console errors with these words belong to the test."""
        self.expected.extend(words)

    def axe_finds_nothing(self, page: Page) -> None:
        """Fail on a serious or critical finding of axe on the page as it stands."""
        serious = self.findings_of_axe(page)
        assert not serious, f"{page.url}: " + "\n".join(serious)

    def findings_of_axe(self, page: Page) -> list[str]:
        return serious_findings(page, self.known)

    def close(self) -> None:
        for page, kind, only_once in self.opened:
            page.remove_listener("console", self._console)
            page.remove_listener("pageerror", self._error)
            if only_once or page.is_closed():
                page.context.close()
            else:
                self.windows.put_back(page, kind)


@pytest.fixture(scope="session")
def known_to_axe(tmp_path_factory: pytest.TempPathFactory) -> KnownNumbers:
    folder = tmp_path_factory.getbasetemp()
    shared = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    return KnownNumbers(shared / "known_to_axe")


@pytest.fixture
def watch(windows: Windows, server: Server | Family, known_to_axe: KnownNumbers) -> Iterator[Watch]:
    watching = Watch(windows, server.url, known_to_axe)
    yield watching
    watching.close()
    assert not watching.errors, "\n".join(watching.errors)
