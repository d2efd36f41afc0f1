"""Copies of the data of one machine, made before an update changes their shape."""

import sqlite3
from contextlib import closing
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

KEPT = 5
SUFFIX = ".sqlite3"


def copy_before_update() -> Path | None:
    """A copy of the database if this version is about to migrate it; the last five are kept.

    A large installation is backed up by its own means. Raises OSError or sqlite3.Error where the
    copy cannot be made.
    """
    if connection.vendor != "sqlite" or not _is_about_to_change():
        return None
    folder = Path(settings.VAR_DIR) / "backups"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"before-update-{timezone.now():%Y-%m-%d-%H%M%S}{SUFFIX}"
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
    for old in sorted(folder.glob(f"before-update-*{SUFFIX}"))[:-KEPT]:
        old.unlink()
    return path


def _is_about_to_change() -> bool:
    """Whether there are migrations to come, and some were made before."""
    executor = MigrationExecutor(connection)
    to_come = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return bool(to_come and executor.loader.applied_migrations)
