"""The two installations that are put under load: one machine (`manage.py up`, SQLite) and the
process set of docker/ with a PostgreSQL and a Redis of its own."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from tests.load import cpu
from tests.process_set import NAME, PATIENCE, ROOT, Installation, free_port, nginx, running
from tests.up_process import copy_migrated, share_collection

if TYPE_CHECKING:
    from collections.abc import Iterator

CONNECTIONS = 16384  # of the proxy, as docker/nginx.conf has it


class Place(Protocol):
    """An installation under load."""

    name: str
    env: dict[str, str]
    server: tuple[str, int, str]
    folder: Path  # for files of its own

    def cpu(self) -> dict[str, float]:
        """CPU seconds so far, by part."""

    def kill(self) -> None:
        """Pull the plug of whatever serves the pages, and start it again."""


class Laptop:
    """What a host starts on one machine."""

    name = "SQLite under `manage.py up`"

    def __init__(self, folder: Path) -> None:
        kept = {n: v for n, v in os.environ.items() if n not in ("DATABASE_URL", "REDIS_URL")}
        self.env = kept | {"SCOREKEEPER_VAR": str(folder), "SCOREKEEPER_NO_BOOTSTRAP": "1"}
        self.env["PYTHONUNBUFFERED"] = "1"
        self.port = free_port()
        self.server = ("127.0.0.1", self.port, f"127.0.0.1:{self.port}")
        self.folder, self.log = folder, folder / "up.log"
        share_collection(folder)
        copy_migrated(folder / "scorekeeper.sqlite3")
        self.start()

    def start(self) -> None:
        """Raises RuntimeError where it does not come up."""
        command = [sys.executable, "manage.py", "up", "--host", "127.0.0.1"]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [*command, "--port", str(self.port)],
                cwd=ROOT,
                env=self.env,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        # It listens before its tables are made; who writes meanwhile would be in their way.
        _wait_for(self.port, self.process, self.log, b"Ctrl-C")

    def cpu(self) -> dict[str, float]:
        return {"server": cpu.seconds(self.process.pid)}

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self.start()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=PATIENCE)


class ProcessSet:
    """What docker/compose.yaml starts, without Docker."""

    name = "process set of docker/ with PostgreSQL and Redis"

    def __init__(
        self, installation: Installation, beside: dict[str, subprocess.Popen[bytes]]
    ) -> None:
        self.installation, self.beside = installation, beside
        self.env, self.folder = installation.env, installation.folder
        self.server = ("127.0.0.1", installation.ports["proxy"], NAME)

    def cpu(self) -> dict[str, float]:
        parts = self.installation.processes | self.beside
        return {name: cpu.seconds(process.pid) for name, process in parts.items()}

    def kill(self) -> None:
        for name in ("looks", "phones", "pages"):
            for pid in cpu.family(self.installation.processes[name].pid):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            self.installation.processes.pop(name).wait()
            self.installation.start(name, self.installation.command(name))


@contextmanager
def laptop(folder: Path) -> Iterator[Place]:
    place = Laptop(folder)
    try:
        yield place
    finally:
        place.stop()


@contextmanager
def process_set(folder: Path) -> Iterator[Place]:
    """Raises RuntimeError where PostgreSQL, Redis or nginx is not installed."""
    if lacking := missing_programs():
        raise RuntimeError(f"not installed: {', '.join(lacking)}")
    with postgres(folder) as (database, postmaster), redis(folder) as (redis_url, cache):
        values = {"postgres": postmaster, "redis": cache}
        with running(folder, database, redis_url, CONNECTIONS) as installation:
            yield ProcessSet(installation, values)


def missing_programs() -> list[str]:
    """What the process set needs and this machine does not have."""
    needed = {"PostgreSQL": initdb(), "redis-server": redis_server(), "nginx": nginx()}
    return [name for name, program in needed.items() if program is None]


def initdb() -> str | None:
    """The program that makes a PostgreSQL, if it is there."""
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return shutil.which("initdb", path=f"{os.environ['PATH']}:{programs[-1] if programs else ''}")


def redis_server() -> str | None:
    """The program of Redis, if it is there."""
    return shutil.which("redis-server")


@contextmanager
def postgres(folder: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A PostgreSQL of its own, with every commit on disk: its address, and its first process."""
    found = str(initdb())
    # It refuses to be run by root.
    prefix = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
    data, port = folder / "postgres", free_port()
    data.mkdir()
    if prefix:
        shutil.chown(data, "postgres")
    for above in (folder, folder.parent) if prefix else ():
        above.chmod(0o755)
    cluster = str(data / "cluster")
    made = [found, "-D", cluster, "-U", "scorekeeper", "-A", "trust", "-E", "UTF8"]
    subprocess.run([*prefix, *made, "--locale=C.UTF-8"], check=True, capture_output=True, cwd=data)
    asked = ["-p", str(port), "-c", "listen_addresses=127.0.0.1"]
    asked += ["-c", f"unix_socket_directories={data}"]
    program = str(Path(found).with_name("postgres"))
    log = folder / "postgres.log"
    with log.open("wb") as page:
        process = subprocess.Popen(
            [*prefix, program, "-D", cluster, *asked], stdout=page, stderr=page, cwd=data
        )
    try:
        _wait_for(port, process, log, b"ready to accept connections")
        yield f"postgres://scorekeeper@127.0.0.1:{port}/postgres", process
    finally:
        _end(process, signal.SIGINT)


@contextmanager
def redis(folder: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A Redis of its own, as compose starts it."""
    port, log = free_port(), folder / "redis.log"
    command = [str(redis_server()), "--port", str(port), "--bind", "127.0.0.1", "--save", ""]
    with log.open("wb") as page:
        process = subprocess.Popen(
            [*command, "--appendonly", "no", "--dir", str(folder)], stdout=page, stderr=page
        )
    try:
        _wait_for(port, process, log)
        yield f"redis://127.0.0.1:{port}/0", process
    finally:
        _end(process, signal.SIGTERM)


def _wait_for(port: int, process: subprocess.Popen[bytes], log: Path, words: bytes = b"") -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            if words in log.read_bytes():
                return
        time.sleep(0.05)
    raise RuntimeError(f"{log.stem} did not start: {log.read_text(errors='replace')[-2000:]}")


def _end(process: subprocess.Popen[bytes], how: signal.Signals) -> None:
    """Where the program was started through another, the signal is for its children too."""
    for pid in sorted(cpu.family(process.pid)):
        with suppress(ProcessLookupError):
            os.kill(pid, how)
    process.wait(timeout=PATIENCE)
