"""Write the whole installation into one file."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from tournaments.files.backup import BackupError, write_backup
from tournaments.management import Command as BaseCommand
from tournaments.management import Unusable


class Command(BaseCommand):
    """Write the whole installation into one file."""

    help = "Write the whole installation (people, events, results, papers) into one file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a new file, such as scorekeeper.zip")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            written = write_backup(options["file"])
        except BackupError as error:
            raise Unusable(str(error)) from error
        rows = sum(written.rows.values())
        self.stdout.write(f"Wrote {rows} rows and {written.media} files to {options['file']}.")
