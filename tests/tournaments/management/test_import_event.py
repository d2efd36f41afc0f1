"""Bringing in a file by the command, as a server does that must not lose its time over it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.tournaments.evening import a_user, play, start
from tournaments.files import import_process
from tournaments.files.event_document import export_event
from tournaments.management import Unusable
from tournaments.models import Event
from tournaments.models.errors import Refused

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("few_pages")]


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
    call_command("import_event", str(file), "--host", a_user().get_username())
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
    told = json.loads(file.read_text(encoding="utf-8"))
    told["people"][1]["role"] = "dragon"
    file.write_text(json.dumps(told), encoding="utf-8")
    with pytest.raises(Unusable, match=r"people\[1\]"):
        call_command("import_event", str(file), "--host", host)
    file.write_text("[]", encoding="utf-8")
    with pytest.raises(Unusable, match="not an exported event"):
        call_command("import_event", str(file), "--host", host)
    assert Event.objects.count() == 1


class Ran:
    """The command as the server starts it, run in this process, which sees the test's database."""

    def __init__(self, capsys: Any) -> None:
        self.capsys = capsys
        self.asked: list[str] = []

    def __call__(self, program: list[str], **_given: Any) -> subprocess.CompletedProcess[bytes]:
        assert program[0] == sys.executable
        self.asked = program[2:]
        status = 0
        try:
            call_command(*self.asked)
        except SystemExit as end:
            status = int(end.code or 0)
        out = self.capsys.readouterr().out.encode()
        return subprocess.CompletedProcess(program, status, out, b"")


def sent(file: Path) -> Any:
    client = Client()
    client.force_login(a_user())
    upload = SimpleUploadedFile("evening.json", file.read_bytes())
    return client.post(reverse("event_import"), {"file": upload})


@pytest.fixture
def apart(settings: Any, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> Ran:
    settings.IMPORTS_APART = True
    monkeypatch.setattr(import_process, "SHORT", 100)
    ran = Ran(capsys)
    monkeypatch.setattr(import_process.subprocess, "run", ran)
    return ran


def test_the_page_has_all_but_short_files_brought_in_apart(file: Path, apart: Ran) -> None:
    answer = sent(file)
    newest = Event.objects.latest("pk")
    assert (answer.status_code, answer["Location"]) == (303, reverse("event", args=[newest.pk]))
    assert apart.asked[0] == "import_event"
    assert apart.asked[2] == f"--host={a_user().get_username()}"


def test_what_is_wrong_in_it_stands_beside_the_field(file: Path, apart: Ran) -> None:
    told = json.loads(file.read_text(encoding="utf-8"))
    told["people"][1]["role"] = "dragon"
    file.write_text(json.dumps(told), encoding="utf-8")
    answer = sent(file)
    assert answer.status_code == 422
    assert "people[1].role" in answer.content.decode()
    assert Event.objects.count() == 1
    assert apart.asked


def test_a_process_that_was_killed_is_told_of(
    file: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.IMPORTS_APART = True
    monkeypatch.setattr(import_process, "SHORT", 100)
    killed = subprocess.CompletedProcess([], -9, b"", b"Killed")
    monkeypatch.setattr(import_process.subprocess, "run", lambda *_a, **_k: killed)
    answer = sent(file)
    assert answer.status_code == 422
    assert "The import of this file was interrupted. Import it again." in answer.content.decode()


def test_a_short_file_is_read_by_the_server(file: Path, settings: Any, monkeypatch: Any) -> None:
    settings.IMPORTS_APART = True
    monkeypatch.setattr(import_process, "SHORT", 10**9)
    monkeypatch.setattr(import_process.subprocess, "run", None)
    assert sent(file).status_code == 303


def test_something_that_is_no_file_of_ours() -> None:
    with pytest.raises(Refused):
        import_process.document_in(SimpleUploadedFile("a.json", b"\x1f\x8bno"))
