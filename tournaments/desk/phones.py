"""What a phone’s requests say about the phone, read out of their headers."""

from __future__ import annotations

from django.http import HttpRequest

from tournaments.access import actor_of
from tournaments.desk.wire import device_of
from tournaments.models import Table
from tournaments.services.phones import hear_from


def listen(request: HttpRequest, table: Table) -> None:
    """Note the report that a page sends along when it asks again, if it does."""
    unsent = request.headers.get("X-Unsent", "")
    if unsent.isascii() and unsent.isdigit() and len(unsent) < 6:
        hear_from(actor_of(request), table, device_of(request), int(unsent))
