"""Taking back and correcting at the desk: what it would change is shown first, and then it is so."""

import re
import uuid

import pytest
from django.test import Client

from games.models import Event
from games.services import finalize
from rules.triominos.variants.classic import engine
from tests.factories import UserFactory
from tests.tournaments.test_desk import HTMX, desk_of
from tournaments.desk.changes import find_entry
from tournaments.desk.game import game_of
from tournaments.desk.reading import entries_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk():
    """Three turns: 5-5-5; two draws and a bridge; 4-4-5."""
    desk = desk_of()
    desk.start()
    desk.play(tile="555")
    desk.play(tile="455", draws=2, bonus="bridge")
    desk.play(tile="445")
    return desk


def entry(desk, words):
    return next(each for each in entries_of(game_of(desk.match)) if words in each.words)


def look(desk, words, **data):
    return desk.client.get(desk.url("desk_entry", entry(desk, words).id), data, **HTMX).content.decode()


def hidden(page, name):
    return re.findall(rf'name="{name}" value="([^"]*)"', page)


def plain(page):
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_the_last_turn_is_taken_back_whole(desk):
    desk.play(tile="444", draws=3)
    before = desk.totals
    page = look(desk, "4-4-4")
    assert f"{before['4']} → 0".replace("-", "−") in plain(page)
    desk.post("desk_entry", entry(desk, "4-4-4").id)
    assert desk.totals == before | {"4": 0}
    assert desk.turn == "4"


def test_an_undo_shows_what_could_no_longer_stand_and_takes_it_along(desk):
    page = look(desk, "bridge")
    assert "One later entry could not stand" in page
    assert "4-4-5: It would not be this player’s turn." in plain(page)
    also = hidden(page, "also")
    assert len(also) == 1
    desk.post("desk_entry", entry(desk, "bridge").id, also=also)
    assert desk.totals == {"1": 25, "2": 0, "3": 0, "4": 0}
    assert desk.turn == "2"


def test_an_undo_that_would_take_others_along_unseen_is_held_back(desk):
    answer = desk.post("desk_entry", entry(desk, "bridge").id)
    assert answer.status_code == 409
    assert "could not stand" in answer.content.decode()
    assert desk.totals["2"] == 44


def test_a_correction_holds_what_the_entry_says(desk):
    page = look(desk, "bridge", correct=1)
    assert 'value="455"' in page
    assert re.search(r'value="bridge"\s+checked', page)
    assert re.search(r'name="draws" value="2"\s+checked', page)
    # The tile itself can be typed again; one laid before cannot.
    assert 'data-laid="5-5-5"' in page


def test_a_correction_is_shown_before_it_is_made(desk):
    typed = {"correct": 1, "player": "2", "tile": "455", "bonus": "", "draws": 1}
    target = entry(desk, "bridge").id
    asked = desk.post("desk_entry", target, **typed)
    page = asked.content.decode()
    assert asked.status_code == 422
    assert "44 → 9" in plain(page)
    assert desk.totals["2"] == 44
    sure = hidden(page, "sure")[0].replace("&quot;", '"')
    assert desk.post("desk_entry", target, **typed, sure=sure).status_code == 200
    assert desk.totals["2"] == 9
    assert "corrected" in desk.page()


def test_a_correction_is_previewed_while_typing(desk):
    typed = {"correct": 1, "part": "preview", "player": "2", "tile": "455", "bonus": "hexagon", "draws": 2}
    data = typed | {"entry_id": uuid.uuid4(), "version": desk.match.version}
    events = Event.objects.count()
    assert "44 → 54" in plain(look(desk, "bridge", **data))
    assert Event.objects.count() == events


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"tile": "555"}, "5-5-5 has already been laid."),
        ({"tile": ""}, "Tap the tile"),
        ({"tile": "455", "draws": 4}, "No more than 3 tiles"),
        ({"tile": "455", "bonus": "bridge", "draws": 2}, "This entry says so already."),
    ],
)
def test_a_correction_that_cannot_be_is_refused(desk, typed, said):
    answer = desk.post("desk_entry", entry(desk, "bridge").id, correct=1, player="2", **typed)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert desk.totals["2"] == 44


def test_a_change_made_twice_is_made_once(desk):
    data = {"entry_id": uuid.uuid4(), "version": desk.match.version}
    target = entry(desk, "4-4-5").id
    for _press in range(2):
        assert desk.client.post(desk.url("desk_entry", target), data, **HTMX).status_code == 200
    assert desk.totals["3"] == 0
    assert Event.objects.filter(kind="undo").count() == 1


def test_a_correction_sent_twice_is_made_once(desk):
    typed = {"correct": 1, "player": "2", "tile": "455", "bonus": "", "draws": 1, "entry_id": uuid.uuid4()}
    target, version = entry(desk, "bridge").id, desk.match.version
    sure = hidden(desk.post("desk_entry", target, **typed).content.decode(), "sure")[0].replace("&quot;", '"')
    for _press in range(2):
        assert desk.post("desk_entry", target, **typed, sure=sure, version=version).status_code == 200
    assert Event.objects.filter(kind="correct").count() == 1
    # The same page with another tile is another thing, and is not taken for it.
    other = desk.post("desk_entry", target, **typed | {"tile": "345"}, sure=sure, version=version)
    assert other.status_code in (409, 422)
    assert desk.totals["2"] == 9


