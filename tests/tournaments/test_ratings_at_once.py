"""Ratings made while what they follow from changes: nobody waits for ever, and the last word is the results'."""

from threading import Thread

import pytest
from django.db import connection, transaction

from tests.factories import ClubFactory, UserFactory, organiser_of
from tests.tournaments.evenings import evening_of
from tests.tournaments.test_at_once import at_once
from tournaments.due import clubs_to_rate
from tournaments.models import Player, Ranking, Rating
from tournaments.services import closing, roster
from tournaments.services.holding import hold_club
from tournaments.services.ratings import (
    compute_ratings,
    differences,
    kept_ratings,
    reckoned_ratings,
    want_ratings,
)

pytestmark = pytest.mark.django_db(transaction=True)


def settle(club):
    """What the worker does until nothing is due."""
    while club.pk in clubs_to_rate():
        compute_ratings(club.pk)
    assert differences(kept_ratings(club.pk), reckoned_ratings(club.pk)) == []


@pytest.mark.parametrize("attempt", range(3))
def test_jobs_reopening_and_merging_at_the_same_moment(attempt):
    club, organiser = ClubFactory.create(), UserFactory.create()
    evening_of(club, organiser, day=1)
    second = evening_of(club, organiser, ("Anna", "Bo Berg", "Cem Can", "Dee Dunn"), day=2)
    actor = organiser_of(second)
    keep, other = (Player.objects.get(name=name) for name in ("Ana Almeida", "Anna"))
    raised = at_once(
        lambda: compute_ratings(club.pk),
        lambda: compute_ratings(club.pk),
        lambda: closing.reopen(actor, second, "a mistake"),
        lambda: roster.merge_players(actor, club, keep.pk, other.pk),
    )
    assert raised[2:] == [None, None], "whoever works in the hall is never refused because of ratings"
    settle(club)
    assert set(Rating.objects.values_list("tournament__name", "player__name").distinct()) == {
        ("Autumn Cup", name) for name in ("Ana Almeida", "Bo Berg", "Cem Can", "Dee Dunn")
    }
    closing.close(actor, second)
    settle(club)
    assert Rating.objects.get(player=keep, last=True).matches == 2


def test_two_jobs_for_the_same_results_are_one():
    club, organiser = ClubFactory.create(), UserFactory.create()
    evening_of(club, organiser)
    assert at_once(*[lambda: compute_ratings(club.pk)] * 3) == [None] * 3
    assert Rating.objects.count() == 4
    ranking = Ranking.objects.get()
    assert ranking.made == ranking.wanted


if connection.vendor == "postgresql":  # SQLite lets one write at a time

    @pytest.mark.parametrize("rankings", [0, 1])
    def test_asking_for_ratings_waits_for_nobody_who_has_the_club(rankings):
        """Who has the club may be waiting for the tournament that is held here."""
        club = ClubFactory.create()
        Ranking.objects.bulk_create([Ranking(club=club)] * rankings)
        with transaction.atomic():
            hold_club(club.pk)
            asking = Thread(target=asked_for, args=(club.pk,))
            asking.start()
            asking.join(30)
            assert not asking.is_alive()
        assert club.pk in clubs_to_rate()

    def asked_for(club_id):
        with transaction.atomic():
            want_ratings(club_id)
        connection.close()
