"""Nothing there yet: an installation without anything, and a tournament without anybody, on every page there is."""

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.factories import UserFactory, draft_round, tournament_of
from tournaments.archive.making import files_of
from tournaments.models import Tournament
from tournaments.urls import urlpatterns

pytestmark = pytest.mark.django_db

BY_SLUG = sorted(
    str(each.name)
    for each in urlpatterns
    if str(each.pattern).startswith("t/<slug:slug>/") and set(each.pattern.converters) == {"slug"}
)
OF_A_CLUB = sorted(
    str(each.name)
    for each in urlpatterns
    if str(each.pattern).startswith("c/<slug:slug>/") and set(each.pattern.converters) == {"slug"}
)


def test_an_empty_installation():
    for page in ("home", "sign_in"):
        assert Client().get(reverse(page)).status_code == 200
    client = Client()
    client.force_login(UserFactory.create())
    for page in ("home", "account", "tournament_new"):
        assert client.get(reverse(page)).status_code == 200
    assert client.get(reverse("clubs")).status_code in (200, 302)
    for command in ("verify_log", "rebuild"):
        call_command(command, verbosity=0)
    assert User.objects.count() == 1


@pytest.mark.parametrize("name", BY_SLUG)
def test_a_tournament_without_anybody(name):
    tournament = tournament_of(0)
    client = Client()
    client.force_login(tournament.organiser)
    answer = client.get(reverse(name, args=[tournament.slug]))
    assert answer.status_code in (200, 302, 404, 405)
    b"".join(answer)


@pytest.mark.parametrize("name", OF_A_CLUB)
def test_a_club_without_anything(name):
    tournament = tournament_of(0)
    Tournament.objects.all().delete()
    client = Client()
    client.force_login(tournament.organiser)
    assert client.get(reverse(name, args=[tournament.club.slug])).status_code in (200, 405)


def test_a_round_that_is_only_drafted_and_then_nobody():
    tournament = tournament_of(4)
    draft = draft_round(tournament)
    draft.seating.all().delete()
    draft.tables.all().delete()
    client = Client()
    client.force_login(tournament.organiser)
    for name in ("round", "round_names"):
        assert client.get(reverse(name, args=[tournament.slug, 1])).status_code == 200


def test_an_archive_of_nothing_opens_too():
    assert b"<html" in dict(files_of(tournament_of(0)))["index.html"]
