"""Bring in the file of an event, or of an evening of several games."""

import os
import signal
import sys
from _thread import interrupt_main
from pathlib import Path
from threading import Thread
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import CommandParser
from django.db import DatabaseError
from django.utils import translation

from tournaments.files.import_process import answer, bring_in_path, import_place, refusal_of
from tournaments.management import UNUSABLE, Unusable
from tournaments.management import Command as BaseCommand
from tournaments.models import Evening, Event
from tournaments.models.errors import Refused
from tournaments.web.forms import message

NICE = 5  # results come first


class Command(BaseCommand):
    """Bring in a file for a host, whole or not at all, while everybody else goes on."""

    help = "Import the file of an event, or of an evening of several games, for a host."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="an exported .json or .json.gz file")
        parser.add_argument(
            "--host", required=True, metavar="NAME", help="the user name of the host who gets it"
        )
        parser.add_argument(
            "--second",
            action="store_true",
            help="bring it in even if it is here already, as a second one",
        )
        parser.add_argument("--language", default="en", help="the language of messages")
        parser.add_argument(
            "--json", action="store_true", help="print the result for a program to read"
        )
        parser.add_argument(
            "--attended",
            action="store_true",
            help="stop, and import nothing, once standard input is closed",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["file"].is_file():
            raise Unusable(f"There is no file {options['file']}.")
        user = get_user_model()._default_manager.filter(username=options["host"]).first()
        if user is None:
            raise Unusable(f"There is no host {options['host']}.")
        os.nice(NICE)
        if options["attended"]:
            end_with_input()
        with translation.override(options["language"]):
            try:
                imported = import_path(options["file"], user, second=options["second"])
            except Refused as refused:
                if not options["json"]:
                    raise Unusable(" ".join(map(message, refused.problems))) from refused
                self.stdout.write(answer(None, refused))
                raise SystemExit(UNUSABLE) from None
        self.stdout.write(
            answer(imported, None) if options["json"] else f"“{imported.name}” has been imported."
        )


def import_path(path: Path, user: Any, *, second: bool) -> Event | Evening:
    """Import a file in one of the places for imports. Raises Refused, also where data cannot be
    written."""
    try:
        with import_place():
            return bring_in_path(path, user=user, second=second)
    except (OSError, DatabaseError) as error:
        raise refusal_of(error) from error


def end_with_input() -> None:
    """Interrupt the import once whoever waits for it has gone. Call it in the main thread."""

    def wait() -> None:
        sys.stdin.buffer.read()
        interrupt_main()

    # A server that was started in the background (nohup … &) has handed on that it is ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    Thread(target=wait, daemon=True).start()
