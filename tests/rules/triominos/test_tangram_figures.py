"""Figures: drawn as text, read as cells, and all of ours in one piece."""

import pytest

from rules.api import RuleError
from rules.triominos.figures import Figure, code_of, drawing, figures, parse
from rules.triominos.lattice import sides_of


def in_one_piece(figure: Figure) -> bool:
    left = {code_of(cell) for cell in figure.cells}
    reached = [left.pop()]
    for code in reached:
        fresh = left.intersection(sides_of(code))
        reached += fresh
        left -= fresh
    return not left


def test_there_are_enough_from_a_hexagon_of_six_to_a_large_star():
    sizes = {figure.key: len(figure.cells) for figure in figures().values()}
    assert len(sizes) >= 8
    assert sizes["hexagon"] == min(sizes.values()) == 6
    assert sizes["great-star"] == sizes["sun"] == 48
    assert max(sizes.values()) <= 56


@pytest.mark.parametrize("key", figures())
def test_each_of_ours_hangs_together_and_has_a_title(key):
    figure = figures()[key]
    assert in_one_piece(figure)
    assert figure.title != key
    assert len(set(figure.cells)) == len(figure.cells)


def test_a_drawing_is_read():
    figure = parse("two", "title: Two\nnote: Small.\n\n.^v\n")
    assert (figure.title, figure.note) == ("Two", "Small.")
    assert figure.cells == ((2, 0), (3, 0))
    assert figure.rim == 4


def test_blanks_and_dots_are_the_same():
    assert parse("a", " ^v^ \n v^v").cells == parse("a", ".^v^.\n.v^v.\n").cells


@pytest.mark.parametrize(
    "text",
    ["", "title: Nothing\n", "...\n", "^^\n", "^v\n^v\n", "^x\n", "^" + "." * 200, "^" + "\n" * 300 + "^"],
)
def test_what_is_no_drawing_is_refused(text):
    with pytest.raises(RuleError) as refused:
        parse("odd", text)
    assert refused.value.code == "bad-figure"


def test_a_figure_is_drawn_with_its_sides():
    assert drawing(figures()["hexagon"].cells, {}) == "  o---o\n / \\ / \\\no---o---o\n \\ / \\ /\n  o---o\n"
