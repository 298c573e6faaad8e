"""How deals and matches end, reckoned by hand from the matrix, against both implementations.

Where chance seldom leads: level racks, a rack worth nothing, a bell that is taken back, a tie at
the top. The numbers here come from neither implementation. Every deal is at sheet depth.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest

from rules.registry import registry
from rules.triominos.answers import answer

from .naive import score

Record = dict[str, Any]
CLASSIC, INTERNATIONAL = "tri-ominos-classic", "goliath-international"


def by_engine(record: Record) -> Record:
    return answer(json.dumps(record).encode(), registry().engines)


@pytest.fixture(params=[score, by_engine], ids=["naive", "engine"])
def scored(request: pytest.FixtureRequest) -> Callable[[Record], Record]:
    implementation: Callable[[Record], Record] = request.param
    return implementation


def deal(players: str, script: str, **left: int) -> Record:
    """The first of the players starts. A tile (with a bonus after +) is laid, d draws, p passes."""
    actions: list[Record] = []
    seat = 0
    for step in script.split():
        action: Record = {"player": players.split()[seat % len(players.split())]}
        if step == "d":
            action["do"] = "draw"
        elif step == "p":
            action["do"] = "pass"
        else:
            tile, _, bonus = step.partition("+")
            action |= {"do": "place", "tile": tile} | ({"bonus": bonus} if bonus else {})
        actions.append(action)
        seat += action["do"] != "draw"
    return {"starter": players.split()[0], "actions": actions, "left": left}


def match(rules: str, players: str, *deals: Record, **options: Any) -> Record:
    return {
        "format": "triominos-match/1",
        "rules": rules,
        "options": options,
        "players": players.split(),
        "deals": list(deals),
    }


def closing(result: Record) -> dict[str, tuple[int, list[str]]]:
    events = [event for event in result["deals"][-1]["events"] if event["action"] is None]
    return {event["player"]: (event["points"], event["why"]) for event in events}


STALLED = "5-5-5 d d d p d d d p d d d p"
"""Ana opens for 25, and all three draw thrice and pass: a block by the classic sheet."""


@pytest.mark.parametrize(
    ("left", "tie", "closes", "winners", "scores"),
    [
        (
            {"ana": 40, "bo": 50, "cy": 70},
            "each",
            {"ana": (80, ["racks", "own-rack"])},
            ["ana"],
            {"ana": 80, "bo": -25, "cy": -25},
        ),
        (
            {"ana": 40, "bo": 40, "cy": 70},
            "each",
            {"ana": (30, ["racks", "own-rack"]), "bo": (30, ["racks", "own-rack"])},
            ["ana", "bo"],
            {"ana": 30, "bo": 5, "cy": -25},
        ),
        (
            {"ana": 70, "bo": 40, "cy": 40},
            "nobody",
            {},
            ["bo", "cy"],
            {"ana": 0, "bo": -25, "cy": -25},
        ),
        (
            {"ana": 40, "bo": 40, "cy": 40},
            "each",
            {"ana": (-40, ["own-rack"]), "bo": (-40, ["own-rack"]), "cy": (-40, ["own-rack"])},
            ["ana", "bo", "cy"],
            {"ana": -40, "bo": -65, "cy": -65},
        ),
    ],
    ids=["lowest alone", "two level", "two level, nobody", "all level"],
)
def test_r13_a_block_pays_the_lowest_rack(
    scored: Callable[[Record], Record],
    left: dict[str, int],
    tie: str,
    closes: dict[str, tuple[int, list[str]]],
    winners: list[str],
    scores: dict[str, int],
) -> None:
    result = scored(match(CLASSIC, "ana bo cy", deal("ana bo cy", STALLED, **left), blocked_tie=tie))
    assert closing(result) == closes
    assert result["deals"][0] | {"events": []} == {
        "end": "blocked",
        "winners": winners,
        "events": [],
        "scores": scores,
    }


def test_r12_only_passes_with_an_empty_pool_block_002_and_each_subtracts_the_own_rack(
    scored: Callable[[Record], Record],
) -> None:
    script = "3-4-5" + " d d d p" * 11 + " d d p p p"
    result = scored(match(INTERNATIONAL, "ana bo cy", deal("ana bo cy", script, ana=100, bo=0, cy=50)))
    assert result["deals"][0]["end"] == "blocked"
    assert closing(result) == {"ana": (-100, ["own-rack"]), "cy": (-50, ["own-rack"])}
    assert result["totals"] == {"ana": 12 - 75 - 10 - 100, "bo": -100, "cy": -100 - 50}
    assert result["deals"][0]["winners"] == ["bo"]


def test_r11_a_pool_that_runs_out_after_two_draws_costs_ten_more_by_the_classic_sheet(
    scored: Callable[[Record], Record],
) -> None:
    laid = ["0-0-1", "0-0-2", "0-0-3", "0-0-4", "0-0-5", "0-1-1"]
    script = "5-5-5" + "".join(f" d d d p d d d {tile}" for tile in laid) + " d d p"
    result = scored(match(CLASSIC, "ana bo", deal("ana bo", script)))
    assert [event["why"] for event in result["deals"][0]["events"][-3:]] == [
        ["draw"],
        ["draw"],
        ["pass-empty-pool"],
    ]
    assert result["totals"]["bo"] == 6 * -25 - 10 - 10


RUNG = "5-5-5 0-0-1 4-5-5+triple-hexagon d d d p d d d p"
"""Ana 25 + 84 = 109 with the third action, then 84; bo 1 - 25 = -24."""


@pytest.mark.parametrize(
    ("options", "bell"),
    [
        ({"limit": 109}, {"deal": 0, "action": 2, "player": "ana"}),
        ({"limit": 109, "bell": "exceed"}, None),
        ({"limit": 108, "bell": "exceed"}, {"deal": 0, "action": 2, "player": "ana"}),
        ({"limit": 25}, {"deal": 0, "action": 0, "player": "ana"}),
        ({"limit": 110}, None),
    ],
)
def test_r14_the_bell_rings_in_the_middle_of_a_deal_and_sticks(
    scored: Callable[[Record], Record], options: Record, bell: Record | None
) -> None:
    result = scored(match(CLASSIC, "ana bo", deal("ana bo", RUNG, ana=60, bo=50), **options))
    assert result["totals"] == {"ana": 84, "bo": -24 + 60 - 50}
    assert result["bell"] == bell
    assert result["finished"] == (bell is not None)
    assert result["winners"] == (["ana"] if bell else [])


@pytest.mark.parametrize(
    ("rules", "rings_at"),
    [
        (CLASSIC, 400),
        ("triominos-compact", 400),
        (INTERNATIONAL, 401),
        ("goliath-nordic", 400),
        ("piatnik-czech", 401),
    ],
)
def test_each_sheet_rings_where_it_says(
    scored: Callable[[Record], Record], rules: str, rings_at: int
) -> None:
    for points in (399, 400, 401):
        result = scored(match(rules, "ana bo", {"totals": {"ana": 0, "bo": points}}))
        assert (result["bell"] is not None) == (points >= rings_at)
    if rules == INTERNATIONAL:
        polish = match(rules, "ana bo", {"totals": {"ana": 0, "bo": 400}}, bell="reach")
        assert scored(polish)["finished"]


def test_r14_the_closing_of_a_deal_rings_for_the_highest_total(scored: Callable[[Record], Record]) -> None:
    result = scored(match(CLASSIC, "ana bo", deal("ana bo", RUNG, ana=200, bo=50), limit=110))
    assert result["totals"] == {"ana": 84, "bo": 126}
    assert result["bell"] == {"deal": 0, "action": None, "player": "bo"}
    assert result["winners"] == ["bo"]


LEVEL = {"totals": {"ana": 400, "bo": 400}}
OPEN = {"starter": "ana", "actions": [{"player": "ana", "do": "place", "tile": "3-4-5"}]}


@pytest.mark.parametrize(
    ("deals", "match_tie", "finished", "winners"),
    [
        ([LEVEL], "shared", True, ["ana", "bo"]),
        ([LEVEL], "extra-deal", False, []),
        ([LEVEL, OPEN], "extra-deal", False, []),
        ([LEVEL, {"totals": {"ana": -90, "bo": -90}}], "extra-deal", False, []),
        ([LEVEL, {"totals": {"ana": -90, "bo": -80}}], "extra-deal", True, ["bo"]),
    ],
)
def test_r15_a_tie_at_the_top_is_shared_or_played_on(
    scored: Callable[[Record], Record],
    deals: list[Record],
    match_tie: str,
    finished: bool,
    winners: list[str],
) -> None:
    result = scored(match(CLASSIC, "ana bo", *deals, match_tie=match_tie))
    assert result["bell"] == {"deal": 0, "action": None, "player": "ana"}
    assert (result["finished"], result["winners"]) == (finished, winners)


def test_totals_may_say_that_the_bell_rang_where_no_total_shows_it(
    scored: Callable[[Record], Record],
) -> None:
    told = {"totals": {"ana": 380, "bo": 395}, "bell": True}
    result = scored(match(CLASSIC, "ana bo", told))
    assert result["bell"] == {"deal": 0, "action": None, "player": None}
    assert (result["finished"], result["winners"]) == (True, ["bo"])
