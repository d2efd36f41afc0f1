"""Telling every open page that an event has changed, from whichever process changed it.

A turn calls `announce` once its transaction has committed. With Redis the word goes through one
channel to all processes of the installation; without it, to the streams of this process (others on
the same SQLite file see the change by themselves, see `tournaments.wall.stream`).
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.conf import settings

from tournaments.cache import redis_client

ANYTHING = "*"  # the topic that says: whatever you show, look again
LINKS = "link"  # the topic after which open streams check that their link still holds
EVERYWHERE = 0  # instead of an event: no event has this number


@dataclass(frozen=True, slots=True)
class Change:
    """What happened to an event: the version it has now, and the parts of its pages concerned."""

    event_id: int
    version: int
    topics: tuple[str, ...]

    def as_json(self) -> str:
        """One line, the same for Redis and for browsers."""
        return json.dumps(
            {"event": self.event_id, "version": self.version, "topics": list(self.topics)}
        )

    def merged_with(self, earlier: "Change | None") -> "Change":
        """One change for this and an earlier one of the same event that was not told yet."""
        if earlier is None:
            return self
        topics = dict.fromkeys((*earlier.topics, *self.topics))
        return Change(self.event_id, max(earlier.version, self.version), tuple(topics))

    @classmethod
    def from_json(cls, text: str | bytes) -> "Change":
        """The reverse of `as_json`; raises ValueError, KeyError or TypeError on anything else."""
        data = json.loads(text)
        return cls(int(data["event"]), int(data["version"]), tuple(map(str, data["topics"])))


Listener = Callable[[Change], None]
# The live streams of this process; each hands the change to its own event loop.
listeners: set[Listener] = set()
# What this process keeps of events; told at once, whatever becomes of the word to the others.
keepers: set[Listener] = set()


def announce(event_id: int, version: int, topics: Iterable[str] = ()) -> None:
    """Tell every open page of the event that it has changed; never raises for want of Redis.

    ``version`` is the event's version after the change, ``topics`` names what it concerns, as the
    first word of a log code does (none: anything). Call it after the commit: a page that hears of
    a change reads it.
    """
    change = Change(event_id, version, tuple(topics) or (ANYTHING,))
    for keeper in tuple(keepers):
        keeper(change)
    url = settings.REDIS_URL
    if url and redis_client.ask(url, lambda: _published(url, change), otherwise=False):
        return  # else the other processes find it by asking the database
    for listener in tuple(listeners):
        listener(change)


def channel() -> str:
    """The channel of this installation alone.

    Redis hands what is published to all of its databases, so where two installations share one
    their names tell them apart.
    """
    return f"{settings.INSTALLATION}:live"


def _published(url: str, change: Change) -> bool:
    redis_client.client(url).publish(channel(), change.as_json())
    return True
