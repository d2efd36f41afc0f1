"""Have a book set by Typst, in a process of its own: it can be stopped, has a limit of time and of
memory, and gives its memory back. The process gets plain values and the folder of the template, and
none of the settings of this one."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from collections.abc import Callable

    from tournaments.papers.rulebook.values import Values

HERE = Path(__file__).parent
TEMPLATE = HERE / "template"
FONTS = HERE.parent / "fonts"
RULEBOOK = "book.typ"
COMPILER = HERE / "compiler.py"
MEMORY = 2 * 1024**3  # bytes of address space
SECONDS = 120  # of processor time: a whole book takes four
LONGEST = 30 * 60.0  # seconds by the clock, on a machine that has much else to do
LOOK_AGAIN = 0.5  # seconds between two questions whether to go on
TOLD = 300  # letters of an error that are passed on
# What an interpreter needs to start; everything else of the environment is nobody's business there.
ENVIRONMENT = ("PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "HOME", "LD_LIBRARY_PATH")

Task = Literal["measure", "pdf"]
Measures = dict[str, list[Any]]


class BookFailed(Exception):
    """A book that could not be set; the words say why."""


def is_available() -> bool:
    """Whether the typesetter is installed: there is no wheel of it for some machines."""
    return find_spec("typst") is not None


def why_unavailable() -> str:
    """What the page of the rulebook says where there is no typesetter; "" where there is one."""
    if is_available():
        return ""
    return _(
        "Books cannot be printed on this machine: their typesetter, Typst, is not made for it. "
        "Everything else works."
    )


def run_typesetter(
    task: Task,
    values: Values,
    go_on: Callable[[], None] | None = None,
    seconds: int = SECONDS,
    longest: float = LONGEST,
    template: str = RULEBOOK,
) -> bytes:
    """The PDF of a book ("pdf"), or where everything in it is ("measure", as JSON).

    seconds: of processor time; longest: by the clock, in seconds. template: the file that sets it.
    go_on: called about twice a second; what it raises stops the process. Raises BookFailed.
    """
    if not is_available():
        raise BookFailed(why_unavailable())
    order = {
        "task": task,
        "template": str(TEMPLATE),
        "main": template,
        "fonts": str(FONTS),
        "memory": MEMORY,
        "seconds": seconds,
        "book": values,
    }
    data = json.dumps(order, ensure_ascii=False).encode()
    environment = {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
    with subprocess.Popen(  # noqa: S603  our own script, by our own interpreter
        [sys.executable, "-P", "-B", str(COMPILER)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    ) as process:
        try:
            result, errors = _wait(process, data, go_on, longest)
        except BaseException:
            process.kill()
            with suppress(OSError, ValueError):
                process.communicate()
            raise
    if process.returncode:
        raise BookFailed(_reason(process.returncode, errors, seconds))
    return result


def _wait(
    process: subprocess.Popen[bytes],
    order: bytes,
    go_on: Callable[[], None] | None,
    longest: float,
) -> tuple[bytes, bytes]:
    end = time.monotonic() + longest
    data: bytes | None = order
    while True:
        try:
            left = max(0.0, end - time.monotonic())
            return process.communicate(data, timeout=min(LOOK_AGAIN, left))
        except subprocess.TimeoutExpired:
            data = None
            if go_on is not None:
                go_on()
            if time.monotonic() > end:
                raise BookFailed(_too_long(longest)) from None


def _too_long(seconds: float) -> str:
    words = _("The book took longer than {seconds} seconds. Choose fewer games.")
    return words.format(seconds=round(seconds))


def _reason(code: int, errors: bytes, seconds: int) -> str:
    """Why the process ended without a book."""
    if code == -getattr(signal, "SIGXCPU", 0):
        return _too_long(seconds)
    lines = errors.decode(errors="replace").strip().splitlines()
    last = lines[-1][:TOLD] if lines else ""
    if code < 0 or "memory allocation" in last:
        return _("The book needs more memory than it may have. Choose fewer games.")
    return last or _("The typesetter ended without a word.")


def measure(values: Values, go_on: Callable[[], None] | None = None) -> Measures:
    """Where everything is if the lists that `values` name and its chapters are set one after the
    other: the first page of each part (`starts`), its last and how full that is (`ends`), the page
    of each anchor (`places`), of each word of the index (`entries`: name, term, kind, page) and of
    each example that stands across the page (`across`)."""
    measures: Measures = json.loads(run_typesetter("measure", values, go_on))
    return measures
