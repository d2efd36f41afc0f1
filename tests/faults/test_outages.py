"""Redis on a bad day and a disk that fills up: pages are there, and what was said to be kept is."""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from django.test import Client, override_settings

from tests.faults.event_files import look_at_everything
from tests.faults.hall import PATIENCE, Hall, Phone
from tests.redis_servers import bad_redis
from tests.tournaments import board_evening, evening

pytestmark = pytest.mark.faults

DEALS, CHANGES = 4, 15


EVENINGS = {
    "drive": evening.played,
    "boards": lambda: board_evening.start(board_evening.RUMMOLI, 4),
}


@pytest.mark.django_db
@pytest.mark.exhaustive(keep=("hanging-boards",))
@pytest.mark.parametrize("kind", EVENINGS)
@pytest.mark.parametrize("day", ["refused", "hanging", "slow"])
def test_every_page_and_paper_without_redis(day: str, kind: str, client: Client) -> None:
    with bad_redis(day) as url:
        backend = "tournaments.cache.shared_cache.FaultTolerantCache"
        caches = {"default": {"BACKEND": backend, "LOCATION": url}}
        with override_settings(REDIS_URL=url, CACHES=caches):
            event = EVENINGS[kind]()
            client.force_login(event.owner)
            broken = look_at_everything(client, event)
    assert broken == []


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of its own that is soon full."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=40m", "tmpfs", str(folder)]
    if os.geteuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root may mount a small disk")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def asked(hall: Hall, path: str) -> tuple[int, bytes]:
    line = http.client.HTTPConnection("127.0.0.1", hall.port, timeout=30)
    line.request("GET", path)
    answer = line.getresponse()
    body = answer.read()
    line.close()
    return answer.status, body


def fill(folder: Path) -> Path:
    """Leave no room on the disk."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file:
        for size in (1 << 20, 1 << 12, 1):
            try:
                while file.write(b"x" * size) == size:
                    pass
            except OSError:
                continue
    return filler


def test_a_full_disk_keeps_what_it_said_and_goes_on_when_there_is_room(small_disk: Path) -> None:
    hall = Hall(small_disk, people=16)
    phones = [Phone(hall, token, token[:6], Random(token)) for token in hall.tokens]
    stop = threading.Event()
    hall.start()
    try:
        assert json.loads(asked(hall, "/healthz")[1])["database"] == "ok"
        filler = fill(small_disk)
        threads = [
            threading.Thread(target=phone.play, args=(DEALS, CHANGES, stop)) for phone in phones
        ]
        for thread in threads:
            thread.start()
        deadline = time.monotonic() + PATIENCE
        while not any(phone.waited for phone in phones):
            if time.monotonic() > deadline:
                pytest.fail("nobody is told to wait")
            time.sleep(0.01)
        health = b'{"status": "failed", "database": "full", "redis": "not used"}'
        assert asked(hall, "/healthz") == (503, health)
        assert asked(hall, f"/t/{hall.tokens[0]}/")[0] == 200
        problem = next(phone.waited for phone in phones if phone.waited)
        assert problem.startswith("The disk of the computer that runs Scorekeeper is full.")
        filler.unlink()
        for thread in threads:
            thread.join(PATIENCE)
            assert not thread.is_alive()
    finally:
        stop.set()
        hall.stop()
    told = {key: payload for phone in phones for key, payload in phone.saved.items()}
    assert not [phone.refused for phone in phones if phone.refused]
    assert len(told) == len(phones) * DEALS * (CHANGES + 1)
    assert hall.reports() == told
