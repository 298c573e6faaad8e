"""What is told to other programs when something happens here: where to look, never what is there."""

from typing import Any

from django.dispatch import receiver

from config.api.hooks import tell
from games.signals import match_finalized, match_reopened
from tournaments.models import Round, Table, Tournament
from tournaments.signals import round_published, standings_changed, tournament_closed

ROOM = "/api/v1/tournaments"


@receiver(round_published)
def tell_of_round(round: Round, **_: Any) -> None:
    tournament = round.tournament
    address = f"{ROOM}/{tournament.slug}/rounds/{round.number}"
    tell(tournament, "round.published", {"round": round.number, "at": address})


@receiver(match_finalized)
def tell_of_match(match_id: int, **_: Any) -> None:
    if table := _table(match_id):
        round_, tournament = table.round, table.round.tournament
        address = f"{ROOM}/{tournament.slug}/rounds/{round_.number}/tables/{table.number}"
        data = {"round": round_.number, "table": table.number, "at": address}
        tell(tournament, "match.final", data)
        _tell_of_standings(tournament)


@receiver(match_reopened)
def tell_of_reopened(match_id: int, **_: Any) -> None:
    if table := _table(match_id):
        _tell_of_standings(table.round.tournament)


@receiver(standings_changed)
def tell_of_change(tournament_id: int, **_: Any) -> None:
    _tell_of_standings(Tournament.objects.get(pk=tournament_id))


@receiver(tournament_closed)
def tell_of_end(tournament: Tournament, **_: Any) -> None:
    tell(tournament, "tournament.closed", {"at": f"{ROOM}/{tournament.slug}"})


def _tell_of_standings(tournament: Tournament) -> None:
    address = f"{ROOM}/{tournament.slug}/standings"
    tell(tournament, "standings.changed", {"at": address}, once=True)


def _table(match_id: int) -> Table | None:
    return Table.objects.select_related("round__tournament").filter(match=match_id).first()
