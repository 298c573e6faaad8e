"""The standings for pages: reckoned once after each change, however many people look.

Whoever decides something by the standings (pairing, closing) asks ``selectors.standings`` itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db.models import Count, Sum

from games.models import Match
from tournaments.models import Entrant, Penalty, Round, Tournament
from tournaments.selectors.kept import fingerprint, kept
from tournaments.selectors.provisional import Running, running_of
from tournaments.selectors.standings import (
    AS_IT_IS,
    Line,
    Otherwise,
    entrants_of,
    lines_of,
    order_of,
    standing_penalties,
    told_of,
)
from tournaments.selectors.versions import rounds_of


def kept_standings(tournament: Tournament, rounds: Sequence[Round] | None = None) -> list[Line]:
    """By final matches alone, as ``standings_of`` gives them. ``rounds`` are all of the tournament with their stages."""
    rounds = rounds_of(tournament) if rounds is None else rounds
    return _kept("final", tournament, rounds, _finals(tournament), AS_IT_IS, entrants_of(tournament))


def before_and_after(
    tournament: Tournament, rounds: Sequence[Round], otherwise: Otherwise
) -> tuple[list[Line], list[Line]]:
    """By final matches alone, and as they would be."""
    version, entrants = _finals(tournament), entrants_of(tournament)
    return (
        _kept("final", tournament, rounds, version, AS_IT_IS, entrants),
        _kept("if", tournament, rounds, version, otherwise, entrants),
    )


def kept_running(tournament: Tournament, rounds: Sequence[Round], token: str) -> Running:
    """As ``running_of`` gives it. ``token`` is the one of these rounds."""
    return kept(f"running:{tournament.pk}", token, lambda: running_of(rounds))


def moving_standings(
    tournament: Tournament, rounds: Sequence[Round], token: str, running: Running
) -> list[Line]:
    """With every table that is played at counted as if it ended now."""
    return _kept("now", tournament, rounds, token, running.otherwise, entrants_of(tournament))


# -- in detail -----------------------------------------------------------------------------------


def _finals(tournament: Tournament) -> str:
    """Another whenever a match becomes final, or one that was is corrected."""
    finals = Match.objects.filter(table__round__tournament=tournament, status=Match.Status.FINAL)
    return fingerprint(finals.aggregate(all=Count("pk"), entries=Sum("version")))


def _kept(
    name: str,
    tournament: Tournament,
    rounds: Sequence[Round],
    version: str,
    otherwise: Otherwise,
    entrants: Mapping[int, Entrant],
) -> list[Line]:
    penalties = standing_penalties(tournament) if otherwise.penalties is None else otherwise.penalties
    settled = Otherwise(otherwise.results, penalties)
    order = kept(
        f"standings:{tournament.pk}:{name}",
        _version(tournament, rounds, version, entrants, settled),
        lambda: order_of(told_of(tournament, rounds, settled, entrants)),
    )
    return lines_of(order, entrants, penalties)


def _version(
    tournament: Tournament,
    rounds: Sequence[Round],
    played: str,
    entrants: Mapping[int, Entrant],
    otherwise: Otherwise,
) -> str:
    """All that standings follow from. The rest besides what was played was read anyway."""
    return fingerprint(
        played,
        [(each.number, each.is_public) for each in rounds],
        tournament.tiebreaks,
        tournament.placing,
        tournament.normalise,
        tournament.sit_out_points,
        tournament.lots_seed,
        [(each.pk, each.number, each.joined_round, each.late_points) for each in entrants.values()],
        {each.stage.number: (each.stage.seeding, each.stage.carry, each.stage.table_size) for each in rounds},
        [_told(each) for each in otherwise.penalties or ()],
        otherwise.results,
    )


def _told(penalty: Penalty) -> tuple[object, ...]:
    return penalty.entrant_id, penalty.kind, penalty.amount, penalty.round_number
