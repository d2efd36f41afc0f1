"""One command starts everything, says where to go, and stops in order."""

import io
import os
import re
import sqlite3
import threading
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import segno
from django.apps.registry import Apps
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import ProgrammingError, connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client

from tournaments.access.services import use_sign_in
from tournaments.files.backup import copy_before_update, restore_backup
from tournaments.management import Unusable, sign_in_links
from tournaments.management.commands import up
from tournaments.management.commands.up import (
    Command,
    has_screen,
    listen,
    local_host,
    missing_fonts,
    port_number,
)
from tournaments.models import Person


@pytest.mark.parametrize("text", ["", "-1", "65536", "http", "80.5", "８０"])
def test_what_is_no_port(text: str) -> None:
    with pytest.raises(ArgumentTypeError):
        port_number(text)


def test_a_taken_port_gives_way_to_the_next_free_one() -> None:
    with listen("127.0.0.1", 0) as first:
        taken = first.getsockname()[1]
        with listen("127.0.0.1", taken) as second:
            assert taken < second.getsockname()[1] < taken + 20


def test_an_address_of_another_machine_is_refused() -> None:
    with pytest.raises(Unusable, match=r"Cannot listen on 203\.0\.113\.1"):
        listen("203.0.113.1", 0)


@pytest.fixture
def older(settings: Any, tmp_path: Path) -> Path:
    """A database of the version before the last migration; where copies of it go."""
    settings.VAR_DIR = tmp_path
    with connection.cursor() as cursor:
        last = "(SELECT max(id) FROM django_migrations WHERE app = 'tournaments')"
        cursor.execute(f"DELETE FROM django_migrations WHERE id = {last}")
    return tmp_path / "backups"


sqlite = pytest.mark.skipif("connection.vendor != 'sqlite'", reason="one machine's own database")


@sqlite
@pytest.mark.sql
@pytest.mark.django_db
def test_before_an_update_the_data_are_copied(older: Path) -> None:
    get_user_model().objects.create(username="mabel")
    copied = copy_before_update()
    assert copied
    assert copied.parent == older
    assert copied.stat().st_mode & 0o777 == 0o600
    assert older.stat().st_mode & 0o777 == 0o700
    with closing(sqlite3.connect(copied)) as copy:
        assert copy.execute("SELECT count(*) FROM django_migrations").fetchone()[0] > 10


@sqlite
@pytest.mark.sql
@pytest.mark.django_db
def test_the_last_five_copies_are_kept(older: Path) -> None:
    older.mkdir()
    for day in range(1, 8):
        (older / f"before-update-2020-01-0{day}-120000.sqlite3").touch()
    copied = copy_before_update()
    names = sorted(path.name for path in older.iterdir())
    assert len(names) == 5
    assert copied
    assert names[-1] == copied.name
    assert names[0].startswith("before-update-2020-01-04")


