"""What phones were told when they looked for news, so that most looks ask the database nothing.

A hall of phones looks every few seconds, and nearly always there is no news for the table. Which
tables have news is read once for all phones of an event, at most so often as `OLD` says: from the
lines of the log that came since. What this process itself writes down holds at once.

New seats are news for all of them within a few seconds, and each page has to be built: one at a
time, in a part of the time (`PART`), so that nobody waits behind them. The others look again.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING

from django.conf import settings
from django.http import HttpResponse

from tournaments.access.decorators import private
from tournaments.access.devices import note_look
from tournaments.cache.memo import Memo
from tournaments.db import broadcast
from tournaments.models import LogEntry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime

    from django.http import HttpRequest

    from tournaments.access.permissions import EventRequest

    Handler = Callable[[HttpRequest], HttpResponse]
    Asked = tuple[str, ...]  # what decides, besides the address, which page it shows

OLD = 0.25  # seconds: so much later a phone may hear what another process has written down
MOST = 20_000  # phones of which a process remembers what they were told
PART = 0.4  # of its time that a process builds pages for those who look; entries never wait
AT_ONCE = 0.1  # seconds of building that a quiet process does without a rest between
PATIENCE = 0.01  # seconds that one waits while another's page is built
ALL = 0  # the number of no table: what all phones of the event show
NEVER = float("-inf")


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
class NoNews:
    """That there was no news: for which table, as of which version of the event."""

    table_number: int
    version: int
    news: News


class Pace:
    """How fast pages are built for those who look: one at a time, and with rests between."""

    def __init__(self) -> None:
        self.left = AT_ONCE  # seconds of building
        self.counted = monotonic()
        self.building = Lock()

    @contextmanager
    def turn(self) -> Iterator[bool]:
        """Whether a page may be built now; the time until the end of the block counts for it."""
        if not self.building.acquire(timeout=PATIENCE):
            yield False
            return
        try:
            begun = monotonic()
            self.left = min(self.left + (begun - self.counted) * PART, AT_ONCE)
            self.counted = begun
            yield self.left > 0
            self.left -= monotonic() - begun
        finally:
            self.building.release()


class PhoneStates:
    """What the phones were told that looked last."""

    def __init__(self) -> None:
        self.pace = Pace()
        self.told: Memo[NoNews] = Memo(MOST)  # by address
        self.news: Memo[News] = Memo(MOST)  # by event
        self.lock = Lock()

    def nothing_new(self, request: HttpRequest) -> bool:
        """Whether a phone that was told of no news may be told so again; False where it is not
        known."""
        told = self.told.peek(request.path, _request_key(request))
        return told is not None and not told.news.concern(told.table_number, told.version)

    def remember(self, request: EventRequest) -> None:
        """That there was no news for the phone that asks, as of the version of its event."""
        event, number = request.event, request.actor.table_number or ALL
        with self.lock:
            news = self.news.peek(event.pk)
            if news is None or news.gone:
                news = News(event.pk, event.version)
                self.news.put(event.pk, news)
            # News that begin later than what the phone knows may lack what concerns it.
            if news.start <= event.version:
                told = NoNews(number, event.version, news)
                self.told.put(request.path, told, _request_key(request))

    def heard(self, change: broadcast.Change) -> None:
        """This process itself has changed an event."""
        news = self.news.peek(change.event_id)
        if news is not None:
            news.look_again()


looks = PhoneStates()
broadcast.keepers.add(looks.heard)


def unless_known(get_response: Handler) -> Handler:
    """204 for a phone of which it is known that there is no news, else what the view says; the view
    of a table's state tells `looks` where there is none.

    Stands before all that only a page needs: nearly everything that a hall asks is answered here.
    It stands before what lets people in, too: a link that was withdrawn is news.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.method == "GET" and looks.nothing_new(request):
            request.get_host()  # raises DisallowedHost for a name that is not served
            note_look(request, request.path.rsplit("/", 3)[1])  # …/token/state/
            return private(HttpResponse(status=204))
        return get_response(request)

    return middleware


def _request_key(request: HttpRequest) -> Asked:
    return (
        request.META.get("QUERY_STRING", ""),
        request.META.get("HTTP_ACCEPT_LANGUAGE", ""),
        request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, ""),
    )
