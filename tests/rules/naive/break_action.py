"""Breaking single actions of a record: whose turn it is, placing, drawing and passing.

Mutations as in ``break_match``. They do not know whether an earlier rule breaks first.
"""

import copy
import json
from random import Random

from .break_match import Record, some_deal, table_deals
from .tiles import NAMED, TILES, name


def some_action(rng: Random, record: Record, field: str, racks: bool = False) -> Record | None:
    """An action that has this field, in a deal with racks if that is wanted."""
    deals = [deal for deal in table_deals(record) if "racks" in deal or not racks]
    found = [action for deal in deals for action in deal["actions"] if field in action]
    return rng.choice(found) if found else None


def write(action: Record, tile: tuple[int, int, int]) -> None:
    """Make a placement one of this tile, at whatever depth it is."""
    if "corners" in action:
        action["corners"] = list(tile)
    else:
        action["tile"] = name(tile)


# -- any action ----------------------------------------------------------------------------------


def deal_over(rng: Random, record: Record) -> bool:
    deal = some_deal(rng, record)
    if deal is None:
        return False
    deal["actions"].append({"player": rng.choice(record["players"]), "do": "pass"})
    return True


def not_your_turn(rng: Random, record: Record) -> bool:
    deal = some_deal(rng, record)
    if deal is None:
        return False
    rng.choice(deal["actions"])["player"] = rng.choice(record["players"])
    return True


def must_open(rng: Random, record: Record) -> bool:
    deal = some_deal(rng, record)
    if deal is None:
        return False
    early = {"player": deal["starter"], "do": "draw", "tile": name(rng.choice(TILES))}
    deal["actions"].insert(0, rng.choice([early, {"player": deal["starter"], "do": "pass"}]))
    return True


# -- place ---------------------------------------------------------------------------------------


def no_such_tile(rng: Random, record: Record) -> bool:
    action = some_action(rng, record, rng.choice(["corners", "tile"]))
    if action is None:
        return False
    if "corners" in action:
        action["corners"][rng.randrange(3)] = rng.choice([6, -1, 55, 10**30])
    else:
        action["tile"] = rng.choice(["6-6-6", "0-0-6", "", "0-0", "0-0-0-0", "a-b-c", "00-0-0", " 1-2-3"])
    return True


def mirrored_tile(rng: Random, record: Record) -> bool:
    action = some_action(rng, record, rng.choice(["corners", "tile"]))
    if action is None:
        return False
    if "corners" in action:
        action["corners"].reverse()
    else:
        action["tile"] = action["tile"][::-1]
    return True


def tile_already_laid(rng: Random, record: Record) -> bool:
    deal = some_deal(rng, record)
    if deal is None:
        return False
    placed = [action for action in deal["actions"] if action["do"] == "place"]
    if len(placed) < 2:
        return False
    earlier, later = sorted(rng.sample(range(len(placed)), 2))
    for field in ["corners", "tile"]:
        if field in placed[earlier]:
            placed[later][field] = copy.copy(placed[earlier][field])
    return True


def not_in_rack(rng: Random, record: Record) -> bool:
    deal = some_deal(rng, record, "racks")
    if deal is None:
        return False
    write(rng.choice([each for each in deal["actions"] if each["do"] == "place"]), rng.choice(TILES))
    return True


def wrong_opening_tile(rng: Random, record: Record) -> bool:
    deal = some_deal(rng, record, "racks")
    if deal is None or deal["actions"][0]["do"] != "place":
        return False
    rack = [tile for tile in deal["racks"].get(deal["starter"], []) if tile in NAMED]
    if not rack:
        return False
    write(deal["actions"][0], NAMED["0-0-0" if "0-0-0" in rack else rng.choice(rack)])
    return True


def two_on_board(rng: Random, record: Record) -> tuple[Record, Record] | None:
    """A placement on a board, and a later one."""
    deals = [[each for each in deal["actions"] if "cell" in each] for deal in table_deals(record)]
    deals = [placed for placed in deals if len(placed) >= 2]
    if not deals:
        return None
    placed = rng.choice(deals)
    earlier, later = sorted(rng.sample(range(len(placed)), 2))
    return placed[earlier], placed[later]


def cell_occupied(rng: Random, record: Record) -> bool:
    both = two_on_board(rng, record)
    if both is None:
        return False
    both[1]["cell"] = list(both[0]["cell"])
    return True


def detached(rng: Random, record: Record) -> bool:
    both = two_on_board(rng, record)
    if both is None:
        return False
    reach = rng.choice([2, 3, 1000])
    x, y = both[0]["cell"]
    both[1]["cell"] = [x + rng.randint(-reach, reach), y + rng.randint(-reach, reach)]
    return True


def corner_mismatch(rng: Random, record: Record) -> bool:
    action = some_action(rng, record, "corners")
    if action is None:
        return False
    action["corners"] = [*action["corners"][1:], action["corners"][0]]
    return True


def unknown_bonus(rng: Random, record: Record) -> bool:
    placed = [
        action
        for deal in table_deals(record)
        for action in deal["actions"]
        if action["do"] == "place" and "tile" in action
    ]
    if not placed:
        return False
    action = rng.choice([*placed, placed[0]])
    action["bonus"] = rng.choice(["bridge", "two-sides", "hexagon", "Hexagon", "", "start-trio", "tile"])
    return True


# -- draw and pass -------------------------------------------------------------------------------


def draw_limit(rng: Random, record: Record) -> bool:
    return insert_draws(rng, record, rng.choice([3, 4]))


def pool_empty(rng: Random, record: Record) -> bool:
    """One more draw before a pass: too many in the turn, or there is none."""
    passes = [
        (deal, number)
        for deal in table_deals(record)
        for number, action in enumerate(deal["actions"])
        if action["do"] == "pass"
    ]
    if not passes:
        return False
    deal, number = rng.choice(passes)
    deal["actions"].insert(number, draw_of(rng, deal, deal["actions"][number]["player"]))
    return True


def insert_draws(rng: Random, record: Record, count: int) -> bool:
    deal = some_deal(rng, record)
    if deal is None:
        return False
    number = rng.randrange(len(deal["actions"]))
    player = deal["actions"][number]["player"]
    for _ in range(count):
        deal["actions"].insert(number, draw_of(rng, deal, player))
    return True


def draw_of(rng: Random, deal: Record, player: str) -> Record:
    """A draw, of a tile that nobody else names if that can be."""
    text = json.dumps(deal)
    unnamed = [name(tile) for tile in TILES if f'"{name(tile)}"' not in text]
    tile = rng.choice(unnamed or [name(each) for each in TILES])
    if "racks" not in deal and rng.random() < 0.5:
        return {"player": player, "do": "draw"}
    return {"player": player, "do": "draw", "tile": tile}


def not_in_pool(rng: Random, record: Record) -> bool:
    deal = some_deal(rng, record, "racks")
    if deal is None:
        return False
    draws = [action for action in deal["actions"] if action["do"] == "draw"]
    if not draws:
        return False
    rng.choice(draws)["tile"] = name(rng.choice(TILES))
    return True


def must_draw(rng: Random, record: Record) -> bool:
    deal = some_deal(rng, record)
    if deal is None:
        return False
    number = rng.randrange(len(deal["actions"]))
    deal["actions"].insert(number, {"player": deal["actions"][number]["player"], "do": "pass"})
    return True
