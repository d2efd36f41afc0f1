"""Sessions in the database, as Django keeps them, read in one plain statement.

Every page of the host begins with it; the queryset would cost several times as much. A session that
cannot be written does not spoil the answer to what was done and kept before.
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
    """Django's own store but for `load`, and for `save` while nothing can be written."""

    def load(self) -> dict[str, Any]:
        """What the session holds; nothing where there is none, or none any more."""
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        with connection.cursor() as cursor:
            cursor.execute(READ, [self.session_key, now])
            row = cursor.fetchone()
        if row is None:
            self._session_key = None
            return {}
        kept: dict[str, Any] = self.decode(row[0])
        return kept

    def save(self, must_create: bool = False) -> None:
        """Keep what the session holds, if anything can be kept at present."""
        try:
            super().save(must_create=must_create)
        except (DatabaseError, UpdateError) as error:
            # Django hides what went wrong behind an error of its own.
            if not outage(error) and not outage(error.__context__):
                raise
            log.warning("A session could not be kept: %s", error)
