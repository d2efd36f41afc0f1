"""Where an import puts its rows until all of them are there: under a family without hosts.

Every list of events, people and evenings goes by the family, so nobody sees them. They come in
short transactions, between which everybody else can write (SQLite has one writer for the whole
database); the last one hands the whole to the family that it is for. What a broken import leaves
is removed, by itself or, where its process is gone, by the next one or the next start.
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

# What an import may bring, with the way to its family: first what others point to.
ROWS: dict[type[Model], str] = {
    Person: "family",
    Evening: "family",
    Event: "family",
    Entry: "event__family",
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
    m.PrintJob: "event__family",
    m.SeatSearch: "event__family",
}
BATCH = 100  # rows that are written in one transaction
# For each link that goes SQLite looks through all reports: none of their indexes begins with it.
FEW: dict[type[Model], int] = {m.Link: 5}
# How long SQLite's other writers have the database to themselves after a batch: so many times what
# that took, and so many times what it had waited for its turn, as then there are others.
REST, REST_OF_WAIT = 2.0, 10.0
LONGEST_REST = 1.0  # seconds
BEAT = timedelta(seconds=10)
SILENT_FOR = timedelta(minutes=2)  # without a beat: whoever was at work is gone
USUAL_TURN, SHORT_TURN = 0.005, 0.0005  # seconds
_lock = threading.Lock()
_working = 0  # imports of this process
# Who is known by name and note already: the oldest, where there are several.
KNOWN = """
SELECT staged.id AS staged_id, MIN(one.id) AS person_id
FROM tournaments_person staged
JOIN tournaments_person one ON one.name = staged.name AND one.note = staged.note
WHERE staged.family_id = %s AND one.family_id = %s AND one.merged_into_id IS NULL
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
    """The place of one import. `home` is the family that it is for."""

    def __init__(self, home: int, family: Family) -> None:
        self.home, self.family = home, family
        self.admitted = 0  # people who came into the book
        self._rests_until = 0.0

    @classmethod
    def begin(cls, home: int) -> Staging:
        """A new place, for a family."""
        name = f"import {secrets.token_hex(16)}"
        return cls(home, Family.objects.create(name=name, heartbeat=timezone.now()))

    @contextmanager
    def batch(self) -> Iterator[None]:
        """One short transaction, after a rest in which others have written."""
        if not connection.in_atomic_block:
            time.sleep(max(0.0, self._rests_until - time.monotonic()))
        asked = time.monotonic()
        with transaction.atomic():
            begun = time.monotonic()
            self.beat()
            yield
        now = time.monotonic()
        if connection.vendor == "sqlite":
            rest = REST * (now - begun) + REST_OF_WAIT * (begun - asked)
            self._rests_until = now + min(rest, LONGEST_REST)

    def beat(self) -> None:
        """Say that the import is at work, if that was last said a while ago. Raises Refused where
        it was taken for broken meanwhile."""
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
        """The last transaction: whoever is not in the book of the family yet, by name and note,
        comes into it. Inside, the caller does what else must happen in the same moment."""
        with transaction.atomic():
            hold_book(self.home)
            self._hold()
            both = [self.family.pk, self.home]
            with connection.cursor() as cursor:
                cursor.execute(ADMIT, [*reversed(both), *both])
                self.admitted = cursor.rowcount
            yield

    def hand_over(self) -> None:
        """Give the events, with the evening that they are of, to the family; those who were in its
        book already are entered in them as themselves. While publishing."""
        with connection.cursor() as cursor:
            for match in MATCHES:
                cursor.execute(match, [self.family.pk, self.home])
        for model in (Evening, Event):
            model._base_manager.filter(family=self.family).update(family=self.home)

    def finish(self) -> None:
        """After publishing: those people go who were known already."""
        try:
            left = Person.objects.filter(family=self.family).values_list("pk", flat=True)
            self._delete_rows(Person, left)
            _delete(Family, [self.family.pk])
        except (DatabaseError, Refused):  # nobody sees them, and the next import removes them
            log.exception("People who were known already could not be removed")

    def give_up(self) -> None:
        """Remove what a broken import has left; where that cannot be done now, the next one does
        it."""
        try:
            self.remove()
        except (DatabaseError, Refused):
            log.exception("What a broken import has left could not be removed")

    def remove(self) -> None:
        """Remove everything that is still here."""
        with self.batch():
            Event.objects.filter(family=self.family).update(scorekeeper=None)
        for model, way in reversed(ROWS.items()):
            # The newest first: a line of the log may name an earlier one.
            mine = model._base_manager.filter(**{way: self.family.pk}).order_by("-pk")
            self._delete_rows(model, mine.values_list("pk", flat=True))
        _delete(Family, [self.family.pk])

    def _delete_rows(self, model: type[Model], ids: Iterable[int]) -> None:
        for some in slices(list(ids), FEW.get(model, BATCH)):
            with self.batch():
                _delete(model, some)


def _delete(model: type[Model], ids: Sequence[int]) -> None:
    """Without Django's cascade: nothing points to them any more."""
    gone: Any = model._base_manager.filter(pk__in=ids)
    gone._raw_delete(gone.db)


@contextmanager
def short_turns() -> Iterator[None]:
    """Let other threads have Python sooner than usual, as long as this one works without a pause.
    A result is many short bits of work, each of which would wait for a whole turn."""
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
    """The rows in parts of so many."""
    for start in range(0, len(rows), size):
        yield rows[start : start + size]


def remove_broken(silent_for: timedelta = SILENT_FOR) -> int:
    """Remove what imports have left that were not at work for so long; how many that were."""
    alive = within("heartbeat", ago=silent_for, ahead=silent_for)
    broken = Family.objects.exclude(heartbeat=None).exclude(**alive)
    removed = 0
    for family in broken:
        staging = Staging(family.pk, family)
        with transaction.atomic():
            now = timezone.now()
            still = Family.objects.filter(pk=family.pk, heartbeat=family.heartbeat)
            if not still.update(heartbeat=now):
                continue  # somebody else is about it
            family.heartbeat = now
        staging.remove()
        removed += 1
        log.warning("Removed what a broken import had left")
    return removed


def hold_book(family: int | None) -> None:
    """Let nobody else add to the book of a family until the transaction is over: else two who look
    at once whether a name is there would both write it."""
    list(Family.objects.select_for_update().filter(pk=family or 0))
