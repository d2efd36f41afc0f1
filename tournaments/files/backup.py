"""Back up a whole installation to one file, and restore it, between SQLite and PostgreSQL in either
direction; and copy the data before an update.

The file is a zip: ``manifest.json`` (what it is and what it holds), ``data.jsonl`` (every row, one
JSON object a line, in Django's serialisation) and ``media/`` (printed papers and the like).
Sessions and counted sign-in attempts are left out. A restore ends all sessions and uses up every
one-time sign-in: everybody signs in again. The links of tables and the like are those of the file
from then on.
"""

import datetime as dt
import json
import os
import secrets
import shutil
import sqlite3
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from io import TextIOWrapper
from pathlib import Path, PurePosixPath
from typing import IO, Any

from django.apps import apps
from django.apps.registry import Apps
from django.conf import settings
from django.core import serializers
from django.core.cache import cache
from django.core.serializers.json import DjangoJSONEncoder
from django.db import OperationalError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import AutoField, JSONField, Max, Model
from django.utils import timezone

from rulesets.engine.clean_text import clean_json
from tournaments.db.import_staging import ROWS
from tournaments.db.sql import count_anew
from tournaments.models import JoinAttempt, SignIn
from tournaments.models.event_games import unsound
from tournaments.models.families import part_families
from tournaments.scores.snapshots import complete_all

FORMAT = "scorekeeper-backup"
FORMAT_VERSION = 1
OF_THIS_MOMENT = {"sessions", "axes"}
LEFT_OUT = {"contenttypes"} | OF_THIS_MOMENT  # migrations create the content types
LEFT_OUT_MODELS = {"auth.permission", "tournaments.joinattempt"}
OURS = "tournaments"
MADE_HERE = {"tournaments.family"}  # the first family exists from the beginning


class BackupError(Exception):
    """A backup that cannot be written or restored; the message says why in one sentence."""


class Exactly(DjangoJSONEncoder):
    """A JSON encoder that keeps microseconds; Django's own cuts moments to milliseconds."""

    def default(self, o: Any) -> Any:
        return o.isoformat() if isinstance(o, dt.datetime) else super().default(o)


@dataclass(frozen=True, slots=True)
class Manifest:
    """The description that a backup contains of itself."""

    format: str
    version: int
    created: str  # ISO 8601, with the zone
    migrations: dict[str, list[str]]
    rows: dict[str, int]
    media: int


def write_backup(path: Path, shape: Apps = apps) -> Manifest:
    """Write everything into a new file, which appears only when it is complete; return its
    manifest.

    `shape` are the models as the database has them, if it is that of an earlier version. Raises
    BackupError if the file exists or cannot be written.
    """
    if path.exists():
        raise BackupError(f"{path} exists already; choose another name.")
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        # It contains password hashes and the token of every link: nobody else may read it.
        draft.touch(mode=0o600)
        with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as archive:
            manifest = _fill(archive, shape)
        draft.replace(path)
    except OSError as error:
        raise BackupError(f"{path} cannot be written: {error.strerror}.") from error
    finally:
        draft.unlink(missing_ok=True)
    return manifest


def read_manifest(path: Path) -> Manifest:
    """The manifest of a file. Raises BackupError if it is no backup, or too new."""
    try:
        with zipfile.ZipFile(path) as archive:
            manifest = Manifest(**json.loads(archive.read("manifest.json")))
            _check_manifest(manifest)
    except OSError as error:
        raise BackupError(f"{path} cannot be read: {error.strerror or error}.") from error
    except Exception as error:  # a damaged zip raises anything
        raise BackupError(f"{path} is not a backup of Scorekeeper, or is damaged.") from error
    own_migrations = set(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)
    newer = {
        (app, name) for app, names in manifest.migrations.items() for name in names
    } - own_migrations
    if manifest.version > FORMAT_VERSION or newer:
        raise BackupError(f"{path} was made by a newer Scorekeeper; update this one first.")
    return manifest


def _check_manifest(manifest: Manifest) -> None:
    texts = [manifest.format, manifest.created, *manifest.migrations, *manifest.rows]
    texts += [name for names in manifest.migrations.values() for name in names]
    numbers = [manifest.version, manifest.media, *manifest.rows.values()]
    if manifest.format != FORMAT or not all(isinstance(text, str) for text in texts):
        raise ValueError("no manifest of a backup")
    if not all(type(number) is int for number in numbers):
        raise ValueError("no manifest of a backup")


def is_empty() -> bool:
    """Whether this installation contains nothing that a person made."""
    return not any(
        model._base_manager.exists()
        for model in _models()
        if not model._meta.auto_created and model._meta.label_lower not in MADE_HERE
    )


