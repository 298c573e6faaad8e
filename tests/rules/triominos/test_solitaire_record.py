"""The record ``triominos-solitaire/1``: written, read again, and refused where it claims too much."""

import json
from pathlib import Path
from random import Random

import pytest

from rules.triominos.search import greedy
from rules.triominos.solitaire_record import FORMAT, SolitaireError, played, text_of, verify

RECORD = greedy(Random(5))  # noqa: S311


def written():
    return json.loads(text_of(RECORD))


def code_of(data: object) -> tuple[str, int | None]:
    with pytest.raises(SolitaireError) as refused:
        verify(data)
    assert str(refused.value)
    return refused.value.code, refused.value.tile


def test_what_is_written_is_verified():
    again = verify(written())
    assert again == RECORD
    assert again.total == written()["total"] == sum(tile["points"] for tile in written()["tiles"])


def test_a_record_has_one_tile_a_line():
    assert len(text_of(RECORD).splitlines()) == 56 + 8


def test_claims_may_be_left_out():
    data = written()
    bare = [{"cell": tile["cell"], "corners": tile["corners"]} for tile in data["tiles"]]
    assert verify({"format": FORMAT, "tiles": bare}).total == RECORD.total


def test_two_sides_may_earn_nothing():
    assert played(RECORD.tiles, {"two_sides": 0}).total < RECORD.total


def tile(number, **changed):
    """The record with something else written about one tile, counted from 1."""
    data = written()
    data["tiles"][number - 1].update(changed)
    return data


@pytest.mark.parametrize(
    ("data", "code", "number"),
    [
        (None, "bad-record", None),
        ([], "bad-record", None),
        ({}, "bad-record", None),
        ({**written(), "format": "triominos-match/1"}, "bad-record", None),
        ({**written(), "rules": "solitaire-a"}, "bad-record", None),
        ({**written(), "colour": 1}, "bad-record", None),
        ({**written(), "tiles": {}}, "bad-record", None),
        ({**written(), "options": []}, "bad-record", None),
        ({**written(), "options": {"two_sides": 41}}, "bad-option", None),
        ({**written(), "options": {"limit": 400}}, "bad-option", None),
        ({**written(), "total": RECORD.total + 1}, "points-do-not-add-up", None),
        ({**written(), "total": "1"}, "bad-record", None),
        ({**written(), "tiles": written()["tiles"][:-1]}, "incomplete", None),
        ({**written(), "tiles": []}, "incomplete", None),
        (tile(1, points=41), "points-do-not-add-up", 1),
        (tile(1, cell=[2, 0]), "first-cell", 1),
        (tile(3, cell=[0, 0]), "cell-occupied", 3),
        (tile(3, cell=[50, 50]), "detached", 3),
        (tile(3, cell=[0.5, 0]), "bad-record", 3),
        (tile(3, corners=[0, 0]), "bad-record", 3),
        (tile(3, corners=[0, 0, 7], tile="0-0-7"), "no-such-tile", 3),
        (tile(3, corners=[2, 1, 0], tile="0-1-2"), "mirrored-tile", 3),
        (tile(3, tile="9-9-9"), "bad-record", 3),
        (tile(3, shape="round"), "bad-record", 3),
        (
            tile(3, corners=written()["tiles"][1]["corners"], tile=written()["tiles"][1]["tile"]),
            "tile-already-laid",
            3,
        ),
    ],
)
def test_the_first_thing_wrong_is_said_with_its_code(data, code, number):
    assert code_of(data) == (code, number)


def test_a_57th_tile_is_refused():
    data = written()
    data["tiles"].append({"cell": [40, 0], "corners": [0, 0, 0]})
    assert code_of(data) == ("match-over", 57)


def test_the_best_record_so_far_still_holds():
    kept = json.loads((Path(__file__).parent / "records" / "solitaire-b.json").read_text())
    assert verify(kept).total == kept["total"] == 1010
