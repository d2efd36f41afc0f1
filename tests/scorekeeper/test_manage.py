"""manage.py on a machine that has nothing yet, and its answers to mistakes."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def manage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """manage.py as a module that believes to stand in an empty checkout."""
    spec = importlib.util.spec_from_file_location("manage_under_test", ROOT / "manage.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(module, "PYTHON", tmp_path / ".venv" / "bin" / "python")
    monkeypatch.delenv("SCOREKEEPER_NO_BOOTSTRAP", raising=False)
    (tmp_path / "requirements").mkdir()
    (tmp_path / "requirements" / "runtime.txt").write_text("one==1")
    (tmp_path / "requirements" / "test.txt").write_text("one==1\ntwo==2")
    return module


class Programs:
    """Stands for the programs that manage.py runs; remembers how they were called."""

    def __init__(self, manage: ModuleType) -> None:
        self.manage = manage
        self.venv = self.pip = 0
        self.calls: list[list[str]] = []

    def run(self, command: list[str], **_options: Any) -> SimpleNamespace:
        self.calls.append(command)
        if command[1:3] == ["-m", "venv"]:
            self.manage.PYTHON.parent.mkdir(parents=True)
            if not self.venv:
                self.manage.PYTHON.touch()
            return SimpleNamespace(returncode=self.venv, stderr="ensurepip is not available")
        errors = "Looking...\nERROR: No matching distribution\n" if self.pip else ""
        code = 0 if "--version" in command else self.pip
        return SimpleNamespace(returncode=code, stderr=errors)


@pytest.fixture
def programs(manage: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Programs:
    """Programs that all do their work, unless a test tells their exit codes."""
    programs = Programs(manage)
    monkeypatch.setattr(manage.subprocess, "run", programs.run)
    return programs


def test_the_packages_are_installed_once(manage: ModuleType, programs: Programs) -> None:
    assert not manage.is_installed("runtime")
    manage.install("runtime")
    assert manage.is_installed("runtime")
    assert not manage.is_installed("test")
    pip = programs.calls[-1]
    assert "--require-hashes" in pip
    assert pip[pip.index("--only-binary") + 1] == ":all:"
    assert pip[-1] == str(manage.ROOT / "requirements" / "runtime.txt")
    manage.lock("runtime").write_text("one==2")
    assert not manage.is_installed("runtime")
    programs.calls.clear()
    manage.install("runtime")
    assert manage.is_installed("runtime")
    assert not any("venv" in call for call in programs.calls)  # the environment is kept


def test_the_test_list_holds_the_runtime_list(manage: ModuleType, programs: Programs) -> None:
    manage.install("test")
    assert manage.is_installed("test")
    assert manage.is_installed("runtime")
    assert str(programs.calls[-1][-1]).endswith("test.txt")


def test_without_venv_nothing_half_made_is_left(
    manage: ModuleType, programs: Programs, capsys: pytest.CaptureFixture[str]
) -> None:
    programs.venv = 1
    with pytest.raises(SystemExit) as ended:
        manage.install("runtime")
    assert ended.value.code == 2
    assert not manage.VENV.exists()
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "apt install python3-venv" in said


def test_without_packages_there_is_no_stamp(
    manage: ModuleType, programs: Programs, capsys: pytest.CaptureFixture[str]
) -> None:
    programs.pip = 1
    with pytest.raises(SystemExit) as ended:
        manage.install("runtime")
    assert ended.value.code == 2
    assert not manage.is_installed("runtime")
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "No matching distribution" in said


@pytest.mark.usefixtures("programs")
def test_the_program_goes_on_in_the_environment(
    manage: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr(manage.os, "execv", lambda _program, command: started.append(command))
    monkeypatch.setattr(manage.sys, "argv", ["manage.py", "up", "--port", "9000"])
    manage.bootstrap("runtime")
    expected = [str(manage.PYTHON), str(manage.ROOT / "manage.py"), "up", "--port", "9000"]
    assert started == [expected]


def test_who_brings_the_packages_opts_out(
    manage: ModuleType, programs: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_NO_BOOTSTRAP", "1")
    manage.bootstrap("runtime")
    assert programs.calls == []
    assert not manage.VENV.exists()


def test_an_old_python_is_told_so(
    manage: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(manage.sys, "version_info", (3, 9, 2, "final", 0))
    with pytest.raises(SystemExit) as ended:
        manage.main()
    assert ended.value.code == 2
    assert capsys.readouterr().err == "Scorekeeper needs Python 3.11 or newer; this is 3.9.2.\n"


@pytest.mark.parametrize(
    ("arguments", "codes", "expected", "processes"),
    [
        ([], [0, 0], 0, ["3", "6"]),
        ([], [1, 0], 1, ["3", "6"]),
        (["--exhaustive"], [0, 1], 1, ["3", "6"]),
        (["-k", "gin"], [5, 0], 0, ["3", "6"]),  # a filter that leaves tests in one of the two only
        (["-k", "gin"], [5, 5], 5, ["3", "6"]),
        (["tests/scorekeeper"], [0], 0, ["3"]),
        (["tests/browser"], [2], 2, ["6"]),
        (["tests/browser", "tests/scorekeeper"], [0, 0], 0, ["3", "6"]),
        (["tests/scorekeeper/test_one.py"], [0], 0, [None]),
        (["tests/scorekeeper/test_one.py::test_it"], [0], 0, [None]),
        (["-n", "1"], [0, 0], 0, ["1", "1"]),
        (["--pdb"], [0, 0], 0, [None, None]),
    ],
)
def test_tests_run_in_two_processes_on_all_cores(
    manage: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    codes: list[int],
    expected: int,
    processes: list[str | None],
) -> None:
    for folder in ("tests/browser", "tests/scorekeeper"):
        (manage.ROOT / folder).mkdir(parents=True)
    (manage.ROOT / "tests" / "scorekeeper" / "test_one.py").touch()
    monkeypatch.chdir(manage.ROOT)
    monkeypatch.setattr(manage, "usable_cores", lambda: 3)
    commands: list[list[str]] = []

    def call(command: list[str], **options: Any) -> int:
        commands.append(command)
        assert ("env" in options) == any("browser" in word for word in command)
        return codes[len(commands) - 1]

    monkeypatch.setattr(manage.subprocess, "call", call)
    assert manage.run_tests(arguments) == expected
    given = [command[command.index("-n") + 1] if "-n" in command else None for command in commands]
    assert given == processes
    assert all(command.count("-n") <= 1 for command in commands)
    for option in (word for word in arguments if word.startswith("-")):
        assert all(option in command for command in commands)


def run(*arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=os.environ | {"SCOREKEEPER_NO_BOOTSTRAP": "1"} | env,
        capture_output=True,
        text=True,
        check=False,
    )


def ask(*arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    return run("manage.py", *arguments, **env)


@pytest.mark.parametrize(
    ("arguments", "env", "words"),
    [
        (["up"], {"DEBUG": "perhaps"}, "DEBUG must be 1 or 0"),
        (["migrate"], {"DATABASE_URL": "sqlite:////no/such/folder/x.sqlite3"}, "database"),
    ],
)
def test_a_mistake_is_answered_in_one_line(
    arguments: list[str], env: dict[str, str], words: str
) -> None:
    answer = ask(*arguments, **env)
    assert answer.returncode == 2, answer.stderr
    assert words in answer.stderr
    assert len(answer.stderr.splitlines()) == 1


# What main() says and exits with for one list of arguments after the other.
ONE_AFTER_THE_OTHER = """
import contextlib, io, json, sys
import manage

