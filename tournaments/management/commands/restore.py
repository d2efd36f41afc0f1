"""Put a backup in the place of what is here."""

from datetime import timedelta
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import CommandParser

from tournaments.db.import_staging import remove_broken
from tournaments.files.backup import BackupError, read_manifest, restore_backup
from tournaments.management import Command as BaseCommand
from tournaments.management import Unusable


class Command(BaseCommand):
    """Put a backup in the place of what is here."""

    help = "Restore a whole installation from a backup file. Stop the server first."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a file written by the backup command")
        parser.add_argument(
            "--force",
            action="store_true",
            help="replace the people and events that are already here",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["file"].is_file():
            raise Unusable(f"There is no file {options['file']}.")
        try:
            read_manifest(options["file"])
            call_command("migrate", verbosity=0, interactive=False)
            remove_broken(timedelta())
            restored = restore_backup(options["file"], force=options["force"])
        except BackupError as error:
            raise Unusable(str(error)) from error
        rows = sum(restored.rows.values())
        self.stdout.write(
            f"Restored {rows} rows and {restored.media} files, as they were at {restored.created}."
            " Everybody has to sign in again."
        )
