"""Solitaire A: one player, 11 tiles, always to play; what ends it and what the end costs."""

import pytest

from rules.api import RuleError
from rules.registry import registry
from rules.triominos.bots import Played, greedy_bot, play_match, random_bot
from rules.triominos.export import to_record
from rules.triominos.record import score
from rules.triominos.solitaire_a import engine

ME = "me"


def game(seed: int, bot=greedy_bot):
    return play_match(engine, [ME], [bot], seed)


def reasons(log: list[Played]) -> list[str]:
    return [line.reason for played in log for line in played.lines]


@pytest.mark.parametrize("players", [[], ["ana", "bo"], ["ana", "bo", "cyd"]])
def test_it_is_for_one_player(players):
    with pytest.raises(RuleError) as refused:
        engine.start(players, {})
    assert refused.value.code == "bad-players"


def test_the_only_thing_to_choose_is_what_two_sides_earn():
    assert [option.key for option in engine.options] == ["two_sides"]


def test_eleven_tiles_are_dealt():
    start = {"do": "start", "starter": ME}
    deal = engine.apply(engine.start([ME], {}), start).state.deal
    assert (deal.counts, deal.pool) == ((11,), 45)


def test_the_opening_is_that_of_the_classic_sheet():
    log, _ = game(2)
    rack = log[0].action["racks"][ME]
    trios = [name for name in rack if len(set(name.split("-"))) == 1]
    opened = log[1].lines[0].details["tile"]
    assert opened in ({max(trios), "0-0-0"} if trios else rack)


def test_a_pass_with_tiles_in_the_pool_only_ends_the_turn():
    log, _ = game(0, random_bot)
    passed = reasons(log).index("pass-after-draws")
    assert passed < len(log) - 2
    assert {played.action.get("player", ME) for played in log} == {ME}


def test_a_pass_on_an_empty_pool_ends_it_and_the_rack_is_subtracted():
    log, match = game(0)
    closing = log[-1].lines
    assert engine.outcome(match).reason == "blocked"
    assert (log[-2].action["do"], log[-2].lines[0].points) == ("pass", -10)
    assert [line.reason for line in closing] == ["own-rack"]
    assert closing[0].points < 0


def test_laying_the_last_tile_ends_it_and_earns_25():
    log, match = game(2)
    assert engine.outcome(match).reason == "out"
    assert [(line.reason, line.points) for line in log[-1].lines] == [("going-out", 25), ("racks", 0)]


@pytest.mark.parametrize("seed", range(12))
def test_the_total_is_the_sum_of_the_turns_and_no_bell_rings(seed):
    log, match = game(seed)
    assert engine.totals(match) == {ME: sum(line.points for played in log for line in played.lines)}
    assert match.bell is None
    assert engine.outcome(match).winners == (ME,)


def test_one_deal_is_the_whole_game():
    _, match = game(1)
    assert engine.legal(match) == ()
    with pytest.raises(RuleError) as refused:
        engine.apply(match, {"do": "start", "starter": ME})
    assert refused.value.code == "match-over"


def test_a_game_is_scored_as_a_match_record():
    log, match = game(3)
    record = to_record(engine.key, {}, [ME], [played.action for played in log])
    answer = score(record, registry().engines)
    assert answer["finished"]
    assert answer["totals"] == engine.totals(match)
    assert answer["winners"] == [ME]
