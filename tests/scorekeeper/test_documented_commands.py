"""Every command that README, CONTRIBUTING and docs/ name is run as a process of its own on a fresh
installation: it ends well, without a traceback, and what it made can be used.

The list is read from the documents: a command that nothing here knows how to try fails a test.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import urllib.parse
import urllib.request
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql

from tests.documented_commands import (
    ROOT,
    Command,
    commands_in,
    documented_commands,
    documents,
)
from tests.up_process import PATIENCE, UpProcess, local_environment

COMMANDS = documented_commands()
SECRET = "of-this-test-only-and-long-enough-for-an-installation"
# The documents show the files that their commands take.
FILES = {"turns.json": "turn-file.md", "my_game.json": "house-games.md", "evening.json": None}
EVENING = "score-file.md"
CARDS = """Date,Event,Game,Round,Table,Player,Points
1.8.2008,Cottage,Five Hundreds,1,1,Wilhelmina,90
,,,,,Konstantin,70
"""
EXPORT = """
import json
from tournaments.files.event_document import export_event
from tournaments.models import Event
event = Event.objects.filter(evening=None).order_by("pk").first()
host = event.owner.get_username()
print(json.dumps({"host": host, "pk": event.pk, "document": export_event(event)}))
"""
NEWEST = """
import json
from tournaments.files.event_document import export_event
from tournaments.models import Event
event = Event.objects.order_by("pk").last()
print(json.dumps({"pk": event.pk, "document": export_event(event)}))
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
    """An installation with an evening in progress, and an empty one beside it."""

    folder: Path
    env: dict[str, str]
    empty_env: dict[str, str]

    def manage(self, *words: str, env: dict[str, str] | None = None) -> str:
        command = [sys.executable, str(ROOT / "manage.py"), *words]
        return run(command, env or self.env, self.folder)

    def read(self, script: str) -> str:
        return self.manage("shell", "--verbosity", "0", "-c", script).splitlines()[-1]

    @cached_property
    def exported(self) -> dict[str, Any]:
        """Its first evening, with its host."""
        found: dict[str, Any] = json.loads(self.read(EXPORT))
        return found

    @cached_property
    def backup(self) -> Path:
        """A backup of it."""
        path = self.folder / "scorekeeper.zip"
        self.manage("backup", str(path))
        return path


def contents(backup: Path) -> list[str]:
    """The rows of a backup that a restore brings back."""
    with zipfile.ZipFile(backup) as archive:
        lines = archive.read("data.jsonl").decode().splitlines()
    return sorted(line for line in lines if '"tournaments.signin"' not in line)


def free_port() -> str:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return str(listener.getsockname()[1])


def start(env: dict[str, str], *options: str) -> UpProcess:
    return UpProcess(env, "--host", "127.0.0.1", "--port", free_port(), *options)


def sign_in(text: str) -> str:
    """The page to which a printed link leads whoever follows it and presses the button."""
    link = re.search(r"http://[\w.]+:\d+/sign-in/[\w-]+/", text)
    assert link, text
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    page = opener.open(link[0], timeout=PATIENCE).read().decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert token, page
    data = urllib.parse.urlencode({"csrfmiddlewaretoken": token[1]}).encode()
    home: str = opener.open(link[0], data, timeout=PATIENCE).read().decode()
    return home


# --- the commands of manage.py, each with how it is tried -----------------------------------------


def begin(env: dict[str, str], *words: str) -> None:
    """Start the server, sign in by the link that it prints, and stop it."""
    server = start(env, *words)
    try:
        assert "/sign-out/" in sign_in(server.said)
        assert server.stop() == 0
        assert "Traceback" not in server.said
    finally:
        server.end()


def try_up(here: Installation, words: list[str]) -> None:
    begin(here.env, *words)


def try_host(here: Installation, words: list[str]) -> None:
    server = start(here.env)
    try:
        name = {"NAME": "mabel", "FAMILY": "Bakers"}
        said = here.manage("host", *(name.get(word, word) for word in words))
        site = server.said.partition("/sign-in/")[0].split()[-1]
        assert f"{site}/sign-in/" in said
        assert "/sign-out/" in sign_in(said)
    finally:
        server.end()


def try_backup(here: Installation, words: list[str]) -> None:
    assert words == ["FILE"]
    assert len(contents(here.backup)) > 50


def try_restore(here: Installation, words: list[str]) -> None:
    assert words == ["FILE"]
    here.manage("restore", str(here.backup), env=here.empty_env)
    again = here.folder / "again.zip"
    here.manage("backup", str(again), env=here.empty_env)
    assert contents(again) == contents(here.backup)


