"""The program's settings on Django's own SQLite backend: the same, without the queue of writers."""

from config.settings import *  # noqa: F403
from config.settings import DATABASES

DATABASES["default"]["ENGINE"] = "django.db.backends.sqlite3"
