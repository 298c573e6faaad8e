"""A match told turn by turn: every moment, every total, the board as it grew."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from games.services import NewAction, Permit, append_actions
from rules.points import engine as points
from rules.triominos.variants.classic import engine as classic
from tests.board_deals import board_deal, states
from tests.factories import enter, published_round, tournament_of
from tournaments.models import Table
from tournaments.selectors.story import story_of

pytestmark = pytest.mark.django_db


def table_of(people: int = 4, **kwargs: object) -> Table:
    return published_round(tournament_of(people, **kwargs)).tables.select_related("match").get()


@pytest.fixture
def drawn():
    """A table at which one deal was played on the board; with what was played."""
    table = table_of(rules_key=classic.key, rules_version=classic.version, options=classic.settle_options({}))
    actions = board_deal(classic, ["1", "2", "3", "4"], seed=3)
    for action in actions:
        table.match.refresh_from_db()
        append_actions(
            Permit(table.match_id, "judge"), table.match.version, [NewAction(uuid.uuid4(), action)]
        )
    table.match.refresh_from_db()
    return table, actions


def test_the_last_moment_is_how_the_match_stands(drawn):
    table, actions = drawn
    story = story_of(table.match)
    after = states(classic, ["1", "2", "3", "4"], actions)
    assert story.moments[-1].totals == tuple(classic.totals(after[-1]).values())
    turns = [action for action in actions if action["do"] != "draw"]
    assert len(story.moments) == len(turns)
    assert [moment.number for moment in story.moments] == list(range(1, len(turns) + 1))


def test_each_tile_is_on_the_board_from_the_moment_it_was_laid(drawn):
    table, actions = drawn
    story = story_of(table.match)
    (board,) = story.boards
    laid = [number for number, each in enumerate(_turns(actions), start=1) if each["do"] == "place"]
    assert [at for at, _tile in board.tiles] == laid
    corners = ["".join(map(str, each["corners"])) for each in actions if each["do"] == "place"]
    assert [text in tile for text, (_at, tile) in zip(corners, board.tiles, strict=True)] == [True] * len(
        laid
    )


def _turns(actions):
    return [action for action in actions if action["do"] != "draw"]


def test_the_bell_rings_once(drawn):
    table = table_of()
    enter(table, [200, 1, 2, 3])
    enter(table, [250, 1, 2, 3])
    table.match.refresh_from_db()
    story = story_of(table.match)
    assert [moment.rings for moment in story.moments] == [False, True]
    assert story.moments[-1].totals == (450, 2, 4, 6)
    assert story.chart.bell_x == story.chart.right


def test_the_page_tells_all_of_it(drawn):
    table, actions = drawn
    tournament = table.round.tournament
    page = Client().get(reverse("story", args=[tournament.slug, 1, table.number])).content.decode()
    assert page.count("data-moment=") == len(_turns(actions))
    assert page.count("<polyline") == 4
    assert page.count("data-at=") == sum(each["do"] == "place" for each in actions)


@pytest.mark.parametrize("engine", [points, classic])
def test_a_match_nobody_has_begun_says_so(engine):
    table = table_of(rules_key=engine.key, rules_version=engine.version, options=engine.settle_options({}))
    assert Client().get(table.get_absolute_url()).status_code == 200
    page = Client().get(reverse("story", args=[table.round.tournament.slug, 1, table.number]))
    assert "Nothing has been entered yet" in page.content.decode()


def test_the_page_asks_the_database_little(drawn, django_assert_max_num_queries):
    table, _actions = drawn
    with django_assert_max_num_queries(6):
        Client().get(reverse("story", args=[table.round.tournament.slug, 1, table.number]))
