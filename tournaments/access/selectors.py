"""Access to an event: the link in an address, and the session of a host of its family.

Every request from a phone, a screen or the desk begins with one of these reads, one statement each.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.contrib.auth import get_user_model
from django.utils import timezone

from tournaments.access.devices import COUNTED, here
from tournaments.db.rows import LAST_SET, TABLE_COLUMNS, Columns, first_row, table_in, within
from tournaments.models import Event, JoinCode, Link
from tournaments.models.event_games import format_of
from tournaments.web.labels import table_title

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

_LINK = Columns(Link, "l")
_ITS_EVENT = Columns(Event, "e", _LINK.part.stop)
_BY_TOKEN = (
    f"SELECT {_LINK.sql}, {_ITS_EVENT.sql} FROM tournaments_link l "  # noqa: S608  columns
    "JOIN tournaments_event e ON e.id = l.event_id WHERE l.token = %(token)s"
)
# The same with the link's table in one set, if it is part of it, for saving a result. Only needed
# columns: each costs time to read.
_LINK_COLUMNS = Columns(Link, "l", without=("label", "token", "created"))
_UNASKED = {"owner_id", "family_id", "evening_id", "name", "date", "starts_at"}
_UNASKED |= {"place", "created"}
_UNASKED |= {"house_rules", "role_names", "hide_standings", "revealed", "live_standings"}
_UNASKED |= {"round_ends_at", "reveal_from", "awards_shown", "awards_off"}
_UNASKED |= {"break_ends_at", "held_slide"}
_EVENT_COLUMNS = Columns(Event, "e", _LINK_COLUMNS.part.stop, without=_UNASKED)
_TABLE_SQL = (
    f"SELECT {_LINK_COLUMNS.sql}, {_EVENT_COLUMNS.sql}, {TABLE_COLUMNS}, "  # noqa: S608  columns
    f"{COUNTED} FROM tournaments_link l JOIN tournaments_event e ON e.id = l.event_id "
    "LEFT JOIN tournaments_seating g ON g.event_id = l.event_id AND g.state = 'published' "
    "AND g.set_number = %(set)s "
    "LEFT JOIN tournaments_table t ON t.seating_id = g.id AND t.number = l.table_number "
    "WHERE l.token = %(token)s"
)
_ITS_TABLE = slice(_EVENT_COLUMNS.part.stop, -2)
_TABLE_ID = _EVENT_COLUMNS.part.stop + 3
# And with the mark by which its phones notice news.
_BARE_LINK = Columns(Link, "l", without=("created",))
_BARE_EVENT = Columns(Event, "e", _BARE_LINK.part.stop, without=("created",))
# The newest log entry that changes a table's phones: one of its own, or of all tables. The time is
# part of the mark: after a restored backup the same version may occur again.
_NEWEST = (
    "(SELECT n.version || ' ' || n.created FROM tournaments_logentry n "
    "WHERE n.event_id = {event} AND n.table_number = {table} ORDER BY n.version DESC LIMIT 1)"
)
_FORMER = _NEWEST.format(event="%(event)s", table="%(table)s")
_FORMER = _FORMER.replace("ORDER BY", "AND n.version < %(version)s ORDER BY")
_FORMER = f"SELECT {_FORMER}, {_NEWEST.format(event='%(event)s', table='0')}"
_MARKED = (
    f"SELECT {_BARE_LINK.sql}, {_BARE_EVENT.sql}, "  # noqa: S608  columns
    f"{_NEWEST.format(event='l.event_id', table='l.table_number')}, "
    f"{_NEWEST.format(event='l.event_id', table='0')}, {COUNTED} "
    "FROM tournaments_link l "
    "JOIN tournaments_event e ON e.id = l.event_id WHERE l.token = %(token)s"
)
_EVENT = Columns(Event, "e")
_HOST = Columns(get_user_model(), "u", _EVENT.part.stop)
_HOSTED = (
    f"SELECT {_EVENT.sql}, {_HOST.sql} FROM tournaments_event e "  # noqa: S608  columns
    f"JOIN {get_user_model()._meta.db_table} u ON u.id = %(user)s "
    "LEFT JOIN tournaments_host h ON h.user_id = u.id "
    "WHERE e.id = %(event)s AND e.family_id = "
    "COALESCE(h.family_id, (SELECT MIN(id) FROM tournaments_family))"
)
LARGEST = 2**63 - 1  # of an id; an address can hold any number


def link_of(token: str) -> Link | None:
    """Return the link of that token, revoked or not, with its event. One query."""
    if "\0" in token:  # PostgreSQL knows no such text
        return None
    row = first_row(_BY_TOKEN, {"token": token})
    if row is None:
        return None
    link: Link = _LINK.read(row, event=_ITS_EVENT.read(row))
    return link


def link_with_table(token: str, set_number: int | None, device: str = "") -> Link | None:
    """As `link_of`; sets `link.table` to its table in a published set, if there is one, and
    `link.others` to the number of devices besides this one. One query."""
    if "\0" in token or set_number is None or set_number > LAST_SET:
        return link_of(token)
    params = {"set": set_number, "token": token, "device": device, **here()}
    row = first_row(_TABLE_SQL, params)
    if row is None:
        return None
    link: Link = _LINK_COLUMNS.read(row, event=_EVENT_COLUMNS.read(row))
    link.device, link.others, link.has_left = device, row[-2], row[-1] is not None
    if row[_TABLE_ID] is not None and link.table_number is not None:
        link.table = table_in(row[_ITS_TABLE], link.event, link.table_number)
    return link


def marked_link(token: str, device: str = "") -> Link | None:
    """As `link_of`; sets `link.mark`, which changes whenever the phones of its table may show
    something else, and stays the same while other tables report, and `link.others` to the number
    of devices besides this one. One query."""
    params = {"token": token, "device": device, **here()}
    row = None if "\0" in token else first_row(_MARKED, params)
    if row is None:
        return None
    link: Link = _BARE_LINK.read(row, event=_BARE_EVENT.read(row))
    link.mark = _as_mark(row[_BARE_EVENT.part.stop : -2])
    link.device, link.others, link.has_left = device, row[-2], row[-1] is not None
    return link


def former_mark(event: Event, table_number: int, version: int) -> str:
    """Return the mark that a table had before something happened there with that version. One
    query."""
    params = {"event": event.pk, "table": table_number, "version": version}
    return _as_mark(first_row(_FORMER, params) or ())


def _as_mark(newest: Sequence[str | None]) -> str:
    return " ".join(filter(None, newest))


def hosted_event(event_id: int, user_id: int) -> tuple[Event, Any] | None:
    """Return the event and the user if the event belongs to the user's family. One query."""
    if event_id > LARGEST or user_id > LARGEST:
        return None
    row = first_row(_HOSTED, {"event": event_id, "user": user_id})
    return None if row is None else (_EVENT.read(row), _HOST.read(row))


