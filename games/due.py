"""What waits to be done for matches, as facts in the database."""

from collections.abc import Callable, Iterable
from datetime import datetime

from django.db.models import F

from games.models import Event, Match

FINALIZE = "games.finalize_match"


def matches_to_finalize() -> Iterable[int]:
    """Matches that are over and not final."""
    return Match.objects.filter(status=Match.Status.OVER, problem="").values_list("pk", flat=True)


def oldest_to_finalize() -> datetime | None:
    """When the first of them was over: with its last entry."""
    ends = Event.objects.filter(match__status=Match.Status.OVER, match__problem="", seq=F("match__version"))
    return min(ends.order_by().values_list("at", flat=True), default=None)


Find = Callable[[], Iterable[int]]
Since = Callable[[], datetime | None]
DUE: tuple[tuple[str, Find, Since], ...] = ((FINALIZE, matches_to_finalize, oldest_to_finalize),)
