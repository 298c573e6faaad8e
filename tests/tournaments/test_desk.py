"""The judge's desk without a browser: every entry, every refusal beside its place, nothing typed lost."""

import re
import uuid
from types import SimpleNamespace

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Event, Match
from games.services import NewAction, Permit, append_actions
from rules.triominos.variants.classic import engine
from tests.factories import enter, published_round, tournament_of
from tournaments.models import JudgeCard

pytestmark = pytest.mark.django_db

HTMX = {"HTTP_HX_REQUEST": "true"}
TILES = [f"{a}{b}{c}" for a in range(6) for b in range(a, 6) for c in range(b, 6)]


class Desk(SimpleNamespace):
    """A table, as its judge's phone sees it."""

    def url(self, name, *more, number=1):
        return reverse(name, args=[self.tournament.slug, 1, number, *more])

    @property
    def match(self):
        return Match.objects.get(pk=self.table.match_id)

    @property
    def totals(self):
        return engine.totals(engine.load(self.match.state))

    @property
    def turn(self):
        deal = engine.load(self.match.state).deal
        return str(deal.turn + 1)

    def page(self):
        return self.client.get(self.url("table")).content.decode()

    def post(self, name, *more, htmx=True, **data):
        data = {"entry_id": uuid.uuid4(), "version": self.match.version} | data
        return self.client.post(self.url(name, *more), data, **(HTMX if htmx else {}))

    def start(self, starter="1"):
        return self.post("start_deal", starter=starter)

    def play(self, **data):
        return self.post("enter_turn", **({"player": self.turn} | data))

    def preview(self, **data):
        data = {"entry_id": uuid.uuid4(), "version": self.match.version, "player": self.turn} | data
        return self.client.get(self.url("desk_preview"), data, **HTMX).content.decode()

    def out(self):
        """Lay tiles, nobody drawing, until somebody goes out."""
        match = self.match
        state, actions = engine.load(match.state), []
        laid = engine.public(state)["deal"]["laid"]
        free = (tile for tile in TILES if "-".join(tile) not in laid)
        while state.deal.end is None:
            player = state.players[state.deal.turn]
            actions.append({"do": "place", "player": player, "tile": "-".join(next(free))})
            state = engine.apply(state, actions[-1]).state
        new = [NewAction(uuid.uuid4(), action) for action in actions]
        append_actions(Permit(match.pk, "judge"), match.version, new)


def desk_of(people=4, options=None, rules=engine):
    tournament = tournament_of(
        people,
        rules_key=rules.key,
        rules_version=rules.version,
        options=rules.settle_options(options or {}),
        table_size=people,
    )
    table = published_round(tournament).tables.get(number=1)
    client = Client()
    card = JudgeCard.objects.get(tournament=tournament, number=1)
    client.get(reverse("scan_card", args=[card.token]))
    return Desk(tournament=tournament, table=table, client=client)


@pytest.fixture
def desk():
    return desk_of()


@pytest.fixture
def playing(desk):
    """The first tile is laid; the second player is to play."""
    desk.start()
    desk.play(tile="555")
    return desk


def error(page, field):
    """What stands beside a field."""
    found = re.search(rf'id="id_{field}_error">(.*?)</div>', page, re.S)
    return found.group(1) if found else ""


# -- the course of a deal ---------------------------------------------------------------------------


def test_a_deal_is_started_by_tapping_who_starts(desk):
    assert "Who starts?" in desk.page()
    page = desk.start("3").content.decode()
    assert "opens" in page
    assert desk.turn == "3"


def test_a_turn_is_one_entry_of_draws_and_a_tile(playing):
    page = playing.play(tile="545", draws=2, bonus="bridge").content.decode()
    assert playing.totals["2"] == 14 + 40 - 10
    assert playing.match.version == 5
    assert "2 drawn, 4-5-5, bridge" in page
    assert playing.turn == "3"


def test_a_pass_costs_what_the_rules_say(playing):
    playing.play(passes="on", draws=3)
    assert playing.totals["2"] == -25


def test_the_first_tile_of_a_deal_has_no_bonus_no_draws_and_no_pass(desk):
    page = desk.start().content.decode()
    assert 'name="bonus"' not in page
    assert 'name="draws"' not in page
    assert 'name="passes"' not in page
    page = desk.play(tile="555").content.decode()
    assert all(f'name="{name}"' in page for name in ("bonus", "draws", "passes"))


def test_only_the_bonuses_of_the_rules_are_offered():
    from rules.triominos.variants.international import engine as international

    desk = desk_of(rules=international)
    desk.start()
    page = desk.play(tile="555").content.decode()
    assert 'value="bridge"' in page
    assert 'value="two-sides"' not in page


def test_going_out_asks_for_the_racks_and_the_engine_closes_the_deal(desk):
    desk.start()
    desk.out()
    page = desk.page()
    assert "went out" in page
    before = desk.totals
    page = desk.post("close_deal", sum_2=10, sum_3=20, sum_4=30).content.decode()
    state = engine.load(desk.match.state)
    assert state.deal is None
    assert max(desk.totals[seat] - before[seat] for seat in before) == 25 + 60
    assert re.search(r"Deal 1: Player \d went out", page)
    assert "Who starts?" in page


