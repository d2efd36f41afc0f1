"""What has happened in an event since something was read, so that what it leaves alone is kept.

Every turn raises the event's version and writes one line of the log: the lines between two
versions say all that has changed. A value that was read at one version is thus brought up to
another by looking at the tables that have reported meanwhile, instead of at the whole hall.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from django.db import connection

from tournaments.models import LogEntry

if TYPE_CHECKING:
    from datetime import datetime

    from tournaments.models import Event

T = TypeVar("T")
Place = tuple[int, int]  # the number of a set (or round) and that of a table

KEPT = 32  # values of events
MOST = 2000  # steps that are looked through; after more everything is read anew
NEWER = 5.0  # seconds after which a value from a later state is not trusted any more

# Steps that say which deal of which table they are about, and touch nothing else, as long as the
# log tells no more of them than this: a correction may draw seats anew.
OF_TABLES = frozenset(
    ("report.added", "report.corrected", "report.withdrawn", "report.accepted", "report.agreed")
) | {"cut.reported", "cut.withdrawn"}
TOLD = frozenset(
    ("set", "table", "deal", "alone", "report", "payload", "before", "reason", "overrode", "waits")
) | {"old", "text", "by", "ending"}
# Steps that change nobody's seat, report or name.
BESIDE = frozenset(
    ("nudge", "timer", "standings.hidden", "standings.revealed", "standings.live")
) | {"link.made", "link.revoked", "link.renewed"}
SAID_YES = "report.accepted"
DISPUTES = frozenset(("dispute.noted", "dispute.decided"))


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the log, as far as it says what has changed."""

    code: str
    params: dict[str, Any]

    @property
    def place(self) -> Place | None:
        """The table that it is about and nothing else; None where more may have changed."""
        if self.code not in OF_TABLES or not TOLD.issuperset(self.params):
            return None
        return self.params["set"], self.params["table"]


Steps = list[Step]


def places(steps: Steps, apart_from: Collection[str] = BESIDE) -> set[Place] | None:
    """The tables that these steps touch, those `apart_from` left aside; None where it may be
    anything."""
    found = [step.place for step in steps if step.code not in apart_from]
    return None if None in found else {place for place in found if place is not None}


def unless_seated(old: T, steps: Steps) -> T | None:
    """What it was, as long as tables have only reported and nobody's name, role or seat changed."""
    return None if places(steps, BESIDE | DISPUTES) is None else old


@dataclass(frozen=True, slots=True)
class _Value(Generic[T]):
    version: int
    changed: datetime
    value: T
    moment: float


class Lasting(Generic[T]):
    """Values of events that are brought up to date instead of being made anew, in this process.

    A language is part of the `also` of whatever is said in words.
    """

    def __init__(self, keep: int = KEPT) -> None:
        self.keep = keep
        self.values: OrderedDict[Hashable, _Value[T]] = OrderedDict()
        self.locks: dict[Hashable, Lock] = {}
        self.lock = Lock()

    def get(
        self,
        event: Event,
        make: Callable[[], T],
        renewed: Callable[[T, Steps], T | None],
        *also: Hashable,
    ) -> T:
        """The value of an event as it was read; one thread makes it and the others wait.

        `make` reads all of it; `renewed` gets a former value and what has happened since, and
        answers None where that is no help. Inside a turn nothing is kept: it may be rolled back.
        """
        if connection.in_atomic_block:
            return make()
        key = (event.pk, *also)
        with self.lock:
            mine = self.locks.setdefault(key, Lock())
        with mine:
            found = self.values.get(key)
            value = None
            if found is not None:
                if (found.version, found.changed) == (event.version, event.changed):
                    return found.value
                if found.version > event.version and monotonic() - found.moment < NEWER:
                    return found.value  # somebody came by with a later state a moment ago
                steps = steps_since(event, found.version, found.changed)
                value = None if steps is None else renewed(found.value, steps)
            if value is None:
                value = make()
            self._keep(key, _Value(event.version, event.changed, value, monotonic()))
            return value

    def _keep(self, key: Hashable, value: _Value[T]) -> None:
        with self.lock:
            self.values[key] = value
            self.values.move_to_end(key)
            while len(self.values) > self.keep:
                oldest, _value = self.values.popitem(last=False)
                self.locks.pop(oldest, None)


def steps_since(event: Event, version: int, changed: datetime | None = None) -> Steps | None:
    """What has happened since the event had that version (and changed last at that moment, where
    that is known), up to the one that it was read with.

    None where the log does not tell: the version is a later one, too much has happened, or it was
    another event's past (a backup was restored).
    """
    if not 0 < version < event.version or event.version - version > MOST:
        return None
    lines = LogEntry.objects.filter(event=event.pk, version__range=(version, event.version))
    rows = list(lines.order_by("version").values_list("version", "created", "code", "params"))
    whole = [row[0] for row in rows] == list(range(version, event.version + 1))
    if not whole or rows[-1][1] != event.changed or changed not in (None, rows[0][1]):
        return None
    return [Step(code, params) for _version, _created, code, params in rows[1:]]
