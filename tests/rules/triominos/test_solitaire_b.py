"""Solitaire B: what each tile earns, what may be laid, and why the order adds nothing to the total."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.api import RuleError
from rules.triominos.board import board_of
from rules.triominos.figures import Figure
from rules.triominos.search import greedy
from rules.triominos.solitaire_b import engine
from rules.triominos.solitaire_record import Verified, played
from rules.triominos.tiles import TILES, ZERO

ME = "me"
SEEDS = st.integers(0, 10_000)


def place(cell, corners):
    return {"player": ME, "do": "place", "cell": list(cell), "corners": list(corners)}


def laid(*tiles):
    state = engine.start([ME], {})
    for cell, corners in tiles:
        state = engine.apply(state, place(cell, corners)).state
    return state


def seeded(seed: int) -> Random:
    return Random(seed)  # noqa: S311


def expected(record: Verified) -> int:
    """420 for the tiles, 40 for the opening, 40 for each tile that brings no new point, 10 a hexagon."""
    board = board_of(record.tiles)
    return 420 + 40 + 40 * (58 - len(board.points)) + 10 * len(board.hexagons())


@pytest.mark.parametrize(
    ("corners", "points"),
    [((3, 3, 3), 19), ((3, 4, 5), 12), ((0, 0, 0), 40), ((5, 5, 5), 25), ((1, 0, 0), 1)],
)
def test_any_tile_may_open_and_scores_as_a_classic_opening(corners, points):
    assert engine.totals(laid(((0, 0), corners))) == {ME: points}


def test_the_last_of_six_tiles_earns_the_hexagon():
    five = [
        ((0, 0), (1, 1, 5)),
        ((1, 0), (1, 2, 1)),
        ((2, 0), (2, 3, 1)),
        ((2, 1), (1, 3, 4)),
        ((1, 1), (1, 4, 4)),
    ]
    before = engine.totals(laid(*five))[ME]
    step = engine.apply(laid(*five), place((0, 1), (5, 1, 4)))
    assert [(line.reason, line.points) for line in step.lines] == [("tile", 10), ("hexagon", 50)]
    assert engine.totals(step.state)[ME] == before + 60


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({"player": ME, "do": "pass"}, "place-only"),
        ({"player": ME, "do": "draw"}, "place-only"),
        ({"do": "close"}, "place-only"),
        ({"do": "start", "starter": ME}, "place-only"),
        ({"player": ME, "do": "place", "tile": "0-0-0"}, "place-only"),
        (place((2, 0), (5, 5, 5)), "detached"),
        (place((0, 0), (5, 5, 5)), "cell-occupied"),
        (place((1, 0), (0, 0, 0)), "tile-already-laid"),
        (place((1, 0), (0, 2, 1)), "mirrored-tile"),
        (place((1, 0), (1, 1, 1)), "corner-mismatch"),
        (place((1, 0), (0, 0, 6)), "no-such-tile"),
        ({"player": "bo", "do": "pass"}, "bad-record"),
    ],
)
def test_what_is_not_allowed_is_refused_with_a_code(action, code):
    with pytest.raises(RuleError) as refused:
        engine.apply(laid(((0, 0), (0, 0, 0))), action)
    assert refused.value.code == code


def test_the_first_tile_lies_in_the_middle():
    with pytest.raises(RuleError) as refused:
        engine.apply(engine.start([ME], {}), place((2, 0), (0, 0, 0)))
    assert refused.value.code == "first-cell"


def test_a_game_in_which_nothing_fits_any_more_is_over_but_no_record():
    rng, state = seeded(0), engine.start([ME], {})
    while not engine.outcome(state):
        state = engine.apply(state, rng.choice(engine.legal(state))).state
    assert engine.outcome(state).reason == "stuck"
    assert state.deal.laid.bit_count() < len(TILES)
    assert engine.legal(state) == ()


@given(SEEDS)
@settings(max_examples=15, deadline=None)
def test_the_total_depends_on_points_and_hexagons_only(seed):
    record = greedy(seeded(seed))
    assert record.total == expected(record)
    assert Figure("all", "All", tuple(cell for cell, _ in record.tiles)).rim >= 36


@given(SEEDS)
@settings(max_examples=10, deadline=None)
def test_the_same_tiles_in_another_order_score_the_same(seed):
    rng = seeded(seed)
    record = greedy(rng)
    assert played(reordered(list(record.tiles), rng)).total == record.total


def reordered(tiles, rng):
    """The same tiles on the same cells, laid in any order that the rules allow."""
    order, left = tiles[:1], tiles[1:]
    assert order[0][1] == ZERO.numbers
    while left:
        board = board_of(order)
        order.append(rng.choice([each for each in left if board.touch(each[0]).sides]))
        left.remove(order[-1])
    return order
