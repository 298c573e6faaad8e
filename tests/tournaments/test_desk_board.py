"""A deal followed on the drawn board, without a browser: what is tapped becomes what the engine is told."""

import gzip
import re
import uuid
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from config.staticfiles import shortened
from games.models import Event
from rules.registry import registry
from rules.triominos.board import EMPTY, board_of
from rules.triominos.machine import TriominosEngine
from rules.triominos.variants.classic import engine
from rules.triominos.variants.czech import engine as czech
from rules.triominos.variants.international import engine as international
from tests.board_deals import board_deal, turns
from tests.tournaments.test_desk import HTMX, desk_of, error
from tests.tournaments.test_desk_changes import entry, hidden, look, plain
from tournaments.desk.board_entry import BoardTurnForm
from tournaments.desk.drawing import drawing_of, frame_around
from tournaments.desk.game import game_of

pytestmark = pytest.mark.django_db

FIRST = {"tile": "555", "place": "0,0,555"}


def place_of(action):
    numbers = "".join(map(str, action["corners"]))
    return {"tile": numbers, "place": f"{action['cell'][0]},{action['cell'][1]},{numbers}"}


def lay(desk, **data):
    return desk.play(drawn=1, **data)


def play(desk, actions):
    """A deal as it is tapped, a turn after the other."""
    desk.post("start_deal", starter=actions[0]["starter"], depth="board")
    for draws, last in turns(actions):
        done = place_of(last) if last["do"] == "place" else {"passes": "on"}
        answer = lay(desk, draws=draws, **done)
        assert answer.status_code == 200, answer.content.decode()


def form_of(desk, **data):
    base = {"entry_id": uuid.uuid4(), "version": desk.match.version, "player": desk.turn, "place": ""}
    return BoardTurnForm(game_of(desk.match), base | data)


@pytest.fixture
def board():
    """A deal on the board; its first tile is to be laid."""
    desk = desk_of(people=2)
    desk.post("start_deal", starter="1", depth="board")
    return desk


@pytest.fixture
def laid(board):
    """5-5-5 lies there, pointing up."""
    lay(board, **FIRST)
    return board


# -- from the form to the engine --------------------------------------------------------------------


def test_a_turn_is_draws_and_a_placement_that_says_nothing_twice(laid):
    form = form_of(laid, tile="545", place="1,0,545", draws=2)
    assert form.is_valid(), form.errors
    assert form.actions() == [
        {"player": "2", "do": "draw"},
        {"player": "2", "do": "draw"},
        {"player": "2", "do": "place", "cell": [1, 0], "corners": [5, 4, 5]},
    ]


def test_a_pass_needs_no_place(laid):
    form = form_of(laid, passes="on", draws=3)
    assert form.is_valid()
    assert form.actions()[-1] == {"player": "2", "do": "pass"}


@pytest.mark.parametrize(
    ("typed", "field", "said"),
    [
        ({"tile": ""}, "tile", "Tap the tile"),
        ({"tile": "45"}, "tile", "A tile has three numbers"),
        ({"tile": "779"}, "tile", "There is no tile 7-7-9 among the 56."),
        ({"tile": "555"}, "tile", "5-5-5 has already been laid."),
        ({"tile": "012"}, "tile", "0-1-2 fits nowhere on the board."),
        ({"tile": "455"}, "place", "Choose where the tile lies."),
        ({"tile": "455", "place": "1,0"}, "place", "Choose where the tile lies."),
        ({"tile": "455", "place": "1,0,335"}, "place", "Choose where the tile lies."),
        ({"tile": "455", "place": "99999999,0,455"}, "place", "Choose where the tile lies."),
    ],
)
def test_what_is_missing_or_wrong_is_said_beside_it(laid, typed, field, said):
    events = Event.objects.count()
    answer = lay(laid, **({"place": ""} | typed))
    assert answer.status_code == 422
    assert said in error(answer.content.decode(), field)
    assert Event.objects.count() == events


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("0,0,455", "A tile already lies there."),
        ("7,0,455", "A tile must share a whole side"),
        ("1,0,455", "The corner 4 would touch a 5."),
        ("1,0,554", "The corner 4 would touch a 5."),
    ],
)
def test_the_engine_has_the_last_word(laid, place, said):
    page = lay(laid, tile="455", place=place).content.decode()
    assert said in error(page, "place")
    assert re.search(r'name="tile" value="455"', page)
    assert f'name="place" value="{place}"' in page


