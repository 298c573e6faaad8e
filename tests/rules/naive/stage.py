"""Deals that chance would hardly bring about, staged from their end.

A dense patch laid by players who happen to hold its tiles, for the rarer figures; a block in which
the lowest racks are level; a rack that holds 0-0-0 alone. Each is a deal at its fullest, as
``play`` gives it. Does not know scores.
"""

from random import Random
from typing import Any

from .mosaic import filled, laying_order
from .play import STALLED, Deal, Table, play_deal, turn, turns
from .sheets import Sheet
from .tiles import TILES, Tile, name, total


def dense_deal(rng: Random, players: list[str], sheet: Sheet, options: dict[str, Any]) -> Deal:
    """A patch without many holes, laid in turn, and then nobody lays any more.

    The first tile is not one that a sheet with a trio start would want: leave out the racks there.
    """
    hand = sheet.hands[len(players)]
    patch = filled(rng, rng.randint(10, 15), rng.choice([0, 0, 1, 2, 4]))
    # By an even sum, so that up stays up.
    shift = rng.choice([(0, 0), (1, -1), (-4, 2), (50, 8), (-3001, -999)])
    order = [((x + shift[0], y + shift[1]), corners) for (x, y), corners in laying_order(rng, patch)]
    order = order[: len(players) * hand - 1]
    starter = rng.choice(players)
    seats = [starter, *(player for player, _ in zip(turns(players, starter), order[1:], strict=False))]
    needed: dict[str, list[Tile]] = {player: [] for player in players}
    for player, (_, corners) in zip(seats, order, strict=True):
        a, b, c = sorted(corners)
        needed[player].append((a, b, c))
    wanted = [tile for tiles in needed.values() for tile in tiles]
    rest = rng.sample([tile for tile in TILES if tile not in wanted], 56 - len(wanted))
    racks = {
        player: tiles + [rest.pop() for _ in range(hand - len(tiles))] for player, tiles in needed.items()
    }
    dealt = {player: [name(tile) for tile in rack] for player, rack in racks.items()}
    table = Table(racks, rest)
    for player, (cell, corners) in zip(seats, order, strict=True):
        a, b, c = sorted(corners)
        racks[player].remove((a, b, c))
        table.laid[cell] = corners
        table.actions.append({"player": player, "do": "place", "cell": list(cell), "corners": list(corners)})
        if not racks[player]:
            break
    else:
        stall(rng, table, players, seats[-1], sheet, options)
    left = {player: [name(tile) for tile in rack] for player, rack in racks.items()}
    return {"starter": starter, "racks": dealt, "actions": table.actions, "left": left}


def stall(
    rng: Random, table: Table, players: list[str], last: str, sheet: Sheet, options: dict[str, Any]
) -> None:
    """Everybody draws and passes until the deal is blocked."""
    passes = 0
    for player in turns(players, last):
        turn(rng, table, player, "board", options, STALLED)
        passes += sheet.any_pass_blocks or not table.pool
        if passes == len(players):
            return


def level_deal(rng: Random, players: list[str], sheet: Sheet, options: dict[str, Any]) -> Deal:
    """A block with the lowest racks level, if a few dozen shuffles bring one."""
    for _ in range(40):
        deal = play_deal(rng, players, sheet, options, "sheet", STALLED)
        worth = sorted(total_of(tiles) for tiles in deal["left"].values())
        if worth[0] == worth[1]:
            break
    return deal


def total_of(names: list[str]) -> int:
    return total([tile for tile in TILES if name(tile) in names])


def leave_zero(deal: Deal) -> None:
    """Without racks: let whoever holds a single tile hold 0-0-0, unless it lies on the table."""
    gone = any(
        action.get("tile") == "0-0-0" or action.get("corners") == [0, 0, 0]
        for action in deal["actions"]
        if action["do"] == "place"
    )
    single = [player for player, tiles in deal["left"].items() if len(tiles) == 1]
    if single and not gone and not any("0-0-0" in tiles for tiles in deal["left"].values()):
        deal["left"][single[0]] = ["0-0-0"]
