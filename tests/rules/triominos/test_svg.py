"""The drawn board: what is on it, and that a strict page may show it."""

import re
from xml.etree import ElementTree

from rules.triominos.board import EMPTY, board_of
from rules.triominos.svg import bridged, draw
from tests.rules.triominos.tables import UNDER_TEST, surroundings

SVG = "{http://www.w3.org/2000/svg}"


def drawn(shape, tile="1-1-3"):
    around, corners = surroundings(tile, shape)
    board = board_of([*around, (UNDER_TEST, corners)])
    return board, ElementTree.fromstring(draw(board, title="A <title>", description="d & d"))  # noqa: S314


def classes(tree, name):
    return [each for each in tree.iter() if each.get("class") == name]


def test_each_tile_is_drawn_with_its_three_numbers():
    board, tree = drawn("hexagon")
    tiles = classes(tree, "tile")
    assert len(tiles) == 6
    for group, (cell, corners) in zip(tiles, board.tiles(), strict=True):
        assert group.get("data-cell") == f"{cell[0]},{cell[1]}"
        assert [text.text for text in group.iter(f"{SVG}text")] == [str(number) for number in corners]


def test_the_last_tile_hexagons_and_bridges_are_marked():
    _, tree = drawn("triple hexagon")
    assert (len(classes(tree, "last")), len(classes(tree, "hexagon"))) == (1, 3)
    board, tree = drawn("bridge")
    assert bridged(board) == [UNDER_TEST]
    assert (len(classes(tree, "hexagon")), len(classes(tree, "bridge"))) == (0, 1)


def test_it_has_a_title_and_a_description_and_needs_no_inline_style():
    board, tree = drawn("bridge")
    assert tree.findtext(f"{SVG}title") == "A <title>"
    assert tree.findtext(f"{SVG}desc") == "d & d"
    assert not re.search(r"style|<script|\bon\w+=|href", draw(board))


def test_an_empty_board_and_places_to_lay_a_tile_can_be_drawn():
    tree = ElementTree.fromstring(draw(EMPTY, open_cells=[(0, 0), (1, 0)]))  # noqa: S314
    assert [each.get("data-cell") for each in classes(tree, "open")] == ["0,0", "1,0"]
    assert draw(EMPTY)
