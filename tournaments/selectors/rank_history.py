"""Everybody's rank after each round, computed once for all whenever a round is over or a result of one changes."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Count, Sum

from games.models import Match
from tournaments.models import Round, Tournament
from tournaments.selectors.held import Held
from tournaments.selectors.kept import fingerprint, kept
from tournaments.selectors.standings import ranks_after_each_round


def ranks_over_rounds(
    tournament: Tournament, rounds: Sequence[Round], held: Held | None = None
) -> list[tuple[int, dict[int, int]]]:
    """For each round that is over its number, and by entrant's id the rank then, by the rules of today.

    ``held`` where only what was public when a hold began may be told.
    """
    if held:
        return kept(
            f"ranks:{tournament.pk}:{held.key}",
            fingerprint(tournament.revision),
            lambda: ranks_after_each_round(tournament, held.rounds(rounds), held.otherwise),
        )
    over = [each.pk for each in rounds if each.state == Round.State.CLOSED]
    if not over:
        return []
    # A match that goes on changes nothing here; one that is corrected has more entries than before.
    entries = Match.objects.filter(table__round__in=over).aggregate(all=Count("pk"), entries=Sum("version"))
    return kept(
        f"ranks:{tournament.pk}",
        fingerprint(tournament.revision, over, entries),
        lambda: ranks_after_each_round(tournament, rounds),
    )