def try_import_event(here: Installation, words: list[str]) -> None:
    exported = here.exported
    path = here.folder / "exported.json"
    path.write_text(json.dumps(exported["document"]), encoding="utf-8")
    value = {"FILE": str(path), "NAME": exported["host"]}
    said = here.manage("import_event", *(value.get(word, word) for word in words), "--second")
    assert exported["document"]["event"]["name"] in said
    newest = json.loads(here.read(NEWEST))
    assert newest["pk"] > exported["pk"]
    assert newest["document"]["seatings"] == exported["document"]["seatings"]


def try_import_cards(here: Installation, words: list[str]) -> None:
    assert words[:1] == ["FILE"]
    path = here.folder / "cards.csv"
    path.write_text(CARDS, encoding="utf-8")
    planned = json.loads(here.manage("import-cards", str(path), "--dry-run"))
    taken = json.loads(here.manage("import-cards", str(path)))
    assert planned["events"] == taken["events"] == [{"event": "Cottage", "date": "2008-08-01"}]
    assert json.loads(here.read(NEWEST))["document"]["event"]["name"] == "Cottage"


def try_list_formats(here: Installation, words: list[str]) -> None:
    assert words in ([], [">", "docs/formats.md"])
    page = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    assert here.manage("list_formats") == page


def try_records(here: Installation, words: list[str]) -> None:
    assert words == []
    event = here.exported["document"]["event"]
    answer = json.loads(here.manage("records", "--season", "10,8,6", "--left", "1"))
    assert answer.keys() == {"people", "house", "evenings", "season"}
    names = [evening["event"] for evening in answer["evenings"]]
    assert (event["name"] in names) == (event["state"] == "finished")


def try_test(here: Installation, words: list[str]) -> None:
    """What is to be tested is there. The tests themselves are run by those who type it."""
    paths = [word for word in words if word.startswith("tests/")]
    assert all((ROOT / path).exists() for path in paths)


TRIALS: dict[str, Callable[[Installation, list[str]], None]] = {
    "up": try_up,
    "host": try_host,
    "backup": try_backup,
    "restore": try_restore,
    "import-cards": try_import_cards,
    "import_event": try_import_event,
    "list_formats": try_list_formats,
    "records": try_records,
    "test": try_test,
}


def check_command(command: Command, here: Installation) -> None:
    """Try a command of `manage.py`, with the words that a document shows."""
    name, *words = command.words
    assert name in TRIALS
    TRIALS[name](here, words)


DEMO = ("up", "--demo")
WITHOUT_DATA = ("list_formats", "test")
MANAGE = [command for command in COMMANDS if command.program == "manage"]
# `up --demo` is how an installation begins; a file of cards is read with and without --dry-run.
ONCE = {
    command.words[: 1 if command.words[0] == "import-cards" else None]: command
    for command in MANAGE
    if command.words != DEMO
}
TRIED = list(ONCE.values())


def test_every_command_of_the_documents_is_tried_here() -> None:
    unknown = [
        str(command)
        for command in COMMANDS
        if (command.program == "manage" and command.words[0] not in TRIALS)
        or (command.program == "shell" and command.words[0] not in ("cp", "git"))
    ]
    assert not unknown, "say here how they are tried"
    assert {command.words[0] for command in MANAGE} == TRIALS.keys()


def test_commands_are_found_wherever_they_stand() -> None:
    text = "Run `python3\n manage.py sing LOUD` or `restore FILE`."
    text += "\n```\n$ manage.py up   # starts\n```"
    assert [command.words for command in commands_in("a.md", text)] == [
        ("up",),
        ("sing", "LOUD"),
        ("restore", "FILE"),
    ]


# --- on one machine, and on PostgreSQL ------------------------------------------------------------