def test_a_sheet_turn_sent_to_a_board_is_refused_and_the_board_stands_there(laid):
    answer = laid.play(tile="455")
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "on the board or on the sheet, not on both" in page
    assert 'name="drawn"' in page


# -- the course of a deal -----------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "seed"), [(engine, 5), (international, 8), (czech, 3)])
def test_a_whole_deal_on_the_board_scores_as_the_engine_says(rules, seed):
    desk = desk_of(people=2, rules=rules)
    actions = board_deal(rules, ["1", "2"], seed)
    play(desk, actions)
    page = desk.page()
    assert 'id="close"' in page
    left = {f"sum_{key}": held for key, held in actions[-1]["left"].items()}
    desk.post("close_deal", **left)
    told = rules.start(["1", "2"], {})
    for action in actions:
        told = rules.apply(told, action).state
    assert rules.totals(rules.load(desk.match.state)) == rules.totals(told)
    assert rules.load(desk.match.state).deals == told.deals
    # The board stays to be looked at until the next deal is started.
    assert 'class="felt-board felt-board--watched"' in desk.page()
    desk.post("start_deal", starter="1", depth="sheet")
    assert "<figure" not in desk.page()


def test_the_bonus_that_the_engine_finds_stands_in_the_preview_and_in_the_log():
    desk = desk_of(people=2)
    actions = board_deal(engine, ["1", "2"], 5)
    desk.post("start_deal", starter=actions[0]["starter"], depth="board")
    seen = set()
    for draws, last in turns(actions):
        data = {"drawn": 1, "draws": draws} | (place_of(last) if last["do"] == "place" else {"passes": "on"})
        preview = desk.preview(**data)
        page = desk.play(**data).content.decode()
        for bonus, points in (("bridge", 40), ("hexagon", 50)):
            if f"{bonus}: " in preview:
                assert f"+{points}, classic" in preview
                assert f", {bonus}</span>" in page
                seen.add(bonus)
    assert seen == {"bridge", "hexagon"}


def test_the_preview_waits_for_the_place(laid):
    assert "Now choose where it lies." in laid.preview(drawn=1, tile="455", place="")
    preview = laid.preview(drawn=1, tile="455", place="", draws=1)
    assert "Now choose where it lies." in preview
    assert "−5" in preview
    assert "+14" in laid.preview(drawn=1, tile="455", place="1,0,545")


# -- from deal to deal ---------------------------------------------------------------------------------


def in_sight(page):
    """The page without the panels that it keeps for when there is no network."""
    return re.sub(r"<template.*?</template>", "", page, flags=re.DOTALL)


def proposed(page):
    return re.findall(r'name="depth" value="(\w+)" checked', in_sight(page))


def test_board_sheet_and_totals_change_from_deal_to_deal(board):
    desk = desk_of(people=2)
    assert proposed(desk.page()) == ["sheet"]
    actions = board_deal(engine, ["1", "2"], 0)
    play(desk, actions)
    desk.post("close_deal", **{f"sum_{key}": held for key, held in actions[-1]["left"].items()})
    assert proposed(desk.page()) == ["board"]
    desk.post("start_deal", starter="1", depth="sheet")
    assert 'name="drawn"' not in desk.page()
    desk.out()
    desk.post("close_deal", sum_2=10)
    assert proposed(desk.page()) == ["sheet"]
    desk.post("enter_deal", points_1=40, points_2=20)
    assert 'name="points_1"' in in_sight(desk.page())
    # The way of the last deal that was followed turn by turn is still known.
    page = desk.client.get(desk.url("table"), {"enter": "start"}).content.decode()
    assert proposed(page) == ["sheet"]
    desk.post("start_deal", starter="2", depth="board")
    assert 'name="drawn"' in desk.page()


