"""Every command that README, CONTRIBUTING and docs/ name is run on a fresh installation: it ends
well, without a traceback, and what it made can be used.

The list is read from the documents: a command that nothing here knows how to try fails a test.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.parse
import urllib.request
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import cached_property
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

import pytest

from rulesets.files.cli import main
from scorekeeper import __version__
from tests.documented_commands import (
    ROOT,
    Command,
    documented_commands,
)
from tests.up_process import PATIENCE, Deeds, UpProcess, local_environment, share_collection
from tournaments.db.steps import STEPS

COMMANDS = documented_commands()
# The documents show the files that their commands take.
FILES = {"turns.json": "turn-file.md", "my_game.json": "house-games.md", "evening.json": None}
EVENING = "score-file.md"
CARDS = """Date,Event,Game,Round,Table,Player,Points
1.8.2008,Cottage,Five Hundreds,1,1,Wilhelmina,90
,,,,,Konstantin,70
"""


def run(arguments: list[str], env: dict[str, str], folder: Path) -> str:
    """What a command prints; it has to end well."""
    done = subprocess.run(
        arguments,
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, f"{arguments}: {done.stderr or done.stdout}"
    assert "Traceback" not in done.stdout + done.stderr
    return done.stdout


@dataclass
class Installation:
    """A running installation with an evening in progress, and an empty one beside it."""

    folder: Path
    env: dict[str, str]
    empty_env: dict[str, str]
    server: UpProcess
    host: urllib.request.OpenerDirector  # a browser in which the host is signed in
    deeds: Deeds
    modules: str  # what the process of `deeds` had loaded when it was new

    def manage(self, *words: str, env: dict[str, str] | None = None) -> str:
        """What a command prints: in a process of its own where it is given an environment."""
        if env is None:
            code = "from django.core.management import execute_from_command_line\n"
            return self.deeds.run(f"{code}execute_from_command_line({['manage.py', *words]})")
        return run([sys.executable, str(ROOT / "manage.py"), *words], env, self.folder)

    @property
    def site(self) -> str:
        return self.server.said.partition("/sign-in/")[0].split()[-1]

    @cached_property
    def exported(self) -> dict[str, Any]:
        [(event,)] = read_rows(
            self.env, "SELECT min(id) FROM tournaments_event WHERE evening_id IS NULL"
        )
        with self.host.open(f"{self.site}/events/{event}/export/", timeout=PATIENCE) as answer:
            document: dict[str, Any] = json.loads(answer.read())
        return document

    @cached_property
    def backup(self) -> Path:
        path = self.folder / "scorekeeper.zip"
        self.manage("backup", str(path))
        return path


def read_rows(env: dict[str, str], query: str) -> list[tuple[Any, ...]]:
    """What the database of an installation answers; a process for it would load all of Django."""
    with closing(sqlite3.connect(env["DATABASE_URL"].removeprefix("sqlite:///"))) as database:
        return database.execute(query).fetchall()


def count_rows(backup: Path) -> Counter[str]:
    with zipfile.ZipFile(backup) as archive:
        lines = archive.read("data.jsonl").decode().splitlines()
    models = Counter(str(json.loads(line)["model"]) for line in lines)
    del models["tournaments.signin"]
    return models


def sign_in(text: str) -> urllib.request.OpenerDirector:
    """Follow a printed link and press the button; return the browser, which is then signed in."""
    link = re.search(r"http://[\w.]+:\d+/sign-in/[\w-]+/", text)
    assert link, text
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    page = opener.open(link[0], timeout=PATIENCE).read().decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert token, page
    data = urllib.parse.urlencode({"csrfmiddlewaretoken": token[1]}).encode()
    assert "/sign-out/" in opener.open(link[0], data, timeout=PATIENCE).read().decode()
    return opener


@contextmanager
def run_server(
    env: dict[str, str], *options: str, how: signal.Signals = signal.SIGTERM
) -> Iterator[UpProcess]:
    """A server that finds its port taken, says where it is instead, and stops in order."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        server = UpProcess(env, "--host", "127.0.0.1", "--port", port, *options)
    try:
        assert "is taken; using" in server.said
        assert f"Scorekeeper {__version__} is running." in server.said
        assert ("Added a demonstration" in server.said) == ("--demo" in options)
        yield server
        assert server.stop(how) == 0
        assert server.said.endswith("Stopped. Everything shown as saved is saved.\n")
        assert "Traceback" not in server.said
    finally:
        server.end()


