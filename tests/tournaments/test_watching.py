"""While a round is paired: how far it is can be seen, and the search can be stopped."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import UserFactory, organiser_of, tournament_of
from tournaments.access import Actor, NotAllowed
from tournaments.models import Round
from tournaments.selectors.versions import live_token
from tournaments.services import rounds, watching
from tournaments.services.watching import RoundWatch

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked():
    tournament = tournament_of(8)
    return rounds.ask_for_pairings(organiser_of(tournament), tournament)


@pytest.fixture
def watch(asked, monkeypatch):
    monkeypatch.setattr(watching, "EVERY", 0.0)
    return RoundWatch(asked)


def now(asked):
    return Round.objects.get(pk=asked.pk)


def test_progress_is_kept_and_seen(asked, watch):
    token = live_token(asked.tournament)
    watch.progress(0.4, {})
    assert now(asked).progress == 0.4
    assert live_token(asked.tournament) != token
    watch.progress(7.0, {})
    assert now(asked).progress == 1.0


def test_progress_is_told_seldom_enough(asked):
    watch = RoundWatch(asked)
    watch.progress(0.4, {})
    assert now(asked).progress == 0


def test_a_search_goes_on_until_it_is_asked_to_stop(asked, watch):
    assert not watch.cancelled()
    rounds.take_the_best_so_far(organiser_of(asked.tournament), asked)
    assert watch.cancelled()


def test_a_search_that_nobody_waits_for_stops(asked, watch):
    rounds.ask_for_pairings(organiser_of(asked.tournament), asked.tournament)
    assert watch.cancelled()
    watch.progress(0.9, {})
    assert now(asked).progress == 0


def test_asking_again_forgets_that_the_last_search_was_stopped(asked):
    rounds.take_the_best_so_far(organiser_of(asked.tournament), asked)
    assert not rounds.ask_for_pairings(organiser_of(asked.tournament), asked.tournament).cancel_asked


def test_only_the_organiser_stops_it(asked):
    with pytest.raises(NotAllowed):
        rounds.take_the_best_so_far(Actor(UserFactory.create()), asked)


def test_the_page_shows_how_far_it_is_and_lets_it_be_stopped(asked, watch):
    client = Client()
    client.force_login(asked.tournament.organiser)
    url = reverse("round", args=[asked.tournament.slug, 1])
    stop = reverse("take_best", args=[asked.tournament.slug, 1])
    assert stop not in client.get(url).content.decode()
    watch.progress(0.4, {})
    page = client.get(url).content.decode()
    assert 'value="40"' in page
    assert stop in page
    client.post(stop)
    assert "Stopping with the best so far" in client.get(url).content.decode()