def restore_backup(path: Path, *, force: bool = False) -> Manifest:
    """Replace this installation's data by that of the file, all or nothing; return the file's
    manifest.

    Raises BackupError if the file is unfit, or if there is data here already and ``force`` is not
    set.
    """
    manifest = read_manifest(path)
    if not force and not is_empty():
        raise BackupError("There are already people or events here; --force replaces them all.")
    try:
        with zipfile.ZipFile(path) as archive:
            _check_whole(archive)
            with _new_media(archive, manifest) as put_in_place, transaction.atomic():
                _empty_tables()
                _load(archive, manifest)
                connection.check_constraints()
                _end_sessions()
                put_in_place()
    except BackupError:
        raise
    except (OSError, OperationalError) as error:
        raise BackupError(f"The backup cannot be restored: {_line(error)}") from error
    except Exception as error:  # a damaged zip or row raises anything
        raise BackupError(f"{path} is damaged: {_line(error)}") from error
    cache.clear()
    complete_all()
    return manifest


def _line(error: Exception) -> str:
    line = " ".join(str(error).split())[:300] or type(error).__name__
    return line.encode("utf-8", "backslashreplace").decode()


def _fill(archive: zipfile.ZipFile, shape: Apps) -> Manifest:
    rows: Counter[str] = Counter()
    outermost = not connection.in_atomic_block
    with _only_reading(), transaction.atomic():
        # All tables as of one moment; SQLite does that anyway.
        if connection.vendor == "postgresql" and outermost:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        with archive.open("data.jsonl", "w", force_zip64=True) as raw:
            text = TextIOWrapper(raw, encoding="utf-8")
            serializers.serialize(
                "jsonl",
                _rows(rows, shape),
                stream=text,
                use_natural_foreign_keys=True,
                cls=Exactly,
                ensure_ascii=True,  # so that invalid text cannot stop a backup
            )
            text.flush()
            text.detach()
    media = 0
    root = Path(settings.MEDIA_ROOT)
    for path in sorted(root.rglob("*")) if root.is_dir() else ():
        if path.is_file() and not path.is_symlink():
            archive.write(path, f"media/{path.relative_to(root).as_posix()}")
            media += 1
    now = timezone.now().isoformat()
    manifest = Manifest(FORMAT, FORMAT_VERSION, now, _migrations(), dict(rows), media)
    archive.writestr("manifest.json", json.dumps(asdict(manifest), indent=1))
    return manifest


@contextmanager
def _only_reading() -> Iterator[None]:
    """On SQLite, begin transactions without waiting for the one writer, or blocking it."""
    if connection.vendor != "sqlite":
        yield
        return
    sqlite: Any = connection
    sqlite.ensure_connection()  # a connection has its mode once it is open
    usual, sqlite.transaction_mode = sqlite.transaction_mode, "DEFERRED"
    try:
        yield
    finally:
        sqlite.transaction_mode = usual


def _models(shape: Apps = apps) -> list[type[Model]]:
    """The models that a backup holds; those of many-to-many fields last."""
    models = [
        model
        for model in shape.get_models(include_auto_created=True)
        if model._meta.app_label not in LEFT_OUT
        and model._meta.label_lower not in LEFT_OUT_MODELS
        and model._meta.managed
        and not model._meta.proxy
    ]
    return sorted(models, key=lambda model: bool(model._meta.auto_created))


def _rows(count: Counter[str], shape: Apps) -> Iterator[Model]:
    """Every row, counted under its model's label; without those of an import in progress."""
    ways = _ways_to_imports(shape)
    for model in _models(shape):
        if model._meta.auto_created:
            continue  # written with the rows that they join
        rows = model._base_manager.order_by("pk")
        if model._meta.label_lower in ways:
            rows = rows.filter(**{f"{ways[model._meta.label_lower]}heartbeat": None})
        for row in rows.iterator(chunk_size=2000):
            count[model._meta.label_lower] += 1
            yield row


def _ways_to_imports(shape: Apps) -> dict[str, str]:
    """For each table that an import may be writing to, the lookup to its heartbeat."""
    family = next((m for m in shape.get_models() if m._meta.label == "tournaments.Family"), None)
    if family is None or "heartbeat" not in {field.name for field in family._meta.fields}:
        return {}
    if not family._base_manager.exclude(heartbeat=None).exists():
        return {}
    ways = {model._meta.label_lower: f"{way}__" for model, way in ROWS.items()}
    return {**ways, "tournaments.family": ""}


def _migrations() -> dict[str, list[str]]:
    """The migrations applied here, by app."""
    names: dict[str, list[str]] = {}
    for app, name in sorted(MigrationRecorder(connection).applied_migrations()):
        if app not in LEFT_OUT:
            names.setdefault(app, []).append(name)
    return names


def _empty_tables() -> None:
    """Delete all rows without Django's cascade: foreign keys are checked at the end of the
    transaction."""
    for model in reversed(_models()):
        query: Any = model._base_manager.all()
        query._raw_delete(query.db)


def _end_sessions() -> None:
    """Make sure that no session lets anybody in under a user id of the backup, and no sign-in that
    was unused when the file was written; attempts are counted from 0."""
    for label in sorted(OF_THIS_MOMENT):
        for model in reversed(list(apps.get_app_config(label).get_models())):
            model._base_manager.all().delete()
    SignIn.objects.all().delete()
    JoinAttempt.objects.all().delete()


