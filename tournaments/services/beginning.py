"""The matches of tables begin: by the rules of the tournament, under the names that everybody may see."""

from __future__ import annotations

from django.db.models import QuerySet

from games import services as games
from tournaments.engines import engine_for
from tournaments.models import Table, Tournament
from tournaments.selectors.shown import seat_names
from tournaments.services.cards import make_cards


def begin_matches(tournament: Tournament, tables: QuerySet[Table]) -> None:
    """In the caller's transaction, with cards to score at them."""
    settings = Tournament.objects.get(pk=tournament.pk)
    engine = engine_for(settings)
    begun = []
    for table in tables.prefetch_related("seating__entrant__player", "seating__entrant__substitutions"):
        table.match = games.open_match(
            engine,
            settings.options,
            seat_names([place.entrant for place in table.seating.all()]),
            needs_signatures=settings.signing,
            needs_check=settings.double_check,
        )
        table.save(update_fields=["match"])
        begun.append(table.number)
    make_cards(settings, begun)
