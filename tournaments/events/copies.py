"""Copies of the data, made before an update changes their shape."""

import sqlite3
from contextlib import closing
from pathlib import Path

from django.apps.registry import Apps
from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from tournaments.events.backup import write_backup

KEPT = 5
SUFFIXES = FILE, BACKUP = (".sqlite3", ".zip")


def copy_before_update() -> Path | None:
    """A copy of the data if this version is about to migrate them; the last five are kept.

    SQLite's is the database itself, to be put back by copying; any other is a backup of the version
    before. Raises OSError, sqlite3.Error, django.db.Error or BackupError where it cannot be made.
    """
    executor = MigrationExecutor(connection)
    to_come = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if not (to_come and executor.loader.applied_migrations):
        return None
    folder = Path(settings.VAR_DIR) / "backups"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    name = f"before-update-{timezone.now():%Y-%m-%d-%H%M%S}"
    if connection.vendor == "sqlite":
        path = folder / f"{name}{FILE}"
        _copy_file(path)
    else:
        path = folder / f"{name}{BACKUP}"
        write_backup(path, _shape(executor))
    copies = [one for one in folder.glob("before-update-*") if one.suffix in SUFFIXES]
    for old in sorted(copies)[:-KEPT]:
        old.unlink()
    return path


def _copy_file(path: Path) -> None:
    draft = path.with_suffix(".new")
    try:
        draft.touch(mode=0o600)
        # A connection of its own: one that is in the middle of something would wait for itself.
        source = sqlite3.connect(connection.settings_dict["NAME"])
        with closing(source), closing(sqlite3.connect(draft)) as copy:
            source.backup(copy)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _shape(executor: MigrationExecutor) -> Apps:
    """The models as the migrations made them that were applied so far."""
    loader = executor.loader
    applied = [key for key in loader.applied_migrations if key in loader.graph.nodes]
    return loader.project_state(applied).apps
