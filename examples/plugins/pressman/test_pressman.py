"""Pressman's variant passes the conformance kit, and differs where its sheet does."""

import pytest
from pressman import engine

from rules.api import RuleError
from rules.testing.triominos import TriominosConformance

DRAW = {"do": "draw", "player": "bo"}


class TestPressman(TriominosConformance):
    engine = engine


def played(*actions, players=("ana", "bo"), options=None):
    state = engine.start(players, options or {})
    for action in actions:
        state = engine.apply(state, action).state
    return state


def deal(**points):
    return {"do": "deal", "points": points}


OPENED = (
    {"do": "start", "depth": "sheet", "starter": "ana"},
    {"do": "place", "player": "ana", "tile": "5-5-5"},
)


def test_a_player_draws_until_one_fits_and_pays_five_for_each():
    state = played(*OPENED, *[DRAW] * 7, {"do": "place", "player": "bo", "tile": "4-5-5"})
    assert engine.totals(state) == {"ana": 25, "bo": 14 - 35}


def test_nobody_passes_while_there_are_tiles():
    with pytest.raises(RuleError) as refused:
        engine.apply(played(*OPENED, *[DRAW] * 3), {"do": "pass", "player": "bo"})
    assert refused.value.code == "must-draw"


def test_passing_on_an_empty_pool_costs_ten():
    drawn = played(*OPENED, *[DRAW] * 38)
    step = engine.apply(drawn, {"do": "pass", "player": "bo"})
    assert [(line.points, line.reason) for line in step.lines] == [(-10, "pass-empty-pool")]


@pytest.mark.parametrize(
    ("deals", "winners", "reason", "places"),
    [
        pytest.param([(390, 300), (5, 20)], None, None, [1, 2], id="nobody is there yet"),
        pytest.param([(390, 300), (15, 90)], ["ana"], "bell", [1, 2], id="one is: the deal does not matter"),
        pytest.param([(390, 300), (15, 102)], ["bo"], "bell-deal", [2, 1], id="both: the deal decides"),
        pytest.param([(390, 300), (110, 105)], ["ana"], "bell", [1, 2], id="both: the deal agrees"),
        pytest.param([(390, 400)], ["bo"], "bell", [2, 1], id="400 are enough"),
        pytest.param([(380, 380), (30, 30)], ["ana", "bo"], "bell-shared", [1, 1], id="level in all"),
        pytest.param([(390, 370), (40, 40)], ["ana"], "bell", [1, 2], id="level in the deal: the total"),
    ],
)
def test_among_several_past_the_limit_the_winner_of_the_deal_wins(deals, winners, reason, places):
    state = played(*[deal(ana=ana, bo=bo) for ana, bo in deals])
    outcome = engine.outcome(state)
    assert (outcome and [*outcome.winners]) == winners
    assert (outcome and outcome.reason) == reason
    assert list(engine.places(state).values()) == places


def test_a_winner_of_the_deal_who_has_not_passed_does_not_win_the_match():
    deals = deal(ana=390, bo=380, cyd=100), deal(ana=20, bo=25, cyd=90)
    state = played(*deals, players=("ana", "bo", "cyd"))
    assert engine.outcome(state).winners == ("ana",)
