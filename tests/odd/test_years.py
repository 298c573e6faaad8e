"""A tournament of seven years ago: its dates have their year, and everything of it can still be read."""

from datetime import UTC, date, datetime

import pytest
from django.test import Client
from django.urls import reverse

from games.services import finalize
from tests.factories import enter, organiser_of, published_round, tournament_of
from tests.odd.clock import SetClock
from tournaments.archive.making import files_of
from tournaments.services import closing

pytestmark = pytest.mark.django_db


@pytest.fixture
def old(set_clock: SetClock):
    clock = set_clock(datetime(2019, 6, 1, 12, tzinfo=UTC))
    tournament = tournament_of(4, rounds_planned=1, first_day=date(2019, 6, 1), last_day=date(2019, 6, 1))
    table = published_round(tournament).tables.get()
    enter(table, [400, 3, 2, 1])
    finalize(table.match_id or 0)
    tournament.refresh_from_db()
    closing.close(organiser_of(tournament), tournament)
    clock.now = datetime(2026, 11, 16, 12, tzinfo=UTC)
    return tournament


def test_its_dates_have_their_year(old):
    client = Client()
    client.force_login(old.organiser)
    pages = {
        "home": reverse("home"),
        "club": reverse("club", args=[old.club.slug]),
        "history": reverse("history", args=[old.slug]),
        "settings": reverse("settings", args=[old.slug]),
        "plan": reverse("plan", args=[old.slug]),
        "certificates": reverse("certificates", args=[old.slug]),
    }
    for name, url in pages.items():
        assert "2019" in client.get(url).content.decode(), name


def test_it_can_still_be_read_and_taken_home(old):
    for name, *more in (
        ("standings",),
        ("podium",),
        ("round", 1),
        ("table", 1, 1),
        ("story", 1, 1),
        ("pictures",),
    ):
        assert Client().get(reverse(name, args=[old.slug, *more])).status_code == 200
    index = dict(files_of(old))["index.html"].decode()
    assert "2019" in index
