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


def test_lists_numbers_and_flags_that_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORDS", " a.example, ,b.example ")
    monkeypatch.setenv("NUMBER", "12")
    assert environment.words("WORDS") == ["a.example", "b.example"]
    assert environment.number("NUMBER", 3) == 12
    assert environment.number("NOT_SET", 3) == 3
    monkeypatch.setenv("NUMBER", "-1")
    with pytest.raises(ImproperlyConfigured, match="NUMBER"):
        environment.number("NUMBER", 3)
    monkeypatch.setenv("A_FLAG", "maybe")
    with pytest.raises(ImproperlyConfigured, match="A_FLAG"):
        environment.flag("A_FLAG")


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


def configured(expression: str, folder: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """What the settings say with exactly these variables."""
    plain = {"PATH": os.environ["PATH"], "SCOREKEEPER_VAR": str(folder)}
    code = f"from scorekeeper import settings; print({expression})"
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, cwd=ROOT, env=plain | env, capture_output=True, text=True, check=False
    )


def test_a_laptop_needs_no_settings_and_keeps_its_data_to_its_owner(tmp_path: Path) -> None:
    names = ("DATABASES['default']['NAME']", "CELERY_BROKER_URL", "SECRET_KEY")
    names += ("SESSION_COOKIE_SECURE", "SECURE_HSTS_SECONDS")
    expression, folder = ", ".join(f"settings.{name}" for name in names), tmp_path / "data"
    answers = set()
    for _start in range(2):
        answers.add(configured(expression, folder).stdout)
        rights = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
        assert rights == {"secret_key": 0o600, "scorekeeper.sqlite3": 0o600}
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        folder.chmod(0o755)  # as a former version left them
        (folder / "scorekeeper.sqlite3").chmod(0o644)
    (answer,) = answers
    database, broker, secret, *of_https = answer.split()
    assert database == str(folder / "scorekeeper.sqlite3")
    assert broker == "None"
    assert len(secret) >= 50
    assert of_https == ["False", "0"]


def test_sqlite_may_lie_elsewhere_in_a_folder_that_keeps_its_rights(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    path = tmp_path / "elsewhere.sqlite3"
    expression = "settings.DATABASES['default']"
    found = configured(expression, tmp_path / "data", DATABASE_URL=f"sqlite:///{path}")
    assert str(path) in found.stdout
    assert "IMMEDIATE" in found.stdout
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("env", "words"),
    [
        ({"DATABASE_URL": LARGE["DATABASE_URL"]}, "SECRET_KEY must be set"),
        ({"SECRET_KEY": "changeme" * 8}, "SECRET_KEY is too easy to guess"),
        (LARGE | {"DEBUG": "1"}, "DEBUG"),
    ],
)
def test_an_installation_that_is_not_safe_does_not_start(
    env: dict[str, str], words: str, tmp_path: Path
) -> None:
    assert words in configured("1", tmp_path, **env).stderr


def test_behind_a_pooler_nothing_is_prepared(tmp_path: Path) -> None:
    expression = "sorted(settings.DATABASES['default']['OPTIONS'].items())"
    kept = configured(expression, tmp_path, DATABASE_POOL="5", **LARGE)
    assert "('prepare_threshold', 5)" in kept.stdout
    assert "'max_size': 5" in kept.stdout
    lent = configured(expression, tmp_path, DATABASE_POOL="0", **LARGE)
    assert lent.stdout == "[('server_side_binding', True)]\n"


def test_each_installation_has_cache_channel_and_queue_of_its_own(tmp_path: Path) -> None:
    names = ("CACHES['default']['KEY_PREFIX']", "INSTALLATION", "CELERY_TASK_DEFAULT_QUEUE")
    expression = ", ".join(f"settings.{name}" for name in names)
    env = {"REDIS_URL": "redis://127.0.0.1:1/0", "SECRET_KEY": STRONG}
    own = environment.installation_name(STRONG)
    assert configured(expression, tmp_path, **env).stdout.split() == [own] * 3
    named = configured(expression, tmp_path, CELERY_QUEUE="papers", **env)
    assert named.stdout.split() == [own, own, "papers"]


@pytest.mark.parametrize("weak", ["k", "x" * 60, "changeme" * 8, STRONG[:49]])
def test_a_secret_that_can_be_guessed_is_refused(
    weak: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_KEY", weak)
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY is too easy to guess"):
        environment.secret("SECRET_KEY")


def test_https_makes_cookies_secure(tmp_path: Path) -> None:
    expression = "settings.SESSION_COOKIE_SECURE, settings.SECURE_HSTS_SECONDS"
    assert configured(expression, tmp_path, HTTPS="1", HSTS_SECONDS="60").stdout == "True 60\n"
