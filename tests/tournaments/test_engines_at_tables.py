"""Every engine that can seat a table runs a tournament: paired, scored by deals, finalised, won."""

import pytest
from django.test import Client
from django.urls import reverse

from games import services as games
from games.models import Match
from rules.registry import registry
from tests.factories import enter, published_round, tournament_of
from tournaments.access import Actor
from tournaments.forms import engines_for_tables
from tournaments.models import Round
from tournaments.selectors.pages import overview_of

pytestmark = pytest.mark.django_db

KEYS = [engine.key for engine in engines_for_tables()]


def test_games_for_one_are_not_offered_for_a_tournament():
    assert "tri-ominos-classic" in KEYS
    assert all(registry().get(key).seats[-1] >= 2 for key in KEYS)


@pytest.mark.parametrize("key", KEYS)
def test_a_round_is_played_by_these_rules(key):
    engine = registry().get(key)
    tournament = tournament_of(
        8,
        rules_key=key,
        rules_version=engine.version,
        options=engine.settle_options({}),
        rounds_planned=1,
    )
    round_ = published_round(tournament)
    for table in round_.tables.all():
        enter(table, [100, 90, -25, 80])
        enter(table, [120, 300, 10, 20], bell=True)
        games.finalize(table.match_id)
    round_.refresh_from_db()
    assert round_.state == Round.State.CLOSED
    assert {winner.standing.placing for winner in overview_of(Actor(), tournament).winners} == {3}
    assert Match.objects.first().result["totals"] == {"1": 220, "2": 390, "3": -15, "4": 100}
    page = Client().get(reverse("table", args=[tournament.slug, 1, 1])).content.decode()
    assert "the bell rang" in page
    assert "390" in page
