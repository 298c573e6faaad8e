"""Where tables stand: said by the organiser, shown wherever the number is; numbers out of use are skipped."""

import pytest
from django.test import Client
from django.urls import reverse

from games.errors import Refused
from tests.factories import draft_round, organiser_of, published_round, tournament_of
from tournaments.models import Entrant, JudgeCard, Spot
from tournaments.selectors.arranging import Wish
from tournaments.services import rounds, seating
from tournaments.services.spots import SpotPlan, change_spots

pytestmark = pytest.mark.django_db


def numbers(round_):
    return list(round_.tables.order_by("number").values_list("number", flat=True))


def close(tournament, *closed):
    change_spots(organiser_of(tournament), tournament, {each: SpotPlan(usable=False) for each in closed})


def test_numbers_out_of_use_are_skipped_and_the_cards_fit():
    tournament = tournament_of(12)
    close(tournament, 1, 3)
    round_ = published_round(tournament)
    assert numbers(round_) == [2, 4, 5]
    assert list(JudgeCard.objects.values_list("number", flat=True)) == [2, 4, 5]


def test_whoever_always_sits_at_a_table_sits_there_also_with_gaps():
    tournament = tournament_of(12)
    Entrant.objects.filter(tournament=tournament, number=1).update(fixed_table=4)
    close(tournament, 2)
    round_ = draft_round(tournament)
    fixed = Entrant.objects.get(tournament=tournament, number=1)
    assert numbers(round_) == [1, 3, 4]
    assert round_.seating.get(entrant=fixed).table.number == 4
    assert ["fixed-table", {"table": 4}] in round_.why[str(fixed.pk)]
    close(tournament, 4)
    round_ = draft_round(tournament)
    rounds.compute_pairings(round_.pk)
    round_.refresh_from_db()
    assert "table 4" in round_.problem


def test_a_draft_is_counted_anew_and_its_changes_can_still_be_taken_back():
    tournament = tournament_of(12)
    round_ = draft_round(tournament)
    one, other = (round_.tables.get(number=n).seating.get(position=1).entrant_id for n in (1, 2))
    before = list(round_.seating.order_by("table", "position").values_list("entrant", flat=True))
    seating.change_seats(organiser_of(tournament), round_, Wish(one, other=other))
    close(tournament, 1, 2)
    assert numbers(round_) == [3, 4, 5]
    seating.undo_change(organiser_of(tournament), round_)
    after = list(round_.seating.order_by("table", "position").values_list("entrant", flat=True))
    assert after == before


def test_where_it_stands_is_shown_on_every_page_that_names_the_table():
    tournament = tournament_of(8)
    change_spots(organiser_of(tournament), tournament, {1: SpotPlan(" Window,  row 2 "), 2: SpotPlan()})
    published_round(tournament)
    client = Client()
    client.force_login(tournament.organiser)
    for name, args in (("round", [1]), ("cards", []), ("table", [1, 1]), ("spots", [])):
        assert "Window, row 2" in client.get(reverse(name, args=[tournament.slug, *args])).content.decode(), (
            name
        )


def test_a_label_that_cannot_be_is_told_beside_it_and_what_was_typed_is_kept():
    tournament = tournament_of(8)
    client = Client()
    client.force_login(tournament.organiser)
    typed = {"label_1": "Door", "usable_1": "on", "label_2": "x" * 61, "usable_2": "on"}
    response = client.post(reverse("spots", args=[tournament.slug]), typed)
    page = response.content.decode()
    assert response.status_code == 422
    assert 'value="Door"' in page
    assert "x" * 61 in page
    assert "60 characters" in page
    assert not Spot.objects.exists()
    with pytest.raises(Refused):
        change_spots(organiser_of(tournament), tournament, {501: SpotPlan("far")})
    assert client.post(reverse("spots", args=[tournament.slug]), typed | {"label_2": ""}).status_code == 302
    assert Spot.objects.get(number=1).label == "Door"
    assert not Spot.objects.get(number=3).usable
