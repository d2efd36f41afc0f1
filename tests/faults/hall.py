"""A hall with a server of its own and phones that send to it, as the outbox of a phone does."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

from tests.up_process import copy_migrated

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 300  # seconds; other tests run beside these
PREPARE = """
import json
from tests.tournaments.evening import start
from tournaments.access.services import ensure_links
event = start(people=PEOPLE)
ensure_links(event)
links = event.links.filter(kind="table").order_by("table_number")
print("TOKENS", json.dumps(list(links.values_list("token", flat=True))))
"""


class Hall:
    """One machine's installation, which can be killed and started again."""

    setup, begin = "import django; django.setup()", ""  # before all code, and once at the beginning

    def __init__(self, folder: Path, people: int, **more: str) -> None:
        """`more` are further variables of its environment."""
        self.database = folder / "hall.sqlite3"
        keep = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
        self.env = keep | {
            "SCOREKEEPER_NO_BOOTSTRAP": "1",
            "SCOREKEEPER_VAR": str(folder),
            "DATABASE_URL": f"sqlite:///{self.database}",
            "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
            "PYTHONPATH": str(ROOT),
        }
        self.env |= more
        copy_migrated(self.database)
        said = self.run(self.code(PREPARE.replace("PEOPLE", str(people)), self.begin))
        self.tokens: list[str] = json.loads(said.partition("TOKENS ")[2].splitlines()[0])
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = int(free.getsockname()[1])
        self.process: subprocess.Popen[bytes] | None = None

    def code(self, *parts: str) -> list[str]:
        """The command that runs Python code in this installation."""
        return [sys.executable, "-c", "\n".join((self.setup, *parts))]

    def run(self, command: list[str]) -> str:
        done = subprocess.run(command, cwd=ROOT, env=self.env, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode()

    def start(self) -> None:
        command = [sys.executable, "-m", "uvicorn", "scorekeeper.asgi:application"]
        command += ["--port", str(self.port), "--log-level", "warning", "--no-access-log"]
        self.process = subprocess.Popen(command, cwd=ROOT, env=self.env)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
                return
            time.sleep(0.02)
        raise TimeoutError("the server did not start")

    def stop(self, how: signal.Signals = signal.SIGKILL) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait()
            self.process = None

    def reports(self) -> dict[str, dict[str, Any]]:
        """What is kept: key -> payload."""
        with contextlib.closing(sqlite3.connect(self.database)) as database:
            assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            rows = database.execute("SELECT key, payload FROM tournaments_report").fetchall()
        assert len(rows) == len(dict(rows))
        return {key: json.loads(payload) for key, payload in rows}


@dataclass
class Phone:
    """A phone at a table: it sends each result until the server has said that it is kept."""

    hall: Hall
    token: str
    name: str
    rng: Random
    dropped: float = 0.0  # how much of what goes or comes is lost
    saved: dict[str, dict[str, Any]] = field(default_factory=dict)
    refused: list[tuple[str, int]] = field(default_factory=list)
    waited: str = ""  # what a server said that could not keep it
    cookies: dict[str, str] = field(default_factory=dict)

    def ask(self, method: str, path: str, body: str = "") -> http.client.HTTPResponse:
        if self.rng.random() < self.dropped / 2:
            raise ConnectionError("lost on its way")
        line = http.client.HTTPConnection("127.0.0.1", self.hall.port, timeout=20)
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {"Cookie": cookies, "X-CSRFToken": self.cookies.get("csrftoken", "")}
        headers |= {"X-Outbox": "1", "Accept": "application/json"}
        if body:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            line.request(method, path, body or None, headers if method == "POST" else {})
            answer = line.getresponse()
            answer.content = answer.read()  # type: ignore[attr-defined]
        finally:
            line.close()
        if self.rng.random() < self.dropped / 2:
            raise ConnectionError("the answer is lost")
        return answer

    def send(self, deal: int, seen: int, stop: threading.Event) -> None:
        """One result, until it is answered."""
        first = 3 + (seen + deal) % 8  # never what is there already: that is no new report
        key = f"{self.name}-{deal}-{seen}"
        values = {"set": 1, "deal": deal, "seen": seen, "key": key, "answer-tricks-0": first}
        body = urlencode(values | {"answer-tricks-1": 13 - first})
        while not stop.is_set():
            try:
                if not self.cookies:
                    page = self.ask("GET", f"/t/{self.token}/")
                    given = SimpleCookie("; ".join(page.headers.get_all("Set-Cookie", ())))
                    self.cookies = {name: one.value for name, one in given.items()}
                answer = self.ask("POST", f"/t/{self.token}/report/", body)
            except (OSError, http.client.HTTPException):
                time.sleep(0.02)
                continue
            document = json.loads(answer.content)  # type: ignore[attr-defined]
            if document.get("saved") and document.get("key") == key:
                self.saved[key] = {"tricks": [first, 13 - first]}
                return
            if answer.status < 500:
                self.refused.append((key, answer.status))
                return
            self.waited = document.get("problem", "")
            time.sleep(0.02)

    def play(self, deals: int, changes: int, stop: threading.Event) -> None:
        """Every deal, each changed so many times."""
        for seen in range(changes + 1):
            for deal in range(1, deals + 1):
                self.send(deal, seen, stop)
