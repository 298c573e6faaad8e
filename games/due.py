"""What waits to be done for matches, as facts in the database."""

from collections.abc import Callable, Iterable

from games.models import Match

FINALIZE = "games.finalize_match"


def matches_to_finalize() -> Iterable[int]:
    """Matches that are over and not final."""
    return Match.objects.filter(status=Match.Status.OVER, problem="").values_list("pk", flat=True)


DUE: tuple[tuple[str, Callable[[], Iterable[int]]], ...] = ((FINALIZE, matches_to_finalize),)
