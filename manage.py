#!/usr/bin/env python3
"""Starts, tests and looks after Scorekeeper, on a machine that has only Python 3.11 or newer.

    python3 manage.py up      start the server; the first time, install what it needs into .venv
    python3 manage.py test    run the tests on all cores, of exhaustive walks some of each kind;
                              with --exhaustive all there is (other arguments go to pytest)
    python3 manage.py help    list everything else

The packages are those of requirements/*.txt, each checked against its hash. A stamp in .venv holds
the digest of the list it was made from, so a changed list is installed at the next start. Whoever
brings the packages along (a container image) sets SCOREKEEPER_NO_BOOTSTRAP=1.
"""

from __future__ import annotations

import gc
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
OLDEST = (3, 11)
NOTHING_COLLECTED = 5  # pytest's exit code where a filter leaves no test
UNUSABLE = 2


def give_up(message: str) -> None:
    """Say in one line what is wrong and what to do, and end."""
    sys.stderr.write(f"{message}\n")
    sys.exit(UNUSABLE)


# --- packages ------------------------------------------------------------------------------------


def lock(name: str) -> Path:
    """The pinned list of that name, ``runtime`` or ``test`` (which holds all of runtime too)."""
    return ROOT / "requirements" / f"{name}.txt"


def digest(name: str) -> str:
    """What the stamp of an up-to-date environment says."""
    return hashlib.sha256(lock(name).read_bytes()).hexdigest()


def stamp(name: str) -> Path:
    """The file in the environment that says which list it was made from."""
    return VENV / f"installed-{name}"


def is_installed(name: str) -> bool:
    """Whether the environment holds the list as it is now."""
    try:
        return PYTHON.exists() and stamp(name).read_text() == digest(name)
    except OSError:
        return False


def make_environment() -> None:
    """Create .venv; where that fails, leave nothing half-made behind."""
    if VENV.exists():
        shutil.rmtree(VENV)
    try:
        made = subprocess.run(
            [sys.executable, "-m", "venv", str(VENV)], capture_output=True, text=True, check=False
        )
    except BaseException:  # also Ctrl-C: the next start must not meet half an environment
        shutil.rmtree(VENV, ignore_errors=True)
        raise
    if made.returncode or not PYTHON.exists():
        shutil.rmtree(VENV, ignore_errors=True)
        version = f"{sys.version_info[0]}.{sys.version_info[1]}"
        give_up(
            "This Python cannot make a virtual environment. Install its venv package"
            f" (Debian, Ubuntu: apt install python3-venv, or python{version}-venv), then try again."
        )


def has_pip() -> bool:
    """Whether the environment's interpreter runs and can install."""
    if not PYTHON.exists():
        return False
    asked = [str(PYTHON), "-m", "pip", "--version"]
    return subprocess.run(asked, capture_output=True, check=False).returncode == 0


def install(name: str) -> None:
    """Bring the environment to the pinned list; the stamp is written last."""
    print("Installing packages into .venv (only when their list is new)…", flush=True)
    if not has_pip():
        make_environment()
    command = [str(PYTHON), "-m", "pip", "install", "--quiet", "--no-input"]
    command += ["--disable-pip-version-check", "--require-hashes", "--only-binary", ":all:"]
    done = subprocess.run(
        [*command, "-r", str(lock(name))], capture_output=True, text=True, check=False
    )
    if done.returncode:
        errors = [line for line in done.stderr.splitlines() if line.strip()]
        last = errors[-1].strip() if errors else "pip gave no reason"
        give_up(f"The packages could not be installed; is this machine online? pip says: {last}")
    stamp(name).write_text(digest(name))
    if name == "test":
        stamp("runtime").write_text(digest("runtime"))


def bootstrap(name: str) -> None:
    """Go on in .venv's interpreter with the packages installed; return where that is so."""
    if os.environ.get("SCOREKEEPER_NO_BOOTSTRAP"):
        return
    if not is_installed(name):
        install(name)
    if Path(sys.prefix).resolve() == VENV.resolve():
        return
    command = [str(PYTHON), str(ROOT / "manage.py"), *sys.argv[1:]]
    if os.name == "nt":  # execv there returns to the prompt before the program has ended
        sys.exit(subprocess.call(command))
    os.execv(command[0], command)  # noqa: S606 - the same program, one interpreter further