# --- the commands of manage.py, each with how it is tried -----------------------------------------


def try_host(here: Installation, words: list[str]) -> None:
    name = {"NAME": "mabel", "FAMILY": "Bakers"}
    said = here.manage("host", *(name.get(word, word) for word in words))
    assert f"{here.site}/sign-in/" in said
    sign_in(said)


def try_backup(here: Installation, words: list[str]) -> None:
    assert words == ["FILE"]
    assert count_rows(here.backup).total() > 50


def try_restore(here: Installation, words: list[str]) -> None:
    """That each row is what it was is shown in tournaments/files/test_backup.py."""
    assert words == ["FILE"]
    here.manage("restore", str(here.backup), env=here.empty_env)
    for model, count in count_rows(here.backup).items():
        table = model.replace(".", "_")
        assert read_rows(here.empty_env, f"SELECT count(*) FROM {table}") == [(count,)], model


def try_import_event(here: Installation, words: list[str]) -> None:
    document = here.exported
    path = here.folder / "exported.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    value = {"FILE": str(path), "NAME": "host"}
    said = here.manage("import_event", *(value.get(word, word) for word in words), "--second")
    assert document["event"]["name"] in said
    seatings = "SELECT count(*) FROM tournaments_seating WHERE event_id = "
    newest = f"{seatings} (SELECT max(id) FROM tournaments_event)"
    assert read_rows(here.env, newest) == [(len(document["seatings"]),)]


def try_import_cards(here: Installation, words: list[str]) -> None:
    assert words[:1] == ["FILE"]
    path = here.folder / "cards.csv"
    path.write_text(CARDS, encoding="utf-8")
    names = "SELECT name FROM tournaments_event WHERE name = 'Cottage'"
    planned = json.loads(here.manage("import-cards", str(path), "--dry-run"))
    assert read_rows(here.env, names) == []
    taken = json.loads(here.manage("import-cards", str(path)))
    assert planned["events"] == taken["events"] == [{"event": "Cottage", "date": "2008-08-01"}]
    assert read_rows(here.env, names) == [("Cottage",)]


def try_list_formats(here: Installation, words: list[str]) -> None:
    assert words in ([], [">", "docs/formats.md"])
    page = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    assert here.manage("list_formats") == page


def try_records(here: Installation, words: list[str]) -> None:
    assert words == []
    event = here.exported["event"]
    answer = json.loads(here.manage("records", "--season", "10,8,6", "--left", "1"))
    assert answer.keys() == {"people", "house", "evenings", "season"}
    names = [evening["event"] for evening in answer["evenings"]]
    assert (event["name"] in names) == (event["state"] == "finished")


def try_test(here: Installation, words: list[str]) -> None:
    """What is to be tested is there. The tests themselves are run by those who type it."""
    paths = [word for word in words if word.startswith("tests/")]
    assert all((ROOT / path).exists() for path in paths)


TRIALS: dict[str, Callable[[Installation, list[str]], None]] = {
    "host": try_host,
    "backup": try_backup,
    "restore": try_restore,
    "import-cards": try_import_cards,
    "import_event": try_import_event,
    "list_formats": try_list_formats,
    "records": try_records,
    "test": try_test,
}


STARTS = (("up",), ("up", "--demo"))  # how the installation is updated, and how it begins
MANAGE = [command for command in COMMANDS if command.program == "manage"]
# A file of cards is read with and without --dry-run.
ONCE = {
    command.words[: 1 if command.words[0] == "import-cards" else None]: command
    for command in MANAGE
    if command.words not in STARTS
}


def test_every_command_of_the_documents_is_tried_here() -> None:
    unknown = [
        str(command)
        for command in COMMANDS
        if (
            (command.program == "manage" and command.words not in STARTS)
            and command.words[0] not in TRIALS
        )
        or (command.program == "shell" and command.words[0] not in ("cp", "git"))
    ]
    assert not unknown, "say here how they are tried"
    assert {command.words[0] for command in MANAGE} == {"up", *TRIALS}


NEW = """
import sys
from tournaments.db.steps import STEPS
print(*STEPS)
import scorekeeper.urls
print("celery" in sys.modules)
"""


# --- on one machine -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def laptop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """One machine, on which the README's first two commands were typed."""
    folder = tmp_path_factory.mktemp("laptop")
    envs = [local_environment(folder / name) for name in ("full", "empty")]
    for name in ("full", "empty"):
        (folder / name).mkdir()
        share_collection(folder / name)
    with (
        run_server(envs[0], "--demo", how=signal.SIGINT) as server,
        closing(Deeds(envs[0])) as deeds,
    ):
        modules = deeds.run(NEW)
        yield Installation(folder, *envs, server, sign_in(server.said), deeds, modules)


