"""Damaged backups are refused with nothing changed, whatever the damage is."""

from __future__ import annotations

import json
import zipfile
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core import serializers

from tests.faults.event_files import mutated
from tests.faults.rounds import rounds
from tests.tournaments import board_evening, evening
from tests.tournaments.files.test_backup import rewritten
from tournaments.files import backup

pytestmark = [pytest.mark.faults, pytest.mark.django_db]
PAPER = b"%PDF-1.4 paper"


class Installation:
    """Two evenings and a paper, the backup of them, and whether they are still what they were."""

    def __init__(self, folder: Path, media: Path) -> None:
        self.folder, self.paper = folder, media / "print" / "cards.pdf"
        self.paper.parent.mkdir(parents=True)
        self.paper.write_bytes(PAPER)
        evening.play(evening.start(people=4), sets=1)
        board_evening.play(board_evening.start(board_evening.GOLF, 3), most=3)
        self.file = folder / "all.zip"
        backup.write_backup(self.file)
        self.rows = self.everything()

    def everything(self) -> list[str]:
        models = [model for model in backup._models() if not model._meta.auto_created]
        rows = (model._base_manager.order_by("pk") for model in models)
        return [serializers.serialize("json", some) for some in rows]

    def is_as_it_was(self, damaged: Path, change: Any) -> None:
        """A damaged file was refused, or gave what was there."""
        damaged.unlink()
        assert self.everything() == self.rows, change
        assert self.paper.read_bytes() == PAPER, change
        assert {path.name for path in self.folder.iterdir()} == {"all.zip", "media"}, change


@pytest.fixture
def installation(settings: Any, tmp_path: Path) -> Installation:
    settings.MEDIA_ROOT = tmp_path / "media"
    return Installation(tmp_path, settings.MEDIA_ROOT)


def test_bytes_that_changed_or_are_lost(installation: Installation) -> None:
    whole, rng = installation.file.read_bytes(), Random(8)
    for number in range(rounds(short=30, long=20_000)):
        damaged = installation.folder / "bytes.zip"
        damaged.write_bytes(damage(whole, rng))
        with suppress(backup.BackupError):
            backup.restore_backup(damaged, force=True)
        installation.is_as_it_was(damaged, number)


def test_members_of_another_kind(installation: Installation) -> None:
    for change in strange_members(installation.file):
        damaged = rewritten(installation.file, installation.folder / "member.zip", **change)
        with suppress(backup.BackupError):
            backup.restore_backup(damaged, force=True)
        installation.is_as_it_was(damaged, change)


def test_any_value_in_any_row(installation: Installation) -> None:
    """Refused with nothing changed; or taken, and the whole backup brings back what was there."""
    with zipfile.ZipFile(installation.file) as archive:
        lines = archive.read("data.jsonl").decode().splitlines()
    rng = Random(9)
    for _number in range(rounds(short=30, long=20_000)):
        place = rng.randrange(len(lines))
        row = mutated(json.loads(lines[place]), rng)
        changed = "\n".join([*lines[:place], json.dumps(row), *lines[place + 1 :]])
        damaged = installation.folder / "row.zip"
        rewritten(installation.file, damaged, **{"data.jsonl": changed})
        with suppress(backup.BackupError):
            backup.restore_backup(damaged, force=True)
            backup.restore_backup(installation.file, force=True)
        installation.is_as_it_was(damaged, row)


def damage(whole: bytes, rng: Random) -> bytes:
    place, other = sorted(rng.randrange(len(whole)) for _end in range(2))
    kind = rng.randrange(4)
    if kind == 0:
        return whole[:place]
    if kind == 1:
        return whole[:place] + whole[other:]
    if kind == 2:
        return whole[:other] + whole[place:]
    changed = bytearray(whole)
    for _byte in range(rng.randint(1, 12)):
        changed[rng.randrange(len(whole))] = rng.randrange(256)
    return bytes(changed)


def strange_members(path: Path) -> list[dict[str, Any]]:
    with zipfile.ZipFile(path) as archive:
        manifest = json.loads(archive.read("manifest.json"))
        lines = archive.read("data.jsonl").decode().splitlines()
    values: tuple[Any, ...] = (None, 1, "x", [], {}, [1], {"x": "y"}, 1.5, True, "2026")
    changes = [
        {"manifest.json": json.dumps(manifest | {field: value})}
        for field in manifest
        for value in values
        if manifest[field] != value and field != "created"
    ]
    row = json.loads(next(line for line in lines if '"tournaments.event"' in line))
    rest = [line for line in lines if '"tournaments.event"' not in line]
    strange: list[Any] = [*values, {"model": 3}, {"model": "tournaments.event"}]
    strange += [{**row, "fields": value} for value in values]
    strange += [{**row, "pk": value} for value in ([], {}, "x", 2**70)]
    strange += [
        {**row, "fields": {**row["fields"], field: value}}
        for field in ("date", "owner", "options", "version", "name")
        for value in ([], {}, "x", -(2**70), None)
        if field != "options" or value is None
        if (field, value) != ("name", "x")
    ]
    changes += [{"data.jsonl": "\n".join([json.dumps(one), *rest])} for one in strange]
    changes += [{"data.jsonl": raw} for raw in (b"\xff\xfe", b"[" * 5000, b"", b"\0" * 99)]
    return changes
