"""Who goes on from one stage to the next, as its standings say. Whether the next has begun is not known here."""

from __future__ import annotations

from tournaments.models import Stage, Tournament
from tournaments.pairing import stages as pairing_stages
from tournaments.pairing.stages import StageResult, advance
from tournaments.selectors.pairing import groups_of
from tournaments.selectors.standings import AS_IT_IS, Otherwise, stage_standings


def going_on(
    tournament: Tournament, before: Stage, into: Stage, otherwise: Otherwise = AS_IT_IS
) -> list[int]:
    """Who comes into a stage, in the order of its seeding: out of groups the best of each, crossed."""
    lines = stage_standings(tournament, before, otherwise)
    result = StageResult(
        order=tuple(str(line.entrant.pk) for line in lines),
        groups=groups_of(before),
        withdrawn=frozenset(str(line.entrant.pk) for line in lines if line.entrant.withdrawn or line.out),
    )
    wanted = into.advance or len(lines)
    of_each = -(-wanted // len(result.groups)) if result.groups else wanted
    plan = pairing_stages.Stage(into.system, into.table_size)
    return [int(each) for each in advance(result, of_each, plan)[:wanted]]
