"""Live entry: what a match desk sends, what it is offered, and what it is told when that cannot be."""

import pytest

from rules.api import RuleError
from rules.triominos.bots import deal_out, greedy_bot, next_action
from tests.rules.triominos.tables import ALL, CLASSIC, INTERNATIONAL, Table, engine, opened, seeded


def refusal(table, **action):
    with pytest.raises(RuleError) as refused:
        table.do(**action)
    return refused.value.code


def test_nothing_can_be_played_before_a_deal_is_started():
    assert refusal(Table(CLASSIC), do="pass", player="ana") == "no-deal"
    assert refusal(Table(CLASSIC), do="close") == "no-deal"


def test_a_deal_is_closed_before_the_next_begins():
    table = opened(CLASSIC)
    assert refusal(table, do="start", starter="bo") == "deal-not-over"
    assert refusal(table, do="deal", points={"ana": 1, "bo": 2}) == "deal-not-over"


def test_a_deal_that_can_still_be_played_is_not_closed():
    assert refusal(opened(CLASSIC), do="close", left={"ana": 3, "bo": 4}) == "deal-not-over"


def test_nothing_is_added_to_a_match_that_is_over():
    table = Table(CLASSIC).deal(ana=400, bo=0)
    assert refusal(table, do="pass", player="ana") == "match-over"
    assert refusal(table, do="start", starter="ana") == "match-over"


def test_a_deal_keeps_to_its_depth_and_the_next_may_have_another():
    table = opened(CLASSIC)
    assert refusal(table, do="place", player="bo", cell=[0, 0], corners=[1, 1, 1]) == "bad-record"
    table.draw(3).pass_().draw(3).pass_().close(ana=9, bo=9).start(depth="board").lay((0, 0), (1, 1, 1))
    assert refusal(table, do="place", player="bo", tile="1-1-2") == "bad-record"


def test_with_known_racks_a_draw_names_its_tile():
    table = Table(INTERNATIONAL)
    table.do(**deal_out(table.engine, table.match, seeded(1)))
    first = table.engine.offers(table.match)[0]
    table.lay(first.cell, first.corners)
    assert refusal(table, do="draw", player=table.turn) == "bad-record"


@pytest.mark.parametrize("key", ALL)
def test_every_offer_earns_what_it_promises(key):
    playing, rng = engine(key), seeded(5)
    match = playing.start(("ana", "bo"), {})
    match = playing.apply(match, deal_out(playing, match, rng)).state
    while match.deal is not None:
        player = match.players[match.deal.turn]
        for offer in playing.offers(match):
            action = {
                "do": "place",
                "player": player,
                "cell": list(offer.cell),
                "corners": list(offer.corners),
            }
            lines = playing.apply(match, action).lines
            assert sum(line.points for line in lines) == offer.points
            assert offer.bonus in (None, lines[-1].reason)
            assert action in playing.legal(match)
        match = playing.apply(match, next_action(playing, match, greedy_bot, rng)).state


def test_offers_can_be_asked_for_one_tile_when_the_racks_are_not_known():
    table = Table(CLASSIC).start(depth="board").lay((0, 0), (4, 4, 4))
    offers = table.engine.offers(table.match, ["3-4-4"])
    assert {(offer.cell, offer.points) for offer in offers} == {((-1, 0), 11), ((1, 0), 11), ((0, 1), 11)}
    assert table.engine.offers(table.match, ["4-4-4"]) == []


def test_where_all_is_known_every_legal_action_is_listed_with_its_tile():
    table = Table(INTERNATIONAL)
    table.do(**deal_out(table.engine, table.match, seeded(2)))
    assert {action["do"] for action in table.engine.legal(table.match)} == {"place"}
    first = table.engine.offers(table.match)[0]
    table.lay(first.cell, first.corners)
    draws = [action["tile"] for action in table.engine.legal(table.match) if action["do"] == "draw"]
    assert len(draws) == 38


def test_places_are_shared_by_equals():
    table = Table(CLASSIC, "ana", "bo", "cy").deal(ana=20, bo=30, cy=20)
    assert table.engine.places(table.match) == {"ana": 2, "bo": 1, "cy": 2}


def test_the_outcome_says_why_the_match_is_over():
    assert Table(CLASSIC).engine.outcome(Table(CLASSIC).match) is None
    won, shared = Table(CLASSIC).deal(ana=400, bo=0), Table(CLASSIC).deal(ana=400, bo=400)
    assert won.engine.outcome(won.match).reason == "bell"
    assert shared.engine.outcome(shared.match).reason == "bell-shared"
