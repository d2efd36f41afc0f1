"""Carry out a job in a process of its own."""

import os
import signal
import sys
from _thread import interrupt_main
from threading import Thread
from typing import Any

from django.core.management.base import CommandParser

from tournaments import tasks  # noqa: F401 - registers the kinds of jobs
from tournaments.jobs import services
from tournaments.management import Command as BaseCommand

NICE = 5  # results come first
INTERRUPTED = 130


class Command(BaseCommand):
    """Carry out a job for the server, which goes on meanwhile; end with it."""

    help = "Carry out a job. The server runs this; it ends once standard input is closed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("job", type=int, help="the number of the job")
        parser.add_argument(
            "--by-page", action="store_true", help="no worker took it, though there should be one"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        os.nice(NICE)
        end_with_input()
        try:
            services.run(options["job"], by_page=options["by_page"])
        except KeyboardInterrupt:
            raise SystemExit(INTERRUPTED) from None


def end_with_input() -> None:
    """Interrupt the job once whoever waits for it has gone. Call it in the main thread."""

    def wait() -> None:
        sys.stdin.buffer.read()
        interrupt_main()

    # A server that was started in the background (nohup … &) has handed on that it is ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    Thread(target=wait, daemon=True).start()
