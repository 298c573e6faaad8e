"""Taking away matches at which nothing was ever entered. A match with a log can never go."""

from __future__ import annotations

from collections.abc import Sequence

from games.models import Match, Seat, Signature

NOBODY = "–"


def begun_among(match_ids: Sequence[int]) -> set[int]:
    """Those with an entry. Locks all of them until the transaction ends, so that none begins meanwhile."""
    found = Match.objects.select_for_update().filter(pk__in=match_ids).order_by("pk")
    return {pk for pk, version in found.values_list("pk", "version") if version}


def discard(match_ids: Sequence[int]) -> None:
    """Remove matches; the database refuses where there is an entry after all."""
    Match.objects.filter(pk__in=match_ids).delete()


def forget(match_ids: Sequence[int]) -> None:
    """Let go of everything about matches that may be let go of: those without a log whole, of the others
    the names and signatures. The log itself stays, and stays whole: it names seats, never people."""
    begun = begun_among(match_ids)
    discard([pk for pk in match_ids if pk not in begun])
    Signature.objects.filter(event__match__in=begun).delete()
    Seat.objects.filter(match__in=begun).update(name=NOBODY)
