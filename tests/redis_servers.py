"""Servers that speak as a Redis does on its bad days, and one that is a Redis."""

import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

REFUSED = "redis://127.0.0.1:1/0"  # nobody listens there


class BadRedis:
    """Takes connections; says nothing, or "yes" to everything after a while."""

    def __init__(self, answers_after: float | None) -> None:
        self.answers_after = answers_after
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"redis://127.0.0.1:{self.listener.getsockname()[1]}/0"
        self.asked = 0  # how often somebody said something
        self.open: list[socket.socket] = []
        threading.Thread(target=self._take, daemon=True).start()

    def _take(self) -> None:
        while True:
            try:
                line, _address = self.listener.accept()
            except OSError:
                return
            self.open.append(line)
            threading.Thread(target=self._hear, args=(line,), daemon=True).start()

    def _hear(self, line: socket.socket) -> None:
        try:
            while line.recv(65536):
                self.asked += 1
                if self.answers_after is not None:
                    time.sleep(self.answers_after)
                    line.sendall(b"+PONG\r\n")
        except OSError:
            return

    def close(self) -> None:
        self.listener.close()
        for line in self.open:
            line.close()


@contextmanager
def bad_redis(kind: str) -> Iterator[str]:
    """The address of a Redis that is "refused", "hanging" or "slow"."""
    if kind == "refused":
        yield REFUSED
        return
    server = BadRedis(0.5 if kind == "slow" else None)
    try:
        yield server.url
    finally:
        server.close()


def _answers(socket_file: Path) -> bool:
    """Whether somebody takes connections: the file is there a little before."""
    with socket.socket(socket.AF_UNIX) as line:
        return line.connect_ex(str(socket_file)) == 0


@contextmanager
def real_redis(folder: Path) -> Iterator[str]:
    """The address of an empty Redis of its own; skips the test on a machine without one."""
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("redis-server is not installed")
    socket_file = folder / "redis.sock"
    asked = [
        program,
        "--port",
        "0",
        "--unixsocket",
        str(socket_file),
        "--save",
        "",
        "--dir",
        folder,
    ]
    with subprocess.Popen(asked, stdout=subprocess.DEVNULL) as process:
        try:
            while not _answers(socket_file):
                assert process.poll() is None, "redis-server did not start"
                time.sleep(0.01)
            yield f"unix://{socket_file}"
        finally:
            process.terminate()