def event_exists(event: Event) -> bool:
    """Whether an event that was read before still exists."""
    return Event.objects.filter(pk=event.pk).exists()


TABLES_OPEN = timedelta(minutes=15)
AFTER_THE_END = timedelta(days=7)  # in which a code still opens the results
LEFT_LYING = timedelta(days=45)  # after the last change of an unfinished evening


def is_joinable(event: Event) -> bool:
    """Whether a code opens the event: during preparation and play, and some days after."""
    finished = event.state == Event.State.FINISHED
    last = timezone.now() - (AFTER_THE_END if finished else LEFT_LYING)
    return event.changed > last or (not finished and event.date > last.date())


def join_code(event: Event) -> str:
    """Return the event's code in groups for reading ("K7M 2QX"); "" if there is none or it no
    longer opens the event. One query."""
    if not is_joinable(event):
        return ""
    code = JoinCode.objects.filter(event=event).values_list("code", flat=True).first()
    return grouped(code or "")


def signs_of_tables(event: Event) -> str:
    """Return the signs by which phones may join tables just now, in groups; "" if they may not. One
    query."""
    open_now = within("tables_until", ago=timedelta(), ahead=TABLES_OPEN)
    codes = JoinCode.objects.filter(event=event, **open_now).exclude(code=None)
    return grouped(codes.values_list("code", flat=True).first() or "")


def tables_open_until(event: Event) -> datetime | None:
    """Return the time until which phones may join tables by the code; None if they may not. One
    query."""
    open_now = within("tables_until", ago=timedelta(), ahead=TABLES_OPEN)
    codes = JoinCode.objects.filter(event=event, **open_now).exclude(code=None)
    return codes.values_list("tables_until", flat=True).first()


def open_link(event: Event | int, kind: Link.Kind, table_number: int | None = None) -> Link | None:
    """Return the event's first un-revoked link of a kind, for tables that of one table. One
    query."""
    links = Link.objects.filter(event=event, kind=kind, revoked_at=None)
    return links.filter(table_number=table_number).order_by("pk").first()


def joinable_tables(event: Event) -> tuple[tuple[int, str], ...]:
    """Return number and title of the tables that phones may join by the code."""
    links = Link.objects.filter(event=event, kind=Link.Kind.TABLE, revoked_at=None)
    numbers = {number or 0 for number in links.values_list("table_number", flat=True)}
    format = format_of(event)
    return tuple((number, table_title(format, 1, number)) for number in sorted(numbers))


def grouped(code: str) -> str:
    """Return six signs in two groups of three, to read out and remember."""
    return f"{code[:3]} {code[3:]}".strip()
