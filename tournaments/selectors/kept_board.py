"""A draft as plain data, for looking at what a change would cost: tried a dozen times in a minute, nothing played meanwhile.

Whoever makes the change reads everything anew (``selectors.arranging``).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.db.models import Count, Sum

from games.models import Match
from tournaments.engines import engine_for
from tournaments.models import Entrant, KeepApart, Round
from tournaments.selectors.arranging import Board, board_by
from tournaments.selectors.kept import fingerprint, kept
from tournaments.selectors.pairing import absent_from, pairing_request
from tournaments.selectors.standings import entrants_of, standing_penalties
from tournaments.selectors.versions import rounds_of


def kept_board(round_: Round) -> Board:
    """As ``board_of`` gives it: who sits where is read, what the rounds before made of everybody is kept."""
    tournament = round_.tournament
    away = absent_from(tournament, round_.number)
    entrants = entrants_of(tournament)
    version = _version(round_, entrants, away)
    return board_by(
        round_,
        {str(each.pk): each.name for each in entrants.values()},
        away,
        lambda here: kept(
            f"request:{round_.pk}",
            fingerprint(version, sorted(here)),
            lambda: pairing_request(round_, engine_for(tournament), here),
        ),
    )


def _version(round_: Round, entrants: Mapping[int, Entrant], away: Collection[int]) -> str:
    """All that a pairing follows from besides who is seated."""
    tournament = round_.tournament
    finals = Match.objects.filter(table__round__tournament=tournament, status=Match.Status.FINAL)
    apart = KeepApart.objects.filter(one__tournament=tournament).order_by("pk").values_list("one", "other")
    return fingerprint(
        finals.aggregate(all=Count("pk"), entries=Sum("version")),
        [(each.number, each.state, each.stage_id, each.stage.seeding) for each in rounds_of(tournament)],
        [_told(each) for each in entrants.values()],
        [
            (each.entrant_id, each.kind, each.amount, each.round_number)
            for each in standing_penalties(tournament)
        ],
        list(apart),
        sorted(away),
        (round_.seed, round_.stage.table_size, round_.stage.allow, round_.stage.rounds, round_.stage.options),
        tournament.revision,
    )


def _told(entrant: Entrant) -> tuple[object, ...]:
    return (
        entrant.pk,
        entrant.number,
        entrant.club,
        entrant.withdrawn,
        entrant.fixed_table,
        entrant.joined_round,
        entrant.late_points,
    )
