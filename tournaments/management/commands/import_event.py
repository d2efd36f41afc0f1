"""Bring in the file of an event, or of an evening of several games."""

import os
from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import CommandParser
from django.utils import translation

from tournaments.files.imports import import_path
from tournaments.management import Command as BaseCommand
from tournaments.management import Unusable
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

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["file"].is_file():
            raise Unusable(f"There is no file {options['file']}.")
        user = get_user_model()._default_manager.filter(username=options["host"]).first()
        if user is None:
            raise Unusable(f"There is no host {options['host']}.")
        os.nice(NICE)
        with translation.override(options["language"]):
            try:
                imported = import_path(options["file"], user, second=options["second"])
            except Refused as refused:
                raise Unusable(" ".join(map(message, refused.problems))) from refused
        self.stdout.write(f"“{imported.name}” has been imported.")
