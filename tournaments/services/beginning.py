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
    begun = list(tables.prefetch_related("seating__entrant__player", "seating__entrant__substitutions"))
    matches = games.open_matches(
        engine,
        settings.options,
        [seat_names([place.entrant for place in table.seating.all()]) for table in begun],
        needs_signatures=settings.signing,
        needs_check=settings.double_check,
    )
    for table, match in zip(begun, matches, strict=True):
        table.match = match
    Table.objects.bulk_update(begun, ["match"])
    make_cards(settings, [table.number for table in begun])