def test_racks_may_be_given_as_tiles(desk):
    desk.start()
    desk.out()
    counts = engine.load(desk.match.state).deal.counts
    rest = iter(TILES[::-1])
    tiles = {f"tiles_{seat}": " ".join(next(rest) for _ in range(counts[seat - 1])) for seat in (2, 3, 4)}
    assert desk.post("close_deal", sum_2="", sum_3="", sum_4="", **tiles).status_code == 200
    assert engine.load(desk.match.state).deal is None


def test_a_blocked_deal_asks_for_every_rack():
    desk = desk_of(people=2)
    desk.start()
    desk.play(tile="555")
    for _turn in range(2):
        desk.play(passes="on", draws=3)
    page = desk.page()
    assert "Blocked" in page
    desk.post("close_deal", sum_1=10, sum_2=30)
    assert desk.totals == {"1": 25 - 25 + 20, "2": -25}


def test_the_bell_makes_it_the_last_deal_and_then_the_match_is_over():
    desk = desk_of(people=2, options={"limit": 20})
    desk.start()
    preview = desk.preview(tile="555")
    assert "The bell rings" in preview
    page = desk.play(tile="555").content.decode()
    assert "Last deal" in page
    desk.out()
    page = desk.post("close_deal", sum_2=10).content.decode()
    assert "The match is over" in page
    assert desk.match.status == Match.Status.OVER


def test_sheet_and_totals_may_change_from_deal_to_deal(desk):
    page = desk.client.get(desk.url("table"), {"enter": "totals"}).content.decode()
    assert 'name="points_1"' in page
    desk.post("enter_deal", points_1=100, points_2=20, points_3=30, points_4=40)
    # The next deal is proposed as the last one was entered; the other way stays one tap away.
    assert 'name="points_1"' in desk.page()
    assert "Follow this deal turn by turn" in desk.page()
    desk.start("2")
    desk.play(tile="555")
    assert desk.totals == {"1": 100, "2": 45, "3": 30, "4": 40}


# -- before it is entered -----------------------------------------------------------------------------


def test_points_and_reasons_stand_there_before(playing):
    preview = playing.preview(tile="554", draws=1, bonus="bridge")
    assert "+49" in preview
    assert "bridge with 4-5-5, as claimed; +40, classic §11" in preview
    assert Event.objects.count() == 2


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({}, "Tap the tile’s three numbers."),
        ({"tile": "5"}, "Two more numbers."),
        ({"tile": "55"}, "One more number."),
        ({"tile": "5555"}, "A tile has three numbers"),
        ({"draws": 2}, "Now the tile, or pass."),
        ({"tile": "555"}, "5-5-5 has already been laid."),
        ({"passes": "on"}, "Draw before you pass"),
        ({"tile": "455", "player": "3"}, "It is Player"),
    ],
)
def test_what_is_missing_or_wrong_is_said_while_typing(playing, typed, said):
    assert said in playing.preview(**typed)


def test_without_scripts_a_turn_is_checked_then_entered(playing):
    typed = {"player": "2", "tile": "4 5 5", "bonus": "bridge", "draws": "0"}
    checked = playing.post("enter_turn", htmx=False, check="1", **typed)
    page = checked.content.decode()
    assert checked.status_code == 200
    assert "+54" in page
    assert 'value="4 5 5"' in page
    assert Event.objects.count() == 2
    assert playing.post("enter_turn", htmx=False, **typed).status_code == 302
    assert playing.totals["2"] == 54


# -- refusals -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "field", "said"),
    [
        ({"tile": "555"}, "tile", "5-5-5 has already been laid."),
        ({"tile": "369"}, "tile", "There is no tile 3-6-9"),
        ({"tile": "34"}, "tile", "A tile has three numbers"),
        ({}, "tile", "Tap the tile"),
        ({"tile": "455", "draws": "4"}, "draws", "No more than 3 tiles"),
        ({"passes": "on", "draws": "1"}, "passes", "Draw before you pass"),
        ({"passes": "on", "tile": "455", "draws": "3"}, "passes", "Either a tile or a pass"),
        ({"tile": "455", "bonus": "rainbow"}, "bonus", "earns nothing here"),
    ],
)
def test_a_refusal_stands_beside_its_place_and_what_was_typed_is_kept(playing, typed, field, said):
    answer = playing.play(**typed)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert said in error(page, field)
    assert f'value="{typed.get("tile", "")}"' in page or not typed.get("tile")
    assert "data-kept" in page
    assert Event.objects.count() == 2


def test_a_turn_of_somebody_else_is_refused_by_name(playing):
    answer = playing.play(tile="455", player="4")
    assert answer.status_code == 422
    assert "It is Player" in answer.content.decode()


