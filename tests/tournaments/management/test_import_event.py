"""Bringing in a file by the command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from tests.tournaments.evening import a_user, play, start
from tests.tournaments.files.test_imports import full_disk
from tournaments.files import imports
from tournaments.files.event_document import export_event
from tournaments.management import Unusable
from tournaments.models import Event

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def as_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    """The results of tests are as urgent as ever."""
    monkeypatch.setattr("os.nice", lambda _by: 0)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    event = start(people=8, name="The <first> evening")
    play(event, 1)
    path = tmp_path / "evening.json"
    path.write_text(json.dumps(export_event(event)), encoding="utf-8")
    return path


def test_a_file_comes_in_for_a_host(file: Path, capsys: Any) -> None:
    call_command("import_event", str(file), "--host", a_user().get_username(), "--second")
    assert capsys.readouterr().out == "“The <first> evening” has been imported.\n"
    first, second = Event.objects.order_by("pk")
    assert export_event(second)["seatings"] == export_event(first)["seatings"]
    assert second.family_id == first.family_id


def test_what_cannot_be_brought_in_is_told_in_a_line(file: Path, tmp_path: Path) -> None:
    host = a_user().get_username()
    for path, name, words in (
        (tmp_path / "none.json", host, "There is no file"),
        (file, "nobody", "There is no host nobody."),
    ):
        with pytest.raises(Unusable, match=words):
            call_command("import_event", str(path), "--host", name)
    document = json.loads(file.read_text(encoding="utf-8"))
    document["people"][1]["role"] = "dragon"
    file.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(Unusable, match="is here already"):
        call_command("import_event", str(file), "--host", host)
    with pytest.raises(Unusable, match=r"people\[1\]"):
        call_command("import_event", str(file), "--host", host, "--second")
    file.write_text("[]", encoding="utf-8")
    with pytest.raises(Unusable, match="not an exported event"):
        call_command("import_event", str(file), "--host", host)
    assert Event.objects.count() == 1


def test_only_two_imports_run_at_once(file: Path, settings: Any, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path / "var"
    name = a_user().get_username()
    with imports.import_place():
        call_command("import_event", str(file), "--host", name, "--second")
        with imports.import_place(), pytest.raises(Unusable, match="2 other files"):
            call_command("import_event", str(file), "--host", name, "--second")
        call_command("import_event", str(file), "--host", name, "--second")
    assert Event.objects.count() == 3


@pytest.mark.parametrize("error", ["database", "system"])
def test_a_full_disk_is_told_of(error: str, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if error == "database" and connection.vendor != "sqlite":
        pytest.skip("these are the words of SQLite")
    monkeypatch.setattr(imports, "import_document", full_disk(error))
    with pytest.raises(Unusable, match="is full"):
        call_command("import_event", str(file), "--host", a_user().get_username(), "--second")


def test_any_other_mistake_is_not_hidden(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_given: Any) -> None:
        raise ValueError("a mistake of the program")

    monkeypatch.setattr(imports, "import_document", fail)
    with pytest.raises(ValueError, match="a mistake"):
        call_command("import_event", str(file), "--host", a_user().get_username(), "--second")