# --- tests ---------------------------------------------------------------------------------------


def split(arguments: list[str]) -> tuple[list[str], list[str], list[str]]:
    """Options, paths outside tests/browser, paths inside it."""
    options, plain, browser = [], [], []
    for argument in arguments:
        place = Path(argument.split("::")[0])
        if argument.startswith("-") or not place.exists():
            options.append(argument)
        elif (ROOT / "tests" / "browser") in (place.resolve(), *place.resolve().parents):
            browser.append(argument)
        else:
            plain.append(argument)
    return options, plain, browser


def usable_cores() -> int:
    """How many this process may use; in a container maybe fewer than the machine has."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def spread(paths: list[str], options: list[str], processes: int, by: str) -> list[str]:
    """Let folders be run by so many processes at once; a file or a single test runs in this one.

    `by` is how they share: "loadfile", where what the tests of a file print and read once would
    else be made by each; "worksteal", where a few long tests would keep one busy at the end.
    """
    chosen = ("-n", "--numprocesses", "--pdb", "--trace", "-s", "--collect-only", "--co")
    if processes < 2 or any(option.startswith(chosen) for option in options):
        return []
    if paths and not any(Path(path).is_dir() for path in paths):
        return []
    return ["-n", str(processes), "--dist", by]


def run_tests(arguments: list[str]) -> int:
    """Run pytest, then the browser tests in processes of their own; answers the worse exit code.

    Playwright leaves an event loop running, which Django refuses to share. Tests in browsers wait
    for half of their time, so there are two processes to a core.
    """
    options, plain, browser = split(arguments)
    everything = not plain and not browser
    pytest = [sys.executable, "-m", "pytest"]
    cores = usable_cores()
    codes = []
    if plain or everything:
        by = spread(plain, options, cores, "loadfile")
        codes.append(subprocess.call([*pytest, *by, *options, *plain], cwd=ROOT))
    if browser or everything:
        paths = browser or [str(ROOT / "tests" / "browser")]
        by = spread(paths, options, 2 * cores, "worksteal")
        settings = ["-o", "addopts=--import-mode=importlib --strict-markers --benchmark-disable"]
        environment = {**os.environ, "DJANGO_ALLOW_ASYNC_UNSAFE": "1"}
        codes.append(
            subprocess.call([*pytest, *settings, *by, *options, *paths], cwd=ROOT, env=environment)
        )
    if set(codes) == {NOTHING_COLLECTED}:
        return NOTHING_COLLECTED
    return max(code for code in codes if code != NOTHING_COLLECTED)


# --- everything else -----------------------------------------------------------------------------


def load_without_collections(load: Callable[[], None]) -> None:
    """Load what stays loaded. Looking through it for garbage would take a seventh of each start."""
    gc.disable()
    load()
    gc.freeze()
    gc.enable()


def run_command(argv: list[str]) -> None:
    """Hand over to Django; what the user can mend is said in one line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    import django
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line, get_commands
    from django.db import OperationalError

    name = argv[1] if len(argv) > 1 else "help"
    try:
        load_without_collections(django.setup)
        if name != "help" and not name.startswith("-") and name not in get_commands():
            give_up(f"There is no command {name!r}; python3 manage.py help lists them.")
        execute_from_command_line(argv)
    except ImproperlyConfigured as error:
        give_up(f"The settings are wrong: {' '.join(str(error).split())}")
    except OperationalError as error:
        give_up(f"The database cannot be used: {' '.join(str(error).split())}")


def main() -> None:
    """Do what the command line asks for."""
    if sys.version_info < OLDEST:
        found = ".".join(str(part) for part in sys.version_info[:3])
        give_up(f"Scorekeeper needs Python 3.11 or newer; this is {found}.")
    testing = sys.argv[1:2] == ["test"]
    bootstrap("test" if testing else "runtime")
    if testing:
        sys.exit(run_tests(sys.argv[2:]))
    run_command(sys.argv)


if __name__ == "__main__":
    main()
