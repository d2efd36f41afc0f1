"""`manage.py up` as a process of its own."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from tournaments.cache.file_locks import lock_file

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 60  # seconds
MIGRATED = ROOT / "var" / "migrated"
# Runs what it is sent, one text after the other, and answers with what that prints, or with why it
# did not come to its end.
DEEDS = """
import contextlib, io, json, sys, traceback
import django
django.setup()
for line in sys.stdin:
    printed, problem = io.StringIO(), ""
    with contextlib.redirect_stdout(printed):
        try:
            exec(compile(json.loads(line), "deed", "exec"), {"__name__": "deed"})
        except Exception:
            problem = traceback.format_exc()
    print(json.dumps([printed.getvalue(), problem]), flush=True)
"""


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


def version_of_tables() -> str:
    """A digest of the migrations, ours and those of the packages."""
    files = [ROOT / "requirements" / "runtime.txt"]
    files += sorted((ROOT / "tournaments" / "migrations").glob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()


def copy_migrated(database: Path) -> None:
    """Copy a database with all tables and no rows to a path, for an installation to begin with.

    Migrations take twice as long as all the rest of a start, so they are run once for each version
    of them. `test_documented_commands.py` has a server that runs its own.
    """
    MIGRATED.mkdir(parents=True, exist_ok=True)
    migrated = MIGRATED / f"{version_of_tables()}.sqlite3"
    with (MIGRATED / "lock").open("w") as lock:
        lock_file(lock, wait=True)
        if not migrated.exists():
            for former in MIGRATED.glob("*.sqlite3"):
                former.unlink()
            with tempfile.TemporaryDirectory() as folder:
                subprocess.run(
                    [sys.executable, "manage.py", "migrate", "--skip-checks", "--verbosity", "0"],
                    cwd=ROOT,
                    env=local_environment(Path(folder)),
                    check=True,
                )
                shutil.copyfile(Path(folder) / "data.sqlite3", MIGRATED / "new")
            (MIGRATED / "new").replace(migrated)
        shutil.copyfile(migrated, database)


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


class Deeds:
    """A process beside a server, on its data, that runs Python code with Django set up."""

    def __init__(self, env: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", DEEDS],
            cwd=ROOT,
            env=env | {"DJANGO_SETTINGS_MODULE": "scorekeeper.settings"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, code: str) -> str:
        """Run Python code; return what it prints."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{json.dumps(code)}\n")
        self.process.stdin.flush()
        printed, problem = json.loads(self.process.stdout.readline())
        assert not problem, problem
        return str(printed)

    def close(self) -> None:
        """End the process."""
        with self.process:  # closes what it reads from, which ends it
            self.process.stdin.close()  # type: ignore[union-attr]
