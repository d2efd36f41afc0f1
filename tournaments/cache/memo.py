"""The cache of a process: a value for each key, with the state that it was made for.

No value is out of date: it is stored with the state that it shows (the version of an event, all
data of a fragment), and callers pass the current state. So nothing has to be invalidated; only
values that depend on more than the state have to be forgotten.

cachetools has only the limit by weight, and is slower than the few lines here: its caches have
neither states nor renewal, and its decorators have all keys wait on one condition.
"""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock
from time import time
from typing import TYPE_CHECKING, Any, Generic, TypeVar
from weakref import WeakSet

from django.db import connection

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class MemoEntry(Generic[V]):
    """A value, the state that it shows, and the time of the request (seconds since 1970)."""

    value: V
    state: object
    asked_at: float

    def serves(self, state: object, old: float) -> bool:
        """Whether the value has that state, or is not older than `old` seconds."""
        return self.state == state or 0 <= time() - self.asked_at < old


class _Flight(Generic[V]):
    """A value that is being made: the lock is held until it is ready, or has failed (None)."""

    def __init__(self) -> None:
        self.entry: MemoEntry[V] | None = None
        self.lock = Lock()
        self.lock.acquire()


class Memo(Generic[V]):
    """A cache of the latest values up to a `capacity`, each with one state.

    `weigh` returns the weight of a value (by default 1). A value heavier than the capacity is not
    cached: one that must not be cached weighs `math.inf`.
    """

    def __init__(self, capacity: float, weigh: Callable[[V], float] = lambda _value: 1) -> None:
        self.capacity = capacity
        self.weight = 0.0
        self._weigh = weigh
        self._entries: dict[Hashable, MemoEntry[V]] = {}  # the oldest first
        self._flights: dict[Hashable, _Flight[V]] = {}
        self._lock = Lock()
        _memos.add(self)

    def get(
        self,
        key: Hashable,
        state: object,
        make: Callable[[], V],
        *,
        renew: Callable[[V, Any], tuple[V, object] | None] | None = None,
        old: float = 0.0,
    ) -> V:
        """Return the value of that key in that state, cached or made; or one not older than `old`
        seconds.

        `renew` takes a cached value of another state, and that state. It returns a value with its
        state, which may differ from the current one; None if the earlier value is of no use.

        If several threads ask for the same key, one makes the value and the others wait; but a
        thread in a transaction, which others may wait for, makes its own. Raises errors of `make`
        in the thread that called it; threads that waited then try again.
        """

        def fresh() -> MemoEntry[V]:
            earlier, now = self._entries.get(key), time()
            renewed = renew(earlier.value, earlier.state) if renew and earlier else None
            return MemoEntry(*renewed, now) if renewed else MemoEntry(make(), state, now)

        while True:
            entry = self._entries.get(key)
            if entry is not None and entry.serves(state, old):
                return entry.value
            with self._lock:
                if self._entries.get(key) is not entry:  # it landed just now
                    continue
                mine = _Flight[V]()
                flight = self._flights.setdefault(key, mine)
            if flight is mine:
                return self._land(key, mine, lambda: self._fetch(key, state, old, fresh))
            if connection.in_atomic_block:
                return fresh().value
            with flight.lock:
                landed = flight.entry
            # With `old` any new value will do.
            if landed is not None and (old or landed.state == state):
                return landed.value

    def peek(self, key: Hashable, state: object = None) -> V | None:
        """Return the cached value if it was made for this state, else None."""
        entry = self._entries.get(key)
        return entry.value if entry is not None and entry.state == state else None

    def put(self, key: Hashable, value: V, state: object = None) -> None:
        """Cache a value in place of the earlier one of that key."""
        with self._lock:
            self._keep(key, MemoEntry(value, state, time()))

    def forget(self, key: Hashable) -> None:
        """Drop the value of that key, and do not cache the one that is being made."""
        with self._lock:
            self._drop(key)
            self._flights.pop(key, None)

    def clear(self) -> None:
        """Drop all values."""
        with self._lock:
            self._entries.clear()
            self._flights.clear()
            self.weight = 0.0

    def __len__(self) -> int:
        return len(self._entries)

    def _fetch(
        self, key: Hashable, state: object, old: float, fresh: Callable[[], MemoEntry[V]]
    ) -> MemoEntry[V]:
        """Return `fresh()`; subclasses may have the value elsewhere."""
        return fresh()

    def _land(self, key: Hashable, flight: _Flight[V], fetch: Callable[[], MemoEntry[V]]) -> V:
        try:
            entry = flight.entry = fetch()
        finally:
            with self._lock:
                if self._flights.get(key) is flight:  # else it was forgotten meanwhile
                    del self._flights[key]
                    if flight.entry is not None:
                        self._keep(key, flight.entry)
            flight.lock.release()
        return entry.value

    def _keep(self, key: Hashable, entry: MemoEntry[V]) -> None:
        weight = self._weigh(entry.value)
        if weight > self.capacity:
            return
        self._drop(key)
        self._entries[key] = entry
        self.weight += weight
        while self.weight > self.capacity:
            self._drop(next(iter(self._entries)))

    def _drop(self, key: Hashable) -> None:
        entry = self._entries.pop(key, None)
        if entry is not None:
            self.weight -= self._weigh(entry.value)


_memos: WeakSet[Memo[Any]] = WeakSet()


def clear_memos() -> None:
    """Drop the values of all memos, as in a new process."""
    for memo in tuple(_memos):
        memo.clear()
