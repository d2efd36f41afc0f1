"""Phones at work while the machine is killed, or on a link that loses a third: nothing is lost,
nothing doubled."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.faults.hall import PATIENCE, Hall, Phone
from tests.faults.rounds import rounds

pytestmark = pytest.mark.faults

DEALS = 4


@pytest.fixture
def stop() -> Iterator[threading.Event]:
    """Ends the phones also where a test fails."""
    ends = threading.Event()
    yield ends
    ends.set()


def at_work(phones: list[Phone], changes: int, stop: threading.Event) -> list[threading.Thread]:
    threads = [threading.Thread(target=phone.play, args=(DEALS, changes, stop)) for phone in phones]
    for thread in threads:
        thread.start()
    return threads


def end(hall: Hall, phones: list[Phone], changes: int, threads: list[threading.Thread]) -> None:
    """Everything that was said to be kept is kept, once, as it was sent; nothing else is."""
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()
    hall.stop()
    told = {key: payload for phone in phones for key, payload in phone.saved.items()}
    assert not [phone.refused for phone in phones if phone.refused]
    assert len(told) == len(phones) * DEALS * (changes + 1)
    assert hall.reports() == told


def test_the_machine_is_killed_in_mid_entry(tmp_path: Path, stop: threading.Event) -> None:
    kills = rounds(short=2, long=100)
    hall = Hall(tmp_path, people=16)
    rng = Random("kills")
    phones = [Phone(hall, token, token[:6], Random(token)) for token in hall.tokens]
    changes = 1000  # more than there is time for
    hall.start()
    enough = threading.Event()
    threads = at_work(phones, changes, enough)
    try:
        for _kill in range(kills):
            before = sum(len(phone.saved) for phone in phones)
            deadline = time.monotonic() + PATIENCE
            while sum(len(phone.saved) for phone in phones) < before + 8:
                if time.monotonic() > deadline:
                    pytest.fail("nothing arrives any more")
                time.sleep(0.01)
            time.sleep(rng.random() / 10)
            hall.stop()
            hall.start()
    finally:
        enough.set()
    for thread in threads:
        thread.join(PATIENCE)
    hall.stop()
    kept = hall.reports()
    told = {key: payload for phone in phones for key, payload in phone.saved.items()}
    assert not [phone.refused for phone in phones if phone.refused]
    assert {key: kept.get(key) for key in told} == told
    assert len(kept) <= len(told) + len(phones)  # what was on its way when the phones stopped


def test_twenty_phones_on_a_link_that_drops_a_third(tmp_path: Path, stop: threading.Event) -> None:
    hall = Hall(tmp_path, people=80)
    changes = rounds(short=1, long=20)
    phones = [Phone(hall, token, token[:6], Random(token), dropped=0.3) for token in hall.tokens]
    assert len(phones) == 20
    hall.start()
    try:
        end(hall, phones, changes, at_work(phones, changes, stop))
    finally:
        hall.stop()
