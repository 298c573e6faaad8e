"""Random play of one deal, written down as a record would have it.

Deals racks, lets everybody place, draw and pass at random within the rules, and gives the deal at
its fullest: board or sheet depth, with racks, named draws and what was left. Does not know scores,
other deals, or how a record may leave things out.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from .board import Cell, Laid, figure, placements_of_many
from .sheets import BONUS, Sheet
from .tiles import TILES, TRIOS, Tile, name, turnings

Deal = dict[str, Any]


@dataclass
class Style:
    """How a table plays: what is likely, out of 1."""

    lay: float = 0.95
    """To lay a tile that fits."""
    figures: float = 0.5
    """To look for a figure, when there is one."""
    claims: float = 0.3
    """To claim a bonus, at sheet depth."""


STALLED = Style(lay=0)
STYLES = [Style(), Style(), Style(figures=1.0), Style(lay=0.5), Style(lay=0.75), Style(lay=0.2)]


@dataclass
class Table:
    """What lies where while a deal is played."""

    racks: dict[str, list[Tile]]
    pool: list[Tile]
    laid: Laid = field(default_factory=dict)
    actions: list[dict[str, Any]] = field(default_factory=list)
    passes: int = 0


def play_deal(
    rng: Random,
    players: list[str],
    sheet: Sheet,
    options: dict[str, Any],
    depth: str,
    style: Style | None = None,
) -> Deal:
    """A whole deal from the shuffle to its end, in any style or in this one."""
    shuffled = rng.sample(TILES, 56)
    hand = sheet.hands[len(players)]
    racks = {player: [shuffled.pop() for _ in range(hand)] for player in players}
    table = Table(racks, shuffled)
    dealt = {player: [name(tile) for tile in rack] for player, rack in racks.items()}
    starter, opening = choose_opening(rng, table, players, sheet)
    style = style or rng.choice(STYLES)
    lay(rng, table, starter, opening, depth, options, style)
    for player in turns(players, starter):
        turn(rng, table, player, depth, options, style)
        counts = sheet.any_pass_blocks or not table.pool
        passed = table.actions[-1]["do"] == "pass"
        table.passes = (table.passes + 1 if counts else 0) if passed else 0
        if not table.racks[player] or table.passes == len(players):
            break
    left = {player: [name(tile) for tile in rack] for player, rack in table.racks.items()}
    return {"starter": starter, "racks": dealt, "actions": table.actions, "left": left}


def turns(players: list[str], starter: str) -> Iterator[str]:
    seat = players.index(starter)
    while True:
        seat = (seat + 1) % len(players)
        yield players[seat]


def choose_opening(rng: Random, table: Table, players: list[str], sheet: Sheet) -> tuple[str, Tile]:
    """Who starts, and with which tile."""
    if not sheet.trio_start:
        player = rng.choice(players)
        return player, rng.choice(table.racks[player])
    held = [(player, tile) for player in players for tile in table.racks[player]]
    trios = [(sum(tile), player, tile) for player, tile in held if tile in TRIOS]
    if trios:
        _, player, tile = max(trios)
        if sheet.zero_beside_trio and (0, 0, 0) in table.racks[player] and rng.random() < 0.7:
            return player, (0, 0, 0)
        return player, tile
    best = max(sum(tile) for _, tile in held)
    return rng.choice([(player, tile) for player, tile in held if sum(tile) == best])


def turn(rng: Random, table: Table, player: str, depth: str, options: dict[str, Any], style: Style) -> None:
    """One player's go: draws, and then a placement or a pass."""
    draws = 0
    while True:
        if rng.random() < style.lay:
            tile = choose_tile(rng, table, player, depth)
            if tile is not None:
                lay(rng, table, player, tile, depth, options, style)
                return
        if draws == 3 or not table.pool:
            table.actions.append({"player": player, "do": "pass"})
            return
        drawn = table.pool.pop()
        table.racks[player].append(drawn)
        table.actions.append({"player": player, "do": "draw", "tile": name(drawn)})
        draws += 1


def choose_tile(rng: Random, table: Table, player: str, depth: str) -> Tile | None:
    rack = table.racks[player]
    if depth == "sheet":
        return rng.choice(rack) if rng.random() < 0.8 else None
    fitting = [tile for tile, ways in placements_of_many(table.laid, rack).items() if ways]
    return rng.choice(fitting) if fitting else None


def lay(
    rng: Random,
    table: Table,
    player: str,
    tile: Tile,
    depth: str,
    options: dict[str, Any],
    style: Style,
) -> None:
    table.racks[player].remove(tile)
    action: dict[str, Any] = {"player": player, "do": "place"}
    if depth == "sheet":
        action["tile"] = name(tile)
        if table.actions and rng.random() < style.claims:
            claims = [*BONUS, *(["two-sides"] if options["two_sides"] else [])]
            action["bonus"] = rng.choice(claims)
    else:
        cell, corners = first_place(rng, tile)
        if table.laid:
            ways = placements_of_many(table.laid, [tile])[tile]
            figures = [way for way in ways if figure(table.laid, way[0])]
            cell, corners = rng.choice(figures if figures and rng.random() < style.figures else ways)
        table.laid[cell] = corners
        action |= {"cell": list(cell), "corners": list(corners)}
    table.actions.append(action)


def first_place(rng: Random, tile: Tile) -> tuple[Cell, tuple[int, int, int]]:
    """Any cell, up or down, near or far, will do for the first tile."""
    reach = rng.choice([0, 1, 5, 100, 10**6])
    return (rng.randint(-reach, reach), rng.randint(-reach, reach)), rng.choice(turnings(tile))
