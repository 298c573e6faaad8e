"""Breaking a legal record: for each error code one change that should bring it about.

It need not succeed (another rule may break first, or the change may turn out legal): what the
answer is, the scorer says. ``vandalise`` and ``tear`` aim at nothing at all.
"""

import copy
import json
from collections.abc import Callable
from random import Random
from typing import Any

from . import break_action, break_match
from .break_match import Record

Mutation = Callable[[Random, Record], bool]

JUNK: list[Any] = [None, True, False, 0, 1, -1, 7, 1.5, "", "x", "0-0-0", "ana", [], [0], {}, {"ana": 1}]

MUTATIONS: dict[str, Mutation] = {
    "bad-record": break_match.bad_record,
    "unknown-rules": break_match.unknown_rules,
    "bad-option": break_match.bad_option,
    "bad-players": break_match.bad_players,
    "deal-not-over": break_match.deal_not_over,
    "match-over": break_match.match_over,
    "bad-hand": break_match.bad_hand,
    "wrong-starter": break_match.wrong_starter,
    "deal-over": break_action.deal_over,
    "not-your-turn": break_action.not_your_turn,
    "must-open": break_action.must_open,
    "no-such-tile": break_action.no_such_tile,
    "mirrored-tile": break_action.mirrored_tile,
    "tile-already-laid": break_action.tile_already_laid,
    "not-in-rack": break_action.not_in_rack,
    "wrong-opening-tile": break_action.wrong_opening_tile,
    "cell-occupied": break_action.cell_occupied,
    "detached": break_action.detached,
    "corner-mismatch": break_action.corner_mismatch,
    "unknown-bonus": break_action.unknown_bonus,
    "draw-limit": break_action.draw_limit,
    "pool-empty": break_action.pool_empty,
    "not-in-pool": break_action.not_in_pool,
    "must-draw": break_action.must_draw,
    "racks-do-not-add-up": break_match.racks_do_not_add_up,
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
