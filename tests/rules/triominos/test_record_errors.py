"""Every error code of ``triominos-match/1``, where it is reported, and which of two comes first."""

import copy
import json
from typing import Any

import pytest

from rules.registry import registry
from rules.triominos.answers import answer
from tests.rules.triominos.tables import CLASSIC, INTERNATIONAL, tiles_without

ENGINES = registry().engines
OTHERS = tiles_without(["4-4-5", "3-4-4", "0-4-4", "0-1-5"], 14)

BOARD: dict[str, Any] = {
    "format": "triominos-match/1",
    "rules": CLASSIC,
    "players": ["ana", "bo"],
    "deals": [
        {
            "starter": "ana",
            "racks": {
                "ana": ["4-4-4", "0-0-0", *OTHERS[:7]],
                "bo": ["4-4-5", "3-4-4", *OTHERS[7:]],
            },
            "actions": [
                {"player": "ana", "do": "place", "cell": [0, 0], "corners": [4, 4, 4]},
                {"player": "bo", "do": "draw", "tile": "0-4-4"},
                {"player": "bo", "do": "place", "cell": [1, 0], "corners": [4, 5, 4]},
                {"player": "ana", "do": "draw", "tile": "1-1-1"},
                {"player": "ana", "do": "draw", "tile": "2-2-2"},
                {"player": "ana", "do": "draw", "tile": "3-3-3"},
                {"player": "ana", "do": "pass"},
                {"player": "bo", "do": "place", "cell": [-1, 0], "corners": [3, 4, 4]},
            ],
        }
    ],
}
SHEET: dict[str, Any] = {
    "format": "triominos-match/1",
    "rules": CLASSIC,
    "players": ["ana", "bo"],
    "deals": [
        {
            "starter": "ana",
            "actions": [
                {"player": "ana", "do": "place", "tile": "3-3-3"},
                {"player": "bo", "do": "draw"},
                {"player": "bo", "do": "place", "tile": "3-3-4", "bonus": "bridge"},
            ],
        }
    ],
}
BLOCKED = {
    "format": "triominos-match/1",
    "rules": CLASSIC,
    "players": ["ana", "bo"],
    "deals": [
        {
            "starter": "ana",
            "actions": [
                {"player": "ana", "do": "place", "tile": "3-3-3"},
                *[{"player": "bo", "do": "draw"}] * 3,
                {"player": "bo", "do": "pass"},
                *[{"player": "ana", "do": "draw"}] * 3,
                {"player": "ana", "do": "pass"},
            ],
            "left": {"ana": 90, "bo": 60},
        }
    ],
}
TOTALS = {
    "format": "triominos-match/1",
    "rules": INTERNATIONAL,
    "players": ["ana", "bo"],
    "deals": [{"totals": {"ana": 120, "bo": 75}}],
}


def changed(base, *changes):
    """A copy of a record with fields set, or taken out where the value is ``...``."""
    record = copy.deepcopy(base)
    for path, value in changes:
        *way, last = path.split(".")
        place = record
        for step in way:
            place = place[int(step)] if isinstance(place, list) else place[step]
        key = int(last) if isinstance(place, list) else last
        if value is ...:
            del place[key]
        elif isinstance(place, list) and key == len(place):
            place.append(value)
        else:
            place[key] = value
    return record


def error(record):
    raw = record if isinstance(record, bytes) else json.dumps(record).encode()
    printed = answer(raw, ENGINES)
    assert "error" in printed, printed
    found = printed["error"]
    assert found.pop("message")
    return found["code"], found["deal"], found["action"]


A = "deals.0.actions"
NO_RACKS = {"starter": "ana", "racks": {}, "actions": []}
PASS = {"player": "ana", "do": "pass"}
WRONG_TWICE = {"player": "ana", "do": "place", "tile": OTHERS[0], "bonus": "none"}


@pytest.mark.parametrize("record", [BOARD, SHEET, BLOCKED, TOTALS])
def test_the_records_that_are_broken_below_break_no_rule_themselves(record):
    assert "error" not in answer(json.dumps(record).encode(), ENGINES)


NOT_RECORDS = [
    b"",
    b"{",
    b"\xff\xfe\x00",
    b"null",
    b"[]",
    b'"text"',
    b'{"format": NaN}',
    b'{"format": Infinity}',
    b'{"a": 1, "a": 1}',
    b"[" * 100_000,
    b'{"limit": ' + b"9" * 5000 + b"}",
]


