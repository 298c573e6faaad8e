"""Sessions in the database, as Django keeps them; only the reading, done with every request, is written out.

Django builds the statement anew each time, which takes longer than the database does (docs/decisions/0011).
"""

from __future__ import annotations

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone

READ = """
    SELECT "session_key", "session_data", "expire_date" FROM "django_session"
    WHERE "session_key" = %s AND "expire_date" > %s
"""


class SessionStore(db.SessionStore):
    def _get_session_from_db(self) -> Session | None:
        now = Session._meta.get_field("expire_date").get_db_prep_value(timezone.now(), connection)
        for session in Session.objects.raw(READ, [self.session_key, now]):
            return session
        self._session_key = None
        return None