@pytest.mark.django_db
def test_without_an_update_nothing_is_copied(settings: Any, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path
    assert copy_before_update() is None
    assert not list(tmp_path.iterdir())


@pytest.fixture
def former_shape() -> Iterator[Apps]:
    """The models of an earlier version, to whose shape the database was brought back."""
    earlier = [("tournaments", "0044_photos")]
    call_command("migrate", *earlier[0], verbosity=0)
    yield MigrationExecutor(connection).loader.project_state(earlier).apps
    call_command("migrate", verbosity=0)


@pytest.mark.skipif("connection.vendor == 'sqlite'", reason="what is no file is backed up")
@pytest.mark.sql
@pytest.mark.django_db(transaction=True)
def test_a_larger_installation_is_backed_up_in_its_former_shape(
    former_shape: Apps, settings: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.VAR_DIR, settings.MEDIA_ROOT = tmp_path, tmp_path / "media"
    mabel = former_shape.get_model("auth.User").objects.create(username="mabel")
    family = former_shape.get_model("tournaments.Family").objects.create(name="Bakers")
    former_shape.get_model("tournaments.Person").objects.create(name="Ann", family=family)
    with connection.cursor() as cursor, pytest.raises(ProgrammingError):
        cursor.execute("SELECT awards_off FROM tournaments_event")
    Command().update()
    [copied] = (tmp_path / "backups").iterdir()
    assert str(copied) in capsys.readouterr().out
    assert copied.stat().st_mode & 0o777 == 0o600
    Person.objects.all().delete()
    restore_backup(copied, force=True)
    assert Person.objects.get().name == "Ann"
    assert get_user_model().objects.get().pk == mabel.pk
    assert copy_before_update() is None


@sqlite
@pytest.mark.sql
@pytest.mark.django_db
def test_data_that_cannot_be_copied_are_not_updated(older: Path) -> None:
    older.write_text("a file in the way")
    with pytest.raises(Unusable, match="was not updated"):
        Command().update()


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.20"])
def test_the_insides_are_not_shown_to_a_network(settings: Any, host: str) -> None:
    settings.DEBUG = True
    with pytest.raises(Unusable, match="DEBUG"):
        call_command("up", "--host", host)


@pytest.mark.django_db
def test_a_host_gets_one_account_and_a_link(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("host", "mabel")
    token = re.search(r"/sign-in/([\w-]+)/", capsys.readouterr().out)
    assert token
    user = use_sign_in(token[1])
    assert user
    assert user.get_username() == "mabel"
    assert use_sign_in(token[1]) is None
    call_command("host", "mabel")
    assert get_user_model().objects.count() == 1
    first = local_host()
    assert not first.has_usable_password()
    assert local_host() == first
    assert get_user_model().objects.count() == 1
    with pytest.raises(Unusable) as refused:
        call_command("host", "a b")
    assert refused.value.returncode == 2
    get_user_model().objects.create(username="gone", is_active=False)
    with pytest.raises(Unusable, match="closed"):
        call_command("host", "gone")


class Console(io.StringIO):
    """A window in which the program is started."""

    def __init__(self, encoding: str = "utf-8", *, looked_at: bool = True) -> None:
        super().__init__()
        self.known, self.looked_at = encoding, looked_at

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self.known

    def isatty(self) -> bool:
        return self.looked_at


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal of eighty by twenty-four with colours."""
    monkeypatch.setattr(sign_in_links, "supports_color", lambda: True)
    size = os.terminal_size((80, 24))
    monkeypatch.setattr(sign_in_links.shutil, "get_terminal_size", lambda: size)
    monkeypatch.setenv("TERM", "xterm")


def announced(console: Console, lan: str | None = "192.168.178.120") -> str:
    """What is printed there at a start."""
    Command(stdout=console).announce(local_host(), "0.0.0.0", 8000, lan)
    return console.getvalue()


def modules(text: str) -> list[list[bool]]:
    """The code that is drawn there, dark modules being True, without its margin."""
    lines = re.findall(r"\x1b\[38;5;16;48;5;231m([ ▀▄█]+)\x1b\[0m", text)
    rows = [[one in half for one in line] for line in lines for half in ("▀█", "▄█")]
    dark = [row for row in rows if any(row)]
    first = min(row.index(True) for row in dark)
    return [row[first : first + len(dark)] for row in dark]


@pytest.mark.django_db
@pytest.mark.usefixtures("window")
def test_the_console_shows_the_code_that_signs_the_phone_in(settings: Any) -> None:
    settings.PUBLIC_URL = ""
    text = announced(Console())
    link = re.search(r"http://192\.168\.178\.120:8000/sign-in/([\w-]+)/", text)
    assert link
    made = segno.make(link[0], error="l", micro=False, boost_error=False)
    assert modules(text) == [[bool(cell) for cell in row] for row in made.matrix]
    assert "To run the evening from your phone, scan the code" in text
    below = text.splitlines()[max(n for n, line in enumerate(text.splitlines()) if "▀" in line) :]
    assert len(below) <= 4
    assert max(len(line) for line in text.splitlines() if "▀" in line) < 80
    user = use_sign_in(link[1])
    assert user == local_host()
    own = re.search(r"http://127\.0\.0\.1:8000/sign-in/([\w-]+)/", text)
    assert own
    assert own[1] != link[1]
    assert use_sign_in(own[1]) == user
    assert "http://192.168.178.120:8000/join" in text


@pytest.mark.django_db
@pytest.mark.usefixtures("window")
@pytest.mark.parametrize("why", ["pipe", "ascii", "nonsense", "narrow", "low", "dumb", "colours"])
def test_where_it_cannot_be_drawn_the_link_does(
    why: str, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PUBLIC_URL = ""
    size = {"narrow": (30, 24), "low": (80, 12)}.get(why, (80, 24))
    monkeypatch.setattr(sign_in_links.shutil, "get_terminal_size", lambda: os.terminal_size(size))
    if why == "dumb":
        monkeypatch.setenv("TERM", "dumb")
    if why == "colours":
        monkeypatch.setattr(sign_in_links, "supports_color", lambda: False)
    encoding = {"ascii": "ascii", "nonsense": "x-none"}.get(why, "utf-8")
    text = announced(Console(encoding, looked_at=why != "pipe"))
    assert not re.search("[▀▄█\x1b]", text)
    assert re.search(r"open there .*:\n +http://192\.168\.178\.120:8000/sign-in/[\w-]+/\n", text)


@pytest.mark.django_db
def test_a_machine_without_a_network_offers_no_phone(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PUBLIC_URL = ""
    monkeypatch.setattr(up, "lan_address", lambda: "127.0.0.1")
    text = announced(Console(), None)
    assert "phones cannot reach it yet" in text
    assert len(re.findall("/sign-in/", text)) == 1


@pytest.mark.parametrize(
    ("platform", "environment", "expected"),
    [
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {"DISPLAY": ""}, False),
        ("linux", {}, False),
        ("linux", {"DISPLAY": "localhost:10", "SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22"}, False),
        ("darwin", {}, True),
        ("darwin", {"SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22"}, False),
        ("win32", {}, True),
    ],
)
def test_where_a_browser_can_be_seen(
    platform: str, environment: dict[str, str], expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(up.sys, "platform", platform)
    monkeypatch.setattr(up.os, "environ", environment)
    assert has_screen() is expected


@pytest.fixture
def opened(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[list[str], str]]:
    """Starts in a window, without serving: the addresses that were opened, and what was said."""
    settings.VAR_DIR, settings.PUBLIC_URL = tmp_path, ""
    addresses: list[str] = []
    monkeypatch.setattr(up, "has_screen", lambda: True)
    monkeypatch.setattr(up, "serve", lambda listener: listener.close())
    monkeypatch.setattr(up.connections, "close_all", lambda: None)
    monkeypatch.setattr(up, "collect_files", lambda: None)
    monkeypatch.setattr(up, "missing_fonts", lambda: "")
    monkeypatch.setattr(up.webbrowser, "open", addresses.append)

    def run(console: Console, **options: Any) -> tuple[list[str], str]:
        chosen = {"host": "127.0.0.1", "port": 0, "lan": None, "demo": False, "no_browser": False}
        Command(stdout=console).run(chosen | options)
        for thread in threading.enumerate():
            if thread.name == "browser":
                thread.join(timeout=10)
        return addresses, console.getvalue()

    return run


@sqlite
@pytest.mark.django_db
def test_the_host_s_page_opens_in_the_browser(
    opened: Callable[..., tuple[list[str], str]], client: Client
) -> None:
    [address], text = opened(Console())
    site, token = address.removesuffix("/#sign-in").split("/sign-in/")
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+", site)
    assert "Your browser opens the host's page." in text
    # The printed link is another one, so that it still works once this one is used up.
    assert token not in text
    link = re.search(r"/sign-in/[\w-]+/", text)
    assert link
    for path in (f"/sign-in/{token}/", link[0]):
        assert client.post(path).status_code == 303


@sqlite
@pytest.mark.django_db
@pytest.mark.parametrize("why", ["option", "pipe", "no screen"])
def test_where_nobody_looks_no_browser_opens(
    why: str, opened: Callable[..., tuple[list[str], str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    if why == "no screen":
        monkeypatch.setattr(up, "has_screen", lambda: False)
    addresses, text = opened(Console(looked_at=why != "pipe"), no_browser=why == "option")
    assert not addresses
    assert "On this computer, open" in text
    assert "Your browser opens" not in text


@pytest.mark.parametrize(
    ("shown", "package"), [(b"Noto Sans CJK JP", ""), (b"", "fonts-noto-cjk"), (None, "")]
)
def test_a_font_that_the_wall_lacks_is_named(
    shown: bytes | None, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = {"apt"} | ({"fc-list"} if shown is not None else set())
    monkeypatch.setattr("shutil.which", lambda name: name if name in there else None)
    monkeypatch.setattr(
        "subprocess.run", lambda *_args, **_more: SimpleNamespace(stdout=shown or b"")
    )
    assert missing_fonts() == package
