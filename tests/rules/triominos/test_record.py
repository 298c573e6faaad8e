"""What ``score_record`` answers about a record that breaks no rule."""

import json

import pytest

from rules.registry import registry
from rules.triominos.answers import answer
from rules.triominos.bots import greedy_bot, noted, play_match, random_bot
from rules.triominos.export import to_actions, to_record
from rules.triominos.record import score
from tests.rules.triominos.tables import ALL, CLASSIC, INTERNATIONAL, NORDIC, engine

ENGINES = registry().engines


def match(key, seed, count=None, **options):
    """A whole match between bots: what was done, and how it stands."""
    playing = engine(key)
    players = ("ana", "bo", "cy", "di", "eve", "fay")[: count or playing.seats[0]]
    bots = [greedy_bot if seat % 2 else random_bot for seat in range(len(players))]
    return play_match(playing, players, bots, seed, options)


def record(key, deals, *players, **options):
    names = list(players or ("ana", "bo"))
    return {"format": "triominos-match/1", "rules": key, "options": options, "players": names, "deals": deals}


def place(player, tile, bonus=None):
    return {"player": player, "do": "place", "tile": tile, **({"bonus": bonus} if bonus else {})}


def test_a_match_without_deals_has_not_begun():
    assert score(record(CLASSIC, []), ENGINES) == {
        "deals": [],
        "totals": {"ana": 0, "bo": 0},
        "bell": None,
        "finished": False,
        "winners": [],
    }


def test_an_open_deal_has_an_event_for_each_action_and_no_winner():
    actions = [
        place("ana", "4-4-4"),
        {"player": "bo", "do": "draw"},
        {"player": "bo", "do": "draw"},
        {"player": "bo", "do": "draw"},
        {"player": "bo", "do": "pass"},
        place("ana", "3-4-4", "two-sides"),
    ]
    answered = score(record(CLASSIC, [{"starter": "ana", "actions": actions}]), ENGINES)
    assert answered["deals"] == [
        {
            "end": None,
            "winners": [],
            "events": [
                {"action": 0, "player": "ana", "points": 22, "why": ["tile", "start-trio"]},
                {"action": 1, "player": "bo", "points": -5, "why": ["draw"]},
                {"action": 2, "player": "bo", "points": -5, "why": ["draw"]},
                {"action": 3, "player": "bo", "points": -5, "why": ["draw"]},
                {"action": 4, "player": "bo", "points": -10, "why": ["pass-after-draws"]},
                {"action": 5, "player": "ana", "points": 51, "why": ["tile", "two-sides"]},
            ],
            "scores": {"ana": 73, "bo": -25},
        }
    ]
    assert answered["totals"] == {"ana": 73, "bo": -25}
    assert answered["winners"] == []


def test_a_deal_with_no_action_yet_is_open():
    answered = score(record(NORDIC, [{"starter": "bo", "actions": []}]), ENGINES)
    assert answered["deals"][0]["end"] is None


def blocked_actions():
    draws = [{"player": "bo", "do": "draw"}] * 3, [{"player": "ana", "do": "draw"}] * 3
    return [
        place("ana", "0-0-1"),
        *draws[0],
        {"player": "bo", "do": "pass"},
        *draws[1],
        {"player": "ana", "do": "pass"},
    ]


def test_the_end_of_a_deal_has_an_event_only_for_those_whose_score_it_changes():
    deal = {"starter": "ana", "actions": blocked_actions(), "left": {"ana": 60, "bo": 60}}
    events = score(record(CLASSIC, [deal]), ENGINES)["deals"][0]["events"]
    assert [event for event in events if event["action"] is None] == [
        {"action": None, "player": "ana", "points": -60, "why": ["own-rack"]},
        {"action": None, "player": "bo", "points": -60, "why": ["own-rack"]},
    ]
    deal["left"] = {"ana": 60, "bo": 30}
    events = score(record(CLASSIC, [deal]), ENGINES)["deals"][0]["events"]
    assert [event for event in events if event["action"] is None] == [
        {"action": None, "player": "bo", "points": 30, "why": ["racks", "own-rack"]},
    ]


def test_a_totals_deal_has_no_events_and_the_highest_points_win_it():
    answered = score(record(CLASSIC, [{"totals": {"ana": 20, "bo": 20}}]), ENGINES)
    assert answered["deals"] == [
        {"end": "totals", "winners": ["ana", "bo"], "events": [], "scores": {"ana": 20, "bo": 20}}
    ]


def test_the_deals_of_a_match_may_be_known_to_different_depths():
    sheet = {"starter": "ana", "actions": blocked_actions(), "left": {"ana": 60, "bo": 30}}
    board = {
        "starter": "bo",
        "actions": [{"player": "bo", "do": "place", "cell": [-3, 8], "corners": [1, 5, 1]}],
    }
    answered = score(record(CLASSIC, [{"totals": {"ana": 20, "bo": 10}}, sheet, board]), ENGINES)
    assert [deal["end"] for deal in answered["deals"]] == ["totals", "blocked", None]
    assert answered["totals"] == {"ana": 20 - 24, "bo": 10 + 5 + 7}


