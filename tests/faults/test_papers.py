"""Whoever makes a long paper is killed in the middle: the paper is made again, by others."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.faults.hall import PATIENCE, ROOT, Hall
from tests.process_set import free_port

pytestmark = pytest.mark.faults

# Signs of life come faster than usual, and are missed only after so long that a busy machine takes
# no maker for dead; a slow maker stops after its first page.
QUICK = """
import datetime as dt, os, sys, time
from dataclasses import replace
import django
django.setup()
from tournaments.jobs import runner, services
from tournaments.papers import printing
from tournaments.models import Event, Job
services.BEAT_SECONDS, services.NOTE_SECONDS = 0.1, 0
silence = dt.timedelta(seconds=5)
services.KINDS["paper"] = replace(services.KINDS["paper"], silent_for=silence)
make = printing.print_paper
def slow(event, wish, note):
    def slowly(done, total):
        note(done, total)
        while os.path.exists(os.environ["SLOW"]):
            time.sleep(0.05)
    return make(event, wish, slowly)
printing.print_paper = slow
"""
START = """
options = printing.PrintOptions('cards-blank', count=20)
print('JOB', printing.start_paper(Event.objects.get(), options, 'en').pk)
"""
JOB = "SELECT state, done, attempts, file, problems FROM tournaments_job"
WORKER = """
from scorekeeper.celery import app
app.worker_main(['worker', '--concurrency', '1', '--loglevel', 'WARNING'])
"""


class Press(Hall):
    """An installation in which a long paper is ordered."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, people=8)
        self.slow = folder / "slow"
        self.slow.touch()
        self.env["SLOW"] = str(self.slow)

    def code(self, *parts: str) -> list[str]:
        return [sys.executable, "-c", "\n".join((QUICK, *parts))]

    def order(self, then: str = "") -> int:
        return int(self.run(self.code(START, then)).partition("JOB ")[2].split()[0])

    @property
    def job(self) -> dict[str, Any]:
        """The only job, as the database has it."""
        with contextlib.closing(sqlite3.connect(self.database)) as database:
            [(state, done, attempts, file, problems)] = database.execute(JOB).fetchall()
        row = {"state": state, "done": done, "tried": attempts, "problems": json.loads(problems)}
        return row | {"begins": bytes(file or b"")[:5].decode()}

    @contextlib.contextmanager
    def started(self, *code: str) -> Iterator[subprocess.Popen[bytes]]:
        """A process in a group of its own, all of which is killed in the end."""
        made = subprocess.Popen(self.code(*code), cwd=ROOT, env=self.env, start_new_session=True)
        try:
            yield made
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(made.pid, signal.SIGKILL)
            made.wait()

    def wait(self, until: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        deadline = time.monotonic() + PATIENCE
        while not until(job := self.job):
            if time.monotonic() > deadline:
                pytest.fail(f"nobody makes it: {job}")
            time.sleep(0.05)
        return job


def begun(job: dict[str, Any]) -> bool:
    return job["state"] == "running" and job["done"] > 0


def over(job: dict[str, Any]) -> bool:
    return job["state"] in ("done", "failed")


def made_again(job: dict[str, Any]) -> None:
    assert (job["state"], job["tried"], job["problems"]) == ("done", 2, [])
    assert job["begins"] == "%PDF-"


def test_a_paper_whose_process_was_killed_is_made_by_the_next_that_asks(tmp_path: Path) -> None:
    press = Press(tmp_path)
    job = press.order()
    make = f"print('FREE', services.run({job}, by_page=True) is None)"
    with press.started(make) as maker:
        press.wait(begun)
        assert "FREE False" in press.run(press.code(make))  # it lives: nobody takes it over
        assert press.job["tried"] == 1
        maker.kill()
        maker.wait()
    press.slow.unlink()
    ask = f"while services.run({job}, by_page=True) is not None:\n    time.sleep(0.2)"
    with press.started(ask):
        made_again(press.wait(over))


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[str]:
    """A Redis of its own."""
    port = free_port()
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", ""]
    try:
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=tmp_path)
    except FileNotFoundError:
        pytest.skip("redis-server is not installed")
    with server:
        deadline = time.monotonic() + PATIENCE
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            if time.monotonic() > deadline:
                pytest.fail("redis-server did not start")
            time.sleep(0.02)
        yield f"redis://127.0.0.1:{port}/0"
        server.terminate()


def test_a_paper_whose_worker_was_killed_is_made_by_the_next_one(
    tmp_path: Path, queue: str
) -> None:
    """It begins with what the other left, and no page asks. That a worker makes what its child has
    left is shown by the large installation (test_process_set.py)."""
    press = Press(tmp_path)
    press.env["REDIS_URL"] = queue
    with press.started(WORKER) as worker:
        press.order("assert runner.queue(services.TASK, Job.objects.get().pk)")
        press.wait(begun)
        os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()
    press.slow.unlink()
    with press.started(WORKER):
        made_again(press.wait(over))
