"""The pictures of a tournament: ranks over the rounds, how points are spread, the records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import get_language

from tournaments.models import Entrant, Round, Tournament
from tournaments.pictures.bars import BarChart, bar_chart
from tournaments.pictures.bump import BumpChart, bump_chart
from tournaments.selectors.feats import Record, everybody_played, records_among
from tournaments.selectors.held import Held
from tournaments.selectors.kept import fingerprint, kept
from tournaments.selectors.rank_history import ranks_over_rounds
from tournaments.selectors.shown import seat_names
from tournaments.selectors.versions import live_token, people_version, rounds_of

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
    token: str | None = None,
    held: Held | None = None,
) -> Pictures:
    """For the best, and for whoever is followed, by start number. ``rounds`` and their ``token`` spare asking for them.

    ``held`` where only what was public when a hold began may be told.
    """
    rounds = rounds_of(tournament) if rounds is None else rounds
    token = live_token(tournament, rounds) if token is None else token
    by_round = ranks_over_rounds(tournament, rounds, held)
    numbers = [number for number, _ranks in by_round]
    shown = _shown(tournament, by_round[-1][1] if by_round else {}, follow)
    names = dict(zip((each.pk for each in shown), seat_names(shown), strict=True))
    ranks = {names[each.pk]: [then.get(each.pk) for _number, then in by_round] for each in shown}
    followed = next((names[each.pk] for each in shown if each.number == follow), "")
    totals, records = kept(
        f"feats:{tournament.pk}:{get_language()}:{held.key if held else ''}",
        fingerprint(token, people_version(tournament)),
        lambda: _feats(tournament, held),
    )
    return Pictures(
        rounds=numbers,
        ranks=list(ranks.items()),
        bump=bump_chart(ranks, numbers, followed),
        totals=totals,
        records=records,
    )


def _shown(tournament: Tournament, last: Mapping[int, int], follow: int | None) -> list[Entrant]:
    """The best after the last round, and who is followed. Only they are read."""
    worst = sorted(last.values())[:TOP][-1:]
    near = [pk for pk, rank in last.items() if worst and rank <= worst[0]]
    found = tournament.entrants.filter(Q(pk__in=near) | Q(number=follow)).select_related("player")
    best = sorted((each for each in found if each.pk in last), key=lambda each: (last[each.pk], each.number))
    return best[:TOP] + [each for each in best[TOP:] if each.number == follow]


def _feats(tournament: Tournament, held: Held | None) -> tuple[BarChart, list[Record]]:
    played = everybody_played(tournament, held)
    return bar_chart(each.of("totals") for each in played), records_among(played)
