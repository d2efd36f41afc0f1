"""Bringing in a file by the command, as a server does that must not lose its time over it."""

from __future__ import annotations

import errno
import json
import signal
import subprocess
import sys
from pathlib import Path
from threading import Event as Flag
from threading import Thread
from time import sleep
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse

from tests.tournaments.evening import a_user, play, start
from tournaments.files import import_process
from tournaments.files.event_document import export_event
from tournaments.management import Unusable
from tournaments.models import Event
from tournaments.models.errors import Refused

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
    told = json.loads(file.read_text(encoding="utf-8"))
    told["people"][1]["role"] = "dragon"
    file.write_text(json.dumps(told), encoding="utf-8")
    with pytest.raises(Unusable, match="is here already"):
        call_command("import_event", str(file), "--host", host)
    with pytest.raises(Unusable, match=r"people\[1\]"):
        call_command("import_event", str(file), "--host", host, "--second")
    file.write_text("[]", encoding="utf-8")
    with pytest.raises(Unusable, match="not an exported event"):
        call_command("import_event", str(file), "--host", host)
    assert Event.objects.count() == 1


class CommandHere:
    """The command as the server starts it, run in this process, which sees the test's database."""

    def __init__(self, capsys: Any) -> None:
        self.capsys = capsys
        self.asked: list[str] = []

    def __call__(self, program: list[str], gone: Flag) -> subprocess.CompletedProcess[bytes]:
        assert program[0] == sys.executable
        assert "--attended" in program
        assert not gone.is_set()
        self.asked = [word for word in program[2:] if word != "--attended"]
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
    return client.post(reverse("event_import"), {"file": upload, "second": "on"})


@pytest.fixture
def apart(settings: Any, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> CommandHere:
    settings.IMPORTS_APART = True
    monkeypatch.setattr(import_process, "SHORT", 100)
    ran = CommandHere(capsys)
    monkeypatch.setattr(import_process, "run_attended", ran)
    return ran


def test_the_page_has_all_but_short_files_brought_in_apart(file: Path, apart: CommandHere) -> None:
    answer = sent(file)
    newest = Event.objects.latest("pk")
    assert (answer.status_code, answer["Location"]) == (303, reverse("event", args=[newest.pk]))
    assert apart.asked[0] == "import_event"
    assert apart.asked[2] == f"--host={a_user().get_username()}"


def test_what_is_wrong_in_it_stands_beside_the_field(file: Path, apart: CommandHere) -> None:
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
    monkeypatch.setattr(import_process, "run_attended", lambda *_a: killed)
    answer = sent(file)
    assert answer.status_code == 422
    assert "The import of this file was interrupted. Import it again." in answer.content.decode()


def test_a_short_file_is_read_by_the_server(file: Path, settings: Any, monkeypatch: Any) -> None:
    settings.IMPORTS_APART = True
    monkeypatch.setattr(import_process, "SHORT", 10**9)
    monkeypatch.setattr(import_process, "run_attended", None)
    assert sent(file).status_code == 303


def test_something_that_is_no_file_of_ours() -> None:
    with pytest.raises(Refused):
        import_process.document_in(SimpleUploadedFile("a.json", b"\x1f\x8bno"))


# --- an import that does not come to its end ------------------------------------------------------

SLEEPER = "import sys, time; print('begun', flush=True); time.sleep(60)"
ENDS_WITH_INPUT = """
import os, sys, time
from pathlib import Path
import django
os.environ["DJANGO_SETTINGS_MODULE"] = "scorekeeper.settings"
django.setup()
from tournaments.management.commands.import_event import end_with_input
end_with_input()
Path(sys.argv[1]).touch()
try:
    while True:
        time.sleep(0.01)
except KeyboardInterrupt:
    print("cleaned up")
    raise SystemExit(130)
"""


def remember_processes(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The processes that are started from now on."""
    real, started = subprocess.Popen, []

    def start(*given: Any, **more: Any) -> Any:
        started.append(real(*given, **more))
        return started[-1]

    monkeypatch.setattr(import_process.subprocess, "Popen", start)
    return started


def test_an_import_has_a_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_process, "LONGEST", 0.2)
    monkeypatch.setattr(import_process, "LOOK_SECONDS", 0.1)
    monkeypatch.setattr(import_process, "END_SECONDS", 0.1)
    processes = remember_processes(monkeypatch)
    with pytest.raises(Refused, match="was stopped"):
        import_process.run_attended([sys.executable, "-c", SLEEPER], Flag())
    assert processes[0].returncode == -signal.SIGKILL


@pytest.mark.parametrize("handler", [signal.default_int_handler, signal.SIG_IGN])
def test_an_import_ends_with_its_client(
    handler: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Its input is closed, upon which it removes what it has brought so far; also where the server
    was started in the background, by a shell that has it ignore interrupts."""
    before = signal.signal(signal.SIGINT, handler)
    monkeypatch.setattr(import_process, "LOOK_SECONDS", 0.1)
    at_work, gone = tmp_path / "at work", Flag()
    program = [sys.executable, "-c", ENDS_WITH_INPUT, str(at_work)]
    processes = remember_processes(monkeypatch)

    def leave() -> None:
        while not at_work.exists():
            sleep(0.01)
        gone.set()

    try:
        Thread(target=leave, daemon=True).start()
        with pytest.raises(Refused):
            import_process.run_attended(program, gone)
    finally:
        signal.signal(signal.SIGINT, before)
    assert processes[0].returncode == 130


def test_what_an_import_answers_is_read_to_its_end() -> None:
    program = [sys.executable, "-c", "print('x' * 1_000_000)"]
    assert len(import_process.run_attended(program, Flag()).stdout) == 1_000_001


def test_only_two_imports_run_at_once(file: Path, settings: Any, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path / "var"
    name = a_user().get_username()
    with import_process.import_place():
        call_command("import_event", str(file), "--host", name, "--second")
        with import_process.import_place(), pytest.raises(Unusable, match="2 other files"):
            call_command("import_event", str(file), "--host", name, "--second")
        call_command("import_event", str(file), "--host", name, "--second")
    assert Event.objects.count() == 3


@pytest.mark.parametrize("error", ["database", "system"])
def test_a_full_disk_is_told_of(
    error: str, file: Path, apart: CommandHere, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    def fail(**_given: Any) -> None:
        if error == "system":
            raise OSError(errno.ENOSPC, "No space left on device")
        raise OperationalError("database or disk is full")

    if error == "database" and connection.vendor != "sqlite":
        pytest.skip("these are the words of SQLite")
    monkeypatch.setattr(import_process, "import_document", fail)
    answer = sent(file)
    assert answer.status_code == 422
    text = answer.content.decode()
    assert "The disk of the computer that runs Scorekeeper is full. Nothing was imported." in text
    assert "Traceback" not in caplog.text
    with pytest.raises(Unusable, match="is full"):
        call_command("import_event", str(file), "--host", a_user().get_username(), "--second")


def test_any_other_mistake_is_not_hidden(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_given: Any) -> None:
        raise ValueError("a mistake of the program")

    monkeypatch.setattr(import_process, "import_document", fail)
    with pytest.raises(ValueError, match="a mistake"):
        call_command("import_event", str(file), "--host", a_user().get_username(), "--second")
