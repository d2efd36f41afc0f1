"""Something else that keeps the machine busy, for as long as a load test lasts."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from select import select
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

PERIOD = 0.02  # seconds: of each so much is burnt, and the rest slept
LONGEST = 2 * 60 * 60.0  # seconds: nothing burns for longer, whatever becomes of the test


@contextmanager
def burning(share: float) -> Iterator[list[int]]:
    """Take so much of each processor away: one process each, of which the ids are given."""
    cores = sorted(os.sched_getaffinity(0)) if share > 0 else []
    command = [sys.executable, "-m", "tests.load.burners", str(share)]
    # Each ends with its input, and so with whoever has started it.
    started = [subprocess.Popen([*command, str(core)], stdin=subprocess.PIPE) for core in cores]
    try:
        yield [one.pid for one in started]
    finally:
        for one in started:
            one.kill()
            one.wait()
            if one.stdin is not None:
                one.stdin.close()


def burn(share: float, core: int) -> None:
    """Until its input ends."""
    with suppress(OSError):
        os.sched_setaffinity(0, {core})
    end = time.monotonic() + LONGEST
    while (begun := time.monotonic()) < end:
        while time.monotonic() < begun + share * PERIOD:
            pass
        if select([sys.stdin], [], [], (1 - share) * PERIOD)[0]:
            return


if __name__ == "__main__":
    burn(float(sys.argv[1]), int(sys.argv[2]))
