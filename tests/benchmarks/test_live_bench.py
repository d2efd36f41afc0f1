"""2,000 wall screens on real loopback sockets are told of one result.

The server (uvicorn, as `manage.py up` starts it) runs in a thread of this process; the clients are
another process. Time: from the announcement that a service makes after its commit to the moment at
which the last client has read the message. Memory: growth of this process, divided by the clients.
"""

import datetime
import resource
import socket
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from django.contrib.auth import get_user_model

from tournaments.announcing import announce
from tournaments.models import Event, Link

CLIENTS = 2000
ROUNDS = 15
MAX_MILLISECONDS = 60.0
MAX_KIB = 16.0


def resident_kib() -> int:
    """This process's resident memory."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() // 1024


@pytest.fixture
def port() -> Iterator[int]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    listener = socket.create_server(("127.0.0.1", 0), backlog=2048)
    config = uvicorn.Config(
        "scorekeeper.asgi:application", log_level="warning", timeout_graceful_shutdown=2
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield listener.getsockname()[1]
    server.should_exit = True
    thread.join()
    listener.close()
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.fixture
def event(transactional_db: None) -> Event:
    owner = get_user_model().objects.create(username="host")
    evening = Event.objects.create(
        owner=owner, name="Bench", date=datetime.date(2026, 11, 21), game="court-whist"
    )
    for number in range(1, 9):
        Link.objects.create(event=evening, kind=Link.Kind.TABLE, table_number=number)
    return evening


def test_two_thousand_wall_screens(
    event: Event, port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    tokens = list(event.links.values_list("token", flat=True))
    script = Path(__file__).with_name("live_clients.py")
    before = resident_kib()
    clients = subprocess.Popen(
        [sys.executable, str(script), str(port), str(CLIENTS), *tokens],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    )
    assert clients.stdin
    assert clients.stdout
    assert clients.stdout.readline() == "open\n"
    kib = (resident_kib() - before) / CLIENTS
    milliseconds = []
    for version in range(1, ROUNDS + 1):
        clients.stdin.write(f"{version}\n")
        time.sleep(0.1)  # the clients wait by then
        start = time.monotonic()
        announce(event.pk, version, ("report",))
        moment, told = clients.stdout.readline().split()
        assert int(told) == CLIENTS
        milliseconds.append((float(moment) - start) * 1000)
    clients.stdin.close()
    clients.wait(timeout=10)
    clients.stdout.close()
    median = statistics.median(milliseconds)
    with capsys.disabled():
        print(
            f"\nlive stream, {CLIENTS} clients on loopback sockets: median {median:.1f} ms,"
            f" slowest {max(milliseconds):.1f} ms of {ROUNDS}; {kib:.1f} KiB a client"
        )
    assert kib <= MAX_KIB
    # Waiting time, so on a machine that is busy otherwise only the best rounds say something.
    assert min(milliseconds) <= MAX_MILLISECONDS
