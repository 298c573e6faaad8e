"""Breaking a record as a whole, or a deal at its beginning or its end.

A mutation changes the record it is given and says whether it found something to change. It need
not succeed: what the answer is, the scorer says. Does not touch single actions.
"""

import copy
from random import Random
from typing import Any

from .tiles import TILES, name

Record = dict[str, Any]


def table_deals(record: Record) -> list[Record]:
    return [deal for deal in record["deals"] if deal.get("actions")]


def some_deal(rng: Random, record: Record, field: str | None = None) -> Record | None:
    deals = [deal for deal in table_deals(record) if field is None or field in deal]
    return rng.choice(deals) if deals else None


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
