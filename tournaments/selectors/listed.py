"""The people of a tournament as a list for anybody: named as whoever asks may read them, and found by no other name."""

from __future__ import annotations

from django.db.models import QuerySet

from tournaments.access import Actor
from tournaments.models import Entrant, Tournament
from tournaments.names import clean_name, name_key
from tournaments.selectors.people import find_entrants
from tournaments.selectors.shown import cover, sees_names

MOST_WORDS = 6


def entrants_listed(
    actor: Actor, tournament: Tournament, asked: str, offset: int, limit: int
) -> tuple[list[Entrant], int]:
    """So many of them by number, and how many there are in all. Nothing of it may be saved."""
    if sees_names(actor, tournament):
        return _part(find_entrants(tournament, asked), offset, limit)
    everybody = Entrant.objects.filter(tournament=tournament)
    if not asked.strip():
        found, total = _part(everybody, offset, limit)
        cover(actor, tournament, found)
        return found, total
    found = list(everybody.select_related("player").order_by("number"))
    cover(actor, tournament, found)
    words = name_key(clean_name(asked)).split()[:MOST_WORDS]
    named = [
        each
        for each in found
        if all(word in name_key(each.name) or word == str(each.number) for word in words)
    ]
    return named[offset : offset + limit], len(named)


def _part(found: QuerySet[Entrant], offset: int, limit: int) -> tuple[list[Entrant], int]:
    part = list(found.select_related("player").order_by("number")[offset : offset + limit])
    # Counted only where the part does not tell.
    whole = offset == 0 and len(part) < limit
    return part, len(part) if whole else found.count()
