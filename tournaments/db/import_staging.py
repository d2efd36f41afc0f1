"""Staging of an import: its rows belong to a family without hosts until all of them are written.

Every list of events, people and evenings is filtered by family, so nobody sees them. They are
written in short transactions, between which others can write (SQLite has one writer for the whole
database); the last one moves all to the family of the import. The rows of a broken import are
removed by itself or, if its process died, by the next import or the next start.
"""

from __future__ import annotations

import logging
import secrets
import sys
import threading
import time
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from tournaments import models as m
from tournaments.db.rows import within
from tournaments.models import Entry, Evening, Event, Family, Person
from tournaments.models.errors import Refused, refusal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from django.db.models import Model

    from tournaments.models import Event


log = logging.getLogger(__name__)

# The models of an import, with the lookup of their family; models that others refer to come first.
ROWS: dict[type[Model], str] = {
    Person: "family",
    Evening: "family",
    Event: "family",
    Entry: "event__family",
    m.Prize: "event__family",
    m.Presence: "entry__event__family",
    m.Pairing: "event__family",
    m.Seating: "event__family",
    m.SitOut: "seating__event__family",
    m.Table: "seating__event__family",
    m.Seat: "seating__event__family",
    m.Substitution: "table__seating__event__family",
    m.Link: "event__family",
    m.JoinCode: "event__family",
    m.Device: "link__event__family",
    m.Report: "table__seating__event__family",
    m.Acceptance: "report__table__seating__event__family",
    m.Balance: "report__table__seating__event__family",
    m.RivalReport: "table__seating__event__family",
    m.Dispute: "event__family",
    m.LogEntry: "event__family",
    m.Snapshot: "event__family",
    m.Job: "family",
    m.ScoreCards: "event__family",
    m.Photo: "family",
}
BATCH = 100  # rows of one transaction
# For each deleted link SQLite reads all reports: none of their indexes begins with the link.
FEW: dict[type[Model], int] = {m.Link: 5}
# The pause after a batch for SQLite's other writers: these factors of the duration of the batch,
# and of its wait for its turn, which shows that there are others.
REST, REST_OF_WAIT = 2.0, 10.0
LONGEST_REST = 1.0  # seconds
BEAT = timedelta(seconds=10)
SILENT_FOR = timedelta(minutes=2)  # without a beat; then the import's process is dead
USUAL_TURN, SHORT_TURN = 0.005, 0.0005  # seconds
_lock = threading.Lock()
_working = 0  # imports of this process
# People who are in the book already, by name and note: the oldest, if there are several.
KNOWN = """
SELECT staged.id AS staged_id, MIN(one.id) AS person_id
FROM tournaments_person staged
JOIN tournaments_person one ON one.name = staged.name AND one.note = staged.note
WHERE staged.family_id = %s AND one.family_id = %s AND one.merged_into_id IS NULL
  AND one.removed_at IS NULL
GROUP BY staged.id
"""
MATCHES = tuple(
    f"UPDATE tournaments_entry SET {column} = known.person_id "  # noqa: S608  our own names
    f"FROM ({KNOWN}) AS known WHERE tournaments_entry.{column} = known.staged_id"
    for column in ("person_id", "second_id")
)
ADMIT = (
    "UPDATE tournaments_person SET family_id = %s WHERE family_id = %s "  # noqa: S608  our own names
    f"AND id NOT IN (SELECT known.staged_id FROM ({KNOWN}) AS known)"
)


