"""`manage.py up` as a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 60  # seconds


def share_collection(folder: Path) -> None:
    """Let an installation use the files of pages that another one of the tests has collected."""
    shared = ROOT / "var" / "collected"
    shared.mkdir(parents=True, exist_ok=True)
    if not (folder / "collected").exists():
        (folder / "collected").symlink_to(shared, target_is_directory=True)


def local_environment(folder: Path) -> dict[str, str]:
    """The environment of a fresh installation on one machine, whose data are in a folder."""
    # Each process would else compile all modules anew.
    without = ("REDIS_URL", "PYTHONDONTWRITEBYTECODE")
    env = {name: value for name, value in os.environ.items() if name not in without}
    return env | {
        "SCOREKEEPER_NO_BOOTSTRAP": "1",
        "SCOREKEEPER_VAR": str(folder),
        "DATABASE_URL": f"sqlite:///{folder / 'data.sqlite3'}",
    }


class UpProcess:
    """A server that was started and has said where it is; `said` is all that it has printed."""

    def __init__(self, env: dict[str, str], *options: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "up", *options],
            cwd=ROOT,
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.said = ""
        assert self.process.stdout
        for line in self.process.stdout:
            self.said += line
            if line.startswith("Ctrl-C"):
                break

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Stop it by a signal and return its exit code."""
        self.process.send_signal(how)
        rest, _nothing = self.process.communicate(timeout=PATIENCE)
        self.said += rest
        return self.process.returncode

    def end(self) -> None:
        """Make sure that it is gone."""
        if self.process.poll() is None:
            self.process.kill()
        if self.process.stdout and not self.process.stdout.closed:
            self.process.communicate()
