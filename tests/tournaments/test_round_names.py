"""Everybody's seat in a round, by name."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import draft_round, published_round, tournament_of
from tournaments.models import Player

pytestmark = pytest.mark.django_db


def page(tournament, **query):
    answer = Client().get(reverse("round_names", args=[tournament.slug, 1]), query)
    return answer.content.decode() if answer.status_code == 200 else answer.status_code


def test_it_lists_everybody_and_finds_by_a_part_of_the_name():
    tournament = tournament_of(8)
    assert page(tournament) == 404
    round_ = published_round(tournament)
    assert all(f"Player {number}" in page(tournament) for number in range(1, 9))
    found = page(tournament, q="ayer 3")
    assert "Player 3" in found
    assert "Player 4" not in found
    assert "Nobody of that name" in page(tournament, q="Zoe")
    assert (
        reverse("round_names", args=[tournament.slug, 1])
        in Client().get(round_.get_absolute_url()).content.decode()
    )


def test_a_draft_is_not_listed():
    tournament = tournament_of(8)
    draft_round(tournament)
    assert page(tournament) == 404


def test_who_wants_to_be_shown_short_is():
    tournament = tournament_of(4)
    entrant = tournament.entrants.get(number=1)
    entrant.name = "Ana Avila"
    entrant.player = Player.objects.create(
        club=tournament.club, name=entrant.name, name_key="ana avila", shown=Player.Shown.SHORT
    )
    entrant.save()
    published_round(tournament)
    assert "Ana A." in page(tournament)
    assert "Avila" not in page(tournament)
