"""Whoever makes a long paper is killed in the middle: the paper is made again, by others."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import sqlite3
import subprocess
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
ORDER = """
options = printing.PrintOptions('cards-blank', count=20)
job = printing.start_paper(event, options, 'en').pk
"""
JOB = "SELECT state, done, attempts, file, problems FROM tournaments_job"
WORKER = """
from scorekeeper.celery import app
app.worker_main(['worker', '--concurrency', '1', '--loglevel', 'WARNING'])
"""


class Press(Hall):
    """An installation in which a long paper is ordered."""

    setup, begin = QUICK, ORDER

    def __init__(self, folder: Path, **more: str) -> None:
        self.slow = folder / "slow"
        self.slow.touch()
        super().__init__(folder, people=8, SLOW=str(self.slow), **more)

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
        process = subprocess.Popen(self.code(*code), cwd=ROOT, env=self.env, start_new_session=True)
        try:
            yield process
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def wait(self, until: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        deadline = time.monotonic() + PATIENCE
        while not until(job := self.job):
            if time.monotonic() > deadline:
                pytest.fail(f"nobody makes it: {job}")
            time.sleep(0.05)
        return job


class QueueingPress(Press):
    """The paper lies in the queue of the workers."""

    begin = ORDER + "assert runner.queue(services.TASK, job)"


def begun(job: dict[str, Any]) -> bool:
    return job["state"] == "running" and job["done"] > 0


def over(job: dict[str, Any]) -> bool:
    return job["state"] in ("done", "failed")


def made_again(job: dict[str, Any]) -> None:
    assert (job["state"], job["tried"], job["problems"]) == ("done", 2, [])
    assert job["begins"] == "%PDF-"


def test_a_paper_whose_process_was_killed_is_made_by_the_next_that_asks(tmp_path: Path) -> None:
    press = Press(tmp_path)
    run = "services.run(Job.objects.get().pk, by_page=True)"
    asks = tmp_path / "asks"
    ask = f"while {run} is not None:\n    open({str(asks)!r}, 'w').close()\n    time.sleep(0.2)"
    with press.started(run) as maker:
        press.wait(begun)
        with press.started(ask):
            press.wait(lambda _job: asks.exists())
            assert press.job["tried"] == 1  # it lives: nobody takes it over
            maker.kill()
            maker.wait()
            press.slow.unlink()
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
    press = QueueingPress(tmp_path, REDIS_URL=queue)
    with press.started(WORKER) as worker:
        press.wait(begun)
        os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()
    press.slow.unlink()
    with press.started(WORKER):
        made_again(press.wait(over))
