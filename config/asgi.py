"""The ASGI entry point: what is live is answered before Django (config.live), the rest by its threads (config.threads)."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

django.setup(set_prefix=False)

from django.conf import settings  # noqa: E402

from config.live.entry import LiveEntry  # noqa: E402 - it needs the applications to be loaded
from config.threads import ThreadedHandler  # noqa: E402

application = LiveEntry(ThreadedHandler(settings.WEB_THREADS))