@pytest.mark.parametrize(
    ("left", "said"),
    [
        ({"sum_2": "10", "sum_3": "", "sum_4": "5"}, "Enter what this rack adds up to."),
        ({"sum_2": "10", "sum_3": "-3", "sum_4": "5"}, "greater than or equal to 0"),
        ({"sum_2": "10", "sum_3": "many", "sum_4": "5"}, "Enter a whole number."),
        ({"sum_2": "10", "sum_3": "", "tiles_3": "555 554", "sum_4": "5"}, "as many tiles as were dealt"),
        ({"sum_2": "10", "sum_3": "", "tiles_3": "000 001", "sum_4": "5"}, "lies on the board"),
        ({"sum_2": "10", "sum_3": "", "tiles_3": "55", "sum_4": "5"}, "is no tile"),
        ({"sum_2": "10", "sum_3": "9", "tiles_3": "555", "sum_4": "5"}, "do not agree"),
    ],
)
def test_racks_that_cannot_be_are_refused_and_kept(desk, left, said):
    desk.start()
    desk.out()
    version = desk.match.version
    answer = desk.post("close_deal", **left)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert said in page.replace("&#x27;", "'")
    assert 'value="10"' in page
    assert desk.match.version == version


def test_racks_that_are_odd_are_doubted_but_entered(desk):
    desk.start()
    desk.out()
    left = {"sum_2": "400", "sum_3": "9", "sum_4": "9"}
    data = {"entry_id": uuid.uuid4(), "version": desk.match.version} | left
    assert "cannot add up to 400" in desk.client.get(desk.url("desk_preview"), data).content.decode()
    assert desk.post("close_deal", **left).status_code == 200
    assert engine.load(desk.match.state).deal is None


# -- twice, late, from two phones ---------------------------------------------------------------------------


def test_every_entry_sent_twice_is_counted_once(desk):
    def twice(name, **data):
        data |= {"entry_id": uuid.uuid4(), "version": desk.match.version}
        answers = [desk.client.post(desk.url(name), data, **HTMX) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [200, 200]

    twice("start_deal", starter="1")
    twice("enter_turn", player="1", tile="000")
    twice("enter_turn", player="2", tile="001", draws="1")
    desk.out()
    twice("close_deal", sum_2=10, sum_3=20, sum_4=30)
    assert len(engine.load(desk.match.state).deals) == 1


def test_a_stale_turn_is_held_back_with_both_sides_shown(playing):
    old = playing.match.version
    playing.play(tile="455")
    answer = playing.play(tile="445", draws="1", version=old, player="2")
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "in the meantime" in page
    assert "1 drawn, 4-4-5" in page  # what was typed
    assert "4-5-5" in page  # what is there
    assert 'value="445"' in page
    assert "+8" in page  # what it would bring now
    assert playing.match.version == 3


def test_the_same_id_with_another_tile_is_refused_with_both_shown(playing):
    id_ = uuid.uuid4()
    playing.play(tile="455", entry_id=id_)
    answer = playing.play(tile="445", entry_id=id_, player="2")
    assert answer.status_code == 409
    assert "already sent with other numbers" in answer.content.decode()
    assert playing.totals["2"] == 14


def test_a_page_that_has_seen_all_is_answered_with_nothing(playing):
    token = f"{playing.match.pk}-{playing.match.version}-playing-0-0-0"
    assert playing.client.get(playing.url("table"), {"seen": token}, **HTMX).status_code == 204
    playing.play(tile="455")
    fresh = playing.client.get(playing.url("table"), {"seen": token}, **HTMX).content.decode()
    assert 'id="score"' in fresh
    assert 'id="log"' in fresh
    assert "<form" not in fresh


# -- who sees what --------------------------------------------------------------------------------------------


def test_a_spectator_sees_the_score_and_nothing_to_enter(playing):
    page = Client().get(playing.url("table")).content.decode()
    assert "5-5-5" in page
    assert "to play" in page
    assert "<form id=" not in page
    assert "entries/" not in page


def test_names_are_escaped(desk):
    desk.table.match.seats.filter(position=1).update(name="<b>Bold</b>")
    page = desk.start().content.decode()
    assert "<b>Bold</b>" not in page
    assert "&lt;b&gt;Bold" in page


def test_totals_that_look_odd_are_shown_once_more(desk):
    points = {f"points_{seat}": each for seat, each in enumerate([390, 300, 20, 1], start=1)}
    asked = desk.post("enter_deal", **points)
    page = asked.content.decode()
    assert asked.status_code == 422
    assert "very many" in page
    assert 'value="390"' in page
    weighed = re.search(r'name="weighed" value="([^"]*)"', page).group(1)
    assert desk.post("enter_deal", **points, weighed=weighed).status_code == 200
    assert desk.totals["1"] == 390


def test_the_plain_points_engine_keeps_its_page():
    tournament = tournament_of(4)
    table = published_round(tournament).tables.get(number=1)
    enter(table, [1, 2, 3, 4])
    client = Client()
    client.force_login(tournament.organiser)
    page = client.get(reverse("table", args=[tournament.slug, 1, 1])).content.decode()
    assert "Take back the last deal" in page
    assert client.get(reverse("desk_preview", args=[tournament.slug, 1, 1])).status_code == 404
