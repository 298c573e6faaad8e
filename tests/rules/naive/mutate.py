"""Breaking a legal record: for each error code one change that should bring it about.

A mutation changes the record it is given and says whether it found something to change. It need
not succeed (a later rule may break first, or the change may turn out legal): what the answer is,
the scorer says. ``vandalise`` aims at nothing at all. Does not know how a record is scored.
"""

import copy
import json
from collections.abc import Callable
from random import Random
from typing import Any

from .tiles import NAMED, TILES, name

Record = dict[str, Any]
Mutation = Callable[[Random, Record], bool]

JUNK: list[Any] = [None, True, False, 0, 1, -1, 7, 1.5, "", "x", "0-0-0", "ana", [], [0], {}, {"ana": 1}]


def table_deals(record: Record) -> list[Record]:
    return [deal for deal in record["deals"] if deal.get("actions")]


def some_deal(rng: Random, record: Record, field: str | None = None) -> Record | None:
    deals = [deal for deal in table_deals(record) if field is None or field in deal]
    return rng.choice(deals) if deals else None


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


# -- the whole record ----------------------------------------------------------------------------


def bad_record(rng: Random, record: Record) -> bool:
    """Leave a field out, mix depths, or let in what the format does not know."""
    deal = some_deal(rng, record)
    if deal is None or rng.random() < 0.2:
        del record[rng.choice(["format", "rules", "players", "deals"])]
        return True
    action = rng.choice(deal["actions"])
    kind = rng.randrange(8)
    if kind == 0:
        action["do"] = rng.choice(["lay", "Place", "", "stop"])
    elif kind == 1:
        action["player"] = "nobody"
    elif kind == 2:
        del action[rng.choice(list(action))]
    elif kind == 3:
        del deal[rng.choice(["starter", "actions"])]
    elif kind == 4:
        deal["totals"] = dict.fromkeys(record["players"], 1)
    elif kind == 5:
        deal.setdefault("left", {})["nobody"] = []
    elif kind == 6:
        deal["bell"] = True
    else:
        action |= {"do": "place", "cell": [0, 0], "corners": [0, 0, 0], "bonus": "bridge"}
    return True


def unknown_rules(rng: Random, record: Record) -> bool:
    record["rules"] = rng.choice(["", "triominos", "TRIOMINOS-COMPACT", "piatnik-czech "])
    return True


def bad_option(rng: Random, record: Record) -> bool:
    key, value = rng.choice(
        [
            ("limit", 0),
            ("limit", -400),
            ("bell", "reaches"),
            ("bell", ""),
            ("two_sides", 20),
            ("two_sides", -40),
            ("blocked_tie", "all"),
            ("match_tie", "extra"),
            ("colour", "red"),
            ("Limit", 400),
        ]
    )
    record["options"] = {**record.get("options", {}), key: value}
    return True


def bad_players(rng: Random, record: Record) -> bool:
    players = record["players"]
    if rng.random() < 0.5:
        players.append(rng.choice(players))
    else:
        more = [f"player {number}" for number in range(7)]
        players += more
        for deal in record["deals"]:
            if "totals" in deal:
                deal["totals"] |= dict.fromkeys(more, 0)
    return True


# -- each deal as it begins ----------------------------------------------------------------------


