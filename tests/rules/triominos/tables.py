"""Tables to play at in the tests: a match one action at a time, and boards made to order."""

from __future__ import annotations

from random import Random
from typing import Any

from rules.api import ScoreLine
from rules.registry import registry
from rules.triominos.board import EMPTY, Board, Cell
from rules.triominos.machine import TriominosEngine
from rules.triominos.state import Match
from rules.triominos.tiles import ALL_TILES, BY_NAME, TILES, Corners, as_set

CLASSIC = "tri-ominos-classic"
COMPACT = "triominos-compact"
INTERNATIONAL = "goliath-international"
NORDIC = "goliath-nordic"
CZECH = "piatnik-czech"
ALL = (CLASSIC, COMPACT, INTERNATIONAL, NORDIC, CZECH)
TRIO_START = (CLASSIC, COMPACT)
DRAWN_START = (INTERNATIONAL, NORDIC, CZECH)


def engine(key: str) -> TriominosEngine:
    found = registry().get(key)
    assert isinstance(found, TriominosEngine)
    return found


def seeded(seed: int) -> Random:
    """The same tiles and choices every time."""
    return Random(seed)  # noqa: S311


class Table:
    """A match under way; each method is one action and remembers what it scored."""

    def __init__(self, key: str, *players: str, **options: Any) -> None:
        self.engine = engine(key)
        self.match: Match = self.engine.start(players or ("ana", "bo"), options)
        self.lines: tuple[ScoreLine, ...] = ()
        self.log: list[dict[str, Any]] = []

    def do(self, **action: Any) -> Table:
        step = self.engine.apply(self.match, action)
        self.match, self.lines = step.state, step.lines
        self.log.append(action)
        return self

    def start(self, starter: str = "ana", depth: str = "sheet", **more: Any) -> Table:
        return self.do(do="start", starter=starter, depth=depth, **more)

    def note(self, tile: str, bonus: str | None = None) -> Table:
        """Whoever is to play lays a tile, as the score sheet has it."""
        return self.do(do="place", player=self.turn, tile=tile, **({"bonus": bonus} if bonus else {}))

    def lay(self, cell: Cell, corners: Corners) -> Table:
        return self.do(do="place", player=self.turn, cell=list(cell), corners=list(corners))

    def draw(self, times: int = 1, tile: str | None = None) -> Table:
        for _ in range(times):
            self.do(do="draw", player=self.turn, **({"tile": tile} if tile else {}))
        return self

    def pass_(self) -> Table:
        return self.do(do="pass", player=self.turn)

    def close(self, **left: Any) -> Table:
        return self.do(do="close", **({"left": left} if left else {}))

    def deal(self, bell: bool = False, **points: int) -> Table:
        return self.do(do="deal", points=points, bell=bell)

    @property
    def turn(self) -> str:
        assert self.match.deal is not None
        return self.match.players[self.match.deal.turn]

    @property
    def totals(self) -> dict[str, int]:
        return self.engine.totals(self.match)

    @property
    def points(self) -> int:
        return sum(line.points for line in self.lines)

    @property
    def why(self) -> list[str]:
        return [line.reason for line in self.lines]

    @property
    def winners(self) -> tuple[str, ...]:
        outcome = self.engine.outcome(self.match)
        return outcome.winners if outcome else ()


# -- ways through a deal ---------------------------------------------------------------------------


def empty_the_pool(table: Table) -> Table:
    """Draw as fast as the rules allow, until nothing is left; tiles are laid off so that no block comes."""
    unused = iter(reversed(TILES[1:]))
    while table.match.deal is not None and table.match.deal.pool:
        table.draw(min(3, table.match.deal.pool))
        table.note(next(unused).name)
    return table


def opened(key: str, *players: str, **options: Any) -> Table:
    """A deal on the sheet that has been opened with 0-0-1, which earns 1 in every variant."""
    return Table(key, *players, **options).start().note("0-0-1")


# -- boards made to order --------------------------------------------------------------------------

UNDER_TEST: Cell = (0, 0)
"""An up cell: the tile whose score is looked at goes here, last."""

SHAPES: dict[str, tuple[Cell, ...]] = {
    "one side": ((0, 1),),
    "bridge": ((0, 1), (1, 1), (2, 1), (2, 0), (3, 0), (3, -1), (2, -1), (1, -1)),
    "two sides": (
        *((0, 1), (-1, 1), (-2, 1), (-2, 0), (-3, 0), (-3, -1)),
        *((-2, -1), (-1, -1), (0, -1), (1, -1), (1, 0)),
    ),
    "hexagon": ((0, 1), (1, 1), (2, 1), (2, 0), (1, 0)),
    "double hexagon": ((0, 1), (1, 1), (2, 1), (2, 0), (1, 0), (-1, 1), (-2, 1), (-2, 0), (-1, 0)),
    "triple hexagon": (
        *((0, 1), (1, 1), (2, 1), (2, 0), (1, 0), (-1, 1), (-2, 1), (-2, 0), (-1, 0)),
        *((1, -1), (0, -1), (-1, -1)),
    ),
}
"""The cells around the one under test that make it so, in an order in which they can be laid."""


def surroundings(tile: str, shape: str) -> tuple[list[tuple[Cell, Corners]], Corners]:
    """Tiles on the cells of that shape between which the given tile fits, and how it is turned."""
    wanted = BY_NAME[tile]
    for corners in wanted.rotations:
        board, _ = EMPTY.lay(UNDER_TEST, corners)
        found = _grown(board, SHAPES[shape], ALL_TILES & ~wanted.bit)
        if found is not None:
            return [(cell, laid) for cell, laid in found.tiles() if cell != UNDER_TEST], corners
    raise AssertionError(f"no {shape} can be made with {tile}")


def _grown(board: Board, cells: tuple[Cell, ...], tiles: int) -> Board | None:
    if not cells:
        return board
    for placement in board.placements(tiles):
        if placement.cell == cells[0]:
            after, _ = board.lay(placement.cell, placement.corners)
            grown = _grown(after, cells[1:], tiles & ~placement.tile.bit)
            if grown is not None:
                return grown
    return None


def shaped(key: str, tile: str, shape: str, **options: Any) -> Table:
    """A table at which that tile has just been laid into that shape, on the board."""
    around, corners = surroundings(tile, shape)
    table = Table(key, **options).start(depth="board")
    for cell, laid in around:
        table.lay(cell, laid)
    return table.lay(UNDER_TEST, corners)


def tiles_without(names: list[str], count: int) -> list[str]:
    """So many tiles, none of these and no trio: to fill a rack with what does not matter."""
    taken = as_set(BY_NAME[name] for name in names)
    return [tile.name for tile in TILES if not tile.bit & taken and not tile.is_trio][:count]
