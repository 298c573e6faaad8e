"""What is said when web answers: where to go, and on the very first start how to sign in."""

import http.client
import logging
import time
from collections.abc import Callable

from django.conf import settings
from django.db import connections
from django.utils.translation import gettext as _

from config import addresses

logger = logging.getLogger(__name__)

PATIENCE_SECONDS = 120.0


def welcome(host: str, port: int, say: Callable[[str], None]) -> None:
    """Wait for web's first answer, then say where it is."""
    if not answers(host, port):
        say(_("The web process does not answer yet; the lines above may say why."))
        return
    here, hall = addresses.here(host, port), addresses.hall(host, port)
    say("")
    say(_("  On this machine:   %(address)s") % {"address": here})
    if hall:
        say(_("  In the hall:       %(address)s") % {"address": hall})
        say("")
        say(addresses.qr_code(hall))
    if link := first_link():
        say(_("  The organiser signs in here, once:  %(address)s") % {"address": here + link})
    say(_("  Ctrl-C stops everything."))


def answers(host: str, port: int) -> bool:
    """True as soon as web gives any answer. A connection waits at the listening socket until then."""
    target = "localhost" if host in addresses.EVERYWHERE else host
    named = {} if settings.HALL_HOSTS_ONLY else {"Host": settings.ALLOWED_HOSTS[0].lstrip(".")}
    deadline = time.monotonic() + PATIENCE_SECONDS
    while (left := deadline - time.monotonic()) > 0:
        connection = http.client.HTTPConnection(target, port, timeout=left)
        try:
            connection.request("HEAD", "/sign-in/", headers=named)
            connection.getresponse().read()
            return True
        except (OSError, http.client.HTTPException):  # web died while we waited; the next one is coming
            time.sleep(0.2)
        finally:
            connection.close()
    return False


def first_link() -> str | None:
    """The path of the one-time sign-in link while there are no users; None once there are."""
    from tournaments.services.accounts import first_organiser_link

    try:
        return first_organiser_link()
    except Exception:
        logger.exception("The organiser's sign-in link could not be made")
        return None
    finally:
        connections.close_all()
