"""What a projector shows, and what it never does."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.errors import Refused
from tests.factories import draft_round, enter, organiser_of, published_round, tournament_of
from tournaments.access import Actor, NotAllowed
from tournaments.models import HistoryLine
from tournaments.services.wall import change_wall
from tournaments.wall import PAGES, Wall, slides

pytestmark = pytest.mark.django_db


def shown(tournament, name="wall"):
    return Client().get(reverse(name, args=[tournament.slug])).content.decode()


def keys(page):
    return re.findall('data-slide="([a-z0-9-]+)"', page)


def test_screenfuls_are_filled_evenly():
    made = slides("standings", range(21), 10)
    assert [len(slide.rows) for slide in made] == [7, 7, 7]
    assert [slide.key for slide in made] == ["standings-1", "standings-2", "standings-3"]
    assert [each for slide in made for each in slide.rows] == list(range(21))
    assert slides("standings", [], 10) == []


def test_it_shows_standings_names_and_tables_of_the_round_in_play():
    tournament = tournament_of(24)
    round_ = published_round(tournament)
    enter(round_.tables.get(number=1), [77, 1, 2, 3])
    page = shown(tournament)
    assert keys(page) == ["standings-1", "standings-2", "standings-3", "names-1", "tables-1"]
    assert "Round 1: where do I sit?" in page
    assert "<strong>77</strong>" in page


def test_the_organiser_chooses_what_it_shows():
    tournament = tournament_of(8)
    published_round(tournament)
    change_wall(organiser_of(tournament), tournament, Wall(("message",), 30, "Lunch until 13:30"))
    page = shown(tournament)
    assert keys(page) == ["message"]
    assert "Lunch until 13:30" in page
    assert 'data-seconds="30"' in page
    assert HistoryLine.objects.filter(tournament=tournament, code="wall-changed").count() == 1


def test_a_message_is_text_and_nothing_else():
    tournament = tournament_of(8)
    published_round(tournament)
    change_wall(organiser_of(tournament), tournament, Wall(("message",), 30, "<script>alert(1)</script>"))
    assert "<script>alert" not in shown(tournament)


@pytest.mark.parametrize(
    ("wall", "field"),
    [
        (Wall((), 12), "pages"),
        (Wall(("nonsense",), 12), "pages"),
        (Wall(("standings",), 0), "seconds"),
        (Wall(("message",), 12, ""), "message"),
        (Wall(("message",), 12, "x" * 201), "message"),
    ],
)
def test_what_cannot_be_shown_is_said_beside_its_field(wall, field):
    tournament = tournament_of(4)
    with pytest.raises(Refused) as refused:
        change_wall(organiser_of(tournament), tournament, wall)
    assert refused.value.field == field


def test_nobody_else_changes_it():
    tournament = tournament_of(4)
    with pytest.raises(NotAllowed):
        change_wall(Actor(), tournament, Wall())


def test_a_draft_is_on_no_wall_not_even_for_the_organiser():
    tournament = tournament_of(8)
    first = published_round(tournament)
    for table in first.tables.all():
        enter(table, [400, 1, 2, 3])
    from games.services import finalize

    for table in first.tables.all():
        finalize(table.match_id)
    draft_round(tournament)
    client = Client()
    client.force_login(tournament.organiser)
    page = client.get(reverse("wall", args=[tournament.slug])).content.decode()
    assert "Round 2" not in page
    assert "Round 1" in page


def test_before_anything_is_public_the_organiser_sees_a_welcome():
    tournament = tournament_of(0)
    client = Client()
    client.force_login(tournament.organiser)
    assert keys(client.get(reverse("wall", args=[tournament.slug])).content.decode()) == ["welcome"]


def test_the_form_keeps_what_was_typed():
    tournament = tournament_of(4)
    client = Client()
    client.force_login(tournament.organiser)
    where = reverse("wall_settings", args=[tournament.slug])
    refused = client.post(where, {"pages": ["message"], "seconds": "20", "message": ""})
    assert refused.status_code == 422
    assert "Type the message" in refused.content.decode()
    assert client.post(where, {"pages": list(PAGES), "seconds": "20", "message": "Hello"}).status_code == 302
    tournament.refresh_from_db()
    assert Wall.read(tournament.wall) == Wall(tuple(PAGES), 20, "Hello")


@pytest.mark.parametrize("people", [8, 60])
def test_its_queries_are_few(people, django_assert_max_num_queries):
    tournament = tournament_of(people)
    published_round(tournament)
    with django_assert_max_num_queries(15):
        shown(tournament)
    with django_assert_max_num_queries(8):
        shown(tournament)


def test_the_overlay_shows_the_best_and_no_page_around_them():
    tournament = tournament_of(24)
    published_round(tournament)
    page = shown(tournament, "overlay")
    assert page.count('class="wall-lines__name"') == 8
    assert "site-header" not in page
