"""Everybody's rank after each round, computed once for all whenever a result changes."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.cache import cache

from tournaments.models import Round, Tournament
from tournaments.selectors.held import Held
from tournaments.selectors.standings import ranks_after_each_round, results_token

KEPT_SECONDS = 60 * 60


def ranks_over_rounds(
    tournament: Tournament, rounds: Sequence[Round], held: Held | None = None
) -> list[tuple[int, dict[int, int]]]:
    """For each round that is over its number, and by entrant's id the rank then, by the rules of today.

    ``held`` where only what was public when a hold began may be told.
    """
    token = held.key if held else results_token(tournament)
    key = f"ranks:{tournament.pk}:{tournament.revision}:{token}"
    every: list[tuple[int, dict[int, int]]] | None = cache.get(key)
    if every is None:
        every = (
            ranks_after_each_round(tournament, held.rounds(rounds), held.otherwise)
            if held
            else ranks_after_each_round(tournament, rounds)
        )
        cache.set(key, every, KEPT_SECONDS)
    return every