found = []
for arguments in json.loads(sys.argv[1]):
    sys.argv, said, code = ["manage.py", *arguments], io.StringIO(), 0
    with contextlib.redirect_stderr(said), contextlib.redirect_stdout(said):
        try:
            manage.main()
        except SystemExit as ended:
            code = ended.code
    found.append([code, said.getvalue()])
print(json.dumps(found))
"""
MISTAKES = [
    (["nosuch"], "There is no command 'nosuch'"),
    (["up", "--port", "many"], "is not a port"),
    (["up", "--port", "70000"], "is not a port"),
    (["up", "--nosuch"], "unrecognized arguments"),
    (["restore", "no-such-file.zip"], "There is no file no-such-file.zip"),
    (["backup"], "required"),
]


def test_a_mistake_in_the_arguments_is_answered_in_one_line_too() -> None:
    """And help lists the commands: by one process, for each would load all of Django."""
    given = json.dumps([*(arguments for arguments, _words in MISTAKES), ["help"]])
    answer = run("-c", ONE_AFTER_THE_OTHER, given)
    assert answer.returncode == 0, answer.stderr
    *told, (code, text) = json.loads(answer.stdout)
    assert code == 0
    assert {"up", "backup", "restore", "host"} <= set(text.split())
    for (arguments, words), (code, said) in zip(MISTAKES, told, strict=True):
        assert code == 2, (arguments, said)
        assert words in said
        assert len(said.splitlines()) == 1