@pytest.fixture(scope="module")
def laptop(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """One machine, on which the README's first two commands were typed."""
    folder = tmp_path_factory.mktemp("laptop")
    envs = [local_environment(folder / name) for name in ("full", "empty")]
    for name in ("full", "empty"):
        (folder / name).mkdir()
    begin(envs[0], *DEMO[1:])
    return Installation(folder, *envs)


@pytest.fixture(scope="module")
def server_installation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """The same on PostgreSQL, in two databases of the server that DATABASE_URL names."""
    server = os.environ.get("DATABASE_URL", "")
    if not server.startswith("postgres"):
        pytest.skip("needs PostgreSQL")
    folder = tmp_path_factory.mktemp("server")
    envs = []
    with ExitStack() as stack:
        for name in ("full", "empty"):
            database = f"scorekeeper_{name}_{os.getpid()}"
            stack.callback(statement, server, "DROP DATABASE IF EXISTS {} WITH (FORCE)", database)
            statement(server, "CREATE DATABASE {}", database)
            url = urllib.parse.urlsplit(server)._replace(path=f"/{database}").geturl()
            env = local_environment(folder) | {"DATABASE_URL": url, "SECRET_KEY": SECRET}
            env["SCOREKEEPER_VAR"] = str(folder / name)
            envs.append(env)
        begin(envs[0], *DEMO[1:])
        yield Installation(folder, *envs)


def statement(server: str, text: str, database: str) -> None:
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL(text).format(sql.Identifier(database)))


@pytest.mark.parametrize("command", TRIED, ids=str)
def test_it_runs_on_one_machine(command: Command, laptop: Installation) -> None:
    check_command(command, laptop)


@pytest.mark.django_db  # so that it belongs to the tests of databases
@pytest.mark.parametrize(
    "command", [one for one in TRIED if one.words[0] not in WITHOUT_DATA], ids=str
)
def test_it_runs_on_postgresql(command: Command, server_installation: Installation) -> None:
    check_command(command, server_installation)


def test_the_copy_of_an_update_is_put_back_as_the_readme_says(laptop: Installation) -> None:
    """The data are brought to the former version's shape, updated by `up`, and put back."""
    [command] = [one for one in COMMANDS if one.program == "shell" and one.words[0] == "cp"]
    root = laptop.folder / "update"
    env = local_environment(root / "var")
    del env["DATABASE_URL"]
    (root / "var").mkdir(parents=True)
    shutil.copy(laptop.folder / "full" / "data.sqlite3", root / "var" / "scorekeeper.sqlite3")
    newest = sorted(path.stem for path in (ROOT / "tournaments" / "migrations").glob("0*.py"))
    laptop.manage("migrate", "tournaments", newest[-2], "--verbosity", "0", env=env)
    server = start(env)
    assert server.stop() == 0
    assert "A copy of the old data stays in" in server.said
    line = " ".join(command.words).replace("….sqlite3", "*.sqlite3")
    run(["sh", "-c", line], env, root)
    state = laptop.manage("showmigrations", "tournaments", env=env)
    assert f"[X] {newest[-2]}" in state
    assert f"[ ] {newest[-1]}" in state


# --- the engine, and conveniences -----------------------------------------------------------------


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that the documents show."""
    folder = tmp_path_factory.mktemp("files")
    for name, document in FILES.items():
        text = (ROOT / "docs" / (document or EVENING)).read_text(encoding="utf-8")
        block = re.search(r"(?s)```json\n(.*?)```", text)
        assert block
        (folder / name).write_text(block[1], encoding="utf-8")
    return folder


@pytest.mark.parametrize("command", [one for one in COMMANDS if one.program == "rulesets"], ids=str)
def test_the_engine_answers(command: Command, files: Path) -> None:
    turns = command.words[:1] in (("judge",), ("turn",)) or "--turns" in command.words
    values = {"FILE": "turns.json" if turns else "evening.json", "acorns": "hearts"}
    values["GAME"] = "garby-blackjack" if turns else "hearts"
    words = [values.get(word, word) for word in command.words]
    page = None
    if ">" in words:
        page, words = words[-1], words[: words.index(">")]
    if len(words) < 2 and page is None:
        words.append("--help")
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    answer = run([sys.executable, "-m", "rulesets", *words], env, files)
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


@pytest.mark.parametrize("module", ["tests.load", "tests.browser.pictures"])
def test_what_make_starts_says_what_it_takes(module: str) -> None:
    """The options that the documents name are among them."""
    said = run([sys.executable, "-m", module, "--help"], dict(os.environ), ROOT)
    variable = {"tests.load": "LOAD=", "tests.browser.pictures": "PICTURES="}[module]
    options = {
        option
        for path in documents()
        for value in re.findall(rf'{variable}"([^"]+)"', path.read_text(encoding="utf-8"))
        for option in re.findall(r"--\w+", value)
    }
    assert options <= set(re.findall(r"--\w+", said))


@pytest.mark.parametrize("command", [one for one in COMMANDS if one.program == "pytest"], ids=str)
def test_the_tests_that_are_named_are_there(command: Command) -> None:
    paths = [word for word in command.words if word.startswith("tests/")]
    assert paths
    assert all((ROOT / path).exists() for path in paths)
