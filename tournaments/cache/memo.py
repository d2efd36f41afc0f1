"""The one cache of a process: a value for each key, in the state that it was made for.

Nothing in it can be out of date: a value is kept with the state that it shows (the version of an
event, all that a fragment displays), and whoever asks says in which state it is wanted. So nothing
has to be invalidated, and only what is not part of that state has to be forgotten.

cachetools has the bound by weight alone, in more time than the few lines here: its caches know
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
    """A value, the state that it shows, and when it was asked for (seconds since 1970)."""

    value: V
    state: object
    asked_at: float

    def serves(self, state: object, old: float) -> bool:
        """Whether it is right for who asks in that state, or not older than `old` seconds."""
        return self.state == state or 0 <= time() - self.asked_at < old


class _Flight(Generic[V]):
    """A value that is being made: the lock is held until it is there, or has failed (None)."""

    def __init__(self) -> None:
        self.entry: MemoEntry[V] | None = None
        self.lock = Lock()
        self.lock.acquire()


class Memo(Generic[V]):
    """The values that were made last, as many as the `capacity` allows; each in one
    state.

    `weigh` says how much of it a value takes (one, unless given). What is heavier than all of it
    is not kept: a value that must not be kept weighs `math.inf`.
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
        """The value of that key in that state, kept or made; or one not older than `old` seconds.

        `renew` gets the value that is kept of another state, with that state. It returns a value
        and the state that this shows, which need not be the one that was asked for; None where the
        former value is no help.

        Of several threads that ask for the same key, one makes it and the others wait; but who is
        in a transaction, for whose end others may wait, makes its own. Raises what `make` raises,
        in the thread that called it; whoever waited then tries anew.
        """

        def fresh() -> MemoEntry[V]:
            known, now = self._entries.get(key), time()
            renewed = renew(known.value, known.state) if renew and known else None
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
            # Who takes an older value takes whatever was being made.
            if landed is not None and (old or landed.state == state):
                return landed.value

    def peek(self, key: Hashable, state: object = None) -> V | None:
        """The value of that key if it is kept in that state."""
        entry = self._entries.get(key)
        return entry.value if entry is not None and entry.state == state else None

    def put(self, key: Hashable, value: V, state: object = None) -> None:
        """Keep a value, in place of the one that is kept of that key."""
        with self._lock:
            self._keep(key, MemoEntry(value, state, time()))

    def forget(self, key: Hashable) -> None:
        """Drop the value of that key, and do not keep the one that is being made."""
        with self._lock:
            self._drop(key)
            self._flights.pop(key, None)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._entries.clear()
            self._flights.clear()
            self.weight = 0.0

    def __len__(self) -> int:
        return len(self._entries)

    def _fetch(
        self, key: Hashable, state: object, old: float, fresh: Callable[[], MemoEntry[V]]
    ) -> MemoEntry[V]:
        """What is kept elsewhere, or `fresh`; here nothing is."""
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
    """Forget whatever this process has kept, as a new one would know it."""
    for memo in tuple(_memos):
        memo.clear()
