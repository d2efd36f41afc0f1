"""The processes of the large installation without Docker: the commands of docker/compose.yaml with
other ports, the configuration of docker/nginx.conf."""

from __future__ import annotations

import http.client
import math
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from email.message import Message
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 60  # seconds
STARTING = 180  # seconds: on one core all of them start one after the other
WEB = ("looks", "phones", "pages")  # services behind the proxy
PORTS = range(20_000, 32_000)
ADMIN_PROGRAMS = "/usr/sbin"
FULL_SHARES = 1024  # of a processor, which Docker gives to a service of which nothing is said
NAME = "games.test"  # under which the pages are asked for


def free_port() -> int:
    """A port that nobody uses; none of those that Linux gives to connections, which somebody could
    have taken before it is used."""
    while True:
        port = secrets.choice(PORTS)
        with socket.socket() as listener, suppress(OSError):
            listener.bind(("127.0.0.1", port))
            return port


@dataclass(frozen=True)
class Answer:
    """What came back from one request."""

    status: int
    headers: Message
    body: bytes


@dataclass
class Installation:
    """A database, folders and running processes of its own."""

    folder: Path
    env: dict[str, str]
    ports: dict[str, int]
    processes: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    def command(self, service: str) -> list[str]:
        """The compose file's command with this machine's interpreter, address and port."""
        compose = yaml.safe_load((ROOT / "docker" / "compose.yaml").read_text())
        words = [str(word) for word in compose["services"][service]["command"]]
        program = "python" if words[0] == "python" else words[0]
        words[0] = str(Path(sys.executable).with_name(program))
        if "--port" in words:
            words[words.index("--port") + 1] = str(self.ports[service])
            words[words.index("--host") + 1] = "127.0.0.1"
        return [*niceness(compose["services"][service]), *words]

    def run(self, *command: str) -> str:
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=self.env,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def shell(self, script: str) -> dict[str, str]:
        """Run Python with the installation's settings; its last line is names and values."""
        said = self.run(sys.executable, "manage.py", "shell", "--verbosity", "0", "-c", script)
        return dict(pair.split("=", 1) for pair in said.splitlines()[-1].split())

    def start(self, name: str, command: list[str], **env: str) -> None:
        with (self.folder / f"{name}.log").open("wb") as log:
            self.processes[name] = subprocess.Popen(
                command, cwd=ROOT, env=self.env | env, stdout=log, stderr=subprocess.STDOUT
            )

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text(errors="replace")

    def get(self, path: str, port: str = "proxy", **headers: str) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.ports[port], timeout=PATIENCE)
        with closing(connection):
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read())

    def wait_until_healthy(self) -> None:
        deadline = time.monotonic() + STARTING
        while time.monotonic() < deadline:
            for name, process in self.processes.items():
                assert process.poll() is None, f"{name} ended:\n{self.log(name)}"
            with suppress(OSError):
                ports = ("proxy", "looks", "phones")
                statuses = {self.get("/healthz", port).status for port in ports}
                if statuses == {200} and " ready." in self.log("worker"):
                    return
            time.sleep(0.1)
        raise AssertionError("\n".join(map(self.log, self.processes)))

    def stop(self, name: str) -> int:
        process = self.processes.pop(name)
        process.send_signal(signal.SIGTERM)
        try:
            return process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            raise AssertionError(f"{name} did not stop:\n{self.log(name)}") from None


def niceness(service: dict[str, Any]) -> list[str]:
    """What goes before a command so that Linux gives it about as small a share of a processor as
    Docker would: each step of niceness is a quarter more or less."""
    shares = service.get("cpu_shares", FULL_SHARES)
    steps = round(math.log(FULL_SHARES / shares, 1.25))
    return ["nice", "-n", str(steps)] if steps else []


def proxy_configuration(folder: Path, ports: dict[str, int], connections: int) -> Path:
    """docker/nginx.conf with this machine's ports and folders."""
    text = (ROOT / "docker" / "nginx.conf").read_text()
    for before, after in (
        ("server looks:8000;", f"server 127.0.0.1:{ports['looks']};"),
        ("server phones:8000;", f"server 127.0.0.1:{ports['phones']};"),
        ("server pages:8000;", f"server 127.0.0.1:{ports['pages']};"),
        ("listen 8080", f"listen 127.0.0.1:{ports['proxy']}"),
        ("root /srv;", f"root {folder};"),
        ("worker_rlimit_nofile 65536;", ""),
        ("worker_connections 16384;", f"worker_connections {connections};"),
        ("/tmp/nginx", f"{folder}/nginx"),
    ):
        assert before in text
        text = text.replace(before, after)
    # Started by root, its children would otherwise be nobody and could not read the test's folder.
    path = folder / "nginx.conf"
    path.write_text(("user root;\n" if os.getuid() == 0 else "") + text)
    return path


def nginx() -> str | None:
    """The program of the proxy, if it is there."""
    return shutil.which("nginx", path=f"{os.environ['PATH']}:{ADMIN_PROGRAMS}")


@contextmanager
def running(
    folder: Path, database: str, redis_url: str, connections: int = 256
) -> Iterator[Installation]:
    """All processes, over an empty database; the proxy takes so many connections."""
    ports = {name: free_port() for name in (*WEB, "proxy")}
    env = os.environ | {
        "DATABASE_URL": database,
        "REDIS_URL": redis_url,
        "SECRET_KEY": "of-this-test-only-and-long-enough-for-an-installation",
        "ALLOWED_HOSTS": NAME,
        "BEHIND_PROXY": "1",
        "STATIC_ROOT": str(folder / "static"),
        "SCOREKEEPER_VAR": str(folder / "var"),
        "SCOREKEEPER_NO_BOOTSTRAP": "1",
        "CELERY_QUEUE": folder.name + str(os.getpid()),
    }
    found = Installation(folder, env, ports)
    found.run(*found.command("migrate"))
    found.run(sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity", "0")
    for name in WEB:
        found.start(name, found.command(name))
    found.start("worker", found.command("worker"), DATABASE_POOL="0")
    configuration = str(proxy_configuration(folder, ports, connections))
    found.start(
        "proxy", [str(nginx()), "-p", str(folder), "-c", configuration, "-g", "daemon off;"]
    )
    try:
        found.wait_until_healthy()
        yield found
    finally:
        for process in found.processes.values():
            process.terminate()
        for process in found.processes.values():
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
