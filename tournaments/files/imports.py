"""Imports of files: at once if they are short, as jobs, and by the command.

An import of ten thousand people takes an interpreter for half a minute, and every result would have
to wait; so the server itself reads short files only.
"""

from __future__ import annotations

import io
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import DatabaseError, transaction
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from rulesets.engine.problems import Unusable
from tournaments.cache.file_locks import lock_file
from tournaments.db.outages import WHY, code_of, outage
from tournaments.files import event_import
from tournaments.files.event_import import import_document, refuse_known
from tournaments.jobs.services import Busy, Cancelled, Progress, check_free, register_job
from tournaments.models import Evening, Event, Job, family_of
from tournaments.models.errors import Refused, refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

IMPORT = "import"  # the kind of job
SHORT = 16 * 1024  # bytes; shorter files are read by the server itself
LONGEST = timedelta(minutes=8)
WATCHED_FOR = timedelta(minutes=2)  # an import ends once its page was closed for so long
AT_ONCE = 2  # imports of an installation
LIFETIME = timedelta(days=1)  # of a finished import, for whoever comes back to its page
SECOND = "second"  # in the results: it is here already, and may be brought in as a second one
TOO_LARGE = "That file is too large to be an exported event or evening."
NO_EVENT = "That is not an exported event or evening. Choose the .json or .json.gz file."


def is_short(file: Any) -> bool:
    """Whether the server reads an uploaded file at once."""
    return bool(file.size <= SHORT) or not settings.IMPORTS_APART


def import_upload(file: Any, user: Any, *, second: bool) -> Event | Evening:
    """Import an uploaded file at once. Raises Refused; also, unless it is to be a `second` one, if
    its event is here already."""
    _check_size(file)
    return _import(file, user, second=second)


def start_import(file: Any, user: Any, *, second: bool) -> Job:
    """Create the job that imports an uploaded file. Raises Refused if it is too large, too many are
    being imported, or data cannot be written."""
    _check_size(file)
    family = family_of(user)
    try:
        with transaction.atomic():
            check_free((IMPORT,), family, most_own=AT_ONCE, most=AT_ONCE)
            Job.objects.filter(kind=IMPORT, created__lt=timezone.now() - LIFETIME).delete()
            return Job.objects.create(
                kind=IMPORT,
                family_id=family,
                params={"user": user.pk, "second": second},
                language=get_language() or "en",
                file=file.read(),
                size=file.size,
            )
    except Busy as error:
        raise _busy() from error
    except (OSError, DatabaseError) as error:
        raise refusal_of(error) from error


def import_jobs(family: int) -> Any:
    return Job.objects.filter(kind=IMPORT, family=family).defer("file")


def find_import(job: Job) -> Event | Evening | None:
    """Return the event or evening that a job has imported; None if it was deleted since."""
    model: Any = Event if "event" in job.results else Evening
    row: Event | Evening | None = model.objects.filter(
        pk=job.results.get("event") or job.results.get("evening"), family=job.family_id
    ).first()
    return row


@register_job(
    IMPORT,
    lane=None,
    failure=_("The import of this file was interrupted. Import it again."),
    is_apart=True,
    longest=LONGEST,
    watched_for=WATCHED_FOR,
)
def run_import(job: Job, note: Progress) -> dict[str, Any]:
    """Import the file of a job, and end it in the transaction that shows the event to its hosts:
    whoever stops it finds either of the two."""
    user = get_user_model()._default_manager.filter(pk=job.params["user"]).first()
    if user is None or job.file is None:
        raise LookupError("nobody, or no file, to import")
    row = Job.objects.filter(pk=job.pk)

    def end(imported: Event | Evening) -> None:
        name = "event" if isinstance(imported, Event) else "evening"
        result = {"results": {name: imported.pk}, "file": None, "size": 0}
        if not row.filter(state=Job.State.RUNNING).update(state=Job.State.DONE, **result):
            raise Cancelled

    try:
        with import_place():
            file = io.BytesIO(bytes(job.file))
            _import(file, user, second=job.params["second"], progress=note, end=end)
    except (OSError, DatabaseError) as error:
        raise refusal_of(error) from error
    except Refused as refused:
        if any(problem.code == event_import.KNOWN for problem in refused.problems):
            row.update(results={SECOND: True})
        raise
    return {}


def import_path(path: Path, user: Any, *, second: bool) -> Event | Evening:
    """Import a file in one of the places for imports. Raises Refused, also where data cannot be
    written."""
    try:
        with import_place(), path.open("rb") as file:
            return _import(file, user, second=second)
    except (OSError, DatabaseError) as error:
        raise refusal_of(error) from error


def _import(
    file: IO[bytes],
    user: Any,
    *,
    second: bool,
    progress: Progress | None = None,
    end: Callable[[Event | Evening], None] | None = None,
) -> Event | Evening:
    data = document_in(file)
    if not second:
        refuse_known(family_of(user), data)
    return import_document(owner=user, data=data, progress=progress, end=end)


def _check_size(file: Any) -> None:
    if file.size > event_import.LARGEST_FILE:
        raise refusal("file.large", TOO_LARGE, "file")


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


def refusal_of(error: Exception) -> Refused:
    """What to answer if data could not be written; raises any other error again."""
    kind = outage(error)
    if not kind:
        raise error
    return refusal(code_of(kind), "{why} Nothing was imported.", "file", why=str(WHY[kind]))


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
    raise _busy()


def _busy() -> Refused:
    text = "{most} other files are being imported just now. Try again in a few minutes."
    return refusal("file.busy", text, "file", most=AT_ONCE)
