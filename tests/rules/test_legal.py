"""What the engine lists as legal, at every step of replayed matches, against the naive rules.

The naive side holds the same deal, looks at the rack of who is to play (or at all that is not laid,
where racks are not known) and tries everything. Does not look at points.
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from rules.registry import registry
from rules.triominos.reading import read
from rules.triominos.record import engine_for, opened, replay

from .naive.board import placements_of_many
from .naive.deal import Deal
from .naive.generate import legal_record
from .naive.positions import unlaid
from .naive.seeds import seeded
from .naive.sheets import SHEETS
from .naive.tiles import TILES, Tile, name

Action = dict[str, Any]
PARTS = 3
MATCHES = 25


def expected(deal: Deal, depth: str) -> Iterator[Action]:
    """All that the player to act may do."""
    player = deal.players[deal.seat]
    tiles = deal.racks[player] if deal.knows_racks else [t for t in TILES if t not in deal.table]
    for action in placed(deal, depth, tiles):
        yield {"player": player, "do": "place", **action}
    if not deal.table:
        return
    if deal.draws_this_turn < 3 and deal.pool > 0 and deal.knows_racks:
        for tile in deal.tiles_in_pool():
            yield {"player": player, "do": "draw", "tile": name(tile)}
    elif deal.draws_this_turn < 3 and deal.pool > 0:
        yield {"player": player, "do": "draw"}
    else:
        yield {"player": player, "do": "pass"}


def placed(deal: Deal, depth: str, tiles: list[Tile]) -> Iterator[Action]:
    if not deal.table:
        tiles = [tile for tile in tiles if deal.may_open_with(tile)]
    if depth == "sheet":
        for tile in tiles:
            yield {"tile": name(tile)}
    elif not deal.table:
        for tile in tiles:
            yield {"corners": list(tile)}
    else:
        assert set(tiles) <= set(unlaid(deal.laid))
        for ways in placements_of_many(deal.laid, tiles).values():
            for cell, corners in ways:
                yield {"cell": list(cell), "corners": list(corners)}


def listed(actions: tuple[Any, ...], empty: bool) -> list[str]:
    """The engine's list. On an empty table, where a tile may lie anywhere, only the tiles are told."""
    plain: list[Action] = [{**action} for action in actions]
    for action in plain:
        if empty and "cell" in action:
            del action["cell"]
            action["corners"] = sorted(action["corners"])
    return in_order(plain)


def in_order(actions: list[Action]) -> list[str]:
    return sorted(json.dumps(action, sort_keys=True) for action in actions)


def open_deals(document: dict[str, Any]) -> Iterator[tuple[Deal, str, tuple[Any, ...]]]:
    """Every step at which a deal is under way: the naive deal, its depth, what the engine lists."""
    record = read(document)
    engine = engine_for(record, registry().engines)
    sheet = SHEETS[document["rules"]]
    options = {**sheet.options, **document.get("options", {})}
    deal: Deal | None = None
    for taken in replay(record, engine, opened(record, engine)):
        played = document["deals"][taken.deal]
        if not played.get("actions"):
            continue
        if taken.number is not None and deal is not None:
            deal.act(played["actions"][taken.number], taken.number)
        elif deal is None or deal.index != taken.deal:
            deal = Deal(played, taken.deal, document["players"], sheet, options)
            if deal.knows_racks:
                deal.check_hands()
        if deal is not None and deal.end is None:
            depth = "board" if "cell" in played["actions"][0] else "sheet"
            yield deal, depth, engine.legal(taken.step.state)


@pytest.mark.parametrize("part", range(PARTS))
def test_the_engine_lists_what_is_legal_and_nothing_else(part: int) -> None:
    compared = 0
    for seed in range(part * MATCHES, (part + 1) * MATCHES):
        for deal, depth, legal in open_deals(legal_record(seeded(seed))):
            assert listed(legal, not deal.table) == in_order(list(expected(deal, depth))), seed
            compared += 1
    assert compared > 500
