"""The ways into an event: the link in an address, and the session of the event's owner.

Every request from a phone, a screen or the desk begins with one of these, in one statement.
"""

from __future__ import annotations

from django.contrib.auth import get_user_model

from tournaments.models import Event, Link
from tournaments.selectors.reading import Columns, one_row

_LINK = Columns(Link, "l")
_ITS_EVENT = Columns(Event, "e", _LINK.part.stop)
_BY_TOKEN = (
    f"SELECT {_LINK.sql}, {_ITS_EVENT.sql} FROM tournaments_link l "  # noqa: S608  columns
    "JOIN tournaments_event e ON e.id = l.event_id WHERE l.token = %s"
)
_EVENT = Columns(Event, "e")
_OWNER = Columns(get_user_model(), "u", _EVENT.part.stop)
_OWNED = (
    f"SELECT {_EVENT.sql}, {_OWNER.sql} FROM tournaments_event e "  # noqa: S608  columns
    f"JOIN {get_user_model()._meta.db_table} u ON u.id = e.owner_id "
    "WHERE e.id = %s AND e.owner_id = %s"
)
LARGEST = 2**63 - 1  # of an id; an address can hold any number


def link_of(token: str) -> Link | None:
    """The link of that token, revoked or not, with its event. One query."""
    if "\0" in token:  # PostgreSQL knows no such text
        return None
    row = one_row(_BY_TOKEN, [token])
    if row is None:
        return None
    link: Link = _LINK.read(row)
    link.event = _ITS_EVENT.read(row)
    return link


def owned_event(event_id: int, owner_id: int) -> Event | None:
    """The event, with its owner, if that is who owns it. One query."""
    row = one_row(_OWNED, [event_id, owner_id]) if event_id <= LARGEST else None
    if row is None:
        return None
    event: Event = _EVENT.read(row)
    event.owner = _OWNER.read(row)
    return event