def test_a_correction_of_what_another_phone_took_back_is_not_lost_in_silence(desk):
    target = entry(desk, "4-4-5").id
    desk.post("desk_entry", target)
    answer = desk.post("desk_entry", target, correct=1, player="3", tile="344")
    assert answer.status_code == 409
    assert "no longer counts" in answer.content.decode()


def test_entries_long_ago_can_be_reached_too(desk):
    desk.out()
    assert entry(desk, "starts deal 1").name
    assert "starts deal 1" not in desk.page()
    page = desk.client.get(desk.url("table"), {"all": 1}).content.decode()
    assert "starts deal 1" in page
    assert "&amp;all=1" in page


def test_a_change_on_a_stale_page_is_held_back(desk):
    old, target = desk.match.version, entry(desk, "4-4-5").id
    desk.play(tile="444")
    answer = desk.post("desk_entry", target, version=old)
    assert answer.status_code == 409
    assert "in the meantime" in answer.content.decode()
    assert desk.totals["3"] == 13


def test_an_entry_that_is_gone_says_so(desk):
    target = entry(desk, "4-4-5").id
    desk.post("desk_entry", target)
    answer = desk.client.get(desk.url("desk_entry", target))
    assert answer.status_code == 409
    assert "no longer counts" in answer.content.decode()


def test_the_bell_and_the_winner_are_told_of():
    desk = desk_of(people=2, options={"limit": 60})
    desk.start()
    desk.play(tile="555")
    desk.play(tile="455", bonus="hexagon")
    page = look(desk, "hexagon")
    assert "The bell would not have rung" in page
    desk.out()
    left = {
        f"sum_{seat}": 5 for seat, count in enumerate(engine.load(desk.match.state).deal.counts, 1) if count
    }
    desk.post("close_deal", **left)
    assert desk.match.status == "over"
    assert "would not have won: the match would go on." in look(desk, "end of deal 1")


def test_racks_are_corrected_too():
    desk = desk_of(people=2)
    desk.start()
    desk.out()
    desk.post("close_deal", sum_2=10)
    before = desk.totals["1"]
    typed = {"correct": 1, "sum_2": 12}
    page = desk.post("desk_entry", entry(desk, "end of deal").id, **typed).content.decode()
    sure = hidden(page, "sure")[0].replace("&quot;", '"')
    desk.post("desk_entry", entry(desk, "end of deal").id, **typed, sure=sure)
    assert desk.totals["1"] == before + 2


def test_totals_are_corrected_too(desk):
    desk = desk_of()
    desk.post("enter_deal", points_1=100, points_2=20, points_3=30, points_4=40)
    page = look(desk, "entered as points", correct=1)
    assert 'value="100"' in page
    typed = {"correct": 1, "points_1": 90, "points_2": 20, "points_3": 30, "points_4": 40}
    page = desk.post("desk_entry", entry(desk, "entered as points").id, **typed).content.decode()
    sure = hidden(page, "sure")[0].replace("&quot;", '"')
    desk.post("desk_entry", entry(desk, "entered as points").id, **typed, sure=sure)
    assert desk.totals["1"] == 90


def test_what_is_final_only_the_organiser_changes():
    desk = desk_of(people=2, options={"limit": 60})
    desk.post("enter_deal", points_1=100, points_2=20)
    finalize(desk.table.match_id)
    target = entry(desk, "entered as points").id
    assert desk.post("desk_entry", target).status_code == 422
    assert "entries/" not in desk.page()
    desk.client.force_login(desk.tournament.organiser)
    assert "It would be taken up again." in look(desk, "entered as points")
    refused = desk.post("desk_entry", target)
    assert (refused.status_code, "Say why" in refused.content.decode()) == (422, True)
    assert desk.post("desk_entry", target, reason="Entered at the wrong table").status_code == 200
    assert desk.totals == {"1": 0, "2": 0}


def test_a_draw_belongs_to_its_turn(desk):
    found = entry(desk, "bridge")
    assert len(found.events) == 3
    assert find_entry(game_of(desk.match), found.events[0]) == found


@pytest.mark.parametrize("name", ["start_deal", "enter_turn", "close_deal", "desk_entry"])
def test_whoever_has_no_card_of_this_table_changes_nothing(desk, name):
    stranger, target = Client(), [entry(desk, "4-4-5").id] if name == "desk_entry" else []
    data = {
        "entry_id": uuid.uuid4(),
        "version": desk.match.version,
        "player": "4",
        "tile": "444",
        "starter": "1",
    }
    events = Event.objects.count()
    assert stranger.post(desk.url(name, *target), data).status_code == 403
    stranger.force_login(UserFactory.create())
    assert stranger.post(desk.url(name, *target), data, **HTMX).status_code == 403
    assert Event.objects.count() == events
