"""What phones, walls and desks were answered when they polled for news, so that most polls need no
database.

A hall of phones polls every few seconds, a wall and a desk every second, and nearly always there is
no news. Which tables have news is read once for all of an event from the new entries of its log, at
most as often as `OLD` allows. Changes made by this process count at once.

New seats are news for all phones within a few seconds, and each page has to be built. That is done
for one phone at a time and in a part of the time (`PART`), so that nobody waits behind them; the
others poll again.
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
from tournaments.db.steps import event_changed
from tournaments.models import LogEntry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime

    from django.http import HttpRequest

    from tournaments.access.permissions import EventRequest

    Handler = Callable[[HttpRequest], HttpResponse]
    Asked = tuple[str, ...]  # what decides, besides the address, which page is shown, and to whom

OLD = 0.25  # seconds by which a phone may hear later of a change by another process
MOST = 20_000  # phones whose last answer a process remembers
PART = 0.4  # of its time that a process builds pages for polls; entries never wait
AT_ONCE = 0.1  # seconds of building that a quiet process does without a rest
LONGEST_WAIT = 0.01  # seconds that a phone waits while another's page is built
ALL = 0  # instead of a table: what all phones of the event show
WHOLE = -1  # instead of a table: everything that happens in the event
NEVER = float("-inf")
RECHECK = 15.0  # seconds after which a wall or desk is looked up again: sessions end without a log


class News:
    """The entries of an event's log since a version, and which tables they concern."""

    def __init__(self, event_id: int, version: int) -> None:
        self.event_id = event_id
        self.start = self.upto = version
        self.written: datetime | None = None  # the time of that version's log entry
        self.last: dict[int, int] = {}  # by table: the version of its newest entry
        self.read = NEVER
        self.heard = 0  # how many changes this process has announced
        self.gone = False
        self.lock = Lock()

    def concern(self, table_number: int, since: int) -> bool:
        """Whether anything has happened after version `since` that this table's phones may show;
        WHOLE: anything at all."""
        with self.lock:
            if not self.gone and monotonic() - self.read > OLD:
                self._read_on()
            newest = max(self.last.get(table_number, 0), self.last.get(ALL, 0))
            if table_number == WHOLE:
                newest = self.upto
            return self.gone or newest > since

    def look_again(self) -> None:
        """Read the log again at the next question, even if it was just read."""
        self.heard += 1
        self.read = NEVER

    def _read_on(self) -> None:
        """Read the entries that have come since. The last known one is read again: if it has
        changed, the event is gone, or was replaced from a backup."""
        start, heard = monotonic(), self.heard
        lines = LogEntry.objects.filter(event_id=self.event_id, version__gte=self.upto)
        rows = list(lines.order_by("version").values_list("version", "table_number", "created"))
        last_row = (self.upto, self.written or rows[0][2]) if rows else None
        if last_row is None or (rows[0][0], rows[0][2]) != last_row:
            self.gone = True
            return
        self.last.update((number, version) for version, number, _written in rows[1:])
        self.upto, _number, self.written = rows[-1]
        self.read = start if heard == self.heard else NEVER


@dataclass(frozen=True, slots=True)
class NoNews:
    """The answer that there was no news: for which table, at which version of the event, and until
    when it may be given again."""

    table_number: int
    version: int
    news: News
    until: float

    @property
    def still_holds(self) -> bool:
        """Whether there is still no news."""
        return monotonic() < self.until and not self.news.concern(self.table_number, self.version)


class Pace:
    """A limit for building pages for phones that poll: one at a time, with rests between."""

    def __init__(self) -> None:
        self.left = AT_ONCE  # seconds of building
        self.counted = monotonic()
        self.building = Lock()

    @contextmanager
    def turn(self) -> Iterator[bool]:
        """A context manager that says whether a page may be built now; the time until the end of
        the block is counted."""
        if not self.building.acquire(timeout=LONGEST_WAIT):
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
    """The last answers to polling phones, walls and desks."""

    def __init__(self) -> None:
        self.pace = Pace()
        self.answers: Memo[NoNews] = Memo(MOST)  # by address
        self.news: Memo[News] = Memo(MOST)  # by event
        self.lock = Lock()

    def known(self, request: HttpRequest) -> NoNews | None:
        """Return the answer “no news” if it can be given again; None if that is not known."""
        answer = self.answers.peek(request.path, _request_key(request))
        return answer if answer is not None and answer.still_holds else None

    def remember(self, request: EventRequest) -> None:
        """Remember that there was no news for this phone at the version of its event."""
        self._remember(request, request.actor.table_number or ALL, float("inf"))

    def remember_whole(self, request: EventRequest) -> None:
        """Remember that there was no news for this wall or desk, which show the whole event."""
        self._remember(request, WHOLE, monotonic() + RECHECK)

    def _remember(self, request: EventRequest, number: int, until: float) -> None:
        event = request.event
        with self.lock:
            news = self.news.peek(event.pk)
            if news is None or news.gone:
                news = News(event.pk, event.version)
                self.news.put(event.pk, news)
            # News that begin after the phone's version may lack something that concerns it.
            if news.start <= event.version:
                answer = NoNews(number, event.version, news, until)
                self.answers.put(request.path, answer, _request_key(request))

    def heard(self, event_id: int, **_signal: object) -> None:
        """Handle a change of an event made by this process."""
        news = self.news.peek(event_id)
        if news is not None:
            news.look_again()


phone_states = PhoneStates()
event_changed.connect(phone_states.heard)


def unless_known(get_response: Handler) -> Handler:
    """Middleware: 204 for a phone, wall or desk for which there is known to be no news, else what
    the view answers. If there is none, the view remembers it in `phone_states`.

    It comes before everything that only a page needs, since nearly all requests of a hall are
    answered here. It comes before access control, too, which is safe: a withdrawn link is news.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        answer = phone_states.known(request) if request.method == "GET" else None
        if answer is None:
            return get_response(request)
        request.get_host()  # raises DisallowedHost for a name that is not served
        if answer.table_number != WHOLE:
            note_look(request, request.path.rsplit("/", 3)[1])  # …/token/state/
        return private(HttpResponse(status=204))

    return middleware


def _request_key(request: HttpRequest) -> Asked:
    return (
        request.META.get("QUERY_STRING", ""),
        request.META.get("HTTP_ACCEPT_LANGUAGE", ""),
        request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, ""),
        request.COOKIES.get(settings.SESSION_COOKIE_NAME, ""),
        request.META.get("HTTP_HX_REQUEST", ""),
    )
