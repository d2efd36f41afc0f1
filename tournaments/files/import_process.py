"""Import a file in a process of its own.

The threads of a server share one interpreter. An import of ten thousand people takes it for half a
minute, and every result would have to wait; so the server itself reads short files only.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from threading import Event as Flag
from time import monotonic
from typing import IO, TYPE_CHECKING, Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language

from rulesets.engine.problems import Problem, Unusable
from rulesets.engine.text import Phrase
from tournaments.db.file_locks import lock_file
from tournaments.db.outages import WHY, code_of, outage
from tournaments.files import event_import
from tournaments.files.event_import import import_document, refuse_known
from tournaments.models import Evening, Event, family_of
from tournaments.models.errors import Refused, refusal
from tournaments.web.forms import message

if TYPE_CHECKING:
    from collections.abc import Iterator

SHORT = 16 * 1024  # bytes; shorter files are read by the server itself
LONGEST = 8 * 60.0  # seconds for one import; the proxy waits for ten minutes
AT_ONCE = 2  # imports of an installation
LOOK_SECONDS = 1.0  # between two looks whether anybody still waits for an import
END_SECONDS = 30.0  # for an import to remove what it has brought so far
TOO_LARGE = "That file is too large to be an exported event or evening."
NO_EVENT = "That is not an exported event or evening. Choose the .json or .json.gz file."


def bring_in_file(request: HttpRequest, file: Any, *, second: bool = False) -> Event | Evening:
    """Import an uploaded file for the signed-in user. Raises Refused; also, unless it is to be a
    `second` one, if its event is here already."""
    if file.size > event_import.LARGEST_FILE:
        raise refusal("file.large", TOO_LARGE, "file")
    if file.size <= SHORT or not settings.IMPORTS_APART:
        return _bring_in(file, request.user, second=second)
    return _apart(request, file, second=second)


def _bring_in(file: IO[bytes], user: Any, *, second: bool) -> Event | Evening:
    data = document_in(file)
    if not second:
        refuse_known(family_of(user), data)
    return import_document(owner=user, data=data)


def document_in(file: IO[bytes]) -> dict[str, Any]:
    """The document in a file. Raises Refused if there is none."""
    try:
        data = event_import.unpack_document(file)
    except event_import.TooLarge as error:
        raise refusal("file.large", TOO_LARGE, "file") from error
    except Unusable as error:
        raise refusal("file.none", NO_EVENT, "file") from error
    if not isinstance(data, dict):
        raise refusal("file.none", NO_EVENT, "file")
    return data


def _apart(request: HttpRequest, file: Any, *, second: bool) -> Event | Evening:
    """Let the command import the file, and read its answer."""
    try:
        with NamedTemporaryFile(prefix="import-") as copy:
            for part in file.chunks():
                copy.write(part)
            copy.flush()
            manage = [sys.executable, str(settings.BASE_DIR / "manage.py")]
            host = f"--host={request.user.get_username()}"  # a name may begin with a hyphen
            words = ["import_event", copy.name, host, "--language", get_language() or "en"]
            words += ["--json", "--attended"]
            words += ["--second"] if second else []
            done = run_attended([*manage, *words], getattr(request, "gone", Flag()))
    except OSError as error:
        raise refusal_of(error) from error
    lines = done.stdout.splitlines()
    if done.returncode not in (0, 2) or not lines:
        sys.stderr.write(done.stderr.decode(errors="replace"))
        text = "The import of this file was interrupted. Import it again."
        raise refusal("file.cut_off", text, "file")
    told = json.loads(lines[-1])
    if "problems" in told:
        raise Refused([_problem(*one) for one in told["problems"]])
    kind: Any = Event if told["is"] == "event" else Evening
    found: Event | Evening = kind.objects.get(pk=told["number"])
    return found


def run_attended(program: list[str], gone: Flag) -> subprocess.CompletedProcess[bytes]:
    """Run an import to its end. It ends early if it takes too long (raises Refused), once `gone` is
    set because nobody waits for it any more, and with this process."""
    # Its standard input is a pipe that this process holds: it closes when this process goes.
    reading, writing = os.pipe()
    process = subprocess.Popen(  # noqa: S603  our own program
        program,
        stdin=reading,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "SCOREKEEPER_NO_BOOTSTRAP": "1"},
    )
    os.close(reading)
    deadline = monotonic() + LONGEST
    try:
        while not gone.is_set() and monotonic() < deadline:
            try:
                out, errors = process.communicate(timeout=LOOK_SECONDS)
            except subprocess.TimeoutExpired:
                continue
            return subprocess.CompletedProcess(program, process.returncode, out, errors)
    finally:
        os.close(writing)
        try:
            process.communicate(timeout=END_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
        finally:
            for pipe in (process.stdout, process.stderr):
                if pipe is not None:
                    pipe.close()
    text = "The import took more than {minutes} minutes and was stopped. Nothing was imported."
    raise refusal("file.too_long", text, "file", minutes=round(LONGEST / 60))


def refusal_of(error: Exception) -> Refused:
    """What to answer if data could not be written; raises any other error again."""
    kind = outage(error)
    if not kind:
        raise error
    return refusal(code_of(kind), "{why} Nothing was imported.", "file", why=str(WHY[kind]))


def _problem(code: str, text: str, at: list[str | int]) -> Problem:
    return Problem(code, "error", Phrase("{text}", {"text": text}), tuple(at))


# --- in that process ------------------------------------------------------------------------------


def answer(came: Event | Evening | None, refused: Refused | None) -> str:
    """The result of an import as one line of JSON."""
    if refused is not None:
        problems = [[one.code, message(one), list(one.at)] for one in refused.problems]
        return json.dumps({"problems": problems})
    if came is None:
        raise LookupError("nothing came of the file")
    return json.dumps({"is": "event" if isinstance(came, Event) else "evening", "number": came.pk})


def bring_in_path(path: Path, *, user: Any, second: bool = False) -> Event | Evening:
    """Import a file for a host. Raises Refused; also, unless it is to be a `second` one, if its
    event is here already."""
    with path.open("rb") as file:
        return _bring_in(file, user, second=second)


@contextmanager
def import_place() -> Iterator[None]:
    """One of the few places for imports, for as long as this process needs it. Raises Refused where
    all of them are taken."""
    folder = Path(settings.VAR_DIR)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for number in range(AT_ONCE):
        with (folder / f"import-{number}.lock").open("a") as file:
            if lock_file(file):
                yield
                return
    text = "{most} other files are being imported just now. Try again in a few minutes."
    raise refusal("file.busy", text, "file", most=AT_ONCE)
