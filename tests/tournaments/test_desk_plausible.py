"""Doubts about typed numbers: what the 56 tiles and the variant make odd, and nothing else."""

import random

import pytest

from rules.triominos import bots
from rules.triominos.tiles import BY_NAME, as_set
from rules.triominos.variants.classic import engine
from tournaments.desk.plausible import ALL_TILES_SUM, Deal, deal_doubts, rack_doubts

VARIANT = engine.variant


def doubts(points, *, before=0, limit=400, bell=False):
    named = {f"P{number}": each for number, each in enumerate(points, start=1)}
    totals = {name: before + each for name, each in named.items()}
    return [str(message) for message in deal_doubts(VARIANT, Deal(named, totals, limit, bell))]


def test_the_tiles_come_to_420():
    assert ALL_TILES_SUM == 420


@pytest.mark.parametrize("points", [[100, 80, 60, -25], [120, 20], [25, 0, 0], [300, 40], [-60, 180]])
def test_ordinary_deals_are_not_doubted(points):
    assert doubts(points) == []


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ([321, 0], "P1: 321 points in one deal are very many."),
        ([100, -61], "P2: −61 points in one deal are very few."),
        ([200, 200, 90], "Together 490 points: all 56 tiles come to 420, so at least 1 bonuses were earned."),
        ([24, 10], "Nobody got 25 points, which going out alone earns."),
    ],
)
def test_odd_deals_are_doubted(points, said):
    assert any(said in sentence for sentence in doubts(points))


@pytest.mark.parametrize(("before", "doubted"), [(250, False), (150, True)])
def test_a_bell_far_from_the_limit_is_doubted(before, doubted):
    said = doubts([100, 20], before=before, bell=True)
    assert any("bell rang" in sentence for sentence in said) is doubted
    assert doubts([100, 20], before=before) == []


@pytest.mark.parametrize("seed", range(12))
def test_deals_as_they_are_played_are_hardly_ever_doubted(seed):
    count = 2 + seed % 3
    rng = random.Random(seed)  # noqa: S311  (a game, not a secret)
    match = engine.start([str(seat) for seat in range(count)], {})
    _, match = bots.play_deal(engine, match, [bots.greedy_bot] * count, rng)
    said = doubts(match.deals[-1].scores)
    assert not [sentence for sentence in said if "Nobody got" not in sentence]


LAID = as_set([BY_NAME["5-5-5"], BY_NAME["4-5-5"]])
ALL_BUT_THREE = as_set(tile for name, tile in BY_NAME.items() if name not in ("0-0-0", "0-0-1", "5-5-5"))


@pytest.mark.parametrize(
    ("counts", "laid", "pool", "sums", "said"),
    [
        ([2, 1], LAID, 51, [10, 5], ""),
        ([2, 1], LAID, 51, [None, 5], ""),
        ([2, 1], LAID, 51, [28, 5], "2 tiles cannot add up to 28"),
        ([2, 1], LAID, 51, [0, 5], "2 tiles cannot add up to 0"),
        ([0, 1], LAID, 53, [0, 5], ""),
        ([2, 1], ALL_BUT_THREE, 0, [1, 15], ""),
        ([2, 1], ALL_BUT_THREE, 0, [15, 15], "The pool is empty"),
        ([1, 1], ALL_BUT_THREE, 1, [1, 1], ""),
        ([1, 1], ALL_BUT_THREE, 1, [0, 0], "What was not laid leaves 1 to 16"),
    ],
)
def test_racks(counts, laid, pool, sums, said):
    found = [str(message) for message in rack_doubts(counts, laid, pool, sums)]
    assert any(said in sentence for sentence in found) if said else found == []