def deal_not_over(rng: Random, record: Record) -> bool:
    deals = [deal for deal in record["deals"][:-1] if deal.get("actions")]
    if not deals:
        return False
    actions = rng.choice(deals)["actions"]
    del actions[rng.choice([0, len(actions) // 2, len(actions) - 1]) :]
    return True


def match_over(rng: Random, record: Record) -> bool:
    if not record["deals"]:
        return False
    if rng.random() < 0.5:
        record["options"] = {**record.get("options", {}), "limit": rng.randint(1, 30)}
    record["deals"].append(copy.deepcopy(rng.choice(record["deals"])))
    return True


def bad_hand(rng: Random, record: Record) -> bool:
    deal = some_deal(rng, record, "racks")
    if deal is None:
        return False
    player = rng.choice(list(deal["racks"]))
    rack = deal["racks"][player]
    kind = rng.randrange(5)
    if kind == 0:
        del deal["racks"][player]
    elif kind == 1:
        rack.pop()
    elif kind == 2:
        rack.append(name(rng.choice(TILES)))
    elif kind == 3:
        rack[rng.randrange(len(rack))] = rng.choice(["6-6-6", "5-4-3", "", "0-0", "0-0-0-0", "٣-3-3"])
    else:
        rack[-1] = rng.choice(deal["racks"][rng.choice(list(deal["racks"]))])
    return True


def wrong_starter(rng: Random, record: Record) -> bool:
    deal = some_deal(rng, record, "racks")
    if deal is None:
        return False
    deal["starter"] = rng.choice([player for player in record["players"] if player != deal["starter"]])
    return True


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
    write(deal["actions"][0], NAMED[rng.choice(rack)])
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


# -- each deal as it ends ------------------------------------------------------------------------


def racks_do_not_add_up(rng: Random, record: Record) -> bool:
    deal = some_deal(rng, record)
    if deal is None:
        return False
    left = deal.setdefault("left", {})
    player = rng.choice(record["players"])
    kind = rng.randrange(6)
    if kind == 0:
        del deal["left"]
    elif kind == 1:
        left.pop(player, None)
    elif kind == 2:
        left[player] = rng.choice([-1, 0, 1, 20])
    elif kind == 3:
        left[player] = []
    elif isinstance(left.get(player), list) and left[player] and kind == 4:
        left[player][0] = rng.choice([name(rng.choice(TILES)), "6-6-6", "5-4-3"])
    elif isinstance(left.get(player), list):
        left[player].append(name(rng.choice(TILES)))
    return True


MUTATIONS: dict[str, Mutation] = {
    "bad-record": bad_record,
    "unknown-rules": unknown_rules,
    "bad-option": bad_option,
    "bad-players": bad_players,
    "deal-not-over": deal_not_over,
    "match-over": match_over,
    "bad-hand": bad_hand,
    "wrong-starter": wrong_starter,
    "deal-over": deal_over,
    "not-your-turn": not_your_turn,
    "must-open": must_open,
    "no-such-tile": no_such_tile,
    "mirrored-tile": mirrored_tile,
    "tile-already-laid": tile_already_laid,
    "not-in-rack": not_in_rack,
    "wrong-opening-tile": wrong_opening_tile,
    "cell-occupied": cell_occupied,
    "detached": detached,
    "corner-mismatch": corner_mismatch,
    "unknown-bonus": unknown_bonus,
    "draw-limit": draw_limit,
    "pool-empty": pool_empty,
    "not-in-pool": not_in_pool,
    "must-draw": must_draw,
    "racks-do-not-add-up": racks_do_not_add_up,
}
"""All error codes of the format, in the order in which it states them."""


def changed(rng: Random, legal: Record, codes: list[str]) -> Record:
    """The same match after these mutations; ``bad-record`` comes last, as it takes things away."""
    record = copy.deepcopy(legal)
    for code in sorted(codes, key=lambda code: code == "bad-record"):
        MUTATIONS[code](rng, record)
    return record


def broken_record(rng: Random, legal: Record) -> Record:
    """The same match with one thing wrong, or several."""
    return changed(rng, legal, rng.sample(list(MUTATIONS), rng.choice([1, 1, 1, 2, 3, 4])))


def vandalise(rng: Random, legal: Record) -> Record:
    """The same match with something in it, anywhere, left out or replaced by something silly."""
    record = copy.deepcopy(legal)
    for _ in range(rng.choice([1, 1, 2])):
        places: list[tuple[Any, Any]] = []
        collect(record, places)
        container, key = rng.choice(places)
        if rng.random() < 0.3:
            del container[key]
        else:
            container[key] = copy.deepcopy(rng.choice(JUNK))
    return record


def collect(node: Any, places: list[tuple[Any, Any]]) -> None:
    """Every place in a document that holds something."""
    keys = list(node) if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else []
    for key in keys:
        places.append((node, key))
        collect(node[key], places)


def tear(rng: Random, legal: Record) -> str:
    """A text that is no JSON, or hardly."""
    text = json.dumps(legal, ensure_ascii=rng.random() < 0.5)
    cut = rng.randrange(len(text))
    return rng.choice(
        [
            text[:cut],
            text[:cut] + rng.choice("{}[],:\"'x0") + text[cut:],
            text.replace("[", "[NaN,", 1),
            text + "}",
            "[" * 100_000,
            "{}",
            "[]",
            "null",
            "",
            "1" * 5000,
        ]
    )