def test_a_way_that_does_not_exist_is_refused(board):
    desk = desk_of(people=2)
    answer = desk.post("start_deal", starter="1", depth="stars")
    assert answer.status_code == 422
    assert "followed on the board or on the sheet" in answer.content.decode()


# -- without scripts --------------------------------------------------------------------------------------


def choices(page):
    return re.findall(r'type="radio" name="place" value="([^"]+)"', page)


def test_check_lists_the_legal_places_in_words_with_what_each_earns(laid):
    lay(laid, tile="455", place="1,0,545")
    answer = lay(laid, tile="445", place="", check=1)
    page = answer.content.decode()
    offers = engine.offers(engine.load(laid.match.state), ["4-4-5"])
    assert sorted(choices(page)) == sorted(
        f"{each.cell[0]},{each.cell[1]},{''.join(map(str, each.corners))}" for each in offers
    )
    assert "right of 4-5-5" in page
    assert "<strong>+13</strong>" in page
    assert "did not send all it should" not in page
    # Chosen, it can be entered at once; not chosen, it is asked for.
    assert "Choose where the tile lies." in lay(laid, tile="445").content.decode()
    assert lay(laid, tile="445", place=choices(page)[0]).status_code == 200


def test_where_there_is_but_one_place_it_is_taken(board):
    answer = lay(board, tile="555", place="", check=1)
    assert answer.status_code == 200
    page = answer.content.decode()
    assert re.search(r'name="place" value="0,0,555" checked', page)
    assert "opening with the trio 5-5-5; +10" in page


# -- taking back and correcting -----------------------------------------------------------------------------


@pytest.fixture
def three(laid):
    """5-5-5; a draw and 4-5-5 on its right; 4-4-5 on the right of that."""
    lay(laid, tile="455", place="1,0,545", draws=1)
    lay(laid, tile="445", place="2,0,445")
    return laid


def test_a_turn_on_the_board_is_taken_back(three):
    page = look(three, "4-4-5")
    assert "Take it back" in page
    three.post("desk_entry", entry(three, "4-4-5").id)
    assert len(list(engine.load(three.match.state).deal.board.tiles())) == 2


def test_a_correction_shows_the_board_as_it_was_and_holds_what_was_laid(three):
    page = look(three, "4-4-5", correct=1)
    assert 'name="place" value="2,0,445"' in page
    assert 'data-tiles="0,0,555 1,0,545"' in page
    assert re.search(r'name="tile" value="445"', page)


def test_place_tile_and_draws_of_a_turn_are_corrected(three):
    target = entry(three, "4-4-5").id
    typed = {"correct": 1, "player": "1", "tile": "445", "place": "1,-1,544", "drawn": 1, "draws": 2}
    page = three.post("desk_entry", target, **typed).content.decode()
    assert "The corner 4 would touch a 5." in page
    typed |= {"tile": "355", "place": "-1,0,535"}
    page = three.post("desk_entry", target, **typed).content.decode()
    assert "corner" in page
    typed |= {"place": "-1,0,355"}
    page = three.post("desk_entry", target, **typed).content.decode()
    assert "→" in plain(page)
    sure = hidden(page, "sure")[0].replace("&quot;", '"')
    assert three.post("desk_entry", target, **typed, sure=sure).status_code == 200
    deal = engine.load(three.match.state).deal
    assert list(deal.board.tiles())[-1] == ((-1, 0), (3, 5, 5))
    assert three.totals["1"] == 25 + 13 - 10


