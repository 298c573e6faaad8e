"""The checker passes what is right and refuses each kind of fault: it is able to fail."""

import hashlib
import json
from copy import deepcopy

import pytest

from tests.tournaments.checking.bridge import pair
from tournaments.checking.checker import check
from tournaments.checking.optimum import best
from tournaments.checking.reading import read_request, sha256


def asked(people=9, prefer=4, allow=(4,), **more):
    """Nine at fours, so that one sits out: p9, who stands last."""
    players = [
        {
            "id": f"p{number}",
            "points": 20 - 2 * number,
            "club": "Hattem" if number % 3 else "",
            "seats": [1, 0, 0, 0, 0, 0],
        }
        for number in range(1, people + 1)
    ]
    record = {
        "format": "pairing-request/1",
        "system": "swiss",
        "sizes": {"prefer": prefer, "allow": list(allow)},
        "seed": 7,
        "players": players,
        "met": [["p1", "p2", 1], ["p4", "p3", 2]],
        "apart": [["p1", "p4"]],
    }
    return record | more


def answered(request, tables, out=(), **more):
    """A hand-made answer whose costs were counted by hand for the requests of this file."""
    return {
        "format": "pairing/1",
        "seed": request["seed"],
        "input_sha256": sha256(request),
        "tables": [{"table": number, "seats": seats} for number, seats in enumerate(tables, start=1)],
        "out": list(out),
        "cost": {},
        "bound": {},
        "proven": False,
        "why": {},
    } | more


REQUEST = asked()
GOOD = answered(
    REQUEST,
    [["p1", "p2", "p3", "p4"], ["p5", "p6", "p7", "p8"]],
    ["p9"],
    # Spread of four steps of 2: 3·4 + 2·16 + 36 a table. Clubs: p3 and p6 have none: 3 pairs at each table.
    # Seats: everybody has sat in the first seat once; the first of each table twice, two beyond none, so 1 each.
    cost={"out": 1, "sizes": 0, "repeats": 3, "apart": 1, "spread": 160, "club": 6, "seats": 2},
    bound={"repeats": 0, "spread": 100},
)


def codes(request, pairing):
    return [fault.code for fault in check(request, pairing)]


def test_a_true_pairing_passes():
    assert check(REQUEST, GOOD) == []


def changed(**changes):
    return deepcopy(GOOD) | changes


def tables(*seats):
    return [{"table": number, "seats": list(each)} for number, each in enumerate(seats, start=1)]


def cost(**changes):
    return changed(cost=GOOD["cost"] | changes)


ONE, TWO = ["p1", "p2", "p3", "p4"], ["p5", "p6", "p7", "p8"]


@pytest.mark.parametrize(
    ("pairing", "code"),
    [
        (changed(format="pairing/2"), "unreadable-pairing"),
        ([], "unreadable-pairing"),
        (changed(tables=None), "unreadable-pairing"),
        (changed(tables=[{"table": "1", "seats": ONE}]), "unreadable-pairing"),
        (changed(out="p9"), "unreadable-pairing"),
        (changed(cost=None), "unreadable-pairing"),
        (changed(bound=[]), "unreadable-pairing"),
        (changed(proven="yes"), "unreadable-pairing"),
        (cost(out=True), "unreadable-pairing"),
        (cost(spread="160"), "unreadable-pairing"),
        (cost(spread=float("nan")), "unreadable-pairing"),
        (changed(input_sha256="0" * 64), "hash"),
        (changed(seed=8), "seed"),
        (changed(out=[]), "missing"),
        (changed(tables=tables(ONE)), "missing"),
        (changed(out=["p9", "zoe"]), "unknown-id"),
        (changed(tables=tables(ONE, [*TWO[:3], "zoe"]), out=["p9", "p8"]), "unknown-id"),
        (changed(tables=tables(ONE, [*TWO[:3], "p1"]), out=["p9", "p8"]), "seated-twice"),
        (changed(out=["p9", "p9"]), "out-twice"),
        (changed(out=["p9", "p1"]), "seated-and-out"),
        (changed(tables=[{"table": 1, "seats": ONE}, {"table": 1, "seats": TWO}]), "table-number"),
        (changed(tables=[{"table": 0, "seats": ONE}, {"table": 1, "seats": TWO}]), "table-number"),
        (changed(tables=tables([*ONE, "p9"], TWO), out=[]), "size-not-allowed"),
        (changed(tables=tables(ONE), out=[*TWO, "p9"]), "too-many-out"),
        (changed(tables=tables(ONE, [*TWO[:3], "p9"]), out=["p8"]), "wrong-ones-out"),
        *[(cost(**{name: value + 1}), "cost-wrong") for name, value in GOOD["cost"].items()],
        (
            changed(cost={name: value for name, value in GOOD["cost"].items() if name != "club"}),
            "cost-missing",
        ),
        (cost(luck=1), "cost-unknown"),
        (changed(bound={"repeats": 4}), "bound-above-cost"),
        (changed(bound={"spread": 160.01}), "bound-above-cost"),
        (changed(bound={"luck": 0}), "bound-unknown"),
        (changed(bound={"repeats": 3, "spread": 160}, proven=True), "proven-not-equal"),
        (changed(bound={"repeats": 3, "apart": 1, "spread": 100}, proven=True), "proven-not-equal"),
        (changed(bound={"repeats": 2}), "bound-untrue"),
        (changed(bound={"repeats": 3, "apart": 1, "spread": 160}, proven=True), "proven-untrue"),
        (changed(why={"zoe": "She is not here."}), "why"),
        (changed(why=["p1"]), "why"),
        ({"error": {"code": "too-few-players", "message": "There are too few."}}, "refused-needlessly"),
    ],
)
def test_each_kind_of_fault_is_found(pairing, code):
    assert code in codes(REQUEST, pairing)


