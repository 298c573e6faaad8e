"""The ASGI entry point: every request is numbered and measured (config.entrance), what is live is answered before Django
(config.live), the rest by its threads (config.threads)."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

django.setup(set_prefix=False)

from django.conf import settings  # noqa: E402

from config.entrance import Entrance  # noqa: E402
from config.headers import Sealed  # noqa: E402
from config.limits import Limited  # noqa: E402
from config.live.entry import LiveEntry  # noqa: E402 - it needs the applications to be loaded
from config.live.manners import Manners  # noqa: E402
from config.threads import ThreadedHandler  # noqa: E402
from rules.registry import registry  # noqa: E402

registry()  # before anybody is answered: loading the engines would make the first entry wait
manners = Manners()
application = Entrance(
    Sealed(
        Limited(
            LiveEntry(ThreadedHandler(settings.WEB_THREADS, manners), manners),
            per_address=settings.REQUESTS_PER_SECOND,
            per_link=settings.LINK_REQUESTS_PER_SECOND,
            streams=settings.STREAMS_PER_ADDRESS,
            session=settings.SESSION_COOKIE_NAME,
        )
    ),
    trusting=settings.BEHIND_PROXY,
    slow=settings.SLOW_REQUEST_SECONDS,
)
