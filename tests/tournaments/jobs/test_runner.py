"""Where jobs are carried out: threads, and processes of their own."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from contextlib import nullcontext
from pathlib import Path

import pytest

from tournaments.jobs import runner

SLEEPER = "import time; time.sleep(60)"
ENDS_WITH_INPUT = """
import os, sys, time
from pathlib import Path
import django
os.environ["DJANGO_SETTINGS_MODULE"] = "scorekeeper.settings"
django.setup()
from tournaments.management.commands.run_job import end_with_input
end_with_input()
Path(sys.argv[1]).touch()
try:
    while True:
        time.sleep(0.01)
except KeyboardInterrupt:
    raise SystemExit(130)
"""


def test_what_goes_wrong_in_a_thread_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    def broken() -> None:
        raise ValueError("out of ink")

    runner._work("a key", broken, threading.Lock())
    runner._work("a key", broken, nullcontext())
    assert caplog.text.count("ValueError: out of ink") == 2


def test_a_program_has_a_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "END_SECONDS", 0.1)
    assert runner.run_attended([sys.executable, "-c", SLEEPER], 0.2) == -signal.SIGKILL
    assert runner.run_attended([sys.executable, "-c", "raise SystemExit(3)"], 20) == 3


def test_a_job_ends_with_whoever_waits_for_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Its input is closed, upon which it removes what it has written so far; also where the server
    was started in the background, by a shell that has it ignore interrupts."""
    at_work, real = tmp_path / "at work", subprocess.Popen

    class Impatient(real):  # type: ignore[type-arg, valid-type, misc]
        def wait(self, timeout: float | None = None) -> int:
            while not at_work.exists():
                time.sleep(0.01)
            return int(super().wait(timeout))

    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        monkeypatch.setattr(subprocess, "Popen", Impatient)
        program = [sys.executable, "-c", ENDS_WITH_INPUT, str(at_work)]
        assert runner.run_attended(program, 0.1) == 130
    finally:
        signal.signal(signal.SIGINT, before)