@pytest.mark.parametrize("raw", NOT_RECORDS, ids=range(len(NOT_RECORDS)))
def test_what_is_not_a_json_object_is_a_bad_record(raw):
    assert error(raw) == ("bad-record", None, None)


BAD_SHAPES = [
    (BOARD, [("format", "triominos-match/2")], None, None),
    (BOARD, [("format", ...)], None, None),
    (BOARD, [("rules", ...)], None, None),
    (BOARD, [("rules", 7)], None, None),
    (BOARD, [("players", ...)], None, None),
    (BOARD, [("players", ["ana", 2])], None, None),
    (BOARD, [("players", "ana")], None, None),
    (BOARD, [("options", None)], None, None),
    (BOARD, [("deals", ...)], None, None),
    (BOARD, [("comment", "a field that nobody knows")], None, None),
    (BOARD, [("deals.0", [])], 0, None),
    (BOARD, [("deals.0.starter", ...)], 0, None),
    (BOARD, [("deals.0.starter", "eve")], 0, None),
    (BOARD, [("deals.0.actions", ...)], 0, None),
    (BOARD, [("deals.0.racks.eve", [])], 0, None),
    (BOARD, [("deals.0.racks.ana", "4-4-4")], 0, None),
    (BOARD, [("deals.0.racks.ana.0", 444)], 0, None),
    (BLOCKED, [("deals.0.left.eve", 3)], 0, None),
    (BLOCKED, [("deals.0.left.ana", True)], 0, None),
    (BLOCKED, [("deals.0.left.ana", 3.0)], 0, None),
    (BLOCKED, [("deals.0.bell", True)], 0, None),
    (BOARD, [(f"{A}.2", "pass")], 0, 2),
    (BOARD, [(f"{A}.2.do", "jump")], 0, 2),
    (BOARD, [(f"{A}.2.do", ...)], 0, 2),
    (BOARD, [(f"{A}.2.player", "eve")], 0, 2),
    (BOARD, [(f"{A}.2.player", ...)], 0, 2),
    (BOARD, [(f"{A}.2.player", ["bo"])], 0, 2),
    (BOARD, [(f"{A}.2.cell", ...)], 0, 2),
    (BOARD, [(f"{A}.2.corners", ...)], 0, 2),
    (BOARD, [(f"{A}.2.cell", [1, 0, 0])], 0, 2),
    (BOARD, [(f"{A}.2.cell", [1.0, 0])], 0, 2),
    (BOARD, [(f"{A}.2.cell", [True, 0])], 0, 2),
    (BOARD, [(f"{A}.2.corners", [4, 5])], 0, 2),
    (BOARD, [(f"{A}.2.corners", "4-5-4")], 0, 2),
    (BOARD, [(f"{A}.2.bonus", "bridge")], 0, 2),
    (BOARD, [(f"{A}.2.tile", "4-4-5")], 0, 2),
    (BOARD, [(f"{A}.2", {"player": "bo", "do": "place", "tile": "4-4-5"})], 0, 2),
    (BOARD, [(f"{A}.1.tile", ...)], 0, 1),
    (BOARD, [(f"{A}.6.tile", "0-0-0")], 0, 6),
    (SHEET, [(f"{A}.2.tile", ...)], 0, 2),
    (SHEET, [(f"{A}.2.tile", 334)], 0, 2),
    (SHEET, [(f"{A}.2.bonus", 40)], 0, 2),
    (SHEET, [(f"{A}.2.bonus", None)], 0, 2),
    (SHEET, [("deals.0.totals", {"ana": 1, "bo": 1})], 0, None),
    (TOTALS, [("deals.0.totals.eve", 3)], 0, None),
    (TOTALS, [("deals.0.totals.bo", ...)], 0, None),
    (TOTALS, [("deals.0.totals.bo", "75")], 0, None),
    (TOTALS, [("deals.0.totals.bo", False)], 0, None),
    (TOTALS, [("deals.0.bell", 1)], 0, None),
    (TOTALS, [("deals.0.starter", "ana")], 0, None),
]