class Staging:
    """The staging of one import. `home`: the family of the import."""

    def __init__(self, home: int, family: Family) -> None:
        self.home, self.family = home, family
        self.admitted = 0  # people added to the book
        self._rests_until = 0.0

    @classmethod
    def begin(cls, home: int) -> Staging:
        """Begin an import for a family."""
        name = f"import {secrets.token_hex(16)}"
        return cls(home, Family.objects.create(name=name, heartbeat=timezone.now()))

    @contextmanager
    def batch(self) -> Iterator[None]:
        """Run the block in a short transaction, after a pause for other writers."""
        if not connection.in_atomic_block:
            time.sleep(max(0.0, self._rests_until - time.monotonic()))
        requested = time.monotonic()
        with transaction.atomic():
            begun = time.monotonic()
            self.beat()
            yield
        now = time.monotonic()
        if connection.vendor == "sqlite":
            rest = REST * (now - begun) + REST_OF_WAIT * (begun - requested)
            self._rests_until = now + min(rest, LONGEST_REST)

    def beat(self) -> None:
        """Write the heartbeat if the last one was 10 s ago. Raises Refused if the import was
        removed as broken meanwhile."""
        if timezone.now() - (self.family.heartbeat or timezone.now()) >= BEAT:
            self._hold()

    def _hold(self) -> None:
        now = timezone.now()
        mine = Family.objects.filter(pk=self.family.pk, heartbeat=self.family.heartbeat)
        if not mine.update(heartbeat=now):
            text = "This took too long and was stopped. Import the file again."
            raise refusal("file.given_up", text, "file")
        self.family.heartbeat = now

    @contextmanager
    def publishing(self) -> Iterator[None]:
        """Run the block in the last transaction, which adds the people who are new by name and note
        to the family's book."""
        with transaction.atomic():
            hold_book(self.home)
            self._hold()
            both = [self.family.pk, self.home]
            with connection.cursor() as cursor:
                cursor.execute(ADMIT, [*reversed(both), *both])
                self.admitted = cursor.rowcount
            yield

    def hand_over(self) -> None:
        """Give the events and their evening to the family, and enter people of its book in place of
        their staged copies. Call it inside `publishing`."""
        with connection.cursor() as cursor:
            for match in MATCHES:
                cursor.execute(match, [self.family.pk, self.home])
        for model in (Evening, Event):
            model._base_manager.filter(family=self.family).update(family=self.home)

    def finish(self) -> None:
        """Delete the staged copies of people who were already in the book, after publishing."""
        try:
            left = Person.objects.filter(family=self.family).values_list("pk", flat=True)
            self._delete_rows(Person, left)
            _delete(Family, [self.family.pk])
        except (DatabaseError, Refused):  # nobody sees them, and the next import removes them
            log.exception("People who were known already could not be removed")

    def give_up(self) -> None:
        """Remove the rows of a broken import; if that fails, the next import does it."""
        try:
            self.remove()
        except (DatabaseError, Refused):
            log.exception("What a broken import has left could not be removed")

    def remove(self) -> None:
        """Remove all rows of this import that are still staged."""
        with self.batch():
            Event.objects.filter(family=self.family).update(scorekeeper=None)
        for model, way in reversed(ROWS.items()):
            # The newest first: a log entry may refer to an earlier one.
            mine = model._base_manager.filter(**{way: self.family.pk}).order_by("-pk")
            self._delete_rows(model, mine.values_list("pk", flat=True))
        _delete(Family, [self.family.pk])

    def _delete_rows(self, model: type[Model], ids: Iterable[int]) -> None:
        for some in slices(list(ids), FEW.get(model, BATCH)):
            with self.batch():
                _delete(model, some)


def _delete(model: type[Model], ids: Sequence[int]) -> None:
    """Delete rows without Django's cascade: nothing refers to them any more."""
    rows: Any = model._base_manager.filter(pk__in=ids)
    rows._raw_delete(rows.db)


@contextmanager
def short_turns() -> Iterator[None]:
    """Shorten Python's switch interval for this block of continuous work. A result is many short
    pieces of work in other threads, each of which would wait for a whole interval."""
    global _working
    with _lock:
        _working += 1
        sys.setswitchinterval(SHORT_TURN)
    try:
        yield
    finally:
        with _lock:
            _working -= 1
            if not _working:
                sys.setswitchinterval(USUAL_TURN)


def slices(rows: Sequence[Any], size: int) -> Iterator[Sequence[Any]]:
    """Yield the rows in slices of that size."""
    for start in range(0, len(rows), size):
        yield rows[start : start + size]


def remove_broken(silent_for: timedelta = SILENT_FOR) -> int:
    """Remove imports without a heartbeat for so long; return their number."""
    alive = within("heartbeat", ago=silent_for, ahead=silent_for)
    broken = Family.objects.exclude(heartbeat=None).exclude(**alive)
    removed = 0
    for family in broken:
        staging = Staging(family.pk, family)
        with transaction.atomic():
            now = timezone.now()
            still = Family.objects.filter(pk=family.pk, heartbeat=family.heartbeat)
            if not still.update(heartbeat=now):
                continue  # another process removes it
            family.heartbeat = now
        staging.remove()
        removed += 1
        log.warning("Removed what a broken import had left")
    return removed


def hold_book(family: int | None) -> None:
    """Lock the book of a family until the end of the transaction: two that check for a name at the
    same time would both write it."""
    list(Family.objects.select_for_update().filter(pk=family or 0))
