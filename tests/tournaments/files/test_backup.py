"""A whole installation as one file, and back."""

import datetime
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from axes.models import AccessAttempt
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.contrib.sessions.models import Session
from django.core import serializers
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.rulesets.every_game import declared
from tests.tournaments import board_evening as boards
from tournaments.access.services import create_sign_in, make_link
from tournaments.events import services as events
from tournaments.files.backup import (
    BackupError,
    is_empty,
    read_manifest,
    restore_backup,
    write_backup,
)
from tournaments.house_games.services import keep_rules, new_game
from tournaments.management import Unusable
from tournaments.models import (
    Entry,
    Event,
    HouseEdition,
    JoinAttempt,
    Link,
    LogEntry,
    Person,
    Prize,
    ScoreCards,
    family_of,
)
from tournaments.models.event_games import choices

pytestmark = [pytest.mark.sql, pytest.mark.django_db]


@pytest.fixture
def media(settings: Any, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path / "media"
    (settings.MEDIA_ROOT / "print").mkdir(parents=True)
    (settings.MEDIA_ROOT / "print" / "cards.pdf").write_bytes(b"%PDF-1.4 paper")
    return Path(settings.MEDIA_ROOT)


@pytest.fixture
def evening(media: Path) -> Event:
    owner = get_user_model().objects.create(username="host", first_name="Łucja")
    owner.groups.add(Group.objects.create(name="Hosts"))
    event = Event.objects.create(
        owner=owner, name="Łódź", date=datetime.date(2026, 1, 6), game="court-whist", version=9
    )
    for name in ("Ann", "Bo", "Zoë"):
        person = Person.objects.create(name=name)
        Entry.objects.create(event=event, person=person, name=name, role="lady")
    Link.objects.create(event=event, kind=Link.Kind.WALL)
    LogEntry.objects.create(event=event, version=9, who="host", code="test.done", params={"a": [1]})
    Prize.objects.create(
        event=event, position=1, kind="last", title="A spoon", cut_winner=event.entries.first()
    )
    ScoreCards.objects.create(event=event, day="2026", lines=[{"round": 1}], people={"zoë": 3})
    return event


def test_games_of_one_s_own_come_back_and_are_judged(media: Path, tmp_path: Path) -> None:
    owner = get_user_model().objects.create(username="host")
    game = new_game(family=family_of(owner), value=declared("lake_race"))
    keep_rules(family=family_of(owner), name="Two rounds", game=game.slug, options={"rounds": 2})
    event = events.create_event(
        owner=owner, name="Lake", date=datetime.date(2026, 1, 6), game=game.slug
    )
    write_backup(tmp_path / "good.zip")
    restore_backup(tmp_path / "good.zip", force=True)
    assert Event.objects.get(pk=event.pk).declared == event.declared
    assert [choice.name for choice in choices(family_of(owner))[:2]] == ["Lake Race", "Two rounds"]
    for model in (HouseEdition, Event):
        kept = model._default_manager.values_list("declared", flat=True)[0]
        model._default_manager.update(declared='{"name":"{0.__class__}"}')
        write_backup(tmp_path / f"bad-{model.__name__}.zip")
        model._default_manager.update(declared=kept)
        with pytest.raises(BackupError, match="house-lake-race"):
            restore_backup(tmp_path / f"bad-{model.__name__}.zip", force=True)
        assert Event.objects.get(pk=event.pk).declared == event.declared


def everything() -> str:
    models = (get_user_model(), Group, Event, Person, Entry, Link, LogEntry, Prize, ScoreCards)
    rows = [row for model in models for row in model._default_manager.order_by("pk")]
    return serializers.serialize("json", rows)


def rewritten(source: Path, target: Path, **changes: Any) -> Path:
    """The backup with members replaced (None leaves one out)."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            if name not in changes:
                new.writestr(name, old.read(name))
        for name, content in changes.items():
            if content is not None:
                new.writestr(name, content)
    return target


def test_what_was_written_comes_back(evening: Event, media: Path, tmp_path: Path) -> None:
    LogEntry.objects.update(created=datetime.datetime(2026, 1, 6, 20, 15, 3, 123456, datetime.UTC))
    before = everything()
    written = write_backup(tmp_path / "all.zip")
    assert (tmp_path / "all.zip").stat().st_mode & 0o777 == 0o600
    assert written.rows["tournaments.entry"] == 3
    assert written.media == 1
    assert written.rows["tournaments.prize"] == written.rows["tournaments.scorecards"] == 1
    Entry.objects.all().delete()
    Prize.objects.all().delete()
    ScoreCards.objects.all().delete()
    Event.objects.update(name="Changed")
    Person.objects.create(name="Later")
    (media / "print" / "cards.pdf").unlink()
    (media / "later.pdf").write_bytes(b"x")
    assert restore_backup(tmp_path / "all.zip", force=True) == written
    assert everything() == before
    assert LogEntry.objects.get().created.microsecond == 123456
    assert (media / "print" / "cards.pdf").read_bytes() == b"%PDF-1.4 paper"
    assert not (media / "later.pdf").exists()
    # The sequences stand behind the restored rows.
    assert Person.objects.create(name="New").pk > Person.objects.get(name="Zoë").pk


def test_a_refused_backup_leaves_the_numbers_of_new_rows_where_they_were(
    evening: Event, tmp_path: Path
) -> None:
    write_backup(tmp_path / "all.zip")
    later = [Person.objects.create(name=f"Later {number}").pk for number in range(3)]
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        manifest = json.loads(archive.read("manifest.json"))
    manifest["rows"]["tournaments.person"] += 1  # found out at the end, when all rows are in
    damaged = rewritten(
        tmp_path / "all.zip", tmp_path / "damaged.zip", **{"manifest.json": json.dumps(manifest)}
    )
    with pytest.raises(BackupError, match="damaged"):
        restore_backup(damaged, force=True)
    assert Person.objects.create(name="New").pk > max(later)


def test_nothing_is_replaced_unasked(evening: Event, tmp_path: Path) -> None:
    write_backup(tmp_path / "all.zip")
    before = everything()
    assert not is_empty()
    with pytest.raises(BackupError, match="--force"):
        restore_backup(tmp_path / "all.zip")
    assert everything() == before


def test_an_empty_installation_takes_a_backup(evening: Event, tmp_path: Path) -> None:
    write_backup(tmp_path / "all.zip")
    before = everything()
    for model in (LogEntry, Link, Entry, Event, Person, get_user_model(), Group):
        model._default_manager.all().delete()
    assert is_empty()
    restore_backup(tmp_path / "all.zip")
    assert everything() == before


def test_a_file_is_never_overwritten_and_none_half_written(evening: Event, tmp_path: Path) -> None:
    (tmp_path / "all.zip").write_text("precious")
    with pytest.raises(BackupError, match="exists already"):
        write_backup(tmp_path / "all.zip")
    assert (tmp_path / "all.zip").read_text() == "precious"
    with pytest.raises(BackupError, match="cannot be written"):
        write_backup(tmp_path / "no" / "such" / "folder.zip")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all.zip", "media"]


def test_other_zips_are_refused(evening: Event, tmp_path: Path) -> None:
    write_backup(tmp_path / "all.zip")
    for manifest in ("[]", "{", '{"format": 1}', None):
        changed = rewritten(
            tmp_path / "all.zip", tmp_path / "changed.zip", **{"manifest.json": manifest}
        )
        with pytest.raises(BackupError, match="not a backup"):
            read_manifest(changed)


@pytest.mark.parametrize(
    "change", [{"version": 99}, {"migrations": {"tournaments": ["9999_from_the_future"]}}]
)
def test_a_backup_from_a_newer_version_is_refused(
    evening: Event, tmp_path: Path, change: dict[str, Any]
) -> None:
    write_backup(tmp_path / "all.zip")
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        manifest = json.loads(archive.read("manifest.json"))
    changed = rewritten(
        tmp_path / "all.zip",
        tmp_path / "changed.zip",
        **{"manifest.json": json.dumps(manifest | change)},
    )
    with pytest.raises(BackupError, match="newer"):
        read_manifest(changed)


def damaged_copies(path: Path, tmp_path: Path) -> list[Path]:
    with zipfile.ZipFile(path) as archive:
        lines = archive.read("data.jsonl").decode().splitlines()
    entries = [line for line in lines if '"tournaments.entry"' in line]
    orphans = [line for line in lines if '"tournaments.event"' not in line]
    changes: list[dict[str, Any]] = [
        {"data.jsonl": None},
        {"data.jsonl": "\n".join(lines[:-1])},  # a row is missing
        {"data.jsonl": "\n".join([*lines, "{not json"])},
        {"data.jsonl": "\n".join([*lines, entries[0]])},  # a row twice
        {"data.jsonl": "\n".join(orphans)},  # entries of no event
        {"media/../../escaped.txt": "x"},
    ]
    return [
        rewritten(path, tmp_path / f"damaged-{number}.zip", **change)
        for number, change in enumerate(changes)
    ]


def test_a_damaged_backup_changes_nothing(evening: Event, media: Path, tmp_path: Path) -> None:
    write_backup(tmp_path / "all.zip")
    before = everything()
    for path in damaged_copies(tmp_path / "all.zip", tmp_path):
        with pytest.raises(BackupError, match=r"damaged|unsafe"):
            restore_backup(path, force=True)
        assert everything() == before
        assert (media / "print" / "cards.pdf").exists()
    assert not (tmp_path / "escaped.txt").exists()
    assert not (tmp_path.parent / "escaped.txt").exists()


def test_what_is_no_text_stops_no_backup(evening: Event, tmp_path: Path) -> None:
    if connection.vendor != "sqlite":
        return  # no other database keeps it
    LogEntry.objects.update(params={"said": "\ud800"})
    write_backup(tmp_path / "all.zip")
    restore_backup(tmp_path / "all.zip", force=True)
    assert LogEntry.objects.get().params == {"said": "\ud800"}


def test_the_commands_say_what_they_did(
    evening: Event, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "all.zip"
    call_command("backup", str(target))
    assert f"and 1 files to {target}" in capsys.readouterr().out
    call_command("restore", str(target), "--force")
    assert "Restored" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments", [["backup", "{file}"], ["restore", "{file}"], ["restore", "{none}"]]
)
def test_the_commands_refuse_in_one_line(
    evening: Event, tmp_path: Path, arguments: list[str]
) -> None:
    (tmp_path / "file").write_text("not a backup")
    named = [word.format(file=tmp_path / "file", none=tmp_path / "none") for word in arguments]
    with pytest.raises(Unusable) as refused:
        call_command(*named)
    assert refused.value.returncode == 2
    assert "\n" not in str(refused.value)


def signed_in(client: Client) -> bool:
    return client.get(reverse("home")).status_code == 200


def test_a_restore_ends_every_session(evening: Event, tmp_path: Path) -> None:
    """Neither who was signed in before, nor a scorekeeper, nor a sign-in that was used since."""
    link = make_link(event=evening, actor=boards.host(evening), kind="scorekeeper", label="Sam")
    unused = create_sign_in(evening.owner)
    write_backup(tmp_path / "all.zip")
    owner, sam, thief, failing = Client(), Client(), Client(), Client()
    assert owner.post(reverse("sign_in", args=[unused])).status_code == 303
    sam.post(reverse("scorekeeper_in", args=[link.token]))
    failing.post(reverse("sign_in_form"), {"username": "host", "password": "a guess"})
    failing.post(reverse("join"), {"code": "234567"})
    assert JoinAttempt.objects.exists()
    assert signed_in(owner)
    assert signed_in(sam)
    restore_backup(tmp_path / "all.zip", force=True)
    assert not signed_in(owner)
    assert not signed_in(sam)
    assert thief.post(reverse("sign_in", args=[unused])).status_code == 403
    assert not Session.objects.exists()
    assert not AccessAttempt.objects.exists()
    assert not JoinAttempt.objects.exists()
    # The links are those of the file.
    sam.post(reverse("scorekeeper_in", args=[link.token]))
    assert signed_in(sam)


def test_a_backup_of_before_families_is_read(evening: Event, tmp_path: Path) -> None:
    second = get_user_model().objects.create(username="second")
    Event.objects.create(owner=second, name="Theirs", date=evening.date, game=evening.game)
    write_backup(tmp_path / "all.zip")
    with (
        zipfile.ZipFile(tmp_path / "all.zip") as new,
        zipfile.ZipFile(tmp_path / "old.zip", "w") as old,
    ):
        rows = [json.loads(line) for line in new.read("data.jsonl").splitlines()]
        kept = [row for row in rows if row["model"] != "tournaments.family"]
        for row in kept:
            row["fields"].pop("family", None)
        manifest = json.loads(new.read("manifest.json"))
        del manifest["rows"]["tournaments.family"]
        old.writestr("data.jsonl", "\n".join(json.dumps(row) for row in kept))
        old.writestr("manifest.json", json.dumps(manifest | {"media": 0}))
    restore_backup(tmp_path / "old.zip", force=True)
    mine, theirs = Event.objects.order_by("pk")
    assert mine.book == family_of(evening.owner)
    assert theirs.book == family_of(second) != mine.book