@pytest.mark.parametrize(("base", "changes", "deal", "action"), BAD_SHAPES, ids=range(len(BAD_SHAPES)))
def test_a_wrong_shape_is_a_bad_record_and_says_where(base, changes, deal, action):
    assert error(changed(base, *changes)) == ("bad-record", deal, action)


WHOLE = [
    ("unknown-rules", BOARD, [("rules", "tri-ominos")]),
    ("unknown-rules", BOARD, [("rules", "points")]),
    ("bad-option", BOARD, [("options", {"speed": 1})]),
    ("bad-option", BOARD, [("options", {"limit": 0})]),
    ("bad-option", BOARD, [("options", {"limit": "400"})]),
    ("bad-option", BOARD, [("options", {"limit": True})]),
    ("bad-option", BOARD, [("options", {"limit": 400.0})]),
    ("bad-option", BOARD, [("options", {"bell": "sometimes"})]),
    ("bad-option", BOARD, [("options", {"two_sides": 20})]),
    ("bad-option", BOARD, [("options", {"two_sides": False})]),
    ("bad-option", BOARD, [("options", {"blocked_tie": "all"})]),
    ("bad-option", BOARD, [("options", {"match_tie": None})]),
    ("bad-players", TOTALS, [("players", ["ana", "bo", "ana"])]),
    ("bad-players", TOTALS, [("players", ["ana"]), ("deals", [])]),
    ("bad-players", TOTALS, [("players", []), ("deals", [])]),
    ("bad-players", TOTALS, [("players", list("abcde")), ("deals", [])]),
]


@pytest.mark.parametrize(("code", "base", "changes"), WHOLE, ids=range(len(WHOLE)))
def test_the_match_as_a_whole(code, base, changes):
    assert error(changed(base, *changes)) == (code, None, None)


def test_an_option_nested_however_deep_is_answered():
    start, end = json.dumps(changed(TOTALS, ("options", {"limit": "HERE"}))).split('"HERE"')
    codes = {error((start + "[" * deep + "]" * deep + end).encode())[0] for deep in range(1, 1200)}
    assert codes == {"bad-option", "bad-record"}


DEALS = [
    ("deal-not-over", BOARD, [("deals.1", {"totals": {"ana": 1, "bo": 1}})], 1),
    ("deal-not-over", SHEET, [("deals.1", SHEET["deals"][0])], 1),
    (
        "match-over",
        TOTALS,
        [("deals.0.totals.ana", 500), ("deals.1", {"totals": {"ana": 1, "bo": 1}})],
        1,
    ),
    ("match-over", TOTALS, [("deals.0.bell", True), ("deals.1", {"starter": "bo", "actions": []})], 1),
    ("bad-hand", BOARD, [("deals.0.racks.bo", ...)], 0),
    ("bad-hand", BOARD, [("deals.0.racks.bo.8", ...)], 0),
    ("bad-hand", BOARD, [("deals.0.racks.bo.9", "5-5-5")], 0),
    ("bad-hand", BOARD, [("deals.0.racks.bo.0", "4-4-6")], 0),
    ("bad-hand", BOARD, [("deals.0.racks.bo.0", "5-4-4")], 0),
    ("bad-hand", BOARD, [("deals.0.racks.bo.0", "4-4-4")], 0),
    ("wrong-starter", BOARD, [("deals.0.starter", "bo")], 0),
]


@pytest.mark.parametrize(("code", "base", "changes", "deal"), DEALS, ids=range(len(DEALS)))
def test_a_deal_as_it_begins(code, base, changes, deal):
    assert error(changed(base, *changes)) == (code, deal, None)


