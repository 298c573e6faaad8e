"""The worked examples printed in the five rule sheets, one table, against both implementations.

Each row names its sheet and what the sheet says; the number is what the turn that ends the deal
so far earns. Figures are laid out on a board and also claimed on a sheet. The pictures of the
sheets are lost, so the tiles around an example are ours; its tile, figure and points are not.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from rules.registry import registry
from rules.triominos.answers import answer

from .naive import score
from .naive.tiles import TILES, TRIOS, name

Deal = dict[str, Any]
Action = dict[str, Any]


def by_engine(record: dict[str, Any]) -> dict[str, Any]:
    return answer(json.dumps(record).encode(), registry().engines)


IMPLEMENTATIONS: list[Callable[[dict[str, Any]], dict[str, Any]]] = [score, by_engine]

BOARDS = {
    "1-3-4": "0,0:334 -1,0:134",
    "1-2-3": "0,0:334 -1,0:134 -1,-1:231",
    "2-2-3": "0,0:334 -1,0:134 -1,-1:231 0,-1:223",
    "bridge 1-1-5": "-3,-1:004 -2,-1:010 -1,-1:150 0,-1:145 1,-1:455 1,0:551 -3,0:404 -2,0:014 0,0:511",
    "two-sides 1-1-5": "-1,1:523 -2,1:353 0,1:512 -2,0:553 -3,0:453 -3,-1:554 -2,-1:505 -1,-1:015 "
    "0,-1:001 1,-1:011 1,0:111 0,0:115",
    "bridge 1-4-4": "-3,-1:250 -2,-1:225 -1,-1:245 0,-1:244 1,-1:404 1,0:401 -3,0:055 -2,0:545 0,0:414",
    "two-sides 1-4-4": "-1,1:453 -2,1:443 0,1:445 -2,0:044 -3,0:504 -3,-1:005 -2,-1:000 -1,-1:010 "
    "0,-1:011 1,-1:121 1,0:124 0,0:144",
    "hexagon 0-5-5": "1,-1:445 1,0:545 0,-1:245 -1,-1:252 -1,0:250 0,0:550",
    "bridge 3-4-4": "-3,-1:005 -2,-1:010 -1,-1:140 0,-1:144 1,-1:454 1,0:453 -3,0:504 -2,0:044 0,0:434",
    "hexagon 1-5-5": "1,-1:445 1,0:545 0,-1:245 -1,-1:252 -1,0:251 0,0:551",
    "double-hexagon 3-4-5": "1,1:313 2,1:301 0,1:433 2,0:303 1,0:533 1,-1:235 0,-1:125 -1,-1:155 "
    "-1,0:554 0,0:534",
    "triple-hexagon 1-1-3": "0,1:313 1,1:123 -1,1:334 2,1:122 2,0:121 1,0:111 1,-1:011 0,-1:001 "
    "-1,-1:015 -2,1:434 -2,0:534 -1,0:513 0,0:113",
}
"""A table on which the last tile makes the figure: x,y:corners in the order laid."""


def in_turn(actions: list[Action]) -> Deal:
    """Two players, ana first; a placement or a pass ends a turn."""
    seat = 0
    for action in actions:
        action["player"] = ["ana", "bo"][seat]
        if action["do"] != "draw":
            seat = 1 - seat
    return {"starter": "ana", "actions": actions}


def board(figure: str) -> list[Action]:
    actions: list[Action] = []
    for tile in BOARDS[figure].split():
        cell, corners = tile.split(":")
        actions.append(
            {
                "do": "place",
                "cell": [int(each) for each in cell.split(",")],
                "corners": [int(each) for each in corners],
            }
        )
    return actions


def sheet(figure: str) -> list[Action]:
    """The same game, as a score sheet has it."""
    actions = [
        {"do": "place", "tile": "-".join(str(each) for each in sorted(action["corners"]))}
        for action in board(figure)
    ]
    if " " in figure:
        actions[-1]["bonus"] = figure.split()[0]
    return actions


def opened(tile: str, then: str = "") -> Deal:
    """An opening, and then draws (d), placements of a tile and passes (p)."""
    actions: list[Action] = [{"do": "place", "tile": tile}]
    for step in then.split():
        if step == "d":
            actions.append({"do": "draw"})
        elif step == "p":
            actions.append({"do": "pass"})
        else:
            actions.append({"do": "place", "tile": step})
    return in_turn(actions)


def opened_from_racks(tile: str, ana: str = "", others: str = "", hand: int = 9) -> Deal:
    """An opening by ana, who holds that tile and these; the racks are filled with low tiles."""
    low = [name(each) for each in TILES if each not in TRIOS and 1 < sum(each) < 9]
    racks = {"ana": [tile, *ana.split()], "bo": others.split()}
    deal = in_turn([{"do": "place", "tile": tile}])
    deal["racks"] = {
        player: rack + [low.pop() for _ in range(hand - len(rack))] for player, rack in racks.items()
    }
    return deal


DRAINED = " ".join(["d d d p"] * 12)
"""36 of the 38 tiles in the pool, in turns that no sheet of 002-004 counts towards a block."""


@dataclass
class Example:
    """What a sheet prints: the deal so far, and what its last turn earns and why."""

    document: str
    rules: str
    says: str
    deal: Deal
    points: int
    why: list[str]


def row(document: str, rules: str, says: str, deal: Deal, points: int, *why: str) -> Example:
    return Example(document, rules, says, deal, points, list(why))


def figures(document: str, rules: str, *rows: tuple[str, int]) -> list[Example]:
    """Tiles and figures, each once on a board and once on a sheet."""
    found: list[Example] = []
    for figure, points in rows:
        why = ["tile", *figure.split()[:-1]]
        found.append(row(document, rules, f"{figure}, board", in_turn(board(figure)), points, *why))
        found.append(row(document, rules, f"{figure}, sheet", in_turn(sheet(figure)), points, *why))
    return found


CLASSIC, COMPACT = "tri-ominos-classic", "triominos-compact"
INTERNATIONAL, NORDIC, CZECH = "goliath-international", "goliath-nordic", "piatnik-czech"
THREE_DRAWS = ["draw", "draw", "draw", "pass-after-draws"]
LOW_OPENING = "0-1-1"

EXAMPLES = [
    row("000 §3", CLASSIC, "start 3-3-3: 3+3+3+10", opened("3-3-3"), 19, "tile", "start-trio"),
    row("000 §3", CLASSIC, "start 3-3-3, racks shown", opened_from_racks("3-3-3"), 19, "tile", "start-trio"),
    row("000 §3", CLASSIC, "start 3-4-5 with no trio", opened("3-4-5"), 12, "tile"),
    row("000 §3", CLASSIC, "start 3-4-5 with no trio, racks shown", opened_from_racks("3-4-5"), 12, "tile"),
    row("000 §4", CLASSIC, "start 0-0-0: 0+10+30", opened("0-0-0"), 40, "tile", "start-trio", "start-zero"),
    row(
        "000 §4",
        CLASSIC,
        "start 0-0-0 showing 5-5-5",
        opened_from_racks("0-0-0", ana="5-5-5", others="4-4-4"),
        40,
        "tile",
        "start-trio",
        "start-zero",
    ),
    *figures("000 §5", CLASSIC, ("1-3-4", 8)),
    *figures(
        "000 §11",
        CLASSIC,
        ("bridge 1-1-5", 47),
        ("two-sides 1-1-5", 47),
        ("bridge 1-4-4", 49),
        ("two-sides 1-4-4", 49),
        ("hexagon 0-5-5", 60),
    ),
    row("001", COMPACT, "start 3-4-5 with no trio", opened("3-4-5"), 12, "tile"),
    row("001", COMPACT, "start 0-0-0: 40 in all", opened("0-0-0"), 40, "tile", "start-trio", "start-zero"),
    *figures(
        "001 fig. a-d",
        COMPACT,
        ("1-2-3", 6),
        ("bridge 3-4-4", 51),
        ("hexagon 1-5-5", 61),
        ("double-hexagon 3-4-5", 72),
    ),
    row("001", COMPACT, "three draws and no play", opened("3-4-5", "d d d p"), -25, *THREE_DRAWS),
    row("002", INTERNATIONAL, "three draws and no play", opened("3-4-5", "d d d p"), -25, *THREE_DRAWS),
    row("002", INTERNATIONAL, "pool empty", opened("3-4-5", f"{DRAINED} d d p p"), 0, "pass-empty-pool"),
    row("003", NORDIC, "draw 1, lay 9", opened(LOW_OPENING, "d 2-3-4"), 4, "draw", "tile"),
    row("003", NORDIC, "draw 2, lay 9", opened(LOW_OPENING, "d d 2-3-4"), -1, "draw", "draw", "tile"),
    row("003", NORDIC, "draw 3, lay 7", opened(LOW_OPENING, "d d d 1-2-4"), -8, *THREE_DRAWS[:3], "tile"),
    row("003", NORDIC, "draw 3, no play", opened(LOW_OPENING, "d d d p"), -25, *THREE_DRAWS),
    row("003", NORDIC, "pool empty", opened(LOW_OPENING, f"{DRAINED} d d p p"), 0, "pass-empty-pool"),
    *figures(
        "004 fig. A-I",
        CZECH,
        ("1-3-4", 8),
        ("1-2-3", 6),
        ("2-2-3", 7),
        ("bridge 3-4-4", 51),
        ("hexagon 1-5-5", 61),
        ("double-hexagon 3-4-5", 72),
        ("triple-hexagon 1-1-3", 75),
    ),
    row("004", CZECH, "three draws and no play", opened("3-4-5", "d d d p"), -25, *THREE_DRAWS),
    row("004", CZECH, "pool empty", opened("3-4-5", f"{DRAINED} d d p p"), 0, "pass-empty-pool"),
]


def record_of(rules: str, deal: Deal) -> dict[str, Any]:
    if "racks" not in deal:
        deal = {**deal, "left": {"ana": 100, "bo": 100}}
    return {"format": "triominos-match/1", "rules": rules, "players": ["ana", "bo"], "deals": [deal]}


@pytest.mark.parametrize("implementation", IMPLEMENTATIONS, ids=["naive", "engine"])
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: f"{each.document}: {each.says}")
def test_a_sheet_s_example_earns_what_the_sheet_says(
    example: Example, implementation: Callable[[dict[str, Any]], dict[str, Any]]
) -> None:
    result = implementation(record_of(example.rules, example.deal))
    assert "error" not in result
    events = [event for event in result["deals"][0]["events"] if event["action"] is not None]
    last: list[Any] = []
    while events and (not last or (events[-1]["why"] == ["draw"])):
        last.insert(0, events.pop())
    assert sum(event["points"] for event in last) == example.points
    assert [why for event in last for why in event["why"]] == example.why


@pytest.mark.parametrize("implementation", IMPLEMENTATIONS, ids=["naive", "engine"])
def test_sheet_000_s_answer_to_4_4_4_by_4_4_4_cannot_happen(
    implementation: Callable[[dict[str, Any]], dict[str, Any]],
) -> None:
    result = implementation(record_of(CLASSIC, opened("4-4-4", "4-4-4")))
    assert (result["error"]["action"], result["error"]["code"]) == (1, "tile-already-laid")


@pytest.mark.parametrize(
    ("rules", "deal", "code"),
    [
        (CLASSIC, opened_from_racks("0-0-0", ana="5-5-5"), None),
        (COMPACT, opened_from_racks("0-0-0", ana="5-5-5", hand=7), "wrong-opening-tile"),
        (COMPACT, opened_from_racks("0-0-0", hand=7), None),
        (CLASSIC, opened_from_racks("0-0-0", others="5-5-5"), "wrong-starter"),
        (CLASSIC, opened_from_racks("3-3-3", ana="5-5-5"), "wrong-opening-tile"),
        (CLASSIC, opened_from_racks("4-5-5", others="0-0-0"), "wrong-starter"),
        (CLASSIC, opened_from_racks("3-5-5", ana="4-4-5"), None),
        (CLASSIC, opened_from_racks("3-5-5", others="4-4-5"), None),
        (CLASSIC, opened_from_racks("3-5-5", ana="4-5-5"), "wrong-opening-tile"),
        (CLASSIC, opened_from_racks("3-5-5", others="4-5-5"), "wrong-starter"),
        (INTERNATIONAL, opened_from_racks("0-0-1", ana="5-5-5", others="4-4-4"), None),
    ],
)
@pytest.mark.parametrize("implementation", IMPLEMENTATIONS, ids=["naive", "engine"])
def test_who_opens_and_with_what(
    rules: str,
    deal: Deal,
    code: str | None,
    implementation: Callable[[dict[str, Any]], dict[str, Any]],
) -> None:
    result = implementation(record_of(rules, deal))
    assert result.get("error", {}).get("code") == code


@pytest.mark.parametrize("rules", [COMPACT, INTERNATIONAL, NORDIC, CZECH])
@pytest.mark.parametrize("implementation", IMPLEMENTATIONS, ids=["naive", "engine"])
def test_two_sides_earn_nothing_outside_the_classic_sheet(
    rules: str, implementation: Callable[[dict[str, Any]], dict[str, Any]]
) -> None:
    result = implementation(record_of(rules, in_turn(board("two-sides 1-4-4"))))
    last = result["deals"][0]["events"][-1]
    assert (last["points"], last["why"]) == (9, ["tile"])
    claimed = implementation(record_of(rules, in_turn(sheet("two-sides 1-4-4"))))
    assert claimed["error"]["code"] == "unknown-bonus"
