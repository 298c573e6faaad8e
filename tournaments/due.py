"""What waits to be done for tournaments, as facts in the database."""

from collections.abc import Callable, Iterable
from datetime import datetime

from django.db.models import F, Min
from django.utils import timezone

from tournaments.models import Ranking, Rehearsal, Round

COMPUTE_PAIRINGS = "tournaments.compute_pairings"
MAKE_AGAIN = "tournaments.make_again"
REHEARSE = "tournaments.rehearse"
COMPUTE_RATINGS = "tournaments.compute_ratings"


def rounds_to_pair() -> Iterable[int]:
    """Rounds whose pairings were asked for and are not there."""
    return Round.objects.filter(state=Round.State.PAIRING, problem="").values_list("pk", flat=True)


def oldest_to_pair() -> datetime | None:
    asked: datetime | None = Round.objects.filter(state=Round.State.PAIRING, problem="").aggregate(
        first=Min("asked_at")
    )["first"]
    return asked


def rounds_to_make_again() -> Iterable[int]:
    """Rounds for which other tables were asked for and are not worked out."""
    return Round.objects.filter(again_asked=True).values_list("pk", flat=True)


def rehearsals_to_play() -> Iterable[int]:
    """Rehearsals whose bots owe something by now."""
    due = Rehearsal.objects.filter(playing=True, problem="", due_at__lte=timezone.now())
    return due.values_list("pk", flat=True)


def clubs_to_rate() -> Iterable[int]:
    """Clubs whose ratings are not those of their results any more."""
    return Ranking.objects.filter(wanted__gt=F("made")).values_list("pk", flat=True)


def oldest_to_rate() -> datetime | None:
    asked: datetime | None = Ranking.objects.filter(wanted__gt=F("made")).aggregate(first=Min("asked_at"))[
        "first"
    ]
    return asked


Find = Callable[[], Iterable[int]]
Since = Callable[[], datetime | None]
DUE: tuple[tuple[str, Find] | tuple[str, Find, Since], ...] = (
    (COMPUTE_PAIRINGS, rounds_to_pair, oldest_to_pair),
    (MAKE_AGAIN, rounds_to_make_again),
    (REHEARSE, rehearsals_to_play),
    (COMPUTE_RATINGS, clubs_to_rate, oldest_to_rate),
)