ACTIONS = [
    ("deal-over", BLOCKED, [(f"{A}.9", {"player": "bo", "do": "draw"})], 9),
    ("not-your-turn", BOARD, [(f"{A}.0.player", "bo")], 0),
    ("not-your-turn", BOARD, [(f"{A}.1.player", "ana")], 1),
    ("must-open", BOARD, [(f"{A}.0", {"player": "ana", "do": "draw", "tile": "1-1-1"})], 0),
    ("must-open", SHEET, [(f"{A}.0", PASS)], 0),
    ("no-such-tile", BOARD, [(f"{A}.2.corners", [4, 6, 4])], 2),
    ("no-such-tile", BOARD, [(f"{A}.2.corners", [-1, 10**30, 4])], 2),
    ("no-such-tile", SHEET, [(f"{A}.2.tile", "3-3-7")], 2),
    ("no-such-tile", SHEET, [(f"{A}.2.tile", "a tile")], 2),
    ("mirrored-tile", BOARD, [(f"{A}.2.corners", [4, 3, 1])], 2),
    ("mirrored-tile", SHEET, [(f"{A}.2.tile", "4-3-3")], 2),
    ("tile-already-laid", BOARD, [(f"{A}.2.corners", [4, 4, 4])], 2),
    ("tile-already-laid", SHEET, [(f"{A}.2.tile", "3-3-3")], 2),
    ("not-in-rack", BOARD, [(f"{A}.2.corners", [5, 5, 5])], 2),
    ("wrong-opening-tile", BOARD, [(f"{A}.0.corners", [*map(int, OTHERS[0].split("-"))])], 0),
    ("cell-occupied", BOARD, [(f"{A}.2.cell", [0, 0])], 2),
    ("detached", BOARD, [(f"{A}.2.cell", [2, 0])], 2),
    ("detached", BOARD, [(f"{A}.2.cell", [1 + 257, -1])], 2),
    ("detached", BOARD, [(f"{A}.2.cell", [10**40, -(10**40)])], 2),
    ("corner-mismatch", BOARD, [(f"{A}.2.corners", [5, 4, 4])], 2),
    ("unknown-bonus", SHEET, [(f"{A}.2.bonus", "rainbow")], 2),
    ("unknown-bonus", SHEET, [(f"{A}.0.bonus", "bridge")], 0),
    ("unknown-bonus", SHEET, [(f"{A}.2.bonus", "two-sides"), ("options", {"two_sides": 0})], 2),
    ("draw-limit", BOARD, [(f"{A}.6", {"player": "ana", "do": "draw", "tile": "5-5-5"})], 6),
    ("no-such-tile", BOARD, [(f"{A}.1.tile", "0-4-9")], 1),
    ("no-such-tile", SHEET, [(f"{A}.1.tile", "0-4-9")], 1),
    ("not-in-pool", BOARD, [(f"{A}.1.tile", "4-4-4")], 1),
    ("not-in-pool", BOARD, [(f"{A}.4.tile", "1-1-1")], 4),
    ("must-draw", BOARD, [(f"{A}.1", {"player": "bo", "do": "pass"})], 1),
    ("must-draw", BOARD, [(f"{A}.5", PASS)], 5),
]


@pytest.mark.parametrize(("code", "base", "changes", "action"), ACTIONS, ids=range(len(ACTIONS)))
def test_an_action_that_breaks_a_rule(code, base, changes, action):
    assert error(changed(base, *changes)) == (code, 0, action)


def test_pool_empty_when_the_last_tile_has_been_drawn():
    unused = [tile for tile in tiles_without([], 50) if tile != "0-0-1"]
    actions = [{"player": "ana", "do": "place", "tile": "0-0-1"}]
    pool, seat = 38, 1
    while pool:
        player = ["ana", "bo"][seat % 2]
        draws = min(3, pool)
        actions += [{"player": player, "do": "draw"}] * draws
        actions.append({"player": player, "do": "place", "tile": unused.pop()})
        pool, seat = pool - draws, seat + 1
    actions.append({"player": ["ana", "bo"][seat % 2], "do": "draw"})
    assert error(changed(SHEET, (A, actions))) == ("pool-empty", 0, len(actions) - 1)


LEFT = "deals.0.left"
ENDS = [
    (BLOCKED, [(LEFT, ...)]),
    (BLOCKED, [(f"{LEFT}.bo", ...)]),
    (BLOCKED, [(f"{LEFT}.bo", -1)]),
    (BLOCKED, [(f"{LEFT}.bo", ["0-0-0"])]),
    (BLOCKED, [(f"{LEFT}.bo", [*tiles_without(["3-3-3"], 11), "9-9-9"])]),
    (BLOCKED, [(f"{LEFT}.bo", [*tiles_without(["3-3-3"], 11), "3-3-3"])]),
    (BLOCKED, [(f"{LEFT}.bo", ["0-0-1"] * 12)]),
    (BLOCKED, [(f"{LEFT}.ana", tiles_without([], 11)), (f"{LEFT}.bo", tiles_without([], 12))]),
]


