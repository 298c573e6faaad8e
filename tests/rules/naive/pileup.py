"""One action put in the place of another, right or wrong in several ways at once.

The format states the order in which an action's faults are found: here they are piled up on the
same action, so that the order shows. Does not know that order.
"""

import copy
from random import Random
from typing import Any

from .tiles import TILES, name, turnings

Record = dict[str, Any]


def pile_up(rng: Random, legal: Record) -> Record:
    """The same match with one action replaced, or put in before another, or put on at the end."""
    record = copy.deepcopy(legal)
    deals = [deal for deal in record["deals"] if deal.get("actions")]
    if not deals:
        return record
    deal = rng.choice(deals)
    number = rng.choice([rng.randrange(len(deal["actions"]) + 1), 0, len(deal["actions"])])
    action = some_action(rng, record, deal, number)
    deal["actions"][number : number + rng.choice([0, 1, 1])] = [action]
    if rng.random() < 0.2:
        deal["left"] = {player: rng.choice([0, 5, []]) for player in record["players"]}
    return record


def some_action(rng: Random, record: Record, deal: Record, number: int) -> Record:
    there = deal["actions"][min(number, len(deal["actions"]) - 1)]
    player = rng.choice([there["player"]] * 3 + record["players"])
    do = rng.choice(["place", "place", "place", "draw", "pass"])
    action: Record = {"player": player, "do": do}
    on_board = any("cell" in each for each in deal["actions"])
    if do == "draw" and ("racks" in deal or rng.random() < 0.5):
        action["tile"] = rng.choice([some_tile(rng), "6-6-6", "", "5-4-0", name(rng.choice(TILES))])
    if do == "place" and on_board:
        action["cell"] = some_cell(rng, deal)
        action["corners"] = some_corners(rng, deal)
    elif do == "place":
        action["tile"] = rng.choice([some_tile(rng), some_tile(rng), "7-0-0", "3-2-1", "2-3-1"])
        if rng.random() < 0.5:
            action["bonus"] = rng.choice(["bridge", "two-sides", "hexagon", "nonsense", "triple-hexagon"])
    return action


def some_tile(rng: Random) -> str:
    return name(rng.choice(TILES))


def some_cell(rng: Random, deal: Record) -> list[int]:
    """Near a tile that lies there: on it, beside it, or just not."""
    x, y = rng.choice([each["cell"] for each in deal["actions"] if "cell" in each])
    return [x + rng.choice([0, 0, 1, -1, 2, -2, 3]), y + rng.choice([0, 0, 0, 1, -1, 2])]


def some_corners(rng: Random, deal: Record) -> list[int]:
    """One of the 56, often one that was named here, sometimes mirrored or no tile at all."""
    corners = list(rng.choice(turnings(rng.choice(TILES))))
    if rng.random() < 0.5:
        corners = list(rng.choice([each["corners"] for each in deal["actions"] if "corners" in each]))
    if rng.random() < 0.2:
        corners.reverse()
    if rng.random() < 0.1:
        corners[0] = 6
    return corners
