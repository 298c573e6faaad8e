"""The trial's own standings, against numbers reckoned by hand, and whether they notice what is wrong."""

import pytest

from rules.triominos.variants.classic import engine
from tests.chaos.reckoned import lines_of, wrong_lines
from tests.load.judge import Judge, next_entry
from tests.load.phone import Phone

SEATS = {(1, 1): [3, 1, 4, 2], (2, 1): [1, 2, 3, 4]}


@pytest.fixture(scope="module")
def judges() -> list[Judge]:
    """Who have played the same match twice, to 100 points."""
    made = [Judge(Phone(0), "", "", match, limit=100) for match in SEATS]
    for judge in made:
        while not judge.over:
            _where, _fields, actions = next_entry(judge.state)
            for action in actions:
                judge.state = engine.apply(judge.state, action).state
    return made


def told(judges):
    """What a program that reckons the same would tell."""
    lines = sorted(lines_of(judges, SEATS).items(), key=lambda each: each[1].order(), reverse=True)
    return {
        "finished": True,
        "standings": [
            {
                "rank": rank,
                "number": number,
                "matches": line.matches,
                "values": {
                    "placing": str(float(line.placing)),
                    "points": f"{line.points:,}",
                    "wins": str(line.wins),
                },
            }
            for rank, (number, line) in enumerate(lines, start=1)
        ],
    }


def test_everybody_has_what_their_seats_made(judges):
    totals, places = engine.totals(judges[0].state), engine.places(judges[0].state)
    lines = lines_of(judges, SEATS)
    assert lines[1].points == totals["2"] + totals["1"]
    assert lines[3].points == totals["1"] + totals["3"]
    assert sum(line.placing for line in lines.values()) == 2 * (3 + 2 + 1 + 0)
    assert sum(line.wins for line in lines.values()) == 2 * (list(places.values()).count(1) == 1)
    assert wrong_lines(judges, SEATS, told(judges)) == []


@pytest.mark.parametrize("spoil", ["points", "placing", "matches", "missing", "twice", "order", "unfinished"])
def test_whatever_is_wrong_is_noticed(judges, spoil):
    standings = told(judges)
    lines = standings["standings"]
    if spoil in ("points", "placing"):
        lines[0]["values"][spoil] = "1"
    elif spoil == "matches":
        lines[0]["matches"] = 1
    elif spoil == "missing":
        lines.pop()
    elif spoil == "twice":
        lines.append(lines[0])
    elif spoil == "order":
        lines[0]["rank"], lines[-1]["rank"] = lines[-1]["rank"], lines[0]["rank"]
    else:
        standings["finished"] = False
    assert wrong_lines(judges, SEATS, standings) != []
