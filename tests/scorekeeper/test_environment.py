"""Settings read from the environment; a mistake there is named, not guessed at."""

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from scorekeeper import environment

ROOT = Path(__file__).resolve().parents[2]
STRONG = "of-a-test-only.0123456789-abcdefghijklmnopqrstuvwxyz"
LARGE = {"DATABASE_URL": "postgres://user@db.example/name", "SECRET_KEY": STRONG}


@pytest.mark.parametrize(
    ("value", "expected"), [("1", True), ("Yes", True), ("0", False), ("off", False), ("", False)]
)
def test_flags(monkeypatch: pytest.MonkeyPatch, value: str, expected: bool) -> None:
    monkeypatch.setenv("A_FLAG", value)
    assert environment.flag("A_FLAG") is expected


def test_a_flag_that_is_neither_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A_FLAG", "maybe")
    with pytest.raises(ImproperlyConfigured, match="A_FLAG"):
        environment.flag("A_FLAG")


def test_lists_and_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORDS", " a.example, ,b.example ")
    monkeypatch.setenv("NUMBER", "12")
    assert environment.words("WORDS") == ["a.example", "b.example"]
    assert environment.number("NUMBER", 3) == 12
    assert environment.number("NOT_SET", 3) == 3
    monkeypatch.setenv("NUMBER", "-1")
    with pytest.raises(ImproperlyConfigured, match="NUMBER"):
        environment.number("NUMBER", 3)


def test_the_kept_secret_is_made_once_and_for_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "new" / "secret"
    made: list[str] = []
    threads = [
        threading.Thread(target=lambda: made.append(environment.secret_in_file(path)))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 8
    assert set(made) == {path.read_text()}
    assert len(made[0]) >= 50
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [kept.name for kept in path.parent.iterdir()] == ["secret"]


def test_the_name_of_an_installation_does_not_tell_its_secret() -> None:
    name = environment.installation_name(STRONG)
    assert name == environment.installation_name(STRONG)
    assert name != environment.installation_name(STRONG + "x")
    assert STRONG not in name


def test_cache_and_channel_carry_the_installations_own_name(tmp_path: Path) -> None:
    prefix = "settings.CACHES['default']['KEY_PREFIX'], settings.INSTALLATION"
    url = "redis://127.0.0.1:1/0"
    found = configured(prefix, tmp_path, REDIS_URL=url, SECRET_KEY=STRONG)
    assert found.stdout.split() == [environment.installation_name(STRONG)] * 2


def configured(expression: str, folder: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """What the settings say with exactly these variables."""
    plain = {"PATH": os.environ["PATH"], "SCOREKEEPER_VAR": str(folder)}
    code = f"from scorekeeper import settings; print({expression})"
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, cwd=ROOT, env=plain | env, capture_output=True, text=True, check=False
    )


def test_a_laptop_needs_no_settings(tmp_path: Path) -> None:
    names = ("DATABASES['default']['NAME']", "CELERY_BROKER_URL", "SECRET_KEY")
    expression = ", ".join(f"settings.{name}" for name in names)
    first, second = (configured(expression, tmp_path).stdout for _start in range(2))
    database, broker, secret = first.split()
    assert database == str(tmp_path / "scorekeeper.sqlite3")
    assert broker == "None"
    assert len(secret) >= 50
    assert second == first


def test_the_data_are_their_owners_alone(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    for _time in range(2):
        assert configured("1", folder).stdout == "1\n"
        kept = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
        assert kept == {"secret_key": 0o600, "scorekeeper.sqlite3": 0o600}
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        folder.chmod(0o755)  # as a former version left them
        (folder / "scorekeeper.sqlite3").chmod(0o644)


def test_a_folder_of_somebody_else_keeps_its_rights(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    url = f"sqlite:///{tmp_path / 'elsewhere.sqlite3'}"
    configured("1", tmp_path / "data", DATABASE_URL=url)
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755
    assert stat.S_IMODE((tmp_path / "elsewhere.sqlite3").stat().st_mode) == 0o600


def test_sqlite_may_lie_elsewhere(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'other.sqlite3'}"
    found = configured("settings.DATABASES['default']", tmp_path, DATABASE_URL=url)
    assert str(tmp_path / "other.sqlite3") in found.stdout
    assert "IMMEDIATE" in found.stdout


def test_a_large_installation_must_bring_its_key(tmp_path: Path) -> None:
    refused = configured("1", tmp_path, DATABASE_URL=LARGE["DATABASE_URL"])
    assert "SECRET_KEY must be set" in refused.stderr
    expression = "settings.DATABASES['default']['OPTIONS']['pool']['max_size']"
    assert configured(expression, tmp_path, DATABASE_POOL="5", **LARGE).stdout == "5\n"


def test_behind_a_pooler_nothing_is_prepared(tmp_path: Path) -> None:
    expression = "sorted(settings.DATABASES['default']['OPTIONS'].items())"
    kept = configured(expression, tmp_path, DATABASE_POOL="5", **LARGE)
    assert "('prepare_threshold', 5)" in kept.stdout
    lent = configured(expression, tmp_path, DATABASE_POOL="0", **LARGE)
    assert lent.stdout == "[('server_side_binding', True)]\n"


def test_each_installation_has_a_queue_of_its_own(tmp_path: Path) -> None:
    expression = "settings.CELERY_TASK_DEFAULT_QUEUE"
    keys = (STRONG, STRONG[::-1])
    found = {configured(expression, tmp_path, SECRET_KEY=key).stdout for key in keys}
    assert len(found) == 2
    named = configured(expression, tmp_path, CELERY_QUEUE="papers", SECRET_KEY=STRONG)
    assert named.stdout == "papers\n"


@pytest.mark.parametrize("weak", ["k", "x" * 60, "changeme" * 8, STRONG[:49]])
def test_a_secret_that_can_be_guessed_is_refused(
    weak: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_KEY", weak)
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY is too easy to guess"):
        environment.secret("SECRET_KEY")


def test_the_settings_refuse_it(tmp_path: Path) -> None:
    refused = configured("1", tmp_path, SECRET_KEY="changeme" * 8)
    assert "SECRET_KEY is too easy to guess" in refused.stderr


def test_a_large_installation_does_not_show_its_insides(tmp_path: Path) -> None:
    refused = configured("1", tmp_path, DEBUG="1", **LARGE)
    assert "DEBUG" in refused.stderr


def test_https_makes_cookies_secure(tmp_path: Path) -> None:
    expression = "settings.SESSION_COOKIE_SECURE, settings.SECURE_HSTS_SECONDS"
    assert configured(expression, tmp_path).stdout == "False 0\n"
    assert configured(expression, tmp_path, HTTPS="1", HSTS_SECONDS="60").stdout == "True 60\n"


def test_a_laptop_does_not_load_celery(tmp_path: Path) -> None:
    """Whoever serves all pages there spares its memory; that a queue is used where there is one is
    shown by the processes of the large installation."""
    pages = "__import__('django').setup(), __import__('scorekeeper.urls')"
    loaded = f"({pages}, 'celery' in __import__('sys').modules)[-1]"
    answer = configured(loaded, tmp_path, DJANGO_SETTINGS_MODULE="scorekeeper.settings")
    assert answer.stdout == "False\n", answer.stderr
