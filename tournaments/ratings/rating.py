"""Ratings by Bradley and Terry, as Weng and Lin reckon them (the package ``openskill``): tables of any size, ties too.

At a table everybody is compared with everybody else (docs/decisions/0023). Evening after evening, round after round, whole every time. People are any keys; what they are called is not known here.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from openskill.models import BradleyTerryFull, BradleyTerryFullRating

Who = TypeVar("Who", bound=Hashable)
Places = Mapping[Who, int]
"""Who sat at a table and which place they took; equal places are a tie."""

MU, SIGMA = 25.0, 25.0 / 3
BETA, KAPPA, TAU = 25.0 / 6, 0.0001, 25.0 / 300


@dataclass(frozen=True, slots=True)
class Rating:
    """What is believed of somebody: most likely ``mu``, give or take ``sigma``."""

    mu: float = MU
    sigma: float = SIGMA
    matches: int = 0
    """That it rests on."""


@dataclass(frozen=True, slots=True)
class Evening(Generic[Who]):
    """A tournament: its tables in the order of its rounds."""

    key: int
    tables: tuple[Places[Who], ...]


def rate(evenings: Iterable[Evening[Who]]) -> Iterator[tuple[int, dict[Who, Rating]]]:
    """For each evening, in the order given, what is believed afterwards of everybody who played in it."""
    model = _model()
    known: dict[Who, BradleyTerryFullRating] = {}
    matches: dict[Who, int] = {}
    for evening in evenings:
        played: dict[Who, None] = {}
        for places in evening.tables:
            if len(places) > 1:
                known.update(_after(model, known, places))
                for who in places:
                    matches[who] = matches.get(who, 0) + 1
                    played[who] = None
        yield evening.key, {who: Rating(known[who].mu, known[who].sigma, matches[who]) for who in played}


def _model() -> BradleyTerryFull:
    # Written out, so that a newer package with other defaults does not move everybody. Doubt never grows: somebody
    # who stays away is not known less well than before.
    return BradleyTerryFull(mu=MU, sigma=SIGMA, beta=BETA, kappa=KAPPA, tau=TAU, limit_sigma=True)


def _after(
    model: BradleyTerryFull, known: Mapping[Who, BradleyTerryFullRating], places: Places[Who]
) -> dict[Who, BradleyTerryFullRating]:
    # In an order of our own: sums of floats must not depend on who sat where.
    now = {who: known.get(who) or model.rating() for who in places}
    order = sorted(places, key=lambda who: (places[who], now[who].mu, now[who].sigma))
    rated = model.rate([[now[who]] for who in order], ranks=[float(places[who]) for who in order])
    return {who: team[0] for who, team in zip(order, rated, strict=True)}
