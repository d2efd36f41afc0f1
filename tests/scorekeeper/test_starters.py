"""The starters in start/, which people double-click: they look for a Python and hand over to it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MAC = ROOT / "start" / "Scorekeeper.command"
WINDOWS = ROOT / "start" / "Scorekeeper.bat"
ADVICE = (
    "Scorekeeper needs Python 3.11 or newer: get it from https://www.python.org/downloads/ and"
    " start this again."
)


def checkout(tmp_path: Path, **pythons: int) -> Path:
    """A copy of the starter beside a manage.py, and Pythons of these names: those with 0 are new
    enough. They say how they were called."""
    start, programs = tmp_path / "score keeper" / "start", tmp_path / "programs"
    start.mkdir(parents=True)
    programs.mkdir()
    (start / MAC.name).write_bytes(MAC.read_bytes())
    for tool in ("dirname", "uname"):
        (programs / tool).symlink_to(f"/usr/bin/{tool}")
    for name, code in pythons.items():
        python = programs / name.replace("_", ".")
        python.write_text(f'#!/bin/sh\n[ "$1" = -c ] && exit {code}\necho "$0 in $PWD: $*"\n')
        python.chmod(0o755)
    return start / MAC.name


def run(starter: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Start it as a double click does, from anywhere."""
    programs = starter.parents[2] / "programs"
    return subprocess.run(
        ["/bin/sh", str(starter), *options],
        cwd="/",
        env={"PATH": str(programs)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("pythons", "expected"),
    [
        ({"python3": 0}, "python3"),
        ({"python3": 1, "python3_12": 0}, "python3.12"),
        ({"python3": 0, "python3_11": 0, "python3_13": 0}, "python3.13"),
    ],
)
def test_the_newest_python_that_fits_starts_it(
    pythons: dict[str, int], expected: str, tmp_path: Path
) -> None:
    starter = checkout(tmp_path, **pythons)
    done = run(starter, "--port", "9000")
    program = tmp_path / "programs" / expected
    assert done.stdout == f"{program} in {starter.parents[1]}: manage.py up --port 9000\n"
    assert not done.stderr
    assert not done.returncode


@pytest.mark.skipif(
    any(Path(folder, "python3").exists() for folder in ("/usr/local/bin", "/opt/homebrew/bin")),
    reason="this machine has a Python where installers of macOS put theirs",
)
@pytest.mark.parametrize("pythons", [{}, {"python3": 1}], ids=["none", "too old"])
def test_without_one_a_line_says_where_to_get_it(pythons: dict[str, int], tmp_path: Path) -> None:
    done = run(checkout(tmp_path, **pythons))
    assert done.returncode == 2
    assert done.stderr == ADVICE + "\n"
    assert not done.stdout


def test_they_can_be_double_clicked_and_say_the_same() -> None:
    assert os.access(MAC, os.X_OK)
    assert MAC.read_bytes().startswith(b"#!/bin/sh\n")
    assert b"\r" not in MAC.read_bytes()
    lines = WINDOWS.read_bytes().decode("ascii").split("\n")
    assert all(line.endswith("\r") for line in lines if line)
    assert "pause\r" in lines  # the window stays, so that what was said can be read
    assert lines.index("if not exist manage.py (\r") < lines.index(":ended\r")  # in an archive
    for starter in (MAC, WINDOWS):
        text = starter.read_text()
        assert ADVICE in text
        assert "sys.version_info < (3, 11)" in text
        assert "manage.py up" in text
