"""Announcements of changes of events to all open pages, from any process.

A turn calls `announce` once its transaction has committed. With Redis the message goes through one
channel to all processes of the installation; without it, to the streams of this process (others on
the same SQLite file notice the change themselves, see `tournaments.wall.stream`).
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.conf import settings

from tournaments.cache import redis_client

ANYTHING = "*"  # the topic for all pages of the event
LINKS = "link"  # the topic after which open streams check that their link is still valid
EVERYWHERE = 0  # instead of an event: no event has this number


@dataclass(frozen=True, slots=True)
class Change:
    """A change of an event: its new version, and the topics of its pages that changed."""

    event_id: int
    version: int
    topics: tuple[str, ...]

    def as_json(self) -> str:
        """Return the change as JSON, the same for Redis and for browsers."""
        return json.dumps(
            {"event": self.event_id, "version": self.version, "topics": list(self.topics)}
        )

    def merged_with(self, earlier: "Change | None") -> "Change":
        """Merge with an earlier change of the same event that was not sent yet."""
        if earlier is None:
            return self
        topics = dict.fromkeys((*earlier.topics, *self.topics))
        return Change(self.event_id, max(earlier.version, self.version), tuple(topics))

    @classmethod
    def from_json(cls, text: str | bytes) -> "Change":
        """Read a change from JSON. Raises ValueError, KeyError or TypeError for anything else."""
        data = json.loads(text)
        return cls(int(data["event"]), int(data["version"]), tuple(map(str, data["topics"])))


Listener = Callable[[Change], None]
# The live streams of this process; each passes the change to its own event loop.
listeners: set[Listener] = set()
# The caches of events in this process; called at once, also if the message to others fails.
keepers: set[Listener] = set()


def announce(event_id: int, version: int, topics: Iterable[str] = ()) -> None:
    """Notify all open pages of an event of a change; a failure of Redis raises nothing.

    ``version``: the event's version after the change; ``topics``: the first words of log codes
    (none: all pages). Call it after the commit: a page that is notified reads the change.
    """
    change = Change(event_id, version, tuple(topics) or (ANYTHING,))
    for keeper in tuple(keepers):
        keeper(change)
    url = settings.REDIS_URL
    if url and redis_client.ask(url, lambda: _published(url, change), otherwise=False):
        return  # else the other processes notice it in the database
    for listener in tuple(listeners):
        listener(change)


def channel() -> str:
    """Return the channel of this installation.

    Redis publishes to all of its databases, so installations that share one have different names.
    """
    return f"{settings.INSTALLATION}:live"


def _published(url: str, change: Change) -> bool:
    redis_client.client(url).publish(channel(), change.as_json())
    return True
