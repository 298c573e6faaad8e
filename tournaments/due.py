"""What waits to be done for tournaments, as facts in the database."""

from collections.abc import Callable, Iterable

from django.utils import timezone

from tournaments.models import Rehearsal, Round

COMPUTE_PAIRINGS = "tournaments.compute_pairings"
MAKE_AGAIN = "tournaments.make_again"
REHEARSE = "tournaments.rehearse"


def rounds_to_pair() -> Iterable[int]:
    """Rounds whose pairings were asked for and are not there."""
    return Round.objects.filter(state=Round.State.PAIRING, problem="").values_list("pk", flat=True)


def rounds_to_make_again() -> Iterable[int]:
    """Rounds for which other tables were asked for and are not worked out."""
    return Round.objects.filter(again_asked=True).values_list("pk", flat=True)


def rehearsals_to_play() -> Iterable[int]:
    """Rehearsals whose bots owe something by now."""
    due = Rehearsal.objects.filter(playing=True, problem="", due_at__lte=timezone.now())
    return due.values_list("pk", flat=True)


DUE: tuple[tuple[str, Callable[[], Iterable[int]]], ...] = (
    (COMPUTE_PAIRINGS, rounds_to_pair),
    (MAKE_AGAIN, rounds_to_make_again),
    (REHEARSE, rehearsals_to_play),
)
