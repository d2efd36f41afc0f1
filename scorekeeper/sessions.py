"""Sessions in the database, as Django keeps them, read in one plain statement.

Every page of the host begins with it; the queryset would cost several times as much.
"""

from typing import Any

from django.contrib.sessions.backends import db
from django.db import connection
from django.utils import timezone

READ = "SELECT session_data FROM django_session WHERE session_key = %s AND expire_date > %s"


class SessionStore(db.SessionStore):
    """Django's own store but for `load`."""

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