def test_the_bell_names_deal_action_and_player():
    deals = [
        {"totals": {"ana": 390, "bo": 399}},
        {"starter": "ana", "actions": [place("ana", "0-4-5"), place("bo", "1-4-5")]},
    ]
    answered = score(record(CLASSIC, deals), ENGINES)
    assert answered["bell"] == {"deal": 1, "action": 1, "player": "bo"}
    assert not answered["finished"]
    assert score(record(INTERNATIONAL, [{"totals": {"ana": 1, "bo": 0}, "bell": True}]), ENGINES)["bell"] == {
        "deal": 0,
        "action": None,
        "player": None,
    }


def test_who_goes_out_may_be_named_in_left_with_nothing():
    tiles = ["0-0-1", "0-0-2", "0-0-3", "0-0-4", "0-0-5", "0-1-1", "0-1-2", "0-1-3", "0-1-4"]
    against = ["5-5-5", "4-5-5", "3-5-5", "2-5-5", "1-5-5", "0-5-5", "4-4-5", "3-4-5"]
    actions = [place("ana", tiles[0])]
    for mine, theirs in zip(tiles[1:], against, strict=True):
        actions += [place("bo", theirs), place("ana", mine)]
    for left in ({"bo": 7}, {"bo": ["0-3-4"]}, {"ana": [], "bo": 7}, {"ana": 0, "bo": ["0-3-4"]}):
        answered = score(record(CLASSIC, [{"starter": "ana", "actions": actions, "left": left}]), ENGINES)
        assert answered["deals"][0]["end"] == "out"
        assert answered["deals"][0]["events"][-1] == {
            "action": None,
            "player": "ana",
            "points": 32,
            "why": ["going-out", "racks"],
        }


def test_the_first_tile_may_lie_on_any_cell():
    for cell in ([0, 0], [1, 0], [-7, 4], [10**20, -(10**30)]):
        x, y = cell
        actions = [
            {"player": "ana", "do": "place", "cell": cell, "corners": [4, 4, 4]},
            {"player": "bo", "do": "place", "cell": [x + 1, y], "corners": [4, 5, 4]},
        ]
        found = score(record(NORDIC, [{"starter": "ana", "actions": actions}]), ENGINES)
        assert found["totals"] == {"ana": 12, "bo": 13}


# -- the same match, known more or less well -------------------------------------------------------


def as_record(key, played, state, options=None):
    return to_record(key, options or {}, state.players, [each.action for each in played])


@pytest.mark.parametrize("key", ALL)
def test_a_log_becomes_a_record_that_scores_as_the_match_did_and_comes_back(key):
    for count in engine(key).seats:
        played, state = match(key, 7, count)
        written = json.loads(json.dumps(as_record(key, played, state)))
        answered = score(written, ENGINES)
        assert answered["totals"] == engine(key).totals(state)
        assert answered["winners"] == list(engine(key).outcome(state).winners)
        assert to_actions(written, len(state.deals)) == [each.action for each in played]


@pytest.mark.parametrize("key", ALL)
def test_board_sheet_and_counts_alone_score_the_same(key):
    played, state = match(key, 11, 3)
    full = as_record(key, played, state)
    on_sheet = to_record(key, {}, state.players, [noted(each) for each in played])
    answered = score(full, ENGINES)
    for deal, scored in zip(on_sheet["deals"], answered["deals"], strict=True):
        deal["left"] = _left(deal)
        del deal["racks"]
        assert scored["end"] in ("out", "blocked")
    assert score(on_sheet, ENGINES) == answered


def _left(deal):
    """What the racks held at the end of a deal all of whose tiles are known."""
    held = {player: list(tiles) for player, tiles in deal["racks"].items()}
    for action in deal["actions"]:
        if action["do"] == "draw":
            held[action["player"]].append(action["tile"])
        elif action["do"] == "place":
            held[action["player"]].remove(action["tile"])
    return {player: tiles for player, tiles in held.items() if tiles}


def test_an_answer_is_plain_ascii_json_whatever_the_names_are():
    raw = json.dumps(record(CLASSIC, [], "é\ud800", "\u202ebo")).encode()
    assert json.dumps(answer(raw, ENGINES)).isascii()


def test_sums_of_numbers_too_large_to_print_are_refused_as_bad_records():
    huge = 10**1000
    found = answer(json.dumps(record(CLASSIC, [{"totals": {"ana": huge, "bo": 0}}])).encode(), ENGINES)
    assert found["error"]["code"] == "bad-record"
    fine = answer(json.dumps(record(CLASSIC, [{"totals": {"ana": huge - 1, "bo": 0}}])).encode(), ENGINES)
    assert fine["finished"]
