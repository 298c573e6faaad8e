"""The tangram as a game and as a check: what may be laid on a figure, and when it is covered."""

import pytest

from rules.api import RuleError
from rules.triominos import tangram_record
from rules.triominos.answers import parse as parse_json
from rules.triominos.covering import ANY, EQUAL, CoveringError, check
from rules.triominos.figures import figures
from rules.triominos.tangram import engine
from rules.triominos.tangram_record import Filling
from rules.triominos.tangram_solver import fill

ME = "me"
HEXAGON = figures()["hexagon"]
FILLED = fill(HEXAGON).tiles
FIRST = HEXAGON.cells[0]


def place(cell, corners):
    return {"player": ME, "do": "place", "cell": list(cell), "corners": list(corners)}


def started(**options):
    return engine.start([ME], options)


def test_the_figure_and_the_corners_are_chosen_and_the_corners_are_a_reading():
    assert {option.key: option.reading for option in engine.options} == {"figure": False, "corners": True}
    assert [key for key, _ in engine.options[0].choices] == list(figures())


def test_a_covered_figure_ends_the_game():
    state = started()
    for cell, corners in FILLED:
        assert engine.outcome(state) is None
        state = engine.apply(state, place(cell, corners)).state
    assert engine.outcome(state).reason == "complete"
    assert engine.totals(state) == {ME: 6}
    assert engine.legal(state) == ()


def test_corners_may_differ_where_the_option_says_so():
    first, second = HEXAGON.cells[:2]
    tiles = place(first, (0, 0, 0)), place(second, (5, 5, 5))
    loose = engine.apply(started(corners=ANY), tiles[0]).state
    assert engine.totals(engine.apply(loose, tiles[1]).state) == {ME: 2}
    with pytest.raises(RuleError) as refused:
        engine.apply(engine.apply(started(), tiles[0]).state, tiles[1])
    assert refused.value.code == "corner-mismatch"


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({"player": ME, "do": "pass"}, "place-only"),
        (place((50, 50), (1, 1, 1)), "outside-figure"),
        (place(FIRST, (1, 1, 1)), "cell-occupied"),
        (place(HEXAGON.cells[1], (0, 0, 0)), "tile-already-laid"),
        (place(HEXAGON.cells[1], (2, 1, 0)), "mirrored-tile"),
        (place(HEXAGON.cells[1], (0, 0, 9)), "no-such-tile"),
        ({"player": ME, "do": "place", "cell": [1], "corners": [0, 0, 1]}, "bad-record"),
    ],
)
def test_what_is_not_allowed_is_refused_with_a_code(action, code):
    state = engine.apply(started(), place(FIRST, (0, 0, 0))).state
    with pytest.raises(RuleError) as refused:
        engine.apply(state, action)
    assert refused.value.code == code


# -- checking --------------------------------------------------------------------------------------


def test_a_filling_that_was_written_can_be_read_and_checked():
    written = tangram_record.text_of(Filling("hexagon", EQUAL, FILLED))
    again = tangram_record.read(parse_json(written.encode()))
    assert again == Filling("hexagon", EQUAL, FILLED)
    assert not check(HEXAGON, again.corners, again.tiles).open()


@pytest.mark.parametrize(
    ("tiles", "code", "number"),
    [
        (FILLED[:-1], "incomplete", None),
        ((), "incomplete", None),
        ((*FILLED, FILLED[0]), "tile-already-laid", 7),
        (((FIRST, (0, 0, 0)), (FIRST, (1, 1, 1))), "cell-occupied", 2),
        ((((0, 9), (0, 0, 0)),), "outside-figure", 1),
        (((FIRST, (3, 2, 1)),), "mirrored-tile", 1),
    ],
)
def test_the_first_thing_wrong_with_a_filling_is_said(tiles, code, number):
    with pytest.raises(CoveringError) as refused:
        check(HEXAGON, EQUAL, tiles)
    assert (refused.value.code, refused.value.tile) == (code, number)


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        {"format": "triominos-tangram/1"},
        {"format": "triominos-tangram/1", "figure": 1, "tiles": []},
        {"format": "triominos-tangram/1", "figure": "star", "tiles": [], "corners": "some"},
        {"format": "triominos-tangram/1", "figure": "star", "tiles": [], "corners": []},
        {"format": "triominos-tangram/1", "figure": "star", "tiles": [[]]},
        {
            "format": "triominos-tangram/1",
            "figure": "star",
            "tiles": [{"cell": [1, 2, 3], "corners": [0, 0, 0]}],
        },
        {"format": "triominos-tangram/1", "figure": "star", "tiles": [], "size": 3},
    ],
)
def test_what_is_no_filling_is_refused(data):
    with pytest.raises(CoveringError) as refused:
        tangram_record.read(data)
    assert refused.value.code == "bad-record"
