"""What can be said of a record before anything is scored: its shape (``bad-record``).

Fields and their types, one depth a deal, and no player in it who does not play. Values are not
judged here: that a tile exists, a number is allowed or a name stands there once is for later.
A field that the format does not know would have to be skipped, and nothing is skipped: it is refused.
"""

import json
from typing import Any

from .broken import BrokenRuleError

Json = Any

RECORD_FIELDS = ["format", "rules", "options", "players", "deals"]
TABLE_FIELDS = ["starter", "racks", "actions", "left"]
TOTALS_FIELDS = ["totals", "bell"]
ACTION_FIELDS = {
    "board": ["player", "do", "cell", "corners"],
    "sheet": ["player", "do", "tile", "bonus"],
    "draw": ["player", "do", "tile"],
    "pass": ["player", "do"],
}


def parse(text: str) -> Json:
    """Read JSON strictly; whatever goes wrong, it is a bad record."""

    def refuse(constant: str) -> None:
        raise ValueError(constant)

    def once(pairs: list[tuple[str, Json]]) -> Json:
        names = [name for name, _ in pairs]
        if len(set(names)) < len(names):
            raise ValueError(names)
        return dict(pairs)

    try:
        return json.loads(text, parse_constant=refuse, object_pairs_hook=once)
    except (ValueError, RecursionError) as error:
        raise BrokenRuleError("bad-record") from error


def check_shape(record: Json) -> None:
    """Refuse a record that is not built like one."""
    need(isinstance(record, dict))
    need(all(field in RECORD_FIELDS for field in record))
    need(record.get("format") == "triominos-match/1")
    need(isinstance(record.get("rules"), str))
    need(isinstance(record.get("options", {}), dict))
    need(is_list_of_text(record.get("players")))
    need(isinstance(record.get("deals"), list))
    for index, deal in enumerate(record["deals"]):
        check_deal(deal, record["players"], index)


def need(holds: bool, deal: int | None = None, action: int | None = None) -> None:
    if not holds:
        raise BrokenRuleError("bad-record", deal, action)


def check_deal(deal: Json, players: list[str], index: int) -> None:
    need(isinstance(deal, dict), index)
    if "totals" in deal:
        check_totals(deal, players, index)
        return
    need(all(field in TABLE_FIELDS for field in deal), index)
    need(isinstance(deal.get("starter"), str), index)
    need(deal["starter"] in players, index)
    for field in ["racks", "left"]:
        held = deal.get(field, {})
        need(isinstance(held, dict), index)
        for player, tiles in held.items():
            need(player in players, index)
            need(is_list_of_text(tiles) or (field == "left" and is_number(tiles)), index)
    need(isinstance(deal.get("actions"), list), index)
    depths: list[str] = []
    for number, action in enumerate(deal["actions"]):
        check_action(action, players, "racks" in deal, index, number)
        if action["do"] == "place":
            depths.append(depth(action))
            need(depths[-1] == depths[0], index, number)


def check_totals(deal: Json, players: list[str], index: int) -> None:
    need(all(field in TOTALS_FIELDS for field in deal), index)
    need(isinstance(deal["totals"], dict), index)
    for player, points in deal["totals"].items():
        need(player in players, index)
        need(is_number(points), index)
    need(all(player in deal["totals"] for player in players), index)
    need(isinstance(deal.get("bell", False), bool), index)


def check_action(action: Json, players: list[str], racks: bool, deal: int, number: int) -> None:
    need(isinstance(action, dict), deal, number)
    need(isinstance(action.get("player"), str), deal, number)
    need(action["player"] in players, deal, number)
    need(action.get("do") in ["place", "draw", "pass"], deal, number)
    kind = depth(action) if action["do"] == "place" else action["do"]
    need(all(field in ACTION_FIELDS[kind] for field in action), deal, number)
    if kind == "board":
        need(is_list_of_numbers(action.get("cell"), 2), deal, number)
        need(is_list_of_numbers(action.get("corners"), 3), deal, number)
    if kind == "sheet":
        need(isinstance(action.get("tile"), str), deal, number)
        need(isinstance(action.get("bonus", ""), str), deal, number)
    if kind == "draw":
        need("tile" in action or not racks, deal, number)
        need(isinstance(action.get("tile", ""), str), deal, number)


def depth(placement: Json) -> str:
    """How much a placement says: where the tile lies, or only which it is."""
    return "board" if "cell" in placement or "corners" in placement else "sheet"


def is_number(value: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def is_list_of_text(value: Json) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def is_list_of_numbers(value: Json, length: int) -> bool:
    return isinstance(value, list) and len(value) == length and all(is_number(each) for each in value)
