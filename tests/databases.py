"""The database of a test run: a copy of one in which all tables were made before."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connection

from tests.up_process import ROOT, copy_migrated, version_of_tables

LOCK = 20_261_130  # of this module on a PostgreSQL server


def create_database() -> None:
    """Create the database of this process and connect to it from now on.

    Migrations take five seconds of processor time, so they run once for all processes.
    """
    name = settings.DATABASES["default"]["TEST"].get("NAME")
    if connection.vendor == "sqlite":
        name = str(name)
        delete_files(name)
        copy_migrated(Path(name))
    else:
        name = name or f"test_{settings.DATABASES['default']['NAME']}"
        copy_on_server(name)
    connection.close()
    for options in (settings.DATABASES["default"], connection.settings_dict):
        options["NAME"] = name


def drop_database() -> None:
    """Remove what `create_database` has created."""
    name = connection.settings_dict["NAME"]
    connection.close()
    if connection.vendor == "sqlite":
        delete_files(name)
        return
    connection.close_pool()
    with connection.creation._nodb_cursor() as cursor:
        cursor.execute(f"DROP DATABASE IF EXISTS {quoted(name)} WITH (FORCE)")


def delete_files(name: str) -> None:
    """Delete a database of SQLite with the files that stand beside it."""
    for ending in ("", "-wal", "-shm"):
        Path(f"{name}{ending}").unlink(missing_ok=True)


def copy_on_server(name: str) -> None:
    """Copy a database with all tables and no rows on a PostgreSQL server."""
    migrated = f"migrated_{version_of_tables()[:16]}"
    with connection.creation._nodb_cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])  # until this connection ends
        cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [migrated])
        if cursor.fetchone() is None:
            draft = quoted(f"{migrated}_draft")
            cursor.execute(f"DROP DATABASE IF EXISTS {draft}")
            cursor.execute(f"CREATE DATABASE {draft}")
            migrate(f"{migrated}_draft")
            cursor.execute(f"ALTER DATABASE {draft} RENAME TO {quoted(migrated)}")
        cursor.execute(f"DROP DATABASE IF EXISTS {quoted(name)} WITH (FORCE)")
        cursor.execute(f"CREATE DATABASE {quoted(name)} TEMPLATE {quoted(migrated)}")


def migrate(name: str) -> None:
    """Make the tables of a database of the server that DATABASE_URL names."""
    url = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "--skip-checks", "--verbosity", "0"],
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": url, "SCOREKEEPER_NO_BOOTSTRAP": "1"},
        check=True,
    )


def quoted(name: str) -> str:
    return connection.ops.quote_name(name)