def test_every_seat_exchanged_is_found_in_the_costs():
    """Any two people of different tables exchanged change the costs, and the stated ones are no longer true."""
    for left in range(4):
        for right in range(4):
            pairing = deepcopy(GOOD)
            one, two = (table["seats"] for table in pairing["tables"])
            one[left], two[right] = two[right], one[left]
            assert "cost-wrong" in codes(REQUEST, pairing)


def test_a_request_that_was_changed_after_the_pairing_is_found():
    other = deepcopy(REQUEST)
    other["players"][0]["points"] = 19
    assert set(codes(other, GOOD)) == {"hash", "cost-wrong"}


def test_the_hash_does_not_depend_on_the_order_of_keys_or_on_how_letters_are_written():
    assert sha256({"b": "Żółw", "a": [1, 2.5]}) == sha256({"a": [1, 2.5], "b": "\u017b\u00f3\u0142w"})
    assert sha256({"a": [1, 2]}) != sha256({"a": [2, 1]})


def test_the_hash_may_also_be_of_the_bytes_as_they_were_read():
    raw = json.dumps(REQUEST, indent=3).encode()
    pairing = changed(input_sha256=hashlib.sha256(raw).hexdigest())
    assert check(REQUEST, pairing, raw) == []
    assert codes(REQUEST, pairing) == ["hash"]
    assert [fault.code for fault in check(REQUEST, pairing, raw + b" ")] == ["hash"]


def sizes(request, *groups):
    people = [each["id"] for each in request["players"]]
    rest = iter(people)
    made = [[next(rest) for _ in range(size)] for size in groups]
    return answered(request, made, list(rest))


@pytest.mark.parametrize(
    ("people", "prefer", "allow", "groups", "code"),
    [
        (10, 4, (2, 3, 4), (4, 4, 2), "sizes-uneven"),
        (12, 4, (3, 4), (3, 3, 3, 3), "sizes-not-preferred"),
        (7, 2, (2, 5), (2, 2, 2), "too-many-out"),
        (10, 4, (3, 4, 5), (4, 4), "too-many-out"),
    ],
)
def test_sizes_are_even_and_as_preferred_as_they_can_be(people, prefer, allow, groups, code):
    request = asked(people, prefer, allow, met=[], apart=[])
    assert code in codes(request, sizes(request, *groups))


@pytest.mark.parametrize(
    ("people", "prefer", "allow", "groups"),
    [
        (10, 4, (2, 3, 4), (4, 3, 3)),
        (12, 4, (3, 4), (4, 4, 4)),
        (7, 2, (2, 5), (5, 2)),
        (9, 4, (3, 4, 5), (5, 4)),
        (9, 6, (2, 3, 4, 5, 6), (5, 4)),
    ],
)
def test_the_right_sizes_pass(people, prefer, allow, groups):
    request = asked(people, prefer, allow, met=[], apart=[])
    assert not {"sizes-uneven", "sizes-not-preferred", "too-many-out"} & set(
        codes(request, sizes(request, *groups))
    )


