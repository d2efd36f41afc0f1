"""Django's sessions in the database, read in one plain statement.

Every page of the host begins with that read; a queryset costs several times as much. If a session
cannot be written, the response to work that was saved before still goes out.
"""

import logging
from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.db import DatabaseError, connection
from django.utils import timezone

from tournaments.db.outages import outage

log = logging.getLogger(__name__)

READ = "SELECT session_data FROM django_session WHERE session_key = %s AND expire_date > %s"


class SessionStore(db.SessionStore):
    """Django's store with a faster `load`, and a `save` that only logs an outage."""

    def load(self) -> dict[str, Any]:
        """Return the session's data; empty if there is no session or it has expired."""
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        with connection.cursor() as cursor:
            cursor.execute(READ, [self.session_key, now])
            row = cursor.fetchone()
        if row is None:
            self._session_key = None
            return {}
        data: dict[str, Any] = self.decode(row[0])
        return data

    def save(self, must_create: bool = False) -> None:
        """Store the session; log a warning if nothing can be written at present."""
        try:
            super().save(must_create=must_create)
        except (DatabaseError, UpdateError) as error:
            # Django hides the cause behind an error of its own.
            if not outage(error) and not outage(error.__context__):
                raise
            log.warning("A session could not be kept: %s", error)
