"""Where jobs are carried out: queued for a worker or, without a queue, in a thread of this process;
and their heartbeat. The pages that wait for them poll."""

from __future__ import annotations

import logging
import os
import subprocess
from collections import defaultdict
from contextlib import contextmanager, nullcontext
from threading import Event as Flag
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import connections

from tournaments.cache import redis_client

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator
    from contextlib import AbstractContextManager

# A separate connection: those of the worker wait longer.
QUICK = {"socket_connect_timeout": 0.2, "socket_timeout": 0.2, "max_retries": 0}

_LANES: defaultdict[str, Lock] = defaultdict(Lock)
END_SECONDS = 30.0  # for a program to clean up
_STARTED: set[Hashable] = set()
_STARTING = Lock()

log = logging.getLogger(__name__)


def queue(task: str, *args: Any) -> bool:
    """Put a task on the workers' queue by its name, because this package imports no tasks. Returns
    whether there is a queue and it has taken the task."""
    if not settings.REDIS_URL or not redis_client.is_up(settings.REDIS_URL):
        return False
    from celery import current_app, signature  # only needed with a queue
    from kombu.exceptions import OperationalError

    try:
        with current_app.connection_for_write(transport_options=QUICK) as line:
            signature(task, args).apply_async(connection=line, retry=False)
    except OperationalError as error:
        log.warning("The queue takes nothing: %s", error)
        return False
    return True


def start_thread(key: Hashable, work: Callable[[], object], *, lane: str | None) -> None:
    """Do the work in a new thread, unless work with that key is under way; errors are logged. Work
    in one lane is done one after the other: two would only slow each other and the pages."""
    with _STARTING:
        if key in _STARTED:
            return
        _STARTED.add(key)
    # A daemon: the end of the server does not wait for it.
    turn = _LANES[lane] if lane else nullcontext()
    Thread(target=_work, args=(key, work, turn), name=lane, daemon=True).start()


def _work(key: Hashable, work: Callable[[], object], lane: AbstractContextManager[Any]) -> None:
    try:
        with lane:
            work()
    except Exception:
        log.exception("Work beside the pages stopped: %s", key)
    finally:
        with _STARTING:
            _STARTED.discard(key)
        connections.close_all()


def run_attended(program: list[str], seconds: float) -> int:
    """Run a program to its end, and return its exit code. After so many seconds it is told to end,
    and it ends with this process: its standard input is closed then."""
    reading, writing = os.pipe()  # this process holds the end that is written to
    process = subprocess.Popen(  # noqa: S603  our own program
        program,
        stdin=reading,
        env={**os.environ, "SCOREKEEPER_NO_BOOTSTRAP": "1"},
    )
    os.close(reading)
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        log.warning("%s took more than %d seconds", program, seconds)
    finally:
        os.close(writing)
        try:
            process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    return process.returncode


@contextmanager
def heartbeat(beat: Callable[[], bool], *, seconds: float, times: int) -> Iterator[Flag]:
    """Call `beat` every so many seconds during the block, at most `times` times. Gives a flag that
    is set once `beat` returns False: the work is no longer wanted. Errors of `beat` are logged."""
    over, unwanted = Flag(), Flag()

    def run() -> None:
        try:
            for _time in range(times):
                if over.wait(seconds):
                    return
                if not _beats(beat):
                    unwanted.set()
                    return
        finally:
            connections.close_all()

    Thread(target=run, name="heartbeat", daemon=True).start()
    try:
        yield unwanted
    finally:
        over.set()


def _beats(beat: Callable[[], bool]) -> bool:
    try:
        return beat()
    except Exception:
        log.exception("Work beside the pages could give no sign of life")
        return True
