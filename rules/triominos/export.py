"""A match's log of actions as a ``triominos-match/1`` record, and a record as a log.

The actions are those that an engine has accepted, in their order; nothing is judged again. Knows no
rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules.api import Action
from rules.triominos.reading import FORMAT


def to_record(
    rules: str, options: Mapping[str, Any], players: Sequence[str], actions: Iterable[Action]
) -> dict[str, Any]:
    """The record of a match so far."""
    deals: list[dict[str, Any]] = []
    for action in actions:
        do = action["do"]
        if do == "start":
            deals.append(_started(action))
        elif do == "deal":
            deals.append(_whole(action))
        elif do == "close":
            deals[-1].update(_given(action, "left"))
        else:
            deals[-1]["actions"].append(dict(action))
    return {
        "format": FORMAT,
        "rules": rules,
        "options": dict(options),
        "players": list(players),
        "deals": deals,
    }


def _started(action: Action) -> dict[str, Any]:
    return {"starter": action["starter"], **_given(action, "racks"), "actions": []}


def _whole(action: Action) -> dict[str, Any]:
    return {"totals": action["points"], **({"bell": True} if action.get("bell") else {})}


def to_actions(record: Mapping[str, Any], ended: int) -> list[dict[str, Any]]:
    """The actions that a match desk would have sent, of a record so many of whose deals have ended."""
    actions: list[dict[str, Any]] = []
    for at, deal in enumerate(record["deals"]):
        if "totals" in deal:
            actions.append({"do": "deal", "points": deal["totals"], "bell": deal.get("bell", False)})
            continue
        actions.append(
            {"do": "start", "depth": _depth(deal), "starter": deal["starter"], **_given(deal, "racks")}
        )
        actions += [dict(action) for action in deal["actions"]]
        if at < ended:
            actions.append({"do": "close", **_given(deal, "left")})
    return actions


def renamed(record: Mapping[str, Any], names: Mapping[str, str], players: Sequence[str]) -> dict[str, Any]:
    """The same match with everybody called otherwise, and seated in this order. The record's shape is right."""
    return {**record, "players": list(players), "deals": [_renamed(deal, names) for deal in record["deals"]]}


def _renamed(deal: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    told = dict(deal)
    if "starter" in told:
        told["starter"] = names[told["starter"]]
    for key in ("racks", "left", "totals"):
        if key in told:
            told[key] = {names[player]: each for player, each in told[key].items()}
    if "actions" in told:
        told["actions"] = [action | {"player": names[action["player"]]} for action in told["actions"]]
    return told


def _depth(deal: Mapping[str, Any]) -> str:
    on_sheet = any(action["do"] == "place" and "tile" in action for action in deal["actions"])
    return "sheet" if on_sheet else "board"


def _given(fields: Mapping[str, Any], key: str) -> dict[str, Any]:
    return {key: fields[key]} if key in fields else {}