def test_a_tile_moved_under_another_takes_that_one_along(three):
    target = entry(three, "4-5-5").id
    typed = {"correct": 1, "player": "2", "tile": "455", "place": "-1,0,455", "drawn": 1, "draws": 1}
    page = three.post("desk_entry", target, **typed).content.decode()
    assert "One later entry could not stand" in page
    assert "A tile must share a whole side" in plain(page)
    sure = hidden(page, "sure")[0].replace("&quot;", '"')
    three.post("desk_entry", target, **typed, sure=sure, also=hidden(page, "also"))
    assert list(engine.load(three.match.state).deal.board.tiles()) == [
        ((0, 0), (5, 5, 5)),
        ((-1, 0), (4, 5, 5)),
    ]


# -- who sees it -----------------------------------------------------------------------------------------------


def test_everybody_who_watches_sees_the_board_and_who_laid_the_last_tile(three):
    name = game_of(three.match).names["1"]
    page = Client().get(three.url("table")).content.decode()
    assert "felt-board--watched" in page
    assert page.count("translate(") == 3
    assert f"<bdi>{name}</bdi> 4-4-5" in page
    assert "data-tiles" not in page
    assert 'name="place"' not in page


def test_a_page_that_asks_again_is_sent_the_board(three):
    live = Client().get(three.url("table"), {"seen": "old"}, **HTMX).content.decode()
    assert "felt-board--watched" in live
    lay(three, tile="444", place="3,0,444")
    assert Client().get(three.url("table"), {"seen": "old"}, **HTMX).content.decode().count("translate(") == 4


def test_the_judge_sees_one_board_not_two(three):
    assert three.page().count("<figure") == 1


def test_the_first_load_of_a_full_board_stays_light():
    """What a phone fetches beyond htmx, compressed as it is sent."""
    desk = desk_of(people=2)
    play(desk, board_deal(engine, ["1", "2"], 38)[:-12])
    answer = desk.client.get(desk.url("table"), HTTP_ACCEPT_ENCODING="gzip")
    assert answer["Content-Encoding"] == "gzip"
    page = gzip.decompress(answer.content).decode()
    assert page.count("translate(") > 40
    files = set(re.findall(r"/static/([\w./-]+?)(?:#|\")", page))
    ours = [finders.find(name) for name in files if "htmx" not in name]
    assert any(str(path).endswith("board.js") for path in ours)
    sent = len(answer.content) + sum(
        len(gzip.compress(shortened(str(path), Path(str(path)).read_bytes()))) for path in ours
    )
    assert sent < 60_000


# -- the drawing ----------------------------------------------------------------------------------------------------


def test_a_drawing_holds_every_tile_in_the_order_laid():
    drawing = drawing_of(board_of([((0, 0), (5, 5, 5)), ((1, 0), (5, 4, 5))]))
    assert drawing.data == "0,0,555 1,0,545"
    assert drawing.count == 2
    assert drawing.tiles.count("translate(30 0)") == 1
    assert 'class="newest" x="30" y="0"' in drawing.marks


def test_an_empty_board_has_room_for_a_first_tile():
    assert drawing_of(EMPTY).frame == frame_around([(0, 0), (1, 0)])


def test_a_hexagon_is_ringed_around_its_point():
    for seed in range(60):
        actions = board_deal(engine, ["1", "2"], seed)
        boards = board_of((tuple(a["cell"]), tuple(a["corners"])) for a in actions if a["do"] == "place")
        for point in boards.hexagons():
            x = sorted({cell[0] for cell in point})[1]
            y = max(cell[1] for cell in point)
            assert f'class="ring" x="{x * 30}" y="{y * 52}"' in drawing_of(boards).marks
            return
    pytest.fail("none of these deals has a hexagon")


def test_every_sheet_can_be_followed_on_the_board():
    for rules in registry().engines.values():
        if isinstance(rules, TriominosEngine) and 2 in rules.seats:
            assert rules.entry_modes[0] == "board"
            desk = desk_of(people=2, rules=rules)
            assert desk.post("start_deal", starter="1", depth="board").status_code == 200
            assert 'name="drawn"' in desk.page()