def _check_whole(archive: zipfile.ZipFile) -> None:
    if broken := archive.testzip():
        raise BackupError(f"The backup is damaged: {broken!r} cannot be read.")


def _load(archive: zipfile.ZipFile, manifest: Manifest) -> None:
    count: Counter[str] = Counter()
    with archive.open("data.jsonl") as raw:
        lines: IO[str] = TextIOWrapper(raw, encoding="utf-8")
        for row in serializers.deserialize("jsonl", lines, ignorenonexistent=True):
            _clean(row.object)
            row.save(force_insert=True)
            count[row.object._meta.label_lower] += 1
    _raise_sequences()
    count_anew(*_models())
    if wrong := unsound():
        raise BackupError(f"The backup is damaged: {wrong}")
    if "tournaments.family" not in manifest.rows:  # made before there were families
        part_families(apps)
    if count != Counter(manifest.rows):
        raise BackupError("The backup is damaged: it does not hold the rows that it lists.")


def _clean(row: Model) -> None:
    """Remove invisible characters from a row's texts: an earlier version may have accepted them.
    Unique values stay as they are, and so do texts that would become empty."""
    alone = {
        name for constraint in row._meta.total_unique_constraints for name in constraint.fields
    }
    for field in row._meta.concrete_fields if row._meta.app_label == OURS else ():
        value = getattr(row, field.attname)
        if isinstance(field, JSONField) or (
            isinstance(value, str) and not field.unique and field.name not in alone
        ):
            setattr(row, field.attname, clean_json(value) or value)


def _raise_sequences() -> None:
    """Let PostgreSQL number new rows after the restored ones.

    A sequence is only ever raised: it ignores rollbacks, so one set back to the numbers of a backup
    that is refused in the end would give out ids that the former rows still have.
    """
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        for model in _models():
            key = model._meta.pk
            if not isinstance(key, AutoField):
                continue
            highest = model._base_manager.aggregate(highest=Max("pk"))["highest"] or 1
            cursor.execute(
                "SELECT setval(seq::regclass, GREATEST(nextval(seq::regclass), %s))"
                " FROM pg_get_serial_sequence(%s, %s) AS seq",
                [highest, connection.ops.quote_name(model._meta.db_table), key.column],
            )


@contextmanager
def _new_media(archive: zipfile.ZipFile, manifest: Manifest) -> Iterator[Callable[[], None]]:
    """Unpack the file's media beside those that are here; yields a function that puts them in
    place.

    If something fails after that, the former media come back. A name that leads out of the folder
    is refused.
    """
    root = Path(settings.MEDIA_ROOT)
    fresh = root.with_name(f"{root.name}.{secrets.token_hex(4)}.new")
    former = fresh.with_suffix(".former")
    inside = [name for name in archive.namelist() if name.startswith("media/")]
    if len(inside) != manifest.media:
        raise BackupError("The backup is damaged: it does not hold the files that it lists.")
    for name in inside:
        _unpack(archive, name, fresh)

    def put_in_place() -> None:
        if root.is_dir():
            root.rename(former)
        if inside:
            fresh.rename(root)

    try:
        yield put_in_place
    except BaseException:
        if former.is_dir():
            shutil.rmtree(root, ignore_errors=True)
            former.rename(root)
        raise
    finally:
        for folder in (fresh, former):
            shutil.rmtree(folder, ignore_errors=True)


def _unpack(archive: zipfile.ZipFile, name: str, folder: Path) -> None:
    parts = PurePosixPath(name).parts
    if ".." in parts or name.endswith("/") or "\\" in name or "\0" in name:
        raise BackupError(f"The backup holds a file with an unsafe name: {name!r}.")
    target = folder.joinpath(*parts[1:])
    target.parent.mkdir(parents=True, exist_ok=True)
    with archive.open(name) as source, target.open("wb") as copy:
        shutil.copyfileobj(source, copy)


COPIES = 5
SUFFIXES = FILE, BACKUP = (".sqlite3", ".zip")


def copy_before_update() -> Path | None:
    """Copy the data if this version is about to migrate them, and return the path; the last five
    copies are kept.

    For SQLite it is the database itself, to be copied back; for any other a backup of the former
    version. Raises OSError, sqlite3.Error, django.db.Error or BackupError if it cannot be made.
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
    copies = [path for path in folder.glob("before-update-*") if path.suffix in SUFFIXES]
    for old in sorted(copies)[:-COPIES]:
        old.unlink()
    return path


def _copy_file(path: Path) -> None:
    draft = path.with_suffix(".new")
    try:
        draft.touch(mode=0o600)
        # A connection of its own: one inside a transaction would wait for itself.
        source = sqlite3.connect(connection.settings_dict["NAME"])
        with closing(source), closing(sqlite3.connect(draft)) as copy:
            source.backup(copy)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _shape(executor: MigrationExecutor) -> Apps:
    """The models as of the migrations that are applied."""
    loader = executor.loader
    applied = [key for key in loader.applied_migrations if key in loader.graph.nodes]
    return loader.project_state(applied).apps
