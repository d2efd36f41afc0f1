"""A host who brings in event files, one after the other, while a hall is played."""

from __future__ import annotations

import secrets
import threading
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from http.cookiejar import CookieJar
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from tests.load.browser import attribute, hidden

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PATIENCE = 1800  # seconds
LOOK_SECONDS = 1.0  # between two looks at the progress, as the page has them
PAGE = "/events/import/"


class Stay(urllib.request.HTTPRedirectHandler):
    """Does not go on to the page that an answer leads to: that of a huge event is another test."""

    def redirect_request(self, *_told: Any) -> None:
        return None


class Importer:
    """One browser, signed in; what its imports took, and how they were answered otherwise."""

    def __init__(self, server: tuple[str, int, str], sign_in: str, file: Path) -> None:
        address, port, self.name = server
        self.base = f"http://{address}:{port}"
        self.cookies = CookieJar()
        self.opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(self.cookies), Stay
        )
        self.sign_in, self.file = sign_in, file
        self.took: list[float] = []
        self.wrong: dict[str, int] = {}
        self.location = ""  # where the last redirect leads

    def ask(self, path: str, body: bytes | None = None, kind: str = "") -> tuple[int, str]:
        headers = {"Host": self.name, "User-Agent": "Mozilla/5.0 (load)"}
        if body is not None:
            token = next(
                (cookie.value for cookie in self.cookies if cookie.name == "csrftoken"), ""
            )
            headers |= {"Content-Type": kind, "X-CSRFToken": token or ""}
        request = urllib.request.Request(f"{self.base}{path}", body, headers)
        try:
            with self.opener.open(request, timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            self.location = error.headers.get("Location") or ""
            return error.code, error.read().decode(errors="replace")

    def open(self) -> None:
        page = f"/sign-in/{self.sign_in}/"
        _status, form = self.ask(page)
        self.ask(page, urlencode(hidden(form), doseq=True).encode(), _FORM)
        status, form = self.ask(PAGE)
        if status != 200 or not attribute(form, "enctype"):
            raise RuntimeError(f"{PAGE} answers {status}")

    def bring_in(self) -> None:
        """Send the file, and wait until all of it is there."""
        mark = secrets.token_hex(16)
        head = f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="e.json.gz"\r\n'
        head += "Content-Type: application/gzip\r\n\r\n"
        body = head.encode() + self.file.read_bytes() + f"\r\n--{mark}--\r\n".encode()
        begun = time.monotonic()
        try:
            status, _page = self.ask(PAGE, body, f"multipart/form-data; boundary={mark}")
            job = self.location
            if status == 303 and job.startswith(PAGE):
                status = 200
            while status == 200:  # the progress, until it leads on to the event
                time.sleep(LOOK_SECONDS)
                status, _page = self.ask(job)
            why = str(status)
        except OSError as error:
            why = type(error).__name__
        if why == "303":
            self.took.append(time.monotonic() - begun)
        else:
            self.wrong[f"import: {why}"] = self.wrong.get(f"import: {why}", 0) + 1


_FORM = "application/x-www-form-urlencoded"


@contextmanager
def bringing_in(importer: Importer | None) -> Iterator[None]:
    """Bring the file in again and again meanwhile; the last one is waited for."""
    if importer is None:
        yield
        return
    over = threading.Event()

    def work() -> None:
        while not over.is_set() and not importer.wrong:
            importer.bring_in()

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
