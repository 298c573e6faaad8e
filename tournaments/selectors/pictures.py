"""The pictures of a tournament: ranks over the rounds, how points are spread, the records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import Round, Tournament
from tournaments.pictures.bars import BarChart, bar_chart
from tournaments.pictures.bump import BumpChart, bump_chart
from tournaments.selectors.feats import Record, everybody_played, records_among
from tournaments.selectors.held import Held
from tournaments.selectors.pages import rounds_of
from tournaments.selectors.rank_history import ranks_over_rounds
from tournaments.selectors.shown import seat_names

TOP = 10


@dataclass(frozen=True, slots=True)
class Pictures:
    rounds: list[int]
    ranks: list[tuple[str, list[int | None]]]
    """For each person shown, their rank after each round: what the drawing says, in numbers."""
    bump: BumpChart
    totals: BarChart
    records: list[Record]


def pictures_of(
    tournament: Tournament,
    follow: int | None = None,
    *,
    rounds: Sequence[Round] | None = None,
    held: Held | None = None,
) -> Pictures:
    """For the best, and for whoever is followed, by start number. ``rounds`` spares asking for them again.

    ``held`` where only what was public when a hold began may be told.
    """
    by_round = ranks_over_rounds(tournament, rounds_of(tournament) if rounds is None else rounds, held)
    numbers = [number for number, _ranks in by_round]
    last = by_round[-1][1] if by_round else {}
    people = [each for each in tournament.entrants.select_related("player") if each.pk in last]
    best = sorted(people, key=lambda each: (last[each.pk], each.number))
    shown = best[:TOP] + [each for each in best[TOP:] if each.number == follow]
    names = dict(zip((each.pk for each in shown), seat_names(shown), strict=True))
    ranks = {names[each.pk]: [then.get(each.pk) for _number, then in by_round] for each in shown}
    played = everybody_played(tournament, held)
    followed = next((names[each.pk] for each in shown if each.number == follow), "")
    return Pictures(
        rounds=numbers,
        ranks=list(ranks.items()),
        bump=bump_chart(ranks, numbers, followed),
        totals=bar_chart(each.of("totals") for each in played),
        records=records_among(played),
    )
