"""The search for records: it keeps its books right, only gets better, and finds the same twice."""

from itertools import islice
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.triominos.fits import FREE
from rules.triominos.grid import AROUND, MIDDLE, RING, corners_of, disc
from rules.triominos.mosaic import NOTHING, ROWS, Mosaic, cooling
from rules.triominos.search import lay_out, search
from rules.triominos.tiles import BY_CORNERS, TILES

ROOM = disc(4)
CHANGES = st.lists(st.tuples(st.sampled_from(ROOM), st.integers(0, FREE)), max_size=60)


def seeded(seed: int) -> Random:
    return Random(seed)  # noqa: S311


def numbers_at(mosaic: Mosaic, cell: int) -> tuple[int, int, int]:
    one, two, three = corners_of(cell)
    return mosaic.numbers[one], mosaic.numbers[two], mosaic.numbers[three]


def counted(mosaic: Mosaic) -> tuple[int, int, int, int]:
    """Numbers, points, tiles and hexagons, counted from the numbers and from who holds a tile."""
    numbers = mosaic.numbers
    cells = {point + step for point in range(len(numbers)) if numbers[point] != FREE for step in AROUND}
    held = {BY_CORNERS.get(numbers_at(mosaic, cell)) for cell in cells} - {None}
    first = {holders[0] for holders in mosaic.holders[:NOTHING] if holders}
    points = {point for cell in first for point in corners_of(cell)}
    hexagons = sum(first.issuperset({point + step for step in AROUND}) for point in points)
    return sum(number != FREE for number in numbers), len(points), len(held), hexagons


def kept(mosaic: Mosaic) -> tuple[int, int, int, int]:
    return mosaic.numbered, mosaic.points, sum(map(bool, mosaic.holders)), mosaic.hexagons


@given(st.integers(0, 99), CHANGES)
@settings(max_examples=40, deadline=None)
def test_a_mosaic_keeps_count_of_what_it_holds(seed, changes):
    mosaic = Mosaic(seeded(seed), radius=2.5)
    for point, number in changes:
        mosaic.put(point, number)
    assert kept(mosaic) == counted(mosaic)


@given(st.integers(0, 99))
@settings(max_examples=10, deadline=None)
def test_annealing_keeps_count_too(seed):
    mosaic = Mosaic(seeded(seed))
    mosaic.anneal(500, 0.3)
    assert kept(mosaic) == counted(mosaic)


def test_the_cells_around_a_point_lie_between_its_neighbours():
    for at, step in enumerate(AROUND):
        beside = {MIDDLE, MIDDLE + RING[at], MIDDLE + RING[(at + 1) % 6]}
        assert set(corners_of(MIDDLE + step)) == beside


def test_a_triangle_is_a_tile_or_nothing():
    assert ROWS[0][7 * 1 + 2] == TILES.index(BY_CORNERS[0, 1, 2])
    assert ROWS[0][7 * 2 + 1] == ROWS[FREE][0] == ROWS[0][FREE] == NOTHING


def test_the_search_only_gets_better_and_finds_the_same_twice():
    found = [(progress.steps, progress.best.total) for progress in islice(search(5), 30)]
    assert found == [(progress.steps, progress.best.total) for progress in islice(search(5), 30)]
    assert [total for _, total in found] == sorted(total for _, total in found)


def test_a_whole_mosaic_scores_what_it_promised():
    """Laid out and played by the engine."""
    mosaic = Mosaic(seeded(0))
    wholes = [mosaic.anneal(4_000, cooling(0.3, 0.12, at / 50)) for at in range(50)]
    records = [(whole.score, lay_out(whole)) for whole in wholes if whole is not None]
    assert records
    assert all(record.total == score for score, record in records)
