"""The points engine: deals added up, the bell, fixed deals, places."""

import json

import pytest

from rules.api import RuleError
from rules.points import MOST_POINTS, engine


def play(options, *deals):
    state = engine.start(["a", "b", "c"], options)
    for points, bell in deals:
        state = engine.apply(
            state, {"do": "deal", "points": dict(zip("abc", points, strict=True)), "bell": bell}
        ).state
    return state


def test_deals_are_added_up():
    state = play({}, ((10, -5, 30), False), ((1, 2, 3), False))
    assert engine.totals(state) == {"a": 11, "b": -3, "c": 33}
    assert engine.places(state) == {"a": 2, "b": 3, "c": 1}
    assert engine.outcome(state) is None


@pytest.mark.parametrize(
    ("deals", "bell_in"),
    [
        ([((399, 0, 0), False)], None),
        ([((400, 0, 0), False)], 0),
        ([((300, 0, 0), False), ((100, 0, 0), False)], 1),
        ([((50, 60, 70), True)], 0),
    ],
)
def test_the_bell_rings_when_a_total_gets_there_or_the_judge_says_so(deals, bell_in):
    state = play({}, *deals)
    assert state.bell == bell_in
    assert (engine.outcome(state) is not None) == (bell_in is not None)


def test_the_winner_may_be_below_the_limit():
    state = play({}, ((380, 390, 0), True))
    assert engine.outcome(state).winners == ("b",)
    assert engine.outcome(state).reason == "bell"


def test_equal_totals_share_the_win():
    state = play({}, ((400, 400, 0), False))
    assert engine.outcome(state).winners == ("a", "b")
    assert engine.places(state) == {"a": 1, "b": 1, "c": 3}


def test_a_fixed_number_of_deals_ends_the_match_bell_or_not():
    assert engine.outcome(play({"deals": 2}, ((500, 0, 0), True))) is None
    ended = play({"deals": 2}, ((500, 0, 0), True), ((0, 0, 0), False))
    assert engine.outcome(ended).reason == "deals-played"


def test_places_end_the_match_at_once_and_score_nothing():
    state = play({"count": "places"}, ((2, 1, 2), False))
    assert engine.outcome(state).winners == ("b",)
    assert engine.places(state) == {"a": 2, "b": 1, "c": 2}
    assert engine.totals(state) == {"a": 0, "b": 0, "c": 0}


@pytest.mark.parametrize(
    ("options", "action", "code"),
    [
        ({}, {"do": "place"}, "bad-record"),
        ({}, {"do": "deal"}, "bad-record"),
        ({}, {"do": "deal", "points": {"a": 1, "b": 2}}, "bad-record"),
        ({}, {"do": "deal", "points": {"a": 1, "b": 2, "c": 3, "d": 4}}, "bad-record"),
        ({}, {"do": "deal", "points": {"a": 1, "b": 2, "c": True}}, "bad-points"),
        ({}, {"do": "deal", "points": {"a": 1, "b": 2, "c": 1.5}}, "bad-points"),
        ({}, {"do": "deal", "points": {"a": 1, "b": 2, "c": MOST_POINTS + 1}}, "bad-points"),
        ({}, {"do": "deal", "points": {"a": 1, "b": 2, "c": 3}, "bell": "yes"}, "bad-record"),
        ({"count": "places"}, {"do": "deal", "points": {"a": 1, "b": 2, "c": 4}}, "bad-points"),
        ({"count": "places"}, {"do": "deal", "points": {"a": 2, "b": 2, "c": 3}}, "bad-points"),
    ],
)
def test_what_cannot_be_is_refused_with_a_code(options, action, code):
    with pytest.raises(RuleError) as caught:
        engine.apply(engine.start(["a", "b", "c"], options), action)
    assert caught.value.code == code
    assert str(caught.value)


def test_nothing_follows_the_end():
    state = play({}, ((400, 0, 0), False))
    assert engine.legal(state) == ()
    with pytest.raises(RuleError) as caught:
        engine.apply(state, {"do": "deal", "points": {"a": 1, "b": 1, "c": 1}})
    assert caught.value.code == "match-over"


@pytest.mark.parametrize("players", [[], ["a"], list("abcdefg"), ["a", "a"]])
def test_only_two_to_six_different_players_are_seated(players):
    with pytest.raises(RuleError) as caught:
        engine.start(players, {})
    assert caught.value.code == "bad-players"


@pytest.mark.parametrize(
    "options", [{"limit": 0}, {"limit": "400"}, {"limit": True}, {"count": "tiles"}, {"colour": "red"}]
)
def test_options_are_checked(options):
    with pytest.raises(RuleError) as caught:
        engine.start(["a", "b"], options)
    assert caught.value.code == "bad-option"


def test_a_state_survives_json():
    state = play({"limit": 300}, ((10, -5, 30), False), ((1, 2, 300), False))
    assert engine.load(json.loads(json.dumps(engine.dump(state)))) == state


def test_every_line_says_itself():
    state = engine.start(["a", "b"], {})
    lines = engine.apply(state, {"do": "deal", "points": {"a": 12, "b": -25}}).lines
    assert [str(engine.explain(line)) for line in lines] == ["12 in this deal", "-25 in this deal"]
