"""Standings on somebody else's site: framed, and as JSON."""

import pytest
from django.test import Client
from django.urls import reverse

from games.services import finalize
from tests.factories import enter, published_round, tournament_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def played():
    tournament = tournament_of(4)
    table = published_round(tournament).tables.get()
    enter(table, [400, 30, 20, 10])
    finalize(table.match_id)
    return tournament


def test_only_the_embedded_page_may_be_framed(played):
    framed = Client().get(reverse("embed", args=[played.slug]))
    assert "X-Frame-Options" not in framed.headers
    assert "frame-ancestors *" in framed.headers["Content-Security-Policy"]
    for name in ("standings", "wall", "pictures", "overlay"):
        other = Client().get(reverse(name, args=[played.slug]))
        assert other.headers["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in other.headers["Content-Security-Policy"]


def test_nothing_in_it_can_be_pressed_not_even_by_the_organiser(played):
    client = Client()
    client.force_login(played.organiser)
    page = client.get(reverse("embed", args=[played.slug])).content.decode()
    assert "<form" not in page
    assert "<button" not in page


def test_the_json_says_what_the_page_shows(played):
    answer = Client().get(reverse("standings_json", args=[played.slug]))
    told = answer.json()
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert told["format"] == "triomphe-standings/1"
    assert [line["rank"] for line in told["standings"]] == [1, 2, 3, 4]
    first = played.rounds.get().seating.get(position=1).entrant
    assert told["standings"][0]["name"] == first.name
    assert told["standings"][0]["values"]["points"] == "400"
    assert told["rounds"] == [{"number": 1, "state": "closed"}]
    assert [column["key"] for column in told["columns"]] == played.tiebreaks


def test_asked_again_it_says_that_nothing_changed_until_something_does(played):
    where = reverse("standings_json", args=[played.slug])
    etag = Client().get(where).headers["ETag"]
    again = Client().get(where, headers={"If-None-Match": etag})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["Access-Control-Allow-Origin"] == "*"
    table = published_round(played).tables.get()
    enter(table, [400, 30, 20, 10])
    assert Client().get(where, headers={"If-None-Match": etag}).status_code == 200