@pytest.mark.parametrize(("base", "changes"), ENDS, ids=range(len(ENDS)))
def test_racks_that_do_not_add_up(base, changes):
    assert error(changed(base, *changes)) == ("racks-do-not-add-up", 0, None)


# -- which comes first -----------------------------------------------------------------------------

ORDER = [
    # the whole record, before anything is scored
    ("bad-record", BOARD, [("rules", "none"), (f"{A}.7.do", "jump")]),
    ("unknown-rules", BOARD, [("rules", "none"), ("options", {"speed": 1})]),
    ("bad-option", TOTALS, [("options", {"speed": 1}), ("players", ["ana", "bo", "ana"])]),
    ("bad-players", TOTALS, [("players", ["ana", "bo", "ana"]), ("deals.1", NO_RACKS)]),
    ("bad-record", BOARD, [(f"{A}.0.corners", [9, 9, 9]), (f"{A}.7.cell", [0])]),
    # a deal as it begins
    ("deal-not-over", SHEET, [("deals.1", NO_RACKS)]),
    (
        "match-over",
        TOTALS,
        [("deals.0.bell", True), ("deals.1", NO_RACKS)],
    ),
    ("bad-hand", BOARD, [("deals.0.racks.ana.1", "9-9-9"), ("deals.0.starter", "bo")]),
    ("wrong-starter", BOARD, [("deals.0.starter", "bo"), (f"{A}.0.corners", [9, 9, 9])]),
    # an action
    ("deal-over", BLOCKED, [(f"{A}.9", {"player": "ana", "do": "place", "tile": "9-9-9"})]),
    ("not-your-turn", BOARD, [(f"{A}.0", {"player": "bo", "do": "pass"})]),
    ("no-such-tile", BOARD, [(f"{A}.2.corners", [9, 8, 7]), (f"{A}.2.cell", [0, 0])]),
    ("mirrored-tile", BOARD, [(f"{A}.2.corners", [5, 4, 3]), (f"{A}.2.cell", [0, 0])]),
    ("tile-already-laid", BOARD, [(f"{A}.2.corners", [4, 4, 4]), (f"{A}.2.cell", [0, 0])]),
    ("not-in-rack", BOARD, [(f"{A}.0.corners", [5, 5, 5])]),
    (
        "wrong-opening-tile",
        SHEET,
        [("deals.0.racks", BOARD["deals"][0]["racks"]), (f"{A}.1.tile", "0-4-4"), (f"{A}.0", WRONG_TWICE)],
    ),
    ("cell-occupied", BOARD, [(f"{A}.2.corners", [5, 4, 4]), (f"{A}.2.cell", [0, 0])]),
    ("detached", BOARD, [(f"{A}.2.corners", [5, 4, 4]), (f"{A}.2.cell", [1, -1])]),
    (
        "draw-limit",
        SHEET,
        [
            (
                A,
                [
                    SHEET["deals"][0]["actions"][0],
                    *[{"player": "bo", "do": "draw"}] * 3,
                    {"player": "bo", "do": "draw", "tile": "9-9-9"},
                ],
            )
        ],
    ),
    ("no-such-tile", BOARD, [(f"{A}.1.tile", "9-9-9")]),
    # a deal as it ends comes before the next begins
    ("racks-do-not-add-up", BLOCKED, [(LEFT, ...), ("deals.1", NO_RACKS)]),
]


@pytest.mark.parametrize(("code", "base", "changes"), ORDER, ids=range(len(ORDER)))
def test_the_first_broken_rule_is_the_answer(code, base, changes):
    assert error(changed(base, *changes))[0] == code


def test_every_code_of_the_format_is_held_above():
    listed = {"pool-empty", "racks-do-not-add-up", "bad-record"}
    listed |= {case[0] for table in (WHOLE, DEALS, ACTIONS) for case in table}
    assert listed == {
        *("bad-record", "unknown-rules", "bad-option", "bad-players"),
        *("deal-not-over", "match-over", "bad-hand", "wrong-starter"),
        *("deal-over", "not-your-turn", "must-open"),
        *("no-such-tile", "mirrored-tile", "tile-already-laid", "not-in-rack", "wrong-opening-tile"),
        *("cell-occupied", "detached", "corner-mismatch", "unknown-bonus"),
        *("draw-limit", "pool-empty", "not-in-pool", "must-draw", "racks-do-not-add-up"),
    }
