"""What phones were told when they looked for news, so that most looks ask the database nothing.

A hall of phones looks every few seconds, and nearly always there is no news for the table. Which
tables have news is read once for all phones of an event, at most so often as `OLD` says: from the
lines of the log that came since. What this process itself writes down holds at once.

New seats are news for all of them within a few seconds, and each page has to be built: at most so
many a second as `A_SECOND` says, so that results do not wait behind them. The others look again.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import wraps
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

from django.http import HttpResponse
from django.utils.translation import get_language

from tournaments import announcing
from tournaments.access.decorators import private
from tournaments.models import LogEntry

if TYPE_CHECKING:
    from datetime import datetime

    from django.http import HttpRequest

    from tournaments.access.decorators import View
    from tournaments.actors import EventRequest

OLD = 0.25  # seconds: so much later a phone may hear what another process has written down
MOST = 20_000  # phones of which a process remembers what they were told
A_SECOND = 30  # pages that a process builds for those who look; who has sent an entry never waits
ALL = 0  # the number of no table: what all phones of the event show
NEVER = float("-inf")
K = TypeVar("K")
V = TypeVar("V")


class News:
    """The lines of an event's log since one that was its newest: which tables they concern."""

    def __init__(self, event_id: int, version: int) -> None:
        self.event_id = event_id
        self.start = self.upto = version
        self.written: datetime | None = None  # when the line of that version was
        self.last: dict[int, int] = {}  # by table: the newest line
        self.read = NEVER
        self.heard = 0  # how often this process has told of a change
        self.gone = False
        self.lock = Lock()

    def concern(self, table_number: int, since: int) -> bool:
        """Whether anything has happened after version `since` that this table's phones may show."""
        with self.lock:
            if not self.gone and monotonic() - self.read > OLD:
                self._read_on()
            newest = max(self.last.get(table_number, 0), self.last.get(ALL, 0))
            return self.gone or newest > since

    def look_again(self) -> None:
        """Take nothing for known that was read until now."""
        self.heard += 1
        self.read = NEVER

    def _read_on(self) -> None:
        """Read the lines that came since. The last one that is known is read again: where it is
        not what it was, the event is gone, or another stands in its place out of a backup."""
        asked, heard = monotonic(), self.heard
        lines = LogEntry.objects.filter(event_id=self.event_id, version__gte=self.upto)
        found = list(lines.order_by("version").values_list("version", "table_number", "created"))
        known = (self.upto, self.written or found[0][2]) if found else None
        if known is None or (found[0][0], found[0][2]) != known:
            self.gone = True
            return
        self.last.update((number, version) for version, number, _written in found[1:])
        self.upto, _number, self.written = found[-1]
        self.read = asked if heard == self.heard else NEVER


@dataclass(frozen=True, slots=True)
class Told:
    """That there was no news: for which page, as of which version of the event."""

    page: tuple[str, str | None]
    table_number: int
    version: int
    news: News


class Pace:
    """How fast pages are built for those who look."""

    def __init__(self) -> None:
        self.left = float(A_SECOND)
        self.counted = monotonic()
        self.lock = Lock()

    def allows(self) -> bool:
        """Whether one more may be built now; it counts as built."""
        with self.lock:
            now = monotonic()
            self.left = min(self.left + (now - self.counted) * A_SECOND, A_SECOND)
            self.counted = now
            if self.left < 1:
                return False
            self.left -= 1
            return True


class Looks:
    """What the phones were told that looked last."""

    def __init__(self) -> None:
        self.pace = Pace()
        self.told: dict[str, Told] = {}
        self.news: dict[int, News] = {}
        self.lock = Lock()

    def nothing_new(self, request: HttpRequest, token: str) -> bool:
        """Whether a phone that was told of no news may be told so again; False where it is not
        known."""
        told = self.told.get(token)
        if told is None or told.page != _page(request):
            return False
        return not told.news.concern(told.table_number, told.version)

    def remember(self, request: EventRequest, token: str) -> None:
        """That there was no news for the phone that asks, as of the version of its event."""
        event, number = request.event, request.actor.table_number or ALL
        with self.lock:
            news = self.news.get(event.pk)
            if news is None or news.gone:
                news = self._keep(self.news, event.pk, News(event.pk, event.version))
            # News that begin later than what the phone knows may lack what concerns it.
            if news.start <= event.version:
                self._keep(self.told, token, Told(_page(request), number, event.version, news))

    def heard(self, change: announcing.Change) -> None:
        """This process itself has changed an event."""
        news = self.news.get(change.event_id)
        if news is not None:
            news.look_again()

    @staticmethod
    def _keep(among: dict[K, V], key: K, value: V) -> V:
        """Keep it as the newest; what is oldest makes room."""
        among.pop(key, None)
        among[key] = value
        if len(among) > MOST:
            among.pop(next(iter(among)))
        return value


looks = Looks()
announcing.keepers.add(looks.heard)


def unless_known(view: View) -> View:
    """204 for a phone of which it is known that there is no news, else what the view says; it tells
    `looks` where there is none.

    Stands outside of what lets people in: a link that was withdrawn is news.
    """

    @wraps(view)
    def guarded(request: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        token = kwargs["token"]
        if looks.nothing_new(request, token):
            return private(HttpResponse(status=204))
        return view(request, *args, **kwargs)

    return guarded


def _page(request: HttpRequest) -> tuple[str, str | None]:
    return request.get_full_path(), get_language()
