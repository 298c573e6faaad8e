"""Swiss for tables of two to six: equals meet, and the same people do not meet again if it can be helped.

This module loads nothing heavy: whoever only names the system does not pay for the search.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.api import gettext_noop
from tournaments.pairing.api import Pairing, Request, Watch
from tournaments.pairing.field import settled


def pair(request: Request, watch: Watch | None = None) -> Pairing:
    """Seat everybody the sizes allow. Raises ``CannotPair``."""
    field = settled(request)
    from tournaments.pairing.swiss_search import pair_swiss

    return pair_swiss(field, watch)


class Swiss:
    key = "swiss"
    name = gettext_noop("Swiss")
    about = gettext_noop(
        "For any number of people and rounds: everybody plays every round, against people of about the same standing, and if possible never twice against the same."
    )

    def rounds(self, people: int, prefer: int, options: Mapping[str, Any]) -> int | None:
        """The organiser's choice."""
        return None

    def pair(self, request: Request, watch: Watch | None = None) -> Pairing:
        return pair(request, watch)


system = Swiss()
