"""The worked examples printed in the rule sheets, each with the sheet it stands in."""

import pytest

from tests.rules.triominos.tables import (
    CLASSIC,
    COMPACT,
    CZECH,
    INTERNATIONAL,
    NORDIC,
    Table,
    empty_the_pool,
    opened,
    shaped,
)

OPENINGS = [
    (CLASSIC, "3-3-3", 19),
    (CLASSIC, "3-4-5", 12),
    (CLASSIC, "0-0-0", 40),
    (COMPACT, "3-4-5", 12),
    (COMPACT, "0-0-0", 40),
]

PLACEMENTS = [
    (CLASSIC, "1-3-4", "one side", 8),
    (CLASSIC, "1-1-5", "bridge", 47),
    (CLASSIC, "1-1-5", "two sides", 47),
    (CLASSIC, "1-4-4", "bridge", 49),
    (CLASSIC, "1-4-4", "two sides", 49),
    (CLASSIC, "0-5-5", "hexagon", 60),
    (COMPACT, "1-2-3", "one side", 6),
    (COMPACT, "3-4-4", "bridge", 51),
    (COMPACT, "1-5-5", "hexagon", 61),
    (COMPACT, "3-4-5", "double hexagon", 72),
    (CZECH, "1-3-4", "one side", 8),
    (CZECH, "1-2-3", "one side", 6),
    (CZECH, "2-2-3", "one side", 7),
    (CZECH, "3-4-4", "bridge", 51),
    (CZECH, "1-5-5", "hexagon", 61),
    (CZECH, "3-4-5", "double hexagon", 72),
    (CZECH, "1-1-3", "triple hexagon", 75),
]

TURNS = [
    (NORDIC, 1, "0-4-5", 4),
    (NORDIC, 2, "0-4-5", -1),
    (NORDIC, 3, "0-2-5", -8),
    (COMPACT, 3, None, -25),
    (INTERNATIONAL, 3, None, -25),
    (NORDIC, 3, None, -25),
    (CZECH, 3, None, -25),
]


@pytest.mark.parametrize(("sheet", "tile", "points"), OPENINGS)
def test_the_sheet_opens_with_a_tile_for_these_points(sheet, tile, points):
    assert Table(sheet).start().note(tile).points == points


@pytest.mark.parametrize(("sheet", "tile", "shape", "points"), PLACEMENTS)
def test_the_sheet_scores_a_tile_in_a_shape_with_these_points(sheet, tile, shape, points):
    assert shaped(sheet, tile, shape).points == points


@pytest.mark.parametrize(("sheet", "tile", "shape", "points"), PLACEMENTS)
def test_a_claim_on_the_score_sheet_earns_the_same(sheet, tile, shape, points):
    claim = {"one side": None, "two sides": "two-sides"}.get(shape, shape.replace(" ", "-"))
    assert opened(sheet).note(tile, claim).points == points


@pytest.mark.parametrize(("sheet", "draws", "tile", "points"), TURNS)
def test_the_sheet_scores_a_turn_of_drawing_with_these_points(sheet, draws, tile, points):
    table = opened(sheet).draw(draws)
    if tile:
        table.note(tile)
    else:
        table.pass_()
    assert table.totals["bo"] == points


@pytest.mark.parametrize("sheet", [INTERNATIONAL, NORDIC, CZECH])
def test_the_sheet_says_that_passing_on_an_empty_pool_costs_nothing(sheet):
    assert empty_the_pool(opened(sheet)).pass_().points == 0