def test_who_must_sit_at_a_table_sits_there_and_never_out():
    request = asked(fixed={"p9": 2})
    assert "fixed" in codes(request, GOOD | {"input_sha256": sha256(request)})
    moved = GOOD | {"tables": tables(ONE, [*TWO[:3], "p9"]), "out": ["p8"], "input_sha256": sha256(request)}
    assert set(codes(request, moved)) == {"cost-wrong"}
    # The second table now has 10, 8, 6 and 2 points: 4 + 16 + 64 + 4 + 36 + 16, and one pair of a club.
    moved["cost"] = GOOD["cost"] | {"spread": 80 + 140, "club": 4}
    assert check(request, moved) == []


@pytest.mark.parametrize(
    ("request_", "impossible"),
    [
        (asked(0), "fewer people"),
        (asked(3), "fewer people"),
        (asked(8, fixed=dict.fromkeys(["p1", "p2", "p3", "p4", "p5"], 1)), "more are fixed"),
        (asked(8, fixed={"zoe": 1}), "unknown id"),
        (asked(8, met=[["p1", "zoe", 1]]), "unknown id"),
        (asked(8, fixed={"p1": 0}), "no number"),
        (asked(8, allow=(4, 7)), "not from 2 to 6"),
        (asked(8) | {"players": asked(8)["players"] * 2}, "entered twice"),
    ],
)
def test_what_cannot_be_seated_must_be_refused(request_, impossible):
    request_ = {**request_, "met": request_["met"] if "zoe" in str(request_["met"]) else [], "apart": []}
    (fault,) = check(request_, GOOD)
    assert fault.code == "not-refused"
    assert impossible in fault.message
    assert check(request_, {"error": {"code": "no", "message": "It cannot be."}}) == []


@pytest.mark.parametrize(
    "broken",
    [
        {"format": "pairing-request/2"},
        {"sizes": None},
        {"sizes": {"prefer": "4", "allow": [4]}},
        {"players": [{"points": 3}]},
        {"players": [{"id": "p1", "points": "many"}]},
        {"players": [{"id": "p1", "points": float("inf")}]},
        {"met": [["p1", "p2"]]},
        {"met": [["p1", "p2", 1], ["p2", "p1", 1]]},
        {"met": [["p1", "p1", 1]]},
        {"seed": 1.5},
    ],
)
def test_a_request_that_cannot_be_read_is_said(broken):
    assert codes(REQUEST | broken, GOOD) == ["unreadable-request"]
    assert codes([], GOOD) == ["unreadable-request"]


def test_a_plan_may_decide_who_sits_out():
    """In a round robin the schedule says so, not the standings."""
    pairing = changed(tables=tables(ONE, [*TWO[:3], "p9"]), out=["p8"])
    free, planned = (asked(system=system) for system in ("swiss", "round-robin"))
    assert "wrong-ones-out" in codes(free, pairing | {"input_sha256": sha256(free)})
    assert "wrong-ones-out" not in codes(planned, pairing | {"input_sha256": sha256(planned)})


def test_the_best_of_a_few_is_found_by_trying_them_all():
    request = asked(6, 3, (3,), met=[["p1", "p2", 1], ["p2", "p3", 1], ["p1", "p3", 1]], apart=[["p1", "p4"]])
    found = best(read_request(request), [["p1", "p2", "p3"], ["p4", "p5", "p6"]])
    # Two of the first three always sit together once; p1 apart from p4; of those the nearest in points.
    assert found is not None
    assert [float(each) for each in found[0]] == [1, 0, min(spread(request, table) for table in ALL_OF_SIX)]


ALL_OF_SIX = (
    [{"p1", "p2", other} for other in ("p5", "p6")]
    + [{"p1", "p3", other} for other in ("p5", "p6")]
    + [{"p2", "p3", "p4"}]
)


def spread(request, table):
    points = {each["id"]: each["points"] for each in request["players"]}
    parts = [sorted(table), sorted(set(points) - table)]
    return sum(
        (points[one] - points[other]) ** 2 for part in parts for one in part for other in part if one < other
    )


@pytest.mark.parametrize("system", ["schedule", "random", "round-robin", "knockout"])
def test_what_the_systems_make_passes(system):
    request = asked(16, 4, (4,), system=system)
    assert check(request, pair(request)) == []
