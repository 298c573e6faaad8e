"""What waits to be done for tournaments, as facts in the database."""

from collections.abc import Callable, Iterable

from tournaments.models import Round

COMPUTE_PAIRINGS = "tournaments.compute_pairings"


def rounds_to_pair() -> Iterable[int]:
    """Rounds whose pairings were asked for and are not there."""
    return Round.objects.filter(state=Round.State.PAIRING, problem="").values_list("pk", flat=True)


DUE: tuple[tuple[str, Callable[[], Iterable[int]]], ...] = ((COMPUTE_PAIRINGS, rounds_to_pair),)