def test_a_process_loads_what_it_needs(laptop: Installation) -> None:
    """A worker that loads no pages brings what it has read up to date by the log, too; a laptop
    spares the memory of a queue. That a queue is used where there is one is shown by the processes
    of the large installation."""
    steps, has_celery = laptop.modules.splitlines()
    assert set(steps.split()) == STEPS.keys()
    assert has_celery == "False"


@pytest.mark.parametrize("command", ONCE.values(), ids=str)
def test_it_runs_on_one_machine(command: Command, laptop: Installation) -> None:
    name, *words = command.words
    assert name in TRIALS
    TRIALS[name](laptop, words)


def test_the_copy_of_an_update_is_put_back_as_the_readme_says(laptop: Installation) -> None:
    """The data are brought to the former version's shape, updated by `up`, and put back."""
    [command] = [one for one in COMMANDS if one.program == "shell" and one.words[0] == "cp"]
    root = laptop.folder / "update"
    env = local_environment(root / "var")
    env["DATABASE_URL"] = f"sqlite:///{root / 'var' / 'scorekeeper.sqlite3'}"
    (root / "var").mkdir(parents=True)
    share_collection(root / "var")
    read_rows(laptop.env, f"VACUUM INTO '{root / 'var' / 'scorekeeper.sqlite3'}'")
    newest = sorted(path.stem for path in (ROOT / "tournaments" / "migrations").glob("0*.py"))
    laptop.manage(
        "migrate", "tournaments", newest[-2], "--skip-checks", "--verbosity", "0", env=env
    )
    migrated = "SELECT name FROM django_migrations WHERE app = 'tournaments' ORDER BY name"
    with run_server(env) as server:
        assert "A copy of the old data stays in" in server.said
        sign_in(server.said)
    assert read_rows(env, migrated)[-1] == (newest[-1],)
    line = " ".join(command.words).replace("….sqlite3", "*.sqlite3")
    run(["sh", "-c", line], env, root)
    assert read_rows(env, migrated)[-1] == (newest[-2],)


# --- the engine, and conveniences -----------------------------------------------------------------


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("files")
    for name, document in FILES.items():
        text = (ROOT / "docs" / (document or EVENING)).read_text(encoding="utf-8")
        block = re.search(r"(?s)```json\n(.*?)```", text)
        assert block
        (folder / name).write_text(block[1], encoding="utf-8")
    return folder


@pytest.mark.parametrize("command", [one for one in COMMANDS if one.program == "rulesets"], ids=str)
def test_the_engine_answers(
    command: Command,
    files: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Without a process, of which rulesets/files/test_cli.py has some."""
    turns = command.words[:1] in (("judge",), ("turn",)) or "--turns" in command.words
    values = {"FILE": "turns.json" if turns else "evening.json", "acorns": "hearts"}
    values["GAME"] = "garby-blackjack" if turns else "hearts"
    words = [values.get(word, word) for word in command.words]
    page = None
    if ">" in words:
        page, words = words[-1], words[: words.index(">")]
    if len(words) < 2 and page is None:
        words.append("--help")
    monkeypatch.chdir(files)
    with ExitStack() as stack:
        if "--help" in words:
            stack.enter_context(pytest.raises(SystemExit, match=r"^0$"))
        assert main(words) == 0
    answer = capsys.readouterr().out
    if page is not None:
        assert answer == (ROOT / page).read_text(encoding="utf-8")
    elif "--help" not in words and words[0] != "list":
        assert json.loads(answer)


@pytest.mark.parametrize("command", [one for one in COMMANDS if one.program == "make"], ids=str)
def test_make_knows_its_target(command: Command, tmp_path: Path) -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(rf"(?m)^{command.words[0]}:", text)
    if shutil.which("make") and (ROOT / ".venv").exists():
        run(["make", "--dry-run", *command.words], dict(os.environ), ROOT)


@pytest.mark.parametrize("command", [one for one in COMMANDS if one.program == "pytest"], ids=str)
def test_the_tests_that_are_named_are_there(command: Command) -> None:
    paths = [word for word in command.words if word.startswith("tests/")]
    assert paths
    assert all((ROOT / path).exists() for path in paths)
