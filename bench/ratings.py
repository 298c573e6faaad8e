"""How fast a club's ratings are made again: two hundred tournaments of forty people, five rounds each.

Beside the bare package over the very same tables, so that what we add to it is seen. Processor time of the best of
several runs. The page of a club's ranking reads what is kept and is not measured here.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from openskill.models import BradleyTerryFull

from bench.row import Row
from bench.standings import best_of
from tournaments.ratings.rating import BETA, KAPPA, MU, SIGMA, TAU, Evening, rate
from tournaments.seasons import Result, Rules, season_table

EVENINGS, PEOPLE, ROUNDS, SIZE = 200, 40, 5, 4


def evenings(seed: int = 1) -> list[Evening[int]]:
    """Random tables of people of different strength."""
    rng = Random(seed)  # noqa: S311 - repeatable is what is wanted here
    people = list(range(PEOPLE))
    strength = {who: rng.gauss(0, 1) for who in people}
    made = []
    for key in range(EVENINGS):
        tables = []
        for _round in range(ROUNDS):
            rng.shuffle(people)
            for at in range(0, PEOPLE, SIZE):
                form = {who: strength[who] + rng.gauss(0, 1) for who in people[at : at + SIZE]}
                order = sorted(form, key=form.__getitem__, reverse=True)
                tables.append({who: place for place, who in enumerate(order, start=1)})
        made.append(Evening(key, tuple(tables)))
    return made


def bare(played: list[Evening[int]]) -> dict[int, float]:
    """The package and nothing else."""
    model = BradleyTerryFull(mu=MU, sigma=SIGMA, beta=BETA, kappa=KAPPA, tau=TAU, limit_sigma=True)
    known = {who: model.rating() for who in range(PEOPLE)}
    for evening in played:
        for places in evening.tables:
            rated = model.rate(
                [[known[who]] for who in places], ranks=[float(each) for each in places.values()]
            )
            for who, team in zip(places, rated, strict=True):
                known[who] = team[0]
    return {who: each.mu for who, each in known.items()}


def rows() -> Iterable[Row]:
    played = evenings()
    ours, reference = best_of(lambda: list(rate(played))), best_of(lambda: bare(played))
    tables = sum(len(each.tables) for each in played)
    yield Row(
        f"ratings made whole, {EVENINGS} tournaments × {PEOPLE} people, {tables:,} tables",
        f"{ours:.2f} s",
        f"bare openskill over the same tables {reference:.2f} s",
        f"{ours / reference:.2f} × as long",
        "≤ 1.5 ×",
        ours <= 1.5 * reference,
    )
    season = [{who: Result(who % PEOPLE + 1, who) for who in range(100)} for _evening in range(50)]
    table = best_of(lambda: season_table(season, Rules(drop=10)))
    yield Row(
        "a season's table, 50 evenings × 100 people",
        f"{table * 1000:.0f} ms",
        "–",
        "–",
        "≤ 200 ms",
        table <= 0.2,
    )
